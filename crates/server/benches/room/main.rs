//! How fast matches go through a room without network: `cargo bench -p parlour-server`.
//!
//! Four players send commands as sockets would. A command is decided, its journal entry is encoded, and it is committed:
//! replies, history and transcript are kept as in a running server; no frame is encoded, as nobody is connected to get one.
//! Beside it the bare match takes the same inputs.
//!
//! Invariants: the matches are the same in every run, by chance as in the engine's bench. The room's match and the bare one
//! end with the same points.

#![allow(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../../../engine/benches/engine/stopwatch.rs"]
mod stopwatch;

use std::hint::black_box;

use parlour_chance::Chance;
use parlour_engine::fair::Secret;
use parlour_engine::{Action, BySeat, Length, Match, Seat, Seed, Variant, View, Viewer, rummikub, tichu};
use parlour_protocol::{Command, Envelope, Expects, Invite, Outcome, PlayerId, Push, RoomId, Stage};
use parlour_server::connection::Wants;
use parlour_server::room::{Guest, Input, Key, Opening, Room, Settings};
use stopwatch::Table;

fn main() {
    let table = Table::new();
    let length = Length::Rounds(20);
    let game =
        Variant::Tichu(tichu::Variant { length, turn_seconds: 0, bomb_window_ms: 0, ..Default::default() });
    row(&table, "Tichu: rounds through the room", "20,000", &game, is_deal);
    let length = Length::Rounds(5);
    let game = Variant::Rummikub(rummikub::Variant { length, turn_seconds: 0, ..Default::default() });
    row(&table, "Rummikub: turns through the room", "-", &game, ends_turn);
}

/// What a match takes.
type GameInput = parlour_engine::Input<Action>;

/// Times a match of this variant, of which those inputs are counted for which `counts` says so.
fn row(table: &Table, what: &str, wanted: &str, variant: &Variant, counts: fn(&GameInput) -> bool) {
    if !table.wants(what) {
        return;
    }
    let mut inputs = Vec::new();
    through_a_room(variant, |input| inputs.push(input));
    let units = inputs.iter().filter(|input| counts(input)).count() as u64;
    table.row(what, wanted, units, || through_a_room(variant, |_| {}), || bare(variant, &inputs));
}

fn is_deal(input: &GameInput) -> bool {
    matches!(input, GameInput::Deal(_))
}

/// A turn ends with a throw, also with that of a declaration (R8, R14).
fn ends_turn(input: &GameInput) -> bool {
    use rummikub::Action::{Declare, Throw};
    matches!(input, GameInput::Act(_, Action::Rummikub(Throw { .. } | Declare { .. })))
}

/// A room with a player on every seat, and what they said so far.
struct Bench {
    room: Room,
    /// What the room committed to last.
    committed: Secret,
    rounds: u16,
    chance: Chance,
    ids: [u64; Seat::MAX],
}

impl Bench {
    fn new(variant: &Variant) -> Bench {
        let opening = Opening {
            room: room_id(),
            invite: Invite::from_bits(7),
            title: "Bench".to_owned(),
            public: true,
            hints: false,
            practice: None,
            variant: variant.clone(),
            host: guest(0),
            command: None,
            settings: Settings::default(),
            at: 0,
        };
        let committed = Secret::new([1; 32]);
        let mut bench = Bench {
            room: Room::open(opening, committed).0,
            committed,
            rounds: 0,
            chance: Chance::new(1),
            ids: [0; Seat::MAX],
        };
        for seat in Seat::all(variant.seats()) {
            if seat.index() > 0 {
                let envelope = bench.envelope(seat, Command::Join { room: Some(room_id()), invite: None });
                bench.take(Input::Join { guest: guest(seat.index()), key: Key::Id, envelope });
            }
            bench.command(seat, Command::Sit { room: room_id(), seat });
        }
        bench
    }

    fn envelope(&mut self, seat: Seat, command: Command) -> Envelope {
        let id = &mut self.ids[seat.index()];
        *id += 1;
        Envelope { id: *id, command }
    }

    fn command(&mut self, seat: Seat, command: Command) {
        let envelope = self.envelope(seat, command);
        self.take(Input::Command { player: player(seat.index()), envelope })
    }

    /// Does what the task of a room does with an input, but for sending frames.
    fn take(&mut self, input: Input) {
        let Bench { room, chance, committed, .. } = self;
        let decision = room.decide(input, 0, &mut || {
            *committed = Secret::new(chance.bytes());
            *committed
        });
        black_box(decision.record().expect("every command of the bench changes something"));
        let reply = room.commit(decision).reply.expect("a command is answered");
        assert!(matches!(reply.outcome, Outcome::Ok { .. }), "{reply:?}");
    }

    /// The seed of the round that begins next; no seat takes part in its shuffle.
    fn next_seed(&mut self, variant: &Variant) -> Seed {
        self.rounds += 1;
        let nonces = BySeat::new(variant.seats(), |_| None);
        self.committed.mix(variant.game(), &room_id().to_string(), self.rounds, &nonces)
    }
}

fn room_id() -> RoomId {
    RoomId::from_bits(1)
}

fn player(number: usize) -> PlayerId {
    PlayerId::from_bits(number as u64 + 1)
}

fn guest(number: usize) -> Guest {
    Guest { player: player(number), name: format!("Player {number}") }
}

/// Plays a match by chance; answers its points. `note` is told what the match took.
fn through_a_room(variant: &Variant, mut note: impl FnMut(GameInput)) -> Vec<i32> {
    let mut bench = Bench::new(variant);
    loop {
        let prompt = bench.room.prompt();
        let (number, expects) = (prompt.number, prompt.expects);
        let seat = prompt.seats.iter().next();
        match (expects, seat) {
            (Expects::Action(_), Some(seat)) => {
                let Bench { room, chance, .. } = &mut bench;
                let action = room.pick_action(seat, || chance.bits()).expect("a seat that must act can");
                note(GameInput::Act(seat, action.clone()));
                bench.command(seat, Command::Act { room: room_id(), prompt: Some(number), action });
            }
            _ if bench.room.status().summary.stage == Stage::Over => return points(&bench.room),
            (Expects::Ready, _) => {
                let seed = bench.next_seed(variant);
                for seat in Seat::all(variant.seats()) {
                    bench.command(seat, Command::Ready { room: room_id(), ready: true });
                }
                note(GameInput::Deal(seed));
            }
            (Expects::BombWindow | Expects::Hash | Expects::Nonce | Expects::Action(_), _) => {
                unreachable!("there is no bomb window, and nobody takes part in shuffles")
            }
        }
    }
}

/// The same inputs without a room.
fn bare(variant: &Variant, inputs: &[GameInput]) -> Vec<i32> {
    let mut game = Match::new(variant.clone()).expect("the variant makes sense");
    for input in inputs {
        black_box(game.apply(input.clone()).expect("the same inputs are accepted again"));
    }
    totals(&game.view(Viewer::Spectator))
}

/// The points of the match in a room.
fn points(room: &Room) -> Vec<i32> {
    match room.snapshot(player(0), Wants::default()) {
        Push::Snapshot { state, .. } => totals(&state.view.expect("a match was played")),
        push => panic!("no snapshot: {push:?}"),
    }
}

fn totals(view: &View) -> Vec<i32> {
    match view {
        View::Rummikub(view) => view.totals.values().copied().collect(),
        View::Tichu(view) => view.totals.to_vec(),
    }
}
