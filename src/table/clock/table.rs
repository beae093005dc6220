//! The clock of one table.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::game::GameClock;
use crate::table::UnixMillis;

/// The clock of a table: the game clock of its shard.
#[derive(Debug, Clone)]
pub(crate) struct TableClock {
    shard: Arc<GameClock>,
    /// Difference by which the shard's clock is ahead of the times in the table's events.
    lag: Duration,
}

impl TableClock {
    pub(crate) const fn new(shard: Arc<GameClock>, lag: Duration) -> Self {
        Self { shard, lag }
    }

    /// Returns the current time on the game clock. Deadlines are compared with it.
    pub(crate) fn now(&self) -> UnixMillis {
        self.shard.now()
    }

    /// Returns the current time as it is written to events.
    pub(crate) fn now_in_events(&self) -> UnixMillis {
        self.shard.now().before(self.lag)
    }

    /// Converts a time from an event to a time on the game clock.
    pub(crate) fn of_event(&self, at: UnixMillis) -> UnixMillis {
        at.after(self.lag)
    }

    /// Converts game-clock time to wall-clock time, assuming that the game clock keeps running.
    pub(crate) fn on_the_wall(&self, at: UnixMillis) -> UnixMillis {
        self.shard.on_the_wall(at)
    }

    /// Returns the instant at which the clock will reach `at`, or `None` if the clock is stopped.
    pub(crate) fn instant(&self, at: UnixMillis) -> Option<Instant> {
        self.shard.instant(at)
    }

    pub(crate) fn stands_still(&self) -> bool {
        self.shard.stands_still()
    }
}
