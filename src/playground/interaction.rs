//! An interaction: what a person did, what the bot is told of it, and how far the bot has answered.
//!
//! Discord's page "Interactions: Receiving and Responding".

use std::time::Duration;

use serde_json::{Value, json};

use super::channel::{Channel, ChannelKind};
use super::snowflake::Id;
use super::world::World;

/// The first answer must come within this time.
pub(super) const FIRST_ANSWER: Duration = Duration::from_secs(3);
/// The token is good for this long.
pub(super) const TOKEN_LIFE: Duration = Duration::from_mins(15);
/// A user who sends files may send so much at once; Discord tells it in each interaction.
const ATTACHMENT_LIMIT: u32 = 10 * 1024 * 1024;

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl Deed {
    pub(super) fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// How the bot answered first.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// A new message, or "thinking…" in its place.
    Message(Id),
    /// The message under the component was edited, or will be.
    Updated(Option<Id>),
    Choices(Vec<Value>),
    Modal(Value),
    /// Three seconds went by.
    TooLate,
}

#[derive(Clone, Debug)]
pub(super) struct Interaction {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) deed: Deed,
    pub(super) user: Id,
    pub(super) channel: Id,
    /// When it happened, by the stand-in's clock.
    pub(super) at: Duration,
    /// `ulti new`, if a command.
    pub(super) name: Option<String>,
    /// The message under whose component it happened.
    pub(super) source: Option<Id>,
    /// The `data` field that the bot gets.
    pub(super) data: Value,
    pub(super) outcome: Option<Outcome>,
    /// What `@original` means for this token.
    pub(super) original: Option<Id>,
}

impl Interaction {
    pub(super) fn is_answered(&self) -> bool {
        !matches!(self.outcome, None | Some(Outcome::TooLate))
    }

    /// What an answer's message says of its origin.
    pub(super) fn metadata(&self, world: &World) -> Value {
        let mut metadata = json!({
            "id": self.id, "type": self.deed.number(), "user": world.user(self.user),
            "authorizing_integration_owners": self.owners(world),
        });
        if let Some(name) = &self.name {
            metadata["name"] = json!(name);
        }
        if let Some(source) = self.source {
            metadata["interacted_message_id"] = json!(source);
        }
        if self.deed == Deed::Modal {
            let mut trigger = metadata.clone();
            trigger["type"] = json!(if self.source.is_some() { 3 } else { 2 });
            metadata["triggering_interaction_metadata"] = trigger;
        }
        metadata
    }

    /// The guild that installed the bot; `"0"` in direct messages with it.
    fn owners(&self, world: &World) -> Value {
        let direct = world.channels.get(&self.channel).is_some_and(Channel::is_direct);
        if direct { json!({"0": "0"}) } else { json!({"0": world.guild}) }
    }

    /// The `d` of `INTERACTION_CREATE`.
    pub(super) fn payload(&self, world: &World) -> Value {
        let mut payload = json!({
            "id": self.id, "application_id": world.bot, "type": self.deed.number(), "token": self.token,
            "version": 1, "data": self.data, "channel_id": self.channel, "entitlements": [],
            "authorizing_integration_owners": self.owners(world), "attachment_size_limit": ATTACHMENT_LIMIT,
        });
        let (Some(human), Some(channel)) = (world.human(self.user), world.channels.get(&self.channel)) else {
            return payload;
        };
        payload["locale"] = json!(human.locale);
        payload["channel"] = channel.partial(human.permissions());
        payload["app_permissions"] = json!(channel.allowed.to_string());
        match channel.kind {
            ChannelKind::Text | ChannelKind::Thread(_) => {
                payload["context"] = json!(0);
                payload["guild_id"] = json!(world.guild);
                payload["guild_locale"] = json!(world.guild_locale);
                payload["guild"] = json!({"id": world.guild, "locale": world.guild_locale, "features": []});
                payload["member"] = human.member();
            }
            ChannelKind::Direct(_) => {
                payload["context"] = json!(1);
                payload["user"] = human.user();
            }
        }
        if let Some(post) = self.source.and_then(|source| world.posts.get(&source)) {
            payload["message"] = post.body.clone();
        }
        payload
    }
}
