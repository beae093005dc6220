//! Where the bot's messages are, so that they are found again after a restart.

use super::ids::{from_sql, to_sql};
use super::{Store, StoreError};
use crate::table::{ChannelId, TableId};

/// What a message shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessageKind {
    /// People sitting down.
    Lobby,
    /// A deal being played.
    Table,
    /// What a deal brought.
    Result,
    /// The end of the evening.
    Ended,
}

impl MessageKind {
    /// Its name in the database; the schema knows them too.
    const fn name(self) -> &'static str {
        match self {
            Self::Lobby => "lobby",
            Self::Table => "table",
            Self::Result => "result",
            Self::Ended => "ended",
        }
    }
}

impl Store {
    /// The channel and the message of this kind for a deal of a table; the deal is 0 before the first.
    pub async fn message(
        &self,
        table: TableId,
        deal: u32,
        kind: MessageKind,
    ) -> Result<Option<(ChannelId, u64)>, StoreError> {
        let row: Option<(i64, i64)> = sqlx::query_as(
            "SELECT channel, message FROM messages WHERE table_id = $1 AND deal = $2 AND kind = $3",
        )
        .bind(table.0)
        .bind(i64::from(deal))
        .bind(kind.name())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.map(|(channel, message)| (ChannelId(from_sql(channel)), from_sql(message))))
    }

    /// Writes down where the message of this kind for a deal is, in place of the one before.
    pub async fn put_message(
        &self,
        table: TableId,
        deal: u32,
        kind: MessageKind,
        channel: ChannelId,
        message: u64,
    ) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        // Also says that there is no such table, before the schema does with less of a sentence.
        super::tables::server_of(&mut write, table).await?;
        sqlx::query(
            "INSERT INTO messages (table_id, deal, kind, channel, message) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (table_id, deal, kind)
             DO UPDATE SET channel = excluded.channel, message = excluded.message",
        )
        .bind(table.0)
        .bind(i64::from(deal))
        .bind(kind.name())
        .bind(to_sql(channel.0))
        .bind(to_sql(message))
        .execute(&mut *write)
        .await?;
        Ok(write.commit().await?)
    }
}
