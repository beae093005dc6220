//! Queries for game tables: channel, server, deadline and closing.

use super::table_row::TableRow;
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{Result, Store, StoreError};
use crate::table::{
    ChannelId, LimitScope, ServerId, TableEvent, TableId, TableLimits, TooManyTables, UnixMillis, UserId,
};

impl Store {
    /// Returns a game table's channel, server and times of opening and closing, or `None` if the table does
    /// not exist.
    pub async fn table_state(&self, table: TableId) -> Result<Option<TableRow>> {
        let mut read = self.read().await?;
        row(&mut read, table).await
    }

    /// Returns the most recent game table in a channel, whether it is open or closed.
    ///
    /// Returns `None` if no table was ever opened in the channel.
    pub async fn latest_table(&self, channel: ChannelId) -> Result<Option<TableId>> {
        Ok(query_scalar!("SELECT id FROM tables WHERE channel = $1 ORDER BY id DESC LIMIT 1", [channel])
            .fetch_optional(&self.readers)
            .await?)
    }
}

/// Reads a game table's channel, server, opening time and closing time. Returns `None` if the table does not
/// exist.
pub(crate) async fn row(db: &mut Connection, table: TableId) -> Result<Option<TableRow>> {
    Ok(query!("SELECT id, channel, server, opened_at, ended_at FROM tables WHERE id = $1", [table])
        .fetch_optional(db)
        .await?)
}

/// Inserts a new game table for a channel and returns its id.
///
/// # Errors
/// Returns [`StoreError::ChannelTaken`] if the channel already has an open table.
pub(crate) async fn set_up(
    db: &mut Connection,
    server: ServerId,
    channel: ChannelId,
    at: UnixMillis,
) -> Result<TableId> {
    let made = query_scalar!(
        "INSERT INTO tables (server, channel, opened_at) VALUES ($1, $2, $3)
         ON CONFLICT (channel) WHERE ended_at IS NULL DO NOTHING
         RETURNING id",
        [server, channel, at]
    )
    .fetch_optional(&mut *db)
    .await?;
    match (made, open_in(db, channel).await?) {
        (Some(table), _) => Ok(table),
        (None, Some(taken)) => Err(StoreError::ChannelTaken(taken)),
        (None, None) => {
            Err(StoreError::Damaged(format!("channel {channel} has no table but rejects a new one")))
        }
    }
}

/// Maximum number of channels listed in a [`TooManyTables`] error.
const MAX_LISTED: usize = 10;

/// Returns an error if the host or the server already has the maximum number of open tables.
///
/// The table `new` is not counted. To prevent races, this check runs in the same transaction that inserts the
/// table.
pub(crate) async fn check_limits(
    db: &mut Connection,
    limits: TableLimits,
    server: ServerId,
    host: UserId,
    new: TableId,
) -> Result<()> {
    let of_host = (LimitScope::Person, limits.of_person, set_up_by(db, host, new).await?);
    let of_server = (LimitScope::Server, limits.on_server, open_on(db, server, new).await?);
    for (of, most, mut channels) in [of_host, of_server] {
        if u32::try_from(channels.len()).unwrap_or(u32::MAX) >= most {
            channels.truncate(MAX_LISTED);
            return Err(StoreError::TooMany(TooManyTables { of, most, channels }));
        }
    }
    Ok(())
}

/// Returns the channels of all open tables that the user `host` created, except the table `new`.
///
/// The first event of each table identifies the user who created it.
async fn set_up_by(db: &mut Connection, host: UserId, new: TableId) -> Result<Vec<ChannelId>> {
    let rows: Vec<(ChannelId, String)> = query!(
        "SELECT t.channel, j.event
         FROM sitters s JOIN tables t ON t.id = s.table_id JOIN journal j ON j.table_id = t.id AND j.seq = 0
         WHERE s.user_id = $1 AND t.ended_at IS NULL AND t.id <> $2 ORDER BY t.id",
        [host, new]
    )
    .fetch_all(db)
    .await?;
    let by_host = |event: &str| {
        let event = serde_json::from_str(event);
        matches!(event, Ok(TableEvent::SetUp { host: found, .. }) if found == host)
    };
    let own = rows.into_iter().filter(|(_, event)| by_host(event));
    Ok(own.map(|(channel, _)| channel).collect())
}

/// Returns the channels of all open tables on a server, except the table `new`.
async fn open_on(db: &mut Connection, server: ServerId, new: TableId) -> Result<Vec<ChannelId>> {
    Ok(query_scalar!(
        "SELECT channel FROM tables WHERE server = $1 AND ended_at IS NULL AND id <> $2 ORDER BY id",
        [server, new]
    )
    .fetch_all(db)
    .await?)
}

/// Returns the open table in a channel, or `None` if there is none.
pub(crate) async fn open_in(db: &mut Connection, channel: ChannelId) -> Result<Option<TableId>> {
    Ok(query_scalar!("SELECT id FROM tables WHERE channel = $1 AND ended_at IS NULL", [channel])
        .fetch_optional(db)
        .await?)
}

/// Returns the server to which a game table belongs.
pub(crate) async fn server_of(db: &mut Connection, table: TableId) -> Result<ServerId> {
    let server = query_scalar!("SELECT server FROM tables WHERE id = $1", [table]).fetch_optional(db).await?;
    server.ok_or(StoreError::NoSuchTable(table))
}

/// Closes a game table, so that a new one can be opened in its channel.
pub(crate) async fn end(db: &mut Connection, table: TableId, at: UnixMillis) -> Result<()> {
    query!(
        "UPDATE tables SET ended_at = $1, deadline = NULL WHERE id = $2 AND ended_at IS NULL",
        [at, table]
    )
    .execute(db)
    .await?;
    Ok(())
}
