//! The wall clock and the game clock, which measures deadlines.

pub(crate) mod game;
pub(crate) mod wall;
