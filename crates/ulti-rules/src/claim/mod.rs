//! Verification of claims (`RULES §5`) with a perfect-information search.
//!
//! A claim ends the deal early. It is proven if the declarer can force the same payments against every
//! defence, and the defenders can hold the declarer to them.

mod bounds;
mod early;
mod search;

use crate::scoring::outcome::{Outcome, SilentHundredSide};
use crate::{BookEntry, Game, Games, Play, RuleSet, ScoredGame, Seat, Settlement, Side};

/// The play, the contract and the rules in which a claim is decided.
#[derive(Clone, Copy)]
pub(crate) struct Claim<'a> {
    pub(crate) play: &'a Play,
    pub(crate) entry: &'a BookEntry,
    pub(crate) rules: &'a RuleSet,
    /// Points in the window (the table's pot) before the deal.
    pub(crate) window: i32,
}

impl Claim<'_> {
    /// Tries to prove the claim of the remaining tricks, and returns the resulting payments.
    ///
    /// Returns `None` if no proof is found within the search limit, or if the first trick is not complete.
    pub(crate) fn proven(&self) -> Option<Settlement> {
        // Kontra can still change the payments in the first trick.
        if self.play.tricks_taken() == 0 { None } else { search::proven(self) }
    }

    /// Decides the claim as version 0.1.0 does, for records that do not state the outcome.
    pub(crate) fn proven_early(&self) -> Option<Settlement> {
        early::proven(self.play, self.entry, self.rules, self.window)
    }

    /// Returns `true` if an accepted claim can have the given payments.
    ///
    /// The payments must belong to an outcome of this deal. They are refused if the search disproves them. If
    /// the search reaches its limit they are accepted, because the record states that they were proven.
    pub(crate) fn may_end_with(&self, result: &Settlement) -> bool {
        self.play.tricks_taken() > 0 && self.is_outcome(result) && !search::is_disproven(self, result)
    }

    /// Returns `true` if some outcome of the deal has exactly the given payments and items.
    fn is_outcome(&self, result: &Settlement) -> bool {
        let made: Games =
            result.items.iter().filter(|item| item.made).filter_map(|item| game(item.game)).collect();
        let made = made & self.play.contract.games();
        let hundreds = [Side::Declarer, Side::Defence]
            .into_iter()
            .flat_map(|side| [true, false].map(|one_twenty| SilentHundredSide { side, one_twenty }));
        let tricks =
            [Side::Declarer, Side::Defence].into_iter().flat_map(|side| [true, false].map(|won| (side, won)));
        let sevens = Seat::ALL.into_iter().flat_map(|seat| [true, false].map(|won| (seat, won)));
        optional(hundreds).any(|hundred| {
            optional(tricks.clone()).any(|tricks| {
                optional(sevens.clone()).any(|seven| {
                    optional(Seat::ALL.into_iter()).any(|four_aces| {
                        let outcome = Outcome { made, hundred, seven, tricks, four_aces };
                        self.play.settle_outcome(outcome, self.entry, self.rules, self.window) == *result
                    })
                })
            })
        })
    }
}

const fn game(scored: ScoredGame) -> Option<Game> {
    match scored {
        ScoredGame::Game(game) => Some(game),
        _ => None,
    }
}

/// Returns `None`, followed by each value in `Some`.
fn optional<T>(values: impl Iterator<Item = T>) -> impl Iterator<Item = Option<T>> {
    std::iter::once(None).chain(values.map(Some))
}

#[cfg(test)]
mod tests;
