//! Servers from which the bot was removed. Their data is deleted after a delay, because the bot may be added
//! again.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{Result, SeasonId, Store, StoreError};
use crate::table::{ServerId, ShardRange, TableId, UnixMillis, UserId};

/// Retention period for a server's data after the bot is removed from the server.
pub const KEPT_AFTER_LEAVING: Duration = Duration::from_hours(30 * 24);

/// Query for all servers that have stored data.
///
/// The query scans a whole index, but runs only when the bot connects.
pub(crate) const KEPT: &str = "SELECT server FROM tables UNION SELECT server FROM seasons
     UNION SELECT server FROM server_settings UNION SELECT server FROM welcomed";
const IS_LEFT: &str = "SELECT EXISTS (SELECT 1 FROM left_servers WHERE server = $1)";
/// Query for the servers that the bot was removed from at or before time $1. $2 is the total number of
/// shards, $3 and $4 are the first and last shard whose servers are selected.
pub(crate) const DUE: &str = "SELECT server, left_at FROM left_servers
     WHERE left_at <= $1 AND (server >> 22) % $2 BETWEEN $3 AND $4 ORDER BY left_at";
/// Query that returns true if the bot was removed from server $1 at time $2 and has not been added again
/// since.
const IS_LEFT_SINCE: &str = "SELECT EXISTS (SELECT 1 FROM left_servers WHERE server = $1 AND left_at = $2)";
pub(crate) const TABLES: &str = "SELECT id FROM tables WHERE server = $1 ORDER BY id";
pub(crate) const SITTERS: &str = "SELECT user_id FROM sitters WHERE table_id = $1";
/// SQL statements that delete the data of a game table.
///
/// The last statement also deletes, through foreign keys, all other rows that refer to the game table.
pub(crate) const OF_TABLE: [&str; 3] = [
    "DELETE FROM results WHERE table_id = $1",
    "DELETE FROM deals WHERE table_id = $1",
    "DELETE FROM tables WHERE id = $1",
];
pub(crate) const PLAYERS: &str =
    "SELECT t.season_id, t.user_id FROM seasons s JOIN totals t ON t.season_id = s.id WHERE s.server = $1";
/// Statements that delete a user's totals and statistics for a season.
pub(crate) const OF_PERSON: [&str; 3] = [
    "DELETE FROM totals WHERE season_id = $1 AND user_id = $2",
    "DELETE FROM tallies WHERE season_id = $1 AND user_id = $2",
    "DELETE FROM days WHERE season_id = $1 AND user_id = $2",
];
/// Statements that delete a server's remaining data, including the record that the bot was removed from the
/// server.
pub(crate) const OF_SERVER: [&str; 5] = [
    "DELETE FROM seasons WHERE server = $1",
    "DELETE FROM trios WHERE server = $1",
    "DELETE FROM server_settings WHERE server = $1",
    "DELETE FROM welcomed WHERE server = $1",
    "DELETE FROM left_servers WHERE server = $1",
];

impl Store {
    /// Records that the bot was removed from a server.
    ///
    /// If a removal is already recorded, the time of that removal is kept.
    pub async fn left_server(&self, server: ServerId, at: UnixMillis) -> Result<()> {
        let statement = query!(
            "INSERT INTO left_servers (server, left_at) VALUES ($1, $2) ON CONFLICT (server) DO NOTHING",
            [server, at]
        );
        self.execute(statement).await.map(drop)
    }

    /// Records that the bot was added to a server again, which cancels the deletion of the server's data.
    ///
    /// Returns `true` if the bot had been removed from the server before.
    pub async fn came_back(&self, server: ServerId) -> Result<bool> {
        // The answer is nearly always no, so a read comes first.
        let is_left: bool = query_scalar!(IS_LEFT, [server]).fetch_one(&self.readers).await?;
        if !is_left {
            return Ok(false);
        }
        let statement = query!("DELETE FROM left_servers WHERE server = $1", [server]);
        Ok(self.execute(statement).await? > 0)
    }

    /// Returns the servers from which the bot was removed and whose data is not deleted yet.
    pub async fn left_servers(&self) -> Result<BTreeSet<ServerId>> {
        let left: Vec<ServerId> =
            query_scalar!("SELECT server FROM left_servers", []).fetch_all(&self.readers).await?;
        Ok(left.into_iter().collect())
    }

    /// Returns all servers with stored data, except those from which the bot was removed.
    pub async fn servers(&self) -> Result<BTreeSet<ServerId>> {
        let mut read = self.read().await?;
        let kept: Vec<ServerId> = query_scalar!(KEPT, []).fetch_all(&mut read).await?;
        let left: Vec<ServerId> =
            query_scalar!("SELECT server FROM left_servers", []).fetch_all(&mut read).await?;
        let left: BTreeSet<ServerId> = left.into_iter().collect();
        Ok(kept.into_iter().filter(|server| !left.contains(server)).collect())
    }

    /// Deletes the data of all servers of the given shards from which the bot was removed at least
    /// [`KEPT_AFTER_LEAVING`] ago.
    ///
    /// Returns the number of servers whose data was deleted.
    ///
    /// Each table is deleted in its own transaction. If the deletion is interrupted, the next call continues
    /// it. If the bot is added to a server again during the deletion, the server's remaining data is kept.
    ///
    /// # Errors
    /// If the deletion fails for one server, the others are still processed, and all errors are returned
    /// together. An error that affects every write, such as a full disk, is returned immediately.
    pub async fn forget_left(&self, shards: ShardRange, now: UnixMillis) -> Result<usize> {
        let [total, first, last] = shards.numbers();
        let kept = i64::try_from(KEPT_AFTER_LEAVING.as_millis()).unwrap_or(i64::MAX);
        let due: Vec<(ServerId, UnixMillis)> =
            query!(DUE, [now.0.saturating_sub(kept), total, first, last]).fetch_all(&self.readers).await?;
        let (mut done, mut failed) = (0, Vec::new());
        for (server, left_at) in due {
            match self.forget_server(server, left_at).await {
                Ok(gone) => done += usize::from(gone),
                Err(error) if error.is_everywhere() => return Err(error),
                Err(error) => failed.push(error),
            }
        }
        if done > 0 {
            failed.extend(self.erase_remains().await.err());
        }
        StoreError::all_of(failed)?;
        Ok(done)
    }

    /// Deletes all data of a server.
    ///
    /// Returns `false` if the deletion was cancelled because the bot was added again or a new table was
    /// opened.
    async fn forget_server(&self, server: ServerId, left_at: UnixMillis) -> Result<bool> {
        let tables: Vec<TableId> = query_scalar!(TABLES, [server]).fetch_all(&self.readers).await?;
        for table in tables {
            let mut write = self.write().await?;
            if !is_left_since(&mut write, server, left_at).await? {
                return Ok(false);
            }
            forget_table(&mut write, table).await?;
            write.commit().await?;
        }
        let mut write = self.write().await?;
        let new: Option<TableId> = query_scalar!(TABLES, [server]).fetch_optional(&mut write).await?;
        if new.is_some() || !is_left_since(&mut write, server, left_at).await? {
            return Ok(false);
        }
        let players: Vec<(SeasonId, UserId)> = query!(PLAYERS, [server]).fetch_all(&mut write).await?;
        for (season, user) in &players {
            for query in OF_PERSON {
                query!(query, [season, user]).execute(&mut write).await?;
            }
        }
        let people: BTreeSet<UserId> = players.iter().map(|(_, user)| *user).collect();
        forget_names(&mut write, people).await?;
        for query in OF_SERVER {
            query!(query, [server]).execute(&mut write).await?;
        }
        write.commit().await?;
        Ok(true)
    }
}

async fn is_left_since(db: &mut Connection, server: ServerId, left_at: UnixMillis) -> Result<bool> {
    Ok(query_scalar!(IS_LEFT_SINCE, [server, left_at]).fetch_one(db).await?)
}

async fn forget_table(db: &mut Connection, table: TableId) -> Result<()> {
    let people: Vec<UserId> = query_scalar!(SITTERS, [table]).fetch_all(&mut *db).await?;
    for query in OF_TABLE {
        query!(query, [table]).execute(&mut *db).await?;
    }
    forget_names(db, people).await
}

/// Deletes the display names of the given users, except users who still have tables or totals in the
/// database.
async fn forget_names(db: &mut Connection, people: impl IntoIterator<Item = UserId>) -> Result<()> {
    for user in people {
        query!(
            "DELETE FROM people WHERE user_id = $1
             AND NOT EXISTS (SELECT 1 FROM totals t WHERE t.user_id = $1)
             AND NOT EXISTS (SELECT 1 FROM sitters s WHERE s.user_id = $1)",
            [user]
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
