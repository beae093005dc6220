//! Input and output of a channel: events, and the effects that the caller performs.

use crate::board::{Board, Content};
use crate::ids::{InteractionId, MessageId, PictureId, StepId, TableId, Token, UserId};
use crate::reply::Reply;
use crate::step::{Step, StepResult};

/// Something that happened. It is passed to [`Channel::handle`](crate::Channel::handle).
#[derive(Debug, Clone)]
pub enum Event<B: Board> {
    /// A table has changed. An older state than the newest one only tells the cause.
    Changed {
        /// The new state of the table.
        board: B,
        /// The interaction that caused the change, if any.
        cause: Option<InteractionId>,
    },
    /// An interaction was received. A second event with the same id has no effect.
    Interaction {
        /// The token of the interaction, with its id.
        token: Token,
        /// The user who caused it.
        user: UserId,
        /// The command or component.
        origin: Origin,
        /// The picture of the ephemeral message whose component was used, if any.
        attached: Option<PictureId>,
        /// `true` if the interaction normally needs no reply, because a public message shows the result.
        is_quiet: bool,
    },
    /// The reply to an interaction is known. It has to follow [`Event::Interaction`], and only the first
    /// reply counts. Every interaction needs a reply: one without a reply is deferred, and fails when its
    /// token expires.
    Reply {
        /// Id of the interaction.
        interaction: InteractionId,
        /// The reply.
        reply: Reply<B>,
    },
    /// A notice has to be posted once. It is dropped if the channel refuses messages or the load is not
    /// normal.
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
    /// A step that was confirmed has been performed. Every confirmed step has to be finished, and at most
    /// once.
    Finished(StepId, StepResult),
    /// The messages of a table are moved to the end of the channel, as soon as the load is normal.
    Repost(TableId),
    /// A user has chosen another language or card style.
    Style(UserId, B::Style),
    /// Removes the hands of a user. Pending interactions are answered, and their hands are not kept. Public
    /// messages keep the tokens with which they are edited.
    Forget(UserId),
    /// A table does not change any more. It is dropped once its messages show its last state.
    Ended(TableId),
    /// The channel does not show a table any more, for example because another process serves it. Nothing
    /// more is sent for the table, except replies.
    Dropped(TableId),
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
    /// The channel does not exist any more, or the bot cannot see it. Tables that have ended are dropped.
    Away,
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
