//! Everybody of one room: a host, guests on the other seats, and spectators.

use std::sync::Arc;

use parlour_client::Decoder;
use parlour_engine::{GameKind, Seat, Variant};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use crate::judge::Judge;
use crate::person::{Part, Person, Stop};
use crate::run::Stage;
use crate::scenario::Think;
use crate::witness::Witness;

/// Plays the room of this number from its arrival to the end.
pub(crate) async fn perform(stage: Arc<Stage>, number: u32) {
    tokio::select! {
        () = sleep_until(stage.start + stage.scenario.arrival(number)) => {}
        () = stage.curtain.cancelled() => return,
    }
    let variant = unhurried(stage.scenario.game(number), stage.scenario.think);
    let seats = variant.seats();
    let (tell, told) = watch::channel(None);
    let guests = Seat::all(seats).skip(1).map(|seat| Part::Guest { seat, told: told.clone() });
    let spectators = (0..stage.scenario.spectators).map(|_| Part::Spectator { told: told.clone() });
    let host = Part::Host { variant, tell };
    let decoder = Arc::new(Decoder::default());
    let witness = Arc::new(Witness::default());
    let mut people = JoinSet::new();
    for (index, part) in std::iter::once(host).chain(guests).chain(spectators).enumerate() {
        let name = format!("Load {number}-{index}");
        // Each has a chance of its own, whoever comes first.
        let seed = stage.scenario.seed ^ (u64::from(number) << 20) ^ ((index as u64) << 4);
        let judge = Judge::beside(witness.clone());
        people.spawn(Person::perform(stage.clone(), decoder.clone(), judge, name, seed, part));
    }
    drop(told);
    while let Some(done) = people.join_next().await {
        match done.expect("a person does not panic, and nobody cancels it") {
            Ok(()) | Err(Stop::Broken(_) | Stop::NotInvited) => {}
            Err(Stop::Refused(error)) => stage.tally.refused(&format!("stopped: {}", error.message)),
            Err(Stop::Away(error)) => stage.tally.refused(&format!("stopped: {error}")),
        }
    }
}

/// The game without a clock, since a think time beyond it would let the server play; and with a bomb window no longer
/// than the players think, since nothing happens in it.
fn unhurried(game: GameKind, think: Think) -> Variant {
    let mut variant = Variant::default_of(game);
    match &mut variant {
        Variant::Rummikub(variant) => variant.turn_seconds = 0,
        Variant::Tichu(variant) => {
            variant.turn_seconds = 0;
            variant.bomb_window_ms = variant.bomb_window_ms.min(think.max_ms);
        }
    }
    variant
}
