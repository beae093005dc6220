//! The sandbox's clock, which follows the system clock and can be advanced or stopped by tests.
//!
//! Discord's two deadlines are measured with this clock: three seconds for the first response to an
//! interaction, and fifteen minutes for the use of an interaction's token.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use tokio::time::Instant;

#[derive(Debug)]
pub(crate) struct Clock {
    started: Instant,
    /// Time at which the clock was created, in Unix milliseconds.
    started_unix_ms: u64,
    /// `true` if the clock is stopped, so that its time changes only through `advance`.
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

    pub(crate) fn advance(&self, by: Duration) {
        self.advanced.send_modify(|advanced| *advanced += by);
    }

    /// Sleeps until the clock reaches `end`, which is a duration since the clock's creation.
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

/// Formats a time in Discord's ISO 8601 format, such as `2026-07-18T10:20:30.123000+00:00`.
pub(crate) fn timestamp(unix_ms: u64) -> String {
    let (days, rest) = (unix_ms / 86_400_000, unix_ms % 86_400_000);
    let (year, month, day) = civil(days);
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    let (second, ms) = (rest / 1_000 % 60, rest % 1_000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}000+00:00")
}

/// Converts days since 1970-01-01 to year, month and day.
///
/// Uses Howard Hinnant's algorithm `civil_from_days` for non-negative days.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let of_era = shifted % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_formats_known_dates() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(timestamp(951_782_400_000), "2000-02-29T00:00:00.000000+00:00");
        assert_eq!(timestamp(1_798_761_599_987), "2026-12-31T23:59:59.987000+00:00");
    }

    #[tokio::test]
    async fn stopped_clock_moves_only_by_advance() {
        let clock = Clock::new(true);
        assert_eq!(clock.now(), Duration::ZERO);
        let (reached, ()) = tokio::join!(clock.sleep_until(Duration::from_mins(15)), async {
            clock.advance(Duration::from_mins(15));
        });
        let () = reached;
        assert_eq!(clock.now(), Duration::from_mins(15));
    }
}
