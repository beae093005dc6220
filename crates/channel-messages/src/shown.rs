//! The displayed content of a message.

use crate::board::{Content, Hand, Occasion};
use crate::ids::PictureId;
use crate::step::{Accepted, Failure};

/// The displayed content of a message.
#[derive(Debug, Clone)]
pub(crate) struct Shown<M> {
    /// Hash of the hand or public message, without notes and drafts. `None` if it is not known.
    pub(crate) hash: Option<u64>,
    /// Number of events at the table when the message was built. An older state is not shown again.
    pub(crate) version: u32,
    /// See [`Hand::waiting`](crate::Hand::waiting).
    pub(crate) waiting: Option<u64>,
    /// See [`Hand::occasion`](crate::Hand::occasion).
    pub(crate) occasion: Option<Occasion>,
    /// The content that was sent.
    pub(crate) content: Content<M>,
    /// The picture that the message has. `None` if it has none, or if it is not known.
    pub(crate) attached: Option<PictureId>,
    /// `true` if the picture of the content has not been added yet.
    pub(crate) lacks_picture: bool,
    /// `true` if the message may show something else, such as an earlier picture. The content is then sent
    /// again.
    pub(crate) must_resend: bool,
}

impl<M> Shown<M> {
    /// Creates the state of a message that is about to be sent. `hash` does not depend on notes and drafts.
    pub(crate) const fn new(hash: u64, content: Content<M>) -> Self {
        Self {
            hash: Some(hash),
            version: 0,
            waiting: None,
            occasion: None,
            content,
            attached: None,
            lacks_picture: false,
            must_resend: false,
        }
    }

    /// Creates the state of a message that is about to show a hand. `version` is the number of events at the
    /// table.
    pub(crate) fn of_hand(hand: Hand<M>, version: u32) -> Self {
        let Hand { content, waiting, occasion } = hand;
        Self { version, waiting, occasion, ..Self::new(content.hash, content) }
    }

    /// Returns the state of the message after Discord has accepted the request.
    pub(crate) fn accepted(self, Accepted { attached, lacks_picture, .. }: Accepted) -> Self {
        Self { attached, lacks_picture, must_resend: false, ..self }
    }

    /// Returns `true` if the message shows a content, apart from notes, drafts and a missing picture.
    pub(crate) fn shows(&self, content: &Content<M>) -> bool {
        self.hash == Some(content.hash) && !self.must_resend
    }

    /// Records that the picture could not be added.
    ///
    /// The content is sent again if an earlier picture remains beside it, or if it is not known whether the
    /// request was executed.
    pub(crate) fn give_up_picture(&mut self, failure: Failure) {
        self.lacks_picture = false;
        let is_other = self.attached.is_some() && self.attached != self.content.picture;
        if is_other || failure == Failure::Unknown {
            (self.must_resend, self.attached) = (true, None);
        }
    }

    /// Returns `true` if the message has the picture of its content, or is going to get it.
    pub(crate) fn has_picture(&self) -> bool {
        let is_attached = self.content.picture.is_some() && self.attached == self.content.picture;
        self.lacks_picture || is_attached
    }
}
