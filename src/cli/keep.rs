//! `ulti backup`, `ulti config check`, `ulti health`: for whoever looks after the bot.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use super::logging;
use crate::config::{Config, without_tokens};
use crate::rules::RuleSet;
use crate::store::Store;
use crate::table::{Clock, Journal};

/// The bot beats every fifteen seconds; this long without is not healthy.
const BEATS_WITHIN: Duration = Duration::from_mins(1);

/// Copy the database while the bot runs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti backup ulti-2026-11-21.db
  ulti backup --config /etc/ulti.toml /backup/ulti.db")]
pub struct Backup {
    /// The file to write; it must not exist.
    file: PathBuf,
    #[command(flatten)]
    from: From,
}

/// Look at the configuration
#[derive(Debug, clap::Args)]
pub struct ConfigCommand {
    /// What to do.
    #[command(subcommand)]
    command: ConfigVerb,
}

#[derive(Debug, clap::Subcommand)]
enum ConfigVerb {
    /// Check every value and say which is wrong, and what would be right
    Check(From),
}

/// Say whether the bot is alive, by the exit code: for a container's health check
#[derive(Debug, clap::Args)]
pub struct Health {
    #[command(flatten)]
    from: From,
}

#[derive(Debug, clap::Args)]
pub(super) struct From {
    /// The configuration file; config.toml where there is one.
    #[arg(long, env = "ULTI_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

impl From {
    fn config(&self) -> anyhow::Result<Config> {
        Ok(Config::load(self.config.as_deref())?)
    }

    /// The database, which must be there already: looking after it does not make one.
    pub(super) async fn store(&self) -> anyhow::Result<Store> {
        Ok(Store::open(&self.path()?).await?)
    }

    /// The same to look at: a bot of another version may be running.
    async fn store_to_look_at(&self) -> anyhow::Result<Store> {
        Ok(Store::open_to_look(&self.path()?).await?)
    }

    fn path(&self) -> anyhow::Result<PathBuf> {
        let path = self.config()?.store.path;
        anyhow::ensure!(path.is_file(), "store.path is {}: there is no database there yet", path.display());
        Ok(path)
    }
}

impl Backup {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        logging::runtime()?.block_on(async {
            let store = self.from.store_to_look_at().await?;
            let copied = store.backup(&self.file).await;
            store.close().await;
            copied?;
            writeln!(out, "{} holds everything up to now", self.file.display())?;
            Ok(())
        })
    }
}

impl ConfigCommand {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let ConfigVerb::Check(from) = self.command;
        let config = from.config()?;
        let token = if config.token()?.is_some() { "there" } else { "missing: `ulti run` needs one" };
        writeln!(out, "The configuration can be read.")?;
        writeln!(out, "  discord.token  {token}")?;
        writeln!(out, "  store.path     {}", without_tokens(&config.store.path.display().to_string()))?;
        let rules = config.rules()?;
        let house = if rules == RuleSet::preset(&rules.preset)? { "" } else { ", with house rules" };
        writeln!(out, "  rules          {}{house}", rules.preset)?;
        Ok(())
    }
}

impl Health {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        logging::runtime()?.block_on(async {
            let store = self.from.store_to_look_at().await?;
            let beat = store.last_beat().await;
            store.close().await;
            let silent = beat?.map(|beat| Clock::wall().now().since(beat));
            let alive = silent.is_some_and(|silent| silent <= BEATS_WITHIN);
            say(out, silent, alive)?;
            Ok(if alive { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        })
    }
}

fn say(out: &mut impl Write, silent: Option<Duration>, alive: bool) -> io::Result<()> {
    match silent {
        Some(silent) if alive => writeln!(out, "alive {} s ago", silent.as_secs()),
        Some(silent) => writeln!(out, "silent for {} s", silent.as_secs()),
        None => writeln!(out, "never alive"),
    }
}
