//! What people do to a server beside playing.

use std::cell::RefCell;

use parlour_chance::Chance;
use parlour_engine::{Action, GameKind, Seat, View, tichu};
use parlour_protocol::{Command, Outcome, RoomId};
use tokio::time::Instant;

use crate::chronicle::Chronicle;
use crate::person::{Net, Person};

/// Something that nobody needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mischief {
    /// Says something.
    Chats,
    /// Asks again for what was answered.
    Repeats,
    /// Answers a prompt that is gone, or does what the rules refuse.
    Errs,
    /// Asks for something that changes nothing.
    Looks,
    /// Takes another seat, or gives its own up.
    Moves,
    /// Takes another name.
    Renames,
    /// Comes over another connection, while the old one stays.
    TakesOver,
    /// Is away for a while.
    HangsUp,
    /// Does not read for a while.
    Stalls,
    /// Sends what is no command.
    Garbles,
    /// Leaves a room for good, and comes back.
    Leaves,
}

impl Mischief {
    /// Anything, the rude things less often.
    pub(crate) fn draw(chance: &mut Chance) -> Mischief {
        use Mischief::{
            Chats, Errs, Garbles, HangsUp, Leaves, Looks, Moves, Renames, Repeats, Stalls, TakesOver,
        };
        *chance.pick(&[
            Chats, Chats, Chats, Repeats, Repeats, Repeats, Repeats, Errs, Errs, Looks, Looks, Moves,
            Renames, TakesOver, HangsUp, HangsUp, Stalls, Garbles, Leaves,
        ])
    }
}

impl Person {
    /// Does something that nobody needs.
    pub(crate) fn play(&mut self, mischief: Mischief, net: &impl Net, chronicle: &RefCell<Chronicle>) {
        let rooms: Vec<RoomId> = self.rooms.keys().copied().collect();
        let room = (!rooms.is_empty()).then(|| *self.chance.pick(&rooms));
        match mischief {
            Mischief::TakesOver => {
                let old = self.link.take();
                self.connect(net, chronicle);
                // Where nobody listens, the old one is as good as lost, too.
                self.shadow = old;
            }
            Mischief::HangsUp => {
                let longest = *self.chance.pick(&[100, 3_000, 30_000, 300_000]);
                self.lose();
                self.back_at = Instant::now() + self.moment(longest);
            }
            Mischief::Stalls => {
                let longest = *self.chance.pick(&[1_000, 20_000, 120_000]);
                self.stalls_until = Instant::now() + self.moment(longest);
            }
            Mischief::Garbles => {
                if let Some(link) = &mut self.link {
                    link.garbled += 1;
                }
                self.write("{".to_owned());
            }
            Mischief::Repeats => {
                // The answer to a create is kept as long as its room.
                let is_kept = |command: &Command, outcome: &Outcome| match (command, outcome) {
                    (Command::Create(_), Outcome::Ok { room: Some(room), .. }) => {
                        self.rooms.contains_key(room)
                    }
                    _ => true,
                };
                let kept = self.answered.iter().filter(|(_, (command, outcome))| is_kept(command, outcome));
                let ids: Vec<u64> = kept.map(|(&id, _)| id).collect();
                if !ids.is_empty() {
                    let id = *self.chance.pick(&ids);
                    let command = self.answered[&id].0.clone();
                    self.transmit(id, &command, net, chronicle);
                }
            }
            Mischief::Renames => {
                let name = format!("N{}", self.chance.below(100));
                self.ask(Command::Rename { name }, net, chronicle);
            }
            Mischief::Chats | Mischief::Errs | Mischief::Looks | Mischief::Moves | Mischief::Leaves => {
                if let Some(command) = room.and_then(|room| self.nonsense(mischief, room)) {
                    self.ask(command, net, chronicle);
                }
            }
        }
    }

    /// A command to a room.
    fn nonsense(&mut self, mischief: Mischief, room: RoomId) -> Option<Command> {
        let sight = self.rooms.get(&room)?;
        let prompt = sight.prompt.number;
        let game = sight.view.as_ref().map(|view| match view {
            View::Rummikub(_) => GameKind::Rummikub,
            View::Tichu(_) => GameKind::Tichu,
        });
        Some(match mischief {
            Mischief::Chats => Command::Chat { room, text: format!("line {} {}", self.number, self.last_id) },
            Mischief::Looks => match self.chance.below(3) {
                0 => Command::Hint { room },
                1 => Command::Ping,
                _ => Command::Snapshot { room },
            },
            Mischief::Moves => match self.chance.below(3) {
                0 => Command::Stand { room },
                _ => Command::Sit { room, seat: Seat::new(self.chance.below(4))? },
            },
            Mischief::Leaves => {
                // Where a match runs, a bot takes the place.
                if self.hosts || game.is_none() || !self.chance.chance(1, 4) {
                    return None;
                }
                Command::Leave { room }
            }
            _ => {
                let prompt = *self.chance.pick(&[None, Some(prompt), Some(prompt.saturating_sub(1))]);
                let action = match game {
                    Some(GameKind::Rummikub) => {
                        let texts = ["take pool", "throw R1", "take discards", "declare R1 : R2 R3 R4"];
                        let text = *self.chance.pick(&texts);
                        Action::Rummikub(text.parse().expect("an action"))
                    }
                    _ => {
                        Action::Tichu(self.chance.pick(&[tichu::Action::Pass, tichu::Action::Tichu]).clone())
                    }
                };
                Command::Act { room, prompt, action }
            }
        })
    }
}
