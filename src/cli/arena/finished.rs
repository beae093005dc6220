//! One deal, played out at one seating.

use anyhow::{Context, ensure};

use crate::ai::Level;
use crate::rules::{BySeat, Contract, Deal, Games, Item, Scored, Seat};

/// What came of a deal at one seating.
#[derive(Debug, Clone)]
pub(super) struct Finished {
    pub(super) levels: BySeat<Level>,
    pub(super) declarer: Seat,
    pub(super) contract: Contract,
    /// The games of the contract that were made.
    pub(super) made: Games,
    pub(super) payments: BySeat<i32>,
}

impl Finished {
    pub(super) fn of(deal: &Deal, levels: BySeat<Level>) -> anyhow::Result<Self> {
        let (declarer, contract) = deal.contract().context("nothing was bid")?;
        let settlement = deal.settlement().context("the deal is not over")?;
        let balance = settlement.payments.values().sum::<i32>() + settlement.window;
        ensure!(balance == 0, "payments and window sum to {balance}, not to zero: {settlement:?}");
        let lost = |item: &&Item| !item.made;
        let lost = settlement.items.iter().filter(lost).filter_map(|item| match item.game {
            Scored::Game(game) => Some(game),
            _ => None,
        });
        let made = contract.games() - lost.collect::<Games>();
        Ok(Self { levels, declarer, contract, made, payments: settlement.payments })
    }

    /// Whether every game of the contract was made.
    pub(super) fn is_made(&self) -> bool {
        self.made == self.contract.games()
    }

    pub(super) fn declarers_level(&self) -> Level {
        self.levels[self.declarer]
    }

    pub(super) fn declarers_points(&self) -> i32 {
        self.payments[self.declarer]
    }

    /// The defenders' levels, the weaker first.
    pub(super) fn defenders(&self) -> [Level; 2] {
        let mut levels = self.declarer.others().map(|seat| self.levels[seat]);
        levels.sort_unstable();
        levels
    }
}
