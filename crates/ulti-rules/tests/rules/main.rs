//! Tests of the engine against the rules document (`docs/RULES.md`).
//!
//! - Test cases in TOML files (`cases/*/*.toml`).
//! - Properties of random deals.
//! - Comparison with a simple reference implementation (`reference`).
//! - Number of possible continuations of a position (perft).
//! - Exhaustive search of endings with claims.
#![allow(clippy::expect_used, clippy::unwrap_used)] // tests may panic

mod asked;
mod claims;
mod compare;
mod errors;
mod fits;
mod notation;
mod perft;
mod price;
mod properties;
mod rablo_table;
mod random;
mod records;
mod reference;
mod replay;
mod script;
mod seen;
mod tables;
mod toml_cases;
