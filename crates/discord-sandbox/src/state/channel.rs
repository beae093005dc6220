//! Guild channels, threads and direct message channels.

use serde_json::{Value, json};

use super::permission;
use super::snowflake::Snowflake;

#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) id: Snowflake,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
    /// Guild of the channel. `None` for direct messages.
    pub(crate) guild: Option<Snowflake>,
    /// The bot's permissions in the channel, as a bit field.
    pub(crate) allowed: u64,
    /// `true` if the channel is an archived thread. Messages in archived threads cannot be edited.
    pub(crate) archived: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    Text,
    /// A thread in the channel with this id.
    Thread(Snowflake),
    /// A direct message channel between the bot and the user with this id.
    Direct(Snowflake),
}

impl Channel {
    pub(crate) fn is_direct(&self) -> bool {
        matches!(self.kind, ChannelKind::Direct(_))
    }

    pub(crate) fn is_thread(&self) -> bool {
        matches!(self.kind, ChannelKind::Thread(_))
    }

    pub(crate) fn number(&self) -> u8 {
        match self.kind {
            ChannelKind::Text => 0,
            ChannelKind::Direct(_) => 1,
            ChannelKind::Thread(_) => 11,
        }
    }

    /// Returns the channel's permission overwrites for the bot.
    ///
    /// The overwrites describe how the bot's permissions in the channel differ from the default,
    /// `permission::TEXT`.
    pub(crate) fn overwrites(&self, bot: Snowflake) -> Value {
        let (allow, deny) = (self.allowed & !permission::TEXT, permission::TEXT & !self.allowed);
        if allow == 0 && deny == 0 {
            return json!([]);
        }
        json!([{"id": bot, "type": 1, "allow": allow.to_string(), "deny": deny.to_string()}])
    }

    /// Returns the `thread_metadata` object of a thread.
    pub(crate) fn thread(&self) -> Value {
        json!({
            "archived": self.archived, "auto_archive_duration": 60, "locked": false,
            "archive_timestamp": "2024-01-01T12:00:00.000000+00:00",
        })
    }

    /// Returns the partial channel object used in interaction payloads.
    pub(crate) fn partial(&self, members_permissions: u64) -> Value {
        let mut partial = json!({"id": self.id, "type": self.number(), "flags": 0});
        if let ChannelKind::Thread(parent) = self.kind {
            partial["parent_id"] = json!(parent);
            partial["thread_metadata"] = self.thread();
        }
        if !self.is_direct() {
            partial["name"] = json!(self.name);
            partial["permissions"] = json!(members_permissions.to_string());
        }
        partial
    }
}
