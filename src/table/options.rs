//! Time limits of tables and robots.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::UnixMillis;

/// Time limits and robot settings, shared by all tables. Corresponds to the `[table]` section of the
/// configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Time after which a player who has not acted is pinged.
    #[serde(with = "humantime_serde")]
    pub soft_limit: Duration,
    /// Time after which a robot takes the turn of a player who has not acted.
    #[serde(with = "humantime_serde")]
    pub hard_limit: Duration,
    /// Number of consecutive missed turns after which a robot takes over a player's seat.
    pub misses_allowed: u8,
    /// Minimum time that a robot takes for an action, so that people can follow the game.
    #[serde(with = "humantime_serde")]
    pub robot_pace: Duration,
    /// Maximum number of robot searches that run at the same time.
    pub robot_threads: usize,
    /// Maximum time that a robot may search for an action.
    #[serde(skip)]
    pub robot_thinks: Duration,
    /// Time after which a table that receives no requests is unloaded from memory.
    #[serde(with = "humantime_serde")]
    pub sleep_after: Duration,
    /// Time after which an idle table is closed, if no deal is in progress or the channel rejects messages.
    #[serde(with = "humantime_serde")]
    pub abandon_after: Duration,
    /// Interval at which the journal is searched for unloaded tables whose deadline has passed.
    #[serde(skip)]
    pub sweep_every: Duration,
}

impl Options {
    /// Maximum value for every configurable time limit: thirty days.
    pub const LONGEST: Duration = Duration::from_hours(24 * 30);

    /// Returns `true` if a table should be loaded when the bot starts.
    ///
    /// A table is loaded if it was used recently, if its deadline is near, or if it has no deadline. The
    /// conditions are generous because the game clock lags slightly after a crash, which makes deadlines
    /// appear later than they are.
    pub(super) fn is_awake(&self, deadline: Option<UnixMillis>, now: UnixMillis) -> bool {
        let Some(deadline) = deadline else { return true };
        let touched_lately = now.after(self.abandon_after.saturating_sub(self.sleep_after));
        deadline <= now.after(self.hard_limit + self.sleep_after) || deadline > touched_lately
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            soft_limit: Duration::from_mins(1),
            hard_limit: Duration::from_mins(5),
            misses_allowed: 2,
            robot_pace: Duration::from_millis(900),
            robot_threads: 2,
            robot_thinks: Duration::from_secs(3),
            sleep_after: Duration::from_mins(15),
            abandon_after: Duration::from_hours(12),
            sweep_every: Duration::from_secs(15),
        }
    }
}
