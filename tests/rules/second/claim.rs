//! Claims (`RULES §5`): what the declarer can force against every defence, by plain search.

use std::collections::HashMap;

use super::deal::Deal;
use super::moves::Move;

/// How a claim was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The result is forced.
    Proven,
    /// Another result is forced, or none.
    Wrong,
    /// The search was given up.
    TooLong,
}

/// Payments, and the window's gain.
pub(crate) type Result = ([i32; 3], i32);

/// How many positions a search looks at before it gives up.
const PATIENCE: usize = 250;

struct Search {
    wanted: Result,
    known: HashMap<String, bool>,
}

/// Whether the declarer can force this result from here.
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

/// All that decides how a position goes on and what it comes to.
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
    /// `None` when it takes too long.
    fn forces(&mut self, deal: &Deal) -> Option<bool> {
        if deal.is_over() {
            let outcome = deal.settle();
            return Some((outcome.payments, outcome.window) == self.wanted);
        }
        let name = name(deal);
        if let Some(known) = self.known.get(&name) {
            return Some(*known);
        }
        if self.known.len() >= PATIENCE {
            return None;
        }
        let own = deal.declarer() == Some(deal.turn);
        let mut found = !own;
        for card in plays(deal) {
            let mut next = deal.clone();
            next.act(deal.turn, &card).expect("a legal card");
            if self.forces(&next)? == own {
                found = own;
                break;
            }
        }
        self.known.insert(name, found);
        Some(found)
    }
}

/// The cards that may be played, strongest rank last in the deck first.
fn plays(deal: &Deal) -> Vec<Move> {
    let mut moves = deal.legal(deal.turn);
    moves.retain(|choice| matches!(choice, Move::Play(_)));
    moves.reverse();
    moves
}

/// Whether everything can be searched: three tricks or fewer.
fn is_short(deal: &Deal) -> bool {
    deal.hands.concat().len() <= 9
}

/// Whether the declarer can force nothing better.
fn is_best(deal: &Deal, wanted: Result) -> bool {
    let declarer = deal.declarer().expect("a bid");
    all_forced(deal).iter().all(|(payments, _)| payments[declarer] <= wanted.0[declarer])
}

/// Every result that the declarer can force, for short endings.
fn all_forced(deal: &Deal) -> Vec<Result> {
    if deal.is_over() {
        let outcome = deal.settle();
        return vec![(outcome.payments, outcome.window)];
    }
    let own = deal.declarer() == Some(deal.turn);
    let mut forced: Option<Vec<Result>> = None;
    for card in plays(deal) {
        let mut next = deal.clone();
        next.act(deal.turn, &card).expect("a legal card");
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
