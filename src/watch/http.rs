//! HTTP server for `/metrics`, `/healthz` and `/readyz`.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
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

use super::{Metrics, WriteHealth};

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Maximum time to wait for the gateway to report which shards are connected.
///
/// If the gateway does not report in time, its readiness check fails and no shards are counted.
const STATUS_TIMEOUT: Duration = Duration::from_secs(1);

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

/// The total number of gateway shards in this process and the number of connected shards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shards {
    /// Number of shards that are connected to the gateway.
    pub connected: usize,
    /// Number of shards that this process is configured to run.
    pub all: usize,
}

/// Provides live status for metrics and health checks: the connected shards, the loaded tables, and whether
/// the commands are registered.
///
/// Queried on every request to `/metrics` and `/readyz`.
#[async_trait]
pub trait LiveStatus: Send + Sync + 'static {
    /// Returns the total number of gateway shards and the number of connected shards.
    async fn shards(&self) -> Shards;

    /// Returns `true` once the bot has registered its commands with Discord.
    ///
    /// Until then, the bot does not answer any interactions.
    fn has_arrived(&self) -> bool;

    /// Returns the number of tables loaded in memory.
    fn tables_awake(&self) -> usize;
}

/// An HTTP server for metrics and health checks.
pub struct WatchServer {
    /// Metrics served at `/metrics`.
    pub metrics: Metrics,
    /// Health of database writes, which is checked by `/readyz`.
    pub writes: WriteHealth,
    /// Cancelled when the bot begins to shut down.
    pub stopping: CancellationToken,
    /// Source of the numbers of connected gateway shards and loaded tables.
    pub vitals: Arc<dyn LiveStatus>,
    /// Path of the database file, whose size is exported as a metric.
    pub database: PathBuf,
}

/// The results of the readiness checks: the name of each check, and `true` if the check passes.
type Checks = [(&'static str, bool); 4];

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
    async fn run_checks(&self) -> Checks {
        let shards = tokio::time::timeout(STATUS_TIMEOUT, self.vitals.shards()).await.unwrap_or_default();
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let by_state = |state, shards| {
            self.metrics.shards.get_or_create(&[("state", state)]).set(count(shards));
        };
        by_state("connected", shards.connected);
        by_state("disconnected", shards.all.saturating_sub(shards.connected));
        self.metrics.tables_awake.set(count(self.vitals.tables_awake()));
        let checks = [
            ("gateway", shards.all > 0 && shards.connected == shards.all),
            ("commands", self.vitals.has_arrived()),
            ("database", self.writes.go_through()),
            ("running", !self.stopping.is_cancelled()),
        ];
        for (check, passes) in checks {
            self.metrics.checks.get_or_create(&[("check", check)]).set(passes.into());
        }
        checks
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
    let checks = watch.run_checks().await;
    let failed: Vec<&str> = checks.iter().filter(|(_, passes)| !passes).map(|(check, _)| *check).collect();
    let status = if failed.is_empty() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(json!({ "ready": failed.is_empty(), "failed": failed }))).into_response()
}

async fn metrics(State(watch): State<Arc<WatchServer>>) -> Response {
    watch.run_checks().await;
    watch.metrics.database.set(size(&watch.database).await);
    match watch.metrics.text() {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Returns the combined size of the database file and its write-ahead log, in bytes.
async fn size(database: &Path) -> i64 {
    let mut bytes = 0;
    for ending in ["", "-wal"] {
        let mut file = database.as_os_str().to_owned();
        file.push(ending);
        bytes += tokio::fs::metadata(file).await.map_or(0, |file| file.len());
    }
    i64::try_from(bytes).unwrap_or(i64::MAX)
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
