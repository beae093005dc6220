//! `ulti replay`: recorded deals, checked move by move.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::input::Input;
use super::settlement::{self, Names};
use crate::rules::{Deal, Record, ReplayError};
use crate::table::shuffle::{self, ShuffleError};

/// Check recorded deals move by move, and say what each pays.
///
/// A file holds one record a line, or one record as a whole document. Every action has to be legal,
/// the result has to be what the deal pays, and the cards have to be those of the shuffle's seed
/// where the record names one. The exit code is 1 where any record is refused.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// Files of records; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object a record.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  ulti replay evening.jsonl
  ulti replay --json evening.jsonl | jq 'select(.accepted | not)'
  head -1 evening.jsonl | ulti replay -";

/// Why a record is refused.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Shuffle(#[from] ShuffleError),
}

impl Refused {
    /// The number of the action at which it went wrong, where it was an action.
    const fn action(&self) -> Option<usize> {
        match self {
            Self::Replay(
                ReplayError::IllegalAction { number, .. } | ReplayError::Unreadable { number, .. },
            ) => Some(*number),
            _ => None,
        }
    }
}

impl Replay {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let (mut accepted, mut refused) = (0_u64, 0_u64);
        for path in &self.files {
            let input = Input::read(path)?;
            for (line, text) in input.documents() {
                let checked = check(text);
                if checked.is_ok() {
                    accepted += 1;
                } else {
                    refused += 1;
                }
                self.report(out, &input.name, line, &checked)?;
            }
        }
        if !self.json {
            writeln!(out, "{accepted} accepted, {refused} refused")?;
        }
        Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn report(
        &self,
        out: &mut impl Write,
        file: &str,
        line: usize,
        checked: &Result<(Record, Deal), Refused>,
    ) -> std::io::Result<()> {
        match checked {
            _ if self.json => writeln!(out, "{}", object(file, line, checked)),
            Ok((record, deal)) => {
                let lines = settlement::lines(deal, &Names(&record.players));
                writeln!(out, "{file}:{line}: {}", lines.join("\n"))
            }
            Err(reason) => writeln!(out, "{file}:{line}: refused: {reason}"),
        }
    }
}

fn check(text: &str) -> Result<(Record, Deal), Refused> {
    let record = Record::from_json(text)?;
    let deal = record.replay()?;
    if let Some(note) = &record.shuffle {
        shuffle::check(note, &record)?;
    }
    Ok((record, deal))
}

fn object(file: &str, line: usize, checked: &Result<(Record, Deal), Refused>) -> Value {
    match checked {
        Ok((record, deal)) => json!({
            "file": file, "line": line, "accepted": true,
            "declarer": deal.contract().map(|(declarer, _)| declarer),
            "contract": deal.contract().map(|(_, contract)| contract),
            "players": record.players,
            "settlement": deal.settlement(),
        }),
        Err(reason) => json!({
            "file": file, "line": line, "accepted": false,
            "action": reason.action(), "reason": reason.to_string(),
        }),
    }
}
