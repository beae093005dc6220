//! Handle to an open database.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Sqlite, SqlitePool, Transaction};

use super::Result;
use super::file::identity::OpenedFiles;
use super::file::temporary_copy::TemporaryCopy;
use super::file::wal_tail::WalTail;
use super::journal::commit_queue::CommitQueue;
use crate::table::TableLimits;

/// Maximum time to wait for a database lock held by another process, such as a backup tool.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A handle to an open database. Clones share the same connections.
#[derive(Debug, Clone)]
pub struct Store {
    /// Pool with a single connection, which is used for all writes to the database.
    pub(super) writer: SqlitePool,
    /// Pool of read-only connections.
    pub(super) readers: SqlitePool,
    pub(super) commits: CommitQueue,
    pub(super) path: PathBuf,
    pub(super) files: OpenedFiles,
    pub(super) torn: WalTail,
    pub(super) limits: TableLimits,
    /// Temporary copy of the database, if this is a store for reading a file on a read-only mount.
    pub(super) _copy: Option<Arc<TemporaryCopy>>,
}

impl Store {
    /// Limits the number of open tables. By default, any number of tables may be open.
    #[must_use]
    pub const fn with_most(mut self, most: TableLimits) -> Self {
        self.limits = most;
        self
    }

    /// Returns how much data was discarded from the end of the write-ahead log when the database was opened.
    pub const fn torn(&self) -> WalTail {
        self.torn
    }

    /// Returns the number of group commits since the database was opened.
    ///
    /// A group commit writes all table actions that arrived while the previous one was being written.
    pub fn commits(&self) -> u64 {
        self.commits.groups()
    }

    /// Executes a statement in its own transaction and returns the number of affected rows.
    pub(super) async fn execute(&self, statement: Query<'_, Sqlite, SqliteArguments>) -> Result<u64> {
        let mut write = self.write().await?;
        let done = statement.execute(&mut *write).await?;
        write.commit().await?;
        Ok(done.rows_affected())
    }

    /// Waits for running operations to finish and closes the database, checkpointing the write-ahead log.
    pub async fn close(&self) {
        // SQLite checkpoints the log when the last connection closes, which a read-only connection can't do.
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Begins a write transaction. The transaction is rolled back if it is dropped without being committed.
    pub(super) async fn write(&self) -> Result<Transaction<'static, Sqlite>> {
        self.files.is_there()?;
        // IMMEDIATE takes the write lock at once, when waiting for the lock is still possible. SQLite refuses
        // to upgrade a transaction that has already read an older snapshot.
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Begins a read transaction, in which all queries see the same snapshot of the database.
    pub(super) async fn read(&self) -> Result<Transaction<'static, Sqlite>> {
        Ok(self.readers.begin().await?)
    }
}
