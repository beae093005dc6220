//! The bot against the stand-in for Discord: real sockets, a real serenity client, a real database
//! file and real tables.

#![allow(clippy::unwrap_used)] // helpers of tests, which clippy takes for something else

mod ailing;
mod emoji;
#[path = "../support/emoji.rs"]
mod emoji_told;
mod evening;
mod faces;
mod house;
mod pictures;
mod played;
mod playing;
mod refusals;
mod restart;
mod robots;
mod rules;
mod words;
mod wrong;
