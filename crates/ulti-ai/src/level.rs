//! The playing strength of robots.

use serde::{Deserialize, Serialize};

/// A robot's playing strength. Levels are ordered from weakest to strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownLevel, parse_err_fn = unknown)]
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
    /// Chooses bids and cards by searching sampled deals.
    ///
    /// Prefers sampled deals that explain the other players' actions.
    Strong,
}

impl Level {
    /// All levels, from weakest to strongest.
    pub const ALL: [Self; 5] = [Self::Random, Self::Easy, Self::Normal, Self::Blind, Self::Strong];

    /// The robot levels that players can choose, from weakest to strongest. All other levels are only for
    /// tests and measurements.
    pub const AT_TABLES: [Self; 3] = [Self::Easy, Self::Normal, Self::Strong];

    /// The default level.
    pub const USUAL: Self = Self::Normal;

    /// Returns the level's name in settings and commands.
    pub fn name(self) -> &'static str {
        self.into()
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

fn unknown(text: &str) -> UnknownLevel {
    UnknownLevel { found: text.to_owned() }
}
