//! A handle to a database on a server.

use sqlx::{AssertSqlSafe, Connection as _, PgPool};

use super::dial::connect;
use crate::store::Result;
use crate::store::location::PostgresAddress;
use crate::store::schema::{META, TABLES};

/// Begins a write transaction, whose statements see what other transactions have committed.
pub(in crate::store) const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
/// Takes the writers' lock for a commit of table events. Its numbers are "ulti" in ASCII, and 1.
pub(in crate::store) const LOCK_SHARED: &str = "SELECT pg_advisory_xact_lock_shared(1970041961, 1)";
/// Takes the writers' lock and excludes all other writers.
pub(in crate::store) const LOCK_ALONE: &str = "SELECT pg_advisory_xact_lock(1970041961, 1)";
/// Begins a transaction in which all queries see the same snapshot.
pub(in crate::store) const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Database tables that contain personal data.
const PERSONAL: [&str; 13] = [
    "journal",
    "damaged",
    "requests",
    "deals",
    "results",
    "people",
    "user_settings",
    "totals",
    "tallies",
    "days",
    "trios",
    "sitters",
    "forgetting",
];

/// A database on a server.
#[derive(Debug, Clone)]
pub(crate) struct PostgresDatabase {
    /// The connection for commits of table events.
    pub(in crate::store) commits: PgPool,
    /// The only connection for other writes, so that waiting writers do not occupy connections for reads.
    pub(in crate::store) writer: PgPool,
    /// Connections for leases, which are opened when they are needed.
    pub(in crate::store) leases: PgPool,
    /// Connections for reads.
    pub(in crate::store) readers: PgPool,
    pub(in crate::store) address: PostgresAddress,
}

impl PostgresDatabase {
    /// Returns the address of the database, without the password.
    pub(in crate::store) fn address(&self) -> String {
        self.address.to_string()
    }

    /// Returns the size of the database in bytes.
    pub(in crate::store) async fn size(&self) -> Result<u64> {
        let size = sqlx::query_scalar("SELECT pg_database_size(current_database())");
        let bytes: i64 = size.fetch_one(&self.readers).await?;
        Ok(u64::try_from(bytes).unwrap_or_default())
    }

    /// Checks that the server answers queries on the bot's tables.
    pub(in crate::store) async fn check(&self) -> Result<()> {
        sqlx::query("SELECT 1 FROM meta LIMIT 1").execute(&self.readers).await?;
        Ok(())
    }

    /// Collects the statistics that the query planner needs.
    ///
    /// If that fails, the server does it later by itself.
    pub(in crate::store) async fn analyze(&self) {
        let tables: Vec<&str> = TABLES.iter().chain([&META]).map(|table| table.name).collect();
        if let Err(error) = self.maintain(format!("ANALYZE {}", tables.join(", "))).await {
            tracing::warn!(%error, "failed to collect statistics of database; the server collects them later");
        }
    }

    /// Removes dead rows from the tables with personal data. If that fails, the server does it later by
    /// itself.
    ///
    /// The bytes may remain in free space until they are overwritten, and in the server's write-ahead log and
    /// in backups for as long as the operator keeps these.
    pub(in crate::store) async fn vacuum(&self) {
        let statement = format!("VACUUM (INDEX_CLEANUP ON) {}", PERSONAL.join(", "));
        if let Err(error) = self.maintain(statement).await {
            tracing::warn!(%error, "failed to remove dead rows from database; the server removes them later");
        }
    }

    /// Runs a statement that may take long, on a connection without timeouts.
    async fn maintain(&self, statement: String) -> Result<()> {
        let mut connection = connect(&self.address).await?;
        let done = sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await;
        let _ = connection.close().await; // on failure, the server closes it
        Ok(done.map(drop)?)
    }
}
