//! The connection of one shard to the gateway.

use std::convert::Infallible;
use std::future::pending;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures::channel::mpsc::UnboundedReceiver;
use poise::serenity_prelude as serenity;
use secrecy::{ExposeSecret, SecretString};
use serenity::{
    Client, Framework, GatewayError, GatewayIntents, ShardId, ShardInfo, ShardManager, ShardManagerOptions,
    ShardMessenger, ShardRunner, ShardRunnerMessage, ShardRunnerOptions,
};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::discovery::{ShardSelection, ShardingError};
use super::relay::{Relay, RelayContext};
use super::session_starts::{SessionStarts, StartPermit};
use super::status::{Gateway, SessionEvents};
use crate::discord::timings::BackOff;
use crate::table::Shard;
use crate::watch::Metrics;

/// Timeout for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum time to wait for `READY` before the next shard of the bucket may identify.
const READY_TIMEOUT: Duration = Duration::from_secs(10);
/// Time without a session after which the shard stops resuming it and begins a new one.
const SESSION_TIMEOUT: Duration = Duration::from_mins(1);
/// Timeout for closing a connection when the bot stops.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// Duration of a session after which the next attempt does not count as a repetition.
const STABLE: Duration = Duration::from_mins(1);
/// Delays between attempts to begin a session.
const RETRY: BackOff = BackOff { first: Duration::from_secs(1), longest: Duration::from_mins(1) };
/// Time without a session after which an error is logged. Shorter outages are normal.
const REPORTED_OUTAGE: Duration = Duration::from_mins(5);
/// Number of attempts in a row without a session after which Discord is asked if it requires more shards.
const ATTEMPTS_UNTIL_CHECK: u32 = 3;

/// State shared by all shards of a process.
pub(crate) struct ShardContext {
    pub(crate) intents: GatewayIntents,
    pub(crate) token: SecretString,
    /// serenity's client, whose own shard manager is not used.
    pub(crate) client: Client,
    pub(crate) framework: Arc<dyn Framework>,
    pub(crate) metrics: Metrics,
    pub(crate) relay: RelayContext,
    pub(crate) selection: ShardSelection,
    pub(crate) starts: SessionStarts,
    pub(crate) gateway: Gateway,
}

/// The reason why a shard cannot be connected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ShardFailure {
    /// Discord rejects the bot. Gateway errors contain no secrets.
    #[error(transparent)]
    Rejected(#[from] GatewayError),
    /// Discord requires more shards.
    #[error(transparent)]
    Sharding(#[from] ShardingError),
    /// The task of a shard has panicked.
    #[error("a shard panicked")]
    Panicked,
}

/// The outcome of [`ShardConnection::session`].
enum SessionEnd {
    /// The bot stops.
    Stopped,
    /// The connection was not opened, or is lost and cannot be resumed.
    Lost,
    /// Discord rejects the bot. A new session would be rejected as well.
    Rejected(GatewayError),
}

/// Keeps one shard connected.
pub(crate) struct ShardConnection {
    context: Arc<ShardContext>,
    shard: Shard,
    manager: PassiveManager,
}

impl ShardConnection {
    pub(crate) async fn new(context: Arc<ShardContext>, shard: Shard) -> Self {
        let manager = PassiveManager::new(&context, shard).await;
        Self { context, shard, manager }
    }

    /// Connects the shard, and reconnects it after each lost session, until `stopping` is cancelled.
    ///
    /// # Errors
    /// Returns an error if Discord rejects the bot or requires more shards.
    pub(crate) async fn run(self, stopping: CancellationToken) -> Result<(), ShardFailure> {
        let (mut attempts, mut failures, mut outage) = (0, 0, Outage::begin());
        while let Some(permit) = stopping.run_until_cancelled(self.permit()).await {
            let (begun, sessions) = (Instant::now(), self.sessions());
            let ended = Box::pin(self.session(permit, &stopping)).await;
            self.context.gateway.disconnected(self.shard);
            match ended {
                SessionEnd::Stopped => break,
                SessionEnd::Rejected(error) => return Err(error.into()),
                SessionEnd::Lost => {}
            }
            let has_session = self.sessions() > sessions;
            if has_session {
                (outage, failures) = (Outage::begin(), 0);
            } else {
                failures += 1;
            }
            let is_stable = has_session && begun.elapsed() >= STABLE;
            attempts = if is_stable { 0 } else { attempts + 1 };
            outage.report(self.shard);
            // A shard that gets a session has no more servers than Discord allows.
            if failures > 0 && failures % ATTEMPTS_UNTIL_CHECK == 0 {
                self.context.starts.check_shards(self.context.selection, self.shard).await?;
            }
            if attempts > 0 {
                let wait = RETRY.jittered_delay(attempts);
                let _ = stopping.run_until_cancelled(tokio::time::sleep(wait)).await;
            }
        }
        Ok(())
    }

    /// Waits until the shard may begin a session.
    async fn permit(&self) -> StartPermit<'_> {
        // Until the commands can be used, poise keeps the events of all servers in memory.
        self.context.gateway.ready_for_another_shard().await;
        self.context.starts.acquire(self.shard).await
    }

    /// Returns the number of sessions that the shard has begun.
    fn sessions(&self) -> u32 {
        self.context.gateway.watch(self.shard).map_or(0, |state| state.borrow().sessions)
    }

    /// Opens a connection, begins a session and receives its events until the session is lost.
    async fn session(&self, permit: StartPermit<'_>, stopping: &CancellationToken) -> SessionEnd {
        let connected = tokio::time::timeout(CONNECT_TIMEOUT, Box::pin(self.connect()));
        let error = match stopping.run_until_cancelled(connected).await {
            Some(Ok(Ok((relay, shard)))) => {
                let runner = self.runner(shard);
                return Box::pin(self.receive(runner, &relay, permit, stopping)).await;
            }
            Some(Ok(Err(error))) => error,
            Some(Err(_)) => "timed out".to_owned(),
            None => return SessionEnd::Stopped,
        };
        tracing::warn!(shard = %self.shard, error, "failed to connect shard");
        SessionEnd::Lost
    }

    /// Runs serenity's shard runner, which identifies, receives events and resumes the session.
    async fn receive(
        &self,
        mut runner: ShardRunner,
        relay: &Relay,
        permit: StartPermit<'_>,
        stopping: &CancellationToken,
    ) -> SessionEnd {
        let messenger = ShardMessenger::new(&runner);
        let mut running = std::pin::pin!(runner.run());
        tokio::select! {
            ended = &mut running => match ended {
                Ok(()) => SessionEnd::Lost,
                Err(serenity::Error::Gateway(error)) => SessionEnd::Rejected(error),
                Err(error) => {
                    tracing::warn!(shard = %self.shard, error = cause(&error), "shard lost its session");
                    SessionEnd::Lost
                }
            },
            never = self.hold_permit(permit) => match never {},
            () = self.stalled() => {
                tracing::warn!(shard = %self.shard, error = "timed out", "shard lost its session");
                SessionEnd::Lost
            }
            () = stopping.cancelled() => {
                self.close(&messenger, relay, &mut running).await;
                SessionEnd::Stopped
            }
        }
    }

    /// Connects a relay to Discord and serenity to the relay. Returns the text of the error if that fails.
    async fn connect(&self) -> Result<(Relay, serenity::Shard), String> {
        let info = ShardInfo { id: ShardId(self.shard.index()), total: self.shard.total() };
        let relay = Relay::open(self.context.relay.clone(), self.shard).await;
        let relay = relay.map_err(|error| error.to_string())?;
        let token = self.context.token.expose_secret();
        let shard = serenity::Shard::new(relay.url(), token, info, self.context.intents, None).await;
        let mut shard = shard.map_err(|error| cause(&error))?;
        let http = Arc::clone(&self.context.client.http);
        shard.set_application_id_callback(move |id| http.set_application_id(id));
        Ok((relay, shard))
    }

    fn runner(&self, shard: serenity::Shard) -> ShardRunner {
        let ShardContext { client, framework, gateway, metrics, .. } = &*self.context;
        let handler = SessionEvents::new(gateway.clone(), self.shard, metrics.clone());
        ShardRunner::new(ShardRunnerOptions {
            data: Arc::clone(&client.data),
            event_handlers: vec![Arc::new(handler)],
            raw_event_handlers: Vec::new(),
            framework: Some(Arc::clone(framework)),
            manager: Arc::clone(&self.manager.manager),
            shard,
            http: Arc::clone(&client.http),
        })
    }

    /// Holds the permit until the shard receives `READY` or [`READY_TIMEOUT`] expires.
    async fn hold_permit(&self, mut permit: StartPermit<'_>) -> Infallible {
        permit.begin();
        let begun = async {
            let sessions = self.sessions();
            match self.context.gateway.watch(self.shard) {
                Some(mut state) => drop(state.wait_for(|state| state.sessions > sessions).await),
                None => pending().await,
            }
        };
        let _ = tokio::time::timeout(READY_TIMEOUT, begun).await;
        drop(permit);
        pending().await
    }

    /// Returns when the shard has been without a session for [`SESSION_TIMEOUT`].
    ///
    /// Neither serenity nor the relay has a timeout for resuming a session.
    async fn stalled(&self) {
        let Some(mut state) = self.context.gateway.watch(self.shard) else { return pending().await };
        let timeout = SESSION_TIMEOUT;
        while tokio::time::timeout(timeout, state.wait_for(|state| state.is_connected)).await.is_ok() {
            let _ = state.wait_for(|state| !state.is_connected).await;
        }
    }

    /// Closes the connection, so that Discord ends the session.
    ///
    /// The relay does not answer the close frame, so the runner waits until it is dropped. The message
    /// `Shutdown` is not used, because the runner would wait for the answer in a busy loop.
    async fn close(&self, messenger: &ShardMessenger, relay: &Relay, running: impl Future) {
        if !self.context.gateway.is_connected(self.shard) {
            return;
        }
        messenger.send_to_shard(ShardRunnerMessage::Close(1000, None));
        let closed = async {
            tokio::select! {
                _ = running => {}
                () = relay.closed() => {}
            }
        };
        if tokio::time::timeout(CLOSE_TIMEOUT, closed).await.is_err() {
            tracing::debug!(shard = %self.shard, "timed out waiting for shard to disconnect");
        }
    }
}

/// The shard manager to which serenity's shard runner reports. It never starts a shard.
///
/// A runner whose session is lost asks its manager to start the shard again and then ends. serenity's manager
/// would do so at once. Here, [`ShardConnection::run`] notices the end and waits for a [`StartPermit`]
/// instead. The manager queues two small messages per lost session and does not read them.
struct PassiveManager {
    manager: Arc<ShardManager>,
    /// Kept because the manager logs a warning if it cannot report an error.
    _errors: UnboundedReceiver<Result<(), GatewayError>>,
    /// serenity locks the URL before it connects. This lock is never released, so the manager never connects.
    _locked: OwnedMutexGuard<String>,
}

impl PassiveManager {
    async fn new(context: &ShardContext, shard: Shard) -> Self {
        let url = Arc::new(Mutex::new(String::new()));
        let locked = Arc::clone(&url).lock_owned().await;
        let (manager, errors) = ShardManager::new(ShardManagerOptions {
            data: Arc::clone(&context.client.data),
            event_handlers: Vec::new(),
            raw_event_handlers: Vec::new(),
            framework: Arc::new(OnceLock::new()),
            shard_index: 0,
            shard_init: 0,
            shard_total: 0,
            ws_url: url,
            http: Arc::clone(&context.client.http),
            intents: context.intents,
            presence: None,
        });
        // A restart first waits five seconds for the end of the old runner, which is the caller. The manager
        // therefore gets this message in advance, and after every restart it gets one for the next restart.
        manager.shutdown_finished(ShardId(shard.index()));
        Self { manager, _errors: errors, _locked: locked }
    }
}

/// A period without a session.
struct Outage {
    begun: Instant,
    is_reported: bool,
}

impl Outage {
    fn begin() -> Self {
        Self { begun: Instant::now(), is_reported: false }
    }

    /// Logs an error once the outage has lasted for [`REPORTED_OUTAGE`].
    fn report(&mut self, shard: Shard) {
        let lasted = self.begun.elapsed();
        if lasted >= REPORTED_OUTAGE && !self.is_reported {
            self.is_reported = true;
            tracing::error!(%shard, minutes = lasted.as_secs() / 60, "shard gets no session; retrying");
        }
    }
}

/// Returns the text of a gateway error. It contains no token.
fn cause(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Gateway(error) => error.to_string(),
        serenity::Error::Tungstenite(error) => error.to_string(),
        _ => "connection failed".to_owned(),
    }
}
