//! Connecting to a PostgreSQL server and running migrations.

use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool};
use tracing::log::LevelFilter;

use super::database::PostgresDatabase;
use super::dial;
use crate::store::location::PostgresAddress;
use crate::store::sql::bulk;
use crate::store::{Result, StoreError};

/// The migrations of PostgreSQL databases. They have the same numbers as those of SQLite files; the first one
/// creates the schema of migration 15.
pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// Maximum time to wait for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum duration of a statement.
const STATEMENT_TIMEOUT: &str = "30s";

/// Maximum number of prepared statements cached by a connection. See the constant of the same name for files.
const STATEMENT_CACHE: usize = 20 * bulk::TEXTS + 100;

/// Parameters of the pools' connections.
///
/// A process that is paused in a transaction must not block others, and a query must not wait forever. With
/// `synchronous_commit = off`, the server would lose acknowledged actions.
const PARAMETERS: [(&str, &str); 4] = [
    ("application_name", "ulti"),
    ("synchronous_commit", "on"),
    ("lock_timeout", "10s"),
    ("idle_in_transaction_session_timeout", "10s"),
];

/// Maximum number of connections for leases. If one is lost or waits, leases are renewed with another one.
const LEASE_CONNECTIONS: u32 = 3;
/// Parameters of the connections for leases. A process that is paused must not block the renewal of others.
const LEASE_PARAMETERS: [(&str, &str); 2] =
    [("lock_timeout", "2s"), ("idle_in_transaction_session_timeout", "2s")];

impl PostgresDatabase {
    /// Connects to the server and applies pending migrations.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or rejects the user, if the database belongs to
    /// another program, or if its schema is newer.
    pub(in crate::store) async fn connect(address: &PostgresAddress) -> Result<Self> {
        let at_connect = |error: StoreError| error.at_connect(address.to_string());
        let mut connection = dial::connect(address).await.map_err(|error| at_connect(error.into()))?;
        let migrated = migrate(&mut connection, address).await;
        let _ = connection.close().await; // on failure, the server closes it
        migrated?;
        Self::open(address).await.map_err(|error| at_connect(error.into()))
    }

    /// Connects to an existing database without applying migrations.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or rejects the user, or if the database is not the
    /// bot's.
    pub(in crate::store) async fn look(address: &PostgresAddress) -> Result<Self> {
        let at_connect = |error: sqlx::Error| StoreError::from(error).at_connect(address.to_string());
        let mut connection = dial::connect(address).await.map_err(at_connect)?;
        let owner = owner(&mut connection).await;
        let _ = connection.close().await; // on failure, the server closes it
        match owner.map_err(at_connect)? {
            SchemaOwner::ThisProgram => Self::open(address).await.map_err(at_connect),
            SchemaOwner::Nobody => Err(StoreError::NoTables(address.to_string())),
            SchemaOwner::OtherProgram => Err(StoreError::OtherProgram(address.to_string())),
        }
    }

    async fn open(address: &PostgresAddress) -> sqlx::Result<Self> {
        let readers = address.connections().saturating_sub(2).max(1);
        let (commits, writer, readers) =
            tokio::try_join!(pool(address, 1), pool(address, 1), pool(address, readers))?;
        let leases = connection_options(address).options(LEASE_PARAMETERS);
        let leases = pool_options(LEASE_CONNECTIONS).connect_lazy_with(leases);
        Ok(Self { commits, writer, leases, readers, address: address.clone() })
    }
}

async fn pool(address: &PostgresAddress, connections: u32) -> sqlx::Result<PgPool> {
    pool_options(connections).connect_with(connection_options(address)).await
}

fn pool_options(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT)
}

fn connection_options(address: &PostgresAddress) -> PgConnectOptions {
    let timeout = if address.has_statement_timeout() { STATEMENT_TIMEOUT } else { "0" };
    address
        .options()
        .clone()
        .options(PARAMETERS)
        .options([("statement_timeout", timeout)])
        .statement_cache_capacity(STATEMENT_CACHE)
        .log_slow_statements(LevelFilter::Warn, Duration::from_secs(1))
}

/// Owner of the tables in a schema.
enum SchemaOwner {
    Nobody,
    ThisProgram,
    OtherProgram,
}

async fn owner(connection: &mut PgConnection) -> sqlx::Result<SchemaOwner> {
    // _sqlx_migrations is the first table created by this program.
    let (tables, ours): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(*), COUNT(CASE WHEN tablename = '_sqlx_migrations' THEN 1 END)
         FROM pg_tables WHERE schemaname = current_schema()",
    )
    .fetch_one(connection)
    .await?;
    Ok(match (tables, ours) {
        (0, _) => SchemaOwner::Nobody,
        (_, 0) => SchemaOwner::OtherProgram,
        _ => SchemaOwner::ThisProgram,
    })
}

async fn migrate(connection: &mut PgConnection, address: &PostgresAddress) -> Result<()> {
    let at_connect = |error: StoreError| error.at_connect(address.to_string());
    let owner = owner(connection).await.map_err(|error| at_connect(error.into()))?;
    if matches!(owner, SchemaOwner::OtherProgram) {
        return Err(StoreError::OtherProgram(address.to_string()));
    }
    MIGRATIONS
        .run(&mut *connection)
        .await
        .map_err(|error| StoreError::at_migration(error, address.to_string(), at_connect))?;
    // A write that changes nothing. A replica that has the current schema would only fail during the first
    // deal.
    sqlx::query("DELETE FROM meta WHERE name IS NULL")
        .execute(connection)
        .await
        .map_err(|error| at_connect(error.into()))?;
    Ok(())
}
