//! The playing strength of robots.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A robot's playing strength. Levels are ordered from weakest to strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Takes random legal actions. Used in tests.
    Random,
    /// Plays by fixed heuristics, like a beginner.
    #[serde(alias = "plain")] // former name
    Easy,
    /// Searches a few sampled deals to choose a card. Bids using the same heuristics as `Easy`.
    Normal,
    /// Plays like `Strong`, but draws no conclusions from the other players' actions.
    ///
    /// Used to measure how much these conclusions help.
    Blind,
    /// Searches sampled deals to bid and to play.
    ///
    /// Deals that explain the other players' actions are preferred.
    Strong,
}

impl Level {
    /// All levels, from weakest to strongest.
    pub const ALL: [Self; 5] = [Self::Random, Self::Easy, Self::Normal, Self::Blind, Self::Strong];

    /// The levels that players can choose, from weakest to strongest. All other levels are for tests and
    /// measurements.
    pub const AT_TABLES: [Self; 3] = [Self::Easy, Self::Normal, Self::Strong];

    /// The default level.
    pub const USUAL: Self = Self::Normal;

    /// Returns the level's name in settings and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Blind => "blind",
            Self::Strong => "strong",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error returned when a string is not the name of a level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown robot level '{found}': use one of {}", names())]
pub struct UnknownLevel {
    /// The string that could not be parsed as a level.
    pub found: String,
}

fn names() -> String {
    Level::ALL.map(Level::name).join(", ")
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        Self::ALL
            .into_iter()
            .find(|level| level.name() == text)
            .ok_or_else(|| UnknownLevel { found: text.to_owned() })
    }
}
