//! Conditions and results of the responses to interactions.

use crate::board::{Board, PlannedMessage, PublicKey};
use crate::boards::Boards;
use crate::hands::message::HandMessage;
use crate::ids::{MessageId, TableId, Time, UserId};
use crate::step::StepResult;
use crate::timings::Timings;

/// The progress of the answer to an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// There was no first response.
    Unanswered,
    /// The first response was sent to create a public message, and it is not known if it did.
    Unresolved,
    /// The first response changed nothing. The message of the component can be edited.
    Acknowledged,
    /// The first response shows that the bot is thinking.
    Thinking,
    /// The text "thinking" has been replaced, and the public reply follows.
    ThinkingReplaced,
    /// The first response has created or renewed a public message of a table. The reply is a follow-up.
    FollowUp,
    /// It is not known which first response was executed, or which message it created. Discord is asked for
    /// the message that belongs to it.
    Identifying,
}

/// The message that shows that the bot is thinking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thinking {
    /// There is none, or its id is not known.
    NotKnown,
    Known(MessageId),
    /// Its id cannot be found.
    NotFound,
}

impl Thinking {
    /// Returns the id of the message, if it is known.
    pub(crate) const fn id(self) -> Option<MessageId> {
        match self {
            Self::Known(id) => Some(id),
            Self::NotKnown | Self::NotFound => None,
        }
    }
}

/// The state of the channel that responses to interactions depend on.
pub(crate) struct Surroundings<'a, B: Board> {
    pub(crate) boards: &'a Boards<B>,
    /// Returns the public message of a table that a first response may create now.
    pub(crate) creatable: &'a dyn Fn(TableId) -> Option<PlannedMessage<B::Message>>,
    /// Returns `true` if the message that shows a table is posted, or cannot be posted.
    pub(crate) is_posted: &'a dyn Fn(&B) -> bool,
    /// Returns the public message whose token has to be renewed.
    pub(crate) renewable: &'a dyn Fn(MessageId) -> Option<(TableId, PublicKey)>,
    pub(crate) timings: &'a Timings,
    pub(crate) now: Time,
}

/// A hand that has been sent as a reply.
pub(crate) struct NewHand<B: Board> {
    pub(crate) table: TableId,
    pub(crate) user: UserId,
    pub(crate) message: HandMessage<B>,
}

/// The outcome of a first response that was sent to create a public message.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Creation {
    /// Discord has to be asked for the message.
    Unresolved,
    /// Discord could not be asked for the message, and is asked again.
    NotResolved,
    /// The message was created, or was not.
    Known(StepResult),
}

/// The work that is left for an interaction.
pub(crate) enum Progress<B: Board> {
    /// The interaction waits, possibly until a time.
    Waits(Option<Time>),
    /// Nothing is left to do. A hand may have been sent.
    Ends(Option<Box<NewHand<B>>>),
}
