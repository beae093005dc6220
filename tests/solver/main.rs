//! The solver held against brute force: the same value and the same best cards for random endings of
//! every question, and positions made by hand that mislead a search.
#![allow(clippy::expect_used, clippy::unwrap_used)] // a test ends by panicking

mod agree;
mod compare;
mod endings;
mod parti;
mod plain;
mod traps;
mod whole_hands;
