//! The differences between a database file and a database server, apart from SQL.

use std::path::Path;

use super::file::{DatabaseFile, WalTail};
use super::postgres::PostgresDatabase;
use super::sql::{Pool, Transaction, query};
use super::{Result, StoreError};
use crate::table::UserId;

/// The type of a database, with its connections.
#[derive(Debug, Clone)]
pub(crate) enum Backend {
    /// A SQLite file.
    File(DatabaseFile),
    /// A PostgreSQL server.
    Postgres(PostgresDatabase),
}

/// Begins a transaction on a server and takes the writers' lock.
async fn begin_locked(pool: &Pool, lock: &'static str) -> Result<Transaction> {
    let mut transaction = pool.begin(super::postgres::BEGIN).await?;
    query!(lock, []).execute(&mut transaction).await?;
    Ok(transaction)
}

impl Backend {
    /// Begins a transaction that excludes all other writers.
    pub(super) async fn begin_write(&self, writer: &Pool) -> Result<Transaction> {
        match self {
            Self::File(file) => {
                file.is_there()?;
                // IMMEDIATE takes the write lock at once, when waiting for the lock is still possible. SQLite
                // refuses to upgrade a transaction that has already read an older snapshot.
                Ok(writer.begin("BEGIN IMMEDIATE").await?)
            }
            Self::Postgres(_) => Ok(begin_locked(writer, super::postgres::LOCK_ALONE).await?),
        }
    }

    /// Begins a transaction that writes events of tables. Processes that serve different tables need not
    /// exclude each other.
    pub(super) async fn begin_commit(&self, commits: &Pool) -> Result<Transaction> {
        match self {
            Self::File(_) => self.begin_write(commits).await,
            Self::Postgres(_) => Ok(begin_locked(commits, super::postgres::LOCK_SHARED).await?),
        }
    }

    /// Begins a transaction that changes leases. On a server, it does not wait for other writers, because a
    /// lease must be renewed in time.
    pub(super) async fn begin_lease(&self, writer: &Pool) -> Result<Transaction> {
        match self {
            Self::File(_) => self.begin_write(writer).await,
            Self::Postgres(server) => {
                Ok(Pool::Postgres(server.leases.clone()).begin(super::postgres::BEGIN).await?)
            }
        }
    }

    /// Returns the statement that begins a read transaction.
    pub(super) const fn begin_read(&self) -> &'static str {
        match self {
            Self::File(_) => "BEGIN",
            Self::Postgres(_) => super::postgres::BEGIN_READ,
        }
    }

    /// Returns the path or address of the database, without a password.
    pub(super) fn name(&self) -> String {
        match self {
            Self::File(file) => file.path().display().to_string(),
            Self::Postgres(server) => server.address(),
        }
    }

    pub(super) fn torn(&self) -> WalTail {
        match self {
            Self::File(file) => file.torn(),
            Self::Postgres(_) => WalTail::default(),
        }
    }

    pub(super) async fn backup(&self, target: &Path) -> Result<()> {
        match self {
            Self::File(file) => file.backup(target).await,
            Self::Postgres(_) => Err(StoreError::BackupOfServer),
        }
    }

    pub(super) async fn check(&self) -> Result<()> {
        match self {
            Self::File(file) => file.check().await,
            Self::Postgres(server) => server.check().await,
        }
    }

    pub(super) async fn size(&self) -> Result<u64> {
        match self {
            Self::File(file) => Ok(file.size().await),
            Self::Postgres(server) => server.size().await,
        }
    }

    /// Collects the statistics that the query planner needs after many rows were inserted.
    pub(super) async fn analyze(&self) {
        match self {
            Self::File(_) => {} // the indexes determine all plans
            Self::Postgres(server) => server.analyze().await,
        }
    }

    pub(super) async fn sweep(&self, user: UserId) -> Result<()> {
        match self {
            Self::File(file) => file.sweep(user).await,
            Self::Postgres(server) => {
                server.vacuum().await;
                Ok(())
            }
        }
    }

    pub(super) async fn erase_remains(&self) -> Result<()> {
        match self {
            Self::File(file) => file.empty_log().await,
            Self::Postgres(server) => {
                server.vacuum().await;
                Ok(())
            }
        }
    }
}
