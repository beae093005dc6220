//! What games and silent games are worth.

use serde::{Deserialize, Serialize};

use super::whole;
use crate::rules::{Contract, Game, Suit};

/// What a game, or a silent game, is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// Where the contract is not in hearts.
    #[serde(deserialize_with = "whole::worth")]
    pub plain: i32,
    /// In a hearts contract.
    #[serde(deserialize_with = "whole::worth")]
    pub hearts: i32,
}

impl Value {
    /// The one of the two that counts.
    pub const fn of(self, hearts: bool) -> i32 {
        if hearts { self.hearts } else { self.plain }
    }
}

/// What each game is worth, whether these rules play it or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)] // the fields are the games
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
    /// A silent hundred of a side whose only marriage is one twenty.
    #[serde(rename = "silent-20-100")]
    pub silent_twenty_hundred: Value,
    pub silent_ulti: Value,
    pub silent_durchmars: Value,
    pub silent_four_aces: Value,
}

impl Values {
    /// What a game counts in this contract, suit factors aside.
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

/// What a bid's suit multiplies its values by, where every suit can be bid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // the fields are the suits
pub struct SuitFactors {
    #[serde(deserialize_with = "whole::factor")]
    pub acorns: i32,
    #[serde(deserialize_with = "whole::factor")]
    pub leaves: i32,
    #[serde(deserialize_with = "whole::factor")]
    pub hearts: i32,
    #[serde(deserialize_with = "whole::factor")]
    pub bells: i32,
}

impl SuitFactors {
    /// No suit counts more than another.
    pub const ONE: Self = Self { acorns: 1, leaves: 1, hearts: 1, bells: 1 };

    /// The factor of a bid that names this suit; 1 where it names none.
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
