//! A robot that plays random legal actions, so that tests cover every part of the rules.
//!
//! The robot prefers weak bids and passes, and rarely folds or claims. Auctions therefore end, and most deals
//! are played to the last trick. It never leaves a deal.

use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Cancellation, Robot};
use ulti_rules::{Action, CardSet, Games, Legal, Stage, View};

/// Probability of announcing a kontra (doubling) when one is legal.
const KONTRA: f64 = 0.3;
/// Probability of answering an opponent's kontra by doubling again.
const RAISE: f64 = 0.5;
/// Probability of folding (giving up the contract) when folding is legal.
const FOLD: f64 = 0.02;
/// Probability of laying the hand face up when this is legal.
const OPEN: f64 = 0.01;
/// Probability of claiming the remaining tricks with more than four cards in hand.
///
/// The probability is low because verifying such a claim is expensive.
const CLAIM: f64 = 0.002;
/// Probability that the robot claims the remaining tricks while it holds at most four cards.
const LATE_CLAIM: f64 = 0.05;

pub(crate) struct Random {
    rng: ChaCha8Rng,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn auction(&mut self, view: &View) -> Option<Action> {
        let legal = &view.legal;
        if legal.discard {
            let discard = view.own_hand().iter().sample(&mut self.rng, 2).into_iter().collect();
            return self.bid(legal, Some(discard));
        }
        let strength = match view.stage {
            Stage::Auction { best: Some((_, best)), .. } => {
                view.book.find(&best).map_or(0, |entry| entry.points)
            }
            _ => 0,
        };
        let bold = 1.5 / f64::from(strength.max(0) + 4);
        if !legal.bids.is_empty() && self.rng.random_bool(bold / 2.0) {
            return self.bid(legal, None);
        }
        if legal.take && (!legal.pass || self.rng.random_bool(bold)) {
            return Some(Action::Take);
        }
        legal.pass.then_some(Action::Pass)
    }

    /// Chooses a random bid, favouring low bids.
    fn bid(&mut self, legal: &Legal, discard: Option<CardSet>) -> Option<Action> {
        let top = self.rng.random_range(0..legal.bids.len().max(1));
        let place = self.rng.random_range(0..=top);
        Some(Action::Bid { contract: *legal.bids.get(place)?, discard })
    }

    fn naming(&mut self, legal: &Legal) -> Option<Action> {
        if legal.fold && self.rng.random_bool(FOLD) {
            return Some(Action::Fold);
        }
        legal.trumps.choose(&mut self.rng).map(|trump| Action::Trump(*trump))
    }

    fn play(&mut self, view: &View) -> Option<Action> {
        let legal = &view.legal;
        if legal.no_kontra {
            return Some(self.kontra(view, RAISE).unwrap_or(Action::NoKontra));
        }
        self.kontra(view, KONTRA)
            .or_else(|| self.rare_action(view))
            .or_else(|| legal.cards.iter().choose(&mut self.rng).map(Action::Play))
    }

    /// Chooses a random subset of the games that the robot can double now.
    ///
    /// Always returns `None` if no game can be doubled. Otherwise, returns `None` with probability `1 -
    /// chance`.
    fn kontra(&mut self, view: &View, chance: f64) -> Option<Action> {
        let items = view.kontra_items();
        if items.is_empty() || !self.rng.random_bool(chance) {
            return None;
        }
        let games =
            items.iter().filter(|_| self.rng.random_bool(0.5)).fold(Games::empty(), |all, item| all | *item);
        Some(Action::Kontra(if games.is_empty() { view.legal.kontra } else { games }))
    }

    fn rare_action(&mut self, view: &View) -> Option<Action> {
        let legal = &view.legal;
        let claim = if view.own_hand().len() <= 4 { LATE_CLAIM } else { CLAIM };
        if legal.fold && self.rng.random_bool(FOLD) {
            Some(Action::Fold)
        } else if legal.open && self.rng.random_bool(OPEN) {
            Some(Action::Open)
        } else if legal.claim && self.rng.random_bool(claim) {
            Some(Action::Claim)
        } else {
            None
        }
    }
}

impl Robot for Random {
    fn act(&mut self, view: &View, _stop: &Cancellation) -> Option<Action> {
        if view.seat.is_none() || !view.legal.is_turn() {
            return None;
        }
        match view.stage {
            Stage::Auction { .. } => self.auction(view),
            Stage::Naming { .. } => self.naming(&view.legal),
            Stage::Play(_) => self.play(view),
            Stage::Over { .. } => None,
        }
    }
}
