//! The gateway events that the bot handles.

use poise::serenity_prelude as serenity;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serenity::{
    ChannelDeleteEvent, ChannelUpdateEvent, GuildCreateEvent, GuildDeleteEvent, GuildMemberUpdateEvent,
    GuildRoleUpdateEvent, InteractionCreateEvent, MessageCreateEvent, ReadyEvent, ResumedEvent,
    ThreadDeleteEvent, ThreadUpdateEvent,
};

use super::interactions;
use super::objects::{
    AUTHOR, CHANNEL, DELETED_GUILD, DELETED_THREAD, GUILD, LISTED_GUILD, MEMBER_UPDATE, MESSAGE, ROLE, USER,
};
use super::shape::Shape::{Id, List, Object, Text};
use super::shape::{Shape, or, placeholder, required};

/// A kind of event that the bot handles.
pub(super) struct EventKind {
    /// Returns what the bot reads of the event, or `None` if the event does not fit.
    pub(super) read: fn(&Value) -> Option<Value>,
    /// Deserializes the event with serenity's type. The error is the text of the reason, with the place in
    /// the event if it is known.
    pub(super) check: fn(&Value) -> Result<(), String>,
}

const READY: Shape = Object(&[
    required("session_id", &Text),
    required("user", &USER),
    required("application", &APPLICATION),
    required("guilds", &List(&LISTED_GUILD)),
    or("resume_gateway_url", &Text, "\"\""),
    placeholder("v", "10"),
]);

const APPLICATION: Shape = Object(&[required("id", &Id), placeholder("flags", "0")]);

const ROLE_UPDATE: Shape = Object(&[required("guild_id", &Id), required("role", &ROLE)]);

impl EventKind {
    /// Returns the kind of event with the given name, or `None` if the bot does not handle such events.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "READY" => Self::new::<ReadyEvent>(|data| READY.read(data)),
            "RESUMED" => Self::new::<ResumedEvent>(|_| Some(json!({}))),
            "GUILD_CREATE" => Self::new::<GuildCreateEvent>(|data| GUILD.read(data)),
            "GUILD_DELETE" => Self::new::<GuildDeleteEvent>(|data| DELETED_GUILD.read(data)),
            "CHANNEL_UPDATE" => Self::new::<ChannelUpdateEvent>(|data| CHANNEL.read(data)),
            "CHANNEL_DELETE" => Self::new::<ChannelDeleteEvent>(|data| CHANNEL.read(data)),
            "THREAD_UPDATE" => Self::new::<ThreadUpdateEvent>(|data| CHANNEL.read(data)),
            "THREAD_DELETE" => Self::new::<ThreadDeleteEvent>(|data| DELETED_THREAD.read(data)),
            "GUILD_ROLE_UPDATE" => Self::new::<GuildRoleUpdateEvent>(|data| ROLE_UPDATE.read(data)),
            "GUILD_MEMBER_UPDATE" => Self::new::<GuildMemberUpdateEvent>(|data| MEMBER_UPDATE.read(data)),
            "MESSAGE_CREATE" => Self::new::<MessageCreateEvent>(direct_message),
            "INTERACTION_CREATE" => Self::new::<InteractionCreateEvent>(interactions::read),
            _ => return None,
        })
    }

    fn new<T: DeserializeOwned>(read: fn(&Value) -> Option<Value>) -> Self {
        Self { read, check: |data| check::<T>(data) }
    }
}

fn check<T: DeserializeOwned>(data: &Value) -> Result<(), String> {
    match serde_path_to_error::deserialize::<_, T>(data) {
        Ok(_) => Ok(()),
        Err(error) if error.path().iter().next().is_none() => Err(error.into_inner().to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads a message. Its author must be known, because the bot answers it.
fn direct_message(data: &Value) -> Option<Value> {
    AUTHOR.read(&data["author"])?;
    MESSAGE.read(data)
}
