//! What to bid, what to lay down, when to take the talon, which trumps to name.

use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use super::estimate::{Odds, Stakes};
use super::sight::Sight;
use crate::rules::{
    Action, Book, Card, CardSet, Contract, Entry, Fold, Game, Rank, Seat, Suit, Trump, TrumpRule, View,
};

/// What a contract has to promise, a defender, before the talon is taken for it.
const TAKE: f32 = 1.0;
/// How many talons are imagined before it is taken.
const TALONS: usize = 3;
/// A parti below this chance is folded where that is free.
const HOPELESS: f32 = 0.2;

/// A bid with the cards to lay down for it.
#[derive(Debug, Clone, Copy)]
pub(in crate::ai) struct Plan {
    pub(in crate::ai) contract: Contract,
    /// The trumps to name for it.
    pub(in crate::ai) trump: Trump,
    pub(in crate::ai) discard: CardSet,
    /// What it promises to win from each defender.
    worth: f32,
    /// The same with what speaks against it: how plans compare.
    pub(in crate::ai) rating: f32,
}

/// A contract with a choice of its trumps.
struct Way {
    contract: Contract,
    trump: Trump,
    points: i32,
    stakes: Stakes,
}

pub(super) fn auction(view: &View, best: Option<(Seat, Contract)>, rng: &mut ChaCha8Rng) -> Option<Action> {
    let ways = ways(&view.book, best.map(|(_, contract)| contract));
    if view.legal.discard {
        let plan = plan(view.own_hand(), &ways)?;
        return Some(Action::Bid { contract: plan.contract, discard: Some(plan.discard) });
    }
    // Who made the standing bid has bid the best of it already.
    let own = best.map(|(seat, _)| seat) == view.seat;
    if view.legal.take && (!view.legal.pass || (!own && promises(view.own_hand(), &ways, rng))) {
        return Some(Action::Take);
    }
    view.legal.pass.then_some(Action::Pass)
}

/// Whether the talon, whatever two cards it may be, is likely to leave a bid worth making.
fn promises(hand: CardSet, ways: &[Way], rng: &mut ChaCha8Rng) -> bool {
    let unseen = CardSet::DECK - hand;
    let mut total = 0.0;
    for _ in 0..TALONS {
        let talon: CardSet = likely_talon(unseen, rng);
        let Some(plan) = plan(hand | talon, ways) else { return false };
        total += plan.worth;
    }
    #[allow(clippy::cast_precision_loss)] // a small constant
    let average = total / TALONS as f32;
    average > TAKE
}

/// Two cards that someone may have laid down: rarely an ace or a ten.
fn likely_talon(unseen: CardSet, rng: &mut ChaCha8Rng) -> CardSet {
    let plain = unseen.iter().filter(|card| card.points() == 0);
    plain.sample(rng, 2).into_iter().collect()
}

/// Every contract that overcalls, with every choice of trumps.
fn ways(book: &Book, over: Option<Contract>) -> Vec<Way> {
    book.overcalling(over).flat_map(|entry| entry_ways(entry, book)).collect()
}

fn entry_ways(entry: &Entry, book: &Book) -> Vec<Way> {
    let trumps = match entry.trump {
        TrumpRule::Fixed(trump) => vec![trump],
        TrumpRule::Named { .. } => entry.trump.choices(),
    };
    let Entry { contract, points, .. } = *entry;
    let stakes = Stakes::new(contract, book);
    trumps.into_iter().map(|trump| Way { contract, trump, points, stakes: stakes.clone() }).collect()
}

/// The best contract for twelve cards with the two to lay down; of equal ones the cheaper.
fn plan(twelve: CardSet, ways: &[Way]) -> Option<Plan> {
    best_plans(twelve, ways).into_iter().max_by(|one, other| one.rating.total_cmp(&other.rating))
}

/// The most promising plans that overcall, the best first: each contract with each choice of trumps
/// at most once.
pub(in crate::ai) fn plans(twelve: CardSet, book: &Book, over: Option<Contract>, count: usize) -> Vec<Plan> {
    let mut plans = best_plans(twelve, &ways(book, over));
    plans.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    plans.truncate(count);
    plans
}

/// The best two cards to lay down for each way.
fn best_plans(twelve: CardSet, ways: &[Way]) -> Vec<Plan> {
    let mut best: Vec<Option<Plan>> = vec![None; ways.len()];
    for discard in pairs(twelve) {
        let odds = all_odds(twelve - discard, discard);
        for (way, best) in ways.iter().zip(&mut best) {
            let worth = odds[place(way.trump)].worth(&way.stakes);
            #[allow(clippy::cast_precision_loss)] // small numbers
            let rating = worth - 0.001 * way.points as f32 - regret(discard, way.contract);
            if best.is_none_or(|best| rating > best.rating) {
                *best = Some(Plan { contract: way.contract, trump: way.trump, discard, worth, rating });
            }
        }
    }
    best.into_iter().flatten().collect()
}

/// The two choices of trumps that promise most, the better first.
pub(in crate::ai) fn likely_trumps(
    hand: CardSet,
    talon: CardSet,
    entry: &Entry,
    book: &Book,
    choices: &[Trump],
) -> Vec<Trump> {
    let stakes = Stakes::new(entry.contract, book);
    let worth = |trump: &Trump| Odds::new(hand, talon, *trump).worth(&stakes);
    let mut likely = choices.to_vec();
    likely.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
    likely.truncate(2);
    likely
}

/// How likely the best of ulti, betli and durchmars is made with ten cards as they are.
pub(in crate::ai) fn alone(hand: CardSet) -> f32 {
    let games = [Game::Ulti, Game::Betli, Game::Durchmars];
    let closed = |odds: Odds| games.map(|game| odds.closed(game)).into_iter().fold(0.0, f32::max);
    all_odds(hand, CardSet::EMPTY).map(closed).into_iter().fold(0.0, f32::max)
}

/// Aces and tens in the talon are the defence's (`RULES §6`).
fn regret(discard: CardSet, contract: Contract) -> f32 {
    let counted = [Game::Parti, Game::FortyHundred, Game::TwentyHundred];
    let matters = counted.into_iter().any(|game| contract.has(game));
    if matters && discard.points() > 0 { 20.0 } else { 0.0 }
}

/// Every two of the cards.
fn pairs(cards: CardSet) -> impl Iterator<Item = CardSet> {
    cards.iter().flat_map(move |one| {
        let rest = cards.iter().filter(move |other| other.index() > one.index());
        rest.map(move |other| CardSet::of(one) | CardSet::of(other))
    })
}

/// The odds for each of the four trumps, and for none.
fn all_odds(hand: CardSet, talon: CardSet) -> [Odds; 5] {
    let [acorns, leaves, hearts, bells] = Suit::ALL.map(Some);
    [acorns, leaves, hearts, bells, None].map(|trump| Odds::new(hand, talon, trump))
}

const fn place(trump: Trump) -> usize {
    match trump {
        Some(suit) => suit as usize,
        None => Suit::ALL.len(),
    }
}

/// The trumps that promise most; a parti that promises too little is folded where that is free.
pub(super) fn naming(view: &View, contract: Contract) -> Option<Action> {
    let talon = view.talon.unwrap_or_default();
    let stakes = Stakes::new(contract, &view.book);
    let worth = |trump: Trump| Odds::new(view.own_hand(), talon, trump).worth(&stakes);
    let best = *view.legal.trumps.iter().max_by(|one, other| worth(**one).total_cmp(&worth(**other)))?;
    if view.legal.fold && folds(view, contract, best) {
        return Some(Action::Fold);
    }
    Some(Action::Trump(best))
}

/// The same before the first lead, where the bid named the trumps.
pub(super) fn is_hopeless(sight: &Sight, view: &View) -> bool {
    folds(view, sight.contract, sight.trump)
}

fn folds(view: &View, contract: Contract, trump: Trump) -> bool {
    let free = view.book.rules().fold == Fold::KontraLost && contract.is_lone(Game::Parti);
    let odds = Odds::new(view.own_hand(), view.talon.unwrap_or_default(), trump);
    free && !keeps_seven(view, trump) && odds.of(Game::Parti, contract) < HOPELESS
}

/// With a long suit around the trump VII there may be a silent ulti in it yet.
pub(in crate::ai) fn keeps_seven(view: &View, trump: Trump) -> bool {
    trump.is_some_and(|suit| {
        let trumps = view.own_hand().of_suit(suit);
        trumps.contains(Card::new(suit, Rank::Seven)) && trumps.len() >= 5
    })
}

#[cfg(test)]
mod calibration;
