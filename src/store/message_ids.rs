//! Ids of the Discord messages of each table, stored so that the messages can be edited after a restart.

use super::{Result, Store};
use crate::store::sql::query;
use crate::table::{ChannelId, TableId};

/// The type of a message that the bot posts for a game table.
///
/// The names of the variants are also listed in a `CHECK` constraint in the database schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessageKind {
    /// The message that players use to join a table.
    Lobby,
    /// The message that shows the deal in progress.
    Table,
    /// The message that shows the result of a deal.
    Result,
    /// The message that shows the final points of all players after the table was closed.
    Ended,
}

impl MessageKind {
    /// Returns the name under which the type is stored in the database.
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
    /// Returns the channel and message id of a stored message, or `None` if it does not exist.
    ///
    /// Messages that do not belong to a deal have deal number 0.
    pub async fn message(
        &self,
        table: TableId,
        deal: u32,
        kind: MessageKind,
    ) -> Result<Option<(ChannelId, u64)>> {
        let row: Option<(ChannelId, i64)> = query!(
            "SELECT channel, message FROM messages WHERE table_id = $1 AND deal = $2 AND kind = $3",
            [table, deal, kind.name()]
        )
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.map(|(channel, message)| (channel, message.cast_unsigned())))
    }

    /// Returns the table and number of the deal that a message shows, in progress or finished. Returns `None`
    /// if the bot has not posted such a message.
    pub async fn deal_of_message(&self, channel: ChannelId, message: u64) -> Result<Option<(TableId, u32)>> {
        let found: Option<(TableId, i64)> = query!(
            "SELECT table_id, deal FROM messages
             WHERE message = $1 AND channel = $2 AND kind IN ('table', 'result')",
            [message.cast_signed(), channel]
        )
        .fetch_optional(&self.readers)
        .await?;
        Ok(found.and_then(|(table, deal)| Some((table, u32::try_from(deal).ok()?))))
    }

    /// Stores the channel and message id of a message.
    ///
    /// Replaces any message already stored for the same table, deal and kind.
    pub async fn put_message(
        &self,
        table: TableId,
        deal: u32,
        kind: MessageKind,
        channel: ChannelId,
        message: u64,
    ) -> Result<()> {
        let mut write = self.write().await?;
        // Reports a missing table by name; the foreign key would only report a generic error.
        let server = super::journal::tables::server_of(&mut write, table).await?;
        self.fence.check(&mut write, std::iter::once(server)).await?;
        query!(
            "INSERT INTO messages (table_id, deal, kind, channel, message) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (table_id, deal, kind)
             DO UPDATE SET channel = excluded.channel, message = excluded.message",
            [table, deal, kind.name(), channel, message.cast_signed()]
        )
        .execute(&mut write)
        .await?;
        Ok(write.commit().await?)
    }
}
