//! The stand-in's time: the computer's, which a test may move forward or stop.
//!
//! Discord's two deadlines hang on it: three seconds for the first answer to an interaction, fifteen minutes
//! for its token.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use tokio::time::Instant;

#[derive(Debug)]
pub(super) struct Clock {
    started: Instant,
    /// Unix milliseconds at the start.
    born: u64,
    /// Time passes only when a test says so.
    stopped: bool,
    skipped: watch::Sender<Duration>,
}

impl Clock {
    pub(super) fn new(stopped: bool) -> Self {
        let born = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            started: Instant::now(),
            born: millis(born),
            stopped,
            skipped: watch::Sender::new(Duration::ZERO),
        }
    }

    /// Time since the start.
    pub(super) fn now(&self) -> Duration {
        let lived = if self.stopped { Duration::ZERO } else { self.started.elapsed() };
        lived + *self.skipped.borrow()
    }

    pub(super) fn unix_ms(&self) -> u64 {
        self.born + millis(self.now())
    }

    pub(super) fn advance(&self, by: Duration) {
        self.skipped.send_modify(|skipped| *skipped += by);
    }

    /// Sleeps until `end` (since the start) by this clock.
    pub(super) async fn reach(&self, end: Duration) {
        let mut moved = self.skipped.subscribe();
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

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// ISO 8601 as Discord writes it: `2026-07-18T10:20:30.123000+00:00`.
pub(super) fn timestamp(unix_ms: u64) -> String {
    let (days, rest) = (unix_ms / 86_400_000, unix_ms % 86_400_000);
    let (year, month, day) = civil(days);
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    let (second, ms) = (rest / 1_000 % 60, rest % 1_000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}000+00:00")
}

/// The date of a day since 1970, by Howard Hinnant's `civil_from_days`, for days after 1970 only.
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
    fn timestamps_are_dates() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(timestamp(951_782_400_000), "2000-02-29T00:00:00.000000+00:00");
        assert_eq!(timestamp(1_798_761_599_987), "2026-12-31T23:59:59.987000+00:00");
    }

    #[tokio::test]
    async fn a_stopped_clock_moves_by_hand() {
        let clock = Clock::new(true);
        assert_eq!(clock.now(), Duration::ZERO);
        let (reached, ()) = tokio::join!(clock.reach(Duration::from_mins(15)), async {
            clock.advance(Duration::from_mins(15));
        });
        let () = reached;
        assert_eq!(clock.now(), Duration::from_mins(15));
    }
}
