//! The playing strength of robots.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The playing strength of a robot, ordered from weakest to strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The robot takes random legal actions. Used in tests.
    Random,
    /// The robot plays by fixed heuristics, like a beginner.
    #[serde(alias = "plain")] // former name
    Easy,
    /// The robot chooses a card by searching a few sampled deals. It bids by the heuristics of `Easy`.
    Normal,
    /// The robot plays like `Strong`, but draws no conclusions from the other players' actions.
    ///
    /// It is used to measure the benefit of these conclusions.
    Blind,
    /// The robot searches sampled deals to bid and to play.
    ///
    /// It prefers deals in which the other players' actions are plausible.
    Strong,
}

impl Level {
    /// All levels of playing strength, weakest first.
    pub const ALL: [Self; 5] = [Self::Random, Self::Easy, Self::Normal, Self::Blind, Self::Strong];

    /// The levels that players can choose, weakest first. The other levels are for tests and measurements.
    pub const AT_TABLES: [Self; 3] = [Self::Easy, Self::Normal, Self::Strong];

    /// The default playing strength of a robot.
    pub const USUAL: Self = Self::Normal;

    /// Returns the name of the level in settings and commands.
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
    /// The string that is not the name of a level.
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
