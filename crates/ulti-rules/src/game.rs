//! The games that a contract consists of (`RULES §4`).

use std::fmt;
use std::str::FromStr;

use enumset::{EnumSet, EnumSetType};
use serde::{Deserialize, Serialize};

/// A game of a contract. Each game is won or lost independently of the others.
#[derive(Debug, PartialOrd, Ord, Hash, Serialize, Deserialize, EnumSetType)]
#[enumset(serialize_repr = "list")]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// Win more points than the defenders.
    Parti,
    /// Hold the king and over of a suit other than trumps, and win 80 points in tricks.
    #[serde(rename = "20-100")]
    TwentyHundred,
    /// Hold the king and over of trumps, and win 60 points in tricks.
    #[serde(rename = "40-100")]
    FortyHundred,
    /// Win the last trick with the trump VII.
    Ulti,
    /// Win all four aces in tricks.
    FourAces,
    /// Win all four tens in tricks.
    FourTens,
    /// Win every trick.
    Durchmars,
    /// Win no trick.
    Betli,
}

/// A set of games.
pub type Games = EnumSet<Game>;

impl Game {
    /// All games, in the order in which they appear in the text of a contract.
    pub const ALL: [Self; 8] = [
        Self::Parti,
        Self::TwentyHundred,
        Self::FortyHundred,
        Self::Ulti,
        Self::FourAces,
        Self::FourTens,
        Self::Durchmars,
        Self::Betli,
    ];

    /// Returns the name of the game, as used in contracts and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parti => "parti",
            Self::TwentyHundred => "20-100",
            Self::FortyHundred => "40-100",
            Self::Ulti => "ulti",
            Self::FourAces => "four-aces",
            Self::FourTens => "four-tens",
            Self::Durchmars => "durchmars",
            Self::Betli => "betli",
        }
    }

    /// Returns `true` if the game can be played with an open hand.
    pub const fn can_be_open(self) -> bool {
        matches!(self, Self::Betli | Self::Durchmars)
    }

    /// Returns `true` if bidding the game on its own adds a parti to the contract.
    pub(crate) const fn implies_parti(self) -> bool {
        matches!(self, Self::Ulti | Self::FourAces | Self::FourTens)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error returned when a string is not the name of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown game '{found}': did you mean '{nearest}'?")]
pub struct UnknownGame {
    /// The string that could not be parsed.
    pub found: String,
    /// The game whose name is most similar to the string.
    pub nearest: Game,
}

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Self::ALL.into_iter().find(|game| game.name() == text).ok_or_else(|| {
            let nearest = Self::ALL.into_iter().min_by_key(|game| strsim::levenshtein(game.name(), text));
            UnknownGame { found: text.to_owned(), nearest: nearest.unwrap_or(Self::Parti) }
        })
    }
}
