//! The store on real files.

#![allow(clippy::unwrap_used)] // helpers of tests, which clippy takes for something else

mod any_order;
mod choices;
mod file;
mod fixture;
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
