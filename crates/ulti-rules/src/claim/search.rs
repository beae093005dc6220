//! The search with all cards known.
//!
//! It finds what is certain for the others when a player leaves, and it decides the claims in the records of
//! earlier versions.

use std::collections::HashMap;

use super::bounds::{Bounds, BySuit, Payments, Remaining, Taken, payments};
use super::goal::Goal;
use super::{Claim, SearchVersion, moves};
use crate::{BySeat, Card, CardSet, Play, Seat, Settlement};

/// Maximum number of positions in the search for a claim.
///
/// A recorded result that cannot be disproved within the limit is accepted. The limit counts positions rather
/// than time, so the result is the same on every machine.
const BUDGET: u32 = 400_000;

/// Maximum number of different payments that the search tries to prove.
const MOST_CANDIDATES: usize = 16;

/// Tries to prove a claim with a version of the search, and returns the resulting payments.
pub(super) fn proven(claim: &Claim, version: SearchVersion) -> Option<Settlement> {
    let mut search = Search::new(claim, version, Goal::ReceivedBy(claim.play.declarer), BUDGET);
    let value = search.value(claim.play, i32::MIN, i32::MAX)?;
    let candidates = std::mem::take(&mut search.candidates);
    let matching = candidates.into_iter().filter(|(paid, _)| paid[claim.play.declarer] == value);
    for wanted in matching {
        search.forced.clear();
        if search.can_force(claim.play, &wanted)? {
            return search.line(claim.play, &wanted);
        }
    }
    None
}

/// Returns `true` if the declarer can force the given payments with all cards known.
///
/// Returns `None` if the search limit is reached.
#[cfg(test)]
pub(super) fn can_force(claim: &Claim, result: &Settlement) -> Option<bool> {
    all_cards_known(claim).can_force(claim.play, &payments(result))
}

/// Returns `true` if the search proves that the declarer cannot force the given payments, or that the
/// defenders cannot hold the declarer to them.
pub(super) fn is_disproven(claim: &Claim, result: &Settlement) -> bool {
    let wanted = payments(result);
    if all_cards_known(claim).can_force(claim.play, &wanted) == Some(false) {
        return true;
    }
    let value = all_cards_known(claim).value(claim.play, i32::MIN, i32::MAX);
    value.is_some_and(|value| value != wanted.0[claim.play.declarer])
}

fn all_cards_known<'a>(claim: &'a Claim<'a>) -> Search<'a> {
    Search::new(claim, SearchVersion::AllCardsKnown, Goal::ReceivedBy(claim.play.declarer), BUDGET)
}

/// A position between two tricks. Equal keys have the same continuations and the same payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    hands: BySeat<CardSet>,
    leader: Seat,
    taken: Taken,
}

pub(super) struct Search<'a> {
    claim: &'a Claim<'a>,
    version: SearchVersion,
    goal: Goal,
    ranks_pay: bool,
    budget: u32,
    /// Limits of the amount under perfect play.
    known: HashMap<Key, (i32, i32)>,
    /// Positions in which it is known if the declarer can force the wanted payments.
    forced: HashMap<Key, bool>,
    bounds: HashMap<(Taken, Remaining), Bounds>,
    /// Different payments that the search has reached.
    candidates: Vec<Payments>,
}

impl<'a> Search<'a> {
    pub(super) fn new(claim: &'a Claim<'a>, version: SearchVersion, goal: Goal, budget: u32) -> Self {
        Self {
            claim,
            version,
            goal,
            ranks_pay: claim.pays_for_ranks(),
            budget,
            known: HashMap::new(),
            forced: HashMap::new(),
            bounds: HashMap::new(),
            candidates: Vec::new(),
        }
    }

    fn settle(&self, play: &Play) -> Settlement {
        play.settle(self.claim.entry, self.claim.rules, self.claim.window)
    }

    fn add_candidate(&mut self, reached: Payments) {
        if self.candidates.len() < MOST_CANDIDATES && !self.candidates.contains(&reached) {
            self.candidates.push(reached);
        }
    }

    fn key(&self, play: &Play) -> Key {
        Key { hands: play.hands, leader: play.turn(), taken: self.claim.taken(play) }
    }

    /// Returns limits that hold in the position whatever is played. The result is cached.
    fn bounds(&mut self, play: &Play, key: &Key) -> Bounds {
        let claim = self.claim;
        let remaining = match self.version {
            SearchVersion::AllCardsKnown => claim.remaining(play, play.hands),
            SearchVersion::WithSharedLimits => claim.remaining(play, play.hands).without_aces(),
        };
        *self.bounds.entry((key.taken, remaining)).or_insert_with(|| claim.bounds(play, key.taken, remaining))
    }

    /// Removes the positions that the search knows, but keeps the limit of the search.
    ///
    /// Necessary before the search of a deal with another talon: the talon's points are not part of the keys.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.bounds.clear();
    }

    /// Returns the amount under perfect play, or `None` if the search limit is reached.
    ///
    /// The result is exact between `alpha` and `beta`, and a limit outside.
    pub(super) fn value(&mut self, play: &Play, alpha: i32, beta: i32) -> Option<i32> {
        self.budget = self.budget.checked_sub(1)?;
        if play.is_over() {
            let reached = payments(&self.settle(play));
            self.add_candidate(reached);
            return Some(self.goal.amount(reached.0));
        }
        if !play.current().is_empty() {
            return self.best(play, alpha, beta);
        }
        let key = self.key(play);
        let (low, high) = self.limits(play, &key);
        if low >= beta || low == high {
            return Some(low);
        }
        if high <= alpha {
            return Some(high);
        }
        let (from, to) = (alpha.max(low), beta.min(high));
        let best = self.best(play, from, to)?.max(low).min(high);
        let found = match best {
            _ if best <= from => (low, best),
            _ if best >= to => (best, high),
            _ => (best, best),
        };
        self.known.insert(key, found);
        Some(best)
    }

    /// Returns the limits of the amount that are known without a search.
    fn limits(&mut self, play: &Play, key: &Key) -> (i32, i32) {
        if let Some(known) = self.known.get(key) {
            return *known;
        }
        let bounds = self.bounds(play, key);
        if let Some(certain) = bounds.constant {
            self.add_candidate(certain);
        }
        let (mut low, mut high) = self.goal.limits(bounds.low, bounds.high);
        if let Some(swept) = self.sweep(play) {
            self.add_candidate(payments(&swept));
            // The declarer can force this amount.
            let amount = self.goal.amount(swept.payments);
            if self.goal.is_the_declarers(play.declarer) {
                low = low.max(amount);
            } else {
                high = high.min(amount);
            }
        }
        self.known.insert(*key, (low, high));
        (low, high)
    }

    fn best(&mut self, play: &Play, mut alpha: i32, mut beta: i32) -> Option<i32> {
        let wants_more = (play.turn() == play.declarer) == self.goal.is_the_declarers(play.declarer);
        let mut best = if wants_more { i32::MIN } else { i32::MAX };
        for card in self.moves(play) {
            let value = self.value(&after(play, card), alpha, beta)?;
            if wants_more {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Returns `true` if the declarer can force the wanted payments against any defence.
    ///
    /// Returns `None` if the search limit is reached.
    fn can_force(&mut self, play: &Play, wanted: &Payments) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        if play.is_over() {
            return Some(payments(&self.settle(play)) == *wanted);
        }
        if !play.current().is_empty() {
            return self.forcing_card(play, wanted);
        }
        let key = self.key(play);
        if let Some(known) = self.forced.get(&key) {
            return Some(*known);
        }
        let bounds = self.bounds(play, &key);
        let paid = wanted.0[play.declarer];
        let known = match bounds.constant {
            Some(certain) => Some(certain == *wanted),
            None if !(bounds.low[play.declarer]..=bounds.high[play.declarer]).contains(&paid) => Some(false),
            None => self.sweeps_to(play, wanted).then_some(true),
        };
        let can = match known {
            Some(can) => can,
            None => self.forcing_card(play, wanted)?,
        };
        self.forced.insert(key, can);
        Some(can)
    }

    fn sweeps_to(&self, play: &Play, wanted: &Payments) -> bool {
        self.sweep(play).is_some_and(|swept| payments(&swept) == *wanted)
    }

    fn sweep(&self, play: &Play) -> Option<Settlement> {
        let others = play.declarer.others().map(|seat| play.hands[seat]);
        let longest = |suit| others.map(|hand| hand.of_suit(suit).len()).into_iter().max().unwrap_or(0);
        self.claim.sweep(play, others[0] | others[1], BySuit::from_fn(longest))
    }

    fn forcing_card(&mut self, play: &Play, wanted: &Payments) -> Option<bool> {
        let declarers = play.turn() == play.declarer;
        for card in self.moves(play) {
            if self.can_force(&after(play, card), wanted)? == declarers {
                return Some(declarers);
            }
        }
        Some(!declarers)
    }

    /// Returns the settlement at the end of one line of play that leads to the wanted payments, which the
    /// declarer can force.
    fn line(&mut self, play: &Play, wanted: &Payments) -> Option<Settlement> {
        let mut play = *play;
        while !play.is_over() {
            if self.sweeps_to(&play, wanted) {
                return self.sweep(&play);
            }
            let declarers = play.turn() == play.declarer;
            let mut next = None;
            for card in self.moves(&play) {
                let reached = after(&play, card);
                if !declarers || self.can_force(&reached, wanted)? {
                    next = Some(reached);
                    break;
                }
            }
            play = next?;
        }
        Some(self.settle(&play)).filter(|settlement| payments(settlement) == *wanted)
    }

    fn moves(&self, play: &Play) -> Vec<Card> {
        let (playable, _) = play.playable(self.claim.rules);
        let others = play.hands.iter().filter(|(seat, _)| *seat != play.turn());
        let others = others.fold(CardSet::EMPTY, |all, (_, hand)| all | *hand);
        moves::distinct(play, playable, others, self.ranks_pay)
    }
}

/// Returns a copy of `play` in which the seat whose turn it is has played `card`.
fn after(play: &Play, card: Card) -> Play {
    let mut next = *play;
    next.advance(card);
    next
}
