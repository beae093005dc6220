//! Enforcement of the rate limits, and the rate limit headers of responses.
//!
//! See "Rate Limits" in Discord's documentation.

use std::time::Duration;

use axum::body::Body;
use axum::http::Response;
use serde_json::{Value, json};

use super::buckets;
use super::request::Request;
use super::response::{RateHeaders, answer};
use crate::clock::millis;
use crate::rate_limits::limiter::{Rejection, Usage};
use crate::rate_limits::record::{RateLimitScope, RateLimited};

/// Retry delay of an injected response with status 429.
#[derive(Clone, Copy, Debug)]
pub(super) struct RetryAfter {
    pub(super) seconds: f64,
    /// `true` if the response reports the global limit.
    pub(super) global: bool,
}

/// Counts a request towards its rate limits and returns the rate limit headers of its response.
///
/// # Errors
/// Returns the response with status 429 if the request exceeds a limit. The request is recorded as
/// rate-limited.
pub(super) fn admit(request: &Request) -> Result<RateHeaders, Box<Response<Body>>> {
    let shared = &request.shared;
    let (limiter, now) = (&shared.limiter, shared.clock.elapsed());
    let is_interaction = ["/interactions/", "/webhooks/"].iter().any(|p| request.path.starts_with(p));
    let admitted = limiter.admit_address(now).and_then(|()| {
        if !is_interaction || limiter.limits().count_interactions {
            limiter.admit_token(request.authorization.as_deref().unwrap_or_default(), now)?;
        }
        let quotas = if limiter.limits().buckets { buckets::quotas(request) } else { Vec::new() };
        limiter.admit(&quotas, now)
    });
    match admitted {
        Ok(usage) => Ok(usage.map_or_else(|| unlimited(request), RateHeaders::Usage)),
        Err(rejection) => Err(Box::new(reject(request, rejection))),
    }
}

/// Returns the headers for a response to a request without a bucket.
///
/// If the buckets are turned off, the headers report a limit of 1000 requests per second.
pub(super) fn unlimited(request: &Request) -> RateHeaders {
    if request.shared.limiter.limits().buckets || request.path.starts_with("/interactions/") {
        return RateHeaders::None;
    }
    let reset_after = Duration::from_secs(1);
    RateHeaders::Usage(Usage { bucket: buckets::name(request), limit: 1000, remaining: 999, reset_after })
}

/// Returns the headers for an injected response with status 429.
pub(super) fn injected(request: &Request, RetryAfter { seconds, global }: RetryAfter) -> RateHeaders {
    let reset_after = Duration::from_secs_f64(seconds.clamp(0.0, 1e6));
    let usage = Usage { bucket: buckets::name(request), limit: 1000, remaining: 0, reset_after };
    RateHeaders::Limited { retry_after: seconds, usage: (!global).then_some(usage) }
}

fn reject(request: &Request, rejection: Rejection) -> Response<Body> {
    let route = format!("{} {}", request.method, request.path);
    let (scope, at) = (rejection.scope, millis(request.shared.clock.now()));
    request.shared.limiter.record(RateLimited { scope, route, at });
    request.shared.changes.notify();
    // Rounded up, so that a client that waits this long is not rejected again.
    let retry_after = (rejection.retry_after.as_secs_f64() * 1000.0).ceil() / 1000.0;
    let headers = match scope {
        RateLimitScope::InvalidRequests => RateHeaders::Blocked { retry_after },
        _ => RateHeaders::Limited { retry_after, usage: rejection.usage },
    };
    answer(request, 429, body(scope, retry_after), &headers)
}

fn body(scope: RateLimitScope, retry_after: f64) -> Value {
    match scope {
        RateLimitScope::InvalidRequests => json!("error code: 1015"),
        RateLimitScope::OldMessages => json!({
            "message": "Maximum number of edits to messages older than 1 hour reached. Try again later",
            "retry_after": retry_after, "global": false, "code": 30046,
        }),
        RateLimitScope::Bucket | RateLimitScope::Global | RateLimitScope::Identify => json!({
            "message": "You are being rate limited.", "retry_after": retry_after,
            "global": scope == RateLimitScope::Global,
        }),
    }
}
