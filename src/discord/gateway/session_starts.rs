//! Limits on how fast and how often gateway sessions are begun.
//!
//! Discord allows one `IDENTIFY` in five seconds for each bucket of shards, and 1,000 a day. A bot that
//! exceeds the daily limit loses its token. See "Sharding" and "Session Start Limit Object" in Discord's
//! documentation of the gateway.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude as serenity;
use serenity::{Http, SessionStartLimit};
use tokio::sync::MutexGuard;
use tokio::time::Instant;

use super::discovery::{self, ShardSelection, ShardingError};
use crate::discord::rest::error::ApiError;
use crate::store::Store;
use crate::table::{Shard, UnixMillis};
use crate::watch::Metrics;

/// Minimum time between two sessions of a bucket.
const PERIOD: Duration = Duration::from_secs(5);
/// Maximum time for which a process reserves a bucket. If the process dies, the bucket is free after this
/// time.
const HOLD: Duration = Duration::from_secs(12);
/// Maximum time to wait for the database. Without a reservation, only Discord enforces the pace.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);
/// Minimum time between two attempts to reserve a bucket.
const SHORTEST_WAIT: Duration = Duration::from_millis(50);
/// Maximum time between two attempts to reserve a bucket.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// Maximum age of the known session start limit. Other processes with the token may start sessions, too.
const MAX_AGE: Duration = Duration::from_mins(10);
/// Maximum interval between two requests for the session start limit while it is exhausted.
const ASK_AGAIN_AFTER: Duration = Duration::from_hours(1);

/// Limits the session starts of all shards of a process.
pub(crate) struct SessionStarts {
    http: Arc<Http>,
    /// Time of the last session start in each bucket. A bucket is locked while one of its shards starts.
    buckets: Vec<tokio::sync::Mutex<Option<Instant>>>,
    budget: Mutex<Budget>,
    /// Held while the limit is requested, so that concurrent callers send a single request.
    refreshing: tokio::sync::Mutex<()>,
    /// The database in which processes with the same token reserve session starts. `None` if this process
    /// runs all shards.
    store: Option<Store>,
    metrics: Metrics,
}

/// The number of sessions that may still be started.
#[derive(Debug, Clone, Copy)]
struct Budget {
    remaining: u64,
    resets_at: Instant,
    /// Number of sessions for which a permit is granted but that are not begun yet.
    reserved: u64,
    /// Time at which Discord reported these values, or last failed to.
    known_since: Instant,
}

impl Budget {
    fn of(limit: &SessionStartLimit) -> Self {
        let now = Instant::now();
        let resets_at = now + Duration::from_millis(limit.reset_after);
        Self { remaining: limit.remaining, resets_at, reserved: 0, known_since: now }
    }
}

/// Permission to begin the session of one shard.
///
/// The next shard of the bucket waits until the permit is dropped and, if the session has been begun, for
/// five more seconds.
pub(crate) struct StartPermit<'a> {
    starts: &'a SessionStarts,
    last: MutexGuard<'a, Option<Instant>>,
    is_used: bool,
    /// The reservation among all processes, if there is one.
    reservation: Option<Reservation>,
}

impl SessionStarts {
    /// Creates the limits that Discord has reported.
    ///
    /// If other processes start shards with the same token, `store` is the database that they share.
    pub(crate) fn new(
        http: Arc<Http>,
        limit: &SessionStartLimit,
        store: Option<Store>,
        metrics: Metrics,
    ) -> Self {
        let buckets = usize::try_from(limit.max_concurrency.clamp(1, 1_024)).unwrap_or(1);
        let starts = Self {
            http,
            buckets: (0..buckets).map(|_| tokio::sync::Mutex::default()).collect(),
            budget: Mutex::new(Budget::of(limit)),
            refreshing: tokio::sync::Mutex::default(),
            store,
            metrics,
        };
        starts.report();
        starts
    }

    /// Waits until a shard may begin a session. Shards of the same bucket begin in the order of their calls.
    pub(crate) async fn acquire(&self, shard: Shard) -> StartPermit<'_> {
        let bucket = usize::try_from(shard.index()).unwrap_or_default() % self.buckets.len();
        let last = self.buckets[bucket].lock().await;
        if let Some(last) = *last {
            tokio::time::sleep_until(last + PERIOD).await;
        }
        self.wait_for_budget().await;
        let mut permit = StartPermit { starts: self, last, is_used: false, reservation: None };
        if let Some(store) = &self.store {
            permit.reservation = reserve_among_processes(store, bucket).await;
        }
        permit
    }

    /// Waits until a session may be begun, and reserves it.
    async fn wait_for_budget(&self) {
        let mut is_logged = false;
        while !self.reserve().await {
            let wait = self.budget.lock().resets_at.saturating_duration_since(Instant::now());
            if !is_logged {
                tracing::error!(minutes = wait.as_secs().div_ceil(60), "no session starts are left; waiting");
                is_logged = true;
            }
            tokio::time::sleep(wait.clamp(Duration::from_secs(5), ASK_AGAIN_AFTER)).await;
            self.refresh(Duration::ZERO).await;
        }
    }

    /// Reserves a session start. Returns `false` if none is left.
    async fn reserve(&self) -> bool {
        self.refresh(MAX_AGE).await;
        let mut budget = self.budget.lock();
        let is_left = budget.remaining > budget.reserved;
        budget.reserved += u64::from(is_left);
        is_left
    }

    /// Asks Discord for the session start limit if the known one is older than `max_age`. If that fails, the
    /// known limit stays in use. After its reset time, it then allows one session.
    async fn refresh(&self, max_age: Duration) {
        let _alone = self.refreshing.lock().await;
        if self.budget.lock().known_since.elapsed() <= max_age {
            return;
        }
        let answer = discovery::bot_gateway(&self.http).await;
        let mut budget = self.budget.lock();
        match answer {
            Ok(gateway) => {
                *budget = Budget { reserved: budget.reserved, ..Budget::of(&gateway.session_start_limit) };
            }
            Err(error) => {
                tracing::warn!(%error, "failed to read number of session starts");
                budget.known_since = Instant::now();
                if budget.resets_at <= Instant::now() {
                    budget.remaining = budget.remaining.max(1);
                }
            }
        }
        drop(budget);
        self.report();
    }

    /// Asks Discord if it requires more shards, which would explain that a shard gets no session.
    ///
    /// # Errors
    /// Returns an error if the bot has to be started again with more shards. Succeeds if Discord cannot be
    /// reached.
    pub(crate) async fn check_shards(
        &self,
        selection: ShardSelection,
        shard: Shard,
    ) -> Result<(), ShardingError> {
        let answer: Result<_, ApiError> = discovery::bot_gateway(&self.http).await;
        match answer {
            Ok(gateway) => selection.still_suits(shard.total(), gateway.shards),
            Err(_) => Ok(()), // an unreachable Discord also explains the missing session
        }
    }

    fn report(&self) {
        self.metrics.session_starts_left(self.budget.lock().remaining);
    }
}

impl StartPermit<'_> {
    /// Records that the shard may have sent `IDENTIFY` from now on.
    pub(crate) fn begin(&mut self) {
        if std::mem::replace(&mut self.is_used, true) {
            return;
        }
        let mut budget = self.starts.budget.lock();
        budget.remaining = budget.remaining.saturating_sub(1);
        budget.reserved = budget.reserved.saturating_sub(1);
        drop(budget);
        self.starts.report();
    }
}

impl Drop for StartPermit<'_> {
    fn drop(&mut self) {
        if let Some(reservation) = self.reservation.take() {
            tokio::spawn(reservation.end(if self.is_used { PERIOD } else { Duration::ZERO }));
        }
        if self.is_used {
            *self.last = Some(Instant::now());
        } else {
            let mut budget = self.starts.budget.lock();
            budget.reserved = budget.reserved.saturating_sub(1);
        }
    }
}

/// A bucket that is reserved for this process among all processes with the token.
struct Reservation {
    store: Store,
    bucket: u32,
    /// End of the reservation, which identifies it.
    until: UnixMillis,
}

impl Reservation {
    async fn end(self, pause: Duration) {
        if let Err(error) = self.store.end_session_start(self.bucket, self.until, pause).await {
            tracing::debug!(%error, "failed to end reservation of session start; it ends by itself");
        }
    }
}

/// Waits until no other process begins a session of a bucket. Returns `None` if the database cannot be
/// reached: Discord then rejects sessions that are begun too fast, and they are begun again.
async fn reserve_among_processes(store: &Store, bucket: usize) -> Option<Reservation> {
    let bucket = u32::try_from(bucket).unwrap_or_default();
    loop {
        let reserved =
            tokio::time::timeout(DATABASE_TIMEOUT, store.reserve_session_start(bucket, HOLD)).await;
        let Ok(reserved) = reserved else {
            tracing::warn!(error = "timed out", "failed to reserve session start");
            return None;
        };
        match reserved {
            Ok(Ok(until)) => return Some(Reservation { store: store.clone(), bucket, until }),
            Ok(Err(wait)) => tokio::time::sleep(wait.clamp(SHORTEST_WAIT, LONGEST_WAIT)).await,
            Err(error) => {
                tracing::warn!(%error, "failed to reserve session start");
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(max_concurrency: u64, remaining: u64) -> SessionStarts {
        let limit = serde_json::json!({
            "total": 1000, "remaining": remaining, "reset_after": 60_000, "max_concurrency": max_concurrency
        });
        // No request is sent: the port is reserved.
        let http = serenity::HttpBuilder::new("token").proxy("http://127.0.0.1:1").ratelimiter_disabled(true);
        let limit = serde_json::from_value(limit).unwrap();
        SessionStarts::new(Arc::new(http.build()), &limit, None, Metrics::default())
    }

    /// Begins the sessions of `shards` at once. Each takes `lasts` until it is ready. Returns the seconds at
    /// which they begin, in order.
    async fn begin_all(starts: &SessionStarts, shards: u32, lasts: Duration) -> Vec<u64> {
        let begun = Instant::now();
        let sessions = (0..shards).map(|index| async move {
            let mut permit = starts.acquire(Shard::new(index, shards).unwrap()).await;
            permit.begin();
            let at = begun.elapsed();
            tokio::time::sleep(lasts).await;
            drop(permit);
            at.as_secs()
        });
        let mut at = futures::future::join_all(sessions).await;
        at.sort_unstable();
        at
    }

    #[tokio::test(start_paused = true)]
    async fn shards_of_a_bucket_begin_five_seconds_after_each_other() {
        assert_eq!(begin_all(&starts(1, 9), 4, Duration::ZERO).await, [0, 5, 10, 15]);
        assert_eq!(begin_all(&starts(2, 9), 5, Duration::ZERO).await, [0, 0, 5, 5, 10]);
        assert_eq!(begin_all(&starts(16, 99), 5, Duration::ZERO).await, [0; 5]);
        // The five seconds begin when the session is known to be accepted.
        assert_eq!(begin_all(&starts(1, 9), 3, Duration::from_secs(2)).await, [0, 7, 14]);
    }

    #[tokio::test(start_paused = true)]
    async fn failed_connection_does_not_delay_next_shard() {
        let (starts, begun) = (starts(1, 9), Instant::now());
        for index in 0..3 {
            drop(starts.acquire(Shard::new(index, 3).unwrap()).await);
        }
        assert_eq!(begun.elapsed(), Duration::ZERO);
        let budget = *starts.budget.lock();
        assert_eq!((budget.remaining, budget.reserved), (9, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn shards_that_start_together_do_not_exceed_the_budget() {
        let starts = starts(16, 2);
        let permits = [0, 1].map(|index| starts.acquire(Shard::new(index, 3).unwrap()));
        let permits = futures::future::join_all(permits).await;
        let third = starts.acquire(Shard::new(2, 3).unwrap());
        assert!(tokio::time::timeout(Duration::from_secs(30), third).await.is_err(), "the limit is 2");
        drop(permits);
        starts.acquire(Shard::new(2, 3).unwrap()).await;
    }

    #[tokio::test(start_paused = true)]
    async fn exhausted_budget_delays_session_until_reset() {
        let (starts, begun) = (starts(16, 2), Instant::now());
        for index in 0..3 {
            starts.acquire(Shard::new(index, 3).unwrap()).await.begin();
        }
        let waited = Duration::from_mins(1)..Duration::from_mins(2);
        assert!(waited.contains(&begun.elapsed()), "{:?}", begun.elapsed());
    }
}
