//! Settings of a table that its players can change.

use std::ops::RangeInclusive;

use ulti_ai::Level;
use ulti_rules::RuleSet;

/// A new value of one of a table's settings.
///
/// All settings can be changed in the lobby, by the person who opened the table or, if that person has left,
/// by any player. Any player can change the pause between deals at any time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableSetting {
    /// The rules.
    Rules(RulesChoice),
    /// Number of deals after which the session ends. `None` if there is no limit.
    Deals(Option<u32>),
    /// Playing time in minutes after which no further deal begins. Zero if there is no limit.
    TimeLimit(u32),
    /// Skill level of all robots at the table.
    Robots(Level),
    /// Time in seconds after which the next deal begins by itself. `None` if a player begins it.
    Pause(Option<u32>),
}

impl TableSetting {
    /// Possible numbers of deals.
    pub const DEALS: RangeInclusive<u32> = 1..=100;
    /// Possible pauses between deals, in seconds.
    pub const PAUSES: RangeInclusive<u32> = 5..=300;
    /// Possible time limits, in minutes. Zero stands for no limit.
    pub const TIME_LIMITS: RangeInclusive<u32> = 0..=RuleSet::TIME_LIMIT;
}

/// The rules to which the players of a table can change. The time limit of the table stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesChoice {
    /// A preset, given by its name.
    Preset(&'static str),
    /// The rules with which the table was opened.
    Opened,
}
