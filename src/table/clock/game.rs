//! The clock that measures deadlines.
//!
//! The game clock stops while players cannot act: while the bot is down, the machine sleeps or Discord is
//! unreachable. Deadlines on the game clock need no adjustment after such a pause, and changes of the system
//! time do not affect them.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::table::{UnixMillis, WallClock};

/// The clock that measures the deadlines of a shard's tables. It can be stopped, for example while the shard
/// is disconnected.
#[derive(Debug)]
pub(crate) struct GameClock {
    wall: WallClock,
    state: Mutex<ClockState>,
}

#[derive(Debug, Clone, Copy)]
struct ClockState {
    /// Time that the clock showed at the instant `since`.
    shown: UnixMillis,
    since: Instant,
    stopped: bool,
}

impl ClockState {
    fn now(self) -> UnixMillis {
        if self.stopped { self.shown } else { self.shown.after(self.since.elapsed()) }
    }
}

impl GameClock {
    /// Creates a running clock that starts at the current wall-clock time.
    pub(crate) fn new(wall: WallClock) -> Self {
        let state = ClockState { shown: wall.now(), since: Instant::now(), stopped: false };
        Self { wall, state: Mutex::new(state) }
    }

    /// Returns the current time on the game clock.
    pub(crate) fn now(&self) -> UnixMillis {
        self.state.lock().now()
    }

    /// Converts game-clock time to wall-clock time, assuming that the game clock keeps running.
    pub(crate) fn on_the_wall(&self, at: UnixMillis) -> UnixMillis {
        let (now, wall) = (self.now(), self.wall.now());
        wall.after(at.since(now)).before(now.since(at))
    }

    /// Returns the instant at which the clock will reach `at`, or `None` if the clock is stopped.
    pub(crate) fn instant(&self, at: UnixMillis) -> Option<Instant> {
        let state = self.state.lock();
        (!state.stopped).then(|| Instant::now() + at.since(state.now()))
    }

    pub(crate) fn stands_still(&self) -> bool {
        self.state.lock().stopped
    }

    /// Sets the clock to a time restored from the journal. A stopped clock remains stopped.
    pub(crate) fn set(&self, shown: UnixMillis) {
        let mut state = self.state.lock();
        *state = ClockState { shown, since: Instant::now(), ..*state };
    }

    /// Stops the clock. Returns `true` if it was running.
    pub(crate) fn stop(&self) -> bool {
        let mut state = self.state.lock();
        if state.stopped {
            return false;
        }
        *state = ClockState { shown: state.now(), since: Instant::now(), stopped: true };
        true
    }

    /// Restarts the clock. Returns how long it was stopped, or `None` if it was running.
    pub(crate) fn go_on(&self) -> Option<Duration> {
        let mut state = self.state.lock();
        if !state.stopped {
            return None;
        }
        let paused_for = state.since.elapsed();
        *state = ClockState { since: Instant::now(), stopped: false, ..*state };
        Some(paused_for)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn game_clock_ignores_time_while_stopped() {
        let wall = WallClock::of_tokio();
        let clock = GameClock::new(wall.clone());
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
    async fn setting_game_clock_does_not_start_or_stop_it() {
        let clock = GameClock::new(WallClock::of_tokio());
        for stopped in [false, true] {
            clock.set(UnixMillis(1_000));
            assert_eq!((clock.now(), clock.stands_still()), (UnixMillis(1_000), stopped));
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(clock.now(), UnixMillis(if stopped { 1_000 } else { 2_000 }));
            clock.stop();
        }
    }
}
