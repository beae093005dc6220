//! A robot that follows rules of thumb, as a beginner learns them: no search, no memory beyond
//! what lies in the view, and nothing guessed about hidden hands but where a card can still be.

mod betli;
mod bidding;
mod estimate;
mod follow;
mod kontra;
mod lead;
mod sight;
mod solid;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

pub(super) use self::betli::chance as betli_chance;
pub(super) use self::bidding::{Plan, alone, keeps_seven, likely_trumps, plans};
pub(super) use self::estimate::Odds;
pub(super) use self::kontra::fails;
pub(super) use self::sight::Sight;
use super::{Robot, Stop};
use crate::rules::{Action, Board, Stage, View};

pub(in crate::ai) struct Easy {
    rng: ChaCha8Rng,
}

impl Easy {
    pub(in crate::ai) fn new(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn play(view: &View, board: &Board) -> Option<Action> {
        let sight = Sight::of(view, board)?;
        if view.legal.fold && bidding::is_hopeless(&sight, view) {
            return Some(Action::Fold);
        }
        if let Some(doubled) = kontra::choose(&sight, view) {
            return Some(Action::Kontra(doubled));
        }
        if view.legal.no_kontra {
            return Some(Action::NoKontra);
        }
        let card = if board.current.is_empty() || board.current.is_full() {
            lead::choose(&sight)
        } else {
            follow::choose(&sight)
        };
        card.or_else(|| view.legal.cards.iter().next()).map(Action::Play)
    }
}

impl Robot for Easy {
    fn act(&mut self, view: &View, _stop: &Stop) -> Option<Action> {
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
