//! Commands that come together: done in one page or each alone, all see the same, and the journal has the same.

use bytes::Bytes;
use parlour_chance::Chance;
use parlour_engine::{GameKind, Length, Variant, View, rummikub, tichu};
use parlour_protocol::{Command, Outcome, Prompt, Push, ServerMessage, decode_server};

use super::actor::{Client, Habit, House, ROOM, room, say, seat};
use super::sim::verdict;
use crate::connection::Outgoing;
use crate::journal::{Journal, Since};

/// Something that somebody sends, by the place among the clients, or a while in which nothing is sent.
enum Move {
    Put(usize, u64, Command),
    Wait,
}

/// A room with somebody on each seat and a spectator, and all that each of them was sent.
struct Table {
    house: House,
    clients: Vec<Client>,
    heard: Vec<Vec<ServerMessage>>,
}

impl Table {
    async fn new(variant: Variant) -> Table {
        let seats = variant.seats();
        let house = House::new(Habit::Silent);
        let (handle, mut host) = house.room(ROOM, variant).await;
        host.done(Command::Sit { room: room(), seat: seat(0) }).await;
        let mut clients = vec![host];
        for who in 1..=seats {
            let mut client = Client::new(who as u64 + 1, &handle);
            assert_eq!(verdict(&client.join().await), "ok");
            if who < seats {
                client.done(Command::Sit { room: room(), seat: seat(who) }).await;
            }
            clients.push(client);
        }
        let mut table = Table { house, heard: clients.iter().map(|_| Vec::new()).collect(), clients };
        table.wait().await;
        table
    }

    fn listen(&mut self) {
        for (client, heard) in self.clients.iter_mut().zip(&mut self.heard) {
            while let Some(sent) = client.try_next() {
                let Outgoing::Frame(frame) = sent else { panic!("{sent:?}") };
                heard.push(decode_server(&frame).expect("a message of the protocol"));
            }
        }
    }

    fn answers(&self) -> usize {
        let is_answer = |message: &&ServerMessage| matches!(message, ServerMessage::Reply(_));
        self.heard.iter().map(|heard| heard.iter().filter(is_answer).count()).sum()
    }

    /// Sends all of these before anything is done, and waits for the answers.
    async fn put<'a>(&mut self, moves: impl IntoIterator<Item = (usize, u64, &'a Command)>) {
        let mut wanted = self.answers();
        for (who, id, command) in moves {
            self.clients[who].put_with(id, command.clone()).await;
            wanted += 1;
        }
        while self.answers() < wanted {
            tokio::task::yield_now().await;
            self.listen();
        }
    }

    async fn wait(&mut self) {
        tokio::time::sleep(std::time::Duration::from_secs(12)).await;
        self.listen();
    }

    /// What the room waits for, as the newest message says that tells it.
    fn prompt(&self) -> Option<&Prompt> {
        self.heard[0].iter().rev().find_map(|message| match message {
            ServerMessage::Push(Push::Events { prompt, .. }) => prompt.as_ref(),
            ServerMessage::Push(Push::Snapshot { state, .. }) => Some(&state.prompt),
            _ => None,
        })
    }

    fn view(&self, who: usize) -> Option<&View> {
        self.heard[who].iter().rev().find_map(|message| match message {
            ServerMessage::Push(Push::Events { view, .. }) => view.as_ref(),
            ServerMessage::Push(Push::Snapshot { state, .. }) => state.view.as_ref(),
            _ => None,
        })
    }

    /// Something that one of them could send now: mostly what the room waits for.
    fn think(&self, chance: &mut Chance) -> (usize, Command) {
        let anybody = chance.below(self.clients.len());
        let act = |back: u64| {
            let prompt = self.prompt()?;
            let seats: Vec<usize> = prompt.seats.iter().map(|seat| seat.index()).collect();
            let who = *seats.get(anybody % seats.len().max(1))?;
            let action = parlour_bots::decide(self.view(who)?)?;
            Some((who, Command::Act { room: room(), prompt: Some(prompt.number - back), action }))
        };
        let chat = (anybody, say("hello"));
        match chance.below(16) {
            0..=9 => act(0).unwrap_or((anybody, Command::Ready { room: room(), ready: true })),
            10 => act(1).unwrap_or(chat),
            11 => (anybody, Command::Snapshot { room: room() }),
            12 => (anybody, Command::Ready { room: room(), ready: false }),
            // Of who sits it is refused; the last of them sits nowhere.
            13 => (self.clients.len() - 1, Command::Sit { room: room(), seat: seat(0) }),
            14 => (0, Command::Bot { room: room(), seat: seat(1) }),
            _ => chat,
        }
    }

    /// What each was sent, what the journal has of the room, and in how many pages it was written.
    async fn end(mut self) -> (Vec<String>, Vec<Bytes>, usize) {
        self.wait().await;
        let book = self.house.journal.load(room(), Since::Opening).await.expect("the journal works");
        let heard = self.heard.iter().map(|heard| format!("{heard:#?}")).collect();
        (heard, book.entries, self.house.journal.pages(room()))
    }
}

/// An evening in which each waits until the one before has its answer.
async fn one_after_the_other(variant: &Variant, chance: &mut Chance) -> (Vec<Move>, Table) {
    let mut table = Table::new(variant.clone()).await;
    let mut plan = Vec::new();
    let mut ids: Vec<u64> = table.clients.iter().map(|client| client.id).collect();
    for step in 0..240 {
        let seats = variant.seats();
        let (who, command) = match step {
            _ if step < seats => (step, Command::Ready { room: room(), ready: true }),
            _ if step == seats || chance.below(60) == 0 => {
                plan.push(Move::Wait);
                table.wait().await;
                continue;
            }
            _ => table.think(chance),
        };
        // Now and then somebody repeats a command because the answer does not come.
        let again = chance.below(20) == 0;
        ids[who] += u64::from(!again);
        table.put([(who, ids[who], &command)]).await;
        plan.push(Move::Put(who, ids[who], command));
    }
    (plan, table)
}

#[tokio::test(start_paused = true)]
async fn who_comes_together_is_served_as_one_after_the_other() {
    let variants = [
        Variant::Rummikub(rummikub::Variant { length: Length::Rounds(2), ..rummikub::Variant::default() }),
        Variant::Tichu(tichu::Variant { length: Length::Rounds(2), ..tichu::Variant::default() }),
    ];
    for seed in 0..8 {
        let variant = &variants[seed as usize % 2];
        let mut chance = Chance::new(seed);
        let (plan, alone) = one_after_the_other(variant, &mut chance).await;
        let (heard, entries, pages) = alone.end().await;
        let acted = heard[0].matches("Took").count() + heard[0].matches("Played").count();
        assert!(acted > 5, "seed {seed}: {acted}");

        let mut together = Table::new(variant.clone()).await;
        let mut rest = plan.as_slice();
        while let Some(first) = rest.first() {
            let most = 1 + chance.below(24);
            let puts = rest.iter().take(most).map_while(|next| match next {
                Move::Put(who, id, command) => Some((*who, *id, command)),
                Move::Wait => None,
            });
            let puts: Vec<_> = puts.collect();
            rest = &rest[puts.len().max(1)..];
            match first {
                Move::Wait => together.wait().await,
                Move::Put(..) => together.put(puts).await,
            }
        }
        let (heard_then, entries_then, fewer) = together.end().await;
        assert_eq!(entries_then, entries, "seed {seed}");
        for (who, (then, alone)) in heard_then.iter().zip(&heard).enumerate() {
            let differs = then.lines().zip(alone.lines()).find(|(then, alone)| then != alone);
            assert!(then == alone, "seed {seed}, client {who}: {differs:?}");
        }
        assert!(fewer < pages * 3 / 4, "seed {seed}: {fewer} pages instead of {pages}");
    }
}

/// What cannot be written is refused as a whole and changes nothing; a room that is lost tells all who wait.
#[tokio::test(start_paused = true)]
async fn without_the_journal_nothing_of_it_is_done() {
    let mut table = Table::new(Variant::default_of(GameKind::Tichu)).await;
    let heard = |table: &Table| table.heard.iter().map(Vec::len).collect::<Vec<_>>();
    let before = heard(&table);
    let hello = say("hello");
    let all = || (0..5).map(|who| (who, 9, &hello));
    table.house.journal.set_available(false);
    table.put(all()).await;
    assert_eq!(heard(&table), before.iter().map(|count| count + 1).collect::<Vec<_>>(), "an answer each");
    for heard in &table.heard {
        let Some(ServerMessage::Reply(reply)) = heard.last() else { panic!("no answer") };
        assert_eq!(verdict(reply), "unavailable");
    }
    table.house.journal.set_available(true);
    let pages = table.house.journal.pages(room());
    table.put(all()).await;
    assert_eq!(table.house.journal.pages(room()), pages + 1, "the five lines are one page");
    let mut numbers = Vec::new();
    for heard in &table.heard {
        let mut answers = heard.iter().filter_map(|message| match message {
            ServerMessage::Reply(reply) => Some(reply.outcome.clone()),
            ServerMessage::Push(_) => None,
        });
        let Some(Outcome::Ok { seq: Some(seq), .. }) = answers.next_back() else { panic!("it is not done") };
        numbers.push(seq);
    }
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{numbers:?}");
}
