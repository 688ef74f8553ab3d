//! One scripted client: comes in, sits down, plays, talks, loses its connection, comes back, and leaves.
//!
//! Invariants: a person has at most one command under way; everything that goes in or out passes its judge.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use parlour_client::{Client, Decoder, Error, Heard, Options, Table};
use parlour_engine::{Seat, Variant};
use parlour_protocol::{
    Command, Create, ErrorClass, ErrorReply, Invite, Outcome, Push, RoomId, ServerMessage,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::alarm::Alarm;
use crate::judge::{Judge, Violation};
use crate::run::Stage;
use crate::tally::Count;

/// What somebody does in a room.
pub(crate) enum Part {
    /// Opens it, and tells the others its invite.
    Host {
        /// The game and its options.
        variant: Variant,
        /// Where the invite is told.
        tell: watch::Sender<Option<Invite>>,
    },
    /// Takes a seat.
    Guest {
        /// The seat.
        seat: Seat,
        /// Where the invite is told.
        told: watch::Receiver<Option<Invite>>,
    },
    /// Looks on.
    Spectator {
        /// Where the invite is told.
        told: watch::Receiver<Option<Invite>>,
    },
}

/// Why somebody stops before the time is over.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The server broke a promise.
    Broken(Violation),
    /// The server refused what the script needs.
    Refused(Box<ErrorReply>),
    /// The server cannot be reached.
    Away(Error),
    /// The host never told the invite.
    NotInvited,
}

/// A command that is not answered yet.
struct Underway {
    id: u64,
    command: Command,
    /// When it was due.
    due: Instant,
}

/// Moments of a person's script. None lies in the future for ever: what never happens is far away.
struct Agenda {
    /// The next move; none while nobody waits for this seat.
    act: Option<Instant>,
    chat: Instant,
    loss: Instant,
    storm: Instant,
}

/// One scripted client.
pub(crate) struct Person {
    stage: Arc<Stage>,
    client: Client,
    /// Whether it has a connection, as the tally knows.
    there: bool,
    /// Decodes for everybody in the room.
    decoder: Arc<Decoder>,
    judge: Judge,
    table: Option<Table>,
    chance: StdRng,
    agenda: Agenda,
    underway: Option<Underway>,
    /// Rings when the next thing of the agenda is due. It is set anew only for another moment.
    alarm: Alarm,
}

/// How often somebody tries to come back before it gives up.
const TRIES: u32 = 10;

impl Person {
    /// Plays a part until the stage closes.
    pub(crate) async fn perform(
        stage: Arc<Stage>,
        decoder: Arc<Decoder>,
        judge: Judge,
        name: String,
        seed: u64,
        part: Part,
    ) -> Result<(), Stop> {
        let mut person = Person::enter(stage, decoder, judge, name, seed).await?;
        let done = match person.take_part(part).await {
            Ok(()) => person.play().await,
            stopped => stopped,
        };
        person.is_there(false);
        if let Err(Stop::Broken(violation)) = &done {
            let lines: Vec<String> = person.judge.transcript().collect();
            person.stage.tally.violation(format!("{violation}\n{}", lines.join("\n")));
        }
        done
    }

    async fn enter(
        stage: Arc<Stage>,
        decoder: Arc<Decoder>,
        judge: Judge,
        name: String,
        seed: u64,
    ) -> Result<Person, Stop> {
        let mut chance = StdRng::seed_from_u64(seed);
        let views = chance.random_bool(stage.scenario.views);
        let options = Options { name: Some(name), views, ..Options::default() };
        let mut tries = 0;
        let client = loop {
            match Client::connect(&stage.url, options.clone()).await {
                Ok(client) => break client,
                Err(error) if tries == TRIES => return Err(Stop::Away(error)),
                Err(_) => pause(&mut tries).await,
            }
        };
        let scenario = &stage.scenario;
        let (now, far) = (Instant::now(), stage.never());
        let agenda = Agenda {
            act: None,
            chat: next(&mut chance, scenario.chat_per_minute, now, far),
            loss: next(&mut chance, scenario.losses_per_minute, now, far),
            storm: scenario.next_storm(stage.start.elapsed()).map_or(far, |at| stage.start + at),
        };
        let alarm = stage.alarms.alarm(far);
        let (table, underway, there) = (None, None, false);
        let mut person =
            Person { stage, client, there, decoder, judge, table, chance, agenda, underway, alarm };
        person.is_there(true);
        Ok(person)
    }

    /// Tells the tally whether this person has a connection, each change once.
    fn is_there(&mut self, there: bool) {
        if std::mem::replace(&mut self.there, there) != there {
            self.stage.tally.connected(if there { 1 } else { -1 });
        }
    }

    /// Comes into the room and sits down.
    async fn take_part(&mut self, part: Part) -> Result<(), Stop> {
        match part {
            Part::Host { variant, tell } => {
                let create = Command::Create(Create::of(variant));
                let Outcome::Ok { room: Some(room), invite, .. } = self.ask(create).await? else {
                    return Err(broken("create was answered without a room"));
                };
                tell.send_replace(invite);
                self.see(room, None).await?;
                self.sit(room, Seat::all(Seat::MAX).next().expect("a table has a first seat")).await
            }
            Part::Guest { seat, told } => {
                let room = self.join(told).await?;
                self.sit(room, seat).await
            }
            Part::Spectator { told } => self.join(told).await.map(|_| ()),
        }
    }

    async fn join(&mut self, mut told: watch::Receiver<Option<Invite>>) -> Result<RoomId, Stop> {
        let invite = *told.wait_for(Option::is_some).await.map_err(|_| Stop::NotInvited)?;
        match self.ask(Command::Join { room: None, invite }).await? {
            Outcome::Ok { room: Some(room), .. } => {
                self.see(room, None).await?;
                Ok(room)
            }
            _ => Err(broken("join was answered without a room")),
        }
    }

    async fn sit(&mut self, room: RoomId, seat: Seat) -> Result<(), Stop> {
        self.ask(Command::Sit { room, seat }).await?;
        self.see(room, Some(seat)).await
    }

    /// Waits for the snapshot that shows the room with this person on `seat`. Who loses the connection before it came knows
    /// of no frame to resume from, and asks for the room.
    async fn see(&mut self, room: RoomId, seat: Option<Seat>) -> Result<(), Stop> {
        while self.table.as_ref().is_none_or(|table| table.seat != seat) {
            let heard = self.client.hear(&self.decoder).await;
            let is_lost = heard.is_err();
            self.take_in(heard).await?;
            if is_lost {
                self.ask(Command::Snapshot { room }).await?;
            }
        }
        Ok(())
    }

    /// Follows the room and acts when it is time, until the stage closes.
    async fn play(&mut self) -> Result<(), Stop> {
        let stage = self.stage.clone();
        let mut curtain = pin!(stage.curtain.cancelled());
        loop {
            let now = Instant::now();
            let Agenda { act, chat, loss, storm } = self.agenda;
            let idle = self.underway.is_none();
            if stage.is_over() {
                return self.leave().await;
            } else if now >= storm {
                self.bear_storm().await?;
            } else if now >= loss {
                self.lose().await?;
            } else if let (Some(due), true) = (act, idle && act.is_some_and(|due| due <= now)) {
                self.act(due).await?;
            } else if idle && chat <= now {
                self.talk(chat).await?;
            } else {
                // What waits for an answer is not due before it.
                let next = loss.min(storm);
                let next = if idle { next.min(chat).min(act.unwrap_or(next)) } else { next };
                if self.alarm.at() != next {
                    self.alarm.reset(next);
                }
                tokio::select! {
                    // What is due is looked at after each message, too.
                    biased;
                    heard = self.client.hear(&self.decoder) => self.take_in(heard).await?,
                    () = &mut self.alarm => {}
                    () = &mut curtain => {}
                }
            }
        }
    }

    /// Answers the prompt, if it is still this seat that is asked.
    async fn act(&mut self, due: Instant) -> Result<(), Stop> {
        self.agenda.act = None;
        let command = self.table.as_ref().and_then(|table| table.answer(&mut parlour_bots::decide));
        match command {
            Some(command) => self.send(command, due).await,
            None => Ok(()),
        }
    }

    async fn talk(&mut self, due: Instant) -> Result<(), Stop> {
        const LINES: [&str; 4] =
            ["Well played!", "Hm.", "Whose turn is it?", "One more round after this one?"];
        let text = LINES[self.chance.random_range(0..LINES.len())].to_owned();
        self.agenda.chat = self.again(self.stage.scenario.chat_per_minute);
        match &self.table {
            Some(table) => self.send(Command::Chat { room: table.room, text }, due).await,
            None => Ok(()),
        }
    }

    /// Leaves for good. What arrives before the answer is still judged.
    async fn leave(&mut self) -> Result<(), Stop> {
        while self.underway.is_some() {
            let heard = self.client.hear(&self.decoder).await;
            self.take_in(heard).await?;
        }
        let Some(room) = self.table.as_ref().map(|table| table.room) else { return Ok(()) };
        self.ask(Command::Leave { room }).await.map(|_| ())
    }

    /// Sends a command; its answer comes with the other messages.
    async fn send(&mut self, command: Command, due: Instant) -> Result<(), Stop> {
        self.stage.tally.add(Count::Command);
        let id = self.client.next_id();
        self.judge.sends(id, &command);
        self.underway = Some(Underway { id, command: command.clone(), due });
        match self.client.send(command).await {
            Ok(_) => Ok(()),
            Err(error) => self.come_back(error).await,
        }
    }

    /// Sends a command and waits for its answer.
    async fn ask(&mut self, command: Command) -> Result<Outcome, Stop> {
        loop {
            self.send(command.clone(), Instant::now()).await?;
            let id = self.underway.as_ref().map(|underway| underway.id);
            let outcome = loop {
                let heard = self.client.hear(&self.decoder).await;
                let answer = match heard.as_ref().map(|heard| &*heard.message) {
                    Ok(ServerMessage::Reply(reply)) if reply.re == id => Some(reply.outcome.clone()),
                    _ => None,
                };
                self.take_in(heard).await?;
                if let Some(outcome) = answer {
                    break outcome;
                }
            };
            match outcome {
                Outcome::Error(error) if error.retry => wait_for(&error).await,
                Outcome::Error(error) => return Err(Stop::Refused(Box::new(error))),
                done => return Ok(done),
            }
        }
    }

    /// Takes in what came, or comes back when the connection broke.
    async fn take_in(&mut self, heard: Result<Heard, Error>) -> Result<(), Stop> {
        match heard {
            Ok(heard) => self.hear(heard),
            Err(error) => self.come_back(error).await,
        }
    }

    fn hear(&mut self, Heard { text, message }: Heard) -> Result<(), Stop> {
        self.stage.tally.add(Count::Frame);
        self.judge.hears(text, &message).map_err(Stop::Broken)?;
        match &*message {
            ServerMessage::Reply(reply) => self.answered(&reply.outcome)?,
            ServerMessage::Push(push) => self.pushed(push)?,
        }
        self.plan();
        Ok(())
    }

    /// The command under way is answered: the judge has seen that the answer is its.
    fn answered(&mut self, outcome: &Outcome) -> Result<(), Stop> {
        let Some(Underway { id, command, due }) = self.underway.take() else { return Ok(()) };
        match outcome {
            Outcome::Ok { seq, .. } => {
                if let (Command::Act { .. }, Some(seq)) = (&command, seq) {
                    self.judge.acknowledged(*seq).map_err(Stop::Broken)?;
                    self.stage.tally.moved(due);
                }
            }
            Outcome::Welcome(_) | Outcome::Hint { .. } | Outcome::Record(_) => {}
            Outcome::Error(error) => {
                let code = parlour_protocol::encode(&error.code).trim_matches('"').to_owned();
                self.stage.tally.refused(&code);
                // A bot asks for what the referee allows: only time can make it wrong.
                if matches!(error.class, ErrorClass::Rules | ErrorClass::Message) {
                    return Err(Stop::Broken(Violation::Refused { id, code }));
                }
                if let Some(wait) = error.retry_ms {
                    self.agenda.act = Some(Instant::now() + Duration::from_millis(wait.into()));
                }
            }
        }
        Ok(())
    }

    fn pushed(&mut self, push: &Push) -> Result<(), Stop> {
        let Some(table) = &mut self.table else {
            if let Push::Snapshot { room, state, .. } = push {
                self.table = Some(Table::new(*room, state.clone()));
            }
            return Ok(());
        };
        let over = table.is_over();
        match push {
            Push::Events { room, events, prompt, view, .. } if *room == table.room => {
                table.step(events, prompt.as_ref()).map_err(|error| broken(&error.to_string()))?;
                // Two clients of one seat know the same, whether they ask for views or follow the events.
                if view.is_some() && table.view != *view {
                    return Err(broken("the view of a frame is not what its events lead to"));
                }
            }
            push => {
                table.update(push.clone()).map_err(|error| broken(&error.to_string()))?;
            }
        }
        if table.is_over() && !over && table.seat.is_some_and(|seat| seat.index() == 0) {
            self.stage.tally.add(Count::Match);
        }
        Ok(())
    }

    /// Plans the next move when the room waits for this seat.
    fn plan(&mut self) {
        let asked = self.table.as_ref().is_some_and(Table::is_asked);
        if !asked {
            self.agenda.act = None;
        } else if self.agenda.act.is_none() && self.underway.is_none() {
            let think = self.stage.scenario.think;
            let think = self.chance.random_range(think.min_ms..=think.max_ms);
            self.agenda.act = Some(Instant::now() + Duration::from_millis(think.into()));
        }
    }

    /// A storm is there: it hits this client or not, and perhaps another one comes.
    async fn bear_storm(&mut self) -> Result<(), Stop> {
        let (start, far) = (self.stage.start, self.stage.never());
        self.agenda.storm = self.stage.scenario.next_storm(start.elapsed()).map_or(far, |at| start + at);
        let share = self.stage.scenario.storm.map_or(0.0, |storm| storm.share);
        if self.chance.random_bool(share) { self.lose().await } else { Ok(()) }
    }

    /// Loses the connection as the script says.
    async fn lose(&mut self) -> Result<(), Stop> {
        let now = Instant::now();
        if self.agenda.loss <= now {
            self.agenda.loss = self.again(self.stage.scenario.losses_per_minute);
        }
        self.client.hang_up();
        self.come_back(Error::Closed { code: 1006, reason: String::new() }).await
    }

    /// Comes back after the connection broke, and sends again what was not answered, with its own id.
    async fn come_back(&mut self, error: Error) -> Result<(), Stop> {
        if error.is_fault() {
            return Err(broken(&error.to_string()));
        }
        self.stage.tally.add(Count::Lost);
        self.is_there(false);
        self.judge.loses_connection();
        let mut tries = 0;
        while let Err(error) = self.client.reconnect().await {
            if error.is_fault() {
                return Err(broken(&error.to_string()));
            }
            if tries == TRIES {
                return Err(Stop::Away(error));
            }
            pause(&mut tries).await;
        }
        self.is_there(true);
        self.stage.tally.add(Count::Resumed);
        while let Some(push) = self.client.kept() {
            self.hear(Heard::of(push))?;
        }
        if let Some(Underway { id, command, .. }) = &self.underway {
            self.judge.sends(*id, command);
            // A connection that breaks again is noticed when it is read.
            let _ = self.client.send_again(*id, command.clone()).await;
        }
        Ok(())
    }

    /// The next time that something happens so often a minute.
    fn again(&mut self, per_minute: f64) -> Instant {
        let far = self.stage.never();
        next(&mut self.chance, per_minute, Instant::now(), far)
    }
}

/// The next of the events that happen so often a minute, at random (a Poisson process).
fn next(chance: &mut StdRng, per_minute: f64, now: Instant, far: Instant) -> Instant {
    let waits = -(1.0 - chance.random::<f64>()).ln() / per_minute * 60.0;
    Duration::try_from_secs_f64(waits).map_or(far, |waits| (now + waits).min(far))
}

/// Waits before the next try: a quarter of a second, then twice as long each time, at most eight seconds.
async fn pause(tries: &mut u32) {
    tokio::time::sleep(Duration::from_millis(250 << (*tries).min(5))).await;
    *tries += 1;
}

async fn wait_for(error: &ErrorReply) {
    tokio::time::sleep(Duration::from_millis(error.retry_ms.unwrap_or(250).into())).await;
}

fn broken(what: &str) -> Stop {
    Stop::Broken(Violation::Broken(what.to_owned()))
}
