//! `ulti playground`: the bot with a stand-in for Discord, and a page in the browser to sit at.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde_json::json;

use super::run::{stop_on_signal, survive_limits};
use super::tidy::keep_tidy;
use super::{import, logging};
use crate::discord::{self, Bot, Drawing};
use crate::playground::{Options, Playground, Shortcut};
use crate::store::Store;
use crate::table::{self, Chance, Clock, Registry, ServerId};
use crate::watch::{Meter, WatchedJournal, Writes};

/// Play in the browser, without any account
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Opens a channel of a Discord-like server on this machine, with the real bot in it and five people
whom you can be, one at a time or in several windows. Nothing leaves this machine.

Examples:
  ulti playground                     then open the address it prints
  ulti playground --language en       everything in English
  ulti playground --seed 7            the same cards every time
  ulti playground --data evening.db   goes on next time where it was
  ulti playground --traffic wire.jsonl
  ulti playground --import deals.jsonl")]
pub struct Play {
    /// The port of the page on this machine; 0 is any that is free.
    #[arg(long, default_value_t = 4690)]
    port: u16,
    /// Deals the same cards every time.
    #[arg(long)]
    seed: Option<u64>,
    /// Writes everything that bot and Discord say to each other into this file, an object a line.
    #[arg(long, value_name = "FILE")]
    traffic: Option<PathBuf>,
    /// Keeps the database in this file; without it, everything is forgotten at the end. The channel's
    /// messages are not kept: a table in play is posted anew.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Puts the deals of this file, records in ulti-record/1, into the history: `/history` lists them.
    #[arg(long, value_name = "FILE")]
    import: Option<PathBuf>,
    /// What the server and everybody on it speak, `hu` or `en`; without it the server speaks Hungarian, and of
    /// its people some one and some the other.
    #[arg(long, value_parser = ["hu", "en"])]
    language: Option<String>,
    /// What is logged: levels by module.
    #[arg(long, default_value = "error")]
    log: String,
}

impl Play {
    /// Runs until told to stop.
    pub(super) fn run(self) -> anyhow::Result<()> {
        logging::start(&self.log);
        logging::runtime()?.block_on(self.play())
    }

    async fn play(self) -> anyhow::Result<()> {
        let imports = self.import.as_ref().map(import::read).transpose()?;
        let scratch = Scratch::new()?;
        let data = self.data.clone().unwrap_or_else(|| scratch.0.join("ulti.db"));
        survive_limits();
        let store = Store::open(&data).await?;
        let shutdown = stop_on_signal();
        let playground = Playground::start(self.options()).await?;
        let chance = self.seed.map_or_else(Chance::fresh, Chance::repeatable);
        if let Some(imports) = imports {
            store.import_again(ServerId(playground.guild().0), &imports, Clock::wall().now()).await?;
        }
        let bot = Bot::drawing(discord_options(playground.base_url()), store.clone(), Drawing::ours());
        keep_tidy(store.clone(), bot.servers_known(), shutdown.clone());
        let registry = Registry::new(
            Arc::new(WatchedJournal::new(Arc::new(store.clone()), Meter::default(), Writes::default())),
            bot.announcer(),
            table::Options::default(),
            chance,
            Clock::wall(),
        );
        let address = playground.base_url().to_owned();
        let running = tokio::spawn(bot.run(registry, shutdown.clone()));
        if playground.ready(Duration::from_secs(20)).await.is_ok() {
            eprintln!("Open {address} in a browser and sit down. Ctrl+C stops.");
        }
        let ended = running.await.context("the bot broke down")?;
        store.close().await;
        playground.shutdown().await;
        ended.context("the bot stopped")
    }

    fn options(&self) -> Options {
        let robots = |count: u8| vec![json!({"name": "robots", "type": 4, "value": count})];
        let shortcut = |label: &str, hungarian: &str, options| Shortcut {
            label: label.to_owned(),
            label_localizations: vec![("hu".to_owned(), hungarian.to_owned())],
            path: vec!["ulti".to_owned(), "new".to_owned()],
            options,
        };
        let mut usual = Options::default();
        if let Some(language) = &self.language {
            let locale = if language == "en" { "en-US" } else { language };
            locale.clone_into(&mut usual.guild_locale);
            usual.people.iter_mut().for_each(|(_, spoken)| locale.clone_into(spoken));
        }
        Options {
            port: self.port,
            seed: self.seed.unwrap_or_default(),
            traffic: self.traffic.clone(),
            bot: "Ulti".to_owned(),
            shortcuts: vec![
                shortcut("Play against two robots", "Játék két robot ellen", robots(2)),
                shortcut("Set up a table for friends", "Asztal a barátoknak", Vec::new()),
            ],
            ..usual
        }
    }
}

fn discord_options(api: &str) -> discord::Options {
    let pace = Duration::from_millis(250); // one table, and nobody to slow it down for
    discord::Options { api: Some(api.to_owned()), pace, ..discord::Options::new("playground") }
}

/// A folder of its own that goes with the process.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> anyhow::Result<Self> {
        let name = format!("ulti-playground-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).with_context(|| format!("{} can't be made", show(&path)))?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0); // the system clears it in time
    }
}

fn show(path: &Path) -> String {
    path.display().to_string()
}
