//! Streams of lines: each is answered, whatever is in it, in the order in which it came.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::rc::Rc;

use parlour_referee::Question;
use parlour_referee::stream::{self, Tally};

fn check(input: &[u8], expected: &str, errors: u64) {
    // A small buffer lets every line end and begin everywhere in it.
    for capacity in [1, 7, 64 * 1024] {
        let mut output = Vec::new();
        let mut input = BufReader::with_capacity(capacity, input);
        let tally = stream::answer(Question::Rummikub, &mut input, &mut output);
        let lines = expected.lines().count() as u64;
        assert_eq!(String::from_utf8(output).expect("text"), expected);
        assert_eq!(tally.expect("a buffer can be read"), Tally { lines, errors });
    }
}

#[test]
fn every_line_has_an_answer() {
    check(b"", "", 0);
    check(b"R5 J R7", "valid run\n", 0);
    check(b"R5 J R7\nR5\n", "valid run\ninvalid too_short\n", 0);
    check(b"R5 J R7\r\nR5 R6 R7\r\n", "valid run\nvalid run\n", 0);
    check(b"\n\nR5 J R7\n", "invalid too_short\ninvalid too_short\nvalid run\n", 0);
    check(b"R5 J R\xff7\nR5 J R7\n", "error not_text\nvalid run\n", 1);
    check(b"R5 J X\nR5 J R7\nR5 J\0\n", "error bad_tile\nvalid run\nerror bad_tile\n", 2);
}

#[test]
fn a_long_line_is_one_error_and_the_rest_goes_on() {
    for length in [Question::MOST_BYTES + 1, Question::MOST_BYTES + 2, Question::MOST_BYTES + 3, 1_000_000] {
        let mut input = vec![b'R'; length];
        input.extend_from_slice(b"\nR5 J R7\n");
        check(&input, "error line_too_long\nvalid run\n", 1);
        check(&input[..length], "error line_too_long\n", 1);
    }
    let mut input = vec![b' '; Question::MOST_BYTES];
    check(&input, "invalid too_short\n", 0);
    input.extend_from_slice(b"\r\n");
    check(&input, "invalid too_short\n", 0);
}

/// A reader that gives the same line for ever, up to a number of bytes, and is never asked for more than a buffer at once.
struct Endless {
    left: u64,
}

impl Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        bytes[..count].fill(b'7');
        self.left -= count as u64;
        Ok(count)
    }
}

/// A line without an end is read to its end and not kept.
#[test]
fn a_line_without_end_takes_no_memory() {
    let mut input = BufReader::with_capacity(4_096, Endless { left: 300_000_000 });
    let mut output = Vec::new();
    let tally = stream::answer(Question::Tichu, &mut input, &mut output).expect("it can be read");
    assert_eq!(tally, Tally { lines: 1, errors: 1 });
    assert_eq!(output, b"error line_too_long\n");
    assert!(input.fill_buf().expect("it can be read").is_empty());
    assert_eq!(input.capacity(), 4_096);
}

/// One end of a conversation: gives a few bytes at a time, and before that notes how many answers it has had.
struct Asker<'a> {
    bytes: Vec<&'a [u8]>,
    answers: Rc<RefCell<Vec<u8>>>,
    had: Rc<RefCell<Vec<usize>>>,
}

impl Read for Asker<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let answers = self.answers.borrow().iter().filter(|byte| **byte == b'\n').count();
        self.had.borrow_mut().push(answers);
        if self.bytes.is_empty() {
            return Ok(0);
        }
        self.bytes.remove(0).read(into)
    }
}

struct Heard(Rc<RefCell<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn who_asks_a_line_at_a_time_has_the_answer_before_the_next_line() {
    let (answers, had) = (Rc::default(), Rc::default());
    let asker = Asker {
        bytes: vec![b"R5 J R7\n", b"R5\nR6\nR7 ", b"J R9\n", b"R1"],
        answers: Rc::clone(&answers),
        had: Rc::clone(&had),
    };
    let output = BufWriter::new(Heard(answers));
    let tally = stream::answer(Question::Rummikub, &mut BufReader::new(asker), output);
    assert_eq!(tally.expect("it can be read"), Tally { lines: 5, errors: 0 });
    // Whenever more is asked for, whatever was asked in whole lines before is answered; the last reads find the end.
    assert_eq!(had.borrow()[..5], [0, 1, 3, 4, 4]);
}
