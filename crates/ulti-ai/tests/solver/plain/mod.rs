//! Brute-force solver written from `RULES` alone, with plain lists of cards.
//!
//! It shares only the notation of cards with the rules engine and the solver.

pub(crate) mod card;
pub(crate) mod goal;
pub(crate) mod position;
pub(crate) mod search;
