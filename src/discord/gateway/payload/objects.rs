//! The objects in gateway events: what the bot reads of users, members, channels, servers and messages.
//!
//! See "Resources" in Discord's documentation.

use super::shape::Shape::{Bits, Flag, Id, Limited, ListOfFitting, Number, Object, OneOf, Text, Time};
use super::shape::{Shape, if_present, optional, or, placeholder, required};

/// The value of an enumeration.
pub(super) const KIND: Shape = Limited(u8::MAX as u64);
/// The position of a channel.
const POSITION: Shape = Limited(u16::MAX as u64);
/// A time long ago.
const LONG_AGO: &str = "\"2015-05-13T00:00:00Z\"";

pub(super) const USER: Shape = Object(&[
    required("id", &Id),
    required("username", &Text),
    optional("global_name", &Text),
    optional("bot", &Flag),
]);

pub(super) const MEMBER: Shape = Object(&[
    required("user", &USER),
    optional("nick", &Text),
    optional("permissions", &Bits),
    or("roles", &ListOfFitting(&Id), "[]"),
    placeholder("deaf", "false"),
    placeholder("mute", "false"),
    placeholder("flags", "0"),
]);

pub(super) const ROLE: Shape = Object(&[
    required("id", &Id),
    required("permissions", &Bits),
    placeholder("name", "\"\""),
    placeholder("color", "0"),
    placeholder("colors", r#"{"primary_color": 0}"#),
    placeholder("hoist", "false"),
    placeholder("managed", "false"),
    placeholder("position", "0"),
]);

/// A permission overwrite, for a role (0) or a member (1).
const OVERWRITE: Shape = Object(&[
    required("id", &Id),
    required("type", &OneOf(&[0, 1])),
    required("allow", &Bits),
    required("deny", &Bits),
]);

pub(super) const CHANNEL: Shape = Object(&[
    required("id", &Id),
    required("type", &KIND),
    optional("guild_id", &Id),
    or("position", &POSITION, "0"),
    or("permission_overwrites", &ListOfFitting(&OVERWRITE), "[]"),
    placeholder("name", "\"\""),
]);

/// A channel of which an event contains only a few fields.
pub(super) const PARTIAL_CHANNEL: Shape = Object(&[required("id", &Id), required("type", &KIND)]);

/// A thread that has been deleted.
pub(super) const DELETED_THREAD: Shape = Object(&[
    required("id", &Id),
    required("guild_id", &Id),
    or("type", &KIND, "11"),
    or("parent_id", &Id, "\"1\""),
]);

/// A server in the list of all servers of a shard.
pub(super) const LISTED_GUILD: Shape = Object(&[required("id", &Id)]);

/// A server that the bot has left or, if the flag is set, that is unavailable.
pub(super) const DELETED_GUILD: Shape = Object(&[required("id", &Id), if_present("unavailable", &Flag)]);

pub(super) const GUILD: Shape = Object(&[
    required("id", &Id),
    or("owner_id", &Id, "\"1\""),
    or("joined_at", &Time, LONG_AGO),
    optional("system_channel_id", &Id),
    or("preferred_locale", &Text, "\"en-US\""),
    or("roles", &ListOfFitting(&ROLE), "[]"),
    or("members", &ListOfFitting(&MEMBER), "[]"),
    or("channels", &ListOfFitting(&CHANNEL), "[]"),
    placeholder("name", "\"\""),
    placeholder("verification_level", "0"),
    placeholder("default_message_notifications", "0"),
    placeholder("explicit_content_filter", "0"),
    placeholder("mfa_level", "0"),
    placeholder("system_channel_flags", "0"),
    placeholder("premium_tier", "0"),
    placeholder("nsfw_level", "0"),
    placeholder("premium_progress_bar_enabled", "false"),
    placeholder("large", "false"),
    placeholder("member_count", "0"),
    placeholder("emojis", "[]"),
    placeholder("features", "[]"),
    placeholder("stickers", "[]"),
    placeholder("voice_states", "[]"),
    placeholder("threads", "[]"),
    placeholder("presences", "[]"),
    placeholder("stage_instances", "[]"),
    placeholder("guild_scheduled_events", "[]"),
]);

const ATTACHMENT: Shape = Object(&[
    required("id", &Id),
    required("filename", &Text),
    placeholder("url", "\"\""),
    placeholder("proxy_url", "\"\""),
    placeholder("size", "0"),
]);

/// The author of a message. It matters whether it is a bot.
pub(super) const AUTHOR: Shape =
    Object(&[required("id", &Id), required("username", &Text), if_present("bot", &Flag)]);

pub(super) const MESSAGE: Shape = Object(&[
    required("id", &Id),
    required("channel_id", &Id),
    or("author", &AUTHOR, r#"{"id": "1", "username": ""}"#),
    if_present("guild_id", &Id),
    if_present("webhook_id", &Id),
    optional("flags", &Number),
    or("attachments", &ListOfFitting(&ATTACHMENT), "[]"),
    placeholder("type", "0"),
    placeholder("content", "\"\""),
    placeholder("timestamp", LONG_AGO),
    placeholder("tts", "false"),
    placeholder("pinned", "false"),
    placeholder("mention_everyone", "false"),
    placeholder("mentions", "[]"),
    placeholder("mention_roles", "[]"),
    placeholder("embeds", "[]"),
]);

/// The member of a server who has changed. Without a privileged intent, this is the bot.
pub(super) const MEMBER_UPDATE: Shape = Object(&[
    required("guild_id", &Id),
    required("user", &USER),
    placeholder("joined_at", LONG_AGO),
    placeholder("roles", "[]"),
]);
