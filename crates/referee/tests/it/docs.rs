//! What the documents show is what the referee answers.

use std::io::BufReader;

use parlour_referee::{Answer, Question, stream};
use serde::Deserialize;

const REFERENCE: &str = include_str!("../../../../docs/referee.md");
const README: &str = include_str!("../../../../README.md");

/// The text between single quotes behind `command`, with its escapes.
fn quoted<'a>(text: &'a str, command: &str) -> Option<&'a str> {
    text.split_once(command)?.1.strip_prefix(" '")?.split_once('\'').map(|(quoted, _)| quoted)
}

/// The lines that a shell command sends, and the question that it asks.
fn asked(command: &str) -> Option<(String, Question)> {
    let lines = match quoted(command, "printf") {
        Some(format) => format.replace("\\n", "\n"),
        None => format!("{}\n", quoted(command, "echo")?),
    };
    let name = command.split_once("parlour referee ")?.1.split_whitespace().next()?;
    Some((lines, Question::named(name).expect("a command asks a question")))
}

fn answers(lines: &str, question: Question) -> String {
    let mut output = Vec::new();
    stream::answer(question, &mut BufReader::new(lines.as_bytes()), &mut output)
        .expect("a buffer can be read");
    String::from_utf8(output).expect("answers are text")
}

#[test]
fn the_commands_of_the_reference_print_what_it_shows() {
    let mut shown = 0;
    for block in REFERENCE.split("```sh\n").skip(1) {
        let block = block.split_once("```").expect("a block ends").0;
        let Some((command, output)) = block.strip_prefix("$ ").and_then(|block| block.split_once('\n'))
        else {
            continue;
        };
        if let Some((lines, question)) = asked(command) {
            assert_eq!(answers(&lines, question), output, "{command}");
            shown += 1;
        }
    }
    assert_eq!(shown, 3, "commands with an answer");
}

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    let shown = README.lines().filter_map(|line| {
        let (command, answer) = line.split_once('#')?;
        let (lines, question) = asked(command)?;
        assert_eq!(answers(&lines, question).trim_end(), answer.trim(), "{command}");
        Some(())
    });
    assert_eq!(shown.count(), 2, "commands with an answer");
}

#[test]
fn the_request_of_the_reference_is_answered_as_it_shows() {
    #[derive(Deserialize)]
    struct Request {
        lines: Vec<String>,
    }
    let (command, rest) = REFERENCE
        .split_once("$ curl ")
        .and_then(|(_, rest)| rest.split_once('\n'))
        .expect("a request is shown");
    let name = command.split_once("/api/referee/").expect("an address").1.split(' ').next();
    let question = name.and_then(Question::named).expect("it asks a question");
    let request: Request = serde_json::from_str(quoted(command, "-d").expect("a body")).expect("it is JSON");
    let answers: Vec<Answer> = request.lines.iter().map(|line| question.ask(line)).collect();
    let answered = format!("{{\"answers\":{}}}", serde_json::to_string(&answers).expect("answers are JSON"));
    assert_eq!(rest.lines().next(), Some(answered.as_str()), "{command}");
}
