//! Payments of a deal and their reasons (`RULES §8`).
//!
//! Each item is a transfer between seats. The payments and the change of the window (the common pot)
//! therefore always sum to zero.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_with::{DeserializeFromStr, SerializeDisplay};

use crate::{BySeat, Game, Seat, Start};

/// The reason for a payment: a game, a silent game (a result paid without a bid) or a penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, SerializeDisplay, DeserializeFromStr)]
pub enum ScoredGame {
    /// *Silent hundred*: a side scored at least 100 points without having bid it.
    SilentHundred,
    /// *Silent ulti*: the seven of trumps was played to the last trick without a bid of ulti.
    SilentUlti,
    /// *Silent durchmars*: a side won all ten tricks without a bid of durchmars.
    SilentDurchmars,
    /// *Silent four-aces*: a player won all four aces in tricks without a bid of four-aces.
    SilentFourAces,
    /// The penalty for leaving a deal, which is the same as for breaking the rules of play (renonsz).
    Renonsz,
    /// Points that a player who leaves pays in addition to the penalty, because they were certain for another
    /// player.
    RenonszSupplement,
    /// A game of the contract.
    Game(Game),
}

impl ScoredGame {
    /// All variants except `Game`.
    const NOT_GAMES: [Self; 6] = [
        Self::SilentHundred,
        Self::SilentUlti,
        Self::SilentDurchmars,
        Self::SilentFourAces,
        Self::Renonsz,
        Self::RenonszSupplement,
    ];

    /// Returns the name of the game or penalty, as used in deal records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Game(game) => game.name(),
            Self::SilentHundred => "silent-100",
            Self::SilentUlti => "silent-ulti",
            Self::SilentDurchmars => "silent-durchmars",
            Self::SilentFourAces => "silent-four-aces",
            Self::Renonsz => "renonsz",
            Self::RenonszSupplement => "renonsz-supplement",
        }
    }
}

impl fmt::Display for ScoredGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ScoredGame {
    type Err = <Game as FromStr>::Err;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let other = Self::NOT_GAMES.into_iter().find(|scored| scored.name() == name);
        other.map_or_else(|| name.parse().map(Self::Game), Ok)
    }
}

/// One of the two sides of a deal: the declarer or the defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The declarer, who plays alone against two defenders.
    Declarer,
    /// The two defenders, who play together.
    Defence,
}

impl Side {
    /// Returns the other side.
    pub(crate) const fn opponent(self) -> Self {
        match self {
            Self::Declarer => Self::Defence,
            Self::Defence => Self::Declarer,
        }
    }
}

/// A single payment in a deal, for a game or a penalty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an item of a result, which is an object")]
pub struct Item {
    /// The game or penalty for which the payment is made.
    pub game: ScoredGame,
    /// The side that won or lost the game.
    pub side: Side,
    /// The seat that receives `points` from each seat in `against`. If `points` is negative, this seat pays
    /// them instead.
    ///
    /// `None` stands for the declarer's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// `true` if the game was won, `false` if it was lost.
    pub made: bool,
    /// Value of the game before any kontra (doubling).
    pub value: i32,
    /// The kontra (doubling) factor by which the value is multiplied: 1, 2, 4 and so on.
    pub kontra: i32,
    /// The seats that each pay `points`, or receive them if `points` is negative.
    pub against: Vec<Seat>,
    /// Points that each seat in `against` pays. Negative if those seats receive points.
    pub points: i32,
}

impl Item {
    /// Returns the seat that receives `points`, or pays them if `points` is negative.
    pub(crate) fn receiver(&self, declarer: Seat) -> Seat {
        self.seat.unwrap_or(declarer)
    }
}

/// The payments of a finished deal.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(expecting = "a result: an object with payments, window and items")]
pub struct Settlement {
    /// Points won by each seat, including payments to and from the window (the table's pot). Negative if the
    /// seat loses points.
    pub payments: BySeat<i32>,
    /// Change in the window (the table's pot), in points. Negative if points are paid out.
    pub window: i32,
    /// The individual payments, each for one game or penalty.
    pub items: Vec<Item>,
}

impl Settlement {
    /// Returns `true` if all payments and the change in the window (the table's pot) sum to zero and no
    /// amount is too large.
    ///
    /// An amount is too large if its absolute value exceeds twice [`Start::MOST_IN_WINDOW`].
    pub fn sums_to_zero(&self) -> bool {
        let all = || self.payments.values().copied().chain([self.window]);
        let most = 2 * Start::MOST_IN_WINDOW.unsigned_abs();
        all().map(i64::from).sum::<i64>() == 0 && all().all(|sum| sum.unsigned_abs() <= most)
    }

    /// Creates a settlement from individual payments.
    ///
    /// `window` is the number of points in the window (the table's pot), or `None` if the rules have no
    /// window. If `takes_window` is `true`, the declarer receives these points.
    pub(crate) fn of(items: Vec<Item>, declarer: Seat, window: Option<i32>, takes_window: bool) -> Self {
        let mut payments = BySeat::default();
        for item in &items {
            let receiver = item.receiver(declarer);
            for payer in &item.against {
                payments[receiver] += item.points;
                payments[*payer] -= item.points;
            }
        }
        let mut settlement = Self { payments, window: 0, items };
        if let Some(content) = window {
            settlement.fill_window(declarer);
            if takes_window {
                settlement.payments[declarer] += content;
                settlement.window -= content;
            }
        }
        settlement
    }

    /// Makes each seat pay into the window (the table's pot) if the deal had payments but every seat's total
    /// is zero.
    ///
    /// Each seat pays as much as the declarer received from one defender. Payments by the declarer are not
    /// subtracted. If the declarer received different amounts from the two defenders, each seat pays the
    /// smaller amount.
    fn fill_window(&mut self, declarer: Seat) {
        let moved = self.items.iter().any(|item| item.points != 0 && !item.against.is_empty());
        if !moved || self.payments.values().any(|payment| *payment != 0) {
            return;
        }
        let winnings = |defender: Seat| -> i32 {
            let declarers = self.items.iter().filter(|item| item.receiver(declarer) == declarer);
            declarers.filter(|item| item.against.contains(&defender)).map(|item| item.points.max(0)).sum()
        };
        // The amounts differ only if a kontra is individual. The smaller one is then paid.
        let [one, other] = declarer.others().map(winnings);
        let stake = one.min(other);
        self.payments = self.payments.map(|payment| payment - stake);
        self.window = 3 * stake;
    }
}
