//! One simulation from its beginning to its end: the lives of a server, and the people who play on it.
//!
//! Invariants: everything happens in one thread, in virtual time, and by the chance of the seed; when the server dies, all
//! that it was doing ends in the middle, and only the disk goes on. After a while nothing goes wrong any more: then every
//! match must end.

use std::cell::{Cell, RefCell};
use std::net::{IpAddr, Ipv4Addr};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use parlour_chance::Chance;
use parlour_engine::fair::Secret;
use parlour_engine::{Action, GameKind, Seat, Variant, View};
use parlour_server::clock::{Clock, Millis};
use parlour_server::room::{Brain, Brains};
use parlour_server::{Config, Crew, Parts, Server};
use tokio::time::sleep;

use crate::chronicle::{Chronicle, Shown};
use crate::disk::Disk;
use crate::person::{Net, Person};
use crate::plan::{PEOPLE, Plan};
use crate::pledge::Tally;
use crate::truth;
use crate::wire::{End, wire};

/// When everything begins, in milliseconds of Unix time.
const START: Millis = 1_700_000_000_000;

/// How long matches may take once nothing goes wrong.
const LONGEST: Duration = Duration::from_secs(3_600);

/// What a simulation came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Stands for all that went over the wires, and when.
    pub(crate) digest: u64,
    /// Frames of rooms that were committed.
    pub(crate) frames: u64,
    /// How often the server died in the middle.
    pub(crate) deaths: u64,
    /// How often it was stopped in order.
    pub(crate) stops: u64,
    /// Matches that were over.
    pub(crate) matches: u64,
    /// Of these, those of which somebody saw every frame.
    pub(crate) whole: u64,
    /// Rooms that were made to fail.
    pub(crate) failed: u64,
    /// What people saw of shuffles.
    pub(crate) shuffles: Tally,
}

impl Summary {
    /// Both together.
    pub(crate) fn with(&self, other: &Summary) -> Summary {
        Summary {
            digest: self.digest ^ other.digest,
            frames: self.frames + other.frames,
            deaths: self.deaths + other.deaths,
            stops: self.stops + other.stops,
            matches: self.matches + other.matches,
            whole: self.whole + other.whole,
            failed: self.failed + other.failed,
            shuffles: self.shuffles.with(&other.shuffles),
        }
    }
}

/// Why a simulation failed.
pub(crate) struct Failure {
    /// The promise that was broken.
    pub(crate) what: String,
    /// What went over the wires before, if it was to be kept.
    pub(crate) lines: Vec<String>,
}

/// How a life of the server ended.
enum Ending {
    /// In the middle of a write.
    Died,
    /// In order.
    Stopped,
    /// Everything is played.
    Over,
    /// A promise was broken.
    Broken(String),
}

/// Runs the simulation of a seed. With `lines` it keeps what goes over the wires.
///
/// # Errors
/// When the server breaks a promise.
pub(crate) fn simulate(seed: u64, lines: bool) -> Result<Summary, Failure> {
    let mut world = World::new(seed, lines);
    let run = world.run();
    let chronicle = world.chronicle.borrow();
    match run {
        Ok(summary) => Ok(Summary { digest: chronicle.digest(), ..summary }),
        Err(what) => Err(Failure { what, lines: chronicle.lines().to_vec() }),
    }
}

struct World {
    chance: Chance,
    plan: Rc<Plan>,
    disk: Arc<Disk>,
    chronicle: Rc<RefCell<Chronicle>>,
    people: Vec<Person>,
    bots: Arc<Bots>,
    now: Millis,
}

/// The way to the server, if somebody listens there.
struct Street {
    server: RefCell<Option<Rc<Server>>>,
    plan: Rc<Plan>,
    chance: RefCell<Chance>,
    clock: Clock,
    trouble: Cell<bool>,
}

impl Net for Street {
    fn connect(&self) -> Option<End> {
        let server = self.server.borrow().clone()?;
        let mut chance = self.chance.borrow_mut();
        let quality = self.plan.wire(self.trouble.get(), &mut chance);
        let (client, far) = wire(quality, Chance::new(chance.bits()));
        server.socket(far, IpAddr::V4(Ipv4Addr::LOCALHOST));
        Some(client)
    }

    fn now(&self) -> u64 {
        self.clock.now()
    }

    fn is_trouble(&self) -> bool {
        self.trouble.get()
    }
}

impl World {
    fn new(seed: u64, lines: bool) -> World {
        let mut chance = Chance::new(seed);
        let plan = Rc::new(Plan::new(&mut chance));
        let disk = Disk::new(Chance::new(chance.bits()));
        let bots = Arc::new(Bots::new(plan.poison));
        let chronicle = Chronicle::new(Arc::clone(&disk), Arc::clone(&bots.failed), lines);
        let people = (0..PEOPLE).map(|number| {
            let hosts = plan.rooms.iter().any(|room| room.host == number);
            Person::new(number, hosts, Chance::new(chance.bits()))
        });
        let people = people.collect();
        World { chance, plan, disk, chronicle: Rc::new(RefCell::new(chronicle)), people, bots, now: START }
    }

    fn run(&mut self) -> Result<Summary, String> {
        let mut summary = Summary::default();
        for life in 0.. {
            match self.live(life) {
                Ending::Died => summary.deaths += 1,
                Ending::Stopped => summary.stops += 1,
                Ending::Over => break,
                Ending::Broken(what) => return Err(what),
            }
            for person in &mut self.people {
                person.bury(&self.chronicle, self.now)?;
            }
            if self.plan.damage && life == 0 {
                self.chronicle.borrow_mut().damage(0);
            }
            self.now += self.chance.below(20_000) as u64;
        }
        for person in &self.people {
            summary.shuffles = summary.shuffles.with(&person.pledger.tally);
        }
        let chronicle = self.chronicle.borrow();
        for &(room, _) in chronicle.open.values() {
            summary.frames += self.disk.committed(room);
            let shown = self.people.iter().flat_map(|person| &person.shown);
            let shown: Vec<&Shown> = shown.filter(|shown| shown.room == room).collect();
            let whole =
                truth::check(&chronicle, room, &shown).map_err(|what| format!("room {room}: {what}"))?;
            summary.matches += u64::from(chronicle.over.contains(&room));
            summary.whole += u64::from(whole);
            summary.failed += u64::from(chronicle.gone.contains(&room));
        }
        Ok(summary)
    }

    /// One life of the server. What it leaves behind is on the disk and with the people.
    fn live(&mut self, life: usize) -> Ending {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.expect("a runtime in this thread");
        let ending = runtime.block_on(self.life(life));
        self.disk.kill();
        // Whatever the server is doing ends here, between two steps.
        drop(runtime);
        ending
    }

    async fn life(&mut self, life: usize) -> Ending {
        let clock = Clock::set_to(self.now);
        let calm_at = START + self.plan.trouble_ms;
        let trouble = life < self.plan.deaths && self.now < calm_at;
        let faults = self.plan.faults(!trouble, &mut self.chance);
        let journal = self.disk.mount(faults, *self.chance.pick(&[0, 1, 20]));
        let stops_at = self.chance.chance(1, 3).then(|| self.chance.below(60_000) as u64);
        let street = Street {
            server: RefCell::new(None),
            plan: Rc::clone(&self.plan),
            chance: RefCell::new(Chance::new(self.chance.bits())),
            clock,
            trouble: Cell::new(self.now < calm_at),
        };
        let mut chance = Chance::new(self.chance.bits());
        let (config, bots) = (self.config(), Arc::clone(&self.bots));
        let server = open(move || Parts {
            journal: Arc::clone(&journal),
            config: config.clone(),
            clock,
            chance: randomness(&mut chance),
            brains: Arc::clone(&bots) as Arc<dyn Brains>,
            draw: secrets(&mut chance),
            crew: Crew::default(),
        });
        let chronicle = Rc::clone(&self.chronicle);
        let course = async {
            *street.server.borrow_mut() = Some(Rc::new(server.await));
            tokio::select! {
                biased;
                () = stopping(&street, stops_at.filter(|_| trouble)) => Ending::Stopped,
                ending = calm_down(&street, calm_at, &self.disk, &chronicle) => ending,
            }
        };
        let plan = &*self.plan;
        let people = self.people.iter_mut().map(|person| {
            person.wake();
            person.live(plan, &street, &self.chronicle)
        });
        let mut people: FuturesUnordered<_> = people.collect();
        let ending = tokio::select! {
            biased;
            () = self.disk.died() => Ending::Died,
            Some(judged) = people.next() => {
                Ending::Broken(judged.expect_err("a person lives as long as nothing is broken"))
            }
            ending = course => ending,
        };
        self.now = clock.now();
        ending
    }

    fn config(&self) -> Config {
        let mut config = Config::default();
        config.limits.queue_frames = self.plan.queue_frames;
        config.server.drain_seconds = 1;
        config.rooms.bot_think_ms = 200;
        config.rooms.absent_seconds = 20;
        config.rooms.next_round_seconds = 5;
        config
    }
}

/// Opens a server, as often as it takes.
async fn open(mut parts: impl FnMut() -> Parts) -> Server {
    loop {
        match Server::open(parts()).await {
            Ok(server) => return server,
            Err(_) => sleep(Duration::from_millis(500)).await,
        }
    }
}

/// Stops the server in order when it is time.
async fn stopping(street: &Street, stops_at: Option<u64>) {
    let Some(at) = stops_at else { return std::future::pending().await };
    sleep(Duration::from_millis(at)).await;
    let Some(server) = street.server.borrow_mut().take() else { return };
    server.stop().await;
    if let Ok(server) = Rc::try_unwrap(server) {
        server.end().await;
    }
}

/// Lets nothing go wrong any more when it is time, and then waits for the end of all matches.
async fn calm_down(street: &Street, calm_at: Millis, disk: &Disk, chronicle: &RefCell<Chronicle>) -> Ending {
    sleep(Duration::from_millis(calm_at.saturating_sub(street.clock.now()))).await;
    street.trouble.set(false);
    disk.heal();
    let mut waited = Duration::ZERO;
    while waited < LONGEST {
        const STEP: Duration = Duration::from_secs(1);
        sleep(STEP).await;
        waited += STEP;
        if chronicle.borrow().is_finished() {
            return Ending::Over;
        }
    }
    Ending::Broken(format!("after {LONGEST:?} without trouble not everything is over"))
}

fn randomness(chance: &mut Chance) -> parlour_server::Chance {
    let source = Mutex::new(Chance::new(chance.bits()));
    parlour_server::Chance::of(move |bytes| {
        let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.iter_mut().for_each(|byte| *byte = source.bits() as u8);
    })
}

fn secrets(chance: &mut Chance) -> Box<dyn Fn() -> Secret + Send + Sync> {
    let source = Mutex::new(Chance::new(chance.bits()));
    Box::new(move || Secret::new(source.lock().unwrap_or_else(PoisonError::into_inner).bytes()))
}

/// The project's bots, of which one may fail.
struct Bots {
    /// The decision in Tichu that fails.
    poison: Option<u64>,
    decided: Arc<AtomicU64>,
    failed: Arc<AtomicBool>,
}

struct Bot {
    poison: Option<u64>,
    decided: Arc<AtomicU64>,
    failed: Arc<AtomicBool>,
}

impl Bots {
    fn new(poison: Option<u64>) -> Bots {
        Bots { poison, decided: Arc::default(), failed: Arc::default() }
    }
}

impl Brains for Bots {
    fn brain(&self, variant: &Variant, _: Seat) -> Box<dyn Brain> {
        let poison = self.poison.filter(|_| variant.game() == GameKind::Tichu);
        Box::new(Bot { poison, decided: Arc::clone(&self.decided), failed: Arc::clone(&self.failed) })
    }
}

impl Brain for Bot {
    fn decide(&mut self, view: &View) -> Option<Action> {
        if let Some(poison) = self.poison
            && self.decided.fetch_add(1, Ordering::Relaxed) + 1 == poison
        {
            self.failed.store(true, Ordering::Relaxed);
            // A panic of which nobody is told but those who catch it.
            std::panic::resume_unwind(Box::new("a bot fails"));
        }
        parlour_bots::decide(view)
    }
}
