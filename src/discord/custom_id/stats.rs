//! Custom ids for player statistics.

use std::fmt;

use crate::table::UserId;

/// A request for a player's statistics over a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatsId {
    /// The player.
    pub user: UserId,
    /// The period that the statistics cover.
    pub span: StatsPeriod,
}

/// A period covered by a player's statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatsPeriod {
    /// All seasons.
    All,
    /// The season running when the button is pressed.
    Now,
}

impl StatsId {
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        let [user, span] = words else { return None };
        let span = match *span {
            "all" => StatsPeriod::All,
            "now" => StatsPeriod::Now,
            _ => return None,
        };
        Some(Self { user: UserId(user.parse().ok()?), span })
    }
}

impl fmt::Display for StatsId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = match self.span {
            StatsPeriod::All => "all",
            StatsPeriod::Now => "now",
        };
        write!(f, "{}:{span}", self.user)
    }
}
