//! Bidding by the search robots: taking the talon (two extra cards), bidding, discarding and naming trumps.

use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use super::knowledge::Knowledge;
use super::solvers::{NODE_BUDGET, Solvers};
use super::weighted_questions::ContractState;
use crate::Cancellation;
use crate::easy::{self, Plan};
use ulti_rules::{Action, Book, BookEntry, CardSet, Contract, Fold, Game, Seat, Trump, View};

/// Maximum number of plans to evaluate before bidding.
///
/// A plan is a bid with a discard and a trump suit.
const PLANS: usize = 7;
/// Number of random deals used to evaluate a plan.
///
/// A plan is a bid with a discard and a trump suit.
const WORLDS: usize = 14;
/// Number of random two-card talons to evaluate when deciding whether to take the talon.
const TALONS: usize = 4;
/// Number of plans to evaluate for each random two-card talon.
///
/// A plan is a bid with a discard and a trump suit.
const TALON_PLANS: usize = 3;
/// Number of random deals used to evaluate a plan when deciding whether to take the talon.
///
/// A plan is a bid with a discard and a trump suit.
const TALON_WORLDS: usize = 6;
/// Minimum expected gain, in points per defender, for the robot to take the talon (two extra cards).
const MIN_WORTH: f32 = 1.0;
/// Minimum heuristic rating for a more precise evaluation of a random talon (two extra cards).
///
/// If the best plan for the talon is rated higher than this, the plans are evaluated with the solver.
/// Otherwise, the rating of the best plan is used as the expected gain. A plan is a bid with a discard and a
/// trump suit.
const MIN_RATING: f32 = -4.0;
/// Winning probability below which the robot folds a *parti*, if folding is free.
pub(super) const FOLD_BELOW: f32 = 0.35;
/// Lower limit for the expected gain of a contract that consists only of a *parti*, in points per defender.
///
/// The limit applies if folding is free, because a declarer who expects to lose more can fold instead.
const FOLD_FLOOR: f32 = -0.5;
/// Factor by which the expected points from silent hundreds (100 points reached without a bid) are
/// multiplied.
///
/// In actual play, silent hundreds are less frequent than when all cards are known.
const SILENT_DISCOUNT: f32 = 0.4;

/// The role of the player who estimates a winning probability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Viewpoint {
    /// The declarer, who knows their own ten cards and the two discarded cards.
    Declarer,
    /// A defender, who knows ten cards and the declarer's bid.
    Defender,
}

/// Converts the probability of winning a game with all cards visible into the probability of winning it in
/// actual play.
///
/// The conversion is a linear function of the logit. Its coefficients were fitted to deals between strong
/// robots (see the `calibration` test). For example, a betli succeeds more often in actual play because the
/// defenders do not see the declarer's cards.
pub(super) fn calibrated(game: Game, contract: Contract, viewpoint: Viewpoint, odds: &GameOdds) -> f32 {
    let open = contract.is_open() && game.can_be_open();
    let (shift, slope) = match (viewpoint, game) {
        (Viewpoint::Declarer, Game::Betli) if open => (-0.8, 1.3),
        (Viewpoint::Declarer, Game::Betli) => (1.8, 1.3),
        (Viewpoint::Declarer, Game::Durchmars) if open => (-0.4, 1.0),
        (Viewpoint::Declarer, Game::Durchmars) => (-1.2, 1.0),
        (Viewpoint::Declarer, Game::FortyHundred) => (-0.8, 1.0),
        (Viewpoint::Declarer, Game::Ulti) => (0.4, 0.75),
        (Viewpoint::Declarer, _) => (0.0, 0.85),
        (Viewpoint::Defender, Game::Betli) if open => (1.5, 0.15),
        (Viewpoint::Defender, Game::Betli) => (1.4, 0.25),
        (Viewpoint::Defender, Game::Durchmars) if open => (2.8, 0.3),
        (Viewpoint::Defender, Game::Durchmars) => (0.4, 0.5),
        (Viewpoint::Defender, Game::FortyHundred) => (1.5, 0.5),
        (Viewpoint::Defender, Game::TwentyHundred) => (3.0, 0.7),
        (Viewpoint::Defender, Game::Parti) => (1.5, 0.65),
        (Viewpoint::Defender, _) => (2.1, 0.6),
    };
    let together = if contract.named_games().len() > 1 { -0.3 } else { 0.0 };
    let together = if viewpoint == Viewpoint::Declarer { together } else { 0.0 };
    let odds = odds[game as usize].clamp(0.03, 0.97);
    let logit = (odds / (1.0 - odds)).ln() * slope + shift + together;
    1.0 / (1.0 + (-logit).exp())
}

/// A contract that a seat considers bidding, with a trump suit and the seat's hand and discards.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    entry: &'a BookEntry,
    trump: Trump,
    hand: CardSet,
    talon: CardSet,
}

/// An evaluator of bids, which solves random deals to estimate how much a seat would gain from each bid.
struct Bidder<'a> {
    book: &'a Book,
    me: Seat,
    rng: &'a mut ChaCha8Rng,
    solvers: Solvers,
}

pub(super) fn auction(
    view: &View,
    best: Option<(Seat, Contract)>,
    rng: &mut ChaCha8Rng,
    stop: &Cancellation,
) -> Option<Action> {
    let mut bidder = Bidder { book: &view.book, me: view.seat?, rng, solvers: Solvers::new(stop) };
    let over = best.map(|(_, contract)| contract);
    if view.legal.discard {
        let plan = bidder.best_plan(view.own_hand(), over)?;
        return Some(Action::Bid { contract: plan.contract, discard: Some(plan.discard) });
    }
    let own = best.map(|(seat, _)| seat) == view.seat;
    if view.legal.take && (!view.legal.pass || (!own && bidder.takes(view.own_hand(), over))) {
        return Some(Action::Take);
    }
    view.legal.pass.then_some(Action::Pass)
}

/// Returns the action that names the trump suit with the highest expected gain.
///
/// Returns [`Action::Fold`] instead if folding is free and the contract is a *parti* that is likely to fail.
pub(super) fn naming(
    view: &View,
    contract: Contract,
    rng: &mut ChaCha8Rng,
    stop: &Cancellation,
) -> Option<Action> {
    let me = view.seat?;
    let entry = view.book.find(&contract)?;
    let (hand, talon) = (view.own_hand(), view.talon.unwrap_or_default());
    let mut bidder = Bidder { book: &view.book, me, rng, solvers: Solvers::new(stop) };
    let likely = easy::likely_trumps(hand, talon, entry, &view.book, &view.legal.trumps);
    let candidate = |trump| Candidate { entry, trump, hand, talon };
    let rated = likely.into_iter().map(|trump| (bidder.worth(candidate(trump), WORLDS), trump));
    let (_, trump) = rated.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
    let free = view.book.rules().fold == Fold::KontraLost && contract.is_lone(Game::Parti);
    if view.legal.fold && free && !easy::keeps_seven(view, trump) {
        let odds = bidder.odds(candidate(trump), WORLDS)?;
        if calibrated(Game::Parti, contract, Viewpoint::Declarer, &odds.made) < FOLD_BELOW {
            return Some(Action::Fold);
        }
    }
    Some(Action::Trump(trump))
}

impl Bidder<'_> {
    /// Returns the bid with the highest expected gain for a hand of twelve cards.
    ///
    /// The returned plan also contains the discard and the trump suit.
    fn best_plan(&mut self, twelve: CardSet, over: Option<Contract>) -> Option<Plan> {
        let plans = easy::plans(twelve, self.book, over, PLANS);
        let mut best: Option<(f32, Plan)> = None;
        for plan in plans {
            let worth = self.planned(&plan, twelve, WORLDS);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, plan));
            }
            if self.solvers.is_exhausted(NODE_BUDGET) {
                break;
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// Returns `true` if the robot should take the talon (two extra cards).
    ///
    /// The expected gain, averaged over random talons, must exceed [`MIN_WORTH`] points per defender.
    fn takes(&mut self, ten: CardSet, over: Option<Contract>) -> bool {
        if !easy::can_overcall(ten, self.book, over) {
            return false;
        }
        let unseen = CardSet::DECK - ten;
        let mut total = 0.0;
        let mut talons = 0.0;
        for _ in 0..TALONS {
            let plain = unseen.iter().filter(|card| card.points() == 0);
            let talon: CardSet = plain.sample(self.rng, 2).into_iter().collect();
            let plans = easy::plans(ten | talon, self.book, over, TALON_PLANS);
            let Some(first) = plans.first() else { return false };
            total += if first.rating > MIN_RATING {
                let worths = plans.iter().map(|plan| self.planned(plan, ten | talon, TALON_WORLDS));
                worths.fold(f32::MIN, f32::max)
            } else {
                first.rating
            };
            talons += 1.0;
            if self.solvers.is_exhausted(NODE_BUDGET) {
                break;
            }
        }
        total / talons > MIN_WORTH
    }

    fn planned(&mut self, plan: &Plan, twelve: CardSet, worlds: usize) -> f32 {
        let book = self.book;
        let Plan { contract, trump, discard: talon, .. } = *plan;
        let hand = twelve - talon;
        book.find(&contract)
            .map_or(f32::MIN, |entry| self.worth(Candidate { entry, trump, hand, talon }, worlds))
    }

    /// Returns the declarer's expected gain from a contract, in points per defender.
    fn worth(&mut self, candidate: Candidate<'_>, worlds: usize) -> f32 {
        let Some(odds) = self.odds(candidate, worlds) else { return f32::MIN };
        let entry = candidate.entry;
        let made = |game| calibrated(game, entry.contract, Viewpoint::Declarer, &odds.made);
        let games = entry.contract.games();
        let games: f32 = games.iter().map(|game| expected(entry, game, made(game))).sum();
        let expected = games + SILENT_DISCOUNT * odds.silent;
        let free = self.book.rules().fold == Fold::KontraLost && entry.contract.is_lone(Game::Parti);
        if free { expected.max(FOLD_FLOOR) } else { expected }
    }

    /// Estimates the probability of winning each game of a contract.
    ///
    /// Samples random complete deals and solves each one from the first lead, with all cards known. Returns
    /// `None` if no deal could be sampled.
    fn odds(&mut self, candidate: Candidate<'_>, worlds: usize) -> Option<Odds> {
        let Candidate { entry, trump, hand, talon } = candidate;
        let rules = self.book.rules();
        let state = ContractState::fresh(entry, rules, self.me, trump);
        let knowledge = Knowledge::in_auction(self.me, hand, talon);
        let mut odds = Odds::default();
        let mut seen = 0.0;
        for _ in 0..worlds {
            let Some(world) = knowledge.deal(self.rng) else { break };
            let position = world.first_lead(self.me, trump, rules);
            seen += 1.0;
            let questions = state.questions(&world);
            for question in questions.iter().filter(|question| question.decides || question.silent.is_some())
            {
                let made = self.solvers.value(&position, question.question) > 0;
                if question.decides {
                    odds.made[question.game as usize] += if made { 1.0 } else { 0.0 };
                } else {
                    odds.silent += question.silent_worth(made);
                }
            }
            if self.solvers.is_exhausted(NODE_BUDGET) {
                break;
            }
        }
        odds.made = odds.made.map(|made| made / seen);
        odds.silent /= seen;
        (seen > 0.0).then_some(odds)
    }
}

/// Probability of winning each game when all players know all cards, indexed by [`Game`].
pub(super) type GameOdds = [f32; Game::ALL.len()];

/// Probability of winning each game, and expected points from silent hundreds (100 points that were not bid).
///
/// Both are computed as if every player could see all cards.
#[derive(Debug, Clone, Copy, Default)]
struct Odds {
    made: GameOdds,
    silent: f32,
}

/// Returns the declarer's expected gain from one game, in points per defender.
///
/// `made` is the probability of winning the game. The lower this probability, the more often the game is
/// assumed to be doubled.
#[allow(clippy::cast_precision_loss)] // stakes are small
fn expected(entry: &BookEntry, game: Game, made: f32) -> f32 {
    let stake = entry.stake(game);
    let doubled = 1.0 + 0.6 * (1.0 - made);
    made * stake.won as f32 - (1.0 - made) * (stake.lost as f32 * doubled + stake.again as f32)
}

#[cfg(test)]
mod calibration;
