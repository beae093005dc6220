//! Robots (stub until the room is merged).

mod level;
mod random;

pub use level::{Level, UnknownLevel};

use crate::rules::{Action, View};

/// Decides from what a seat may know.
pub trait Robot: Send {
    /// What the robot does now.
    fn act(&mut self, view: &View) -> Option<Action>;
}

/// A robot of this level.
pub fn robot(level: Level, seed: u64) -> Box<dyn Robot> {
    let _ = level;
    Box::new(random::Random::new(seed))
}
