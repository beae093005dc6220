//! The HTTP server, which serves the REST API, the gateway and the web page on one port.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, RawQuery, Request, State};
use axum::http::{Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;

use crate::gateway::websocket;
use crate::page;
use crate::page::socket;
use crate::rest::endpoint;
use crate::shared::Shared;

/// Serves HTTP requests until the sandbox stops.
pub(crate) async fn serve(shared: Arc<Shared>, listener: TcpListener) {
    let stop = shared.stop.clone();
    let app = Router::new()
        .route("/gateway", any(gateway_socket))
        .route("/gateway/", any(gateway_socket))
        .route("/playground/socket", any(page_socket))
        .route("/attachments/{id}/{name}", get(page::attachment))
        .route("/emojis/{name}", get(page::emoji))
        .route("/api/{*path}", any(endpoint::serve))
        .fallback(get(page::asset))
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn(require_loopback))
        .with_state(shared);
    // Without this, the second of two small frames waits up to 40 ms for the client's delayed
    // acknowledgement.
    let listener = listener.tap_io(|socket| {
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "failed to disable Nagle's algorithm");
        }
    });
    let served = axum::serve(listener, app).with_graceful_shutdown(stop.cancelled_owned());
    if let Err(error) = served.await {
        tracing::error!(%error, "failed to run sandbox server");
    }
}

async fn gateway_socket(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    if shared.faults.refuses_gateway() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade
        .on_upgrade(move |socket| websocket::serve(shared, socket, query.unwrap_or_default()))
        .into_response()
}

async fn page_socket(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response<Body> {
    upgrade.on_upgrade(move |page| socket::serve(shared, page)).into_response()
}

/// Rejects requests from other websites.
///
/// The `Host` header must be `localhost` or a loopback address, which also prevents DNS rebinding. An
/// `Origin` header, if present, must match the `Host` header.
async fn require_loopback(request: Request, next: Next) -> Response<Body> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origin = headers.get(header::ORIGIN);
    let is_own = origin.is_none_or(|origin| origin.as_bytes() == format!("http://{host}").as_bytes());
    if is_own && is_loopback_host(host) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "only this machine's own pages and programs come in here\n").into_response()
    }
}

/// Returns `true` if a `Host` header contains `localhost` or a loopback address.
fn is_loopback_host(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}
