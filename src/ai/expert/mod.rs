//! Robots that look ahead: they imagine hands that the others may hold, solve each of them with all
//! cards in sight, and do what is best on the average (perfect-information Monte Carlo).
//!
//! The strong one keeps the hands in which the others would have bid, passed, laid down, doubled and
//! played as they did. Work is counted in cards laid by the solver, never in time, so that the same
//! seed and view give the same answer everywhere.

mod bid;
mod card;
mod claim;
mod double;
mod knowledge;
mod likely;
mod parts;
mod worlds;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use self::knowledge::Knowledge;
use self::worlds::World;
use super::easy::Easy;
use super::solver::{Position, Question, Solver, TableSize};
use super::{Robot, Stop};
use crate::rules::{Action, Board, Stage, View};

/// What sets one robot that looks ahead apart from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Skill {
    /// In how many imagined hands a card is tried.
    pub(super) worlds: usize,
    /// Whether it bids and doubles by what it imagines, or by rules of thumb.
    pub(super) looks_in_auction: bool,
    /// Whether it asks which hands fit what the others did.
    pub(super) infers: bool,
}

impl Skill {
    pub(super) const NORMAL: Self = Self { worlds: 6, looks_in_auction: false, infers: false };
    pub(super) const BLIND: Self = Self { worlds: 24, looks_in_auction: true, infers: false };
    pub(super) const STRONG: Self = Self { worlds: 24, looks_in_auction: true, infers: true };
}

/// After so many cards laid by the solver no further world is looked at: about a tenth of a second.
const EFFORT: u64 = 1_500_000;

pub(super) struct Expert {
    skill: Skill,
    rng: ChaCha8Rng,
    /// Who answers where looking ahead says nothing: rules of thumb.
    thumb: Easy,
}

impl Expert {
    pub(super) fn new(skill: Skill, seed: u64) -> Self {
        Self { skill, rng: ChaCha8Rng::seed_from_u64(seed), thumb: Easy::new(seed) }
    }

    fn play(&mut self, view: &View, board: &Board, stop: &Stop) -> Option<Action> {
        let thumb = self.thumb.act(view, stop)?;
        let legal = &view.legal;
        if claim::is_due(view, board) {
            return Some(Action::Claim);
        }
        if !self.skill.looks_in_auction && !matches!(thumb, Action::Play(_)) {
            return Some(thumb);
        }
        let doubles = self.skill.looks_in_auction && !legal.kontra.is_empty();
        if legal.cards.len() == 1 && !doubles && !legal.fold {
            return Some(Action::Play(legal.cards.iter().next()?));
        }
        if legal.no_kontra && !doubles {
            return Some(thumb);
        }
        let Some(knowledge) = Knowledge::of(view, board) else { return Some(thumb) };
        let mut search = Thinking::new(stop);
        let worlds = self.imagine(view, board, &knowledge);
        if worlds.is_empty() {
            return Some(thumb);
        }
        if self.skill.looks_in_auction {
            if legal.fold && double::is_hopeless(view, board, &worlds, &mut search) {
                return Some(Action::Fold);
            }
            if let Some(games) = double::choose(view, board, &worlds, &mut search) {
                return Some(Action::Kontra(games));
            }
        }
        if legal.no_kontra {
            return Some(Action::NoKontra);
        }
        let favourite = match thumb {
            Action::Play(card) => Some(card),
            _ => None,
        };
        card::choose(view, board, &worlds, favourite, &mut search).map(Action::Play)
    }

    /// Hands that the others may hold.
    fn imagine(&mut self, view: &View, board: &Board, knowledge: &Knowledge) -> Vec<World> {
        if self.skill.infers {
            likely::worlds(view, board, knowledge, self.skill.worlds, &mut self.rng)
        } else {
            (0..self.skill.worlds).filter_map(|_| knowledge.deal(&mut self.rng)).collect()
        }
    }
}

impl Robot for Expert {
    fn act(&mut self, view: &View, stop: &Stop) -> Option<Action> {
        if view.seat.is_none() || !view.legal.is_turn() {
            return None;
        }
        match &view.stage {
            Stage::Auction { best, .. } if self.skill.looks_in_auction => {
                bid::auction(view, *best, &mut self.rng, stop).or_else(|| self.thumb.act(view, stop))
            }
            Stage::Naming { contract, .. } if self.skill.looks_in_auction => {
                bid::naming(view, *contract, &mut self.rng, stop).or_else(|| self.thumb.act(view, stop))
            }
            Stage::Auction { .. } | Stage::Naming { .. } => self.thumb.act(view, stop),
            Stage::Play(board) => self.play(view, board, stop),
            Stage::Over { .. } => None,
        }
    }
}

/// The solvers of one decision, and how long it may go on.
struct Thinking {
    /// For points; the other questions do not share a table with them.
    points: Solver,
    others: Solver,
    stop: Stop,
}

impl Thinking {
    fn new(stop: &Stop) -> Self {
        let solver = || Solver::new(TableSize::USUAL);
        Self { points: solver(), others: solver(), stop: stop.clone() }
    }

    fn solver(&mut self, question: Question) -> &mut Solver {
        if matches!(question, Question::AtLeast(_)) { &mut self.points } else { &mut self.others }
    }

    /// What the declarer comes to.
    fn value(&mut self, position: &Position, question: Question) -> u32 {
        self.solver(question).value(position, question)
    }

    /// Whether it is time for an answer.
    fn is_over(&self, effort: u64) -> bool {
        self.points.nodes() + self.others.nodes() > effort || self.stop.is_stopped()
    }
}
