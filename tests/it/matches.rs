//! Whole matches over real sockets: played, interrupted, repeated, played again.

use parlour_client::{Client, Error};
use parlour_engine::rummikub::{self as r, Action, Source};
use parlour_engine::{Length, Variant, View, tichu as t};
use parlour_protocol::{Command, Event, Occupant, Outcome, RoomState};
use parlour_tests::{Guest, House, create, gather, in_time, play, rummikub, seat, state, tichu};

/// Plays a match to its end with these absences. All were told the same number of frames, none is missing, and all
/// agree on the points. Answers those, and how many rounds were played.
async fn check(variant: Variant, absences: &[&'static [usize]]) -> (Vec<i32>, i32) {
    let house = House::open().await;
    let (guests, spectator) = gather(&house, variant).await;
    let (played, spectator) = play(guests, spectator, absences).await;
    let last = *spectator.told.keys().last().expect("a match is told");
    for (number, (guest, missed)) in played.iter().enumerate() {
        assert_eq!(guest.totals(), spectator.totals(), "seat {number} agrees with the spectator");
        let first = *guest.told.keys().next().expect("a match is told");
        for seq in first.max(*spectator.told.keys().next().expect("a match is told"))..=last {
            let (mine, theirs) = (guest.told.get(&seq), spectator.told.get(&seq));
            let shape = |events: Option<&Vec<Event>>| {
                events.map(|events| events.iter().map(kind).collect::<Vec<_>>())
            };
            assert_eq!(shape(mine), shape(theirs), "frame {seq} of seat {number}");
            assert!(mine.is_some(), "frame {seq} of seat {number} is missing");
        }
        let away = absences.get(number).is_some_and(|absences| !absences.is_empty());
        assert_eq!(*missed > 0, away, "seat {number} missed {missed} frames");
    }
    let totals = spectator.totals();
    let ends = |event: &&Event| {
        matches!(
            event,
            Event::Rummikub(r::Event::RoundEnded { .. }) | Event::Tichu(t::Event::RoundEnded { .. })
        )
    };
    let rounds = spectator.told.values().flatten().filter(ends).count() as i32;
    drop((played, spectator));
    house.close().await;
    (totals, rounds)
}

/// What an event is, which is the same for every viewer.
fn kind(event: &Event) -> String {
    let value = serde_json::to_value(event).expect("an event is JSON");
    format!("{} {} {}", value["of"], value["kind"], value["seat"])
}

#[tokio::test]
async fn four_finish_a_match_of_tichu_to_a_thousand() {
    let (totals, _) = in_time(check(tichu(Length::Target(1_000)), &[])).await;
    assert!(totals.iter().any(|&points| points >= 1_000), "{totals:?}");
}

#[tokio::test]
async fn three_finish_a_match_of_rummikub_of_five_rounds() {
    let (totals, rounds) = in_time(check(rummikub(3, 5), &[])).await;
    assert!(rounds >= 5, "a tie plays on (R19), but {rounds} rounds are too few");
    assert_eq!(totals.iter().sum::<i32>(), rounds, "a point for each round, {totals:?}");
}

#[tokio::test]
async fn two_of_three_drop_and_resume_in_the_middle_of_rummikub() {
    in_time(check(rummikub(3, 3), &[&[], &[3, 9], &[6, 14]])).await;
}

#[tokio::test]
async fn two_of_four_drop_and_resume_in_the_middle_of_tichu() {
    in_time(check(tichu(Length::Rounds(2)), &[&[3, 12], &[], &[8, 15], &[]])).await;
}

/// The client of the library plays without any help of these tests.
#[tokio::test]
async fn the_library_plays_a_table() {
    in_time(async {
        let house = House::open().await;
        let (guests, spectator) = gather(&house, tichu(Length::Rounds(1))).await;
        drop(spectator);
        let playing = guests.into_iter().map(|mut guest| async move {
            guest.table.play(&mut guest.client, parlour_bots::decide).await.expect("the match ends");
            guest.totals()
        });
        let totals = futures::future::join_all(playing).await;
        assert!(totals.iter().all(|other| *other == totals[0]), "{totals:?}");
        house.close().await;
    })
    .await;
}

/// How often a client sends each of its commands.
#[derive(Clone, Copy, PartialEq)]
enum Sends {
    Once,
    Twice,
}

/// Asks, or asks and asks the same again before there is an answer.
async fn ask(client: &mut Client, command: Command, sends: Sends) -> Result<Outcome, Error> {
    let id = client.send(command.clone()).await?;
    if sends == Sends::Once {
        return client.answer(id).await;
    }
    let first = client.repeat(id, command).await;
    let second = client.answer(id).await;
    assert_eq!(text(&first), text(&second), "the same answer");
    first
}

fn text(answer: &Result<Outcome, Error>) -> String {
    match answer {
        Ok(outcome) => format!("{outcome:?}"),
        Err(error) => error.to_string(),
    }
}

/// Plays two rounds against a bot; answers every frame about the game.
async fn evening(sends: Sends) -> Vec<(u64, Vec<Event>)> {
    let house = House::seeded(3, |_| {}).await;
    let mut host = house.enter("Ada").await;
    let (room, _) = create(&mut host, rummikub(2, 2)).await;
    let mut guest = Guest::join(host, room, None).await;
    for command in [
        Command::Sit { room, seat: seat(0) },
        Command::Bot { room, seat: seat(1) },
        Command::Chat { room, text: "Good evening".to_owned() },
        Command::Ready { room, ready: true },
    ] {
        ask(&mut guest.client, command, sends).await.expect("the host may");
    }
    while !guest.table.is_over() {
        guest.listen().await.expect("the server goes on");
        let Some(command) = guest.table.answer(&mut parlour_bots::decide) else { continue };
        if let Command::Act { room, prompt, .. } = command {
            let foolish = match guest.table.view {
                Some(View::Rummikub(ref view)) if view.taken.is_some() => Action::Take { from: Source::Pool },
                _ => Action::Throw { tile: "J".parse().expect("a tile") },
            };
            let action = parlour_engine::Action::Rummikub(foolish);
            let refused = ask(&mut guest.client, Command::Act { room, prompt, action }, sends).await;
            assert!(matches!(refused, Err(Error::Refused(_))), "{refused:?}");
        }
        ask(&mut guest.client, command, sends).await.expect("the bot decides well");
    }
    let told = std::mem::take(&mut guest.told);
    drop(guest);
    house.close().await;
    let game = told.into_iter().map(|(seq, mut events)| {
        events.retain(|event| !matches!(event, Event::Room(_)));
        (seq, events)
    });
    game.collect()
}

#[tokio::test]
async fn a_client_that_repeats_each_command_changes_nothing() {
    in_time(async {
        let (once, twice) = (evening(Sends::Once).await, evening(Sends::Twice).await);
        assert!(once.len() > 20, "a match was played");
        assert_eq!(once, twice, "the same frames under the same numbers");
    })
    .await;
}

/// Who sits where.
fn players(state: &RoomState) -> Vec<Option<String>> {
    let name = |occupant: &Occupant| match occupant {
        Occupant::Player { player, .. } => player.name.clone(),
        Occupant::Bot { name } => name.clone(),
    };
    state.seats.iter().map(|seat| seat.occupant.as_ref().map(name)).collect()
}

#[tokio::test]
async fn a_rematch_is_played_on_the_same_seats() {
    in_time(async {
        let house = House::open().await;
        let (guests, spectator) = gather(&house, rummikub(2, 1)).await;
        let (mut played, spectator) = play(guests, spectator, &[]).await;
        let room = spectator.table.room;
        let before = state(&mut played[0].0.client, room).await;
        for (guest, _) in &mut played {
            let ready = Command::Ready { room, ready: true };
            guest.client.ask(ready).await.expect("a player is ready for the next match");
        }
        let after = state(&mut played[0].0.client, room).await;
        assert_eq!((before.match_number, after.match_number), (1, 2));
        assert_eq!(players(&after), players(&before));
        assert_eq!(
            after.view.map(
                |view| matches!(view, View::Rummikub(view) if view.totals.values().all(|&total| total == 0))
            ),
            Some(true)
        );
        drop((played, spectator));
        house.close().await;
    })
    .await;
}
