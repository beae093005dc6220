//! A brute-force solver based only on the rules document (`docs/RULES.md`), with plain lists of cards.
//!
//! It shares only the notation of cards with the rules engine and the tested solver.

pub(crate) mod card;
pub(crate) mod goal;
pub(crate) mod position;
pub(crate) mod search;
