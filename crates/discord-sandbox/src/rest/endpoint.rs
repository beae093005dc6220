//! Handling of REST requests: recording, fault injection, authorization and dispatch to a route.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::http::Response;
use serde_json::{Value, json};

use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::Request;
use super::response::{RetryAfter, answer, exchange};
use super::{broken_responses, routes};
use crate::faults::Fault;
use crate::shared::Shared;
use crate::traffic::Sender;

/// Serves one REST request after the configured network delay.
pub(crate) async fn serve(State(shared): State<Arc<Shared>>, http: HttpRequest) -> Response<Body> {
    delay(shared.round_trip_time / 2).await;
    let response = serve_here(&shared, http).await;
    delay(shared.round_trip_time / 2).await;
    response
}

async fn delay(time: Duration) {
    if !time.is_zero() {
        tokio::time::sleep(time).await;
    }
}

/// Serves one REST request without a network delay.
///
/// Records the request, applies injected faults, carries the request out and records the response.
async fn serve_here(shared: &Arc<Shared>, http: HttpRequest) -> Response<Body> {
    let request = Request::read(http).await;
    let record = shared.traffic.record(exchange(shared, &request, Sender::Bot, None, request.body.clone()));
    let handling = handling(shared, &request).await;
    if let Handling::Replace(status, body, wait) = handling {
        return answer(shared, &request, status, body, wait);
    }
    let response = match perform(shared, &request) {
        Ok(reply) => {
            shared.traffic.set_audience(record, reply.audience);
            answer(shared, &request, reply.status, reply.body, None)
        }
        Err(error) => {
            let about = format!("{} {}", request.method, request.target());
            shared.report(about, Some(error.code), error.reason());
            answer(shared, &request, error.status, error.body(), None)
        }
    };
    match handling {
        Handling::Cut => broken_responses::before(response),
        Handling::CutShort => broken_responses::within(response).await,
        _ => response,
    }
}

/// How a request is handled after faults have been injected.
#[derive(Debug)]
enum Handling {
    /// The request is carried out and its response is sent.
    Normal,
    /// The request is not carried out. This status and body are sent instead.
    Replace(u16, Value, Option<RetryAfter>),
    /// The request is carried out, but the connection is closed before the response.
    Cut,
    /// The request is carried out, but the connection is closed in the middle of the response.
    CutShort,
}

async fn handling(shared: &Shared, request: &Request) -> Handling {
    let limited = |global| json!({"message": "You are being rate limited.", "global": global, "code": 0});
    let refused = |status: u16, code: u32| {
        Handling::Replace(status, json!({"message": format!("{status}"), "code": code}), None)
    };
    let mut handling = Handling::Normal;
    match shared.faults.take_fault(&request.method, &request.path) {
        Some(Fault::TooManyRequests { retry_after }) => {
            let mut body = limited(false);
            if let Some(seconds) = retry_after {
                body["retry_after"] = json!(seconds);
            }
            let wait = retry_after.map(|seconds| RetryAfter { seconds, global: false });
            return Handling::Replace(429, body, wait);
        }
        Some(Fault::GlobalRateLimit { retry_after: seconds }) => {
            let mut body = limited(true);
            body["retry_after"] = json!(seconds);
            return Handling::Replace(429, body, Some(RetryAfter { seconds, global: true }));
        }
        Some(Fault::Status(status)) => return refused(status, 0),
        Some(Fault::Rejected { status, code }) => return refused(status, code),
        Some(Fault::Delay(by)) => shared.clock.sleep_until(shared.clock.now() + by).await,
        Some(Fault::NoResponse) => handling = Handling::Cut,
        Some(Fault::TruncatedResponse) => handling = Handling::CutShort,
        None => {}
    }
    let performed = shared.faults.wait_for_holds(&request.method, &request.path).await;
    if performed {
        return handling;
    }
    Handling::Replace(502, json!({"message": "502: Bad Gateway", "code": 0}), None)
}

fn perform(shared: &Arc<Shared>, request: &Request) -> Result<Reply, ApiError> {
    if let Some(body_error) = &request.body_error {
        return Err(body_error.clone());
    }
    authorize(shared, request)?;
    let _turn = shared.lock_requests();
    routes::handle(shared, request)
}

/// Checks the bot token of a request.
///
/// Some routes also accept requests without a bot token: `/gateway`, and routes that are authorized by an
/// interaction token. A wrong bot token is always rejected.
fn authorize(shared: &Shared, request: &Request) -> Result<(), ApiError> {
    let interaction_by_token =
        ["/interactions/", "/webhooks/"].iter().any(|prefix| request.path.starts_with(prefix));
    let open = interaction_by_token || request.path == "/gateway";
    let Some(given) = &request.authorization else {
        return if open { Ok(()) } else { Err(error::unauthorized()) };
    };
    let token = given.strip_prefix("Bot ").filter(|token| !token.is_empty());
    let known = token.is_some_and(|token| shared.token.as_ref().is_none_or(|expected| expected == token));
    if known { Ok(()) } else { Err(error::unauthorized()) }
}
