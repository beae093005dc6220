//! Input and output of a channel: events, and the effects that the caller performs.

use crate::board::{Board, Content};
use crate::ids::{InteractionId, MessageId, StepId, TableId, Token, UserId};
use crate::reply::Reply;
use crate::step::{Step, StepResult};

/// Something that happened. It is passed to [`Channel::handle`](crate::Channel::handle).
#[derive(Debug, Clone)]
pub enum Event<B: Board> {
    /// A table has changed.
    Changed {
        /// The new state of the table.
        board: B,
        /// The interaction that caused the change, if any.
        cause: Option<InteractionId>,
    },
    /// An interaction was received.
    Interaction {
        /// Id of the interaction.
        id: InteractionId,
        /// The user who caused it.
        user: UserId,
        /// Its token.
        token: Token,
        /// The command or component.
        origin: Origin,
        /// `true` if the interaction normally needs no reply, because a public message shows the result.
        is_quiet: bool,
    },
    /// The reply to an interaction is known.
    Reply {
        /// Id of the interaction.
        interaction: InteractionId,
        /// The reply.
        reply: Reply<B>,
    },
    /// A notice has to be posted once.
    Notice {
        /// Id of the table.
        table: TableId,
        /// Number of the notice at the table. Notices with the same number are the same notice.
        number: u64,
        /// Content of the notice.
        content: Content<B::Message>,
        /// The user whose turn it is, if the notice reminds them. It is deleted after their turn.
        reminds: Option<UserId>,
    },
    /// A step has been performed.
    Finished(StepId, StepResult),
    /// The messages of a table are moved to the end of the channel.
    Repost(TableId),
    /// A user has chosen another language or card style.
    Style(UserId, B::Style),
    /// Nothing about a user may be kept.
    Forget(UserId),
    /// The table has ended or has moved to another process.
    Closed(TableId),
    /// The channel accepts messages, or does not.
    Access(Access),
    /// The bot sends fewer or more messages.
    Load(Load),
}

/// The command or component that triggered an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A slash command.
    Command,
    /// A button or menu of a public message.
    Public(MessageId),
    /// A button or menu of an ephemeral message.
    Own(MessageId),
}

/// Determines if a channel accepts messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The channel accepts messages.
    Open,
    /// The channel has refused messages. Only responses to interactions are sent.
    Refused,
}

/// Determines how many messages the bot sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Load {
    /// All messages are sent.
    Normal,
    /// Only what players need is sent.
    High,
    /// Only public messages and replies are sent.
    Highest,
}

/// An effect that the caller performs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect<M> {
    /// Perform a step.
    Begin(Step<M>),
    /// Stop preparing a step, which is not needed any more. It has not been confirmed.
    Cancel(StepId),
    /// The channel has done all it can for an interaction.
    Answered(InteractionId, Answer),
}

/// The way in which an interaction was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The first response contained the reply or the table's message.
    Direct,
    /// The interaction was deferred, and the reply was sent later.
    Deferred,
    /// The interaction was not answered, or its reply was not delivered.
    Failed,
}
