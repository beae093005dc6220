//! Plays deals between robots, for `ulti simulate` and `ulti arena`.

pub(crate) mod randomness;
pub(crate) mod seats;
pub(crate) mod settlement_text;
pub(crate) mod totals;
