//! Handle to an open database.

use std::path::Path;
use std::sync::Arc;

use super::backend::Backend;
use super::journal::commit_queue::CommitQueue;
use super::leases::fence::Fence;
use super::sql::{Pool, Query, Transaction};
use super::{Result, WalTail};
use crate::table::{ServerId, TableLimits, UserId};

/// A handle to an open database. Clones share the same connections.
#[derive(Debug, Clone)]
pub struct Store {
    /// The connection for all writes except commits of table events.
    pub(super) writer: Pool,
    /// Connections for reads.
    pub(super) readers: Pool,
    pub(super) commits: CommitQueue,
    pub(super) backend: Backend,
    pub(super) limits: TableLimits,
    /// The shards for which this process may write.
    pub(super) fence: Arc<Fence>,
}

impl Store {
    /// Limits the number of open tables. By default, any number of tables may be open.
    #[must_use]
    pub const fn with_most(mut self, most: TableLimits) -> Self {
        self.limits = most;
        self
    }

    /// Returns how much data was discarded from the end of the write-ahead log when the database was opened.
    pub fn torn(&self) -> WalTail {
        self.backend.torn()
    }

    /// Returns the number of group commits since the database was opened.
    ///
    /// A group commit writes all table actions that arrived while the previous one was being written.
    pub fn commits(&self) -> u64 {
        self.commits.groups()
    }

    /// Writes a consistent copy of the database to the file `target`, which must not exist yet.
    ///
    /// An interrupted backup never leaves an incomplete `target`.
    ///
    /// # Errors
    /// Returns [`StoreError::BackupOfServer`](super::StoreError::BackupOfServer) for a database on a server,
    /// which has tools of its own for that.
    pub async fn backup(&self, target: &Path) -> Result<()> {
        self.backend.backup(target).await
    }

    /// Checks the database for damage.
    ///
    /// The whole file of a SQLite database is read. On a server, only the connection is checked.
    pub async fn check(&self) -> Result<()> {
        self.backend.check().await
    }

    /// Returns the number of connections on which a read or write is in progress.
    pub fn connections_in_use(&self) -> usize {
        self.writer.in_use() + self.readers.in_use()
    }

    /// Returns the size of the database in bytes. The write-ahead log of a file is included.
    ///
    /// # Errors
    /// Returns an error if a database server does not answer.
    pub async fn size(&self) -> Result<u64> {
        self.backend.size().await
    }

    /// Erases the remains of a deleted user id from a database file. On a server, removes dead rows with
    /// `VACUUM`; their bytes may remain in free space until they are overwritten.
    ///
    /// # Errors
    /// Returns [`StoreError::NotCleanYet`](super::StoreError::NotCleanYet) if other connections prevent it
    /// for now.
    pub async fn sweep(&self, user: UserId) -> Result<()> {
        self.backend.sweep(user).await
    }

    /// Erases the remains of deleted rows, as far as that is possible without searching for them.
    pub(super) async fn erase_remains(&self) -> Result<()> {
        self.backend.erase_remains().await
    }

    /// Executes a statement in its own transaction and returns the number of affected rows.
    pub(super) async fn execute(&self, statement: Query) -> Result<u64> {
        let mut write = self.write().await?;
        let rows = statement.execute(&mut write).await?;
        write.commit().await?;
        Ok(rows)
    }

    /// Waits for running operations to finish and closes the database.
    pub async fn close(&self) {
        // SQLite checkpoints the log when the last connection closes, which a read-only connection can't do.
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Begins a write transaction, and waits for other writers if necessary. The transaction is rolled back
    /// if it is dropped without being committed.
    pub(super) async fn write(&self) -> Result<Transaction> {
        self.backend.begin_write(&self.writer).await
    }

    /// Begins a write transaction for the table of a server. Nobody else can write for the server's shard
    /// until it ends.
    ///
    /// # Errors
    /// Returns [`StoreError::NotLeased`](super::StoreError::NotLeased) if another process runs the shard.
    pub(super) async fn write_for(&self, server: ServerId) -> Result<Transaction> {
        let mut write = self.write().await?;
        self.fence.check(&mut write, std::iter::once(server)).await?;
        Ok(write)
    }

    /// Begins a read transaction, in which all queries see the same snapshot of the database.
    pub(super) async fn read(&self) -> Result<Transaction> {
        Ok(self.readers.begin(self.backend.begin_read()).await?)
    }
}
