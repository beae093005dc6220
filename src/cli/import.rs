//! The `ulti import` command, which imports recorded deals into the history of a server.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::maintenance::From;
use super::record_input::Input;
use super::replay::{self, CheckedRecord};
use crate::store::{Import, StoreError};
use crate::table::{ServerId, WallClock};

/// Import recorded deals into a server's history
///
/// All records are checked first, as with `ulti replay`. If any record is rejected, nothing is imported and
/// the exit code is 1. The history shows the deals as one evening (a session of deals), with the player names
/// from the records. Imported deals do not count towards leaderboards, statistics or ratings.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti import 41771983423143937 evening.jsonl
  ulti import 41771983423143937 evening.jsonl --again
  ulti simulate --deals 20 --seed 1 --records - | ulti import 41771983423143937 -")]
pub struct ImportCommand {
    /// Discord id of the server.
    server: u64,
    /// File with one record in the ulti-record/1 format per line, or - for standard input.
    file: PathBuf,
    /// Import the records even if some of them are already in the server's history.
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    from: From,
}

/// Error returned if any record is rejected. Contains one message per rejected record, with the file name and
/// line number.
#[derive(Debug, thiserror::Error)]
#[error("no deal was imported:\n{}", .0.join("\n"))]
pub(super) struct RejectedRecords(Vec<String>);

impl ImportCommand {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let imports = match read(&self.file) {
            Ok(imports) => imports,
            Err(error) => match error.downcast::<RejectedRecords>() {
                Ok(refused) => {
                    writeln!(out, "{refused}")?;
                    return Ok(ExitCode::FAILURE);
                }
                Err(other) => return Err(other),
            },
        };
        let imported = self.from.with_store(async |store| {
            let (server, now) = (ServerId(self.server), WallClock::wall().now());
            let imported = if self.again {
                store.import_again(server, &imports, now).await
            } else {
                store.import(server, &imports, now).await
            };
            imported.map_err(|error| match error {
                StoreError::ImportedAlready(_) => {
                    anyhow::anyhow!("{error}; use --again to import it once more")
                }
                other => other.into(),
            })
        })?;
        let named = match imported.deals.as_slice() {
            [one] => format!("#{one}"),
            [first, .., last] => format!("#{first} to #{last}"),
            [] => String::new(),
        };
        writeln!(out, "{} imported as table {}: {named}", imported.deals.len(), imported.table)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads and checks all records in a file.
///
/// # Errors
/// Returns [`RejectedRecords`] if any record is invalid. Returns a different error if the file cannot be read
/// or contains no records.
pub(super) fn read(file: &PathBuf) -> anyhow::Result<Vec<Import>> {
    let input = Input::read(file)?;
    let (mut imports, mut refused) = (Vec::new(), Vec::new());
    for (line, text) in input.documents() {
        let import = replay::check(text).map_err(|refused| refused.to_string()).and_then(
            |CheckedRecord { record, replayed }| {
                Ok((Import::of(record).map_err(|refused| refused.to_string())?, replayed.warnings))
            },
        );
        match import {
            Ok((import, warnings)) => {
                imports.push(import);
                for warning in warnings {
                    eprintln!("{}:{line}: warning: {warning}", input.name);
                }
            }
            Err(reason) => refused.push(format!("{}:{line}: refused: {reason}", input.name)),
        }
    }
    if !refused.is_empty() {
        return Err(RejectedRecords(refused).into());
    }
    anyhow::ensure!(!imports.is_empty(), "{} contains no record", input.name);
    Ok(imports)
}
