//! Results of a simulated user's actions.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::message::Message;
use crate::shared::Shared;
use crate::state::snowflake::Snowflake;

/// The first response of a bot to an interaction.
#[derive(Clone, Debug)]
pub struct Response {
    /// Id of the interaction that the bot responded to.
    pub interaction: Snowflake,
    /// Message that the response created or edited.
    ///
    /// This is `None` if the response is a modal or a list of autocomplete choices, or if the message has
    /// been deleted since.
    pub message: Option<Message>,
    /// Flags of the message, such as 64 for ephemeral and 128 for "thinking…". The value is 0 if there is no
    /// message.
    pub flags: u64,
    /// `true` if the response updates the message that contains the used button or menu.
    ///
    /// `false` if it creates a new message.
    pub updated: bool,
    /// Modal dialog that the bot opened, as a JSON object in the format of Discord's API.
    pub modal: Option<Value>,
}

impl Response {
    /// Returns the text of the message, or an empty string if there is no message.
    pub fn text(&self) -> String {
        self.message.as_ref().map(Message::text).unwrap_or_default()
    }

    /// Returns `true` if only the user who sent the interaction can see the message.
    pub fn is_ephemeral(&self) -> bool {
        self.flags & crate::state::stored_message::EPHEMERAL != 0
    }
}

/// An autocomplete suggestion for a command option.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Text of the suggestion that is shown to the user.
    pub name: String,
    /// Value that is sent to the bot if the user selects the suggestion.
    pub value: Value,
}

/// Error returned when an action of a simulated user fails or a wait times out.
#[derive(Clone, thiserror::Error)]
pub enum ActionError {
    /// The simulated Discord client refused the action, and nothing was sent to the bot.
    #[error("{0}")]
    Rejected(String),
    /// The bot did not respond within three seconds.
    #[error("The application did not respond")]
    NoResponse,
    /// The condition of a wait was not met before the timeout.
    #[error("condition not met within {waited:?}; seen:\n{seen}\ntraffic:\n{traffic}")]
    Timeout {
        /// Time after which the wait was abandoned.
        waited: Duration,
        /// State at the time of the timeout, one entry per line.
        ///
        /// If a simulated user was waiting, these are the messages visible to that user. Otherwise, these are
        /// the recorded violations.
        seen: String,
        /// Traffic recorded until the timeout, one JSON object per line.
        traffic: String,
    },
}

impl ActionError {
    /// Creates the error for a wait that timed out after `waited`. The lines in `seen` describe the state at
    /// that time.
    pub(crate) fn timeout(waited: Duration, seen: &[String], shared: &Shared) -> Self {
        Self::Timeout { waited, seen: seen.join("\n"), traffic: shared.traffic.to_text() }
    }
}

impl fmt::Debug for ActionError {
    /// Formats the error like `Display`, so that a failed `unwrap` prints a readable message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
