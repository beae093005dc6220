//! Limits of `IDENTIFY` frames: one per bucket in five seconds, and a budget for each day.
//!
//! See "Sharding" and "Session Start Limit Object" in Discord's gateway documentation.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::options::Options;

/// Minimum time between two sessions of the same bucket.
const PERIOD: Duration = Duration::from_secs(5);
/// Time after which the budget of session starts is reset, counted from the first session start.
const BUDGET_PERIOD: Duration = Duration::from_hours(24);

/// An `IDENTIFY` frame, with which a shard starts a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identified {
    /// Time by which rate limits are measured, see [`ClockMode`](crate::ClockMode).
    pub at: Duration,
    /// Id of the shard.
    pub shard: u64,
    /// Number of shards that the bot has declared.
    pub shard_count: u64,
    /// `true` if the session was started.
    pub accepted: bool,
}

/// A limit that an `IDENTIFY` frame exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exceeded {
    /// Another shard of the same bucket has started a session less than five seconds ago.
    Pace,
    /// The session start limit is exhausted.
    Budget,
}

/// The session start limit, as returned by `GET /gateway/bot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SessionStartLimit {
    pub(crate) remaining: u32,
    pub(crate) reset_after: Duration,
}

#[derive(Debug, Default)]
struct State {
    /// Time of the last accepted `IDENTIFY` of each bucket.
    last: HashMap<u64, Duration>,
    /// Time at which the current budget ends, and the number of sessions started within it.
    budget_end: Duration,
    used: u32,
    records: Vec<Identified>,
}

/// Records the `IDENTIFY` frames and checks their limits.
#[derive(Debug)]
pub(crate) struct Identifies {
    /// Number of buckets. `None` if the pace is not limited.
    buckets: Option<u64>,
    budget: u32,
    state: Mutex<State>,
}

impl Identifies {
    pub(crate) fn new(options: &Options) -> Self {
        let buckets = options.rate_limits.identifies.then(|| u64::from(options.max_concurrency.max(1)));
        Self { buckets, budget: options.session_starts, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the start of a session.
    ///
    /// # Errors
    /// Returns the exceeded limit. A rejected `IDENTIFY` is not counted.
    pub(crate) fn admit(&self, shard: u64, now: Duration) -> Result<(), Exceeded> {
        let mut state = self.state();
        let bucket = self.buckets.map(|buckets| shard % buckets);
        let last = bucket.and_then(|bucket| state.last.get(&bucket));
        if last.is_some_and(|last| now.saturating_sub(*last) < PERIOD) {
            return Err(Exceeded::Pace);
        }
        if now >= state.budget_end {
            (state.budget_end, state.used) = (now + BUDGET_PERIOD, 0);
        }
        if state.used >= self.budget {
            return Err(Exceeded::Budget);
        }
        state.used += 1;
        if let Some(bucket) = bucket {
            state.last.insert(bucket, now);
        }
        Ok(())
    }

    pub(crate) fn session_start_limit(&self, now: Duration) -> SessionStartLimit {
        let state = self.state();
        let reset_after = state.budget_end.saturating_sub(now);
        let used = if reset_after.is_zero() { 0 } else { state.used };
        SessionStartLimit { remaining: self.budget.saturating_sub(used), reset_after }
    }

    pub(crate) fn record(&self, record: Identified) {
        self.state().records.push(record);
    }

    pub(crate) fn all(&self) -> Vec<Identified> {
        self.state().records.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejected_identify_does_not_extend_the_period() {
        let identifies = Identifies::new(&Options::default());
        let admit = |ms| identifies.admit(0, Duration::from_millis(ms));
        assert_eq!(admit(1_000), Ok(()));
        assert_eq!(admit(5_999), Err(Exceeded::Pace));
        assert_eq!(admit(6_000), Ok(()));
    }

    #[test]
    fn budget_is_reset_a_day_after_its_first_session() {
        let rate_limits = crate::RateLimits::OFF;
        let options = Options { session_starts: 2, rate_limits, ..Options::default() };
        let identifies = Identifies::new(&options);
        let hours = Duration::from_hours;
        let limit = |now| {
            let limit = identifies.session_start_limit(now);
            (limit.remaining, limit.reset_after)
        };
        assert_eq!(limit(hours(1)), (2, Duration::ZERO));
        assert_eq!(identifies.admit(0, hours(1)), Ok(()));
        assert_eq!(identifies.admit(0, hours(5)), Ok(()));
        assert_eq!(limit(hours(5)), (0, hours(20)));
        assert_eq!(identifies.admit(1, hours(24)), Err(Exceeded::Budget));
        assert_eq!(limit(hours(25)), (2, Duration::ZERO));
        assert_eq!(identifies.admit(1, hours(25)), Ok(()));
    }
}
