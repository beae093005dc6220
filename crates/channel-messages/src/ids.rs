//! Identifiers of Discord and of the bot.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Time since an origin that the caller chooses, such as the start of the process.
pub type Time = Duration;

/// Id of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub i64);

/// Id of a Discord user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserId(pub u64);

/// Id of an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InteractionId(pub u64);

/// Id of a message. A message with a greater id was created later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u64);

/// Id of a picture. Pictures with the same id look the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureId(pub u64);

/// Id of a step of a [`ChannelMessages`](crate::ChannelMessages). Ids are not used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(pub(crate) u64);

/// The token of an interaction. It is a secret, and the `Debug` output shows only the interaction's id.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    interaction: InteractionId,
    text: Arc<str>,
}

impl Token {
    /// Creates the token of an interaction from its text.
    pub fn new(interaction: InteractionId, text: impl Into<Arc<str>>) -> Self {
        Self { interaction, text: text.into() }
    }

    /// Returns the id of the interaction.
    pub const fn interaction(&self) -> InteractionId {
        self.interaction
    }

    /// Returns the text of the token.
    pub fn expose(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token({})", self.interaction.0)
    }
}
