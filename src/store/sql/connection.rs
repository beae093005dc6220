//! Connections to either database.

use sqlx::{PgPool, Sqlite, SqliteConnection, SqlitePool};

use super::postgres_transaction::PostgresTransaction;

/// The database management system behind a connection. Few queries depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// The text of a query that differs between the databases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByDialect {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

impl ByDialect {
    pub(crate) const fn of(&self, dialect: Dialect) -> &'static str {
        match dialect {
            Dialect::Sqlite => self.sqlite,
            Dialect::Postgres => self.postgres,
        }
    }
}

/// A pool of connections.
#[derive(Debug, Clone)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A transaction on a connection. It is rolled back if it is dropped without being committed.
#[derive(Debug)]
pub(crate) enum Transaction {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(PostgresTransaction),
}

/// A connection with an open transaction.
pub(crate) type Connection = Transaction;

/// A transaction, or a pool of which any connection may run the query.
#[derive(Debug)]
pub(crate) enum Executor<'e> {
    Sqlite(&'e mut SqliteConnection),
    SqlitePool(&'e SqlitePool),
    Postgres(&'e mut PostgresTransaction),
    PostgresPool(&'e PgPool),
}

impl Pool {
    pub(crate) const fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Begins a transaction with the given statement.
    pub(crate) async fn begin(&self, statement: &'static str) -> sqlx::Result<Transaction> {
        Ok(match self {
            Self::Sqlite(pool) => Transaction::Sqlite(pool.begin_with(statement).await?),
            Self::Postgres(pool) => Transaction::Postgres(PostgresTransaction::begin(pool, statement).await?),
        })
    }

    /// Returns the number of connections that are in use.
    pub(crate) fn in_use(&self) -> usize {
        let (size, idle) = match self {
            Self::Sqlite(pool) => (pool.size(), pool.num_idle()),
            Self::Postgres(pool) => (pool.size(), pool.num_idle()),
        };
        usize::try_from(size).unwrap_or(usize::MAX).saturating_sub(idle)
    }

    /// Waits for running operations to finish and closes all connections.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Transaction {
    pub(crate) const fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    pub(crate) async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(transaction) => transaction.commit().await,
            Self::Postgres(transaction) => transaction.commit().await,
        }
    }
}

#[cfg(test)]
impl Transaction {
    /// Rolls the transaction back. For a file, waits until that is done.
    pub(crate) async fn rollback(self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(transaction) => transaction.rollback().await,
            Self::Postgres(_) => Ok(()), // rolled back on drop
        }
    }
}

impl<'e> From<&'e mut Transaction> for Executor<'e> {
    fn from(transaction: &'e mut Transaction) -> Self {
        match transaction {
            Transaction::Sqlite(transaction) => Self::Sqlite(transaction),
            Transaction::Postgres(transaction) => Self::Postgres(transaction),
        }
    }
}

impl<'e> From<&'e Pool> for Executor<'e> {
    fn from(pool: &'e Pool) -> Self {
        match pool {
            Pool::Sqlite(pool) => Self::SqlitePool(pool),
            Pool::Postgres(pool) => Self::PostgresPool(pool),
        }
    }
}
