//! Interfaces that a table depends on: [`Journal`] stores its events durably, and [`Announcer`] shows its
//! state.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::{ChannelId, PlayerId, RequestId, ServerId, TableEvent, TableId, TableView, UnixMillis, UserId};
use ulti_rules::{BySeat, Contract, Record, Seat, View};

/// The events of one action, which the journal stores atomically.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// Table to which the events belong.
    pub table: TableId,
    /// Number of the first event, counted from 0. Equals the number of events stored before the batch.
    pub first: u32,
    /// Events in order.
    pub events: Vec<TableEvent>,
    /// Interaction that caused the events. Stored so that duplicates are detected even after a restart.
    pub request: Option<RequestId>,
    /// Next deadline of the table on the game clock, usually that of the player to move.
    pub deadline: Option<UnixMillis>,
    /// Deal that was finished by the events, if any.
    pub finished: Option<FinishedDeal>,
    /// Players' shares of the window (the table's pot), if the events ended the evening.
    pub closed: Option<Vec<(PlayerId, i32)>>,
    /// Wall-clock time of the action.
    pub at: UnixMillis,
}

/// The data that is stored about a settled deal.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedDeal {
    /// Server on which the deal was played.
    pub server: ServerId,
    /// Number of the deal within the evening, counted from 1.
    pub number: u32,
    /// Player at each seat.
    pub seats: BySeat<PlayerId>,
    /// Display name of the player at each seat.
    pub names: BySeat<String>,
    /// `true` for each person for whom a robot made at least one decision.
    pub helped: BySeat<bool>,
    /// `true` for each person whom a stand-in robot had replaced when the deal began.
    pub away: BySeat<bool>,
    /// Seat of the declarer; `None` if a player left before the first bid.
    pub declarer: Option<Seat>,
    /// Contract of the declarer; `None` if a player left before the first bid.
    pub contract: Option<Contract>,
    /// Points won by each seat; negative if lost.
    pub payments: BySeat<i32>,
    /// Points added to the window (the table's pot); negative if removed.
    pub window: i32,
    /// Complete record of the deal.
    pub record: Record,
}

/// A table as stored in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredTable {
    /// Events in order, up to the first damaged one.
    pub events: Vec<TableEvent>,
    /// Most recent interactions that caused events, oldest first; at least the last 64.
    pub requests: Vec<RequestId>,
    /// Next deadline of the table on the game clock, usually that of the player to move.
    pub deadline: Option<UnixMillis>,
    /// Damage found after the events; `None` if the journal is intact.
    pub damage: Option<JournalDamage>,
}

/// Damage that prevents reading a journal to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalDamage {
    /// Description of the damage, intended for the operator. Contains no cards.
    pub reason: String,
}

/// An open table, as listed when the bot starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveTable {
    /// Identifier of the table.
    pub table: TableId,
    /// Channel of the table.
    pub channel: ChannelId,
    /// Next deadline of the table on the game clock, usually that of the player to move.
    pub deadline: Option<UnixMillis>,
}

/// The downtime of the bot, computed at start.
///
/// The game clock stops while the bot is down or Discord is unreachable. After a restart it continues from
/// the last stored time, so deadlines need no adjustment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Downtime {
    /// Duration of the downtime in wall-clock time.
    pub lasted: Duration,
    /// Last stored time of the game clock, from which the clock continues.
    pub clock: UnixMillis,
}

/// Limits on the number of open tables.
///
/// The journal checks the limits in the transaction that opens a table, so concurrent requests cannot exceed
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableLimits {
    /// Maximum number of open tables per user, counted across all servers.
    pub of_person: u32,
    /// Maximum number of open tables on one server.
    pub on_server: u32,
}

impl TableLimits {
    /// Limits that allow any number of open tables.
    pub const ANY: Self = Self { of_person: u32::MAX, on_server: u32::MAX };
}

impl Default for TableLimits {
    fn default() -> Self {
        Self { of_person: 5, on_server: 50 }
    }
}

/// Error returned if a user or a server has reached its limit of open tables.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("too many open tables: the limit is {most}")]
pub struct TooManyTables {
    /// Scope of the limit that was reached.
    pub of: LimitScope,
    /// Maximum number of open tables that the limit allows.
    pub most: u32,
    /// Channels of the open tables that use up the limit, oldest first. Long lists are truncated.
    pub channels: Vec<ChannelId>,
}

/// The scope of a limit on open tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitScope {
    /// Tables opened by one user.
    Person,
    /// Tables on one server.
    Server,
}

/// Error returned by journal operations. If an operation fails, nothing is written, except that
/// [`Journal::cut_back`] may end the evening.
#[derive(Debug, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum JournalError {
    /// The channel already has an open table.
    #[error("the channel already has table {0}")]
    ChannelTaken(TableId),
    /// The user or the server has reached its limit of open tables.
    #[error(transparent)]
    TooMany(TooManyTables),
    /// Another writer has already stored an event with this number.
    #[error("version conflict at table {table}: event {first} already exists")]
    Conflict {
        /// Table to which the events were to be appended.
        table: TableId,
        /// Event number that is already stored.
        first: u32,
    },
    /// The table does not exist.
    #[error("table {0} does not exist")]
    NoSuchTable(TableId),
    /// The stored events cannot be read.
    #[error("failed to read journal of table {table}: {reason}")]
    Corrupt {
        /// Table with the damaged journal.
        table: TableId,
        /// Description of the damage.
        reason: String,
    },
    /// The database cannot be used, for example because the disk is full or read-only.
    #[error("failed to read or write journal: {0}")]
    Unavailable(String),
}

/// Durable storage of table events. When a method returns, its changes are on disk.
#[async_trait]
pub trait Journal: Send + Sync + 'static {
    /// Creates a table with its first events.
    ///
    /// # Errors
    /// [`JournalError::ChannelTaken`] if the channel has an open table, [`JournalError::TooMany`] if a limit
    /// is reached.
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: UnixMillis,
    ) -> Result<TableId, JournalError>;

    /// Appends a batch of events atomically.
    async fn append(&self, batch: Batch) -> Result<(), JournalError>;

    /// Loads the events and metadata of a table.
    async fn load(&self, table: TableId) -> Result<StoredTable, JournalError>;

    /// Truncates a table's journal after a damaged event.
    ///
    /// The first `whole` events are intact. Of these, the events of completely stored actions are kept. The
    /// removed events are archived.
    ///
    /// # Errors
    /// Returns [`JournalError::Corrupt`] if a finished deal would be lost or no event would remain. In that
    /// case the evening is ended, so that the channel is free for a new table.
    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: UnixMillis,
    ) -> Result<(), JournalError>;

    /// Returns the open table of a channel, if there is one.
    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError>;

    /// Returns all open tables.
    async fn live(&self) -> Result<Vec<LiveTable>, JournalError>;

    /// Returns the open tables whose deadline on the game clock is at or before `by`.
    async fn due(&self, by: UnixMillis) -> Result<Vec<TableId>, JournalError>;

    /// Records that the bot has started and returns the downtime.
    ///
    /// The game clock continues from the last stored time. Deadlines more than
    /// [`Options::LONGEST`](super::Options::LONGEST) after that time are shortened to that limit.
    async fn come_back(&self, now: UnixMillis) -> Result<Downtime, JournalError>;

    /// Stores a heartbeat with the current times: `now` on the wall clock and `clock` on the game clock.
    async fn beat(&self, now: UnixMillis, clock: UnixMillis) -> Result<(), JournalError>;

    /// Returns the wall-clock time of the last heartbeat.
    async fn last_beat(&self) -> Result<Option<UnixMillis>, JournalError>;
}

/// The state of a table after a change, passed to the announcer.
#[derive(Debug, Clone)]
pub struct TableUpdate {
    /// Public state of the table.
    pub table_view: Arc<TableView>,
    /// Views of the current deal for the people who play in it.
    pub player_views: Vec<(UserId, Arc<View>)>,
    /// One-time message to send in addition to the table's state, such as a ping.
    pub notice: Option<Notice>,
}

/// A one-time message that is sent in addition to the state of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// The player to move has not acted for some time and is pinged.
    Awaited(UserId),
    /// A robot played the turn of a user who did not act in time.
    PlayedFor {
        /// User who missed the turn.
        user: UserId,
        /// `true` if the robot also takes over the seat for the following turns.
        holds: bool,
    },
    /// The last events could not be read and were removed from the journal.
    CutBack,
}

/// Displays the state of tables.
///
/// Messages are always rebuilt from the newest state. An implementation may therefore skip an update if a
/// newer one exists.
pub trait Announcer: Send + Sync + 'static {
    /// Queues an update for publication and returns immediately.
    fn announce(&self, update: TableUpdate);
}
