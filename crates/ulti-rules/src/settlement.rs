//! Payments of a deal and their reasons (`RULES §8`).
//!
//! Each item is a transfer between seats. The payments and the change of the window (the common pot)
//! therefore always sum to zero.

use serde::{Deserialize, Serialize};

use crate::{BySeat, Game, Seat, Start};

/// The reason for a payment: a game, a silent game or a penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoredGame {
    /// A silent hundred: 100 points reached without having bid them.
    #[serde(rename = "silent-100")]
    SilentHundred,
    /// A silent ulti: the trump VII played to the last trick without having bid ulti.
    SilentUlti,
    /// A silent durchmars: all ten tricks won without having bid durchmars.
    SilentDurchmars,
    /// Silent four-aces: all four aces won in tricks without having bid four-aces.
    SilentFourAces,
    /// The penalty for leaving a deal. It equals the penalty for a revoke (renonsz).
    Renonsz,
    /// A game of the contract.
    #[serde(untagged)]
    Game(Game),
}

impl ScoredGame {
    /// All variants except the games of a contract.
    const NOT_GAMES: [Self; 5] =
        [Self::SilentHundred, Self::SilentUlti, Self::SilentDurchmars, Self::SilentFourAces, Self::Renonsz];

    /// Returns the variant with this name, or `None` if the name is unknown.
    pub fn named(name: &str) -> Option<Self> {
        let other = Self::NOT_GAMES.into_iter().find(|scored| scored.name() == name);
        other.or_else(|| name.parse().ok().map(Self::Game))
    }

    /// Returns the name used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game(game) => game.name(),
            Self::SilentHundred => "silent-100",
            Self::SilentUlti => "silent-ulti",
            Self::SilentDurchmars => "silent-durchmars",
            Self::SilentFourAces => "silent-four-aces",
            Self::Renonsz => "renonsz",
        }
    }
}

/// The declarer or the defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The declarer, who plays alone.
    Declarer,
    /// The two defenders.
    Defence,
}

/// The payment for a game, a silent game or a penalty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The game, silent game or penalty that is paid.
    pub game: ScoredGame,
    /// The side that made or lost the game.
    pub side: Side,
    /// The seat that settles with each seat in `against`. If `None`, the declarer settles with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// `true` if the game was made, `false` if it was lost.
    pub made: bool,
    /// Value of the game before kontra.
    pub value: i32,
    /// Multiplier by kontra: 1, 2, 4 and so on.
    pub kontra: i32,
    /// The seats that each pay `points`, or receive them if `points` is negative.
    pub against: Vec<Seat>,
    /// Points received from each seat in `against`. Negative if points are paid to them.
    pub points: i32,
}

impl Item {
    /// Returns the seat that receives `points`, or pays them if `points` is negative.
    fn receiver(&self, declarer: Seat) -> Seat {
        self.seat.unwrap_or(declarer)
    }
}

/// The payments of a deal.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Settlement {
    /// Points that each seat wins, or loses if negative. Includes payments to and from the window (the common
    /// pot).
    pub payments: BySeat<i32>,
    /// Points added to the window (the common pot). Negative if points are taken out.
    pub window: i32,
    /// The individual payments for games, silent games and penalties.
    pub items: Vec<Item>,
}

impl Settlement {
    /// Returns `true` if all payments and the change of the window (the common pot) sum to zero.
    ///
    /// Returns `false` if an amount exceeds twice [`Start::MOST_IN_WINDOW`].
    pub fn sums_to_zero(&self) -> bool {
        let all = || self.payments.values().copied().chain([self.window]);
        let most = 2 * Start::MOST_IN_WINDOW.unsigned_abs();
        all().map(i64::from).sum::<i64>() == 0 && all().all(|sum| sum.unsigned_abs() <= most)
    }

    /// Creates a settlement from individual payments.
    ///
    /// `window` is the number of points in the window (the common pot), or `None` if the rules have no
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

    /// Fills the window (the common pot) if games were paid but all payments cancel out.
    ///
    /// Each seat then pays the points that the declarer won from one defender. If the declarer won different
    /// amounts from the defenders, the smaller amount is used.
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
