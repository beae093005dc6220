//! Moves all data from one database to another, in either direction between a file and a server.
//!
//! Rows are copied in the order of their keys, a chunk per transaction. If the transfer is interrupted, it
//! continues after the last copied row. Until it is complete, the target has a marker, and the bot refuses to
//! use it. At the end, both databases are read again and compared row by row.

mod copy;
mod progress;
mod sequences;
mod verify;

use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::location::DatabaseLocation;
use super::sql::{query, query_scalar};
use super::{Result, Store, StoreError};
use crate::store::schema::{META, TABLES};
use progress::MARKER;
pub use progress::{TransferProgress, TransferStep};
pub use verify::TableSummary;

/// A transfer from one database to another.
#[derive(Debug)]
pub struct Transfer {
    source: Store,
    target: Store,
    /// `true` if an earlier transfer from the same source was interrupted.
    is_resumed: bool,
}

impl Transfer {
    /// Opens both databases and marks the target as incomplete.
    ///
    /// # Errors
    /// Returns an error if the source has another schema than this version, if the target is neither empty
    /// nor that of an interrupted transfer from the same source, or if a database cannot be opened.
    pub async fn begin(from: &DatabaseLocation, to: &DatabaseLocation) -> Result<Self> {
        if is_same(from, to) {
            return Err(StoreError::SameDatabase);
        }
        let (from, to) = (from.clone().without_statement_timeout(), to.clone().without_statement_timeout());
        let source = Store::open_to_look(&from).await?;
        let begun = Self::begin_from(&source, &from, &to).await;
        match begun {
            Ok((target, is_resumed)) => Ok(Self { source, target, is_resumed }),
            Err(error) => {
                source.close().await;
                Err(error)
            }
        }
    }

    async fn begin_from(
        source: &Store,
        from: &DatabaseLocation,
        to: &DatabaseLocation,
    ) -> Result<(Store, bool)> {
        if source.pending_migrations().await? > 0 {
            return Err(StoreError::OlderSchema(from.to_string()));
        }
        if source.marker().await?.is_some() {
            return Err(StoreError::IncompleteMove(from.to_string()));
        }
        let target = Store::open_incomplete(to).await?;
        match mark(&target, fingerprint(from)).await {
            Ok(is_resumed) => Ok((target, is_resumed)),
            Err(error) => {
                target.close().await;
                Err(error)
            }
        }
    }

    /// Returns `true` if the transfer continues an interrupted one.
    pub const fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Copies all rows, compares both databases, and removes the marker. Returns a summary of each table.
    ///
    /// # Errors
    /// Returns [`StoreError::DifferentRows`] if the databases differ afterwards, or another error if a row
    /// cannot be read or written. The marker is then kept.
    pub async fn run(&self, mut report: impl FnMut(TransferProgress) + Send) -> Result<Vec<TableSummary>> {
        for table in &TABLES {
            copy::rows(&self.source, &self.target, table, &mut report).await?;
        }
        copy::meta(&self.source, &self.target).await?;
        sequences::copy(&self.source, &self.target).await?;
        let mut summaries = Vec::with_capacity(TABLES.len() + 1);
        for table in TABLES.iter().chain([&META]) {
            summaries.push(verify::compare(&self.source, &self.target, table, &mut report).await?);
        }
        self.target.backend.analyze().await;
        self.target.execute(query!("DELETE FROM meta WHERE name = $1", [MARKER])).await?;
        Ok(summaries)
    }

    /// Closes both databases.
    pub async fn close(self) {
        self.source.close().await;
        self.target.close().await;
    }
}

impl Store {
    /// Returns the value of the marker of an incomplete transfer, or `None` if the database is complete.
    pub(super) async fn marker(&self) -> Result<Option<i64>> {
        Ok(query_scalar!("SELECT value FROM meta WHERE name = $1", [MARKER])
            .fetch_optional(&self.readers)
            .await?)
    }
}

/// Marks a target as incomplete. Returns `true` if it was already marked by a transfer from the same source.
async fn mark(target: &Store, fingerprint: i64) -> Result<bool> {
    match target.marker().await? {
        Some(earlier) if earlier == fingerprint => return Ok(true),
        Some(_) => return Err(StoreError::OtherMove(target.backend.name())),
        None => {}
    }
    for table in &TABLES {
        if table.count(&target.readers).await? > 0 {
            return Err(StoreError::TargetNotEmpty(target.backend.name()));
        }
    }
    target.execute(query!("INSERT INTO meta (name, value) VALUES ($1, $2)", [MARKER, fingerprint])).await?;
    Ok(false)
}

/// Returns a number that identifies a source.
fn fingerprint(location: &DatabaseLocation) -> i64 {
    let name = match location {
        DatabaseLocation::File(path) => absolute(path),
        DatabaseLocation::Postgres(server) => server.to_string(),
    };
    let digest = Sha256::digest(name);
    i64::from_be_bytes([
        digest[0], digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7],
    ])
}

fn is_same(one: &DatabaseLocation, other: &DatabaseLocation) -> bool {
    match (one, other) {
        (DatabaseLocation::File(one), DatabaseLocation::File(other)) => absolute(one) == absolute(other),
        (DatabaseLocation::Postgres(one), DatabaseLocation::Postgres(other)) => {
            one.to_string() == other.to_string()
        }
        _ => false,
    }
}

fn absolute(path: &Path) -> String {
    std::fs::canonicalize(path)
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
        .display()
        .to_string()
}
