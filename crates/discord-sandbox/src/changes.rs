//! Notifications about changes to a sandbox's state or traffic.

use tokio::sync::watch;

/// Wakes waiting tasks when the sandbox's state or its recorded traffic changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes(watch::Sender<u64>);

impl Changes {
    /// Wakes all tasks that are waiting for a change.
    pub(crate) fn notify(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    /// Returns a receiver that is notified of subsequent changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}
