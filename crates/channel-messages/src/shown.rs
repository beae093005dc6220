//! The displayed content of a message.

use crate::board::Content;

/// The displayed content of a message.
#[derive(Debug, Clone)]
pub(crate) struct Shown<M> {
    /// Hash of the hand or public message, without notes and drafts. `None` if it is not known.
    pub(crate) hash: Option<u64>,
    /// Number of events at the table when the message was built. An older state is not shown again.
    pub(crate) version: u32,
    /// See [`Hand::waiting`](crate::Hand::waiting).
    pub(crate) waiting: Option<u64>,
    /// The content that was sent.
    pub(crate) content: Content<M>,
    /// `true` if the picture of the content has not been added yet.
    pub(crate) lacks_picture: bool,
}
