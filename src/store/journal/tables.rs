//! Queries for game tables: channel, server, deadline and closing.

use sqlx::SqliteConnection;

use super::table_row::TableRow;
use crate::store::{Store, StoreError};
use crate::table::{
    ChannelId, LimitScope, LiveTable, ServerId, TableEvent, TableId, TableLimits, TooManyTables, UnixMillis,
    UserId,
};

/// Query for the open tables.
///
/// A deadline that is not an integer, for example because of a flipped bit, is read as `NULL`. The table then
/// gets a new deadline when it is loaded.
const LIVE: &str = "
    SELECT id, channel, CASE typeof(deadline) WHEN 'integer' THEN deadline END
    FROM tables WHERE ended_at IS NULL ORDER BY id";

impl Store {
    /// Returns the stored properties of a table, or `None` if it never existed.
    pub async fn table_state(&self, table: TableId) -> Result<Option<TableRow>, StoreError> {
        let mut read = self.read().await?;
        row(&mut read, table).await
    }

    /// Returns the newest table of a channel, which may be open or closed.
    ///
    /// Returns `None` if the channel has never had a table.
    pub async fn latest_table(&self, channel: ChannelId) -> Result<Option<TableId>, StoreError> {
        Ok(sqlx::query_scalar("SELECT id FROM tables WHERE channel = $1 ORDER BY id DESC LIMIT 1")
            .bind(channel)
            .fetch_optional(&self.readers)
            .await?)
    }

    /// Returns all open tables with their deadlines.
    pub(crate) async fn live_tables(&self) -> Result<Vec<LiveTable>, StoreError> {
        let rows: Vec<(TableId, ChannelId, Option<UnixMillis>)> =
            sqlx::query_as(LIVE).fetch_all(&self.readers).await?;
        let live = |(table, channel, deadline)| LiveTable { table, channel, deadline };
        Ok(rows.into_iter().map(live).collect())
    }

    /// Returns the open tables whose deadline has been reached at the time `by`, earliest deadline first.
    pub(crate) async fn due_tables(&self, by: UnixMillis) -> Result<Vec<TableId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM tables WHERE ended_at IS NULL AND deadline <= $1 ORDER BY deadline",
        )
        .bind(by)
        .fetch_all(&self.readers)
        .await?)
    }
}

/// Reads the stored properties of a table, or `None` if it does not exist.
pub(crate) async fn row(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<Option<TableRow>, StoreError> {
    Ok(sqlx::query_as("SELECT id, channel, server, opened_at, ended_at FROM tables WHERE id = $1")
        .bind(table)
        .fetch_optional(connection)
        .await?)
}

/// Inserts a new table for a channel and returns its id.
///
/// # Errors
/// Returns [`StoreError::ChannelTaken`] if the channel already has an open table.
pub(crate) async fn set_up(
    connection: &mut SqliteConnection,
    server: ServerId,
    channel: ChannelId,
    at: UnixMillis,
) -> Result<TableId, StoreError> {
    let made = sqlx::query_scalar(
        "INSERT INTO tables (server, channel, opened_at) VALUES ($1, $2, $3)
         ON CONFLICT (channel) WHERE ended_at IS NULL DO NOTHING
         RETURNING id",
    )
    .bind(server)
    .bind(channel)
    .bind(at)
    .fetch_optional(&mut *connection)
    .await?;
    match (made, open_in(connection, channel).await?) {
        (Some(table), _) => Ok(table),
        (None, Some(taken)) => Err(StoreError::ChannelTaken(taken)),
        (None, None) => {
            Err(StoreError::Damaged(format!("channel {channel} has no table but rejects a new one")))
        }
    }
}

/// Maximum number of channels listed in [`TooManyTables`].
const MAX_LISTED: usize = 10;

/// Returns an error if the host or the server already has the maximum number of open tables.
///
/// The table `new` is not counted. The check runs in the transaction that inserts the table, so that no other
/// table can be inserted in between.
pub(crate) async fn check_limits(
    connection: &mut SqliteConnection,
    limits: TableLimits,
    server: ServerId,
    host: UserId,
    new: TableId,
) -> Result<(), StoreError> {
    let full = |most: u32, open: &[ChannelId]| u32::try_from(open.len()).unwrap_or(u32::MAX) >= most;
    let refused = |of, most, mut channels: Vec<ChannelId>| {
        channels.truncate(MAX_LISTED);
        Err(StoreError::TooMany(TooManyTables { of, most, channels }))
    };
    let own = set_up_by(connection, host, new).await?;
    if full(limits.of_person, &own) {
        return refused(LimitScope::Person, limits.of_person, own);
    }
    let here = open_on(connection, server, new).await?;
    if full(limits.on_server, &here) { refused(LimitScope::Server, limits.on_server, here) } else { Ok(()) }
}

/// Returns the channels of all open tables that a user has set up, except the table `new`.
///
/// The first event of a table names the user who set it up.
async fn set_up_by(
    connection: &mut SqliteConnection,
    host: UserId,
    new: TableId,
) -> Result<Vec<ChannelId>, StoreError> {
    let rows: Vec<(ChannelId, String)> = sqlx::query_as(
        "SELECT t.channel, j.event
         FROM sitters s JOIN tables t ON t.id = s.table_id JOIN journal j ON j.table_id = t.id AND j.seq = 0
         WHERE s.user_id = $1 AND t.ended_at IS NULL AND t.id <> $2 ORDER BY t.id",
    )
    .bind(host)
    .bind(new)
    .fetch_all(connection)
    .await?;
    let by_host = |event: &str| {
        let event = serde_json::from_str(event);
        matches!(event, Ok(TableEvent::SetUp { host: found, .. }) if found == host)
    };
    let own = rows.into_iter().filter(|(_, event)| by_host(event));
    Ok(own.map(|(channel, _)| channel).collect())
}

/// Returns the channels of all open tables of a server, except the table `new`.
async fn open_on(
    connection: &mut SqliteConnection,
    server: ServerId,
    new: TableId,
) -> Result<Vec<ChannelId>, StoreError> {
    Ok(sqlx::query_scalar(
        "SELECT channel FROM tables WHERE server = $1 AND ended_at IS NULL AND id <> $2 ORDER BY id",
    )
    .bind(server)
    .bind(new)
    .fetch_all(connection)
    .await?)
}

/// Returns the open table of a channel, or `None` if there is none.
pub(crate) async fn open_in(
    connection: &mut SqliteConnection,
    channel: ChannelId,
) -> Result<Option<TableId>, StoreError> {
    Ok(sqlx::query_scalar("SELECT id FROM tables WHERE channel = $1 AND ended_at IS NULL")
        .bind(channel)
        .fetch_optional(connection)
        .await?)
}

/// Returns the server to which a table belongs.
pub(crate) async fn server_of(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<ServerId, StoreError> {
    let server = sqlx::query_scalar("SELECT server FROM tables WHERE id = $1")
        .bind(table)
        .fetch_optional(connection)
        .await?;
    server.ok_or(StoreError::NoSuchTable(table))
}

/// Closes a table. A new table can then be opened in its channel.
pub(crate) async fn end(
    connection: &mut SqliteConnection,
    table: TableId,
    at: UnixMillis,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE tables SET ended_at = $1, deadline = NULL WHERE id = $2 AND ended_at IS NULL")
        .bind(at)
        .bind(table)
        .execute(connection)
        .await?;
    Ok(())
}
