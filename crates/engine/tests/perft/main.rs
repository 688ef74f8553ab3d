//! The numbers of action sequences from stated positions, kept in `cases/`, are what the engine counts.
//!
//! See [`parlour_engine::perft`] for what is counted, and the example `perft` for a command that counts.

mod case;

use case::Case;

/// Counts that take longer than this many sequences are left to the command.
const MOST: u64 = 300_000;

#[test]
fn the_counts_are_those_of_the_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/cases");
    let mut games = [0, 0];
    for file in std::fs::read_dir(folder).expect("the cases are there") {
        let path = file.expect("the folder can be read").path();
        let text = std::fs::read_to_string(&path).expect("a case is text");
        let case = Case::read(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        assert!(!case.counts.is_empty(), "{} states a count", path.display());
        for &(depth, expected) in case.counts.iter().filter(|&&(_, count)| count <= MOST) {
            let counted = case.count(depth).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
            assert_eq!(counted, expected, "{} at depth {depth}", path.display());
        }
        games[usize::from(text.contains("game tichu"))] += 1;
    }
    assert!(games.iter().all(|&cases| cases >= 4), "cases of both games: {games:?}");
}
