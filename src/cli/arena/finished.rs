//! Result of a deal that was played with one assignment of robots to seats.

use anyhow::{Context, ensure};

use ulti_ai::Level;
use ulti_rules::{BySeat, Contract, Deal, Games, Item, ScoredGame, Seat};

/// The contract, the games won and the payments of a finished deal, with the robot level at each seat.
#[derive(Debug, Clone)]
pub(super) struct Finished {
    pub(super) levels: BySeat<Level>,
    pub(super) declarer: Seat,
    pub(super) contract: Contract,
    /// Games of the contract that the declarer won.
    pub(super) made: Games,
    pub(super) payments: BySeat<i32>,
}

impl Finished {
    /// Creates a result from a finished deal.
    ///
    /// # Errors
    /// Returns an error if the deal has no contract, if it is not over, or if the payments and the change in
    /// the window (the table's pot) do not sum to zero.
    pub(super) fn of(deal: &Deal, levels: BySeat<Level>) -> anyhow::Result<Self> {
        let (declarer, contract) = deal.contract().context("the deal has no contract")?;
        let settlement = deal.settlement().context("the deal is not over")?;
        let balance = settlement.payments.values().sum::<i32>() + settlement.window;
        ensure!(balance == 0, "payments and window sum to {balance}, not to zero: {settlement:?}");
        let lost = |item: &&Item| !item.made;
        let lost = settlement.items.iter().filter(lost).filter_map(|item| match item.game {
            ScoredGame::Game(game) => Some(game),
            _ => None,
        });
        let made = contract.games() - lost.collect::<Games>();
        Ok(Self { levels, declarer, contract, made, payments: settlement.payments })
    }

    /// Returns `true` if the declarer won every game of the contract.
    pub(super) fn is_made(&self) -> bool {
        self.made == self.contract.games()
    }

    pub(super) fn declarers_level(&self) -> Level {
        self.levels[self.declarer]
    }

    pub(super) fn declarers_points(&self) -> i32 {
        self.payments[self.declarer]
    }

    /// Returns the robot levels of both defenders, weaker level first.
    pub(super) fn defenders(&self) -> [Level; 2] {
        let mut levels = self.declarer.others().map(|seat| self.levels[seat]);
        levels.sort_unstable();
        levels
    }
}
