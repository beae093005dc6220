//! Handling of REST requests: recording, fault injection, authorization and dispatch to a route.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::http::Response;
use serde_json::{Value, json};

use super::error::{self, ApiError};
use super::limits::RetryAfter;
use super::reply::Reply;
use super::request::Request;
use super::response::{answer, exchange};
use super::{broken_responses, limits, routes};
use crate::faults::Fault;
use crate::shared::Shared;
use crate::traffic::Sender;

/// Serves a REST request with the configured network delay.
pub(crate) async fn serve(State(shared): State<Arc<Shared>>, http: HttpRequest) -> Response<Body> {
    let delay = shared.options.round_trip_time / 2;
    if delay.is_zero() {
        return serve_here(&shared, http).await;
    }
    tokio::time::sleep(delay).await;
    let response = serve_here(&shared, http).await;
    tokio::time::sleep(delay).await;
    response
}

/// Handles a REST request without simulating the network delay.
///
/// Records the request, checks the rate limits, injects faults, processes the request and records the
/// response.
async fn serve_here(shared: &Arc<Shared>, http: HttpRequest) -> Response<Body> {
    let request = Request::read(Arc::clone(shared), http).await;
    let record = shared.traffic.record(exchange(&request, Sender::Bot, None, request.body.clone()));
    let headers = match limits::admit(&request) {
        Ok(headers) => headers,
        Err(response) => return *response,
    };
    let connection = match inject_faults(&request).await {
        Ok(connection) => connection,
        Err((status, body, wait)) => {
            let headers = wait.map_or(headers, |wait| limits::injected(&request, wait));
            return answer(&request, status, body, &headers);
        }
    };
    let response = match perform(&request) {
        Ok(reply) => {
            shared.traffic.set_audience(record, reply.audience);
            answer(&request, reply.status, reply.body, &headers)
        }
        Err(error) => {
            let about = format!("{} {}", request.method, request.target());
            shared.report(about, Some(error.code), error.reason());
            answer(&request, error.status, error.body(), &headers)
        }
    };
    shared.faults.wait_for_holds(&request.method, &request.path, true).await;
    match connection {
        Connection::Intact => response,
        Connection::NoResponse => broken_responses::before(response),
        Connection::TruncatedResponse => broken_responses::within(response).await,
    }
}

/// Handling of the connection while a response is sent.
enum Connection {
    Intact,
    /// The connection is closed before the response is sent.
    NoResponse,
    /// The connection is closed in the middle of the response.
    TruncatedResponse,
}

/// Status, body and retry delay of the response to a rejected request.
type Refusal = (u16, Value, Option<RetryAfter>);

/// Injects the faults that a test has set up for the request, and holds the request back if the test requires
/// it.
///
/// # Errors
/// Returns the response to send if the request must be rejected.
async fn inject_faults(request: &Request) -> Result<Connection, Refusal> {
    let limited = |retry_after: Option<f64>, global| {
        let mut body = json!({"message": "You are being rate limited.", "global": global, "code": 0});
        if let Some(seconds) = retry_after {
            body["retry_after"] = json!(seconds);
        }
        Err((429, body, retry_after.map(|seconds| RetryAfter { seconds, global })))
    };
    let rejected =
        |status: u16, code| Err((status, json!({"message": status.to_string(), "code": code}), None));
    let mut connection = Connection::Intact;
    match request.shared.faults.take_fault(&request.method, &request.path, !request.uploads.is_empty()) {
        Some(Fault::TooManyRequests { retry_after }) => return limited(retry_after, false),
        Some(Fault::GlobalRateLimit { retry_after }) => return limited(Some(retry_after), true),
        Some(Fault::Status(status)) => return rejected(status, 0),
        Some(Fault::Rejected { status, code }) => return rejected(status, code),
        Some(Fault::Delay(by)) => {
            let clock = &request.shared.clock;
            request.shared.faults.delay(clock, clock.now() + by).await;
        }
        Some(Fault::NoResponse) => connection = Connection::NoResponse,
        Some(Fault::TruncatedResponse) => connection = Connection::TruncatedResponse,
        None => {}
    }
    if request.shared.faults.wait_for_holds(&request.method, &request.path, false).await {
        return Ok(connection);
    }
    Err((502, json!({"message": "502: Bad Gateway", "code": 0}), None))
}

fn perform(request: &Request) -> Result<Reply, ApiError> {
    if let Some(body_error) = &request.body_error {
        return Err(body_error.clone());
    }
    authorize(request)?;
    let _turn = request.shared.lock_requests();
    routes::handle(request)
}

/// Checks the bot token of a request.
///
/// The token is optional for `/gateway` and for routes that are authorized by an interaction token. An
/// invalid bot token is always rejected.
fn authorize(request: &Request) -> Result<(), ApiError> {
    let interaction_by_token =
        ["/interactions/", "/webhooks/"].iter().any(|prefix| request.path.starts_with(prefix));
    let open = interaction_by_token || request.path == "/gateway";
    let Some(given) = &request.authorization else {
        return if open { Ok(()) } else { Err(error::unauthorized()) };
    };
    if request.shared.accepts_token(given.strip_prefix("Bot ")) { Ok(()) } else { Err(error::unauthorized()) }
}
