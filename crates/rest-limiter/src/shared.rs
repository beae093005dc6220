//! The state that the limiter shares with its permits.

use std::fmt;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::observer::Observer;
use crate::schedule::Schedule;

/// The state that the limiter shares with its permits.
pub(crate) struct Shared {
    pub(crate) schedule: Mutex<Schedule>,
    /// Notified when a permit may be granted earlier than the task that grants permits expects.
    pub(crate) changed: Notify,
    pub(crate) observer: Box<dyn Observer>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("schedule", &self.schedule).finish_non_exhaustive()
    }
}

impl Shared {
    pub(crate) fn new(schedule: Schedule, observer: impl Observer) -> Self {
        Self { schedule: Mutex::new(schedule), changed: Notify::new(), observer: Box::new(observer) }
    }

    /// Changes the schedule. A request that waits may then be sent.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Schedule, Instant)) {
        change(&mut self.schedule.lock(), Instant::now());
        self.changed.notify_one();
    }
}
