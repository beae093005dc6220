//! The `ulti move` command, which moves all data to another database.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};
use secrecy::{ExposeSecret, SecretString};

use super::logging;
use crate::config::without_tokens;
use crate::store::{
    DatabaseLocation, DatabaseUse, InvalidLocation, TableSummary, Transfer, TransferProgress, TransferStep,
};

/// Move all data to another database, while the bot is stopped
///
/// The source is only read. All rows are compared at the end. If the move is interrupted, the same command
/// continues it; until it is complete, the bot does not start with the target. Afterwards, set store.url or
/// store.path to the target.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti move sqlite:ulti.db postgres://ulti@db.example/ulti
  ulti move postgres://ulti@db.example/ulti sqlite:ulti.db

A password can be given in the environment variable PGPASSWORD instead of the address.")]
pub struct MoveCommand {
    // These are parsed later, because clap's errors quote the value, which may contain a password.
    /// Database to read, sqlite:FILE or postgres://…
    from: SecretString,
    /// Database to write, which must be empty
    to: SecretString,
}

/// Parses the address of a database. The error does not contain the address.
fn location(name: &str, address: &SecretString) -> anyhow::Result<DatabaseLocation> {
    let location: Result<DatabaseLocation, InvalidLocation> = address.expose_secret().parse();
    location.map_err(|error| anyhow::anyhow!("invalid address {name}: {error}"))
}

impl MoveCommand {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let (from, to) = (location("FROM", &self.from)?, location("TO", &self.to)?);
        if let DatabaseLocation::File(path) = &from {
            anyhow::ensure!(path.is_file(), "no database at {}", without_tokens(&path.display().to_string()));
        }
        let summaries = logging::runtime()?.block_on(transfer(&from, &to))?;
        writeln!(out, "| table | rows | sum of integers | SHA-256 |\n| --- | --- | --- | --- |")?;
        for TableSummary { table, rows, sum, checksum } in summaries {
            writeln!(out, "| {table} | {rows} | {sum} | {checksum} |")?;
        }
        let target = without_tokens(&to.to_string());
        let key = if matches!(to, DatabaseLocation::File(_)) { "store.path" } else { "store.url" };
        Ok(writeln!(out, "Both databases are identical. Set {key} to use {target}.")?)
    }
}

/// Moves the data and shows the progress.
async fn transfer(from: &DatabaseLocation, to: &DatabaseLocation) -> anyhow::Result<Vec<TableSummary>> {
    // The bot must not use either database during the move.
    let uses = [DatabaseUse::alone(from).await?, DatabaseUse::alone(to).await?];
    let transfer = Transfer::begin(from, to).await?;
    if transfer.is_resumed() {
        eprintln!("continuing an interrupted move");
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} rows, {per_sec}") {
        bar.set_style(style);
    }
    let mut current = None;
    let moved = transfer
        .run(|TransferProgress { step, table, done, total }| {
            if current.replace((step, table)) != Some((step, table)) {
                let verb = if step == TransferStep::Copying { "copying" } else { "comparing" };
                bar.reset();
                bar.set_prefix(format!("{verb} {table}"));
            }
            bar.set_length(total);
            bar.set_position(done);
        })
        .await;
    bar.finish_and_clear();
    transfer.close().await;
    for database in uses {
        database.check().await?;
    }
    Ok(moved?)
}
