//! What the table needs of the outside: a journal that keeps, an announcer that shows.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::{ChannelId, Millis, PlayerId, RequestId, Scene, ServerId, TableEvent, TableId, UserId};
use crate::rules::{BySeat, Contract, Record, Seat, View};

/// What is written in one go, or not at all.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// Whose.
    pub table: TableId,
    /// The number of the first event: how many the table had before.
    pub first: u32,
    /// The events, in order.
    pub events: Vec<TableEvent>,
    /// The interaction that led to them, so that it counts once even after a restart.
    pub request: Option<RequestId>,
    /// When the player whose turn it is must have acted, afterwards; by the tables' clock (see [`Downtime`]).
    pub deadline: Option<Millis>,
    /// The deal that ended with these events.
    pub finished: Option<FinishedDeal>,
    /// The evening that ended with them: what each person got of the window.
    pub closed: Option<Vec<(PlayerId, i32)>>,
    /// When.
    pub at: Millis,
}

/// A deal that is over, as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedDeal {
    /// Where.
    pub server: ServerId,
    /// Its number in the evening, from 1.
    pub number: u32,
    /// Who sat where.
    pub seats: BySeat<PlayerId>,
    /// The names they had.
    pub names: BySeat<String>,
    /// For which people's seats a robot decided anything: a turn they let run out, or all of it.
    pub helped: BySeat<bool>,
    /// Which people's seats a robot held when the deal began.
    pub away: BySeat<bool>,
    /// Who played alone; `None` where someone left before the first bid.
    pub declarer: Option<Seat>,
    /// What was played.
    pub contract: Option<Contract>,
    /// What each seat gained.
    pub payments: BySeat<i32>,
    /// What the window gained.
    pub window: i32,
    /// The whole deal in the open notation.
    pub record: Record,
}

/// A table as the journal holds it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// Its events, in order, as far as they are whole.
    pub events: Vec<TableEvent>,
    /// The newest interactions that led to them, oldest first; at least the last 64.
    pub requests: Vec<RequestId>,
    /// When the player whose turn it is must have acted; by the tables' clock.
    pub deadline: Option<Millis>,
    /// What is wrong with the event after these; `None` where these are all.
    pub damage: Option<Damage>,
}

/// Why a journal can't be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Why, for whoever runs the bot; no card is in it.
    pub reason: String,
}

/// A table whose evening is not over, as the registry needs it at start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Live {
    /// Which.
    pub table: TableId,
    /// Where.
    pub channel: ChannelId,
    /// When the player whose turn it is must have acted; by the tables' clock.
    pub deadline: Option<Millis>,
}

/// How the bot comes back after it was not there.
///
/// The tables' clock stands still meanwhile, and while Discord is out of reach: it goes on from what it showed
/// last, and no deadline has to be put off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Downtime {
    /// For how long, by the clock on the wall.
    pub lasted: Duration,
    /// What the tables' clock shows.
    pub clock: Millis,
}

/// How many tables may be open at the same time. Whoever keeps the journal holds to it, in the same step
/// in which a table is opened, so that many at once are no way around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most {
    /// That one person has set up, wherever.
    pub of_person: u32,
    /// On one server.
    pub on_server: u32,
}

impl Most {
    /// As many as anyone likes.
    pub const ANY: Self = Self { of_person: u32::MAX, on_server: u32::MAX };
}

impl Default for Most {
    fn default() -> Self {
        Self { of_person: 5, on_server: 50 }
    }
}

/// As many tables are open as there may be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{most} tables are open already, as many as there may be")]
pub struct TooMany {
    /// Of whom.
    pub of: Of,
    /// How many there may be.
    pub most: u32,
    /// Where some of them are, the oldest first.
    pub channels: Vec<ChannelId>,
}

/// Of whom there are too many open tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Whoever sets them up.
    Person,
    /// The server's.
    Server,
}

/// Why the journal did not take something. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The channel has an open table already.
    #[error("the channel has table {0} already")]
    ChannelTaken(TableId),
    /// As many tables are open as there may be.
    #[error(transparent)]
    TooMany(TooMany),
    /// Someone else has written at this place.
    #[error("table {table} has moved on: event {first} is taken")]
    Conflict {
        /// Whose.
        table: TableId,
        /// The number that is taken.
        first: u32,
    },
    /// There is no such table.
    #[error("there is no table {0}")]
    NoSuchTable(TableId),
    /// What is written there can't be read.
    #[error("the journal of table {table} can't be read: {reason}")]
    Corrupt {
        /// Whose.
        table: TableId,
        /// Why.
        reason: String,
    },
    /// The disk is full, read-only, gone.
    #[error("the journal can't be written or read: {0}")]
    Unavailable(String),
}

/// Keeps what happened. When a call returns, what was given is on the disk.
#[async_trait]
pub trait Journal: Send + Sync + 'static {
    /// A new table with its first events; the channel must not have an open one.
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: Millis,
    ) -> Result<TableId, JournalError>;

    /// Adds to a table, all or nothing.
    async fn append(&self, batch: Batch) -> Result<(), JournalError>;

    /// All that a table consists of.
    async fn load(&self, table: TableId) -> Result<Stored, JournalError>;

    /// Cuts a table's journal back to the actions that its first `whole` events complete, because the next
    /// event can't be read; the rest is kept where the table does not find it.
    ///
    /// # Errors
    /// [`JournalError::Corrupt`] where a deal that is over would be undone, or nothing is left: then the
    /// evening has been ended, and the channel is free.
    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: Millis,
    ) -> Result<(), JournalError>;

    /// The open table of a channel.
    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError>;

    /// Every table whose evening is not over.
    async fn live(&self) -> Result<Vec<Live>, JournalError>;

    /// The tables whose evening is not over and whose deadline is at or before this moment of the tables' clock.
    async fn due(&self, by: Millis) -> Result<Vec<TableId>, JournalError>;

    /// The bot has come back, and beats: the tables' clock goes on from the last beat, and no deadline is
    /// farther from it than [`Options::LONGEST`](super::Options::LONGEST).
    async fn come_back(&self, now: Millis) -> Result<Downtime, JournalError>;

    /// Writes down that the bot is alive, and what the tables' clock shows.
    async fn beat(&self, now: Millis, clock: Millis) -> Result<(), JournalError>;

    /// When it last was.
    async fn last_beat(&self) -> Result<Option<Millis>, JournalError>;
}

/// What an announcer is told after each change.
#[derive(Debug, Clone)]
pub struct News {
    /// The table as everyone may see it.
    pub scene: Arc<Scene>,
    /// What each person who plays may see of the deal, and only they.
    pub eyes: Vec<(UserId, Arc<View>)>,
    /// What is worth a word of its own.
    pub notice: Option<Notice>,
}

/// Something that is said once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// This person has been awaited for a while.
    Awaited(UserId),
    /// A robot played for this person, and holds the seat or does not.
    PlayedFor {
        /// For whom.
        user: UserId,
        /// Whether the robot holds the seat from now on.
        holds: bool,
    },
    /// What happened last could not be read, and is taken back.
    CutBack,
}

/// Shows what happened. Messages are views that may be lost: whatever is shown is rebuilt from the
/// newest scene, so news may be dropped when newer ones have come.
pub trait Announcer: Send + Sync + 'static {
    /// Takes news; returns at once.
    fn announce(&self, news: News);
}
