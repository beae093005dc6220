//! The stored properties of a table.

use sqlx::FromRow;

use crate::table::{ChannelId, ServerId, TableId, UnixMillis};

/// A game table as stored in the database, either open or closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct TableRow {
    /// Id of the table.
    #[sqlx(rename = "id")]
    pub table: TableId,
    /// Channel in which the game is played.
    pub channel: ChannelId,
    /// Server to which the channel belongs.
    pub server: ServerId,
    /// Time at which the table was opened.
    #[sqlx(rename = "opened_at")]
    pub opened: UnixMillis,
    /// Time at which the table was closed, or `None` if it is still open.
    #[sqlx(rename = "ended_at")]
    pub ended: Option<UnixMillis>,
}
