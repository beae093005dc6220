//! The sandbox's clock, which follows the system clock and can be advanced or stopped by tests.
//!
//! Discord's two deadlines are measured with this clock: three seconds for the first response to an
//! interaction, and fifteen minutes for the use of an interaction's token. Rate limits are measured in real
//! time, even if the clock is stopped.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use tokio::sync::watch;
use tokio::time::Instant;

#[derive(Debug)]
pub(crate) struct Clock {
    started: Instant,
    /// Creation time of the clock in Unix milliseconds.
    started_unix_ms: u64,
    /// `true` if the clock moves only when `advance` is called.
    stopped: bool,
    advanced: watch::Sender<Duration>,
}

impl Clock {
    pub(crate) fn new(stopped: bool) -> Self {
        let started_unix_ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            started: Instant::now(),
            started_unix_ms: millis(started_unix_ms),
            stopped,
            advanced: watch::Sender::new(Duration::ZERO),
        }
    }

    /// Returns the time since the clock was created.
    pub(crate) fn now(&self) -> Duration {
        let elapsed = if self.stopped { Duration::ZERO } else { self.started.elapsed() };
        elapsed + *self.advanced.borrow()
    }

    pub(crate) fn unix_ms(&self) -> u64 {
        self.started_unix_ms + millis(self.now())
    }

    /// Returns the real time since the clock was created plus all advances, even if the clock is stopped.
    ///
    /// Rate limits use this time. With a stopped clock, an exhausted limit would block the bot forever.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed() + *self.advanced.borrow()
    }

    /// Returns the Unix time in milliseconds that corresponds to [`elapsed`](Self::elapsed).
    pub(crate) fn elapsed_unix_ms(&self) -> u64 {
        self.started_unix_ms + millis(self.elapsed())
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.advanced.send_modify(|advanced| *advanced += by);
    }

    /// Sleeps until the clock reaches `end`, which is measured from the clock's creation.
    pub(crate) async fn sleep_until(&self, end: Duration) {
        let mut moved = self.advanced.subscribe();
        loop {
            let left = end.saturating_sub(self.now());
            if left.is_zero() {
                return;
            }
            let pause = if self.stopped { Duration::from_hours(1) } else { left };
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
    let seconds = i64::try_from(unix_ms / 1_000).unwrap_or_default();
    let at = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (date, (hour, minute, second), ms) = (at.date(), at.to_hms(), unix_ms % 1_000);
    format!("{date}T{hour:02}:{minute:02}:{second:02}.{ms:03}000+00:00")
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
        let clock = Clock::new(true);
        assert_eq!(clock.now(), Duration::ZERO);
        let (reached, ()) = tokio::join!(clock.sleep_until(Duration::from_mins(15)), async {
            clock.advance(Duration::from_mins(15));
        });
        let () = reached;
        assert_eq!(clock.now(), Duration::from_mins(15));
    }
}
