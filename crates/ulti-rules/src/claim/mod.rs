//! Verification of claims (`RULES §5`).
//!
//! A claim ends the deal early. It is proven if one plan, which uses only what the declarer sees, leads to
//! the same payments however the hidden cards lie and whatever the defenders play.

mod bounds;
mod certain;
mod early;
mod goal;
mod hidden;
mod layouts;
mod moves;
mod plan;
mod search;

pub(crate) use goal::Goal;
pub(crate) use layouts::Viewer;

use crate::scoring::outcome::{Outcome, SilentHundredSide};
use crate::{BookEntry, Game, Games, Play, RuleSet, ScoredGame, Seat, Settlement, Side};

/// The outcome of checking the recorded result of an accepted claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClaimCheck {
    /// The search for a plan finds the result.
    Proven,
    /// The search for a plan does not find the result, but an earlier version may have accepted it.
    Outdated,
    /// The result is not an outcome of the deal, or no version has accepted it.
    Wrong,
}

/// A version of the search with all cards known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SearchVersion {
    /// The search without this fault.
    AllCardsKnown,
    /// The search with a faulty cache: positions with different numbers of aces and tens share their limits,
    /// even if collecting them is paid. Used only to recognise the results in old records.
    WithSharedLimits,
}

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
    /// The result depends only on what the declarer sees. Returns `None` if no plan is found within the
    /// search limit, or if the first trick is not complete.
    pub(crate) fn proven(&self) -> Option<Settlement> {
        // Kontra can still change the payments in the first trick.
        if self.play.tricks_taken() == 0 { None } else { plan::settlement(self).ok().flatten() }
    }

    /// Decides the claim as version 0.1.0 does, for records that do not state the outcome.
    pub(crate) fn proven_early(&self) -> Option<Settlement> {
        early::proven(self.play, self.entry, self.rules, self.window)
    }

    /// Checks the recorded result of an accepted claim.
    ///
    /// The result must be an outcome of this deal. If the search for a plan does not find it, the search of
    /// earlier versions, which knew all cards, must not disprove it. If that search reaches its limit, the
    /// result is accepted, because the record states that it was proven.
    pub(crate) fn check(&self, result: &Settlement) -> ClaimCheck {
        if self.play.tricks_taken() == 0 || !self.is_outcome(result) {
            return ClaimCheck::Wrong;
        }
        if plan::proves(self, result) {
            ClaimCheck::Proven
        } else if !search::is_disproven(self, result) || self.was_proven(result) {
            ClaimCheck::Outdated
        } else {
            ClaimCheck::Wrong
        }
    }

    /// Returns `true` if the search with shared limits has accepted the claim with exactly these payments.
    fn was_proven(&self, result: &Settlement) -> bool {
        let proven = || search::proven(self, SearchVersion::WithSharedLimits);
        self.pays_for_ranks() && proven().is_some_and(|settlement| settlement == *result)
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
