//! The games a contract is made of (`RULES §4`).

use std::fmt;
use std::str::FromStr;

use enumset::{EnumSet, EnumSetType};
use serde::{Deserialize, Serialize};

/// One game, won or lost by itself.
#[derive(Debug, PartialOrd, Ord, Hash, Serialize, Deserialize, EnumSetType)]
#[enumset(serialize_repr = "list")]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// More points than the defenders.
    Parti,
    /// The king and over of a plain suit, and 80 points in tricks.
    #[serde(rename = "20-100")]
    TwentyHundred,
    /// The king and over of trumps, and 60 points in tricks.
    #[serde(rename = "40-100")]
    FortyHundred,
    /// The last trick, with the VII of trumps.
    Ulti,
    /// All four aces.
    FourAces,
    /// All four tens.
    FourTens,
    /// Every trick.
    Durchmars,
    /// No trick.
    Betli,
}

/// A set of games.
pub type Games = EnumSet<Game>;

impl Game {
    /// Every game, in the order of a contract's text; parti and betli, which stand alone, at the ends.
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

    /// Its name in the text of a contract and in a record.
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

    /// Whether `open-` may stand before it.
    pub const fn can_be_open(self) -> bool {
        matches!(self, Self::Betli | Self::Durchmars)
    }

    /// Whether a parti is understood beside it when nothing else is bid.
    pub(super) const fn implies_parti(self) -> bool {
        matches!(self, Self::Ulti | Self::FourAces | Self::FourTens)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown game '{found}': did you mean '{nearest}'?")]
pub struct UnknownGame {
    /// What was written.
    pub found: String,
    /// The game whose name is nearest to it.
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
