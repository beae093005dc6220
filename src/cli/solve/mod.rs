//! `ulti solve`: positions with all cards in sight, a line in, a line out.

mod note;
mod part;
mod parti;
mod refused;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::{Map, Value, json};

use self::note::Asked;
use self::part::{Part, Plan};
use self::refused::Refused;
use crate::ai::solver::{Position, Solver, TableSize};
use crate::rules::CardSet;

/// Say what positions come to, with all cards in sight.
///
/// Each line is a JSON object with a position and a question; each answer is a line: the value, how
/// many positions were visited to find it, and every card of whoever's turn it is that keeps it. A
/// line that is no such thing is answered by {"error": "…"}, and the next one is read; the exit code
/// is then 1.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Solve {
    /// The positions, one a line; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

const HELP: &str = r#"A line:
  {"trump": "L", "hands": [["LA", "L7", "H9"], ["LX", "L8", "A8"], ["A9", "HX", "HA"]], "declarer": 0, "lead": 0, "trick": [], "question": "points"}
is answered by
  {"value": 30, "nodes": 39, "best": ["LA", "H9"]}

Fields:
  trump         a suit's letter, A (acorns), L (leaves), H (hearts) or B (bells), or none
  hands         the cards of seats 0, 1 and 2
  declarer      who plays alone
  lead          who leads, or led the cards that lie
  trick         the cards that lie, from the led one on; [] where none does
  talon         the two cards laid down, where they matter; may be left out
  must_beat     whether who can beat has to; true where it is left out
  seven_locked  whether the declarer has to keep the trump VII; false where it is left out
  question      what the declarer comes to from here on:
    points      aces and tens in tricks, ten each, and ten for the last trick
    40-100      1 for 60 such points or more, else 0
    20-100      1 for 80 or more, else 0
    betli       1 for none of the tricks, else 0
    durchmars   1 for all of them, else 0
    ulti        1 for the last trick with the trump VII, else 0
    four-aces   1 for all the aces that are in hands or lie, none in the talon, else 0
    four-tens   the same with the tens
    parti       1 for more points than the defenders, marriages held and the talon's aces and tens
                counted (they are the defenders'), else 0; only where all ten tricks are to be played
    40-100+ulti and the like: each part by itself, {"value": {"40-100": 1, "ulti": 0}, …}, and best too

Examples:
  ulti solve positions.jsonl
  head -1 positions.jsonl | ulti solve -"#;

/// From this many cards a hand on a search needs a large table; making one takes milliseconds.
const LARGE_FROM: u32 = 8;

impl Solve {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        for line in self.open()?.split(b'\n') {
            let line = line.with_context(|| format!("can't read {}", self.file.display()))?;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let answer = answer(&line).unwrap_or_else(|refused| {
                code = ExitCode::FAILURE;
                json!({ "error": refused.to_string() })
            });
            writeln!(out, "{answer}")?;
            out.flush()?; // whoever asks may wait for the answer before asking on
        }
        Ok(code)
    }

    fn open(&self) -> anyhow::Result<Box<dyn BufRead>> {
        if self.file == Path::new("-") {
            return Ok(Box::new(io::stdin().lock()));
        }
        let file = File::open(&self.file).with_context(|| format!("can't read {}", self.file.display()))?;
        Ok(Box::new(BufReader::new(file)))
    }
}

fn answer(line: &[u8]) -> Result<Value, Refused> {
    let asked = Asked::read(line)?;
    let plans: Result<Vec<(Part, Plan)>, Refused> =
        asked.parts.iter().map(|part| Ok((*part, asked.plan(*part)?))).collect();
    let mut solver = Solver::new(table(&asked.position));
    let answers: Vec<(Part, Answer)> =
        plans?.into_iter().map(|(part, plan)| (part, plan.answer(&mut solver, &asked.position))).collect();
    Ok(object(&answers))
}

fn table(position: &Position) -> TableSize {
    let large = position.hands[position.turn()].len() >= LARGE_FROM;
    if large { TableSize::LARGE } else { TableSize::USUAL }
}

/// What one question comes to.
struct Answer {
    value: u32,
    nodes: u64,
    best: CardSet,
}

impl Plan {
    fn answer(self, solver: &mut Solver, position: &Position) -> Answer {
        match self {
            Self::Known(value) => Answer { value, nodes: 0, best: position.playable() },
            Self::Ask(question) => {
                let before = solver.nodes();
                let value = solver.value(position, question);
                let nodes = solver.nodes() - before;
                Answer { value, nodes, best: solver.best(position, question) }
            }
        }
    }
}

/// One part as it is, several by their names.
fn object(answers: &[(Part, Answer)]) -> Value {
    if let [(_, answer)] = answers {
        return json!({ "value": answer.value, "nodes": answer.nodes, "best": answer.best });
    }
    let named = |what: &dyn Fn(&Answer) -> Value| {
        answers.iter().map(|(part, answer)| (part.name().to_owned(), what(answer))).collect::<Map<_, _>>()
    };
    let nodes: u64 = answers.iter().map(|(_, answer)| answer.nodes).sum();
    json!({
        "value": named(&|answer| answer.value.into()),
        "nodes": nodes,
        "best": named(&|answer| json!(answer.best)),
    })
}
