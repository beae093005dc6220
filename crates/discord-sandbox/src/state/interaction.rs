//! Interactions and the bot's response to them.
//!
//! See "Receiving and Responding" in Discord's interactions documentation.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Notify;

use super::snowflake::Snowflake;

/// Deadline for a bot's first response to an interaction.
pub const RESPONSE_DEADLINE: Duration = Duration::from_secs(3);
/// Lifetime of an interaction token.
pub const TOKEN_LIFETIME: Duration = Duration::from_mins(15);

/// The type of an interaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::FromRepr)]
#[repr(u8)]
pub(crate) enum InteractionKind {
    #[default]
    Command = 2,
    Component,
    Autocomplete,
    Modal,
}

impl InteractionKind {
    pub(crate) fn number(self) -> u8 {
        self as u8
    }
}

/// The outcome of an interaction: the bot's first response or a timeout.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// The bot created the message with this id. The message may be a deferred response.
    Message(Snowflake),
    /// The bot updated the message with this id, or deferred the update.
    Updated(Option<Snowflake>),
    Choices(Vec<Value>),
    Modal(Value),
    /// The bot did not respond within three seconds.
    TimedOut,
}

impl Outcome {
    /// Returns the id of the message that the bot created or updated, if any.
    pub(crate) fn message(&self) -> Option<Snowflake> {
        match self {
            Self::Message(id) => Some(*id),
            Self::Updated(id) => *id,
            Self::Choices(_) | Self::Modal(_) | Self::TimedOut => None,
        }
    }
}

/// A user's interaction with the bot, such as a command or a button press.
///
/// `id`, `token` and `at` are set when the interaction is sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interaction {
    pub(crate) id: Snowflake,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) user: Snowflake,
    pub(crate) channel: Snowflake,
    /// Creation time of the interaction, measured by the sandbox's clock.
    pub(crate) at: Duration,
    /// Full name of the command, including any subcommand, such as `poll create`.
    pub(crate) name: Option<String>,
    /// Id of the message whose button or menu was used, if any.
    pub(crate) source: Option<Snowflake>,
    /// The `data` field of the interaction payload.
    pub(crate) data: Value,
    pub(crate) outcome: Option<Outcome>,
    /// Wakes the simulated user who waits for the outcome.
    ///
    /// The notifications of [`Changes`](crate::changes::Changes) would wake all waiting users after every
    /// request.
    pub(crate) settled: Arc<Notify>,
}

impl Interaction {
    /// Returns the id of the message that `@original` refers to in a request.
    pub(crate) fn original(&self) -> Option<Snowflake> {
        self.outcome.as_ref()?.message()
    }

    pub(crate) fn is_answered(&self) -> bool {
        !matches!(self.outcome, None | Some(Outcome::TimedOut))
    }
}
