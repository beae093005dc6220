//! The state of a public message on Discord.

use crate::ids::{MessageId, Time, Token};
use crate::step::Sent;

/// The state of a public message on Discord, as far as it is known.
#[derive(Debug, Clone)]
pub(crate) enum Posted {
    /// The database has not been read.
    Unknown,
    /// The message was never posted.
    Missing,
    /// The message exists.
    Present(Sent),
    /// The message was deleted.
    Deleted(MessageId),
    /// The message was deleted to be posted again at the end of the channel.
    Moved(MessageId),
}

impl Posted {
    /// Returns the id of the message, even if it was deleted.
    pub(crate) const fn id(&self) -> Option<MessageId> {
        match self {
            Self::Present(sent) => Some(sent.id),
            Self::Deleted(id) | Self::Moved(id) => Some(*id),
            Self::Unknown | Self::Missing => None,
        }
    }
}

/// The response to an interaction that may have created a message.
#[derive(Debug, Clone)]
pub(crate) struct LostResponse {
    pub(crate) token: Token,
    pub(crate) until: Time,
}
