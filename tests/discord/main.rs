//! The bot against the stand-in for Discord: real sockets, a real serenity client, a real database
//! file and real tables.

#![allow(clippy::unwrap_used)] // helpers of tests, which clippy takes for something else

mod ailing;
mod answers;
mod bursts;
mod careful;
mod courtesy;
mod emoji;
#[path = "../support/emoji.rs"]
mod emoji_told;
mod evening;
mod faces;
mod gateway;
mod house;
#[allow(dead_code)] // the store's tests use the rest of it
#[path = "../store/fixture.rs"]
mod kept;
mod late;
mod people;
mod pictures;
mod places;
mod played;
mod playing;
mod refusals;
mod restart;
mod robots;
mod rules;
mod seasons;
mod servers;
mod words;
mod wrong;
