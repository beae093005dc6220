//! `ulti run`: the bot at Discord.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio_util::sync::CancellationToken;

use super::{logging, tidy};
use crate::config::Config;
use crate::discord::{self, Bot, Drawing};
use crate::rules::RulesNote;
use crate::store::Store;
use crate::table::{Chance, Clock, Registry};

const NO_TOKEN: &str = "\
no token: the bot can't go to Discord without one.
  1. Make an application at https://discord.com/developers/applications, and a bot in it.
  2. Give its token by the environment, ULTI_DISCORD__TOKEN=…, or in config.toml
     (config.example.toml explains every key).
To try the game without any account: ulti playground";

/// How long the bot may take to stop before it is ended from outside its runtime.
const STOPS_WITHIN: Duration = Duration::from_secs(12);

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
        logging::start(&config.log.filter);
        let (api, rules) = (config.discord.api.clone(), RulesNote::of(&config.rules()?)?);
        let limits = config.limits();
        let options = discord::Options { api, rules, limits, ..discord::Options::new(token) };
        logging::runtime()?.block_on(async {
            let store = Store::open(&config.store.path).await?.with_most(config.most_tables());
            let shutdown = stop_on_signal();
            let bot = Bot::drawing(options, store.clone(), Drawing::ours());
            tidy::keep_tidy(store.clone(), bot.servers_known(), shutdown.clone());
            let registry = Registry::new(
                Arc::new(store.clone()),
                bot.announcer(),
                config.table_options(),
                Chance::fresh(),
                Clock::wall(),
            );
            let ended = bot.run(registry, shutdown).await;
            store.close().await;
            ended.context("the bot stopped")
        })
    }
}

/// Cancelled when the process is told to stop; a plain thread then sees to it that it does, because
/// a runtime that is stuck can't.
pub(super) fn stop_on_signal() -> CancellationToken {
    let shutdown = CancellationToken::new();
    let told = shutdown.clone();
    tokio::spawn(async move {
        told_to_stop().await;
        tracing::info!("stopping");
        std::thread::spawn(|| {
            std::thread::sleep(STOPS_WITHIN);
            std::process::exit(0); // what was acknowledged is in the journal
        });
        told.cancel();
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
