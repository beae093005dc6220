//! Decides claims (`RULES §5`) with a simple search.

use std::collections::HashMap;

use super::deal::Deal;
use super::moves::Move;

/// Result of checking a declarer's claim to the remaining tricks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The declarer can force the claimed result.
    Proven,
    /// The declarer can't force the claimed result, or can force a better one.
    Wrong,
    /// The search exceeded its limit.
    TooLong,
}

/// The payments of the seats, and the points added to the window (the table's pot).
pub(crate) type Result = ([i32; 3], i32);

/// Maximum number of positions that the search visits to check a claim.
const MAX_POSITIONS: usize = 250;

struct Search {
    wanted: Result,
    known: HashMap<String, bool>,
}

/// Decides if the declarer can force the given result from the position.
pub(crate) fn judge(deal: &Deal, wanted: Result) -> Claim {
    if deal.raising.is_some() || deal.tricks.is_empty() {
        return Claim::Wrong;
    }
    let mut search = Search { wanted, known: HashMap::new() };
    match search.forces(deal) {
        Some(true) if is_short(deal) && !is_best(deal, wanted) => Claim::Wrong,
        Some(true) => Claim::Proven,
        Some(false) => Claim::Wrong,
        None => Claim::TooLong,
    }
}

/// Returns a key for the position, which contains everything that affects its continuations and results.
fn name(deal: &Deal) -> String {
    let mut parts = String::new();
    for seat in 0..3 {
        let mut cards: Vec<String> = deal.won_by(&[seat]).iter().map(ToString::to_string).collect();
        cards.sort();
        let mut hand: Vec<String> = deal.hands[seat].iter().map(ToString::to_string).collect();
        hand.sort();
        parts += &[hand.concat(), cards.concat()].join("|");
        parts.push('|');
    }
    format!("{parts}{}{:?}", deal.turn, deal.table)
}

impl Search {
    /// Returns `true` if the declarer can force the wanted result, or `None` if the search exceeds its
    /// limit.
    fn forces(&mut self, deal: &Deal) -> Option<bool> {
        if deal.is_over() {
            let outcome = deal.settle();
            return Some((outcome.payments, outcome.window) == self.wanted);
        }
        let name = name(deal);
        if let Some(known) = self.known.get(&name) {
            return Some(*known);
        }
        if self.known.len() >= MAX_POSITIONS {
            return None;
        }
        let own = deal.declarer() == Some(deal.turn);
        let mut found = !own;
        for card in plays(deal) {
            let mut next = deal.clone();
            next.act(deal.turn, &card).expect("legal card");
            if self.forces(&next)? == own {
                found = own;
                break;
            }
        }
        self.known.insert(name, found);
        Some(found)
    }
}

/// Returns the legal cards in reverse deck order.
fn plays(deal: &Deal) -> Vec<Move> {
    let mut moves = deal.legal(deal.turn);
    moves.retain(|choice| matches!(choice, Move::Play(_)));
    moves.reverse();
    moves
}

/// Returns `true` if at most three tricks remain, so that all continuations can be searched.
fn is_short(deal: &Deal) -> bool {
    deal.hands.concat().len() <= 9
}

/// Returns `true` if the declarer can't force a better result.
fn is_best(deal: &Deal, wanted: Result) -> bool {
    let declarer = deal.declarer().expect("bid was made");
    all_forced(deal).iter().all(|(payments, _)| payments[declarer] <= wanted.0[declarer])
}

/// Returns every result that the declarer can force.
fn all_forced(deal: &Deal) -> Vec<Result> {
    if deal.is_over() {
        let outcome = deal.settle();
        return vec![(outcome.payments, outcome.window)];
    }
    let own = deal.declarer() == Some(deal.turn);
    let mut forced: Option<Vec<Result>> = None;
    for card in plays(deal) {
        let mut next = deal.clone();
        next.act(deal.turn, &card).expect("legal card");
        let below = all_forced(&next);
        let so_far = forced.take().unwrap_or_else(|| below.clone());
        forced = Some(if own { union(so_far, below) } else { common(so_far, &below) });
    }
    forced.unwrap_or_default()
}

fn union(mut some: Vec<Result>, more: Vec<Result>) -> Vec<Result> {
    for result in more {
        if !some.contains(&result) {
            some.push(result);
        }
    }
    some
}

fn common(mut some: Vec<Result>, other: &[Result]) -> Vec<Result> {
    some.retain(|result| other.contains(result));
    some
}
