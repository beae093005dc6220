//! The bot against the stand-in for Discord: real sockets, a real serenity client, a real database
//! file and real tables.

mod ailing;
mod evening;
mod playing;
mod restart;
mod wrong;
