//! The rules of the game, held against `RULES` in four ways: cases written down as data
//! (`cases/*/*.toml`), properties of random deals, a second implementation made of lists, and a search
//! that checks proven claims.
#![allow(clippy::expect_used, clippy::unwrap_used)] // a test ends by panicking

mod claims;
mod compare;
mod errors;
mod notation;
mod properties;
mod rablo_table;
mod random;
mod reference;
mod script;
mod tables;
mod toml_cases;
