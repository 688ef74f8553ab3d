//! What the checks ask of a game beyond [`Game`].

use std::fmt::Debug;

use parlour_chance::Chance;
use parlour_engine::{Game, Seat, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A game that the checks can play.
pub(crate) trait Playable:
    Game<
        Action: Serialize + DeserializeOwned,
        Event: Serialize + DeserializeOwned,
        View: Serialize + DeserializeOwned,
    >
{
    /// Where all tiles or cards lie, by the events alone.
    type Ledger: Debug + PartialEq;

    /// The options of a random match and, more often than not, a position to start from.
    fn random_start(random: &mut Chance) -> (Self::Variant, Option<Self::Position>);

    /// Any action of the game, mostly a foolish one, but not always.
    fn random_action(&self, seat: Seat, random: &mut Chance) -> Self::Action;

    /// The choice of a player who is to get on with the match.
    fn choose(&self, legal: &[Self::Action], random: &mut Chance) -> Self::Action;

    /// Whether the rules allow an action, where that is not the same as being in the list of legal actions.
    fn allows(&self, seat: Seat, action: &Self::Action) -> Option<bool>;

    /// The legal actions that follow from a view alone.
    fn legal_in(view: &Self::View) -> Vec<Self::Action>;

    /// Lets a view follow what one input brought, as its viewer is shown it.
    fn follow_in(view: &mut Self::View, events: &[Self::Event]);

    /// A view without what no event shows.
    fn shown_by_events(view: Self::View) -> Self::View;

    /// A position with what `viewer` may not know mixed up.
    fn mix_hidden(position: &Self::Position, viewer: Viewer, random: &mut Chance) -> Self::Position;

    /// Whether these events show `viewer` something that it did not know and that was mixed up before.
    fn reveals(events: &[Self::Event], viewer: Viewer) -> bool;

    /// Where all lies in a position.
    fn ledger(&self) -> Self::Ledger;

    /// Carries an event out in the ledger, and makes sure that everything is still there exactly once.
    fn follow(&self, ledger: &mut Self::Ledger, event: &Self::Event);
}
