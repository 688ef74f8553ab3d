//! The whole server in one thread, in virtual time, with everything going wrong that a seed draws.
//!
//! Real are: rooms, lobby, sessions, sockets with their framing, the codec, the journal's contract, and the bots. In place
//! of the network are [`wire`]s, in place of the disk is a [`disk`], and in place of clock and chance is the seed. Four
//! people play a match of each game on it, while wires are cut behind any byte, frames are late, commands are repeated
//! and come in another order after a reconnect, the server dies at any write and begins anew, and the disk fails and
//! recovers. Each module says which promises it checks.
//!
//! ```sh
//! cargo test -p parlour-tests --test simulation                      # as many seeds as `make test` runs
//! PARLOUR_SEED=7 cargo test -p parlour-tests --test simulation       # one seed, and what went over its wires if it fails
//! PARLOUR_SEEDS=100000 cargo test --release -p parlour-tests --test simulation
//! ```

mod chronicle;
mod disk;
mod hand;
mod mischief;
mod person;
mod plan;
mod pledge;
mod sight;
mod truth;
mod wire;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use pledge::Tally;
use world::{Failure, Summary, simulate};

/// Seeds that `make test` runs.
const SEEDS: u64 = 2_000;

/// Lines before a failure that are shown.
const SHOWN: usize = 60;

/// Runs a seed; a panic is a failure, too.
fn run(seed: u64, lines: bool) -> Result<Summary, Failure> {
    catch_unwind(AssertUnwindSafe(|| simulate(seed, lines))).unwrap_or_else(|panic| {
        let what = panic.downcast_ref::<String>().cloned();
        let what = what.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(Failure { what: what.unwrap_or_else(|| "a panic".to_owned()), lines: Vec::new() })
    })
}

/// Runs a failed seed again to show what led to the failure.
fn explain(seed: u64, what: &str) -> String {
    let lines = run(seed, true).err().map(|failure| failure.lines).unwrap_or_default();
    let shown = lines[lines.len().saturating_sub(SHOWN)..].join("\n");
    format!("{shown}\nseed {seed}: {what}\nPARLOUR_SEED={seed} cargo test -p parlour-tests --test simulation")
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
#[allow(clippy::print_stdout, reason = "what was simulated is told to whoever wants to see it")]
fn nothing_is_lost_and_nothing_is_doubled() {
    let seeds = match number("PARLOUR_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("PARLOUR_SEEDS").unwrap_or(SEEDS),
    };
    let count = seeds.end - seeds.start;
    let next = AtomicU64::new(seeds.start);
    let began = Instant::now();
    let work = || {
        let mut all = Summary::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return all;
            }
            let summary = run(seed, false).unwrap_or_else(|failure| {
                next.store(u64::MAX / 2, Ordering::Relaxed);
                panic!("{}", explain(seed, &failure.what))
            });
            all = all.with(&summary);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let all = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|worker| worker.join().expect("the simulation holds"));
        done.fold(Summary::default(), |all, summary| all.with(&summary))
    });
    println!("{count} seeds in {:.1} s: {all:?}", began.elapsed().as_secs_f64());
    if count >= SEEDS {
        let Summary { deaths, stops, matches, whole, failed, shuffles, .. } = all;
        let enough = deaths > count / 3 && stops > count / 8 && failed > count / 100;
        assert!(enough, "much goes wrong");
        assert!(
            matches + failed >= 2 * count && whole > matches / 2,
            "every match is played, and most are seen"
        );
        let Tally { revealed, mixed, withheld, compared } = shuffles;
        let enough = mixed > revealed / 2 && compared > revealed / 2 && withheld > count / 10;
        assert!(enough, "people take part in the shuffles, and some withhold");
    }
}

/// A seed stands for one course of events, to the millisecond.
#[test]
fn a_seed_is_one_course_of_events() {
    for seed in 0..4 {
        let run = || run(seed, false).unwrap_or_else(|failure| panic!("{}", explain(seed, &failure.what)));
        assert_eq!(run(), run(), "seed {seed}");
    }
}
