//! The rules of the game, held against `RULES` in five ways: cases written down as data
//! (`cases/*/*.toml`), properties of random deals, a second program made of lists, counts of what may
//! follow a position, and a search that checks proven claims.
#![allow(clippy::expect_used, clippy::unwrap_used)] // a test ends by panicking

mod asked;
mod claims;
mod compare;
mod errors;
mod notation;
mod perft;
mod price;
mod properties;
mod rablo_table;
mod random;
mod records;
mod replay;
mod script;
mod second;
mod seen;
mod tables;
mod toml_cases;
