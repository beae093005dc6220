//! The clock that tables play by. It stands still while nobody could act: while the bot is down, the machine
//! sleeps, or Discord is out of reach. So no deadline by this clock ever has to be put off, and nobody's time
//! changes where the wall's clock is set.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{Clock, Millis};

/// The clock of all tables.
#[derive(Debug)]
pub(super) struct GameClock {
    wall: Clock,
    hands: Mutex<Hands>,
}

#[derive(Debug, Clone, Copy)]
struct Hands {
    /// What it showed then.
    shown: Millis,
    then: Instant,
    stopped: bool,
}

impl Hands {
    fn now(self) -> Millis {
        if self.stopped { self.shown } else { self.shown.after(self.then.elapsed()) }
    }
}

impl GameClock {
    /// One that goes, and shows what the wall's does.
    pub(super) fn new(wall: Clock) -> Self {
        let hands = Hands { shown: wall.now(), then: Instant::now(), stopped: false };
        Self { wall, hands: Mutex::new(hands) }
    }

    /// What it shows.
    pub(super) fn now(&self) -> Millis {
        self.hands().now()
    }

    /// What the wall's will show when this one shows this, as far as is known.
    pub(super) fn on_the_wall(&self, at: Millis) -> Millis {
        let (now, wall) = (self.now(), self.wall.now());
        wall.after(at.since(now)).before(now.since(at))
    }

    /// The instant at which it shows this; none while it stands still.
    pub(super) fn instant(&self, at: Millis) -> Option<Instant> {
        let hands = self.hands();
        (!hands.stopped).then(|| Instant::now() + at.since(hands.now()))
    }

    pub(super) fn stands_still(&self) -> bool {
        self.hands().stopped
    }

    /// Has it show this, as the journal says it did last.
    pub(super) fn set(&self, shown: Millis) {
        let mut hands = self.hands();
        *hands = Hands { shown, then: Instant::now(), ..*hands };
    }

    /// Stops it; whether it went until now.
    pub(super) fn stop(&self) -> bool {
        let mut hands = self.hands();
        if hands.stopped {
            return false;
        }
        *hands = Hands { shown: hands.now(), then: Instant::now(), stopped: true };
        true
    }

    /// Has it go on; how long it stood still, where it did.
    pub(super) fn go_on(&self) -> Option<Duration> {
        let mut hands = self.hands();
        if !hands.stopped {
            return None;
        }
        let stood = hands.then.elapsed();
        *hands = Hands { then: Instant::now(), stopped: false, ..*hands };
        Some(stood)
    }

    fn hands(&self) -> MutexGuard<'_, Hands> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_stands_still_and_goes_on() {
        let wall = Clock::of_tokio();
        let clock = GameClock::new(wall);
        assert_eq!(clock.now(), wall.now());
        assert!(clock.stop() && !clock.stop());
        let (stopped, due) = (clock.now(), clock.now().after(Duration::from_mins(5)));
        tokio::time::sleep(Duration::from_hours(2)).await;
        assert_eq!((clock.now(), clock.instant(due)), (stopped, None));
        assert_eq!(clock.go_on(), Some(Duration::from_hours(2)));
        assert_eq!((clock.go_on(), clock.now()), (None, stopped));
        assert_eq!(clock.on_the_wall(due), wall.now().after(Duration::from_mins(5)));
        assert_eq!(clock.instant(due), Some(Instant::now() + Duration::from_mins(5)));
        tokio::time::sleep(Duration::from_mins(6)).await;
        assert_eq!(clock.on_the_wall(due), wall.now().before(Duration::from_mins(1)));
        assert_eq!(clock.instant(due), Some(Instant::now()));
    }

    #[tokio::test(start_paused = true)]
    async fn it_goes_on_from_what_it_showed_last() {
        let clock = GameClock::new(Clock::of_tokio());
        for stopped in [false, true] {
            clock.set(Millis(1_000));
            assert_eq!((clock.now(), clock.stands_still()), (Millis(1_000), stopped));
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(clock.now(), Millis(if stopped { 1_000 } else { 2_000 }));
            clock.stop();
        }
    }
}
