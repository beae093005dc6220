//! Tests of the engine against the rules document (`docs/RULES.md`).
//!
//! - Test cases in TOML files (`cases/*/*.toml`).
//! - Properties of random deals.
//! - Comparison with a simple reference implementation (`reference`).
//! - Explanations of results, compared with a recomputation from the played tricks.
//! - Number of possible continuations of a position (perft).
//! - Exhaustive search of endings with claims.
#![allow(clippy::expect_used, clippy::unwrap_used)] // tests may panic

mod asked;
mod claim_plans;
mod claim_values;
mod claims;
mod compare;
mod departures;
mod early_seven;
mod errors;
mod explain;
mod fits;
mod house_rules_page;
mod marriages;
mod mutated_records;
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
