//! The games that a contract consists of (`RULES §4`).

use std::str::FromStr;

use enumset::{EnumSet, EnumSetType};
use serde::{Deserialize, Serialize};

use crate::json::Excerpt;
use crate::nearest::nearest;

/// One goal of a contract, such as winning the last trick.
///
/// Each game of a contract is won or lost independently of the others.
#[derive(Debug, PartialOrd, Ord, Hash, Serialize, Deserialize, EnumSetType)]
#[enumset(serialize_repr = "list")]
#[serde(rename_all = "kebab-case")]
#[derive(strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Game {
    /// *Parti*: win more points than the defenders.
    Parti,
    /// *20-100*: hold the king and over of a suit other than trumps, and win at least 80 points in tricks.
    #[serde(rename = "20-100")]
    #[strum(serialize = "20-100")]
    TwentyHundred,
    /// *40-100*: hold the king and over of the trump suit, and win at least 60 points in tricks.
    #[serde(rename = "40-100")]
    #[strum(serialize = "40-100")]
    FortyHundred,
    /// *Ulti*: win the last trick with the seven of trumps.
    Ulti,
    /// *Four-aces*: win all four aces in tricks.
    FourAces,
    /// *Four-tens*: win all four tens in tricks.
    FourTens,
    /// *Durchmars*: win every trick.
    Durchmars,
    /// *Betli*: win no trick.
    Betli,
}

/// A set of games, such as the games of a contract.
pub type Games = EnumSet<Game>;

impl Game {
    /// All games, in the order in which they appear in the name of a contract.
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
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns `true` if the game can be played with an open hand.
    pub const fn can_be_open(self) -> bool {
        matches!(self, Self::Betli | Self::Durchmars)
    }

    /// Returns `true` if a bid that names only this game also includes a *parti* (win more points than the
    /// opponents).
    pub(crate) const fn implies_parti(self) -> bool {
        matches!(self, Self::Ulti | Self::FourAces | Self::FourTens)
    }
}

/// Error returned when a string is not the name of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown game '{}': did you mean '{nearest}'?", Excerpt(found))]
pub struct UnknownGame {
    /// The string that could not be parsed as a game.
    pub found: String,
    /// The game whose name is most similar to the unknown name.
    pub nearest: Game,
}

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Self::ALL.into_iter().find(|game| game.name() == text).ok_or_else(|| {
            let name = nearest(text, Self::ALL.map(Self::name));
            let nearest = Self::ALL.into_iter().find(|game| game.name() == name).unwrap_or(Self::Parti);
            UnknownGame { found: text.to_owned(), nearest }
        })
    }
}
