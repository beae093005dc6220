//! Handles the start of the bot, and changes of servers, channels and shards.

pub(crate) mod channels;
mod command_registration;
pub(crate) mod guilds;
pub(crate) mod season_summaries;
pub(crate) mod startup;
pub(crate) mod tables;
pub(crate) mod welcome;
