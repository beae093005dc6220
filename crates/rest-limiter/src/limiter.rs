//! The limiter, and the task that grants permits.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::grant::Grant;
use crate::limit_key::{LimitKey, Priority};
use crate::observer::Observer;
use crate::permit::Permit;
use crate::schedule::Schedule;
use crate::shared::Shared;
use crate::waiting::{Place, Request};

/// Requests that wait for a shorter time do not count as delayed.
const SHORTEST_DELAY: Duration = Duration::from_millis(1);

/// Delays requests that would exceed one of Discord's rate limits.
///
/// Clones share their limits. All of them have to be used in the same tokio runtime.
#[derive(Debug, Clone)]
pub struct RestLimiter(Arc<Shared>);

impl RestLimiter {
    /// Creates a limiter that allows `per_second` requests per second.
    ///
    /// If `counts_interactions` is `true`, interaction endpoints always count towards the global limit.
    pub fn new(per_second: usize, counts_interactions: bool, observer: impl Observer) -> Self {
        let schedule = Schedule::new(per_second, counts_interactions);
        Self(Arc::new(Shared::new(schedule, observer)))
    }

    /// Changes the number of requests per second.
    pub fn set_limit(&self, per_second: usize) {
        self.0.change(|schedule, _| schedule.global.set_capacity(per_second));
    }

    /// Returns the number of requests that wait for a permit.
    pub fn waiting(&self) -> usize {
        self.0.schedule.lock().waiting()
    }

    /// Returns `true` if interactions count towards the global limit now.
    pub fn counts_interactions(&self) -> bool {
        self.0.schedule.lock().global.counts_interactions_at(Instant::now())
    }

    /// Waits until a request may be sent.
    ///
    /// Cancelling the future withdraws the request.
    pub async fn acquire(&self, key: LimitKey, priority: Priority) -> Permit {
        match self.enqueue(key, priority, None).permit().await {
            Some(permit) => permit,
            // A request without a deadline remains in the schedule until its permit is granted.
            None => std::future::pending().await,
        }
    }

    /// Waits until a request may be sent, but not longer than until `deadline`. Returns `None` if the
    /// deadline passes first.
    ///
    /// Cancelling the future withdraws the request.
    pub async fn acquire_before(
        &self,
        key: LimitKey,
        priority: Priority,
        deadline: Instant,
    ) -> Option<Permit> {
        let waiting = self.enqueue(key, priority, Some(deadline));
        let permit = tokio::time::timeout_at(deadline, waiting.permit()).await.ok().flatten();
        // It may have been granted some time ago.
        permit.filter(|_| Instant::now() < deadline)
    }

    /// Adds a request to the schedule.
    fn enqueue(&self, key: LimitKey, priority: Priority, deadline: Option<Instant>) -> PendingPermit {
        let (sender, granted) = oneshot::channel();
        let (place, starts_driver, waiting) = {
            let (mut schedule, now) = (self.0.schedule.lock(), Instant::now());
            let request = Request { key: key.clone(), deadline, is_delayed_globally: false, sender };
            let place = schedule.add(request, priority, now);
            schedule.grant(now);
            (place, schedule.starts_driver(), schedule.waiting())
        };
        if starts_driver {
            self.0.observer.waiting(waiting);
            tokio::spawn(drive(Arc::clone(&self.0)));
        }
        self.0.changed.notify_one();
        PendingPermit {
            shared: Arc::clone(&self.0),
            key,
            place,
            since: Instant::now(),
            granted: Some(granted),
        }
    }
}

/// Grants permits until no request is waiting.
async fn drive(shared: Arc<Shared>) {
    loop {
        let (wake, waiting, ends) = {
            let mut schedule = shared.schedule.lock();
            let wake = schedule.grant(Instant::now());
            (wake, schedule.waiting(), schedule.ends_driver())
        };
        shared.observer.waiting(waiting);
        if ends {
            return;
        }
        let changed = shared.changed.notified();
        match wake {
            Some(wake) => drop(tokio::time::timeout_at(wake, changed).await),
            None => changed.await,
        }
    }
}

/// A request that waits for its permit. Dropping it withdraws the request.
struct PendingPermit {
    shared: Arc<Shared>,
    key: LimitKey,
    place: Place,
    since: Instant,
    /// `None` after the permit was received.
    granted: Option<oneshot::Receiver<Grant>>,
}

impl PendingPermit {
    /// Waits for the permit. Returns `None` if it is not granted before the deadline of the request.
    async fn permit(mut self) -> Option<Permit> {
        let grant = self.granted.as_mut()?.await;
        self.granted = None;
        let Grant { is_delayed_globally, counts_globally } = grant.ok()?;
        if self.since.elapsed() >= SHORTEST_DELAY {
            self.shared.observer.delayed(is_delayed_globally);
        }
        Some(Permit::new(Arc::clone(&self.shared), self.key.clone(), counts_globally))
    }
}

impl Drop for PendingPermit {
    fn drop(&mut self) {
        let Some(granted) = &mut self.granted else { return };
        granted.close();
        let granted = granted.try_recv();
        self.shared.change(|schedule, now| match granted {
            Ok(grant) => schedule.cancel(&self.key, grant.counts_globally, now),
            Err(_) => schedule.withdraw(&self.key, self.place, now),
        });
    }
}

#[cfg(test)]
mod tests;
