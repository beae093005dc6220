//! Number of events that have been sent to the bot.

use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers of the events that have been sent to the bot over all gateway connections.
///
/// A test that also counts the events that the bot has received can determine if it has received all of them.
/// Events in the buffers of a socket have been sent, but not received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentEvents {
    /// Number of events (opcode 0) that have been sent. An event that is replayed when a session is resumed
    /// counts again. An event in the queue of a connection is not included, but part of
    /// [`Sandbox::pending_work`](crate::Sandbox::pending_work).
    pub count: u64,
    /// Number of times after which the bot may have received fewer events than `count`, because a connection
    /// was closed or frozen, or because [`Sandbox::dispatch`](crate::Sandbox::dispatch) sent an event that
    /// the bot may not know.
    pub interruptions: u64,
}

/// Counters of the events that have been sent.
#[derive(Debug, Default)]
pub(crate) struct EventCounter {
    count: AtomicU64,
    interruptions: AtomicU64,
}

impl EventCounter {
    /// Counts an event that is about to be written to a connection, so that the bot cannot have received more
    /// events than were counted.
    pub(super) fn sending(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
    }

    /// Records that the bot may not receive all events.
    pub(crate) fn interrupted(&self) {
        self.interruptions.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn current(&self) -> SentEvents {
        let interruptions = self.interruptions.load(Ordering::SeqCst);
        SentEvents { count: self.count.load(Ordering::SeqCst), interruptions }
    }
}
