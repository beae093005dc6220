//! The sandbox's clock, which follows the system clock and can be advanced or stopped by tests.
//!
//! Discord's two deadlines are measured with this clock: three seconds for the first response to an
//! interaction, and fifteen minutes for the use of an interaction's token. [`ClockMode`] selects whether rate
//! limits follow the same clock.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use tokio::sync::watch;
use tokio::time::Instant;

/// Mode of the sandbox's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockMode {
    /// The clock follows the system clock. [`Sandbox::advance`](crate::Sandbox::advance) moves it forward.
    #[default]
    System,
    /// The clock moves only when it is advanced. Rate limits are measured in real time, because an exhausted
    /// limit would block the bot forever.
    Stopped,
    /// The clock moves only when it is advanced, and rate limits follow it. For bots whose own clock is
    /// advanced by the test as well.
    Manual,
}

#[derive(Debug)]
pub(crate) struct Clock {
    started: Instant,
    /// Creation time of the clock in Unix milliseconds.
    started_unix_ms: u64,
    mode: ClockMode,
    advanced: watch::Sender<Duration>,
    /// Time by which timestamps are ahead of the clock.
    ticks: Mutex<Duration>,
    /// Times at which timers expire. A timer is removed after its effect has happened.
    timers: Mutex<Vec<Duration>>,
}

/// A timer. Drop it after its effect has happened.
#[derive(Debug)]
pub(crate) struct Timer {
    clock: Arc<Clock>,
    end: Duration,
}

impl Drop for Timer {
    fn drop(&mut self) {
        let mut timers = self.clock.timers();
        if let Some(place) = timers.iter().position(|end| *end == self.end) {
            timers.swap_remove(place);
        }
    }
}

impl Clock {
    pub(crate) fn new(mode: ClockMode) -> Self {
        let started_unix_ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            started: Instant::now(),
            started_unix_ms: millis(started_unix_ms),
            mode,
            advanced: watch::Sender::new(Duration::ZERO),
            ticks: Mutex::default(),
            timers: Mutex::default(),
        }
    }

    /// Returns the time since the clock was created.
    pub(crate) fn now(&self) -> Duration {
        let is_running = self.mode == ClockMode::System;
        let elapsed = if is_running { self.started.elapsed() } else { Duration::ZERO };
        elapsed + *self.advanced.borrow()
    }

    /// Returns the time of timestamps since the clock was created: [`now`](Self::now) plus all ticks.
    pub(crate) fn stamp(&self) -> Duration {
        self.now() + *self.ticks()
    }

    /// Returns the Unix time of timestamps in milliseconds.
    pub(crate) fn unix_ms(&self) -> u64 {
        self.started_unix_ms + millis(self.stamp())
    }

    /// Moves timestamps forward, but neither timers nor rate limits.
    pub(crate) fn tick(&self, by: Duration) {
        *self.ticks() += by;
    }

    fn ticks(&self) -> MutexGuard<'_, Duration> {
        self.ticks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time by which rate limits are measured: in the mode [`ClockMode::Stopped`], the real time
    /// since the clock was created plus all advances, otherwise [`now`](Self::now).
    pub(crate) fn elapsed(&self) -> Duration {
        match self.mode {
            ClockMode::System | ClockMode::Manual => self.now(),
            ClockMode::Stopped => self.started.elapsed() + *self.advanced.borrow(),
        }
    }

    /// Returns the Unix time in milliseconds that corresponds to [`elapsed`](Self::elapsed).
    pub(crate) fn elapsed_unix_ms(&self) -> u64 {
        self.started_unix_ms + millis(self.elapsed())
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.advanced.send_modify(|advanced| *advanced += by);
    }

    fn timers(&self) -> MutexGuard<'_, Vec<Duration>> {
        self.timers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of timers that have expired, but whose effects have not happened yet.
    pub(crate) fn expired(&self) -> usize {
        let now = self.now();
        self.timers().iter().filter(|end| **end <= now).count()
    }

    /// Creates a timer that expires at `end`, which is measured from the clock's creation.
    pub(crate) fn timer(self: &Arc<Self>, end: Duration) -> Timer {
        self.timers().push(end);
        Timer { clock: Arc::clone(self), end }
    }
}

impl Timer {
    /// Waits until the timer expires.
    pub(crate) async fn expired(&self) {
        let Self { clock, end } = self;
        let mut moved = clock.advanced.subscribe();
        loop {
            let left = end.saturating_sub(clock.now());
            if left.is_zero() {
                return;
            }
            let is_running = clock.mode == ClockMode::System;
            let pause = if is_running { left } else { Duration::from_hours(1) };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                _ = moved.changed() => {}
            }
        }
    }
}

pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Formats a Unix time in milliseconds as a timestamp, such as `2026-07-18T10:20:30.123000+00:00`.
pub(crate) fn timestamp(unix_ms: u64) -> String {
    let at = i64::try_from(unix_ms).ok().and_then(|unix_ms| Timestamp::from_millisecond(unix_ms).ok());
    at.unwrap_or_default().strftime("%Y-%m-%dT%H:%M:%S.%6f+00:00").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sandbox_formats_timestamps_as_iso_8601() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(timestamp(951_782_400_000), "2000-02-29T00:00:00.000000+00:00");
        assert_eq!(timestamp(1_798_761_599_987), "2026-12-31T23:59:59.987000+00:00");
    }

    #[tokio::test]
    async fn stopped_clock_can_be_advanced_manually() {
        let clock = Arc::new(Clock::new(ClockMode::Stopped));
        assert_eq!(clock.now(), Duration::ZERO);
        let timer = clock.timer(Duration::from_mins(15));
        assert_eq!(clock.expired(), 0);
        clock.tick(Duration::from_mins(20));
        assert_eq!((clock.now(), clock.expired()), (Duration::ZERO, 0));
        tokio::join!(timer.expired(), async { clock.advance(Duration::from_mins(15)) });
        assert_eq!((clock.now(), clock.expired()), (Duration::from_mins(15), 1));
        assert_eq!(clock.stamp(), Duration::from_mins(35));
        drop(timer);
        assert_eq!(clock.expired(), 0);
    }
}
