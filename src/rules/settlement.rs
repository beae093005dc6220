//! Who pays whom, and why (`RULES §8`).
//!
//! Every item is a transfer between seats, so the payments of a deal and the change of the window
//! sum to zero by construction.

use serde::{Deserialize, Serialize};

use super::{BySeat, Game, Seat, Start};

/// What was won or lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scored {
    /// 100 points without having bid them.
    #[serde(rename = "silent-100")]
    SilentHundred,
    /// The trump VII in the last trick without having bid it.
    SilentUlti,
    /// All ten tricks without having bid them.
    SilentDurchmars,
    /// All four aces in tricks without having bid them.
    SilentFourAces,
    /// A seat left for good and pays the renonsz.
    Renonsz,
    /// A game of the contract.
    #[serde(untagged)]
    Game(Game),
}

impl Scored {
    /// All that is not a game of a contract.
    const APART: [Self; 5] =
        [Self::SilentHundred, Self::SilentUlti, Self::SilentDurchmars, Self::SilentFourAces, Self::Renonsz];

    /// The one of this name; `None` where there is none.
    pub fn named(name: &str) -> Option<Self> {
        let apart = Self::APART.into_iter().find(|scored| scored.name() == name);
        apart.or_else(|| name.parse().ok().map(Self::Game))
    }

    /// Its name in a record.
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

/// The declarer, or the two others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Who plays alone.
    Declarer,
    /// The two others.
    Defence,
}

/// One game won or lost, and what it moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// What.
    pub game: Scored,
    /// Who made it, or failed to.
    pub side: Side,
    /// The one seat that made it alone, or failed to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Made, or lost.
    pub made: bool,
    /// What it is worth by itself.
    pub value: i32,
    /// What the value is multiplied by: 1, 2, 4 …
    pub kontra: i32,
    /// The seats it is settled with.
    pub against: Vec<Seat>,
    /// What the declarer, or `seat` where there is one, gains from each seat of `against`.
    pub points: i32,
}

impl Item {
    /// Whose point of view `points` is.
    fn gains(&self, declarer: Seat) -> Seat {
        self.seat.unwrap_or(declarer)
    }
}

/// What a deal moves.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Settlement {
    /// What each seat gains, the window's share included.
    pub payments: BySeat<i32>,
    /// What the window gains.
    pub window: i32,
    /// Line by line.
    pub items: Vec<Item>,
}

impl Settlement {
    /// Whether nothing is lost or made up, in sums that can be counted on.
    pub fn sums_to_zero(&self) -> bool {
        let all = || self.payments.values().copied().chain([self.window]);
        let most = 2 * Start::MOST_IN_WINDOW.unsigned_abs();
        all().map(i64::from).sum::<i64>() == 0 && all().all(|sum| sum.unsigned_abs() <= most)
    }

    /// The settlement of these items; `window` is what lies in it, `None` where the rules have none.
    pub(super) fn of(items: Vec<Item>, declarer: Seat, window: Option<i32>, takes_window: bool) -> Self {
        let mut payments = BySeat::default();
        for item in &items {
            let gains = item.gains(declarer);
            for payer in &item.against {
                payments[gains] += item.points;
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

    /// All at zero though games were won and lost: everyone pays what the declarer won from one
    /// defender into the window.
    fn fill_window(&mut self, declarer: Seat) {
        let moved = self.items.iter().any(|item| item.points != 0 && !item.against.is_empty());
        if !moved || self.payments.values().any(|payment| *payment != 0) {
            return;
        }
        let winnings = |defender: Seat| -> i32 {
            let declarers = self.items.iter().filter(|item| item.gains(declarer) == declarer);
            declarers.filter(|item| item.against.contains(&defender)).map(|item| item.points.max(0)).sum()
        };
        // The two can differ only where a kontra is individual: then the smaller one counts.
        let [one, other] = declarer.others().map(winnings);
        let stake = one.min(other);
        self.payments = self.payments.map(|payment| payment - stake);
        self.window = 3 * stake;
    }
}
