//! Finds the table of a channel, waking it from the journal where it sleeps.

use std::sync::Arc;

use super::{Announcer, Answer, ChannelId, Journal, JournalError, Refused, Request, ServerId, TableId};
use crate::ai::Level;
use crate::rules::RuleSet;

/// What a new table is to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// The server.
    pub server: ServerId,
    /// The channel or thread.
    pub channel: ChannelId,
    /// What is played.
    pub rules: RuleSet,
    /// After how many deals the evening ends by itself.
    pub deals: Option<u32>,
    /// How many robots sit down at once, 0 to 3. The host sits down too; when that makes three or
    /// more players and there is at least one robot, the first deal begins at once.
    pub robots: u8,
    /// How they play.
    pub level: Level,
}

/// Every table there is; cheap to clone.
#[derive(Clone)]
pub struct Registry {
    inner: Arc<Inner>,
}

struct Inner {
    journal: Arc<dyn Journal>,
    announcer: Arc<dyn Announcer>,
}

impl Registry {
    /// Sets up a table in a channel; `request` is the host's (its command is ignored).
    pub async fn open(&self, opening: Opening, request: Request) -> Result<Answer, Refused> {
        let _ = (&self.inner.journal, &self.inner.announcer, opening, request);
        Err(Refused::Gone)
    }

    /// Asks the open table of a channel: for slash commands.
    pub async fn ask_here(&self, channel: ChannelId, request: Request) -> Result<Answer, Refused> {
        let _ = (channel, request);
        Err(Refused::Gone)
    }

    /// Asks one table: for buttons, whose custom id names it.
    pub async fn ask(&self, table: TableId, request: Request) -> Result<Answer, Refused> {
        let _ = (table, request);
        Err(Refused::Gone)
    }

    /// Wakes the tables that were in play when the bot stopped, stretches their deadlines by the
    /// time it was down, and announces each. Call once at start; how many there were.
    pub async fn resume(&self) -> Result<usize, JournalError> {
        Err(JournalError::NoSuchTable(TableId(0)))
    }

    /// Lets every table finish what it is doing and stops.
    pub async fn shutdown(&self) {}
}
