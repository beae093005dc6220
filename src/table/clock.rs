//! What time it is. Wall-clock at the start, then tokio's clock, so that a test that pauses tokio's
//! clock moves deadlines along with it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use super::Millis;

/// A clock that tells both times.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    started: Instant,
    wall: Millis,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { started: Instant::now(), wall: Millis(0).after(since_1970) }
    }

    /// Now.
    pub fn now(&self) -> Millis {
        self.wall.after(self.started.elapsed())
    }

    /// The instant at which the clock shows this.
    pub fn instant(&self, at: Millis) -> Instant {
        Instant::now() + at.since(self.now())
    }

    /// The instant so long from now.
    pub fn later(&self, span: Duration) -> Instant {
        Instant::now() + span
    }
}
