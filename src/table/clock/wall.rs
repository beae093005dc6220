//! The source of wall-clock time: the system clock, or a clock that follows tokio's time so that tests can
//! pause it.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::table::UnixMillis;

/// A clock that shows the system time. In tests, it can instead start at the system time and then advance
/// with tokio's clock.
#[derive(Debug, Clone, Copy)]
pub struct WallClock {
    /// Creation time of this clock, as read from tokio's clock and from the system clock.
    ///
    /// `None` if this clock reads the system time directly.
    anchor: Option<(Instant, UnixMillis)>,
}

impl WallClock {
    /// Creates a clock that reads the system time.
    pub const fn wall() -> Self {
        Self { anchor: None }
    }

    /// Creates a clock that starts at the current system time and then advances with tokio's clock.
    pub fn of_tokio() -> Self {
        Self { anchor: Some((Instant::now(), system_time())) }
    }

    /// Returns the current time.
    pub fn now(&self) -> UnixMillis {
        self.anchor.map_or_else(system_time, |(anchor, wall)| wall.after(anchor.elapsed()))
    }
}

fn system_time() -> UnixMillis {
    UnixMillis(0).after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
