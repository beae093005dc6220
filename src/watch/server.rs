//! The figures and the checks over HTTP: `/metrics`, `/healthz`, `/readyz`.

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
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::{Meter, Writes};

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How long the running parts may take to say how they are; longer is not well.
const TELLS_WITHIN: Duration = Duration::from_secs(1);

/// How many are answered at a time.
const AT_ONCE: usize = 32;
/// How long one of them may take.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
/// The wait after a connection could not be taken.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Why nobody could be shown anything.
#[derive(Debug, thiserror::Error)]
#[error("watch.address is {address}: can't listen there")]
pub struct WatchError {
    /// Where.
    address: SocketAddr,
    /// What the system says.
    source: std::io::Error,
}

/// The shards of this process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shards {
    /// How many are connected to the gateway.
    pub connected: usize,
    /// How many there are to be.
    pub all: usize,
}

/// What only the running parts know, asked when somebody looks.
#[async_trait]
pub trait Vitals: Send + Sync + 'static {
    /// How the connection to the gateway is.
    async fn shards(&self) -> Shards;

    /// Whether the commands are registered, without which nobody is answered.
    fn has_arrived(&self) -> bool;

    /// How many tables are in memory.
    fn tables_awake(&self) -> usize;
}

/// Everything that can be looked at.
pub struct Watch {
    /// The figures.
    pub meter: Meter,
    /// Whether the database takes writes.
    pub writes: Writes,
    /// Set from the moment on at which nothing new is begun.
    pub stopping: CancellationToken,
    /// How the rest is.
    pub vitals: Arc<dyn Vitals>,
    /// The file of the database.
    pub database: PathBuf,
}

/// The checks of `/readyz`, each with whether it passes.
type Checks = [(&'static str, bool); 4];

impl Watch {
    /// Takes the address, before there is anything to show: one that is taken is heard of at once.
    pub async fn listen(address: SocketAddr) -> Result<TcpListener, WatchError> {
        TcpListener::bind(address).await.map_err(|source| WatchError { address, source })
    }

    /// Answers whoever asks, as long as the runtime runs: also while the bot stops.
    pub fn serve(self, listener: TcpListener) {
        let watch = Arc::new(self);
        let routes = Router::new()
            .route("/metrics", get(metrics))
            .route("/healthz", get(async || "alive\n"))
            .route("/readyz", get(ready))
            .with_state(watch);
        tokio::spawn(answer_all(listener, routes));
    }

    async fn shards(&self) -> Shards {
        tokio::time::timeout(TELLS_WITHIN, self.vitals.shards()).await.unwrap_or_default()
    }

    /// Looks at everything, and notes it in the figures.
    async fn look(&self) -> Checks {
        let shards = self.shards().await;
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let by_state = |state: &str| self.meter.shards.get_or_create(&[("state", state.to_owned())]).clone();
        by_state("connected").set(count(shards.connected));
        by_state("disconnected").set(count(shards.all.saturating_sub(shards.connected)));
        self.meter.tables_awake.set(count(self.vitals.tables_awake()));
        let checks = [
            ("gateway", shards.all > 0 && shards.connected == shards.all),
            ("commands", self.vitals.has_arrived()),
            ("database", self.writes.go_through()),
            ("running", !self.stopping.is_cancelled()),
        ];
        for (check, passes) in checks {
            self.meter.checks.get_or_create(&[("check", check.to_owned())]).set(passes.into());
        }
        checks
    }
}

/// Answers each connection once. Whoever takes too long to ask or to read is cut off, and only so many are
/// answered at a time: connections are files to the system, and the bot needs some for itself.
async fn answer_all(listener: TcpListener, routes: Router) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return }; // it is never closed
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "nobody can look at the figures for now");
                tokio::time::sleep(AGAIN_AFTER).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
            http.http1().keep_alive(false);
            let answered = http.serve_connection(TokioIo::new(stream), service);
            // Who broke off or was too slow has nothing to say about it.
            let _ = tokio::time::timeout(ANSWERED_WITHIN, answered).await;
            drop(place);
        });
    }
}

async fn ready(State(watch): State<Arc<Watch>>) -> Response {
    let failed: Vec<&str> =
        watch.look().await.into_iter().filter_map(|(check, passes)| (!passes).then_some(check)).collect();
    let status = if failed.is_empty() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(json!({ "ready": failed.is_empty(), "failed": failed }))).into_response()
}

async fn metrics(State(watch): State<Arc<Watch>>) -> Response {
    watch.look().await;
    watch.meter.database.set(size(&watch.database).await);
    match watch.meter.text() {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The size of the database with what lies beside it.
async fn size(database: &Path) -> i64 {
    let mut bytes = 0;
    for ending in ["", "-wal"] {
        let mut file = database.as_os_str().to_owned();
        file.push(ending);
        bytes += tokio::fs::metadata(file).await.map_or(0, |file| file.len());
    }
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
