//! A channel of the guild, a thread in one, or the direct messages between one person and the bot.

use serde_json::{Value, json};

use super::permission;
use super::snowflake::Id;

#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) kind: ChannelKind,
    /// What the bot may do here.
    pub(super) allowed: u64,
    /// A thread that nobody has written in for a while: what is in it can't be edited.
    pub(super) archived: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChannelKind {
    Text,
    /// In this channel.
    Thread(Id),
    /// With this person.
    Direct(Id),
}

impl Channel {
    pub(super) fn is_direct(&self) -> bool {
        matches!(self.kind, ChannelKind::Direct(_))
    }

    pub(super) fn is_thread(&self) -> bool {
        matches!(self.kind, ChannelKind::Thread(_))
    }

    pub(super) fn number(&self) -> u8 {
        match self.kind {
            ChannelKind::Text => 0,
            ChannelKind::Direct(_) => 1,
            ChannelKind::Thread(_) => 11,
        }
    }

    /// The overwrites from which a client computes the same permissions as `allowed`, given that everyone has
    /// `permission::TEXT`.
    pub(super) fn overwrites(&self, bot: Id) -> Value {
        let (allow, deny) = (self.allowed & !permission::TEXT, permission::TEXT & !self.allowed);
        if allow == 0 && deny == 0 {
            return json!([]);
        }
        json!([{"id": bot, "type": 1, "allow": allow.to_string(), "deny": deny.to_string()}])
    }

    /// What only threads have.
    pub(super) fn thread(&self) -> Value {
        json!({
            "archived": self.archived, "auto_archive_duration": 60, "locked": false,
            "archive_timestamp": "2024-01-01T12:00:00.000000+00:00",
        })
    }

    /// The part of a channel that an interaction carries.
    pub(super) fn partial(&self, members_permissions: u64) -> Value {
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
