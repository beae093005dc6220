//! Interactions and the bot's response to them.
//!
//! See "Receiving and Responding" in Discord's interactions documentation.

use std::time::Duration;

use serde_json::Value;

use super::snowflake::Snowflake;

/// Time within which a bot must send the first response to an interaction.
pub(crate) const RESPONSE_DEADLINE: Duration = Duration::from_secs(3);
/// Time during which the token of an interaction can be used.
pub(crate) const TOKEN_LIFETIME: Duration = Duration::from_mins(15);

/// The type of an interaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    #[default]
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl InteractionKind {
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// The first response of the bot to an interaction, or the absence of a response.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// The bot created the message with this id. The message may be a deferred response.
    Message(Snowflake),
    /// The bot updated the message that contains the used button or menu, or deferred the update.
    Updated(Option<Snowflake>),
    Choices(Vec<Value>),
    Modal(Value),
    /// The bot did not respond within three seconds.
    TimedOut,
}

impl Outcome {
    /// Returns the id of the message that the response created or updated.
    pub(crate) fn message(&self) -> Option<Snowflake> {
        match self {
            Self::Message(id) => Some(*id),
            Self::Updated(id) => *id,
            Self::Choices(_) | Self::Modal(_) | Self::TimedOut => None,
        }
    }
}

/// An interaction of a user with the bot, such as a command or a button press.
///
/// The id, the token and the time are set when the interaction is sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interaction {
    pub(crate) id: Snowflake,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) user: Snowflake,
    pub(crate) channel: Snowflake,
    /// Time at which the interaction was created, measured by the sandbox's clock.
    pub(crate) at: Duration,
    /// Full name of the command including its subcommand, such as `poll create`.
    pub(crate) name: Option<String>,
    /// Id of the message that contains the used button or menu.
    pub(crate) source: Option<Snowflake>,
    /// The `data` field of the interaction payload.
    pub(crate) data: Value,
    pub(crate) outcome: Option<Outcome>,
}

impl Interaction {
    /// Returns the id of the message that requests for `@original` refer to.
    pub(crate) fn original(&self) -> Option<Snowflake> {
        self.outcome.as_ref()?.message()
    }

    pub(crate) fn is_answered(&self) -> bool {
        !matches!(self.outcome, None | Some(Outcome::TimedOut))
    }
}
