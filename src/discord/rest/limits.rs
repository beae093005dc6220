//! The rate limits of the process, and the urgency of its requests.

use std::time::Duration;

use rest_limiter::{LimitScope, Observer, Priority, RestLimiter};

use crate::table::ShardRange;
use crate::watch::Metrics;

/// Default of [`Options::requests_per_second`](crate::discord::Options::requests_per_second). Discord allows
/// 50 for a token; three are left for those that serenity sends itself when it connects.
pub(crate) const GLOBAL_LIMIT: usize = 47;
/// Minimum share of a process. With less, it could not keep its tables up to date.
const MIN_SHARE: usize = 4;

/// Urgency of a response to an interaction, for which a user is waiting.
pub(crate) const RESPONSE: Priority = Priority::Response;
/// Urgency of a message that shows whose turn it is.
pub(crate) const TURN: Priority = Priority::OvertakenFor(Duration::ZERO);
/// Urgency of a picture that is added to a message, and of the deletion of an older hand.
pub(crate) const PICTURE: Priority = Priority::OvertakenFor(Duration::from_secs(5));
/// Urgency of the result of a deal and of the standings of an evening.
pub(crate) const RESULT: Priority = Priority::OvertakenFor(Duration::from_secs(10));
/// Urgency of a ping and of other notices.
pub(crate) const NOTICE: Priority = Priority::OvertakenFor(Duration::from_secs(15));
/// Urgency of a season summary, the registration of commands, and the upload of an emoji.
pub(crate) const BACKGROUND: Priority = Priority::OvertakenFor(Duration::from_mins(1));

/// The share of Discord's global limit that a process may use.
///
/// All processes with the token may together send a number of requests per second. Each may send in
/// proportion to its shards.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GlobalShare {
    /// Number of requests per second of all processes.
    pub(crate) per_second: usize,
}

impl GlobalShare {
    /// Creates the rate limiter of a process with the given shards.
    ///
    /// If `counts_interactions` is `true`, interaction endpoints always count towards the global limit.
    pub(crate) fn limiter(
        self,
        shards: ShardRange,
        counts_interactions: bool,
        metrics: Metrics,
    ) -> RestLimiter {
        RestLimiter::new(
            self.of(shards.count(), shards.total()),
            counts_interactions,
            LimiterMetrics(metrics),
        )
    }

    /// Returns the number of requests per second that a process with some of the shards may send.
    pub(crate) fn of(self, shards: u32, total: u32) -> usize {
        let number = |shards: u32| usize::try_from(shards).unwrap_or(usize::MAX);
        (self.per_second.saturating_mul(number(shards)) / number(total.max(1))).max(MIN_SHARE)
    }
}

/// Counts the events of the rate limiter.
struct LimiterMetrics(Metrics);

impl Observer for LimiterMetrics {
    fn waiting(&self, requests: usize) {
        self.0.rest_waiting(requests);
    }

    fn delayed(&self, is_global: bool) {
        self.0.limited(is_global);
    }

    fn sent(&self, counts_globally: bool) {
        self.0.permitted(counts_globally);
    }

    fn rejected(&self, is_global: bool, scope: LimitScope) {
        self.0.rejected(is_global);
        if is_global && scope != LimitScope::Global {
            let seconds = rest_limiter::COUNTED_FOR.as_secs();
            tracing::warn!(seconds, "interaction endpoints count towards the global rate limit");
        }
    }
}

#[cfg(test)]
mod tests {
    use rest_limiter::LimitKey;

    use super::*;

    const PRIORITIES: [Priority; 6] = [RESPONSE, TURN, PICTURE, RESULT, NOTICE, BACKGROUND];

    #[test]
    fn processes_share_the_global_limit_by_their_shards() {
        let share = GlobalShare { per_second: GLOBAL_LIMIT };
        assert_eq!(share.of(1, 1), GLOBAL_LIMIT);
        assert_eq!(share.of(16, 16), GLOBAL_LIMIT);
        assert_eq!((share.of(4, 16), share.of(12, 16)), (11, 35));
        assert_eq!(share.of(1, 100), MIN_SHARE);
        assert_eq!(share.of(0, 4), MIN_SHARE, "a process without shards registers its commands");
    }

    /// Even a process with the smallest share sends requests of every priority, although some requests are
    /// reserved.
    #[tokio::test(start_paused = true)]
    async fn requests_of_every_priority_are_granted_with_any_share() {
        let share = GlobalShare { per_second: GLOBAL_LIMIT };
        for total in [1, 2, 6, 7, 8, 9, 10, 12, 16, 100] {
            let limiter = share.limiter(format!("0/{total}").parse().unwrap(), true, Metrics::default());
            for priority in PRIORITIES {
                let key = LimitKey { route: "edit", major: 1, scope: LimitScope::Global };
                let granted = tokio::time::timeout(Duration::from_secs(2), limiter.acquire(key, priority));
                assert!(granted.await.is_ok(), "{priority:?} is not granted with 1 of {total} shards");
            }
        }
    }
}
