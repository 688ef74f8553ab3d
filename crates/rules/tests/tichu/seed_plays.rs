//! Every line of the first collection of cases: what lies, a play, the verdict.

use parlour_rules::tichu::{Turn, cards_without_suits, readings};

#[test]
fn every_line_has_its_verdict() {
    let lines = include_str!("../data/tichu-plays.txt").lines().filter(|line| !line.starts_with('#'));
    let mut verdicts = [0, 0];
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [lying, play, verdict] = words[..] else { panic!("{line}") };
        let cards = |text| cards_without_suits(text).unwrap_or_else(|error| panic!("{line}: {error}"));
        // A single Phoenix lies as it was led. What lies before it is not in these cases.
        let on = (lying != "-").then(|| readings(cards(lying), None)[0].combination);
        let judged = Turn::new(cards(play), on).judge_play(cards(play), None);
        assert_eq!(judged.is_ok(), verdict == "legal", "{line}: {judged:?}");
        verdicts[usize::from(judged.is_ok())] += 1;
    }
    assert_eq!(verdicts, [27, 20], "illegal and legal lines");
}
