//! The `ulti run` command, which runs the bot on Discord.

mod check;
pub(crate) mod data_retention;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use futures::future::BoxFuture;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::log_output::{FLUSH_TIMEOUT, LogQueue};
use super::logging;
use crate::config::Config;
use crate::discord::{self, Bot, DiscordError, Drawing, Gateway, Timings};
use crate::store::{DatabaseLocation, DatabaseUse, Store};
use crate::table::{Announcer, Registry, RobotPlayers, SeedSource, ThinkingPool, WallClock};
use crate::watch::{
    self, LiveStatus, Metrics, Shards, WatchError, WatchServer, WatchedJournal, WriteHealth, watch_panics,
};
use ulti_rules::RulesSpec;

const NO_TOKEN: &str = "\
no token: the bot needs a token to connect to Discord.
  1. Create an application with a bot at https://discord.com/developers/applications.
  2. Set its token in the environment variable ULTI_DISCORD__TOKEN, or in config.toml
     (config.example.toml documents every key).";

/// Returns the error message of a start without a token.
fn no_token() -> String {
    let playground = if cfg!(feature = "playground") {
        "\nTo try the game without a Discord account, run: ulti playground"
    } else {
        ""
    };
    format!("{NO_TOKEN}{playground}")
}

/// Returns the maximum duration of a graceful shutdown, not counting the handover of leased shards. After
/// this time, a separate thread terminates the process.
///
/// `step` is [`Timings::shutdown_timeout`]. The shutdown has two such steps, and closing the gateway and the
/// database takes up to three seconds. The default results in nine seconds, because container runtimes
/// usually kill a process after ten seconds.
pub(super) const fn shutdown_limit(step: Duration) -> Duration {
    step.saturating_mul(2).saturating_add(Duration::from_secs(3))
}

/// Maximum time to wait for background tasks to stop at the end of a run.
const BACKGROUND_TASKS_TIMEOUT: Duration = Duration::from_millis(500);

/// Maximum time to wait for the size of the database when metrics are read.
const DATABASE_SIZE_TIMEOUT: Duration = Duration::from_secs(1);

/// Run the bot on Discord
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ULTI_DISCORD__TOKEN=… ulti run
  ulti run --config /etc/ulti.toml
  ulti run --check                    check token, database and clock, without starting the bot")]
pub struct Run {
    /// Configuration file. Defaults to config.toml if that file exists.
    #[arg(long, env = "ULTI_CONFIG", hide_env_values = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Check configuration, token, gateway, permissions, database and clock, and exit. The exit code is 1 if
    /// a check failed.
    #[arg(long)]
    check: bool,
}

impl Run {
    /// Runs the bot until the process receives Ctrl+C, `SIGTERM` or `SIGHUP`. With `--check`, runs the checks
    /// instead.
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        if self.check {
            return check::run(self.config.as_deref(), out);
        }
        self.start().map(|()| ExitCode::SUCCESS)
    }

    fn start(self) -> anyhow::Result<()> {
        let config = Config::load(self.config.as_deref())?;
        let Some(token) = config.token()? else { anyhow::bail!(no_token()) };
        let metrics = Metrics::default();
        let log = logging::start_counting(&config.log.filter, metrics.clone())?;
        watch_panics(metrics.clone());
        let (api, rules) = (config.discord.api.clone(), RulesSpec::of_setting(&config.rules()?)?);
        let limits = config.limits();
        let timings = Timings {
            handover_timeout: config.discord.handover_timeout,
            shutdown_timeout: config.discord.shutdown_timeout,
            double_click: config.limits.double_click,
            ..Timings::DEFAULT.with_response_deadline(config.discord.response_deadline)
        };
        let options = discord::Options {
            api,
            shards: config.discord.shards,
            counts_interactions: config.discord.counts_interactions,
            uses_interaction_tokens: config.discord.uses_interaction_tokens,
            rules,
            limits,
            timings,
            ..discord::Options::new(token)
        };
        let database = config.database()?;
        let runtime = logging::runtime()?;
        let _use = runtime.block_on(DatabaseUse::shared(&database))?;
        let (store, ended) = runtime.block_on(serve(&config, &database, options, metrics, &log.0))?;
        // Stops all tasks before the database is closed, so that none of them reports a closed database.
        runtime.shutdown_timeout(BACKGROUND_TASKS_TIMEOUT);
        logging::runtime()?.block_on(store.close());
        ended.context("failed to run bot")
    }
}

/// Opens the database and runs the bot until it is shut down. Returns the open database and the result of the
/// bot.
///
/// # Errors
/// Returns an error if the metrics server or the database cannot be opened.
async fn serve(
    config: &Config,
    database: &DatabaseLocation,
    options: discord::Options,
    metrics: Metrics,
    log: &LogQueue,
) -> anyhow::Result<(Store, Result<(), DiscordError>)> {
    survive_limits();
    let is_leased = config.discord.shards.is_leased();
    let handover = if is_leased { config.discord.handover_timeout } else { Duration::ZERO };
    let shutdown = stop_on_signal(handover + shutdown_limit(config.discord.shutdown_timeout), log.clone());
    let listener = listen(config).await?;
    let store = Store::open_at(database).await?.with_most(config.most_tables());
    if !is_leased {
        store.check_no_leases().await?;
    }
    if shutdown.is_cancelled() {
        return Ok((store, Ok(())));
    }
    let bot = Bot::new(options, store.clone(), Drawing::ours(), metrics.clone());
    data_retention::keep_tidy(store.clone(), bot.gateway(), shutdown.clone());
    let writes = WriteHealth::default();
    let registry = registry(config, &store, bot.announcer(), &metrics, &writes);
    if let Some(listener) = listener {
        let vitals = Arc::new(RunningParts {
            gateway: bot.gateway(),
            registry: registry.clone(),
            store: store.clone(),
            log: log.clone(),
        });
        WatchServer { metrics, writes, stopping: shutdown.clone(), vitals }.serve(listener);
    }
    let ended = Box::pin(bot.run(registry, shutdown)).await;
    Ok((store, ended))
}

/// Binds a TCP listener for the metrics server. Returns `None` if no address is configured.
async fn listen(config: &Config) -> Result<Option<TcpListener>, WatchError> {
    let Some(address) = config.watch.address else { return Ok(None) };
    let listener = WatchServer::listen(address).await?;
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "metrics server listening");
    }
    Ok(Some(listener))
}

/// Creates the table registry.
///
/// The journal and the robots are wrapped to measure how long commits and decisions take.
fn registry(
    config: &Config,
    store: &Store,
    announcer: Arc<dyn Announcer>,
    metrics: &Metrics,
    writes: &WriteHealth,
) -> Registry {
    let journal = WatchedJournal::new(Arc::new(store.clone()), metrics.clone(), writes.clone());
    let options = config.table;
    let pool = ThinkingPool::new(options.robot_threads, options.robot_thinks);
    let robots = RobotPlayers::made_by(pool, watch::timed(metrics.clone()));
    Registry::with_robots(
        Arc::new(journal),
        announcer,
        options,
        SeedSource::fresh(),
        WallClock::wall(),
        robots,
    )
}

/// The running gateway and table registry, and the database.
///
/// The metrics server uses them to report the connected shards, the number of loaded tables and the size of
/// the database.
struct RunningParts {
    gateway: Gateway,
    registry: Registry,
    store: Store,
    log: LogQueue,
}

#[async_trait]
impl LiveStatus for RunningParts {
    fn shards(&self) -> Shards {
        self.gateway.shards()
    }

    fn has_arrived(&self) -> bool {
        self.gateway.has_arrived()
    }

    fn tables_awake(&self) -> usize {
        self.registry.tables_awake()
    }

    fn lost_log_lines(&self) -> u64 {
        self.log.lost_lines()
    }

    async fn database_size(&self) -> Option<u64> {
        tokio::time::timeout(DATABASE_SIZE_TIMEOUT, self.store.size()).await.ok()?.ok()
    }
}

/// Installs a handler for the `SIGXFSZ` signal.
///
/// With the handler, a write beyond the file size limit returns an error instead of killing the process.
pub(super) fn survive_limits() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::Signal;
        use tokio::signal::unix::{SignalKind, signal};
        // A registered handler stays in place after the stream is dropped.
        if let Err(error) = signal(SignalKind::from_raw(Signal::XFSZ.as_raw())) {
            tracing::warn!(%error, "failed to install SIGXFSZ signal handler");
        }
    }
}

/// Returns a token that is cancelled when the process receives Ctrl+C, `SIGTERM` or `SIGHUP`.
///
/// The signal handlers are installed before this function returns.
///
/// If the process is still running after `timeout`, a separate thread terminates it, even if the runtime is
/// blocked.
pub(super) fn stop_on_signal(timeout: Duration, log: LogQueue) -> CancellationToken {
    let shutdown = CancellationToken::new();
    let signalled = shutdown.clone();
    let signal = stop_signal().unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to install signal handlers");
        Box::pin(std::future::pending())
    });
    tokio::spawn(async move {
        signal.await;
        std::thread::spawn(move || {
            std::thread::sleep(timeout.saturating_sub(FLUSH_TIMEOUT));
            log.flush();
            std::process::exit(0); // acknowledged actions are in the journal
        });
        signalled.cancel();
        tracing::info!("shutdown started");
    });
    shutdown
}

/// Installs the signal handlers, and returns a future that waits for a signal.
#[cfg(unix)]
fn stop_signal() -> std::io::Result<BoxFuture<'static, ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = if ignores_hangup() { None } else { Some(signal(SignalKind::hangup())?) };
    Ok(Box::pin(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            Some(()) = recv(hangup.as_mut()) => {}
        }
    }))
}

/// Waits for a signal. Never completes if there is no handler for it.
#[cfg(unix)]
async fn recv(signal: Option<&mut tokio::signal::unix::Signal>) -> Option<()> {
    match signal {
        Some(signal) => signal.recv().await,
        None => std::future::pending().await,
    }
}

/// Returns `true` if the process ignores `SIGHUP`, for example because it was started with `nohup`. A handler
/// would replace this setting. Always returns `false` on systems without `/proc`.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The mask has one bit per signal. `SIGHUP` is signal 1.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// Installs the signal handler, and returns a future that waits for a signal.
#[cfg(not(unix))]
fn stop_signal() -> std::io::Result<BoxFuture<'static, ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(Box::pin(async move {
        interrupt.recv().await;
    }))
}
