//! HTTP responses: status, body and rate limit headers.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use serde_json::Value;

use super::request::Request;
use crate::clock::millis;
use crate::rate_limits::limiter::Usage;
use crate::traffic::{Audience, Exchange, Protocol, Sender};

/// The rate limit headers of a response.
#[derive(Clone, Debug)]
pub(super) enum RateHeaders {
    None,
    /// The use of the route's bucket.
    Usage(Usage),
    /// The request exceeded a limit. Without a bucket, this is the global limit.
    Limited {
        /// Number of seconds after which the request may be repeated.
        retry_after: f64,
        usage: Option<Usage>,
    },
    /// The request was rejected by the proxy in front of Discord, whose responses contain no JSON.
    Blocked {
        /// Number of seconds after which requests are accepted again.
        retry_after: f64,
    },
}

pub(super) fn exchange(request: &Request, from: Sender, status: Option<u16>, body: Value) -> Exchange {
    Exchange {
        at: millis(request.shared.clock.stamp()),
        protocol: Protocol::Rest,
        from,
        method: Some(request.method.clone()),
        path: Some(request.target()),
        status,
        body,
        files: if from == Sender::Bot { request.file_infos() } else { Vec::new() },
        audience: Audience::Nobody,
    }
}

/// Records a response and converts it to HTTP. Counts responses to invalid requests.
pub(super) fn answer(request: &Request, status: u16, body: Value, headers: &RateHeaders) -> Response<Body> {
    let shared = &request.shared;
    if matches!(status, 401 | 403 | 429) {
        shared.limiter.count_invalid(shared.clock.elapsed());
    }
    let (content_type, text) = match (headers, &body) {
        _ if status == 204 => (None, String::new()),
        (RateHeaders::Blocked { .. }, Value::String(text)) => (Some("text/plain"), text.clone()),
        _ => (Some("application/json"), shared.faults.altered(&body)),
    };
    shared.traffic.record(exchange(request, Sender::Discord, Some(status), body));
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let fields = response.headers_mut();
    let mut set = |name: &'static str, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            fields.insert(HeaderName::from_static(name), value);
        }
    };
    if let Some(content_type) = content_type {
        set("content-type", content_type);
    }
    match headers {
        RateHeaders::None => {}
        RateHeaders::Usage(usage) => usage_headers(request, usage, &mut set),
        RateHeaders::Blocked { retry_after } => set("retry-after", &whole_seconds(*retry_after)),
        RateHeaders::Limited { retry_after, usage } => {
            set("retry-after", &whole_seconds(*retry_after));
            set("x-ratelimit-scope", if usage.is_some() { "user" } else { "global" });
            match usage {
                Some(usage) => usage_headers(request, usage, &mut set),
                None => set("x-ratelimit-global", "true"),
            }
        }
    }
    response
}

fn whole_seconds(seconds: f64) -> String {
    format!("{}", seconds.ceil())
}

fn usage_headers(request: &Request, usage: &Usage, set: &mut dyn FnMut(&'static str, &str)) {
    let reset = request.shared.clock.elapsed_unix_ms() + millis(usage.reset_after);
    // Rounded up, so that a client that waits this long is in the next window.
    let reset_after = (usage.reset_after.as_secs_f64() * 1000.0).ceil() / 1000.0;
    set("x-ratelimit-limit", &usage.limit.to_string());
    set("x-ratelimit-remaining", &usage.remaining.to_string());
    set("x-ratelimit-reset", &format!("{}.{:03}", reset / 1000, reset % 1000));
    set("x-ratelimit-reset-after", &format!("{reset_after:.3}"));
    set("x-ratelimit-bucket", &usage.bucket);
}
