//! Commands for operators: `ulti backup`, `ulti config check` and `ulti health`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use super::logging;
use crate::config::{Config, without_tokens};
use crate::store::Store;
use crate::table::{Journal, WallClock};
use ulti_rules::RuleSet;

/// Maximum age of the last heartbeat of a healthy bot. The bot writes a heartbeat to the database every 15 s.
const MAX_HEARTBEAT_AGE: Duration = Duration::from_mins(1);

/// Copy the database while the bot runs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti backup ulti-2026-11-21.db
  ulti backup --config /etc/ulti.toml /backup/ulti.db")]
pub struct Backup {
    /// File to write; the file must not exist yet.
    file: PathBuf,
    #[command(flatten)]
    from: From,
}

/// Check the configuration
#[derive(Debug, clap::Args)]
pub struct ConfigCommand {
    /// Subcommand to run.
    #[command(subcommand)]
    command: ConfigVerb,
}

#[derive(Debug, clap::Subcommand)]
enum ConfigVerb {
    /// Check every value and report the first invalid one, with advice on how to correct it
    Check(From),
}

/// Check that the bot is alive, for example as the health check of a container
///
/// The exit code is 0 if the last heartbeat in the database is at most one minute old, else 1.
#[derive(Debug, clap::Args)]
pub struct Health {
    #[command(flatten)]
    from: From,
}

#[derive(Debug, clap::Args)]
pub(super) struct From {
    /// Configuration file; the default is config.toml, if it exists.
    #[arg(long, env = "ULTI_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

impl From {
    fn config(&self) -> anyhow::Result<Config> {
        Ok(Config::load(self.config.as_deref())?)
    }

    /// Opens the configured database. Returns an error if the database does not exist.
    pub(super) async fn store(&self) -> anyhow::Result<Store> {
        Ok(Store::open(&self.path()?).await?)
    }

    /// Opens the configured database for reading only.
    ///
    /// The database must not be changed, because a different version of the bot may be using it.
    async fn open_read_only(&self) -> anyhow::Result<Store> {
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
            let store = self.from.open_read_only().await?;
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
            let store = self.from.open_read_only().await?;
            let beat = store.last_beat().await;
            store.close().await;
            let silent = beat?.map(|beat| WallClock::wall().now().since(beat));
            let alive = silent.is_some_and(|silent| silent <= MAX_HEARTBEAT_AGE);
            report(out, silent, alive)?;
            Ok(if alive { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        })
    }
}

fn report(out: &mut impl Write, silent: Option<Duration>, alive: bool) -> io::Result<()> {
    match silent {
        Some(silent) if alive => writeln!(out, "alive {} s ago", silent.as_secs()),
        Some(silent) => writeln!(out, "silent for {} s", silent.as_secs()),
        None => writeln!(out, "never alive"),
    }
}
