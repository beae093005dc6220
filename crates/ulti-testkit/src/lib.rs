//! Harness for end-to-end tests of ulti.
//!
//! A [`TestBot`] runs the bot inside the test, connected to a [`Sandbox`](discord_sandbox::Sandbox) instead
//! of Discord. A [`BotProcess`] runs it as a child process, which can be killed. Both have a real database
//! file in a temporary folder. The functions of [`game`] bring three simulated users to a phase of the game,
//! and a [`Player`] acts on its own. [`leaks`] finds hidden cards in everything that the bot sent.
//!
//! Functions of this crate panic on failure, because a test has no use for an error.
//!
//! # Example
//!
//! ```
//! use ulti_testkit::{TestBot, game, messages};
//!
//! # #[tokio::main]
//! # async fn main() {
//! let bot = TestBot::start().await;
//! let users = game::auction(&bot).await;
//! let hand = users[0].command("hand", []).await;
//! assert!(messages::private_reply(&users[0], hand).await.text().contains("lapjaid"));
//!
//! game::play_to_first_lead(&users).await;
//! game::play_on(&users).await;
//! assert_eq!(bot.played().await, 1);
//! bot.end_without_leaks().await;
//! # }
//! ```
//!
//! # Time
//!
//! Timers and rate limits of a `TestBot` and of its sandbox follow clocks that move only when the test calls
//! [`TestBot::advance`], [`TestBot::advance_until`] or [`TestBot::advance_while`]. [`TestBot::idle`] waits
//! until all remaining work waits for the clock or for a request that is held back.
//! [`TestBotBuilder::in_real_time`] selects real clocks.
//!
//! # Failures
//!
//! If a test panics, the last 300 events that its running `TestBot` has logged on the thread of its runtime
//! are printed, with the time on the bot's clock and in real time. A bot with real clocks has no such log.
//!
//! # Environment
//!
//! Tests may share a process: the crate sets no environment variables, panic hooks or global tracing
//! subscribers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)] // test helpers may panic

mod bot_log;
mod bot_process;
mod bot_runtime;
mod current_deal;
mod fake_drawing;
pub mod game;
pub mod leaks;
pub mod messages;
mod player;
mod postgres;
pub mod store_fixture;
mod test_bot;
mod timeouts;

pub use bot_process::{BotProcess, BotProcessBuilder};
pub use current_deal::{CurrentDeal, JournalReader, JournalTable};
pub use fake_drawing::{DrawingGate, FakeCards, FakePictures, fake_picture, has_picture};
pub use leaks::secrets::TOKEN;
pub use player::{Player, Strategy, confirmed, enabled, fold, perform, random_action};
pub use postgres::PostgresServer;
pub use test_bot::TestBot;
pub use test_bot::builder::TestBotBuilder;
pub use timeouts::{PROCESS_DEADLINE, PROCESS_TIMEOUT, TIMEOUT};
