//! End-to-end tests: the bot at a simulated Discord, with real sockets and a database file.
//!
//! All tests share one process, so none may change environment variables or other global state.
#![allow(clippy::unwrap_used, clippy::expect_used)] // tests may panic

mod discord;
mod robustness;
