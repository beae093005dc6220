//! Discord: what people see there, and the way from what they do to the tables and back.
//!
//! Two halves. One makes messages and never waits for anything: [`show`] turns scenes and views into
//! messages, [`custom_id`] is what is written on the back of their buttons, [`draft`] a bid being put
//! together, [`sum`] a deal being priced. The other talks: [`Bot`] goes to Discord (`client`, `arrival`),
//! commands (`commands`) and buttons (`components`) come in through one `door`, where floods end
//! (`turnstile`), and ask the tables by one way (`act`), but for the second half of a double click (`hasty`).
//! The answer goes back to the person (`respond`), and what everybody may know is shown by the announcer
//! (`announcer`, `desk`, `plan`, `wall`). Pictures are drawn beside all that (`easel`), and that of a hand
//! follows its answer; cards and suits are uploaded as emoji of the application (`emoji`), and what Discord
//! refuses with them goes out once more without (`sending`, `undraw`). A channel that refuses is asked ever
//! more slowly (`doors`, `places`), and where too much is refused, less is said everywhere (`budget`).
//!
//! What holds throughout:
//! - A message is a view that may be lost. Whatever is shown is rebuilt from the newest scene, and
//!   what a button needs is written on it; nothing hangs on this room's memory.
//! - Every interaction is answered once, within three seconds, in the language of its person, and
//!   with what would work where something does not.
//! - A hand is seen by its player alone. Neither a card nor an interaction's token is ever logged.
//!
//! ```no_run
//! # async fn run(store: ulti::store::Store) -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::Arc;
//! use ulti::discord::{Bot, Options};
//! use ulti::table::{self, Chance, Clock, Registry};
//!
//! let bot = Bot::new(Options::new("the bot's token"), store.clone());
//! let patience = table::Options::default();
//! let (chance, clock) = (Chance::fresh(), Clock::wall());
//! let registry = Registry::new(Arc::new(store), bot.announcer(), patience, chance, clock);
//! bot.run(registry, tokio_util::sync::CancellationToken::new()).await?;
//! # Ok(())
//! # }
//! ```

mod act;
mod analyse;
mod announcer;
mod arrival;
mod autocomplete;
mod budget;
mod caller;
mod client;
mod commands;
mod components;
pub mod custom_id;
mod data;
mod desk;
mod door;
mod doors;
pub mod draft;
mod easel;
mod emoji;
mod errors;
mod farewells;
mod gateway;
mod hasty;
mod localize;
mod memory;
mod options;
mod past;
mod permissions;
mod places;
mod plan;
mod reception;
mod respond;
mod routes;
#[cfg(test)]
mod samples;
mod sending;
mod servers;
pub mod show;
pub mod sum;
mod tokens;
mod trouble;
mod turnstile;
mod typed;
mod undraw;
mod wall;

pub use budget::Caution;
pub use client::{Bot, DiscordError, Drawing};
pub use emoji::{CardPictures, DrawnCards, NoCardPictures};
pub use gateway::Gateway;
pub use options::Options;
pub use turnstile::{Limits, Rate};
