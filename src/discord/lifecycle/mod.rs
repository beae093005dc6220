//! Handles changes of the gateway connection, of servers and of channels.

pub(crate) mod channels;
pub(crate) mod connection;
pub(crate) mod guilds;
pub(crate) mod welcome;
