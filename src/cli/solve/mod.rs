//! The `ulti solve` command, which solves positions in which all cards are known.

mod line_error;
mod parti;
mod plan;
mod question;
mod request;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::{Map, Value, json};

use line_error::LineError;
use plan::QuestionPlan;
use question::SolveQuestion;
use request::SolveRequest;
use ulti_ai::solver::{Position, Solver, TableSize};
use ulti_rules::CardSet;

/// Solve positions in which all cards are known
///
/// Each input line is a JSON object with a position and a question. Each output line is a JSON object with
/// the value under best play, the number of positions visited, and the best cards for the player whose turn
/// it is. For an invalid line, the output is {"error": "…"}. The remaining lines are still answered, and
/// the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Solve {
    /// File with one position per line, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

const HELP: &str = r#"The line
  {"trump": "L", "hands": [["LA", "L7", "H9"], ["LX", "L8", "A8"], ["A9", "HX", "HA"]], "declarer": 0, "lead": 0, "trick": [], "question": "points"}
is answered by
  {"value": 30, "nodes": 39, "best": ["LA", "H9"]}

Fields:
  trump         letter of a suit: A (acorns), L (leaves), H (hearts) or B (bells); or none
  hands         cards of seats 0, 1 and 2
  declarer      seat of the player who plays alone
  lead          seat of the player who leads, or led the current trick
  trick         cards in the current trick, the led card first; [] if there are none
  talon         the two discarded cards, if they matter; optional
  must_beat     true if players must beat the trick when they can; default true
  seven_locked  true if the declarer must keep the VII of trumps; default false
  question      the result for the declarer, counted from this position on:
    points      10 per ace and ten in the declarer's tricks, and 10 for the last trick
    40-100      1 if the declarer wins 60 or more such points, else 0
    20-100      1 if the declarer wins 80 or more such points, else 0
    betli       1 if the declarer wins no trick, else 0
    durchmars   1 if the declarer wins every trick, else 0
    ulti        1 if the declarer wins the last trick with the VII of trumps, else 0
    four-aces   1 if the declarer wins all aces in hands and trick and none is in the talon, else 0
    four-tens   1 if the declarer wins all tens in hands and trick and none is in the talon, else 0
    parti       1 if the declarer has more points than the defenders, else 0; marriages count, and
                aces and tens in the talon count for the defenders; all ten tricks must be unplayed
    40-100+ulti and other combinations: value and best have an entry per part, as in
                {"value": {"40-100": 1, "ulti": 0}, …}

Examples:
  ulti solve positions.jsonl
  head -1 positions.jsonl | ulti solve -"#;

/// Minimum number of cards in a hand for which the solver uses a large transposition table.
///
/// The large table takes milliseconds to allocate, so smaller positions do without it.
const LARGE_FROM: u32 = 8;

impl Solve {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        for line in self.open()?.split(b'\n') {
            let line = line.with_context(|| format!("failed to read {}", self.file.display()))?;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let answer = answer(&line).unwrap_or_else(|refused| {
                code = ExitCode::FAILURE;
                json!({ "error": refused.to_string() })
            });
            writeln!(out, "{answer}")?;
            out.flush()?; // the caller may wait for this answer before it sends the next line
        }
        Ok(code)
    }

    fn open(&self) -> anyhow::Result<Box<dyn BufRead>> {
        if self.file == Path::new("-") {
            return Ok(Box::new(io::stdin().lock()));
        }
        let file =
            File::open(&self.file).with_context(|| format!("failed to read {}", self.file.display()))?;
        Ok(Box::new(BufReader::new(file)))
    }
}

fn answer(line: &[u8]) -> Result<Value, LineError> {
    let asked = SolveRequest::read(line)?;
    let plans: Result<Vec<(SolveQuestion, QuestionPlan)>, LineError> =
        asked.parts.iter().map(|part| Ok((*part, asked.plan(*part)?))).collect();
    let mut solver = Solver::new(table(&asked.position));
    let answers: Vec<(SolveQuestion, SolveAnswer)> =
        plans?.into_iter().map(|(part, plan)| (part, plan.answer(&mut solver, &asked.position))).collect();
    Ok(object(&answers))
}

fn table(position: &Position) -> TableSize {
    let large = position.hands[position.turn()].len() >= LARGE_FROM;
    if large { TableSize::LARGE } else { TableSize::USUAL }
}

/// The answer to one question about a position, with the best cards and the number of nodes searched.
struct SolveAnswer {
    value: u32,
    nodes: u64,
    best: CardSet,
}

impl QuestionPlan {
    fn answer(self, solver: &mut Solver, position: &Position) -> SolveAnswer {
        match self {
            Self::Known(value) => SolveAnswer { value, nodes: 0, best: position.playable() },
            Self::Ask(question) => {
                let before = solver.nodes();
                let value = solver.value(position, question);
                let nodes = solver.nodes() - before;
                SolveAnswer { value, nodes, best: solver.best(position, question) }
            }
        }
    }
}

/// Returns the output line as a JSON object.
///
/// If there is more than one question, `value` and `best` are objects that map each question's name to its
/// answer.
fn object(answers: &[(SolveQuestion, SolveAnswer)]) -> Value {
    if let [(_, answer)] = answers {
        return json!({ "value": answer.value, "nodes": answer.nodes, "best": answer.best });
    }
    let named = |what: &dyn Fn(&SolveAnswer) -> Value| {
        answers.iter().map(|(part, answer)| (part.name().to_owned(), what(answer))).collect::<Map<_, _>>()
    };
    let nodes: u64 = answers.iter().map(|(_, answer)| answer.nodes).sum();
    json!({
        "value": named(&|answer| answer.value.into()),
        "nodes": nodes,
        "best": named(&|answer| json!(answer.best)),
    })
}
