//! One server, one port: REST, gateway, page.

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
use tokio::net::TcpListener;

use super::hub::Hub;
use super::{gateway, page, rest, socket};

/// Serves until the hub stops.
pub(super) async fn serve(hub: Arc<Hub>, listener: TcpListener) {
    let stop = hub.stop.clone();
    let app = Router::new()
        .route("/gateway", any(gateway_door))
        .route("/gateway/", any(gateway_door))
        .route("/playground/socket", any(page_door))
        .route("/attachments/{id}/{name}", get(page::attachment))
        .route("/emojis/{name}", get(page::emoji))
        .route("/api/{*path}", any(rest::serve))
        .fallback(get(page::asset))
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn(from_here))
        .with_state(hub);
    let served = axum::serve(listener, app).with_graceful_shutdown(stop.cancelled_owned());
    if let Err(error) = served.await {
        tracing::error!(%error, "the playground's server failed");
    }
}

async fn gateway_door(
    State(hub): State<Arc<Hub>>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    if hub.faults.refuses_gateway() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| gateway::serve(hub, socket, query.unwrap_or_default())).into_response()
}

async fn page_door(State(hub): State<Arc<Hub>>, upgrade: WebSocketUpgrade) -> Response<Body> {
    upgrade.on_upgrade(move |page| socket::serve(hub, page)).into_response()
}

/// Only programs on this machine and pages of this very server come in: a website elsewhere must not play in
/// someone's name, also not under a name of its own that leads here.
async fn from_here(request: Request, next: Next) -> Response<Body> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origin = headers.get(header::ORIGIN);
    let is_own = origin.is_none_or(|origin| origin.as_bytes() == format!("http://{host}").as_bytes());
    if is_own && is_this_machine(host) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "only this machine's own pages and programs come in here\n").into_response()
    }
}

/// Whether a name, with its port, is one of this machine's for itself.
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}
