//! The rate limiter for all REST requests that are sent with the bot's token.
//!
//! A request needs a [`Permit`]. The limiter grants permits in the order of their [`Priority`] and delays those that
//! would exceed a limit:
//!
//! - the global limit of 50 requests per second. A permit counts from the time when it is granted until a second
//!   after the response has been received. Any two requests that reach Discord within a second therefore count at the
//!   same time, however long they take to get there, so that Discord never sees more than 50 in a second;
//! - the limit of the route's bucket, which is known from the headers of earlier responses;
//! - the waiting time of a response with status 429.
//!
//! Interaction endpoints do not count towards the global limit until Discord rejects one because of it.
//!
//! See [Rate Limits](https://docs.discord.com/developers/topics/rate-limits) in Discord's documentation.

mod headers;
mod limit;
mod schedule;

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use reqwest::header::HeaderMap;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

use crate::watch::Metrics;
use headers::RateLimitHeaders;
pub(crate) use limit::{Limit, LimitScope, Priority};
use schedule::{COUNTED_FOR, Charge, Grant, Request, Schedule};

/// Maximum number of requests per second. Discord allows 50 for a token; three are left for those that serenity sends
/// itself when it connects.
const GLOBAL_LIMIT: usize = 47;

/// Requests that wait for a shorter time do not count as delayed.
const SHORTEST_DELAY: Duration = Duration::from_millis(1);

/// Delays requests that would exceed one of Discord's rate limits.
#[derive(Debug, Clone)]
pub(crate) struct RestLimiter(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    schedule: Mutex<Schedule>,
    /// Notified when a permit may be granted earlier than the task that grants permits expects.
    changed: Notify,
    metrics: Metrics,
}

impl RestLimiter {
    /// Creates a rate limiter.
    ///
    /// `counts_interactions` states that interaction endpoints always count towards the global limit.
    pub(crate) fn new(counts_interactions: bool, metrics: Metrics) -> Self {
        let schedule = Mutex::new(Schedule::new(GLOBAL_LIMIT, counts_interactions));
        Self(Arc::new(Shared { schedule, changed: Notify::new(), metrics }))
    }

    /// Waits until a request may be sent. Waiting requests are granted a permit in the order of their priority.
    ///
    /// Cancelling the future withdraws the request.
    pub(crate) async fn acquire(&self, limit: Limit, priority: Priority) -> Permit {
        let (sender, granted) = oneshot::channel();
        let waits = {
            let mut schedule = self.0.schedule.lock();
            schedule.enqueue(Request { limit: limit.clone(), sender }, priority);
            schedule.grant(Instant::now());
            schedule.starts_driver().then_some(schedule.waiting())
        };
        if let Some(waiting) = waits {
            self.0.metrics.rest_waiting(waiting);
            tokio::spawn(drive(Arc::clone(&self.0)));
        }
        self.0.changed.notify_one();
        let began = Instant::now();
        // The schedule keeps every sender until it grants the permit.
        let grant = Waiting { shared: &self.0, granted: Some(granted) }.grant().await;
        let is_delayed = began.elapsed() >= SHORTEST_DELAY;
        if is_delayed {
            self.0.metrics.limited(grant.is_delayed_globally);
        }
        Permit { shared: Arc::clone(&self.0), sent: Some((limit, grant.charge)), is_delayed }
    }
}

/// Grants permits until no request is waiting.
async fn drive(shared: Arc<Shared>) {
    loop {
        let (wake, waiting) = {
            let mut schedule = shared.schedule.lock();
            let wake = schedule.grant(Instant::now());
            if schedule.ends_driver() {
                shared.metrics.rest_waiting(0);
                return;
            }
            (wake, schedule.waiting())
        };
        shared.metrics.rest_waiting(waiting);
        let changed = shared.changed.notified();
        match wake {
            Some(wake) => drop(tokio::time::timeout_at(wake, changed).await),
            None => changed.await,
        }
    }
}

/// Permission to send one request.
///
/// Dropping an unused permit gives it back. Dropping a permit whose request received no response counts the request.
#[derive(Debug)]
pub(crate) struct Permit {
    shared: Arc<Shared>,
    /// The limits that the request counts towards. `None` once the permit has been given back.
    sent: Option<(Limit, Charge)>,
    is_delayed: bool,
}

/// A request that is waiting for its permit. If it is dropped, a permit that was just granted is given back.
struct Waiting<'a> {
    shared: &'a Shared,
    granted: Option<oneshot::Receiver<Grant>>,
}

impl Waiting<'_> {
    async fn grant(mut self) -> Grant {
        let Some(granted) = &mut self.granted else { return Grant::default() };
        let grant = granted.await.unwrap_or_default();
        self.granted = None;
        grant
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let Some(granted) = &mut self.granted else { return };
        granted.close();
        if let Ok(grant) = granted.try_recv() {
            self.shared.schedule.lock().cancel(&grant.charge);
            self.shared.changed.notify_one();
        }
    }
}

impl Permit {
    /// Returns `true` if a limit delayed the request, so that what it sends may be outdated.
    pub(crate) const fn is_delayed(&self) -> bool {
        self.is_delayed
    }

    /// Gives the permit back without having sent a request.
    pub(crate) fn cancel(mut self) {
        if let Some((_, charge)) = self.sent.take() {
            self.shared.schedule.lock().cancel(&charge);
            self.shared.changed.notify_one();
        }
    }

    /// Records the limits in the headers of the request's response.
    ///
    /// Returns how long the request has to wait before it may be repeated, if Discord rejected it because of a rate
    /// limit.
    pub(crate) fn complete(mut self, status: u16, headers: &HeaderMap) -> Option<Duration> {
        let limits = RateLimitHeaders::parse(headers);
        let rejected = status == 429;
        if rejected {
            self.shared.metrics.rejected(limits.is_global);
        }
        let (limit, charge) = self.sent.take()?;
        self.shared.metrics.permitted(charge.counts_globally);
        if rejected && limits.is_global && limit.is_interaction() {
            tracing::warn!(
                seconds = COUNTED_FOR.as_secs(),
                "interaction endpoints count towards the global rate limit"
            );
        }
        self.shared.schedule.lock().complete((&limit, &charge), rejected, &limits, Instant::now());
        self.shared.changed.notify_one();
        limits.retry_after.filter(|_| rejected)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some((limit, charge)) = self.sent.take() {
            self.shared.metrics.permitted(charge.counts_globally);
            let (sent, none) = ((&limit, &charge), RateLimitHeaders::default());
            self.shared.schedule.lock().complete(sent, false, &none, Instant::now());
            self.shared.changed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests;
