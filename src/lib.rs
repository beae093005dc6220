//! **ulti**: a Discord bot with which friends play Ulti, Hungary's national card game.
//!
//! A deal by the engine alone, from the cards to a bid:
//!
//! ```
//! use std::sync::Arc;
//! use ulti::rules::{Action, Book, Deal, Seat, Start};
//! use ulti::table::shuffle::{self, Seed};
//!
//! let book = Arc::new(Book::preset("4m")?);
//! let seed = Seed::from_bytes([7; 32]);
//! let dealer = Seat::Zero;
//! let mut deal = Deal::new(book, Start { dealer, hands: shuffle::deal(&seed, dealer), window: 0 })?;
//!
//! let forehand = dealer.next();
//! let mine = deal.view(Some(forehand)); // what this seat may know, and nothing more
//! let discard = mine.own_hand().iter().take(2).collect();
//! let bid = Action::Bid { contract: "ulti".parse()?, discard: Some(discard) };
//! for event in deal.judge(forehand, bid)? {
//!     deal.apply(&event);
//! }
//! assert_eq!(deal.turn(), Some(forehand.next()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rooms
//!
//! ```text
//! rules  <- ai  <- table <- store
//! rating <- store
//! rules, rating <- text
//! table, text <- render
//! rules, ai, table <- watch
//! rules, ai, table, rating, store, text, render, watch <- discord
//! playground (a stand-in for Discord): leans on nothing here
//! everything <- cli <- main
//! ```
//!
//! | room | holds | never sees |
//! | --- | --- | --- |
//! | [`rules`] | cards, rule sets, the book of contracts, auction, kontra, tricks, settlement, views, records | time, randomness, tokio, SQL, Discord, language |
//! | [`ai`] | robots, the solver, the analysis of a finished deal | anything but `rules` |
//! | [`table`] | one task a channel: seats, deals in a row, clock, robots' turns and the threads they think on, the window; the ports [`Journal`](table::Journal) and [`Announcer`](table::Announcer) | SQL, Discord |
//! | [`rating`] | how strong someone plays: three ratings, and a deal that moves them | anything else here |
//! | [`store`] | `SQLite`: journal, deals, seasons, leaderboards, evenings, statistics, history, imports, settings, and what is forgotten | Discord |
//! | [`text`] | every sentence in Hungarian and English, notation for people | tokio, Discord's types |
//! | [`render`] | how cards and tables look: our own drawings as SVG, made into PNG with a font that comes along | tokio, Discord's types |
//! | [`discord`] | commands, buttons, messages, permissions | a deal that is being played: it gets a [`View`](rules::View) |
//! | [`playground`] | Discord's gateway and REST on loopback, and a page in the browser | this game |
//! | [`watch`] | what can be seen of the running bot: figures for Prometheus, checks, and the port they are asked at | SQL, Discord |
//! | [`config`], [`cli`] | the configuration and the command line, where the parts meet | |
//!
//! `tests/architecture.rs` holds the arrows.
//!
//! # What holds throughout
//!
//! - **A deal is its events.** [`Deal::judge`](rules::Deal::judge) decides and changes nothing,
//!   [`Deal::apply`](rules::Deal::apply) can't refuse; live play, restart, replay and tests share it.
//! - **Secrecy is a type.** Cards of a deal that is being played leave the engine through
//!   [`View`](rules::View) alone, made for one seat or for the public; a hidden hand is a number. For other
//!   programs a view is written as [`Seen`](rules::Seen), and read back. Of a deal that is over a
//!   [`Record`](rules::Record) gives every hand, step by step, as [`Frame`](rules::Frame)s.
//! - **Judge, journal, apply, answer, announce**, in this order. What was acknowledged is on the disk;
//!   what is not on the disk did not happen. Tables that act at once wait for the disk together. A journal
//!   that was damaged is read as far as its actions are whole and can follow each other, and never guessed at.
//! - **No time runs out for who can't act**: the tables' clock stands still while the bot is down, the machine
//!   sleeps or Discord is out of reach, and deadlines are put off at a table whose action the disk did not take.
//! - **Messages are views that may be lost.** They are rebuilt from the newest scene; whatever a button
//!   needs is written on it, so it works after a restart and days later.
//! - **Payments are transfers between seats**, so the standings and the window sum to zero.
//! - **Nothing that comes from outside panics**: a refusal carries what is needed to say what would work.

pub mod ai;
pub mod cli;
pub mod config;
pub mod discord;
pub mod playground;
pub mod rating;
pub mod render;
pub mod rules;
pub mod store;
pub mod table;
pub mod text;
pub mod watch;
