//! How patient a table is.

use std::time::Duration;

use super::Millis;

/// The clock and the size of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// After this long a person whose turn it is gets a ping.
    pub soft_limit: Duration,
    /// After this long a robot plays the turn.
    pub hard_limit: Duration,
    /// After so many missed turns in a row the robot holds the seat.
    pub misses_allowed: u8,
    /// How long a robot seems to think, so that people can follow.
    pub robot_pace: Duration,
    /// How many robots think at once.
    pub robot_threads: usize,
    /// How long a robot may think about a turn, before it is told to answer.
    pub robot_thinks: Duration,
    /// A table untouched for this long leaves memory.
    pub sleep_after: Duration,
    /// A table that no deal is being played at ends after this long untouched.
    pub abandon_after: Duration,
    /// How often sleeping tables are looked through for a deadline that has come.
    pub sweep_every: Duration,
}

impl Options {
    /// The longest time that a table waits for anything: thirty days.
    pub const LONGEST: Duration = Duration::from_hours(24 * 30);

    /// Whether a table with this deadline belongs in memory: in a deal somebody is awaited soon, and
    /// elsewhere something was done not long ago. In doubt it does: after a crash the tables' clock is
    /// behind by what went since the last beat, so that deadlines of after it are a little too far away.
    pub(super) fn is_awake(&self, deadline: Option<Millis>, now: Millis) -> bool {
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
