//! End-to-end tests: the bot at a simulated Discord, with real sockets and a database file.
//!
//! All tests share one process, so none may change environment variables or other global state.
#![allow(clippy::unwrap_used, clippy::expect_used)] // tests may panic

mod browser;
mod discord;
mod process;
mod robustness;
mod secrecy;

use ulti_testkit::{BotProcess, BotProcessBuilder};

/// Returns a builder for the bot as a child process, with metrics and a full log.
fn bot_process() -> BotProcessBuilder {
    BotProcess::builder(env!("CARGO_BIN_EXE_ulti")).monitored()
}
