//! One server, one port: REST, gateway, page.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
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

/// Only a page of this very server may open it: a website elsewhere must not play in someone's name.
async fn page_door(
    State(hub): State<Arc<Hub>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN).map(|origin| origin.trim_start_matches("http://"));
    if origin.is_some_and(|origin| Some(origin) != text(header::HOST)) {
        return StatusCode::FORBIDDEN.into_response();
    }
    upgrade.on_upgrade(move |page| socket::serve(hub, page)).into_response()
}
