//! The desired content of a table's messages.

use std::fmt::Debug;
use std::sync::Arc;

use crate::ids::{PictureId, TableId, UserId};

/// The state of a table, from which its messages are built.
///
/// Building is a pure function: the same board yields the same messages. Its methods are called for every
/// decision, so messages that are expensive to build should be kept. The `Debug` output of boards, messages
/// and notes must not contain cards, because [`ChannelMessages`](crate::ChannelMessages) is printed with
/// them.
pub trait Board: Clone + Debug {
    /// A message that can be sent.
    type Message: Clone + Debug;
    /// A text that a reply shows besides the hand, such as the reason of a refusal.
    type Note: Clone + Debug;
    /// Language and card style of a user.
    type Style: Clone + PartialEq + Debug;

    /// Returns the id of the table.
    fn table(&self) -> TableId;

    /// Returns the number of events at the table. A board with a greater number is newer.
    fn version(&self) -> u32;

    /// Returns the public messages that the table should have, in the order of the channel. Messages with
    /// [`PostCondition::Never`] may come last.
    fn public(&self) -> Arc<[PlannedMessage<Self::Message>]>;

    /// Returns the hand of a user, or `None` if the board does not contain it.
    ///
    /// The board of a change contains all hands, and that of a reply the hand of its user.
    fn hand(&self, user: UserId, style: &Self::Style) -> Option<Hand<Self::Message>>;

    /// Returns the users to whom hands are sent if possible, even if they have not asked for them: those who
    /// hold cards and play themselves.
    fn players(&self) -> Vec<UserId>;

    /// Returns the user whose turn it is, if any.
    fn turn(&self) -> Option<UserId>;

    /// Returns the note for a hand that can soon not be edited any more. The note says how the user gets a
    /// current hand. Returns `None` if the hand is no longer kept up to date.
    fn expiry_note(&self, style: &Self::Style) -> Option<Self::Note>;

    /// Adds a note to a message.
    fn noted(message: Self::Message, note: &Self::Note) -> Self::Message;

    /// Returns the content for a hand message that a newer one has replaced. `table` is the table of the
    /// hand.
    fn replaced_hand(table: TableId, style: &Self::Style) -> Content<Self::Message>;
}

/// The content of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content<M> {
    /// The message without its picture.
    pub message: M,
    /// Hash of the content. Messages with the same hash look the same.
    pub hash: u64,
    /// The picture of the message, if it has one. The caller draws it.
    pub picture: Option<PictureId>,
}

/// A public message that a table should have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedMessage<M> {
    /// Identifies the message at its table.
    pub key: PublicKey,
    /// Determines if the message is posted if it is missing.
    pub post: PostCondition,
    /// Content of the message.
    pub content: Content<M>,
}

/// Identifies a public message of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicKey {
    /// Number of the deal that the message belongs to, or 0 if it belongs to no deal.
    pub deal: u32,
    /// Kind of the message.
    pub kind: MessageKind,
}

/// The kind of a public message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MessageKind {
    /// The message with which players join a table.
    Lobby,
    /// The message that shows the deal in progress.
    Table,
    /// The message that shows the result of a deal.
    Result,
    /// The message that shows the points after the end of an evening.
    Ended,
}

impl MessageKind {
    /// Returns `true` if the message is edited often. A response to an interaction may create it, and its
    /// token is renewed, because edits with a token do not count towards the global rate limit.
    pub const fn is_edited_often(self) -> bool {
        matches!(self, Self::Lobby | Self::Table)
    }
}

/// Determines when a missing public message is posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostCondition {
    /// Post the message whenever it is missing, even if it was deleted.
    Always,
    /// Post the message at most once. If it was deleted, do not post it again.
    Once,
    /// Never post the message, but keep editing it if it exists.
    Never,
}

/// The hand of a player, or what a user without cards sees instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand<M> {
    /// Content of the message. Its hash does not depend on notes and bid drafts.
    pub content: Content<M>,
    /// Identifies the hand while its owner waits for other players. `None` at other times.
    ///
    /// A message that shows the hand with the same value need not be edited before its owner's next turn.
    pub waiting: Option<u64>,
    /// The occasion for which the hand has to be at the end of the channel. `None` if its place does not
    /// matter.
    ///
    /// If the occasion is later than that of the hands sent before, and other messages stand below the hand,
    /// it is sent in a new message.
    pub occasion: Option<Occasion>,
}

/// An occasion for which a player's hand has to be at the end of the channel. Later occasions are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Occasion {
    /// Number of the deal.
    pub deal: u32,
    /// Grows from turn to turn of the player. Turns with the same number share one new message. 0 while
    /// others act.
    pub turn: u32,
}
