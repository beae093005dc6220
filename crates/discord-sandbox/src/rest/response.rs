//! HTTP responses: status, body and rate limit headers.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use serde_json::Value;

use super::request::Request;
use crate::clock::millis;
use crate::traffic::{Audience, Exchange, Protocol, Sender};

/// Retry delay of a response with status 429, and whether the global rate limit was exceeded.
#[derive(Clone, Copy, Debug)]
pub(super) struct RetryAfter {
    pub(super) seconds: f64,
    pub(super) global: bool,
}

pub(super) fn exchange(request: &Request, from: Sender, status: Option<u16>, body: Value) -> Exchange {
    Exchange {
        at: millis(request.shared.clock.now()),
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

pub(super) fn answer(
    request: &Request,
    status: u16,
    body: Value,
    wait: Option<RetryAfter>,
) -> Response<Body> {
    let text = if status == 204 { String::new() } else { body.to_string() };
    request.shared.traffic.record(exchange(request, Sender::Discord, Some(status), body));
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    };
    if status != 204 {
        set("content-type", "application/json");
    }
    rate_limit_headers(request, wait, request.shared.clock.unix_ms(), &mut set);
    response
}

/// Sets the rate limit headers of a response.
///
/// If `wait` is set, the headers contain the retry delay. Otherwise, they report a limit of 1000 requests per
/// second. Interaction callbacks have no rate limit headers unless `wait` is set. See "Rate Limits" in
/// Discord's documentation.
fn rate_limit_headers(
    request: &Request,
    wait: Option<RetryAfter>,
    unix_ms: u64,
    set: &mut dyn FnMut(&'static str, &str),
) {
    if request.path.starts_with("/interactions/") && wait.is_none() {
        return;
    }
    if let Some(RetryAfter { seconds, global }) = wait {
        set("retry-after", &format!("{}", seconds.ceil()));
        set("x-ratelimit-scope", if global { "global" } else { "user" });
        if global {
            set("x-ratelimit-global", "true");
            return;
        }
    }
    let seconds = wait.map_or(1.0, |wait| wait.seconds);
    let reset = unix_ms + millis(Duration::from_secs_f64(seconds.clamp(0.0, 1e6)));
    set("x-ratelimit-limit", "1000");
    set("x-ratelimit-remaining", if wait.is_some() { "0" } else { "999" });
    set("x-ratelimit-reset", &format!("{}.{:03}", reset / 1000, reset % 1000));
    set("x-ratelimit-reset-after", &format!("{seconds:.3}"));
    set("x-ratelimit-bucket", &bucket(request));
}

/// Returns the name of a request's rate limit bucket.
///
/// The name consists of the HTTP method and the path without ids.
fn bucket(request: &Request) -> String {
    let plain = |part: &&str| !part.chars().any(|c| c.is_ascii_digit()) && part.len() < 20;
    let parts: Vec<&str> = request.path.split('/').filter(|part| !part.is_empty()).filter(plain).collect();
    format!("{}-{}", request.method.to_lowercase(), parts.join("-").replace('@', ""))
}
