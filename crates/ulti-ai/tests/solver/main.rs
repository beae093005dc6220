//! Tests the solver against brute force: values and best cards in random endings, and in hand-made positions
//! that mislead a search.
#![allow(clippy::expect_used, clippy::unwrap_used)] // a test ends by panicking

mod agree;
mod compare;
mod endings;
mod plain;
mod traps;
mod whole_hands;
