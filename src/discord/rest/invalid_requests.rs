//! Budget of invalid requests: the bot sends fewer messages when Discord rejects too many requests.
//!
//! Discord temporarily bans an IP address after 10,000 responses with status 401, 403 or 429 within ten
//! minutes (documentation page "Rate Limits: Invalid Request Limit"). Therefore the bot counts all such
//! responses and reduces its messages long before that limit.
//!
//! The count is inexact: Discord does not count a 429 of a shared limit, but the bot does.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::watch::Metrics;

/// Numbers of invalid requests (responses with status 401, 403 or 429) at which the bot starts to send fewer
/// messages.
///
/// The requests are counted in a sliding window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DegradationThresholds {
    /// Number of invalid requests at which the bot stops sending pictures, turn pings and other
    /// notifications.
    pub thrifty: u32,
    /// Number of invalid requests at which the bot also stops updating open hand messages and edits other
    /// messages less often.
    ///
    /// From then on, the bot edits messages in a channel at most once every [`DegradationThresholds::pace`].
    /// The restrictions of [`DegradationThresholds::thrifty`] still apply.
    pub sparing: u32,
    /// Number of invalid requests at which the bot stops sending all messages except replies to users.
    pub silent: u32,
    /// Minimum time between two edits in a channel once the number of invalid requests has reached
    /// [`DegradationThresholds::sparing`].
    pub pace: Duration,
    /// Length of the sliding window for counting invalid requests.
    pub window: Duration,
}

impl Default for DegradationThresholds {
    /// Returns the default thresholds: 10 %, 30 % and 60 % of Discord's limit on invalid requests.
    ///
    /// The highest threshold is well below 100 %, because the bot still sends replies after reaching it. In
    /// addition, Discord counts invalid requests from before a restart of the bot, but the bot does not.
    fn default() -> Self {
        Self {
            thrifty: 1_000,
            sparing: 3_000,
            silent: 6_000,
            pace: Duration::from_secs(15),
            window: Duration::from_mins(10),
        }
    }
}

/// Levels of restrictions on sending messages. The level depends on the number of recent invalid requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Degradation {
    /// Normal operation.
    Calm,
    /// The bot sends no pictures, turn pings or other notifications. See [`DegradationThresholds::thrifty`].
    Thrifty,
    /// In addition to the restrictions of [`Thrifty`](Self::Thrifty), the bot stops updating open hand
    /// messages and edits other messages less often. See [`DegradationThresholds::sparing`].
    Sparing,
    /// The bot sends only replies to users. See [`DegradationThresholds::silent`].
    Silent,
}

/// Counts invalid requests in a sliding window, which is ten minutes long by default.
#[derive(Debug)]
pub(crate) struct InvalidRequestBudget {
    metrics: Metrics,
    thresholds: DegradationThresholds,
    began: Instant,
    recent: Mutex<RecentRequests>,
}

#[derive(Debug)]
struct RecentRequests {
    /// Numbers of invalid requests per second, oldest first. Each pair contains the seconds since the bot's
    /// start and the number of invalid requests in that second.
    seconds: VecDeque<(u64, u32)>,
    /// Number of invalid requests in the sliding window.
    count: u32,
    stage: Degradation,
}

impl InvalidRequestBudget {
    pub(crate) fn new(thresholds: DegradationThresholds, metrics: Metrics) -> Arc<Self> {
        let recent = RecentRequests { seconds: VecDeque::new(), count: 0, stage: Degradation::Calm };
        Arc::new(Self { metrics, thresholds, began: Instant::now(), recent: Mutex::new(recent) })
    }

    /// Records the HTTP status of a response. Responses with status 401, 403 or 429 count as invalid
    /// requests.
    pub(crate) fn record(&self, status: u16) {
        self.metrics.rest(Some(status));
        if matches!(status, 401 | 403 | 429) {
            self.count_more(1);
        }
    }

    /// Returns how strictly the bot currently limits its messages.
    pub(crate) fn stage(&self) -> Degradation {
        self.count_more(0).0
    }

    /// Returns the number of invalid requests in the sliding window.
    #[cfg(test)]
    fn count(&self) -> u32 {
        self.count_more(0).1
    }

    /// Returns the minimum time between two edits in a channel from [`Degradation::Sparing`] on.
    pub(crate) const fn slow_pace(&self) -> Duration {
        self.thresholds.pace
    }

    fn count_more(&self, more: u32) -> (Degradation, u32) {
        let (now, window) = (self.began.elapsed().as_secs(), self.thresholds.window.as_secs());
        let mut recent = self.recent.lock();
        while let Some((_, many)) = recent.seconds.pop_front_if(|(second, _)| *second + window <= now) {
            recent.count -= many;
        }
        if more > 0 {
            recent.count += more;
            match recent.seconds.back_mut().filter(|(second, _)| *second == now) {
                Some((_, many)) => *many += more,
                None => recent.seconds.push_back((now, more)),
            }
        }
        let (before, count) = (recent.stage, recent.count);
        recent.stage = self.thresholds.stage(before, count);
        let stage = recent.stage;
        drop(recent);
        if stage != before {
            tracing::warn!(?before, ?stage, count, "changed sending rate because of rejected requests");
        }
        (stage, count)
    }
}

impl DegradationThresholds {
    /// Returns the degradation stage for `count` invalid requests. `before` is the previous stage.
    ///
    /// A stage begins when the count reaches its threshold, but ends only when the count falls below three
    /// quarters of that threshold. This prevents frequent switching between two stages.
    fn stage(self, before: Degradation, count: u32) -> Degradation {
        let at = |factor: u32| {
            [
                (self.silent, Degradation::Silent),
                (self.sparing, Degradation::Sparing),
                (self.thrifty, Degradation::Thrifty),
            ]
            .into_iter()
            .find(|(least, _)| u64::from(count) * 4 >= u64::from(*least) * u64::from(factor))
            .map_or(Degradation::Calm, |(_, stage)| stage)
        };
        at(4).max(before.min(at(3)))
    }
}

/// Configures serenity's HTTP client so that it reports the status of each response to `budget`. `RestClient`
/// reports the responses to its own requests itself.
///
/// The status is read in a reqwest retry policy that never retries. reqwest does not call this policy for
/// requests whose body cannot be cloned, such as file uploads, which this client does not send.
pub(crate) fn listening(
    client: reqwest::ClientBuilder,
    budget: &Arc<InvalidRequestBudget>,
) -> reqwest::ClientBuilder {
    let budget = Arc::clone(budget);
    client.retry(reqwest::retry::never().classify_fn(move |answer| {
        if let Some(status) = answer.status() {
            budget.record(status.as_u16());
        }
        answer.success()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> Arc<InvalidRequestBudget> {
        InvalidRequestBudget::new(DegradationThresholds::default(), Metrics::default())
    }

    fn record_refusals(budget: &InvalidRequestBudget, times: u32) {
        for _ in 0..times {
            budget.record(403);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn only_http_errors_401_403_and_429_count_as_invalid_requests() {
        let budget = budget();
        for status in [200, 204, 400, 404, 413, 500, 503] {
            budget.record(status);
        }
        assert_eq!(budget.count(), 0);
        for status in [401, 403, 429] {
            budget.record(status);
        }
        assert_eq!(budget.count(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn metrics_count_discord_responses_by_http_status() {
        let metrics = Metrics::default();
        let budget = InvalidRequestBudget::new(DegradationThresholds::default(), metrics.clone());
        for status in [200, 204, 404, 401, 403, 429, 429, 503] {
            budget.record(status);
        }
        let text = metrics.text().unwrap();
        for (figure, count) in [
            ("ulti_rest_requests_total{status=\"2xx\"}", 2),
            ("ulti_rest_requests_total{status=\"4xx\"}", 3),
            ("ulti_rest_requests_total{status=\"429\"}", 2),
            ("ulti_rest_requests_total{status=\"5xx\"}", 1),
            ("ulti_rest_invalid_requests_total", 4),
        ] {
            assert!(text.contains(&format!("\n{figure} {count}\n")), "{figure} {count} is not in {text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn invalid_request_count_covers_last_ten_minutes() {
        let budget = budget();
        for minute in 1..=20 {
            record_refusals(&budget, 100);
            assert_eq!(budget.count(), 100 * minute.min(10));
            tokio::time::advance(Duration::from_mins(1)).await;
        }
        tokio::time::advance(DegradationThresholds::default().window).await;
        assert_eq!((budget.count(), budget.stage()), (0, Degradation::Calm));
    }

    #[tokio::test(start_paused = true)]
    async fn message_updates_slow_down_after_many_failed_requests() {
        let budget = budget();
        for (more, stage) in [
            (999, Degradation::Calm),
            (1, Degradation::Thrifty),
            (2_000, Degradation::Sparing),
            (3_000, Degradation::Silent),
        ] {
            record_refusals(&budget, more);
            assert_eq!(budget.stage(), stage, "after {}", budget.count());
            tokio::time::advance(Duration::from_mins(2)).await;
        }
        let mut seen = Vec::new();
        for _ in 0..12 {
            tokio::time::advance(Duration::from_mins(1)).await;
            seen.push(budget.stage());
        }
        assert!(seen.is_sorted_by(|one, next| one >= next), "{seen:?}");
        assert_eq!(seen.last(), Some(&Degradation::Calm));
    }

    #[tokio::test(start_paused = true)]
    async fn message_updates_speed_up_after_invalid_requests_expire() {
        let budget = budget();
        record_refusals(&budget, 300);
        tokio::time::advance(Duration::from_mins(5)).await;
        record_refusals(&budget, 700);
        assert_eq!(budget.stage(), Degradation::Thrifty);
        tokio::time::advance(Duration::from_mins(5)).await;
        assert_eq!((budget.count(), budget.stage()), (700, Degradation::Calm));
        record_refusals(&budget, 299);
        assert_eq!((budget.count(), budget.stage()), (999, Degradation::Calm));
        record_refusals(&budget, 1);
        assert_eq!(budget.stage(), Degradation::Thrifty);
        tokio::time::advance(Duration::from_mins(4)).await;
        assert_eq!((budget.count(), budget.stage()), (1_000, Degradation::Thrifty));
    }
}
