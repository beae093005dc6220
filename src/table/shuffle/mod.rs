//! The fair shuffle that anyone can recompute (`RULES §11`).
//!
//! The [`commitment()`] to a deal's [`Seed`] is posted before the deal, and the seed itself afterwards. Once
//! the commitment is posted, nobody can change the cards, not even the bot.

mod commitment;
mod deck;
mod note;
mod proof;
mod seed;

pub use commitment::{Commitment, commitment};
pub use deck::{deal, deck};
pub use note::{check, note};
pub use proof::{Proof, ShuffleError};
pub use seed::{NotHex, Seed};
