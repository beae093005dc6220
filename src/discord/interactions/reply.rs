//! The reply to an interaction, which a handler returns.

use crate::discord::messages::Message;
use crate::discord::publish::hand_messages::HandMessage;
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
    /// An ephemeral message. If the user pressed a button in an older ephemeral message, the new message
    /// replaces the older one.
    Update(PrivateReply),
    /// A new ephemeral message.
    Ephemeral(PrivateReply),
    /// A new public message.
    Public(Message),
    /// No reply, because a public message shows the result.
    Nothing,
}

/// An ephemeral reply, with the data needed to draw its picture and to update it later.
#[derive(Debug)]
pub(crate) struct PrivateReply {
    /// Content of the message.
    pub(crate) message: Message,
    /// Data for updating the message later. `None` if the message does not show a hand.
    pub(crate) hand: Option<HandMessage>,
    /// Subject of the message's picture, or `None` if the message needs no picture.
    pub(crate) picture: Option<Subject>,
    /// `true` if the reply waits briefly for the hand picture to be drawn, so that both are sent in one
    /// request.
    ///
    /// Replies to buttons that prepare a bid are sent immediately, because they do not change the picture.
    pub(crate) awaits_picture: bool,
    /// The hand that the reply shows, if any.
    pub(crate) shown: Option<ShownHand>,
}

/// The hand that a reply shows.
#[derive(Debug)]
pub(crate) struct ShownHand {
    /// The table and the user's view of the deal.
    pub(crate) answer: TableReply,
    /// Text above the hand.
    pub(crate) note: Option<String>,
    /// `true` if the message of the reply is shown in place of the hand.
    pub(crate) is_draft: bool,
    /// `true` if the hand waits a short time for the table's message above it.
    pub(crate) is_below_table: bool,
}

impl PrivateReply {
    /// Shows a message in place of the hand, such as a bid draft.
    pub(crate) fn with_message(mut self, message: Message) -> Self {
        if let Some(shown) = &mut self.shown {
            shown.is_draft = true;
        }
        Self { message, ..self }
    }

    /// Lets the hand wait a short time for the table's message above it.
    pub(crate) fn below_table(mut self) -> Self {
        if let Some(shown) = &mut self.shown {
            shown.is_below_table = true;
        }
        self
    }
}

impl Reply {
    /// Creates a reply with a new ephemeral text message.
    pub(crate) fn ephemeral(sentence: impl Into<String>) -> Self {
        Self::Ephemeral(Message::text(sentence).into())
    }
}

impl From<Message> for PrivateReply {
    fn from(message: Message) -> Self {
        Self { message, hand: None, picture: None, awaits_picture: false, shown: None }
    }
}
