//! Tables as such: where they are, and whether their evening is over.

use sqlx::SqliteConnection;

use super::ids::{from_sql, to_sql};
use super::{Store, StoreError};
use crate::table::{ChannelId, Live, Millis, Most, Of, ServerId, TableEvent, TableId, TooMany, UserId};

/// A table that is or was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableRow {
    /// Which.
    pub table: TableId,
    /// Where.
    pub channel: ChannelId,
    /// Where.
    pub server: ServerId,
    /// When it was set up.
    pub opened: Millis,
    /// When its evening ended; `None` as long as it goes on.
    pub ended: Option<Millis>,
}

/// A deadline that is none any more is none: the table gets another when it is woken.
const LIVE: &str = "
    SELECT id, channel, CASE typeof(deadline) WHEN 'integer' THEN deadline END
    FROM tables WHERE ended_at IS NULL ORDER BY id";

impl Store {
    /// What is known of a table; `None` where there never was one.
    pub async fn table_state(&self, table: TableId) -> Result<Option<TableRow>, StoreError> {
        let mut read = self.read().await?;
        row(&mut read, table).await
    }

    /// The newest table of a channel, open or ended.
    pub async fn latest_table(&self, channel: ChannelId) -> Result<Option<TableId>, StoreError> {
        let id = sqlx::query_scalar("SELECT id FROM tables WHERE channel = $1 ORDER BY id DESC LIMIT 1")
            .bind(to_sql(channel.0))
            .fetch_optional(&self.readers)
            .await?;
        Ok(id.map(TableId))
    }

    pub(super) async fn live_tables(&self) -> Result<Vec<Live>, StoreError> {
        let rows: Vec<(i64, i64, Option<i64>)> = sqlx::query_as(LIVE).fetch_all(&self.readers).await?;
        let live = |(id, channel, deadline): (i64, i64, Option<i64>)| Live {
            table: TableId(id),
            channel: ChannelId(from_sql(channel)),
            deadline: deadline.map(Millis),
        };
        Ok(rows.into_iter().map(live).collect())
    }

    /// Every table whose evening is not over and whose deadline has come.
    pub(super) async fn due_tables(&self, by: Millis) -> Result<Vec<TableId>, StoreError> {
        let rows: Vec<i64> = sqlx::query_scalar(
            "SELECT id FROM tables WHERE ended_at IS NULL AND deadline <= $1 ORDER BY deadline",
        )
        .bind(by.0)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(TableId).collect())
    }
}

/// What is known of a table.
pub(super) async fn row(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<Option<TableRow>, StoreError> {
    let row: Option<(i64, i64, i64, Option<i64>)> =
        sqlx::query_as("SELECT channel, server, opened_at, ended_at FROM tables WHERE id = $1")
            .bind(table.0)
            .fetch_optional(connection)
            .await?;
    Ok(row.map(|(channel, server, opened, ended)| TableRow {
        table,
        channel: ChannelId(from_sql(channel)),
        server: ServerId(from_sql(server)),
        opened: Millis(opened),
        ended: ended.map(Millis),
    }))
}

/// Makes a table, unless the channel has an open one.
pub(super) async fn set_up(
    connection: &mut SqliteConnection,
    server: ServerId,
    channel: ChannelId,
    at: Millis,
) -> Result<TableId, StoreError> {
    let made = sqlx::query_scalar(
        "INSERT INTO tables (server, channel, opened_at) VALUES ($1, $2, $3)
         ON CONFLICT (channel) WHERE ended_at IS NULL DO NOTHING
         RETURNING id",
    )
    .bind(to_sql(server.0))
    .bind(to_sql(channel.0))
    .bind(at.0)
    .fetch_optional(&mut *connection)
    .await?;
    match (made, open_in(connection, channel).await?) {
        (Some(id), _) => Ok(TableId(id)),
        (None, Some(taken)) => Err(StoreError::ChannelTaken(taken)),
        (None, None) => Err(StoreError::Damaged(format!("channel {channel} is taken by no table"))),
    }
}

/// How many channels are named where there are too many tables.
const NAMED: usize = 10;

/// Refuses a table that has just been made where there are as many others as there may be. In the
/// transaction that makes it, so there is no moment between counting and making.
pub(super) async fn hold_to(
    connection: &mut SqliteConnection,
    most: Most,
    server: ServerId,
    host: UserId,
    new: TableId,
) -> Result<(), StoreError> {
    let full = |most: u32, open: &[ChannelId]| u32::try_from(open.len()).unwrap_or(u32::MAX) >= most;
    let refused = |of, most, mut channels: Vec<ChannelId>| {
        channels.truncate(NAMED);
        Err(StoreError::TooMany(TooMany { of, most, channels }))
    };
    let own = set_up_by(connection, host, new).await?;
    if full(most.of_person, &own) {
        return refused(Of::Person, most.of_person, own);
    }
    let here = open_on(connection, server, new).await?;
    if full(most.on_server, &here) { refused(Of::Server, most.on_server, here) } else { Ok(()) }
}

/// Where the other open tables are that a person has set up, by the first events of those at which they
/// are named.
async fn set_up_by(
    connection: &mut SqliteConnection,
    host: UserId,
    new: TableId,
) -> Result<Vec<ChannelId>, StoreError> {
    let rows: Vec<(i64, String)> = sqlx::query_as(
        "SELECT t.channel, j.event
         FROM sitters s JOIN tables t ON t.id = s.table_id JOIN journal j ON j.table_id = t.id AND j.seq = 0
         WHERE s.user_id = $1 AND t.ended_at IS NULL AND t.id <> $2 ORDER BY t.id",
    )
    .bind(to_sql(host.0))
    .bind(new.0)
    .fetch_all(connection)
    .await?;
    let by_host = |event: &str| {
        let event = serde_json::from_str(event);
        matches!(event, Ok(TableEvent::SetUp { host: found, .. }) if found == host)
    };
    let own = rows.into_iter().filter(|(_, event)| by_host(event));
    Ok(own.map(|(channel, _)| ChannelId(from_sql(channel))).collect())
}

/// Where the other open tables of a server are.
async fn open_on(
    connection: &mut SqliteConnection,
    server: ServerId,
    new: TableId,
) -> Result<Vec<ChannelId>, StoreError> {
    let rows: Vec<i64> = sqlx::query_scalar(
        "SELECT channel FROM tables WHERE server = $1 AND ended_at IS NULL AND id <> $2 ORDER BY id",
    )
    .bind(to_sql(server.0))
    .bind(new.0)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|channel| ChannelId(from_sql(channel))).collect())
}

/// The open table of a channel.
pub(super) async fn open_in(
    connection: &mut SqliteConnection,
    channel: ChannelId,
) -> Result<Option<TableId>, StoreError> {
    let id = sqlx::query_scalar("SELECT id FROM tables WHERE channel = $1 AND ended_at IS NULL")
        .bind(to_sql(channel.0))
        .fetch_optional(connection)
        .await?;
    Ok(id.map(TableId))
}

/// The server of a table.
pub(super) async fn server_of(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<ServerId, StoreError> {
    let server = sqlx::query_scalar("SELECT server FROM tables WHERE id = $1")
        .bind(table.0)
        .fetch_optional(connection)
        .await?;
    server.map(|server| ServerId(from_sql(server))).ok_or(StoreError::NoSuchTable(table))
}

/// Ends the evening, which frees the channel.
pub(super) async fn end(
    connection: &mut SqliteConnection,
    table: TableId,
    at: Millis,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE tables SET ended_at = $1, deadline = NULL WHERE id = $2 AND ended_at IS NULL")
        .bind(at.0)
        .bind(table.0)
        .execute(connection)
        .await?;
    Ok(())
}
