//! The store on real files.

#![allow(clippy::unwrap_used)] // helpers of tests, which clippy takes for something else

mod choices;
mod file;
mod fixture;
mod journal;
mod sums;
mod winnings;
