//! The easy robot, which plays by fixed heuristics without search.
//!
//! The robot keeps no state between decisions. It infers only which cards each seat can still hold.

mod betli;
mod bidding;
mod card_knowledge;
mod durchmars;
mod estimate;
mod follow;
mod kontra;
mod lead;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{Cancellation, Robot};
pub(crate) use betli::chance as betli_chance;
pub(crate) use bidding::{Plan, best_solo_game, can_overcall, keeps_seven, likely_trumps, plans};
pub(crate) use card_knowledge::SeatKnowledge;
pub(crate) use estimate::{Odds, contains_rank, marriage};
pub(crate) use kontra::{breaks, chance_of_failure, plain_suits, whole_items};
use ulti_rules::{Action, Board, Stage, View};

pub(crate) struct Easy {
    rng: ChaCha8Rng,
}

impl Easy {
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn play(view: &View, board: &Board) -> Option<Action> {
        let knowledge = SeatKnowledge::of(view, board)?;
        // A robot folds before the first lead only, and never concedes.
        if view.legal.fold && board.tricks.is_empty() && bidding::is_hopeless(&knowledge, view) {
            return Some(Action::Fold);
        }
        if let Some(doubled) = kontra::choose(&knowledge, view) {
            return Some(Action::Kontra(doubled));
        }
        if view.legal.no_kontra {
            return Some(Action::NoKontra);
        }
        let card = if board.current.is_empty() || board.current.is_full() {
            lead::choose(&knowledge)
        } else {
            follow::choose(&knowledge)
        };
        card.or_else(|| view.legal.cards.iter().next()).map(Action::Play)
    }
}

impl Robot for Easy {
    fn act(&mut self, view: &View, _stop: &Cancellation) -> Option<Action> {
        if view.seat.is_none() || !view.legal.is_turn() {
            return None;
        }
        match &view.stage {
            Stage::Auction { best, .. } => bidding::auction(view, *best, &mut self.rng),
            Stage::Naming { contract, .. } => bidding::naming(view, *contract),
            Stage::Play(board) => Self::play(view, board),
            Stage::Over { .. } => None,
        }
    }
}
