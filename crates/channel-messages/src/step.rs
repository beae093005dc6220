//! Steps that bring messages up to date, and their results.

use crate::board::{Content, PublicKey};
use crate::ids::{InteractionId, MessageId, PictureId, StepId, TableId, Time, Token, UserId};

/// A message on Discord, and how it can be edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// Id of the message.
    pub id: MessageId,
    /// The requests with which the message can be edited.
    pub via: Via,
}

/// The requests with which a message can be edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Via {
    /// The channel's own routes.
    Channel,
    /// The routes of an interaction. Ephemeral messages have no others.
    Token {
        /// Token of the interaction.
        token: Token,
        /// Time after which the token is not used any more.
        until: Time,
        /// The message among those of the interaction.
        address: Address,
    },
}

/// A message among those of an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    /// The message that the first response created, or the message of the component that was used.
    Original,
    /// A follow-up, which is edited by its id.
    FollowUp,
}

impl Sent {
    /// Creates a message that is edited with the token of an interaction.
    pub(crate) const fn with_token(id: MessageId, token: Token, until: Time, address: Address) -> Self {
        Self { id, via: Via::Token { token, until, address } }
    }

    /// Creates a message that is edited with the routes of its channel.
    pub(crate) const fn in_channel(id: MessageId) -> Self {
        Self { id, via: Via::Channel }
    }

    /// Returns `true` if the message has a token that is valid until after the given time.
    pub(crate) fn has_token_until(&self, time: Time) -> bool {
        self.token_expires_at().is_some_and(|until| until > time)
    }

    /// Returns the time until which the message's token is used. Returns `None` if the message has no token.
    pub(crate) const fn token_expires_at(&self) -> Option<Time> {
        match &self.via {
            Via::Channel => None,
            Via::Token { until, .. } => Some(*until),
        }
    }
}

/// The urgency of a step. More urgent steps get a permit of the rate limits first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// A response to an interaction, for which a user is waiting.
    Response,
    /// A message that shows whose turn it is.
    Turn,
    /// A picture that is added to a message, the last edit of a hand, or the deletion of an older one.
    Picture,
    /// The result of a deal or the standings of an evening.
    Result,
    /// A notice.
    Notice,
}

/// The message or interaction that a step is for, as it appears in logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A public message of a table.
    Public(TableId, PublicKey),
    /// A hand of a player at a table.
    Hand(TableId, UserId),
    /// A notice of a table.
    Notice(TableId),
    /// The reply to an interaction.
    Reply(InteractionId),
}

/// A step that the caller has to perform.
///
/// The caller draws the picture, waits for the rate limits, calls
/// [`ChannelMessages::confirm`](crate::ChannelMessages::confirm), sends the content that it returns, and
/// reports the result with [`Event::Finished`](crate::Event::Finished).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<M> {
    /// Id of the step.
    pub id: StepId,
    /// The message or interaction that the step is for.
    pub subject: Subject,
    /// Urgency of the step.
    pub priority: Priority,
    /// The request or database access to perform.
    pub action: Action,
    /// The content whose picture is drawn before the step is confirmed. `None` if the content has no picture,
    /// or if the message has it already.
    pub draw: Option<Content<M>>,
}

/// A request to Discord, or an access to the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Sends the first response to an interaction.
    Respond {
        /// Token of the interaction.
        token: Token,
        /// Kind of the response.
        kind: ResponseKind,
    },
    /// Sends another message with the token of an interaction.
    FollowUp {
        /// Token of the interaction.
        token: Token,
        /// `true` if only the user of the interaction sees the message.
        is_ephemeral: bool,
    },
    /// Replaces the content of the message that belongs to the first response of an interaction: the one that
    /// it created, or the one whose component was used.
    EditOriginal(Token),
    /// Deletes the message that the first response of an interaction has created.
    DeleteOriginal(Token),
    /// Posts a message in the channel.
    Post(Nonce),
    /// Replaces the content of a message.
    Edit(Sent),
    /// Adds the picture to a message, and leaves its buttons unchanged. It succeeds without a request if the
    /// message has the picture already, or is to stay without it.
    AddPicture(Sent),
    /// Deletes a message.
    Delete(Sent),
    /// Asks Discord for the message that belongs to the first response of an interaction. Counts as
    /// [`Failure::Gone`] if there was no first response.
    Find {
        /// Token of the interaction.
        token: Token,
        /// `true` if the message also counts as gone unless the response has created a public message.
        created_public: bool,
    },
    /// Reads the id of a public message from the database.
    ReadId(TableId, PublicKey),
    /// Writes the id of a public message to the database.
    StoreId(TableId, PublicKey, MessageId),
}

/// The kind of a first response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseKind {
    /// Replaces the content of the message whose component was used.
    Update,
    /// Creates a message that only the user of the interaction sees.
    Ephemeral,
    /// Creates a message that everyone in the channel sees.
    Public,
    /// Changes nothing. The message of the component can be edited later.
    Acknowledge,
    /// Shows the user of the interaction that the bot is thinking.
    Thinking,
}

/// Distinguishes messages that are posted. Discord creates one message per nonce for a few minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nonce {
    /// A public message of a table.
    Public {
        /// Id of the table.
        table: TableId,
        /// The message.
        key: PublicKey,
        /// The deleted message that it replaces, if any.
        in_place_of: Option<MessageId>,
    },
    /// A notice.
    Notice {
        /// Id of the table.
        table: TableId,
        /// Number of the notice at the table.
        number: u64,
    },
}

/// The content of a step after [`ChannelMessages::confirm`](crate::ChannelMessages::confirm).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Confirmed<M> {
    /// Send the content. Its picture is the one that was drawn or the one that is attached. If it is neither,
    /// send the content without its picture, and set [`Accepted::lacks_picture`] unless pictures are omitted.
    /// The attached picture may remain until then. Report it in [`Accepted::attached`].
    Content {
        /// The content.
        content: Content<M>,
        /// The picture that the message has, if it is known. It need not be uploaded again.
        attached: Option<PictureId>,
    },
    /// The step has no content.
    Empty,
}

/// The result of a step.
pub type StepResult = Result<Accepted, Failure>;

/// Properties of a request that Discord has accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Accepted {
    /// Id of the message that was created, edited or found. `None` if it is not known, or if there is none.
    pub message: Option<MessageId>,
    /// The picture that the message has now. `None` if it has none, or if it is not known.
    pub attached: Option<PictureId>,
    /// `true` if the picture of the content has to be added later, because it was not drawn in time. `false`
    /// if the message stays without it.
    pub lacks_picture: bool,
}

/// The reason why a step failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Failure {
    /// Discord or the database is unavailable, and the request was not executed. It may succeed later.
    NotExecuted,
    /// The result is not known, for example after a timeout. The request may have been executed.
    Unknown,
    /// The message does not exist.
    MessageGone,
    /// The token has expired, the interaction is unknown, or another resource does not exist.
    Gone,
    /// The interaction has been acknowledged before.
    Acknowledged,
    /// The channel does not accept the message.
    Refused,
    /// The request is invalid.
    Invalid,
}

impl Failure {
    /// Returns `true` if the request may succeed later.
    pub const fn is_temporary(self) -> bool {
        matches!(self, Self::NotExecuted | Self::Unknown)
    }
}
