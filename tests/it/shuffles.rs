//! What a client says of the shuffle of a round, whatever it was there to see.

use parlour_client::{Checked, Error, Table, Unfair};
use parlour_engine::{Length, tichu as t};
use parlour_protocol::{Command, Event, Push};
use parlour_rules::tichu::Cards;
use parlour_tests::{Guest, House, create, in_time, seat, state, tichu};

/// Plays a round of Tichu beside three bots. Once so many deals were seen the client forgets everything and goes on from a
/// snapshot, as after a restart of either side; `change` sees each deal before the client does. Answers what the client
/// says of the shuffle.
async fn round(forget: usize, mut change: impl FnMut(&mut t::Event)) -> Result<Checked, Unfair> {
    let house = House::open().await;
    let mut host = house.enter("Host").await;
    let (room, _) = create(&mut host, tichu(Length::Rounds(1))).await;
    let mut guest = Guest::join(host, room, None).await.sit(seat(0)).await;
    for number in 1..4 {
        guest.client.ask(Command::Bot { room, seat: seat(number) }).await.expect("the seat is free");
    }
    let mut deals = 0;
    while !guest.table.is_over() {
        if let Some(command) = guest.table.answer(&mut parlour_bots::decide) {
            // It may have come too late; the next frame is decided anew.
            let _ = guest.client.ask(command).await;
        }
        let mut push = guest.client.next().await.expect("the server goes on");
        let before = deals;
        if let Push::Events { events, .. } = &mut push {
            for event in events {
                if let Event::Tichu(event @ t::Event::Dealt { .. }) = event {
                    deals += 1;
                    change(event);
                }
            }
        }
        match guest.table.update(push) {
            Ok(_) => {}
            Err(Error::Unfair { unfair, .. }) => return Err(unfair),
            Err(error) => panic!("{error}"),
        }
        if deals > before && deals == forget {
            let state = state(&mut guest.client, room).await;
            guest.table = Table::new(room, state);
        }
    }
    guest.table.fairness.last().expect("the secret is out").clone()
}

/// Tichu deals twice (T2): missing the first is no reason to call the second unfair.
#[tokio::test]
async fn a_deal_that_was_missed_is_not_called_unfair() {
    for (forget, compared) in [(0, true), (1, true), (2, false)] {
        let checked = in_time(round(forget, |_| {})).await;
        let checked = checked.unwrap_or_else(|unfair| panic!("{forget} deals forgotten: {unfair}"));
        assert_eq!(checked.dealt, compared, "{forget} deals forgotten");
    }
}

/// The client does see it when a card of its own is another one than was shuffled, in either deal.
#[tokio::test]
async fn another_card_than_was_shuffled_is_found() {
    for wrong in [8, 6] {
        let swap = |event: &mut t::Event| {
            if let t::Event::Dealt { cards, count, .. } = event
                && *count == wrong
            {
                let hand = cards[seat(0)].as_mut().expect("its own cards are shown");
                let one = hand.iter().next().expect("a card");
                let other = Cards::DECK.difference(*hand).iter().next().expect("a card of another seat");
                hand.remove(one);
                hand.insert(other);
            }
        };
        assert_eq!(in_time(round(0, swap)).await.expect_err("it is unfair"), Unfair::Dealt, "{wrong} cards");
    }
}
