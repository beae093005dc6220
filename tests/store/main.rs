//! Tests of the store with real database files.

#![allow(clippy::unwrap_used)] // clippy does not recognize helpers as test code

mod any_order;
mod choices;
mod earlier_version;
mod file;
mod import;
mod journal;
mod killed;
mod privacy;
mod ranks;
mod recount;
mod review;
mod seasons;
mod simulated;
mod summaries;
mod sums;
mod winnings;
