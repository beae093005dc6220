//! Replies to interactions.

use crate::board::{Board, Content, Hand};
use crate::ids::{PictureId, UserId};
use crate::shown::Shown;

/// The reply to an interaction.
#[derive(Debug, Clone)]
pub enum Reply<B: Board> {
    /// The user's hand. Later changes of the table edit its message.
    Hand {
        /// The table when the reply was made. A newer state is sent instead if it is known.
        board: B,
        /// The user's hand at that table.
        hand: Hand<B::Message>,
        /// Language and card style of the user.
        style: B::Style,
        /// A note or a draft that the message shows besides the hand.
        extra: Extra<B>,
        /// `true` if the hand waits a short time until the table's own message is posted above it.
        is_below_table: bool,
        /// `true` if the hand replaces the content of the ephemeral message whose button was pressed.
        in_place: bool,
    },
    /// An ephemeral message that does not change later.
    Private {
        /// Content of the message.
        content: Content<B::Message>,
        /// `true` if it replaces the content of the ephemeral message whose button was pressed.
        in_place: bool,
    },
    /// A message for everyone in the channel.
    Public {
        /// Content of the message.
        content: Content<B::Message>,
        /// Content that replaces the text "thinking", which only the user sees, if the interaction was
        /// deferred.
        after_thinking: Content<B::Message>,
    },
    /// No reply, because a public message shows the result.
    Nothing,
}

/// A note or a draft that a reply shows besides the hand.
#[derive(Debug, Clone)]
pub enum Extra<B: Board> {
    /// Nothing.
    None,
    /// A note. It remains until the hand changes.
    Note(B::Note),
    /// A message in place of the hand, such as a bid draft. It is not sent if the hand has changed.
    Draft {
        /// The message.
        message: B::Message,
        /// The picture of the message, if it has one.
        picture: Option<PictureId>,
    },
}

/// The content of a reply, and the hand that it shows.
pub(crate) struct ReplyContent<M> {
    pub(crate) content: Content<M>,
    pub(crate) hand: Option<Shown<M>>,
}

impl<M> From<Content<M>> for ReplyContent<M> {
    fn from(content: Content<M>) -> Self {
        Self { content, hand: None }
    }
}

impl<B: Board> Reply<B> {
    /// Returns `true` if the reply replaces the content of the ephemeral message whose button was pressed.
    pub(crate) const fn is_in_place(&self) -> bool {
        match self {
            Self::Hand { in_place, .. } | Self::Private { in_place, .. } => *in_place,
            Self::Public { .. } | Self::Nothing => false,
        }
    }

    /// Sets the style of the hand, if the reply shows one. A draft, which has another style, is dropped.
    pub(crate) fn set_style(&mut self, user: UserId, new: &B::Style) {
        if let Self::Hand { board, hand, style, extra, .. } = self
            && style != new
            && let Some(restyled) = board.hand(user, new)
        {
            (*hand, *style) = (restyled, new.clone());
            if matches!(extra, Extra::Draft { .. }) {
                *extra = Extra::None;
            }
        }
    }

    /// Returns the content of the reply to a user. `newest` is the newest state of the table, if it is known.
    pub(crate) fn content(&self, user: UserId, newest: Option<&B>) -> Option<ReplyContent<B::Message>> {
        match self {
            Self::Hand { board, hand: own, style, extra, .. } => {
                let newer = newest.filter(|newest| newest.version() > board.version());
                let newer =
                    newer.and_then(|newest| newest.hand(user, style).map(|hand| (newest.version(), hand)));
                let (version, hand) = newer.unwrap_or_else(|| (board.version(), own.clone()));
                let Hand { waiting, occasion, mut content } = hand;
                let hash = content.hash;
                match extra {
                    Extra::Note(note) => content.message = B::noted(content.message, note),
                    Extra::Draft { message, picture } if hash == own.content.hash => {
                        (content.message, content.picture) = (message.clone(), *picture);
                    }
                    Extra::None | Extra::Draft { .. } => {}
                }
                let shown = Shown { version, waiting, occasion, ..Shown::new(hash, content.clone()) };
                Some(ReplyContent { content, hand: Some(shown) })
            }
            Self::Private { content, .. } | Self::Public { content, .. } => Some(content.clone().into()),
            Self::Nothing => None,
        }
    }
}
