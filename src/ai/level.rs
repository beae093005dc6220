//! How well a robot plays.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A kind of robot, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Anything lawful, for tests of everything else.
    Random,
    /// Rules of thumb, as a beginner learns them.
    #[serde(alias = "plain")] // its name while it was the only one
    Easy,
    /// Looks ahead in a few hands that the others may hold.
    Normal,
    /// The strong robot without its inferences, to measure what they are worth.
    Blind,
    /// Looks ahead in the hands that the others are likely to hold by what they did.
    Strong,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; 5] = [Self::Random, Self::Easy, Self::Normal, Self::Blind, Self::Strong];

    /// The levels to play with, the weakest first; the others are for measuring.
    pub const AT_TABLES: [Self; 3] = [Self::Easy, Self::Normal, Self::Strong];

    /// Who sits down where nobody asked for a level.
    pub const USUAL: Self = Self::Normal;

    /// Its name in settings and commands.
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

/// The text names no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no robot is called '{found}': there are {}", names())]
pub struct UnknownLevel {
    /// What was written.
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
