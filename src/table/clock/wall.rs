//! The source of wall-clock time: the system clock, or a clock that follows tokio's time so that tests can
//! pause it.

use std::fmt;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::table::UnixMillis;

/// A clock that shows the system time. Tests can use another source of time. Clones show the same time.
#[derive(Debug, Clone)]
pub struct WallClock(Source);

#[derive(Clone)]
enum Source {
    System,
    /// Advances with tokio's clock from a reading of both clocks.
    Tokio(Instant, UnixMillis),
    Other(Arc<dyn Fn() -> UnixMillis + Send + Sync>),
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::System => "System",
            Self::Tokio(..) => "Tokio",
            Self::Other(_) => "Other",
        })
    }
}

impl WallClock {
    /// Creates a clock that reads the system time.
    pub const fn wall() -> Self {
        Self(Source::System)
    }

    /// Creates a clock that starts at the current system time and then advances with tokio's clock.
    pub fn of_tokio() -> Self {
        Self(Source::Tokio(Instant::now(), system_time()))
    }

    /// Creates a clock that shows the time that `read` returns. The time must not decrease.
    pub fn read_from(read: impl Fn() -> UnixMillis + Send + Sync + 'static) -> Self {
        Self(Source::Other(Arc::new(read)))
    }

    /// Returns the current time.
    pub fn now(&self) -> UnixMillis {
        match &self.0 {
            Source::System => system_time(),
            Source::Tokio(since, time) => time.after(since.elapsed()),
            Source::Other(read) => read(),
        }
    }
}

fn system_time() -> UnixMillis {
    UnixMillis(0).after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
