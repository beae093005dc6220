//! The `ulti playground` command, which runs the bot against a local Discord sandbox with a web page.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde_json::json;

use super::log_output::LogQueue;
use super::run::data_retention::keep_tidy;
use super::run::{shutdown_limit, stop_on_signal, survive_limits};
use super::{import, logging};
use crate::discord::{self, Bot, Drawing, Timings};
use crate::store::{DatabaseUse, Store};
use crate::table::{self, Registry, SeedSource, ServerId, WallClock};
use crate::watch::{Metrics, WatchedJournal, WriteHealth};
use discord_sandbox::{Options, Sandbox, Shortcut};

/// Play in the browser without a Discord account
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Serves a Discord-like channel on this machine, with the real bot and five users. You can act as any of
them, one at a time or in several windows. No data leaves this machine.

Examples:
  ulti playground                     open the printed address in a browser
  ulti playground --language en       use English only
  ulti playground --seed 7            deal the same cards in every run
  ulti playground --data evening.db   keep the database for the next run
  ulti playground --traffic wire.jsonl
  ulti playground --import deals.jsonl")]
pub struct PlaygroundCommand {
    /// Port for the web page on this machine. Use 0 to select a free port.
    #[arg(long, default_value_t = 4690)]
    port: u16,
    /// Seed for the shuffles. With a seed, every run deals the same cards.
    #[arg(long)]
    seed: Option<u64>,
    /// Write all traffic between the bot and the sandbox to this file, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    traffic: Option<PathBuf>,
    /// Keep the database in this file. Without this option, all data is deleted at the end. Messages are not
    /// kept: at the next start, the bot reposts all unfinished tables.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Import the deals from this file, so that /history lists them. The file contains records in the
    /// ulti-record/1 format.
    #[arg(long, value_name = "FILE")]
    import: Option<PathBuf>,
    /// Language of the server and all users, `hu` or `en`. By default, the server uses Hungarian and the
    /// users have different languages.
    #[arg(long, value_parser = ["hu", "en"])]
    language: Option<String>,
    /// Start with an empty channel, without the bot's welcome message.
    #[arg(long)]
    no_welcome: bool,
    /// Time in which the bot must respond to a command or button, such as 30s. Discord allows three seconds;
    /// a slow machine may need more.
    #[arg(long, value_name = "TIME", value_parser = response_deadline, default_value = "3s")]
    response_deadline: Duration,
    /// Time after which a robot plays for a player who has not acted, such as 2h. The player is reminded
    /// after a fifth of it.
    #[arg(long, value_name = "TIME", value_parser = turn_limit, default_value = "5m")]
    turn_limit: Duration,
    /// Log filter that sets a level for each module, such as warn,ulti=debug.
    #[arg(long, default_value = "error")]
    log: String,
}

impl PlaygroundCommand {
    /// Runs the playground until the process receives Ctrl+C, `SIGTERM` or `SIGHUP`.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let log = logging::start(&self.log)?;
        logging::runtime()?.block_on(self.play(&log.0))
    }

    async fn play(self, log: &LogQueue) -> anyhow::Result<()> {
        let imports = self.import.as_ref().map(import::read).transpose()?;
        let scratch = TempFolder::new()?;
        let data = self.data.clone().unwrap_or_else(|| scratch.0.join("ulti.db"));
        survive_limits();
        let _use = DatabaseUse::shared(&data.as_path().into()).await?;
        let store = Store::open(&data).await?;
        let shutdown = stop_on_signal(shutdown_limit(Timings::DEFAULT.shutdown_timeout), log.clone());
        let playground = Sandbox::start(self.options()).await?;
        if self.no_welcome {
            let server = ServerId(playground.guild().0);
            store.record_welcome(server, WallClock::wall().now()).await?;
        }
        if let Some(imports) = imports {
            store.import_again(ServerId(playground.guild().0), &imports, WallClock::wall().now()).await?;
        }
        let options = discord_options(playground.base_url(), self.response_deadline);
        let bot = Bot::new(options, store.clone(), Drawing::ours(), Metrics::default());
        keep_tidy(store.clone(), bot.gateway(), shutdown.clone());
        let registry = self.registry(store.clone(), &bot);
        let address = playground.base_url().to_owned();
        let mut running = tokio::spawn(bot.run(registry, shutdown.clone()));
        let ended = tokio::select! {
            ended = &mut running => ended,
            Ok(()) = playground.wait_until_ready(Duration::MAX) => {
                eprintln!("Open {address} in a browser. Press Ctrl+C to stop.");
                running.await
            }
        };
        let ended = ended.context("the bot panicked")?;
        store.close().await;
        playground.shutdown().await;
        ended.context("failed to run bot")
    }

    /// Creates the registry of the tables in `store`, which `bot` announces.
    fn registry(&self, store: Store, bot: &Bot) -> Registry {
        let journal = WatchedJournal::new(Arc::new(store), Metrics::default(), WriteHealth::default());
        let seeds = self.seed.map_or_else(SeedSource::fresh, SeedSource::repeatable);
        Registry::new(Arc::new(journal), bot.announcer(), self.table_options(), seeds, WallClock::wall())
    }

    fn table_options(&self) -> table::Options {
        table::Options {
            soft_limit: self.turn_limit / 5,
            hard_limit: self.turn_limit,
            ..table::Options::default()
        }
    }

    fn options(&self) -> Options {
        let robots = |count: u8| vec![json!({"name": "robots", "type": 4, "value": count})];
        let shortcut = |label: &str, hungarian: &str, options| Shortcut {
            label: label.to_owned(),
            label_localizations: [("hu".to_owned(), hungarian.to_owned())].into(),
            path: vec!["ulti".to_owned(), "new".to_owned()],
            options,
            // The messages of an open table have the button *More*.
            hidden_by: Some(":show:more".to_owned()),
        };
        let mut usual = Options::default();
        if let Some(language) = &self.language {
            let locale = if language == "en" { "en-US" } else { language };
            locale.clone_into(&mut usual.guild_locale);
            usual.users.iter_mut().for_each(|(_, spoken)| locale.clone_into(spoken));
        }
        Options {
            port: self.port,
            seed: self.seed.unwrap_or_default(),
            traffic: self.traffic.clone(),
            response_deadline: self.response_deadline,
            bot: "Ulti".to_owned(),
            shortcuts: vec![
                shortcut("Play against two robots", "Játék két robot ellen", robots(2)),
                shortcut("Set up a table for friends", "Asztal a barátoknak", Vec::new()),
            ],
            ..usual
        }
    }
}

fn response_deadline(text: &str) -> Result<Duration, String> {
    duration(text, Duration::from_millis(100), "give a time from 100ms to 30d")
}

fn turn_limit(text: &str) -> Result<Duration, String> {
    duration(text, Duration::from_secs(1), "give a time from 1s to 30d")
}

/// Parses a time such as `30s`, from `shortest` to thirty days.
fn duration(text: &str, shortest: Duration, range: &str) -> Result<Duration, String> {
    match humantime_serde::re::humantime::parse_duration(text) {
        Ok(time) if (shortest..=table::Options::LONGEST).contains(&time) => Ok(time),
        Ok(_) => Err(range.to_owned()),
        Err(_) => Err("give a time, such as 30s".to_owned()),
    }
}

fn discord_options(api: &str, response_deadline: Duration) -> discord::Options {
    // The interval is short, because there is only one table.
    let timings = Timings { edit_interval: Duration::from_millis(250), ..Timings::DEFAULT }
        .with_response_deadline(response_deadline);
    discord::Options { api: Some(api.to_owned()), timings, ..discord::Options::new("playground") }
}

/// A temporary directory that is deleted on drop.
struct TempFolder(PathBuf);

impl TempFolder {
    fn new() -> anyhow::Result<Self> {
        let name = format!("ulti-playground-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).with_context(|| format!("failed to create {}", display(&path)))?;
        Ok(Self(path))
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0); // on failure, the system deletes it eventually
    }
}

fn display(path: &Path) -> String {
    path.display().to_string()
}
