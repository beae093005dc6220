//! Deadlines for the pictures of messages.

use std::time::Duration;

/// Maximum time that a message waits for its picture before it is sent without it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    /// Longest expected time in the queue. If it is exceeded, the message does not wait at all.
    pub(super) queue: Duration,
    /// Longest time until the picture is drawn.
    pub(super) total: Duration,
}

impl Patience {
    /// Limits for a reply with a picture that the user has requested, such as a chart.
    pub(crate) const REQUESTED: Self = Self { queue: Duration::from_secs(1), total: Duration::from_secs(1) };
    /// Limits for a reply with a hand. The reply hardly waits for earlier pictures in the queue.
    pub(crate) const REPLY: Self =
        Self { queue: Duration::from_millis(5), total: Duration::from_millis(300) };
    /// Limits for an update that nobody has requested.
    pub(crate) const UPDATE: Self = Self { queue: Duration::from_millis(250), total: Duration::from_secs(1) };
}

/// The picture is not drawn in time. The message is sent without it, and the picture may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Late;
