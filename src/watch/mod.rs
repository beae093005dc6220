//! What whoever looks after the bot can see of it: figures for Prometheus, and whether it is well.
//!
//! [`Meter`] counts; it is a value that is handed around and clones count together. Tables know
//! nothing of it: their [`Journal`](crate::table::Journal) and their robots are wrapped
//! ([`WatchedJournal`], [`timed`]), so what they do is measured at the ports they have anyway. A
//! [`Watch`] shows the figures over HTTP, with `/healthz` and `/readyz`. `docs/operating.md` says what
//! each figure means and what to be woken up for.
//!
//! What holds throughout: a label has one of a few values that this program knows beforehand. No
//! figure names a person, a server, a channel, a table or a card.

mod journal;
mod label;
mod lines;
mod meter;
mod panics;
mod process;
mod robots;
mod server;
mod writes;

pub use journal::WatchedJournal;
pub use label::{Drawn, Kind, Outcome, Session};
pub use lines::LogLines;
pub use meter::Meter;
pub use panics::watch_panics;
pub use robots::timed;
pub use server::{Shards, Vitals, Watch, WatchError};
pub use writes::Writes;
