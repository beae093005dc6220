//! Robots, the solver that they think with, and the analysis of a finished deal.
//!
//! Robots see a [`View`], as a person does, and answer with an [`Action`].
//!
//! A robot never sees a deal, and knows nothing of tables, clocks or Discord. Its randomness comes
//! from a seed, so that a simulated evening can be repeated card by card.

pub mod analysis;
mod easy;
mod expert;
mod level;
mod random;
pub mod solver;
mod stop;

pub use level::{Level, UnknownLevel};
pub use stop::Stop;

use self::expert::{Expert, Skill};
use crate::rules::{Action, View};

/// Someone at the table who decides from what a seat may know.
pub trait Robot: Send {
    /// What the robot does now; `None` where the view is not that of a seat whose turn it is.
    /// The answer is always one that the deal accepts, also after the word to stop.
    fn act(&mut self, view: &View, stop: &Stop) -> Option<Action>;
}

/// A robot of this level; the same seed and the same views give the same answers.
pub fn robot(level: Level, seed: u64) -> Box<dyn Robot> {
    match level {
        Level::Random => Box::new(random::Random::new(seed)),
        Level::Easy => Box::new(easy::Easy::new(seed)),
        Level::Normal => Box::new(Expert::new(Skill::NORMAL, seed)),
        Level::Blind => Box::new(Expert::new(Skill::BLIND, seed)),
        Level::Strong => Box::new(Expert::new(Skill::STRONG, seed)),
    }
}

#[cfg(test)]
mod tests;
