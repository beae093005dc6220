//! The search robots: perfect-information Monte Carlo.
//!
//! A robot samples worlds (complete deals consistent with its view), solves each one with all cards known,
//! and chooses the action with the best average. The strong robot prefers worlds in which the other players
//! would have bid, discarded, doubled and played as they did.
//!
//! The effort is limited by a node budget, never by time, so that the same seed and view give the same action
//! on every machine.

mod bidding;
mod card;
mod claim;
mod inference;
mod knowledge;
mod kontra;
mod solvers;
mod weighted_questions;
mod worlds;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::easy::Easy;
use crate::{Cancellation, Robot};
use knowledge::Knowledge;
use solvers::Solvers;
use ulti_rules::{Action, Board, Stage, View};
use worlds::World;

/// Settings that determine the playing strength of a search robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Skill {
    /// Number of complete deals sampled for each decision during play.
    pub(crate) worlds: usize,
    /// `true` if the robot also uses search to bid and double. Otherwise, it uses the easy robot's
    /// heuristics.
    pub(crate) searches_auction: bool,
    /// `true` if sampled deals are weighted by how well they explain the other players' actions.
    pub(crate) infers: bool,
}

impl Skill {
    pub(crate) const NORMAL: Self = Self { worlds: 6, searches_auction: false, infers: false };
    pub(crate) const BLIND: Self = Self { worlds: 24, searches_auction: true, infers: false };
    pub(crate) const STRONG: Self = Self { worlds: 24, searches_auction: true, infers: true };
}

pub(crate) struct Expert {
    skill: Skill,
    rng: ChaCha8Rng,
    /// Heuristic robot for decisions that are made without a search.
    heuristic: Easy,
}

impl Expert {
    pub(crate) fn new(skill: Skill, seed: u64) -> Self {
        Self { skill, rng: ChaCha8Rng::seed_from_u64(seed), heuristic: Easy::new(seed) }
    }

    fn play(&mut self, view: &View, board: &Board, stop: &Cancellation) -> Option<Action> {
        let heuristic = self.heuristic.act(view, stop)?;
        let legal = &view.legal;
        if claim::is_due(view, board) {
            return Some(Action::Claim);
        }
        if !self.skill.searches_auction && !matches!(heuristic, Action::Play(_)) {
            return Some(heuristic);
        }
        let doubles = self.skill.searches_auction && !legal.kontra.is_empty();
        // A robot folds before the first lead only, and never concedes.
        let may_fold = legal.fold && board.tricks.is_empty();
        if legal.cards.len() == 1 && !doubles && !may_fold {
            return Some(Action::Play(legal.cards.iter().next()?));
        }
        if legal.no_kontra && !doubles {
            return Some(heuristic);
        }
        let Some(knowledge) = Knowledge::of(view, board) else { return Some(heuristic) };
        let mut solvers = Solvers::new(stop);
        let worlds = self.sample_worlds(view, board, &knowledge);
        if worlds.is_empty() {
            return Some(heuristic);
        }
        if self.skill.searches_auction {
            if may_fold && kontra::is_hopeless(view, board, &worlds, &mut solvers) {
                return Some(Action::Fold);
            }
            if let Some(games) = kontra::choose(view, board, &worlds, &mut solvers) {
                return Some(Action::Kontra(games));
            }
        }
        if legal.no_kontra {
            return Some(Action::NoKontra);
        }
        let preferred = match heuristic {
            Action::Play(card) => Some(card),
            _ => None,
        };
        card::choose(view, board, &worlds, preferred, &mut solvers).map(Action::Play)
    }

    /// Samples complete deals that are consistent with the seat's knowledge.
    fn sample_worlds(&mut self, view: &View, board: &Board, knowledge: &Knowledge) -> Vec<World> {
        if self.skill.infers {
            inference::worlds(view, board, knowledge, self.skill.worlds, &mut self.rng)
        } else {
            (0..self.skill.worlds).filter_map(|_| knowledge.deal(&mut self.rng)).collect()
        }
    }
}

impl Robot for Expert {
    fn act(&mut self, view: &View, stop: &Cancellation) -> Option<Action> {
        if view.seat.is_none() || !view.legal.is_turn() {
            return None;
        }
        match &view.stage {
            Stage::Auction { best, .. } if self.skill.searches_auction => {
                bidding::auction(view, *best, &mut self.rng, stop).or_else(|| self.heuristic.act(view, stop))
            }
            Stage::Naming { contract, .. } if self.skill.searches_auction => {
                bidding::naming(view, *contract, &mut self.rng, stop)
                    .or_else(|| self.heuristic.act(view, stop))
            }
            Stage::Auction { .. } | Stage::Naming { .. } => self.heuristic.act(view, stop),
            Stage::Play(board) => self.play(view, board, stop),
            Stage::Over { .. } => None,
        }
    }
}
