//! What time it is: the wall's, or in a test tokio's, so that a paused clock moves it along.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use super::Millis;

/// The clock on the wall, or one that stands for it.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    /// Where it met tokio's, by which it goes; `None` asks the wall each time.
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
}

fn on_the_wall() -> Millis {
    Millis(0).after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
