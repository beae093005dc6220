//! Tests of `ulti robot`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use serde_json::Value;
use ulti::table::shuffle::{self, Seed};
use ulti_rules::{AnswerLine, Book, Deal, Seat, SeatAction, SeatDocument, Start};

use crate::{simulate, stdout, ulti};

/// A running `ulti robot` process.
struct Robot {
    program: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Robot {
    fn new(level: &str) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ulti"))
            .args(["robot", "--level", level, "--seed", "5"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (program.stdin.take(), BufReader::new(program.stdout.take().unwrap()));
        Self { program, input, output }
    }

    /// Writes a line and returns the line with the answer.
    fn ask(&mut self, line: &str) -> String {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        answer.trim_end().to_owned()
    }

    /// Writes a line that must be rejected and returns the error.
    fn refusal(&mut self, line: &str) -> String {
        let answer: Value = serde_json::from_str(&self.ask(line)).unwrap();
        answer["error"].as_str().unwrap_or_else(|| panic!("expected an error: {answer}")).to_owned()
    }

    /// Closes standard input and returns the exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.program.wait().unwrap().code()
    }
}

/// Returns a deal before the first action. The number determines the dealer and the cards.
fn new_deal(rules: &str, number: u8) -> Deal {
    let dealer = Seat::ALL[usize::from(number % 3)];
    let hands = shuffle::deal(&Seed::from_bytes([number; 32]), dealer);
    Deal::new(Arc::new(Book::preset(rules).unwrap()), Start { dealer, hands, window: 0 }).unwrap()
}

#[test]
fn robot_command_can_play_complete_deals() {
    for (level, rules, deals) in [("random", "rablo", 6), ("random", "4m", 6), ("easy", "4m", 2)] {
        let mut robot = Robot::new(level);
        for number in 0..deals {
            let (mut deal, mut steps) = (new_deal(rules, number), Vec::new());
            while let Some(seat) = deal.turn() {
                let seen = SeatDocument::of(&deal.view(Some(seat)), steps.iter().copied()).unwrap().unwrap();
                let line = seen.to_json().unwrap();
                let answer = robot.ask(&line);
                assert_eq!(robot.ask(&line), answer, "answer depends on earlier lines");
                let AnswerLine(action) = serde_json::from_str(&answer)
                    .unwrap_or_else(|_| panic!("invalid answer {answer} to {line}"));
                for event in deal.judge(seat, action).unwrap() {
                    deal.apply(&event);
                }
                steps.push(SeatAction { seat, action });
            }
        }
        assert_eq!(robot.end(), Some(0));
    }
}

#[test]
fn robot_command_help_contains_valid_example() {
    let help = stdout(&ulti(&["robot", "--help"]));
    let (_, rest) = help.split_once("(here over several):\n").unwrap();
    let (example, rest) = rest.split_once("and a line out:\n").unwrap();
    let line = example.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let mut robot = Robot::new("easy");
    let answer: Value = serde_json::from_str(&robot.ask(&line)).unwrap();
    let shown: Value = serde_json::from_str(rest.lines().next().unwrap()).unwrap();
    let legal = &serde_json::from_str::<Value>(&line).unwrap()["legal"];
    for answer in [answer, shown] {
        let card = |card: &Value| legal["play"].as_array().unwrap().contains(card);
        assert!(answer["kontra"].is_array() || card(&answer["play"]), "{answer}");
    }
    assert_eq!(robot.end(), Some(0));
}

#[test]
fn robot_command_continues_after_invalid_input() {
    let mut robot = Robot::new("easy");
    assert!(robot.refusal("{").contains("`ulti robot --help` shows a line that works"));
    assert!(robot.refusal("[]").contains("failed to parse seat document"));
    assert!(robot.refusal("{\"format\": \"ulti-record/1\"}").contains("this program reads ulti-seat/1"));
    let deal = new_deal("4m", 0);
    let line = |seat| SeatDocument::of(&deal.view(Some(seat)), []).unwrap().unwrap().to_json().unwrap();
    let waiting = robot.refusal(&line(Seat::Zero));
    assert_eq!(waiting, "it is seat 1's turn, and seat 0 has nothing to decide: ask for seat 1");
    let wrong = robot.refusal(&line(Seat::One).replace("\"discard\":true", "\"discard\":false"));
    assert!(wrong.starts_with("legal must be {\"bid\":["), "{wrong}");
    assert!(robot.ask(&line(Seat::One)).starts_with("{\"bid\":"));
    assert_eq!(robot.end(), Some(1));
    assert_eq!(Robot::new("easy").end(), Some(0));
}

#[test]
fn robot_command_accepts_output_of_replay_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.jsonl");
    let records = simulate(&file, "easy,easy,easy", 2);
    let acted = |record: &Value| {
        record["actions"].as_array().unwrap().iter().filter(|step| step["seat"] == 1).count()
    };
    let lines = stdout(&ulti(&["replay", "--seen-by", "1", file.to_str().unwrap()]));
    assert_eq!(lines.lines().count(), records.iter().map(acted).sum::<usize>());
    let mut robot = Robot::new("easy");
    for line in lines.lines() {
        let answer = robot.ask(line);
        assert!(serde_json::from_str::<AnswerLine>(&answer).is_ok(), "{answer}");
    }
    assert_eq!(robot.end(), Some(0));
}
