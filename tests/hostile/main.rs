//! What bad input gets, end to end: a real serenity client over the stand-in, real tables, a real
//! database file. A clear sentence to the one who did it, and nothing changed, lost or shown.

#![allow(clippy::unwrap_used)] // helpers of tests, which clippy takes for something else

mod cards;
mod disk;
#[path = "../support/emoji.rs"]
mod emoji;
mod evening;
mod flood;
mod forged;
mod house;
mod leaving;
mod lobbies;
mod names;
mod phases;
mod places;
mod scan;
mod seats;
#[path = "../support/secrecy.rs"]
mod secrecy;
mod twice;
mod typed;
