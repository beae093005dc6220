//! The reply to an interaction, which a handler returns.

use crate::discord::messages::Message;
use crate::render::Subject;
use crate::table::TableReply;

/// The command or component that triggered an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The user typed a slash command.
    Typed,
    /// The user pressed a button or used a menu in a public message.
    Public,
    /// The user pressed a button or used a menu in an ephemeral message.
    Own,
}

/// The reply to an interaction.
#[derive(Debug)]
pub(crate) enum Reply {
    /// An ephemeral message that shows the user's hand. It replaces the content of the ephemeral message
    /// whose button the user pressed, unless it is sent below the table's message.
    Hand(Box<HandReply>),
    /// An ephemeral message that is not updated later. Replaces an older message like [`Hand`](Self::Hand).
    InPlace(PrivateReply),
    /// A new ephemeral message, which is not updated later.
    Ephemeral(PrivateReply),
    /// A new public message.
    Public(Message),
    /// No reply, because a public message shows the result.
    Nothing,
}

/// The content of an ephemeral message that is not updated later.
#[derive(Debug)]
pub(crate) struct PrivateReply {
    /// Content of the message.
    pub(crate) message: Message,
    /// Subject of the message's picture, or `None` if the message needs no picture.
    pub(crate) picture: Option<Subject>,
}

/// A reply that shows a user's hand. The hand is kept up to date while its interaction token is valid.
#[derive(Debug)]
pub(crate) struct HandReply {
    /// The table and the user's view of the deal.
    pub(crate) answer: TableReply,
    /// Text above the hand.
    pub(crate) note: Option<String>,
    /// The message that is shown in place of the hand, if any.
    pub(crate) draft: Option<Draft>,
    /// `true` if the hand waits a short time for the table's message above it.
    pub(crate) is_below_table: bool,
}

/// A message that is shown in place of a hand until the hand changes, for example while the user prepares a
/// bid.
#[derive(Debug)]
pub(crate) struct Draft {
    /// Content of the message.
    pub(crate) message: Message,
    /// Subject of the message's picture, or `None` if the message needs no picture.
    pub(crate) picture: Option<Subject>,
    /// `true` if the message waits briefly for its picture, so that both are sent in one request.
    ///
    /// Questions do not wait, because they do not change the picture of the hand.
    pub(crate) awaits_picture: bool,
}

impl Reply {
    /// Creates a reply with a new ephemeral text message.
    pub(crate) fn ephemeral(sentence: impl Into<String>) -> Self {
        Self::Ephemeral(Message::text(sentence).into())
    }

    /// Lets a hand wait a short time for the table's message above it.
    pub(crate) fn below_table(mut self) -> Self {
        if let Self::Hand(hand) = &mut self {
            hand.is_below_table = true;
        }
        self
    }
}

impl From<Message> for PrivateReply {
    fn from(message: Message) -> Self {
        Self { message, picture: None }
    }
}
