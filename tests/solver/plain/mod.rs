//! Perfect information by brute force, from `RULES` alone: lists of cards, every line to its end.
//! It shares nothing with the engine and its solver but the notation of a card.

pub(crate) mod card;
pub(crate) mod goal;
pub(crate) mod position;
pub(crate) mod search;
