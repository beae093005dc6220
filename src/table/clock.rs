//! What time it is: the wall's, or in a test tokio's, so that a paused clock moves deadlines along.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use super::Millis;

/// A clock that tells both times.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    /// Where the two met; `None` asks the wall each time, which a machine that slept has to.
    met: Option<(Instant, Millis)>,
}

impl Clock {
    /// The clock on the wall.
    pub const fn wall() -> Self {
        Self { met: None }
    }

    /// A clock that goes as tokio's does from now on.
    pub fn of_tokio() -> Self {
        Self { met: Some((Instant::now(), on_the_wall())) }
    }

    /// Now.
    pub fn now(&self) -> Millis {
        self.met.map_or_else(on_the_wall, |(met, wall)| wall.after(met.elapsed()))
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

fn on_the_wall() -> Millis {
    Millis(0).after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
