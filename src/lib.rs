//! A Discord bot for Ulti, Hungary's national card game for three players.
//!
//! The crate [`ulti_rules`] contains the rules engine. The crate [`ulti_ai`] contains the robots and the
//! solver. This crate adds the tables at which people play, storage, localised texts, pictures and the
//! connection to Discord.
//!
//! # Example
//!
//! A shuffled deal and its first bid:
//!
//! ```
//! use std::sync::Arc;
//! use ulti::table::shuffle::{self, Seed};
//! use ulti_rules::{Action, Book, Deal, Seat, Start};
//!
//! let book = Arc::new(Book::preset("4m")?);
//! let seed = Seed::from_bytes([7; 32]);
//! let dealer = Seat::Zero;
//! let mut deal = Deal::new(book, Start { dealer, hands: shuffle::deal(&seed, dealer), window: 0 })?;
//!
//! let forehand = dealer.next();
//! let view = deal.view(Some(forehand)); // contains only what this seat may know
//! let discard = view.own_hand().iter().take(2).collect();
//! let bid = Action::Bid { contract: "ulti".parse()?, discard: Some(discard) };
//! for event in deal.judge(forehand, bid)? {
//!     deal.apply(&event);
//! }
//! assert_eq!(deal.turn(), Some(forehand.next()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | contents | imports |
//! | --- | --- | --- |
//! | [`table`] | actors of tables: seats, deals, clock, robots; [`Journal`], [`Announcer`] | `player_names` |
//! | [`player_names`] | display names, with numbers for names that look alike | `visible_text` |
//! | [`visible_text`] | removal of invisible characters from names and other text | – |
//! | [`rating`] | ratings of players, and how a deal changes them | – |
//! | [`store`] | journal, deals, seasons, settings, deletion | `table`, `player_names`, `rating` |
//! | [`text`] | all texts in Hungarian and English; parsing of typed cards and contracts | `rating` |
//! | [`render`] | pictures: SVG to PNG | `table`, `player_names`, `text`, `visible_text` |
//! | [`watch`] | metrics, health checks, and the port that serves them | `table` |
//! | [`discord`] | commands, buttons, messages, permissions, rate limits | all of the above |
//! | [`config`] | the configuration file and environment | `table`, `store`, `discord`, `visible_text` |
//! | [`cli`] | the command line, which connects the parts | everything |
//!
//! [`Journal`]: table::Journal
//! [`Announcer`]: table::Announcer
//!
//! `tests/architecture` enforces these dependencies. `docs/architecture.md` explains them and follows a card
//! from the gateway to the journal and back.
//!
//! # Invariants
//!
//! - **A deal is defined by its events.** [`Deal::judge`](ulti_rules::Deal::judge) validates an action and
//!   returns its events without changing the deal. [`Deal::apply`](ulti_rules::Deal::apply) applies an event
//!   and cannot fail. Play, restart, replay and tests share both functions.
//! - **Secrecy is enforced by types.** Cards of a running deal leave the engine only in a
//!   [`View`](ulti_rules::View) of one seat or of the public. A view contains only the number of cards in a
//!   hidden hand.
//! - **An acknowledged action is on disk.** A table judges an action, journals its events, applies them,
//!   replies and publishes, in this order. Tables that act at the same time share one commit.
//! - **No deadline passes while players cannot act.** The table clock stops while the bot is down, the
//!   machine sleeps or the shard of the server is disconnected.
//! - **Messages are rebuilt from state.** A lost or outdated message does no harm, because every button
//!   contains all the data that it needs.
//! - **Payments sum to zero,** because they are transfers between seats.
//! - **Input never causes a panic.** Errors contain the data needed to suggest what the user can do instead.

pub mod cli;
pub mod config;
pub mod discord;
pub mod player_names;
pub mod rating;
pub mod render;
pub mod store;
pub mod table;
pub mod text;
pub mod visible_text;
pub mod watch;
