//! The table: seats, deals in a row, the fair shuffle.

pub mod shuffle;
