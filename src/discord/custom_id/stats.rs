//! Custom ids for player statistics.

use super::field_encoding::words;
use crate::table::UserId;

/// A request for a player's statistics for a given period.
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
    /// The season that is running when the button is pressed.
    Now,
}

words! { StatsId {
    [user, span] => { Self { user, span } }
} }

words! { StatsPeriod {
    ["all"] => { Self::All }
    ["now"] => { Self::Now }
} }
