//! Results of a simulated user's actions.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::message::Message;
use crate::shared::Shared;
use crate::state::snowflake::Snowflake;

/// A bot's first response to an interaction.
#[derive(Clone, Debug)]
pub struct Response {
    /// Id of the interaction that the bot responded to.
    pub interaction: Snowflake,
    /// Message that the response created or edited.
    ///
    /// `None` if the response has no message (a modal or autocomplete choices), or if the message has since
    /// been deleted.
    pub message: Option<Message>,
    /// Message flags, such as 64 (ephemeral) and 128 ("thinking…"), or 0 if there is no message.
    pub flags: u64,
    /// `true` if the bot updated the message whose button or menu was used, instead of creating a new
    /// message.
    pub updated: bool,
    /// Modal that the bot opened, as a JSON object.
    pub modal: Option<Value>,
}

impl Response {
    /// Returns the text of the message and its embeds, or an empty string if there is no message.
    pub fn text(&self) -> String {
        self.message.as_ref().map(Message::text).unwrap_or_default()
    }

    /// Returns `true` if only the user who triggered the interaction can see the message.
    pub fn is_ephemeral(&self) -> bool {
        self.flags & crate::state::stored_message::EPHEMERAL != 0
    }
}

/// An autocomplete suggestion for a command option.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Text shown to the user.
    pub name: String,
    /// Value sent to the bot if the user selects the suggestion.
    pub value: Value,
}

/// Error returned when a simulated user's action fails or a wait times out.
#[derive(Clone, thiserror::Error)]
pub enum ActionError {
    /// The simulated client rejected the action for the given reason and sent nothing to the bot.
    #[error("{0}")]
    Rejected(String),
    /// The bot did not respond within three seconds.
    #[error("The application did not respond")]
    NoResponse,
    /// The awaited condition was not met before the timeout.
    #[error("condition not met within {waited:?}; bot: {bot}; seen:\n{seen}\ntraffic:\n{traffic}")]
    Timeout {
        /// Length of the timeout.
        waited: Duration,
        /// Messages or violations that were present when the timeout expired, one per line.
        ///
        /// If a simulated user was waiting, these are the messages that the user could see. Otherwise, these
        /// are the recorded violations.
        seen: String,
        /// Description of the bot's work in progress. See
        /// [`Sandbox::describe_bot`](crate::Sandbox::describe_bot).
        bot: String,
        /// Traffic recorded before the timeout, one JSON object per line.
        traffic: String,
    },
}

impl ActionError {
    /// Creates a [`Timeout`](Self::Timeout) error.
    ///
    /// `waited` is the length of the timeout. `seen` contains the messages or violations that were present
    /// when the timeout expired.
    pub(crate) fn timeout(waited: Duration, seen: &[String], shared: &Shared) -> Self {
        Self::Timeout {
            waited,
            bot: shared.bot_description(),
            seen: seen.join("\n"),
            traffic: shared.traffic.to_text(),
        }
    }
}

impl fmt::Debug for ActionError {
    /// Uses the `Display` format so that a failed `unwrap` prints a readable message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
