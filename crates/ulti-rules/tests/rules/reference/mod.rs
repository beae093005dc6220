//! A slow and simple reference implementation of the rules, written from `RULES` alone.
//!
//! It covers all presets and house rules and shares no code with the engine.

pub(crate) mod bid;
pub(crate) mod book;
pub(crate) mod cards;
pub(crate) mod claim;
pub(crate) mod deal;
pub(crate) mod departure;
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
