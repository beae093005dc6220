//! The fair shuffle that anyone can recompute (`RULES §11`).
//!
//! The [`commitment`] to a deal's [`Seed`] is posted before the deal, and the seed itself afterwards. Once
//! the commitment is posted, nobody can change the cards, not even the bot.

mod check;
mod deck;
mod proof;
mod seed;

pub use check::{check, note};
pub use deck::{deal, deck};
pub use proof::{Proof, ShuffleError};
pub use seed::{Commitment, NotHex, Seed, commitment};
