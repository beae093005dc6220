//! Locks that prevent conflicting processes from using a database at the same time.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _};
use tokio::sync::Mutex;
use tokio::task::AbortHandle;

use super::file::process_lock::ProcessLock;
use super::location::{DatabaseLocation, PostgresAddress};
use super::postgres::dial;
use super::{Result, StoreError};

/// Time between two checks of the connection that holds a lock.
const CHECK_INTERVAL: Duration = Duration::from_secs(15);
/// Maximum duration of a check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);

/// A lock on a database that this process uses. It is released when the value is dropped or the process ends.
///
/// A file is used by one process at a time. Several processes may share a database on a server, but a process
/// that moves the data uses it alone. Commands that change single rows, such as `ulti void`, take no lock.
#[derive(Debug)]
#[allow(dead_code, reason = "the fields hold locks")]
pub enum DatabaseUse {
    /// The lock on a file. `None` if the file system does not support locks.
    File(Option<ProcessLock>),
    /// The advisory lock on a server.
    Postgres(PostgresLock),
}

/// An advisory lock on a server, which a connection holds. A lost connection is replaced.
#[derive(Debug)]
pub struct PostgresLock {
    address: PostgresAddress,
    connection: Arc<Mutex<PgConnection>>,
    keeper: AbortHandle,
}

/// Takes the lock of processes that share a database. Its numbers are "ulti" in ASCII, and 2.
const SHARED: &str = "SELECT pg_try_advisory_lock_shared(1970041961, 2)";
/// Takes the lock of a process that uses a database alone.
const ALONE: &str = "SELECT pg_try_advisory_lock(1970041961, 2)";

impl DatabaseUse {
    /// Locks a database for a bot. Several processes can hold this lock on a database server.
    ///
    /// # Errors
    /// Returns an error if another process uses the file, or if a process moves the data on a server.
    pub async fn shared(location: &DatabaseLocation) -> Result<Self> {
        Self::begin(location, SHARED).await
    }

    /// Locks a database for a process that must use it alone.
    ///
    /// # Errors
    /// Returns an error if another process uses the database.
    pub async fn alone(location: &DatabaseLocation) -> Result<Self> {
        Self::begin(location, ALONE).await
    }

    async fn begin(location: &DatabaseLocation, lock: &'static str) -> Result<Self> {
        match location {
            DatabaseLocation::File(path) => Ok(Self::File(ProcessLock::acquire(path)?)),
            DatabaseLocation::Postgres(address) => {
                Ok(Self::Postgres(PostgresLock::acquire(address, lock).await?))
            }
        }
    }

    /// Checks that the lock on a server was not lost. Always succeeds for a file.
    ///
    /// # Errors
    /// Returns [`StoreError::InUse`] if the lock was lost, because another process may have used the database
    /// meanwhile.
    pub async fn check(&self) -> Result<()> {
        match self {
            Self::File(_) => Ok(()),
            Self::Postgres(lock) => lock.check().await,
        }
    }
}

impl PostgresLock {
    async fn acquire(address: &PostgresAddress, lock: &'static str) -> Result<Self> {
        let connection = Arc::new(Mutex::new(locked(address, lock).await?));
        let (kept, address) = (Arc::clone(&connection), address.clone());
        let keeper = tokio::spawn({
            let address = address.clone();
            async move { keep(&kept, &address, lock).await }
        });
        Ok(Self { address, connection, keeper: keeper.abort_handle() })
    }

    async fn check(&self) -> Result<()> {
        // The task ends if the lock of a process that must be alone is lost.
        if self.keeper.is_finished() || !is_alive(&mut *self.connection.lock().await).await {
            return Err(StoreError::InUse(self.address.to_string()));
        }
        Ok(())
    }
}

impl Drop for PostgresLock {
    fn drop(&mut self) {
        self.keeper.abort();
    }
}

/// Opens a connection that holds a lock.
async fn locked(address: &PostgresAddress, lock: &'static str) -> Result<PgConnection> {
    let at_connect = |error: sqlx::Error| StoreError::from(error).at_connect(address.to_string());
    let mut connection = dial::connect(address).await.map_err(at_connect)?;
    // The server must not close the connection because it is idle. Servers before version 14 have no such
    // limit.
    let _ = connection.execute("SET idle_session_timeout = 0").await;
    let is_locked: bool = sqlx::query_scalar(lock).fetch_one(&mut connection).await.map_err(at_connect)?;
    if is_locked {
        return Ok(connection);
    }
    let _ = connection.close().await; // on failure, the server closes it
    Err(StoreError::InUse(address.to_string()))
}

async fn is_alive(connection: &mut PgConnection) -> bool {
    matches!(tokio::time::timeout(CHECK_TIMEOUT, connection.execute("SELECT 1")).await, Ok(Ok(_)))
}

/// Replaces the connection whenever it is lost. If this process must be alone, returns instead, because
/// another process may have used the database meanwhile.
async fn keep(connection: &Mutex<PgConnection>, address: &PostgresAddress, lock: &'static str) {
    loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        let mut connection = connection.lock().await;
        if is_alive(&mut connection).await {
            continue;
        }
        if lock == ALONE {
            return;
        }
        match locked(address, lock).await {
            Ok(new) => *connection = new,
            Err(StoreError::InUse(_)) => {
                tracing::error!(database = %address, "another process moves the database; stop this process");
            }
            Err(error) => tracing::debug!(%error, "failed to replace connection that holds lock"),
        }
    }
}
