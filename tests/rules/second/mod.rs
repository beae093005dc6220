//! A second program of the whole rules, made of lists and letters, written from `RULES` alone for all
//! presets and house rules. It is slow and plain on purpose, and shares nothing with the engine.

pub(crate) mod bid;
pub(crate) mod book;
pub(crate) mod cards;
pub(crate) mod claim;
pub(crate) mod deal;
pub(crate) mod house;
pub(crate) mod kontra;
mod legal;
pub(crate) mod moves;
pub(crate) mod pay;
pub(crate) mod perft;
mod points;
pub(crate) mod replay;
pub(crate) mod rules;
mod silent;
pub(crate) mod table;
mod worked;
