//! The wall clock and the game clocks, which measure deadlines.

pub(crate) mod game;
pub(crate) mod table;
pub(crate) mod wall;
