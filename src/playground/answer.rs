//! What comes of something a person did.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::message::Message;
use super::snowflake::Id;

/// The bot's first answer to an interaction.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The interaction answered.
    pub interaction: Id,
    /// The message made or edited; none after a bare "edit will follow" (type 6) of a message that is gone, or a
    /// modal.
    pub message: Option<Message>,
    /// The message's flags (64: ephemeral, 128: "thinking…").
    pub flags: u64,
    /// The answer concerns the message under whose component it happened, not a new one.
    pub updated: bool,
    /// The modal the bot asks for.
    pub modal: Option<Value>,
}

impl Answer {
    /// What the message says; nothing if there is none.
    pub fn text(&self) -> String {
        self.message.as_ref().map(Message::text).unwrap_or_default()
    }

    /// Only the person who asked sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.flags & super::post::EPHEMERAL != 0
    }
}

/// A suggestion of an autocomplete.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What the person reads.
    pub name: String,
    /// What the bot gets.
    pub value: Value,
}

/// Why something a person did came to nothing.
#[derive(Clone, thiserror::Error)]
pub enum Failure {
    /// The client does not let it be done; the bot never knew.
    #[error("{0}")]
    Refused(String),
    /// Three seconds went by.
    #[error("The application did not respond")]
    NoAnswer,
    /// What was waited for did not come.
    #[error("not seen within {waited:?}; seen:\n{seen}\ntraffic:\n{traffic}")]
    NotSeen {
        /// How long it was waited for.
        waited: Duration,
        /// The messages seen at the end, a line each.
        seen: String,
        /// Everything that went over the wire, a line each.
        traffic: String,
    },
}

impl fmt::Debug for Failure {
    /// As the sentence, for a test's `unwrap` to be readable.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
