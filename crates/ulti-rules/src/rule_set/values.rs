//! Values of games and silent games.

use serde::{Deserialize, Serialize};

use super::limits;
use crate::{Contract, Game, Suit};

/// The value of a game in points, with one amount for contracts in hearts and another for all other
/// contracts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a value, which is a table with plain and hearts")]
pub struct Value {
    /// The game's value in contracts that are not in hearts, in points.
    #[serde(deserialize_with = "limits::worth")]
    pub plain: i32,
    /// Value of the game if the contract is in hearts.
    #[serde(deserialize_with = "limits::worth")]
    pub hearts: i32,
}

impl Value {
    /// Returns the hearts value if `hearts` is `true`, otherwise the plain value.
    pub const fn of(self, hearts: bool) -> i32 {
        if hearts { self.hearts } else { self.plain }
    }
}

/// The values of all games, including games that cannot be bid under the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table with the values of games")]
#[allow(missing_docs)] // field names are games
pub struct Values {
    pub parti: Value,
    #[serde(rename = "40-100")]
    pub forty_hundred: Value,
    #[serde(rename = "20-100")]
    pub twenty_hundred: Value,
    pub ulti: Value,
    pub four_aces: Value,
    pub four_tens: Value,
    pub betli: Value,
    pub open_betli: Value,
    pub durchmars: Value,
    pub open_durchmars: Value,
    pub re_durchmars: Value,
    pub colourless_durchmars: Value,
    pub colourless_open_durchmars: Value,
    #[serde(rename = "silent-100")]
    pub silent_hundred: Value,
    /// Value of a silent hundred (100 points scored without a bid) if the side's only marriage is worth 20
    /// points.
    #[serde(rename = "silent-20-100")]
    pub silent_twenty_hundred: Value,
    pub silent_ulti: Value,
    pub silent_durchmars: Value,
    pub silent_four_aces: Value,
}

impl Values {
    /// Returns the plain value and the hearts value of a game in a contract, before the suit's factor is
    /// applied.
    pub const fn of(&self, game: Game, contract: &Contract) -> Value {
        match game {
            Game::Parti => self.parti,
            Game::TwentyHundred => self.twenty_hundred,
            Game::FortyHundred => self.forty_hundred,
            Game::Ulti => self.ulti,
            Game::FourAces => self.four_aces,
            Game::FourTens => self.four_tens,
            Game::Betli if contract.is_open() => self.open_betli,
            Game::Betli => self.betli,
            Game::Durchmars if contract.is_re() => self.re_durchmars,
            Game::Durchmars => match (contract.is_colourless(), contract.is_open()) {
                (false, false) => self.durchmars,
                (false, true) => self.open_durchmars,
                (true, false) => self.colourless_durchmars,
                (true, true) => self.colourless_open_durchmars,
            },
        }
    }
}

/// The factor by which each suit multiplies a bid's value.
///
/// The factors are used only if bids can name every suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with the factors of suits")]
#[allow(missing_docs)] // field names are suits
pub struct SuitFactors {
    #[serde(deserialize_with = "limits::factor")]
    pub acorns: i32,
    #[serde(deserialize_with = "limits::factor")]
    pub leaves: i32,
    #[serde(deserialize_with = "limits::factor")]
    pub hearts: i32,
    #[serde(deserialize_with = "limits::factor")]
    pub bells: i32,
}

impl SuitFactors {
    /// Factors of 1 for all suits, which leave values unchanged.
    pub const ONE: Self = Self { acorns: 1, leaves: 1, hearts: 1, bells: 1 };

    /// Returns the factor for a bid in the given suit, or 1 for a bid without a suit.
    pub const fn of(self, suit: Option<Suit>) -> i32 {
        match suit {
            None => 1,
            Some(Suit::Acorns) => self.acorns,
            Some(Suit::Leaves) => self.leaves,
            Some(Suit::Hearts) => self.hearts,
            Some(Suit::Bells) => self.bells,
        }
    }
}
