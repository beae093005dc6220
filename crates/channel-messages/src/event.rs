//! Input and output of a channel: events, and the effects that the caller performs.

use crate::board::{Board, Content};
use crate::ids::{InteractionId, MessageId, PictureId, StepId, TableId, Time, Token, UserId};
use crate::reply::Reply;
use crate::step::{Step, StepResult, Subject};

/// Something that happened. It is passed to [`ChannelMessages::handle`](crate::ChannelMessages::handle).
#[derive(Debug, Clone)]
pub enum Event<B: Board> {
    /// A table has changed. If a newer state is known, only the cause is recorded.
    Changed {
        /// The new state of the table.
        board: B,
        /// The cause of the change.
        cause: Cause,
    },
    /// An interaction was received. A second event with the same id has no effect until the interaction is
    /// answered.
    Interaction {
        /// The token of the interaction, with its id.
        token: Token,
        /// The user who caused it.
        user: UserId,
        /// Time at which it was received from Discord. The time limits of responses count from it.
        received: Time,
        /// The command or component.
        origin: Origin,
        /// The picture that the ephemeral message had when its component was used, if any.
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
        /// Language and card style that the user has chosen last. The hand in the reply may have another one
        /// if it shows a draft.
        style: B::Style,
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
    /// A step has been performed. Every confirmed step has to be finished once. A step that has not been
    /// confirmed can only be finished with a failure.
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
    /// The access to the channel has changed.
    Access(Access),
    /// The load has changed.
    Load(Load),
    /// The use of tokens has changed.
    Tokens(TokenUse),
    /// The process is shutting down. Updates are sent without delays, and an update that fails is given up.
    /// Pictures, reposts and notices are dropped, hands are edited where they are, and older ones remain.
    /// Replies are sent and repeated as before.
    ///
    /// Wait until [`ChannelMessages::is_settled`](crate::ChannelMessages::is_settled) returns `true`, with a
    /// time limit: an interaction without a reply stays pending until its token expires.
    ShuttingDown,
}

/// The cause of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// An interaction. Its first response may create a public message.
    Interaction(InteractionId),
    /// The table was read from the database. Its messages may have been posted before, by this process or
    /// another one.
    Resumed,
    /// Something else, such as a time limit or a robot.
    Other,
}

/// The command or component that triggered an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A slash command.
    Command,
    /// A button or menu of a public message.
    Public(MessageId),
    /// A button or menu of an ephemeral message.
    Ephemeral(MessageId),
}

/// Determines if a channel accepts messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The channel accepts messages.
    Open,
    /// The channel has refused messages, and may accept them later. Only replies and hands are sent. Tables
    /// that have ended are kept.
    Refused,
    /// The channel does not exist any more, or the bot cannot see it. Only replies are sent. Tables that have
    /// ended are dropped.
    Away,
}

/// Determines how many messages the bot sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Load {
    /// All messages are sent.
    Normal,
    /// Notices and reposts are omitted. Hands are edited where they are, and older ones remain.
    High,
    /// Hands and pictures are omitted as well. Public messages are posted and edited at intervals of
    /// [`Timings::slow_interval`](crate::Timings::slow_interval), unless the response to an interaction
    /// creates one.
    Highest,
    /// Only replies are sent.
    Silent,
}

/// Determines for which public messages the tokens of interactions are used. Requests with a token do not
/// count towards the limits of the channel and the bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenUse {
    /// Public messages are posted with the routes of the channel. Tokens that are known are used until they
    /// expire.
    Never,
    /// The first response to an interaction may create a public message, and its token edits the message.
    Create,
    /// In addition, an interaction with a public message renews the token with which the message is edited.
    CreateAndRenew,
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
    /// The posts, edits or deletions of a public message, or the edits of a hand, have failed too often. The
    /// message is not brought up to date before the table changes or the channel accepts messages again.
    GaveUp(Subject),
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
