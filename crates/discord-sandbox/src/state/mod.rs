//! State of the simulated Discord: guild, channels, users, messages and interactions.

pub(crate) mod attachment;
pub(crate) mod channel;
pub(crate) mod guild;
mod guild_objects;
pub(crate) mod interaction;
pub(crate) mod interaction_payload;
pub(crate) mod message_components;
pub mod permission;
pub(crate) mod snowflake;
pub(crate) mod stored_message;
pub(crate) mod users;
pub(crate) mod world;
