//! Interfaces that a table depends on: [`Journal`] stores its events durably, and [`Announcer`] shows its
//! state.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::{
    ChannelId, PlayerId, PlayerView, RequestId, ServerId, Shard, ShardRange, TableEvent, TableId, TableView,
    UnixMillis, UserId,
};
use ulti_rules::{BySeat, Contract, Record, Seat};

/// Events caused by one action. Either all of them are written to the journal, or none.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// Table that the events belong to.
    pub table: TableId,
    /// Server of the table.
    pub server: ServerId,
    /// Sequence number of the batch's first event. Equals the number of events already stored for the table.
    pub first: u32,
    /// Events in order.
    pub events: Vec<TableEvent>,
    /// Id of the interaction that caused the events. Stored so that a repeated interaction is recognized even
    /// after a restart.
    pub request: Option<RequestId>,
    /// The table's next deadline on the game clock, usually the deadline for the player whose turn it is.
    pub deadline: Option<UnixMillis>,
    /// Deal that these events completed, if any.
    pub finished: Option<FinishedDeal>,
    /// Each player's share of the window (the table's pot) if these events end the session.
    pub closed: Option<Vec<(PlayerId, i32)>>,
    /// Wall-clock time at which the events occurred.
    pub at: UnixMillis,
}

/// The players, contract, points and record of a finished deal, to be stored in the database.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedDeal {
    /// Discord server on which the deal was played.
    pub server: ServerId,
    /// Number of the deal in the session, starting at 1.
    pub number: u32,
    /// Player at each seat.
    pub seats: BySeat<PlayerId>,
    /// Display name of the player at each seat.
    pub names: BySeat<String>,
    /// For each seat, `true` if a robot made at least one decision for the person playing there.
    pub helped: BySeat<bool>,
    /// For each seat, `true` if a stand-in robot was playing for an absent person when the deal began.
    pub away: BySeat<bool>,
    /// Seat of the declarer. `None` if a player left before the first bid.
    pub declarer: Option<Seat>,
    /// Contract that the declarer played. `None` if a player left before the first bid.
    pub contract: Option<Contract>,
    /// Points that the player at each seat won, or lost if negative.
    pub payments: BySeat<i32>,
    /// Points that the deal added to the window (the table's pot), or removed from it if negative.
    pub window: i32,
    /// Complete record of the deal, including all cards and actions.
    pub record: Record,
}

/// A table as loaded from the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredTable {
    /// Events in order, up to the first damaged event.
    pub events: Vec<TableEvent>,
    /// Ids of the interactions that caused the most recent events, oldest first. Contains at least the latest
    /// 64, or all of them if there are fewer.
    pub requests: Vec<RequestId>,
    /// The table's next deadline on the game clock, usually the deadline for the player whose turn it is.
    pub deadline: Option<UnixMillis>,
    /// Difference by which the game clock has been set forward for this table since its first event. It is
    /// subtracted from the clock's time before that is compared with times in the events.
    pub clock_lag: Duration,
    /// Damage found after the last readable event. `None` if the journal is intact.
    pub damage: Option<JournalDamage>,
}

/// The reason why a table's journal cannot be read completely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalDamage {
    /// Description of the damage for the bot's operator. Does not reveal any cards.
    pub reason: String,
}

/// An open table, as listed when the bot starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveTable {
    /// Identifier of the table.
    pub table: TableId,
    /// Channel of the table.
    pub channel: ChannelId,
    /// Server of the channel.
    pub server: ServerId,
    /// The table's next deadline on the game clock, usually the deadline for the player whose turn it is.
    pub deadline: Option<UnixMillis>,
}

/// Downtime of the bot, and the times at which its game clocks continue.
///
/// The game clock of a shard stops while the bot is down or the shard is disconnected. After a restart, the
/// clock continues from the last stored time, so deadlines do not have to be adjusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Downtime {
    /// Downtime of the bot, in wall-clock time. If processes share the database, the time without any of
    /// them.
    pub lasted: Duration,
    /// Time that the game clock of each shard shows when it resumes. This is the last time stored before the
    /// bot went down.
    pub clocks: Vec<(Shard, UnixMillis)>,
}

/// Limits on the number of open tables.
///
/// The journal enforces the limits in the same transaction that creates a table, so concurrent requests
/// cannot exceed them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableLimits {
    /// Maximum number of open tables per user across all servers.
    pub of_person: u32,
    /// Maximum number of open tables per server.
    pub on_server: u32,
}

impl TableLimits {
    /// Allows any number of open tables.
    pub const ANY: Self = Self { of_person: u32::MAX, on_server: u32::MAX };
}

impl Default for TableLimits {
    fn default() -> Self {
        Self { of_person: 5, on_server: 50 }
    }
}

/// Error returned when a user or server has reached the limit on open tables.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("too many open tables: the limit is {most}")]
pub struct TooManyTables {
    /// Scope of the limit that was reached: user or server.
    pub of: LimitScope,
    /// Maximum number of open tables.
    pub most: u32,
    /// Channels of the tables that count towards the limit, oldest table first. A long list is truncated.
    pub channels: Vec<ChannelId>,
}

/// Scope of a limit on open tables: one user or one server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitScope {
    /// The limit on open tables created by one user.
    Person,
    /// The limit on open tables on one server.
    Server,
}

/// Error returned by journal operations.
///
/// A failed operation writes nothing. The only exception is [`Journal::cut_back`], which may remove events
/// and end the session.
#[derive(Debug, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum JournalError {
    /// The channel already has an open table.
    #[error("the channel already has table {0}")]
    ChannelTaken(TableId),
    /// The user or server has reached the limit on open tables.
    #[error(transparent)]
    TooMany(TooManyTables),
    /// An event with this sequence number has already been stored by another writer.
    #[error("version conflict at table {table}: event {first} already exists")]
    Conflict {
        /// Table that the events belong to.
        table: TableId,
        /// Sequence number that is already in use.
        first: u32,
    },
    /// The table does not exist.
    #[error("table {0} does not exist")]
    NoSuchTable(TableId),
    /// The events of a table cannot be read.
    #[error("failed to read journal of table {table}: {reason}")]
    Corrupt {
        /// Table whose journal is damaged.
        table: TableId,
        /// Description of the damage.
        reason: String,
    },
    /// Another process runs the table's shard.
    #[error("shard {0} is run by another process")]
    NotLeased(Shard),
    /// The database is unavailable, for example because the disk is full or read-only.
    #[error("failed to read or write journal: {0}")]
    Unavailable(String),
}

/// Durable storage for table events. Changes are on disk when a method returns.
#[async_trait]
pub trait Journal: Send + Sync + 'static {
    /// Creates a table with its first events and returns its id.
    ///
    /// # Errors
    /// Returns [`JournalError::ChannelTaken`] if the channel already has an open table, or
    /// [`JournalError::TooMany`] if a limit on open tables has been reached.
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: UnixMillis,
    ) -> Result<TableId, JournalError>;

    /// Appends a batch of events atomically.
    async fn append(&self, batch: Batch) -> Result<(), JournalError>;

    /// Loads a table's events, its recent interactions and its deadline.
    async fn load(&self, table: TableId) -> Result<StoredTable, JournalError>;

    /// Truncates a table's journal so that it no longer contains a damaged event.
    ///
    /// The first `whole` events are intact. If they end with an incomplete action, the events of that action
    /// are removed as well. Removed events are archived.
    ///
    /// # Errors
    /// Returns [`JournalError::Corrupt`] if a finished deal would be lost or no events would remain. In that
    /// case, this method ends the session so that a new table can be opened in the channel.
    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: UnixMillis,
    ) -> Result<(), JournalError>;

    /// Returns the open table in a channel, or `None` if there is none.
    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError>;

    /// Returns all open tables.
    async fn live(&self) -> Result<Vec<LiveTable>, JournalError>;

    /// Returns all open tables whose deadline is at or before `by`, earliest deadline first.
    async fn due(&self, by: UnixMillis) -> Result<Vec<LiveTable>, JournalError>;

    /// Records that the bot has started with the given shards, and returns how long it was down.
    ///
    /// The game clocks continue from the last stored times. The latest allowed deadline is the latest of
    /// these times plus [`Options::LONGEST`](super::Options::LONGEST). Later deadlines are replaced by it.
    ///
    /// If the servers were divided into another number of shards before, all clocks continue from the latest
    /// stored time. The deadlines of tables whose clock is set forward by this are moved by the same
    /// difference.
    async fn come_back(&self, now: UnixMillis, shards: ShardRange) -> Result<Downtime, JournalError>;

    /// Stores a heartbeat. `now` is the current wall-clock time, and `clocks` are the current times of the
    /// game clocks.
    async fn beat(&self, now: UnixMillis, clocks: &[(Shard, UnixMillis)]) -> Result<(), JournalError>;

    /// Returns the wall-clock time of the last heartbeat, or `None` if none is stored.
    async fn last_beat(&self) -> Result<Option<UnixMillis>, JournalError>;
}

/// Content to show after a change at a table: the public state, each player's view of the deal, and an
/// optional notice.
#[derive(Debug, Clone)]
pub struct TableUpdate {
    /// Public state of the table.
    pub table_view: Arc<TableView>,
    /// User id and player view of each person in the current deal. Robots are omitted.
    pub player_views: Vec<(UserId, PlayerView)>,
    /// Message, such as a ping, to send once in addition to updating the displayed table.
    pub notice: Option<Notice>,
    /// The cause of the change.
    pub cause: UpdateCause,
}

/// The cause of a [`TableUpdate`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateCause {
    /// The table was opened, usually by an interaction.
    Opening(Option<RequestId>),
    /// An interaction has changed the table.
    Request(RequestId),
    /// Something else, such as a time limit, a robot or a restart.
    Other,
}

impl UpdateCause {
    /// Returns the cause of the changes that a request makes. `id` is the id of the request's interaction.
    pub(super) fn of_request(id: Option<RequestId>) -> Self {
        id.map_or(Self::Other, Self::Request)
    }
}

/// A one-time message about a table, such as a ping, sent in addition to the table's regular updates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// Pings a player who has not acted for some time.
    Awaited(UserId),
    /// Pings a person whom a player has invited.
    Invited {
        /// The invited person.
        user: UserId,
        /// The player.
        by: UserId,
    },
    /// A robot took the turn of a user who did not act in time.
    PlayedFor {
        /// User who missed the turn.
        user: UserId,
        /// `true` if the robot has also taken over the user's seat for the following turns.
        holds: bool,
    },
    /// Damaged events were removed from the end of the table's journal.
    CutBack,
}

/// Shows the state of tables to their players.
///
/// Each message is built from the newest state only, so an implementation may skip updates that are no longer
/// current.
pub trait Announcer: Send + Sync + 'static {
    /// Queues an update for publication. Returns immediately.
    fn announce(&self, update: TableUpdate);

    /// Returns `true` if a channel has rejected a message and accepted none since, so that the players may
    /// not see whose turn it is.
    fn rejects_messages(&self, server: ServerId, channel: ChannelId) -> bool;
}
