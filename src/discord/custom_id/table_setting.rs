//! Custom ids for changing the settings of a table.

use std::fmt;
use std::ops::RangeInclusive;

use super::field_encoding::{Words, words};
use crate::table::{RulesChoice, TableSetting};
use ulti_ai::Level;
use ulti_rules::RuleSet;

/// A select menu for one of a table's settings. The value of each option is the custom id of the command that
/// changes the setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableMenu {
    /// Menu of rule sets.
    Rules,
    /// Menu for the number of deals.
    Deals,
    /// Menu for the time limit.
    TimeLimit,
    /// Menu for the level of the robots.
    Robots,
    /// Menu for the pause between deals.
    Pause,
}

words! { TableMenu {
    ["rules"] => { Self::Rules }
    ["deals"] => { Self::Deals }
    ["time"] => { Self::TimeLimit }
    ["robots"] => { Self::Robots }
    ["pause"] => { Self::Pause }
} }

/// Encodes a setting, such as `deals:12`, `deals:-` for no limit, or `rules:opened`.
impl Words for TableSetting {
    fn read(words: &[&str]) -> Option<Self> {
        Some(match words {
            ["rules", rules] => Self::Rules(Words::read(&[rules])?),
            ["deals", deals] => {
                Self::Deals(Words::read(&[deals]).filter(|deals| fits(*deals, &Self::DEALS))?)
            }
            ["time", minutes] => {
                Self::TimeLimit(Words::read(&[minutes]).filter(|time| Self::TIME_LIMITS.contains(time))?)
            }
            ["robots", level] => {
                Self::Robots(Words::read(&[level]).filter(|level| Level::AT_TABLES.contains(level))?)
            }
            ["pause", seconds] => {
                Self::Pause(Words::read(&[seconds]).filter(|pause| fits(*pause, &Self::PAUSES))?)
            }
            _ => return None,
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(rules) => {
                f.write_str("rules:")?;
                rules.write(f)
            }
            Self::Deals(deals) => {
                f.write_str("deals:")?;
                deals.write(f)
            }
            Self::TimeLimit(minutes) => write!(f, "time:{minutes}"),
            Self::Robots(level) => write!(f, "robots:{level}"),
            Self::Pause(seconds) => {
                f.write_str("pause:")?;
                seconds.write(f)
            }
        }
    }
}

/// Returns `true` if a value is `None` or in the range.
fn fits(value: Option<u32>, range: &RangeInclusive<u32>) -> bool {
    value.is_none_or(|value| range.contains(&value))
}

/// Encodes rules as the name of a preset, or as `opened`.
impl Words for RulesChoice {
    fn read(words: &[&str]) -> Option<Self> {
        let [word] = words else { return None };
        if *word == OPENED {
            return Some(Self::Opened);
        }
        RuleSet::preset_names().find(|name| name == word).map(Self::Preset)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(name) => f.write_str(name),
            Self::Opened => f.write_str(OPENED),
        }
    }
}

const OPENED: &str = "opened";
