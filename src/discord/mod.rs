//! The Discord side of the bot: the connection, commands, buttons and messages.
//!
//! - [`Bot`] connects to the gateway, dispatches its events and shuts down gracefully. The module `gateway`
//!   runs one connection per shard; `lifecycle` handles the start, servers and channels.
//! - `interactions` receives every interaction. It contains rate limits, telemetry, argument parsing,
//!   autocomplete, responses and error handling.
//! - `commands` has one file per slash command. `components` dispatches buttons and menus by their
//!   [`custom_id`].
//! - [`messages`] builds the content of every message and does no I/O.
//! - `channels` has one task per channel. It posts and edits the public messages of the tables and the
//!   players' hands, and sends the replies to interactions. `pictures` draws their pictures.
//! - `rest` sends requests to Discord's REST API within its rate limits, and classifies errors. It contains a
//!   circuit breaker per channel and the budget of invalid requests.
//! - `preferences` caches settings. `emoji` uploads cards and suits as application emoji. `delivery` resends
//!   a rejected message without pictures or emoji. [`preflight`] checks the access to Discord before the
//!   start.
//!
//! Invariants:
//!
//! - Messages hold no state. Each message can be rebuilt from the newest view of its table. The custom id of
//!   a button contains everything that the button needs.
//! - Every interaction is answered once, within three seconds, in the user's language.
//! - A hand is shown only to its player. Cards and interaction tokens are never logged.
//!
//! ```no_run
//! # async fn run(store: ulti::store::Store) -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::Arc;
//! use ulti::discord::{Bot, Drawing, Options};
//! use ulti::table::{self, Registry, SeedSource, WallClock};
//! use ulti::watch::Metrics;
//!
//! let bot = Bot::new(Options::new("the bot's token"), store.clone(), Drawing::ours(), Metrics::default());
//! let (options, seeds, clock) = (table::Options::default(), SeedSource::fresh(), WallClock::wall());
//! let registry = Registry::new(Arc::new(store), bot.announcer(), options, seeds, clock);
//! bot.run(registry, tokio_util::sync::CancellationToken::new()).await?;
//! # Ok(())
//! # }
//! ```

mod activity;
mod bot;
mod caller;
mod channels;
mod clock;
mod commands;
mod components;
pub mod custom_id;
mod delivery;
mod dispatch;
mod emoji;
mod error;
mod events;
mod gateway;
mod interactions;
mod lifecycle;
pub mod messages;
mod options;
mod permissions;
mod pictures;
mod preferences;
pub mod preflight;
mod republish;
mod rest;
mod services;
mod state;
mod timings;

pub use activity::{Activity, ActivityMonitor};
pub use bot::{Bot, Drawing};
pub use emoji::{CardPictures, DrawnCards, NoCardPictures};
pub use error::DiscordError;
pub use gateway::discovery::{ShardSelection, ShardingError};
pub use gateway::status::Gateway;
pub use interactions::rate_limit::{Limits, Rate};
pub use options::Options;
pub use rest::invalid_requests::DegradationThresholds;
pub use timings::{BackOff, PictureWait, RESPONSE_DEADLINE, Timings};
