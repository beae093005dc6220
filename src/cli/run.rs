//! `ulti run`: the bot at Discord.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{logging, tidy};
use crate::config::Config;
use crate::discord::{self, Bot, Drawing, Gateway};
use crate::rules::RulesNote;
use crate::store::Store;
use crate::table::{Announcer, Chance, Clock, Registry, Robots, Thinkers};
use crate::watch::{self, Meter, Shards, Vitals, Watch, WatchError, WatchedJournal, Writes, watch_panics};

const NO_TOKEN: &str = "\
no token: the bot can't go to Discord without one.
  1. Make an application at https://discord.com/developers/applications, and a bot in it.
  2. Give its token by the environment, ULTI_DISCORD__TOKEN=…, or in config.toml
     (config.example.toml explains every key).
To try the game without any account: ulti playground";

/// How long the bot may take to stop before it is ended from outside its runtime: less than the ten
/// seconds after which containers are killed.
const STOPS_WITHIN: Duration = Duration::from_secs(9);

/// Run the bot at Discord
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ULTI_DISCORD__TOKEN=… ulti run
  ulti run --config /etc/ulti.toml")]
pub struct Run {
    /// The configuration file; config.toml where there is one.
    #[arg(long, env = "ULTI_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Run {
    /// Runs until told to stop.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let config = Config::load(self.config.as_deref())?;
        let Some(token) = config.token()? else { anyhow::bail!(NO_TOKEN) };
        let meter = Meter::default();
        logging::start_counting(&config.log.filter, meter.clone());
        watch_panics(meter.clone());
        let (api, rules) = (config.discord.api.clone(), RulesNote::of(&config.rules()?)?);
        let limits = config.limits();
        let double_click = config.limits.double_click;
        let options = discord::Options { api, rules, limits, double_click, ..discord::Options::new(token) };
        logging::runtime()?.block_on(async {
            survive_limits();
            let listener = listen(&config).await?;
            let store = Store::open(&config.store.path).await?.with_most(config.most_tables());
            let shutdown = stop_on_signal();
            let bot = Bot::watched(options, store.clone(), Drawing::ours(), meter.clone());
            tidy::keep_tidy(store.clone(), bot.servers_known(), shutdown.clone());
            let writes = Writes::default();
            let registry = registry(&config, &store, bot.announcer(), &meter, &writes);
            if let Some(listener) = listener {
                let vitals = Arc::new(Running { gateway: bot.gateway(), registry: registry.clone() });
                let (stopping, database) = (shutdown.clone(), config.store.path.clone());
                Watch { meter, writes, stopping, vitals, database }.serve(listener);
            }
            let ended = bot.run(registry, shutdown).await;
            store.close().await;
            ended.context("the bot stopped")
        })
    }
}

/// The address of the figures, where there is to be one.
async fn listen(config: &Config) -> Result<Option<TcpListener>, WatchError> {
    let Some(address) = config.watch.address else { return Ok(None) };
    let listener = Watch::listen(address).await?;
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "figures and checks are shown");
    }
    Ok(Some(listener))
}

/// The tables, with their journal and their robots measured.
fn registry(
    config: &Config,
    store: &Store,
    announcer: Arc<dyn Announcer>,
    meter: &Meter,
    writes: &Writes,
) -> Registry {
    let journal = WatchedJournal::new(Arc::new(store.clone()), meter.clone(), writes.clone());
    let options = config.table_options();
    let thinkers = Thinkers::new(options.robot_threads, options.robot_thinks);
    let robots = Robots::made_by(thinkers, watch::timed(meter.clone()));
    Registry::with_robots(Arc::new(journal), announcer, options, Chance::fresh(), Clock::wall(), robots)
}

/// The running parts, as somebody looks at them.
struct Running {
    gateway: Gateway,
    registry: Registry,
}

#[async_trait]
impl Vitals for Running {
    async fn shards(&self) -> Shards {
        self.gateway.shards().await
    }

    fn has_arrived(&self) -> bool {
        self.gateway.has_arrived()
    }

    fn tables_awake(&self) -> usize {
        self.registry.tables_awake()
    }
}

/// A file that may grow no further is a full disk: writing it fails, instead of ending the process.
pub(super) fn survive_limits() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::Signal;
        use tokio::signal::unix::{SignalKind, signal};
        // Whoever has asked for a signal once is never ended by it.
        if let Err(error) = signal(SignalKind::from_raw(Signal::XFSZ.as_raw())) {
            tracing::warn!(%error, "a limit of the size of files would end the process");
        }
    }
}

/// Cancelled when the process is told to stop; a plain thread then sees to it that it does, because
/// a runtime that is stuck can't.
pub(super) fn stop_on_signal() -> CancellationToken {
    let shutdown = CancellationToken::new();
    let told = shutdown.clone();
    tokio::spawn(async move {
        told_to_stop().await;
        // Before anything is logged: that waits for as long as nobody reads it.
        std::thread::spawn(|| {
            std::thread::sleep(STOPS_WITHIN);
            std::process::exit(0); // what was acknowledged is in the journal
        });
        told.cancel();
        tracing::info!("stopping");
    });
    shutdown
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    let _ = tokio::signal::ctrl_c().await;
}
