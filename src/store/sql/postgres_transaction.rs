//! Transactions on PostgreSQL servers.
//!
//! sqlx's transactions are not used: it does not roll back a transaction whose `BEGIN` was cancelled or was
//! followed by a failed statement of the same text, and the connection goes back to the pool in that state.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Executor as _, PgConnection, PgPool, Postgres};

/// Maximum time to wait for the rollback of a transaction. The connection is closed afterwards.
const ROLLBACK_TIMEOUT: Duration = Duration::from_secs(5);

/// A transaction, which is rolled back if it is dropped without being committed.
#[derive(Debug)]
pub(crate) struct PostgresTransaction {
    /// `None` after the end of the transaction.
    connection: Option<PoolConnection<Postgres>>,
}

impl PostgresTransaction {
    /// Begins a transaction with the given statement.
    pub(super) async fn begin(pool: &PgPool, statement: &'static str) -> sqlx::Result<Self> {
        // From here on, the connection is rolled back even if this future is dropped.
        let mut transaction = Self { connection: Some(pool.acquire().await?) };
        transaction.connection()?.execute(statement).await?;
        Ok(transaction)
    }

    /// Commits the transaction. If that fails, the connection is closed, and the transaction may have been
    /// committed.
    pub(super) async fn commit(mut self) -> sqlx::Result<()> {
        let committed = self.connection()?.execute("COMMIT").await.map(drop);
        if let Some(mut connection) = self.connection.take()
            && committed.is_err()
        {
            connection.close_on_drop();
        }
        committed
    }

    /// Returns the connection.
    pub(super) fn connection(&mut self) -> sqlx::Result<&mut PgConnection> {
        self.connection.as_deref_mut().ok_or(sqlx::Error::PoolClosed)
    }
}

impl Drop for PostgresTransaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return connection.close_on_drop() };
        runtime.spawn(async move {
            let rolled_back = tokio::time::timeout(ROLLBACK_TIMEOUT, connection.execute("ROLLBACK")).await;
            if !matches!(rolled_back, Ok(Ok(_))) {
                connection.close_on_drop();
            }
        });
    }
}
