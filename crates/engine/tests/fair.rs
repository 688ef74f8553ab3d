//! Rounds that are dealt from shuffles: their transcripts pass, and every lie in them is found in its round.

use parlour_engine::fair::{Nonce, Secret, Share, Shuffle, Unfair};
use parlour_engine::transcript::{Fault, Recorder, Verified, replay, verify};
use parlour_engine::{BySeat, Input, Match, Seat, Variant, Waits};

const ROOM: &str = "Q2H9Z1QT";

/// The attempts of a round: in round 2 seat 1 withholds its nonce and the cards are shuffled anew without it; seat 2 is
/// a bot.
fn attempts(round: u16, seats: usize) -> Vec<Shuffle> {
    let shuffle = |attempt: u8, withholds: bool| {
        let secret = Secret::new([attempt * 16 + round as u8; 32]);
        let shares = BySeat::new(seats, |seat| {
            let nonce = Nonce::new([attempt * 64 + seat.index() as u8 * 16 + round as u8; 32]);
            let hash = nonce.hash(ROOM, round, seat);
            match seat.index() {
                1 if withholds => Share::Withheld { hash },
                1 if attempt > 1 => Share::Absent,
                2 => Share::Absent,
                _ => Share::Given { hash, nonce },
            }
        });
        Shuffle { round, attempt, commitment: secret.commitment(), shares, secret }
    };
    if round == 2 { vec![shuffle(1, true), shuffle(2, false)] } else { vec![shuffle(1, false)] }
}

/// The transcript of three rounds that the clock plays alone.
fn transcript(variant: &str) -> String {
    let (game, options) = variant.split_once(' ').expect("a game and its options");
    let variant = match game {
        "rummikub" => Variant::Rummikub(options.parse().expect("options")),
        _ => Variant::Tichu(options.parse().expect("options")),
    };
    let mut table = Match::new(variant.clone()).expect("the options make sense");
    let mut recorder = Recorder::in_room(variant.game(), &variant, &ROOM);
    loop {
        let input = match table.waits() {
            Waits::Deal if table.round() == 3 => return recorder.into_text(),
            Waits::Nothing => return recorder.into_text(),
            Waits::Deal => {
                let attempts = attempts(table.round() + 1, table.seats());
                attempts.iter().for_each(|shuffle| recorder.shuffle(shuffle));
                let dealt = attempts.last().expect("somebody shuffles");
                Input::Deal(dealt.seed(variant.game(), ROOM))
            }
            Waits::Seats(..) | Waits::BombWindow { .. } => Input::Timeout,
        };
        let outcome = table.apply(input.clone());
        recorder.record(&input, &outcome);
    }
}

/// Three rounds of each game; the pool of Rummikub is renewed twice a round (R12).
fn transcripts() -> [String; 2] {
    ["rummikub seats=3 reshuffles=2 rounds=4", "tichu rounds=4"].map(transcript)
}

fn verdicts(text: &str) -> Vec<Result<(), Fault>> {
    verify(text).expect("a transcript").into_iter().map(|round| round.verdict).collect()
}

/// The text with the line that starts with `start`, after the `skip` lines before it, changed by `change`.
fn changed(text: &str, skip: usize, start: &str, change: impl Fn(&str) -> String) -> String {
    let mut skip = skip;
    let mut found = false;
    let lines = text.lines().map(|line| {
        let here = !found && line.starts_with(start) && skip == 0;
        skip -= usize::from(!found && !here && line.starts_with(start));
        found |= here;
        if here { change(line) } else { line.to_owned() }
    });
    let lines: Vec<String> = lines.collect();
    assert!(found, "no {start}");
    lines.join("\n") + "\n"
}

/// The line with its last digit or word changed.
fn other_end(line: &str) -> String {
    let end = line.chars().next_back().expect("a line");
    line[..line.len() - 1].to_owned() + if end == '0' { "1" } else { "0" }
}

/// The transcript of Rummikub stands among the golden ones, so that old matches can be verified for ever.
#[test]
fn the_golden_transcript_is_dealt_as_ever() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts/rummikub/r02-fair-deals.txt");
    let [text, _] = transcripts();
    let head =
        "# R2, R12: three rounds that are dealt from shuffles; in the second a seat withholds its nonce.\n";
    let text = head.to_owned() + &text;
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        std::fs::write(path, &text).expect("a transcript can be written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("the golden transcript"), text);
}

#[test]
fn honest_transcripts_pass() {
    for text in transcripts() {
        assert_eq!(verdicts(&text), [Ok(()); 3]);
        let rounds = verify(&text).expect("a transcript");
        let attempts: Vec<usize> = rounds.iter().map(|round: &Verified| round.attempts.len()).collect();
        assert_eq!(attempts, [1, 2, 1]);
        assert_eq!(rounds.iter().map(|round| round.round).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(replay(&text).expect("a transcript").differences().count(), 0);
    }
    assert!(transcripts()[0].contains("reshuffled"));
}

#[test]
fn every_lie_is_found_in_its_round() {
    let one = Seat::new(1).expect("a seat");
    for text in transcripts() {
        // Round 3 may be another match after another round 2, so what is said of it does not matter.
        let verdicts = |text: &str| verdicts(text)[..2].to_vec();
        let round = |verdict: Fault| vec![Ok(()), Err(verdict)];
        let unfair = |unfair: Unfair| round(Fault::Unfair(unfair));
        // Lines of round 2: its first attempt is the second block of the file, its second the third.
        let lie =
            |skip, start, change: &dyn Fn(&str) -> String| verdicts(&changed(&text, skip, start, change));
        assert_eq!(lie(1, "* commitment", &other_end), unfair(Unfair::Commitment));
        assert_eq!(lie(1, "* secret", &other_end), unfair(Unfair::Commitment));
        assert_eq!(lie(2, "* secret", &other_end), unfair(Unfair::Commitment));
        let zero = Seat::new(0).expect("a seat");
        assert_eq!(lie(1, "* seat 0", &other_end), unfair(Unfair::Nonce(zero)));
        assert_eq!(
            verdicts(&changed(&text, 2, "* seat 1", |line| {
                line.replace("absent", &format!("hash {0} nonce {0}", "00".repeat(32)))
            })),
            unfair(Unfair::Nonce(one))
        );
        // A nonce that did not come is passed over in silence: then another deck was dealt.
        let line = line_of(&text, 1, "> deal");
        assert_eq!(lie(2, "* seat 0", &|_| "* seat 0 absent".to_owned()), round(Fault::Different { line }));
        // The withheld attempt is left out, or counted wrongly.
        let numbered = |line: &str| line.replace("attempt 2", "attempt 1");
        assert_eq!(lie(2, "* round", &numbered), unfair(Unfair::Attempts));
        if text.starts_with("game rummikub") {
            assert_eq!(lie(2, "* seat 2", &|_| "# left out".to_owned()), unfair(Unfair::Seats));
        }
        // The cards are others, or are not told.
        let told = changed(&text, 1, "> deal", |line| line.to_owned() + "\nrecord");
        let told = told.replace("\nrecord\ndealt", "\n# dealt");
        assert_eq!(verdicts(&told), round(Fault::Untold { line }));
        let seed = "00".repeat(32);
        assert_eq!(
            verdicts(&changed(&text, 1, "> deal", |line| format!("{line} {seed}"))),
            unfair(Unfair::Uncommitted)
        );
    }
}

/// R12: the new pool of a reshuffle is as fixed as the deal.
#[test]
fn a_pool_that_was_shuffled_otherwise_is_found() {
    let [text, _] = transcripts();
    let second = text.rfind("reshuffled").expect("the pool was renewed");
    let (before, after) = text.split_at(second);
    let (tile, other) = (after.find("took").expect("a tile is taken"), "took 0 pool J");
    let line = before.lines().count() + after[..tile].lines().count();
    let end = tile + after[tile..].find('\n').expect("a line ends");
    let lie = format!("{before}{}{other}{}", &after[..tile], &after[end..]);
    let [.., Err(Fault::Different { line: found })] = verdicts(&lie)[..] else {
        panic!("the lie was not found");
    };
    assert!(found.abs_diff(line) <= 2, "line {found}, not {line}");
}

/// A deal from a seed alone was agreed upon by nobody, and neither was a round in which the transcript begins.
#[test]
fn without_a_commitment_no_round_passes() {
    let seed = "07".repeat(32);
    for (text, round) in [
        (format!("game tichu\n> deal {seed}\n"), 1),
        (format!("game rummikub\nseed {seed}\n> deal\n"), 1),
        ("game tichu\nposition\nround 3\nhand 0 2j\nhand 1 3j\nhand 2 4j\nhand 3 5j\nwon 0 rest\nturn 0\n> timeout\n".to_owned(), 3),
    ] {
        let found = verify(&text).expect("a transcript");
        let found: Vec<_> = found.into_iter().map(|found| (found.round, found.verdict)).collect();
        assert_eq!(found, [(round, Err(Unfair::Uncommitted.into()))], "{text}");
    }
    assert_eq!(verify("game tichu\n> timeout\n! round_over\n").expect("a transcript"), []);
}

#[test]
fn a_fault_in_a_block_names_its_line() {
    let [digits, short] = ["0a".repeat(32), "0a".repeat(31)];
    let head = format!("game tichu\nroom {ROOM}\n* round 1 attempt 1\n* commitment {digits}\n");
    for (text, line) in [
        ("game tichu\nroom\n".to_owned(), 2),
        ("game tichu\n* commitment 00\n".to_owned(), 2),
        ("game tichu\n* round 1 attempt 256\n".to_owned(), 2),
        ("game tichu\n* round 1 attempt 1\n".to_owned(), 2),
        ("game tichu\n* round 1 attempt 1\n> timeout\n".to_owned(), 2),
        (format!("game tichu\n* round 1 attempt 1\n* commitment {short}\n"), 3),
        (format!("{head}* seat 1 absent\n"), 5),
        (format!("{head}* seat 0 present\n"), 5),
        (format!("{head}* seat 0 hash {digits}\n"), 5),
        (format!("{head}* seat 0 hash {digits} nonce {short}\n"), 5),
        (format!("{head}* seat 0 absent\n* secret {short}\n"), 6),
        (format!("{}* secret {digits}\n> deal\n", head.replace("room Q2H9Z1QT", "")), 6),
    ] {
        assert_eq!(verify(&text).expect_err(&text).line, line, "{text}");
    }
}

/// The number of the line that starts with `start`, after the `skip` lines before it.
fn line_of(text: &str, skip: usize, start: &str) -> usize {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| line.starts_with(start));
    lines.nth(skip).expect("a line that starts so").1
}
