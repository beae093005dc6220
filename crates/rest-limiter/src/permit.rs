//! The permission to send a request, and the request that is sent with it.

use std::sync::Arc;
use std::time::Duration;

use http::HeaderMap;
use tokio::time::Instant;

use crate::headers::RateLimitHeaders;
use crate::limit_key::LimitKey;
use crate::shared::Shared;

/// A request that counts towards its limits.
#[derive(Debug)]
struct Charged {
    shared: Arc<Shared>,
    key: LimitKey,
    /// `true` if the request counts towards the global limit. This may no longer be true of its kind when the
    /// response arrives.
    counts_globally: bool,
}

/// Permission to send one request. Dropping it gives it back.
#[derive(Debug)]
pub struct Permit(Option<Charged>);

/// A request that is about to be sent, or that was sent and is not answered.
///
/// Dropping it records that the response was lost. The request then counts like one whose response reports no
/// limits.
#[derive(Debug)]
pub struct InFlight {
    charged: Option<Charged>,
    sent_at: Instant,
}

impl Permit {
    pub(crate) const fn new(shared: Arc<Shared>, key: LimitKey, counts_globally: bool) -> Self {
        Self(Some(Charged { shared, key, counts_globally }))
    }

    /// Uses the permit. Has to be called just before the request is sent.
    #[must_use = "dropping the request records that its response was lost"]
    pub fn begin(mut self) -> InFlight {
        let charged = self.0.take();
        if let Some(Charged { shared, counts_globally, .. }) = &charged {
            shared.observer.sent(*counts_globally);
        }
        InFlight { charged, sent_at: Instant::now() }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(Charged { shared, key, counts_globally }) = self.0.take() {
            shared.change(|schedule, now| schedule.cancel(&key, counts_globally, now));
        }
    }
}

impl InFlight {
    /// Records the limits in the headers of the request's response.
    ///
    /// Returns how long the request has to wait before it may be repeated, if Discord rejected it because of
    /// a rate limit. The time is at most an hour.
    pub fn complete(mut self, status: u16, headers: &HeaderMap) -> Option<Duration> {
        let limits = RateLimitHeaders::parse(headers);
        let is_rejected = status == 429;
        self.record(is_rejected, &limits);
        limits.retry_after.filter(|_| is_rejected)
    }

    fn record(&mut self, is_rejected: bool, limits: &RateLimitHeaders) {
        let Some(Charged { shared, key, counts_globally }) = self.charged.take() else { return };
        if is_rejected {
            shared.observer.rejected(limits.is_global, key.scope);
        }
        let sent = (&key, counts_globally, self.sent_at);
        shared.change(|schedule, now| schedule.complete(sent, is_rejected, limits, now));
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.record(false, &RateLimitHeaders::default());
    }
}
