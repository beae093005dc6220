//! Bidding by the easy robot: taking the talon (two extra cards), bidding, discarding and naming trumps.

use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use super::card_knowledge::SeatKnowledge;
use super::estimate::{Odds, Stakes};
use ulti_rules::{
    Action, Book, BookEntry, Card, CardSet, Contract, Fold, Game, Rank, Seat, Suit, Trump, TrumpRule, View,
};

/// Minimum expected gain, in points per defender, for the robot to take the talon (two extra cards).
const MIN_WORTH: f32 = 1.0;
/// Number of random two-card talons to evaluate when deciding whether to take the talon.
const TALONS: usize = 3;
/// Amount by which the rating of a plan is reduced if it cannot win its contract. It exceeds all expected
/// gains.
const OUT_OF_REACH: f32 = 1_000.0;
/// Winning probability below which the robot folds a *parti*, if folding is free.
const FOLD_BELOW: f32 = 0.2;

/// A possible bid with its trump suit and the two cards to discard.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) contract: Contract,
    /// The trump suit to name after the auction.
    pub(crate) trump: Trump,
    pub(crate) discard: CardSet,
    /// Expected gain in points per defender.
    worth: f32,
    /// Score for comparing possible bids: the expected gain minus penalties for a bad discard and a high bid.
    pub(crate) rating: f32,
    /// `true` if the cards left after the discard cannot win the contract (`RULES §4`).
    is_out_of_reach: bool,
}

/// A contract that can be bid, with one of its possible trump suits.
struct Candidate {
    contract: Contract,
    trump: Trump,
    points: i32,
    stakes: Stakes,
}

pub(super) fn auction(view: &View, best: Option<(Seat, Contract)>, rng: &mut ChaCha8Rng) -> Option<Action> {
    let candidates = candidates(&view.book, best.map(|(_, contract)| contract));
    if view.legal.discard {
        let plan = plan(view.own_hand(), &candidates)?;
        return Some(Action::Bid { contract: plan.contract, discard: Some(plan.discard) });
    }
    // A seat that holds the standing bid has already bid its best contract.
    let own = best.map(|(seat, _)| seat) == view.seat;
    let is_worth_it = |rng| {
        let hand = view.own_hand();
        !own && candidates.iter().any(|one| one.is_winnable(hand)) && promises(hand, &candidates, rng)
    };
    if view.legal.take && (!view.legal.pass || is_worth_it(rng)) {
        return Some(Action::Take);
    }
    view.legal.pass.then_some(Action::Pass)
}

/// Returns `true` if the robot should take the talon (two extra cards).
///
/// The robot takes the talon if its expected gain, averaged over random talons, exceeds [`MIN_WORTH`].
fn promises(hand: CardSet, candidates: &[Candidate], rng: &mut ChaCha8Rng) -> bool {
    let unseen = CardSet::DECK - hand;
    let mut total = 0.0;
    for _ in 0..TALONS {
        let talon: CardSet = likely_talon(unseen, rng);
        let Some(plan) = plan(hand | talon, candidates) else { return false };
        total += plan.worth;
    }
    #[allow(clippy::cast_precision_loss)] // a small constant
    let average = total / TALONS as f32;
    average > MIN_WORTH
}

/// Samples two cards that another player may have discarded. Aces and tens are excluded.
fn likely_talon(unseen: CardSet, rng: &mut ChaCha8Rng) -> CardSet {
    let plain = unseen.iter().filter(|card| card.points() == 0);
    plain.sample(rng, 2).into_iter().collect()
}

/// Returns all contracts that are higher than the bid `over`, each with every possible trump suit.
fn candidates(book: &Book, over: Option<Contract>) -> Vec<Candidate> {
    book.overcalling(over).flat_map(|entry| entry_candidates(entry, book)).collect()
}

fn entry_candidates(entry: &BookEntry, book: &Book) -> Vec<Candidate> {
    let trumps = match entry.trump {
        TrumpRule::Fixed(trump) => vec![trump],
        TrumpRule::Named { .. } => entry.trump.choices(),
    };
    let BookEntry { contract, points, .. } = *entry;
    let stakes = Stakes::new(contract, book);
    trumps.into_iter().map(|trump| Candidate { contract, trump, points, stakes: stakes.clone() }).collect()
}

/// Returns the best bid and discard for a hand of twelve cards.
///
/// If several contracts are equally good, the lowest bid is chosen.
fn plan(twelve: CardSet, candidates: &[Candidate]) -> Option<Plan> {
    best_plans(twelve, candidates).into_iter().max_by(|one, other| one.rating.total_cmp(&other.rating))
}

/// Returns up to `count` bids that are higher than the bid `over`, best first.
///
/// The result contains at most one bid for each combination of contract and trump suit.
pub(crate) fn plans(twelve: CardSet, book: &Book, over: Option<Contract>, count: usize) -> Vec<Plan> {
    let mut plans = best_plans(twelve, &candidates(book, over));
    plans.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    plans.truncate(count);
    plans
}

/// Returns `true` if a contract that is higher than the bid `over` can be won with the cards of `hand`.
pub(crate) fn can_overcall(hand: CardSet, book: &Book, over: Option<Contract>) -> bool {
    candidates(book, over).iter().any(|candidate| candidate.is_winnable(hand))
}

impl Candidate {
    /// Returns `true` unless a game is certain to be lost with the cards of `hand` and an empty talon.
    fn is_winnable(&self, hand: CardSet) -> bool {
        self.contract.out_of_reach(hand, CardSet::EMPTY, self.trump).is_empty()
    }
}

/// Returns a plan with the best discard for each of the `candidates`.
///
/// Plans that cannot win their contract are omitted unless there are no others.
fn best_plans(twelve: CardSet, candidates: &[Candidate]) -> Vec<Plan> {
    let mut best: Vec<Option<Plan>> = vec![None; candidates.len()];
    for discard in pairs(twelve) {
        let odds = all_odds(twelve - discard, discard);
        for (candidate, best) in candidates.iter().zip(&mut best) {
            let worth = odds[place(candidate.trump)].worth(&candidate.stakes);
            #[allow(clippy::cast_precision_loss)] // small numbers
            let rating = worth - 0.001 * candidate.points as f32 - regret(discard, candidate.contract);
            let lost = candidate.contract.out_of_reach(twelve - discard, discard, candidate.trump);
            let is_out_of_reach = !lost.is_empty();
            let rating = if is_out_of_reach { rating - OUT_OF_REACH } else { rating };
            if best.is_none_or(|best| rating > best.rating) {
                *best = Some(Plan {
                    contract: candidate.contract,
                    trump: candidate.trump,
                    discard,
                    worth,
                    rating,
                    is_out_of_reach,
                });
            }
        }
    }
    let mut plans: Vec<Plan> = best.into_iter().flatten().collect();
    if plans.iter().any(|plan| !plan.is_out_of_reach) {
        plans.retain(|plan| !plan.is_out_of_reach);
    }
    plans
}

/// Returns the trump suits with which the contract can be won, or all of `choices` if there are none.
fn winnable_or_all(contract: Contract, hand: CardSet, talon: CardSet, choices: &[Trump]) -> Vec<Trump> {
    let winnable = contract.winnable_trumps(hand, talon, choices);
    if winnable.is_empty() { choices.to_vec() } else { winnable }
}

/// Returns the two trump suits with the highest expected gain, best first.
pub(crate) fn likely_trumps(
    hand: CardSet,
    talon: CardSet,
    entry: &BookEntry,
    book: &Book,
    choices: &[Trump],
) -> Vec<Trump> {
    let stakes = Stakes::new(entry.contract, book);
    let worth = |trump: &Trump| Odds::new(hand, talon, *trump).worth(&stakes);
    let mut likely = winnable_or_all(entry.contract, hand, talon, choices);
    likely.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
    likely.truncate(2);
    likely
}

/// Returns the highest probability of winning an ulti, a betli or a durchmars with this hand, in any trump
/// suit.
///
/// Ignores the talon (the two discarded cards).
pub(crate) fn best_solo_game(hand: CardSet) -> f32 {
    let games = [Game::Ulti, Game::Betli, Game::Durchmars];
    let closed = |odds: Odds| games.map(|game| odds.closed(game)).into_iter().fold(0.0, f32::max);
    all_odds(hand, CardSet::EMPTY).map(closed).into_iter().fold(0.0, f32::max)
}

/// Returns the penalty for discarding an ace or a ten, whose points go to the defenders (`RULES §6`).
///
/// The penalty is 20 points in a contract decided by points, otherwise 0.
fn regret(discard: CardSet, contract: Contract) -> f32 {
    let counted = [Game::Parti, Game::FortyHundred, Game::TwentyHundred];
    let matters = counted.into_iter().any(|game| contract.has(game));
    if matters && discard.points() > 0 { 20.0 } else { 0.0 }
}

/// Returns an iterator over all two-card subsets of `cards`.
fn pairs(cards: CardSet) -> impl Iterator<Item = CardSet> {
    cards.iter().flat_map(move |one| {
        let rest = cards.iter().filter(move |other| other.index() > one.index());
        rest.map(move |other| CardSet::of(one) | CardSet::of(other))
    })
}

/// Returns the probability of winning each game for every possible trump suit.
///
/// The first four elements are in the order of [`Suit::ALL`]. The last element is for play without trumps.
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

/// Returns the action that names the trump suit with the highest expected gain.
///
/// If the contract is a *parti* with a low winning probability and folding is free, returns [`Action::Fold`]
/// instead.
pub(super) fn naming(view: &View, contract: Contract) -> Option<Action> {
    let talon = view.talon.unwrap_or_default();
    let stakes = Stakes::new(contract, &view.book);
    let worth = |trump: Trump| Odds::new(view.own_hand(), talon, trump).worth(&stakes);
    let choices = winnable_or_all(contract, view.own_hand(), talon, &view.legal.trumps);
    let best = choices.into_iter().max_by(|one, other| worth(*one).total_cmp(&worth(*other)))?;
    if view.legal.fold && folds(view, contract, best) {
        return Some(Action::Fold);
    }
    Some(Action::Trump(best))
}

/// Returns `true` if the declarer should fold (give up) before the first lead.
///
/// If the declarer named the trump suit, [`naming`] has already decided whether to fold.
pub(super) fn is_hopeless(knowledge: &SeatKnowledge, view: &View) -> bool {
    folds(view, knowledge.contract, knowledge.trump)
}

fn folds(view: &View, contract: Contract, trump: Trump) -> bool {
    let free = view.book.rules().fold == Fold::KontraLost && contract.is_lone(Game::Parti);
    let odds = Odds::new(view.own_hand(), view.talon.unwrap_or_default(), trump);
    free && !keeps_seven(view, trump) && odds.of(Game::Parti, contract) < FOLD_BELOW
}

/// Returns `true` if the hand has the seven of trumps and at least five trumps.
///
/// Such a hand may win the last trick with the seven.
pub(crate) fn keeps_seven(view: &View, trump: Trump) -> bool {
    trump.is_some_and(|suit| {
        let trumps = view.own_hand().of_suit(suit);
        trumps.contains(Card::new(suit, Rank::Seven)) && trumps.len() >= 5
    })
}

#[cfg(test)]
mod calibration;
