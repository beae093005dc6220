//! `ulti import`: deals from elsewhere, into the history of a server.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::input::Input;
use super::keep::From;
use super::{logging, replay};
use crate::store::{Import, StoreError};
use crate::table::{Clock, ServerId};

/// Put recorded deals into the history of a server, where they can be stepped through
///
/// Each record is played by the engine first, and its shuffle checked where it names one, as `ulti
/// replay` does. Where any is refused nothing is imported, and the exit code is 1. They stand in the
/// history as one evening with the names in the records, and count nowhere: in no leaderboard, no
/// statistics, no rating.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti import 41771983423143937 evening.jsonl
  ulti import 41771983423143937 evening.jsonl --again
  ulti simulate --deals 20 --seed 1 --records - | ulti import 41771983423143937 -")]
pub struct ImportCommand {
    /// The server's number at Discord.
    server: u64,
    /// A file of records in ulti-record/1, one a line; - is standard input.
    file: PathBuf,
    /// Import them although the server has imported one of them before.
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    from: From,
}

/// Records that are refused, each with its file and line.
#[derive(Debug, thiserror::Error)]
#[error("nothing is imported:\n{}", .0.join("\n"))]
pub(super) struct Refused(Vec<String>);

impl ImportCommand {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let imports = match read(&self.file) {
            Ok(imports) => imports,
            Err(error) => match error.downcast::<Refused>() {
                Ok(refused) => {
                    writeln!(out, "{refused}")?;
                    return Ok(ExitCode::FAILURE);
                }
                Err(other) => return Err(other),
            },
        };
        logging::runtime()?.block_on(async {
            let store = self.from.store().await?;
            let (server, now) = (ServerId(self.server), Clock::wall().now());
            let imported = if self.again {
                store.import_again(server, &imports, now).await
            } else {
                store.import(server, &imports, now).await
            };
            store.close().await;
            let imported = imported.map_err(|error| match error {
                StoreError::ImportedAlready(_) => anyhow::anyhow!("{error}. `--again` imports it once more"),
                other => other.into(),
            })?;
            let named = match imported.deals.as_slice() {
                [one] => format!("#{one}"),
                [first, .., last] => format!("#{first} to #{last}"),
                [] => String::new(),
            };
            writeln!(out, "{} imported as table {}: {named}", imported.deals.len(), imported.table)?;
            Ok(ExitCode::SUCCESS)
        })
    }
}

/// The records of a file, each of which holds.
///
/// # Errors
/// [`Refused`] where any does not; another where the file can't be read or holds none.
pub(super) fn read(file: &PathBuf) -> anyhow::Result<Vec<Import>> {
    let input = Input::read(file)?;
    let (mut imports, mut refused) = (Vec::new(), Vec::new());
    for (line, text) in input.documents() {
        let import = replay::check(text)
            .map_err(|refused| refused.to_string())
            .and_then(|(record, _)| Import::of(record).map_err(|refused| refused.to_string()));
        match import {
            Ok(import) => imports.push(import),
            Err(reason) => refused.push(format!("{}:{line}: refused: {reason}", input.name)),
        }
    }
    if !refused.is_empty() {
        return Err(Refused(refused).into());
    }
    anyhow::ensure!(!imports.is_empty(), "{} holds no record", input.name);
    Ok(imports)
}
