//! Scans for cards, seeds and other secrets in recorded traffic, logs and metrics.
//!
//! [`leaks`] compares the traffic with the [`Journal`] of each table. [`secrets`] is stricter: a log or a
//! metric must not name any card, even of a finished deal.

mod card_notation;
mod deal_knowledge;
pub mod emoji;
mod journal;
mod scan;
pub mod secrets;

pub use card_notation::{card_names, without_absent_cards};
pub use journal::{Journal, journals};
pub(crate) use scan::TICK;
pub use scan::{IN_FLIGHT, IN_FLIGHT_TICKS, cards_in, cards_shown, leaks, leaks_within};
