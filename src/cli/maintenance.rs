//! Commands for operators: `ulti backup`, `ulti config check` and `ulti health`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use super::{exit_code, logging};
use crate::config::{Config, without_tokens};
use crate::store::{DatabaseLocation, Store};
use crate::table::{Journal, WallClock};
use ulti_rules::RuleSet;

/// Maximum age of a healthy bot's last heartbeat. The bot writes a heartbeat to the database every 15 s.
const MAX_HEARTBEAT_AGE: Duration = Duration::from_mins(1);

/// Back up the database, even while the bot is running
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti backup ulti-2026-11-21.db
  ulti backup --config /etc/ulti.toml /backup/ulti.db")]
pub struct Backup {
    /// Path of the backup file, which must not exist yet.
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
    /// Check all values and report the first invalid one, with advice on how to correct it
    Check(From),
}

/// Check that the bot is alive, for example as a container health check
///
/// The exit code is 0 if the last heartbeat in the database is at most one minute old, and 1 otherwise.
#[derive(Debug, clap::Args)]
pub struct Health {
    #[command(flatten)]
    from: From,
}

#[derive(Debug, clap::Args)]
pub(super) struct From {
    /// Configuration file. Defaults to config.toml if that file exists.
    #[arg(long, env = "ULTI_CONFIG", hide_env_values = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl From {
    fn config(&self) -> anyhow::Result<Config> {
        Ok(Config::load(self.config.as_deref())?)
    }

    /// Opens the configured database, runs `action` on it and closes it.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid, if the database does not exist or cannot be opened,
    /// or if `action` fails.
    pub(super) fn with_store<T>(
        &self,
        action: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let database = self.database()?;
        logging::runtime()?.block_on(async { close_after(Store::open_at(&database).await?, action).await })
    }

    /// Like [`with_store`](Self::with_store), but opens the database in read-only mode if its schema is
    /// current.
    ///
    /// A database of an earlier version is migrated first.
    pub(super) fn with_readable_store<T>(
        &self,
        action: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let database = self.database()?;
        logging::runtime()?.block_on(async {
            let store = Store::open_to_look(&database).await?;
            if store.pending_migrations().await? == 0 {
                return close_after(store, action).await;
            }
            store.close().await;
            close_after(Store::open_at(&database).await?, action).await
        })
    }

    /// Like [`with_store`](Self::with_store), but opens the database in read-only mode.
    ///
    /// A different version of the bot may be using the database, so it must not be modified.
    fn with_read_only_store<T>(
        &self,
        action: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let database = self.database()?;
        logging::runtime()?
            .block_on(async { close_after(Store::open_to_look(&database).await?, action).await })
    }

    /// Returns the location of the database.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid or the database file does not exist.
    fn database(&self) -> anyhow::Result<DatabaseLocation> {
        let database = self.config()?.database()?;
        let is_missing = matches!(&database, DatabaseLocation::File(path) if !path.is_file());
        anyhow::ensure!(
            !is_missing,
            "no database at {database} yet: start the bot once, or correct store.path"
        );
        Ok(database)
    }
}

async fn close_after<T>(
    store: Store,
    action: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let result = action(&store).await;
    store.close().await;
    result
}

impl Backup {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        self.from.with_read_only_store(async |store| Ok(store.backup(&self.file).await?))?;
        Ok(writeln!(out, "{} holds everything up to now", without_tokens(&self.file.display().to_string()))?)
    }
}

impl ConfigCommand {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let ConfigVerb::Check(from) = self.command;
        let config = from.config()?;
        let token = if config.token()?.is_some() { "there" } else { "missing: `ulti run` needs one" };
        writeln!(out, "The configuration can be read.")?;
        writeln!(out, "  discord.token  {token}")?;
        let database = config.database()?;
        let key = if matches!(database, DatabaseLocation::File(_)) { "store.path" } else { "store.url " };
        writeln!(out, "  {key}     {}", without_tokens(&database.to_string()))?;
        let rules = config.rules()?;
        let house = if rules == RuleSet::preset(&rules.preset)? { "" } else { ", with house rules" };
        Ok(writeln!(out, "  rules          {}{house}", rules.preset)?)
    }
}

impl Health {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let beat = self.from.with_read_only_store(async |store| Ok(store.last_beat().await?))?;
        let silent = beat.map(|beat| WallClock::wall().now().since(beat));
        let alive = silent.is_some_and(|silent| silent <= MAX_HEARTBEAT_AGE);
        match silent {
            Some(silent) if alive => writeln!(out, "alive {} s ago", silent.as_secs())?,
            Some(silent) => writeln!(out, "silent for {} s", silent.as_secs())?,
            None => writeln!(out, "never alive")?,
        }
        Ok(exit_code(alive))
    }
}
