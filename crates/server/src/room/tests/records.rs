//! Records: what happened in a match, for those who were in the room and for those who came later.

use parlour_engine::{Expect, Length, Variant, tichu};
use parlour_protocol::{Command, Event, Expects, Outcome, Push};

use super::actor::{Client, Habit, House, ROOM, room, seat};
use super::sim::verdict;

fn variant() -> Variant {
    Variant::Tichu(tichu::Variant {
        length: Length::Rounds(2),
        turn_seconds: 60,
        ..tichu::Variant::default()
    })
}

/// All that a player is told of a match, page by page.
async fn told(client: &mut Client, number: Option<u32>) -> Vec<Event> {
    let (mut events, mut next) = (Vec::new(), Some(0));
    while let Some(from) = next {
        let (reply, _) = client.ask(Command::Record { room: room(), number, from }).await;
        let Outcome::Record(record) = reply.outcome else {
            panic!("no record: {reply:?}");
        };
        events.extend(record.moves.into_iter().flat_map(|told| told.events));
        next = record.next;
    }
    events
}

/// The events of the match in a frame.
fn events_of(push: Push) -> Vec<Event> {
    let Push::Events { events, .. } = push else { return Vec::new() };
    events.into_iter().filter(|event| !matches!(event, Event::Room(_))).collect()
}

fn asks(push: &Push) -> Option<Expects> {
    match push {
        Push::Events { prompt, .. } => prompt.as_ref().map(|prompt| prompt.expects),
        _ => None,
    }
}

/// Whose cards a deal shows; none when it is no deal.
fn dealt(event: &Event) -> Option<usize> {
    match event {
        Event::Tichu(tichu::Event::Dealt { cards, .. }) => Some(cards.values().flatten().count()),
        _ => None,
    }
}

fn after_the_first_round(events: &[Event]) -> usize {
    let ends = |event: &Event| matches!(event, Event::Tichu(tichu::Event::RoundEnded { .. }));
    events.iter().position(ends).expect("a round is over") + 1
}

/// While a round is played its record tells each player what its own frames told, and somebody who came later what
/// spectators were told; what is over is told to all in full.
#[tokio::test(start_paused = true)]
async fn a_record_tells_what_frames_told() {
    let house = House::new(Habit::Sensible);
    let (handle, mut host) = house.room(ROOM, variant()).await;
    host.done(Command::Sit { room: room(), seat: seat(0) }).await;
    for number in 1..4 {
        host.done(Command::Bot { room: room(), seat: seat(number) }).await;
    }
    let (reply, _) = host.ask(Command::Record { room: room(), number: None, from: 0 }).await;
    assert_eq!(verdict(&reply), "no_match");
    let (_, pushes) = host.ask(Command::Ready { room: room(), ready: true }).await;
    let mut shown: Vec<Event> = pushes.into_iter().flat_map(events_of).collect();
    // Bots and clocks play the first round to its end, and the second until there is something to follow.
    let mut deals = 0;
    loop {
        let push = host.next_push().await;
        let follows = asks(&push) == Some(Expects::Action(Expect::Follow));
        let events = events_of(push);
        deals += events.iter().filter(|event| dealt(event).is_some()).count();
        shown.extend(events);
        if deals > 2 && follows {
            break;
        }
    }
    let mut watcher = Client::new(2, &handle);
    assert_eq!(verdict(&watcher.join().await), "ok");
    let (own, from_outside) = (told(&mut host, None).await, told(&mut watcher, Some(1)).await);
    let (first, second) = own.split_at(after_the_first_round(&own));
    let (first_outside, second_outside) = from_outside.split_at(after_the_first_round(&from_outside));
    assert_eq!(first, first_outside);
    assert!(first.iter().filter_map(dealt).all(|seats| seats == 4), "what is over lies open");
    assert_eq!(second, &shown[after_the_first_round(&shown)..]);
    assert_eq!(second.len(), second_outside.len());
    assert_eq!(second.iter().filter_map(dealt).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(second_outside.iter().filter_map(dealt).collect::<Vec<_>>(), [0, 0]);
}
