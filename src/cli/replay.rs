//! `ulti replay`: recorded deals, checked move by move.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::{Value, json};

use super::input::Input;
use super::settlement::{self, Names};
use crate::rules::{Book, Deal, Record, ReplayError, Seat, Seen, Step};
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
    /// Print instead what this seat knew each time when it had to act, a line each, as `ulti robot`
    /// reads it.
    #[arg(long, value_name = "SEAT", conflicts_with = "json", value_parser = seat)]
    seen_by: Option<Seat>,
}

fn seat(text: &str) -> Result<Seat, String> {
    let number: Option<Seat> = text.parse().ok().and_then(Seat::from_index);
    number.ok_or_else(|| "it is 0, 1 or 2".to_owned())
}

const EXAMPLES: &str = "\
Examples:
  ulti replay evening.jsonl
  ulti replay --json evening.jsonl | jq 'select(.accepted | not)'
  head -1 evening.jsonl | ulti replay -
  ulti replay --seen-by 1 evening.jsonl | ulti robot --level strong";

/// Why a record is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
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
                if let (Some(seat), Ok((record, _))) = (self.seen_by, &checked) {
                    write_seen(seat, record, out)?;
                    continue;
                }
                if checked.is_ok() {
                    accepted += 1;
                } else {
                    refused += 1;
                }
                self.report(out, &input.name, line, &checked)?;
            }
        }
        if !self.json && self.seen_by.is_none() {
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
                let lines = settlement::lines(deal, &Names::new(&record.players));
                writeln!(out, "{file}:{line}: {}", lines.join("\n"))
            }
            Err(reason) => writeln!(out, "{file}:{line}: refused: {reason}"),
        }
    }
}

/// What a seat knew each time when it had to act.
fn write_seen(seat: Seat, record: &Record, out: &mut impl Write) -> anyhow::Result<()> {
    let steps: Vec<Step> = record.steps().collect::<Result<_, _>>()?;
    let mut deal = Deal::new(Arc::new(Book::new(record.rules.rules()?)), record.start())?;
    for (place, step) in steps.iter().enumerate() {
        let before = steps[..place].iter().copied();
        if let Some(seen) = Seen::of(&deal.view(Some(seat)), before)?.filter(|_| deal.turn() == Some(seat)) {
            writeln!(out, "{}", seen.to_json()?)?;
        }
        for event in deal.judge(step.seat, step.action)? {
            deal.apply(&event);
        }
    }
    Ok(())
}

/// Reads a record, plays it, and checks its shuffle.
pub(super) fn check(text: &str) -> Result<(Record, Deal), Refused> {
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
