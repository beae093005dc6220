//! HTTP server for `/metrics`, `/healthz` and `/readyz`.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::{AbortHandle, JoinSet};
use tokio_util::sync::CancellationToken;

use super::shards::Shards;
use super::{Metrics, WriteHealth};

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Maximum number of concurrent HTTP connections. A further connection replaces the oldest one.
const MAX_CONNECTIONS: usize = 32;
/// Maximum lifetime of an HTTP connection.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(5);
/// Delay before `accept` is called again after an error.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Error returned when the HTTP server cannot listen on the configured address.
#[derive(Debug, thiserror::Error)]
#[error("failed to listen on {address}: set watch.address to a free address and port")]
pub struct WatchError {
    /// Address from the configuration.
    address: SocketAddr,
    /// Error reported by the operating system.
    source: std::io::Error,
}

/// Provides live status for metrics and health checks: the connected shards, the loaded tables, and whether
/// the commands are registered.
///
/// Queried on every request to `/metrics` and `/readyz`.
#[async_trait]
pub trait LiveStatus: Send + Sync + 'static {
    /// Returns the gateway shards of this process.
    fn shards(&self) -> Shards;

    /// Returns `true` once the bot has registered its commands with Discord.
    ///
    /// Until then, the bot does not answer any interactions.
    fn has_arrived(&self) -> bool;

    /// Returns the number of tables loaded in memory.
    fn tables_awake(&self) -> usize;

    /// Returns the number of log lines that were lost because nobody read the log.
    fn lost_log_lines(&self) -> u64;

    /// Returns the size of the database in bytes, or `None` if it is not reachable.
    async fn database_size(&self) -> Option<u64>;
}

/// An HTTP server for metrics and health checks.
pub struct WatchServer {
    /// Metrics served at `/metrics`.
    pub metrics: Metrics,
    /// Health of database writes, which is checked by `/readyz`.
    pub writes: WriteHealth,
    /// Cancelled when the bot begins to shut down.
    pub stopping: CancellationToken,
    /// Source of the state of the gateway shards, the number of loaded tables and the size of the database.
    pub vitals: Arc<dyn LiveStatus>,
}

/// The results of the readiness checks.
struct Readiness {
    /// The name of each check, and `true` if the check passes.
    checks: [(&'static str, bool); 5],
    /// Numbers of the shards that are not connected to the gateway.
    disconnected_shards: Vec<u32>,
}

impl WatchServer {
    /// Binds a listener for the HTTP server.
    ///
    /// Call this early during startup, so that an address conflict is reported immediately.
    ///
    /// # Errors
    /// Returns an error if the address cannot be bound.
    pub async fn listen(address: SocketAddr) -> Result<TcpListener, WatchError> {
        TcpListener::bind(address).await.map_err(|source| WatchError { address, source })
    }

    /// Spawns a task that serves HTTP requests on `listener`.
    ///
    /// The task keeps running during shutdown, until the tokio runtime stops.
    pub fn serve(self, listener: TcpListener) {
        let watch = Arc::new(self);
        let routes = Router::new()
            .route("/metrics", get(metrics))
            .route("/healthz", get(async || "alive\n"))
            .route("/readyz", get(ready))
            .with_state(watch);
        tokio::spawn(serve_connections(listener, routes));
    }

    /// Runs all readiness checks and updates the metrics for checks, shards and tables.
    fn run_checks(&self) -> Readiness {
        let shards = self.vitals.shards();
        self.metrics.shard_states(&shards);
        let Shards { all, disconnected, lease_left } = shards;
        let tables = i64::try_from(self.vitals.tables_awake()).unwrap_or(i64::MAX);
        self.metrics.tables_awake.set(tables);
        self.metrics.lost_lines.inner().store(self.vitals.lost_log_lines(), Ordering::Relaxed);
        // A process that leases shards may have none because the others have enough.
        let is_spare = lease_left.is_some() && all.is_empty();
        let checks = [
            ("leases", lease_left.is_none_or(|left| !left.is_zero())),
            ("gateway", is_spare || (!all.is_empty() && disconnected.is_empty())),
            ("commands", is_spare || self.vitals.has_arrived()),
            ("database", self.writes.go_through()),
            ("running", !self.stopping.is_cancelled()),
        ];
        for (check, passes) in checks {
            self.metrics.checks.get_or_create(&[("check", check)]).set(passes.into());
        }
        Readiness { checks, disconnected_shards: disconnected }
    }
}

/// Accepts HTTP connections and serves one request on each connection.
///
/// Limits the number and lifetime of connections, so that clients cannot exhaust the file descriptors that
/// the bot needs. Slow clients cannot block health checks, because a new connection is always accepted.
async fn serve_connections(listener: TcpListener, routes: Router) {
    let mut connections = JoinSet::new();
    let mut oldest_first: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "failed to accept connection to metrics server");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(routes.clone());
        while connections.try_join_next().is_some() {}
        oldest_first.retain(|connection| !connection.is_finished());
        if oldest_first.len() >= MAX_CONNECTIONS
            && let Some(oldest) = oldest_first.pop_front()
        {
            oldest.abort();
        }
        oldest_first.push_back(connections.spawn(async move {
            let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
            http.http1().keep_alive(false);
            let served = http.serve_connection(TokioIo::new(stream), service);
            // Disconnects and timeouts of clients are not worth a log line.
            let _ = tokio::time::timeout(CONNECTION_TIMEOUT, served).await;
        }));
    }
}

async fn ready(State(watch): State<Arc<WatchServer>>) -> Response {
    let Readiness { checks, disconnected_shards } = watch.run_checks();
    let failed: Vec<&str> = checks.iter().filter(|(_, passes)| !passes).map(|(check, _)| *check).collect();
    let status = if failed.is_empty() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let mut answer = json!({ "ready": failed.is_empty(), "failed": failed });
    if !disconnected_shards.is_empty() {
        answer["disconnected_shards"] = json!(disconnected_shards);
    }
    (status, Json(answer)).into_response()
}

async fn metrics(State(watch): State<Arc<WatchServer>>) -> Response {
    watch.run_checks();
    if let Some(bytes) = watch.vitals.database_size().await {
        watch.metrics.database.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }
    match watch.metrics.text() {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    #[tokio::test]
    async fn health_check_is_answered_while_slow_clients_are_connected() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let routes = Router::new().route("/healthz", get(async || "alive\n"));
        tokio::spawn(serve_connections(listener, routes));
        let mut slow = Vec::new();
        for _ in 0..3 * MAX_CONNECTIONS {
            let mut client = TcpStream::connect(address).await.unwrap();
            client.write_all(b"GET /healthz HTTP/1.1\r\n").await.unwrap();
            slow.push(client);
        }
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("alive\n"), "{answer}");
        // The newest of the slow clients are still connected.
        let newest = slow.last_mut().unwrap();
        newest.write_all(b"Host: a\r\n\r\n").await.unwrap();
        answer.clear();
        newest.read_to_string(&mut answer).await.unwrap();
        assert!(answer.ends_with("alive\n"), "{answer}");
    }
}
