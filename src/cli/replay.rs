//! The `ulti replay` command, which checks recorded deals move by move.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::robot_deals::settlement_text::{self, SeatNames};
use super::{exit_code, record_input};
use crate::table::shuffle::{self, ShuffleError};
use ulti_rules::{Record, ReplayError, Replayed, Seat, SeatDocument};

/// Check recorded deals move by move and print their payments
///
/// Each file contains one record per line or a single JSON record. A record is accepted if every action is
/// legal and the recorded result is correct. If the record contains the seed of the shuffle, the cards must
/// also match the seed. The exit code is 1 if any record is rejected.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// Files with records in the ulti-record/1 format, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object per record.
    #[arg(long)]
    json: bool,
    /// Instead of the results, print one line for each turn of this seat, with everything that the seat knew
    /// at that time. The lines can be passed to `ulti robot`.
    #[arg(long, value_name = "SEAT", conflicts_with = "json", value_parser = seat)]
    seen_by: Option<Seat>,
}

fn seat(text: &str) -> Result<Seat, String> {
    let number: Option<Seat> = text.parse().ok().and_then(Seat::from_index);
    number.ok_or_else(|| "use 0, 1 or 2".to_owned())
}

const EXAMPLES: &str = "\
Examples:
  ulti replay evening.jsonl
  ulti replay --json evening.jsonl | jq 'select(.accepted | not)'
  head -1 evening.jsonl | ulti replay -
  ulti replay --seen-by 1 evening.jsonl | ulti robot --level strong";

/// A record that was replayed, and whose cards match the seed of its shuffle, if it contains one.
pub(super) struct CheckedRecord {
    pub(super) record: Record,
    pub(super) replayed: Replayed,
}

/// Error returned if a recorded deal is rejected.
#[derive(Debug, thiserror::Error)]
pub(super) enum RejectedRecord {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Shuffle(#[from] ShuffleError),
}

impl RejectedRecord {
    /// Returns the number of the rejected action, or `None` if the error is not about a single action.
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
        record_input::for_each(&self.files, |file, line, text| {
            let checked = check(text);
            if let (Some(seat), Ok(checked)) = (self.seen_by, &checked) {
                return write_seen(seat, &checked.record, out);
            }
            *(if checked.is_ok() { &mut accepted } else { &mut refused }) += 1;
            Ok(self.report(out, file, line, &checked)?)
        })?;
        if !self.json && self.seen_by.is_none() {
            writeln!(out, "{accepted} accepted, {refused} refused")?;
        }
        Ok(exit_code(refused == 0))
    }

    fn report(
        &self,
        out: &mut impl Write,
        file: &str,
        line: usize,
        checked: &Result<CheckedRecord, RejectedRecord>,
    ) -> std::io::Result<()> {
        match checked {
            _ if self.json => writeln!(out, "{}", object(file, line, checked)),
            Ok(CheckedRecord { record, replayed }) => {
                let lines = settlement_text::lines(&replayed.deal, &SeatNames::new(&record.players));
                writeln!(out, "{file}:{line}: {}", lines.join("\n"))?;
                replayed.warnings.iter().try_for_each(|warning| writeln!(out, "  warning: {warning}"))
            }
            Err(reason) => writeln!(out, "{file}:{line}: refused: {reason}"),
        }
    }
}

/// Writes one JSON line for each turn of a seat.
///
/// Each line contains everything that the player at this seat knew at that turn.
fn write_seen(seat: Seat, record: &Record, out: &mut impl Write) -> anyhow::Result<()> {
    let positions = record.positions()?;
    for (place, (deal, _)) in positions.iter().enumerate() {
        let before = positions[..place].iter().map(|(_, step)| *step);
        if let Some(seen) =
            SeatDocument::of(&deal.view(Some(seat)), before)?.filter(|_| deal.turn() == Some(seat))
        {
            writeln!(out, "{}", seen.to_json()?)?;
        }
    }
    Ok(())
}

/// Parses a record and replays its deal.
///
/// If the record contains the seed of the shuffle, also verifies that the cards were dealt from this seed.
pub(super) fn check(text: &str) -> Result<CheckedRecord, RejectedRecord> {
    let record = Record::from_json(text)?;
    let replayed = record.replay_with_warnings()?;
    if let Some(note) = &record.shuffle {
        shuffle::check(note, &record)?;
    }
    Ok(CheckedRecord { record, replayed })
}

fn object(file: &str, line: usize, checked: &Result<CheckedRecord, RejectedRecord>) -> Value {
    match checked {
        Ok(CheckedRecord { record, replayed: Replayed { deal, warnings } }) => json!({
            "file": file, "line": line, "accepted": true,
            "declarer": deal.contract().map(|(declarer, _)| declarer),
            "contract": deal.contract().map(|(_, contract)| contract),
            "players": record.players,
            "settlement": deal.settlement(),
            "warnings": warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }),
        Err(reason) => json!({
            "file": file, "line": line, "accepted": false,
            "action": reason.action(), "reason": reason.to_string(),
        }),
    }
}
