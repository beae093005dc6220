//! Time limits of tables and robots.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::UnixMillis;

/// Time limits of tables and robots, shared by all tables. Corresponds to the section `[table]` of the
/// configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Time after which the player to move is pinged.
    #[serde(with = "humantime_serde")]
    pub soft_limit: Duration,
    /// Time after which a robot plays the turn of a player who has not acted.
    #[serde(with = "humantime_serde")]
    pub hard_limit: Duration,
    /// Number of consecutive missed turns after which a robot takes over the player's seat.
    pub misses_allowed: u8,
    /// Minimum delay before a robot acts, so that people can follow the game.
    #[serde(with = "humantime_serde")]
    pub robot_pace: Duration,
    /// Maximum number of concurrent robot searches.
    pub robot_threads: usize,
    /// Maximum duration of a robot's search for one turn.
    #[serde(skip)]
    pub robot_thinks: Duration,
    /// Time without requests after which a table is unloaded from memory.
    #[serde(with = "humantime_serde")]
    pub sleep_after: Duration,
    /// Idle time after which a table is closed if no deal is in progress.
    #[serde(with = "humantime_serde")]
    pub abandon_after: Duration,
    /// Interval between searches of the journal for unloaded tables whose deadline has passed.
    #[serde(skip)]
    pub sweep_every: Duration,
}

impl Options {
    /// Upper bound of all time limits: thirty days.
    pub const LONGEST: Duration = Duration::from_hours(24 * 30);

    /// Returns `true` if a table with the given deadline should be loaded when the bot starts.
    ///
    /// A table is loaded if its deadline is near or if it was used recently. In case of doubt, the table is
    /// loaded: after a crash, the game clock is slightly behind and deadlines appear later than they are.
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
