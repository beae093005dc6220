//! The real bot, connected to a sandbox in the same process, with three people at a table.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{self, Sandbox, SimulatedUser};
use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Drawing, Limits, Options, Rate};
use ulti::store::Store;
use ulti::table::{self, Registry, SeedSource, WallClock};
use ulti::watch::Metrics;

/// Deadline for starting, stopping and commands.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A running bot with its sandbox and database.
pub struct Evening {
    pub sandbox: Sandbox,
    shutdown: CancellationToken,
    bot: tokio::task::JoinHandle<Result<(), DiscordError>>,
    store: Store,
}

impl Evening {
    /// Starts sandbox and bot, and sets up a table.
    pub async fn begin() -> Self {
        let options =
            discord_sandbox::Options { stopped_clock: true, traffic_capacity: 16, ..Default::default() };
        let sandbox = Sandbox::start(options).await.expect("failed to start sandbox");
        let store = Store::open(&fresh_file()).await.expect("failed to open database");
        let unlimited = Rate { at_once: 1_000_000, per_second: 1_000_000 };
        let limits = Limits {
            person: unlimited,
            server: unlimited,
            work_of_person: unlimited,
            work_of_server: unlimited,
        };
        let api = Some(sandbox.base_url().to_owned());
        let options = Options {
            api,
            edit_interval: Duration::ZERO,
            limits,
            double_click: Duration::ZERO,
            ..Options::new("token")
        };
        let bot = Bot::new(options, store.clone(), Drawing::default(), Metrics::default());
        let table_options = table::Options { robot_pace: Duration::ZERO, ..table::Options::default() };
        let (seeds, clock) = (SeedSource::repeatable(7), WallClock::wall());
        let registry = Registry::new(Arc::new(store.clone()), bot.announcer(), table_options, seeds, clock);
        let shutdown = CancellationToken::new();
        let bot = tokio::spawn(bot.run(registry, shutdown.clone()));
        sandbox.wait_until_ready(TIMEOUT).await.expect("bot did not start in time");
        let evening = Self { sandbox, shutdown, bot, store };
        evening.sit_down().await;
        evening
    }

    /// Returns a simulated person in the table's channel.
    pub fn person(&self, name: &str) -> SimulatedUser {
        self.sandbox.user(name).in_channel("ulti")
    }

    /// Sets up a table with three people and a running deal.
    ///
    /// Commands that are not needed are sent as well, and the bot rejects them.
    pub async fn sit_down(&self) {
        for (name, command) in [
            ("Anna", "ulti new"),
            ("Bea", "ulti join"),
            ("Csaba", "ulti join"),
            ("Anna", "ulti start"),
            ("Anna", "ulti next"),
        ] {
            let _ = tokio::time::timeout(TIMEOUT, self.person(name).command(command, [])).await;
        }
    }

    /// Stops bot and sandbox.
    pub async fn end(self) {
        self.shutdown.cancel();
        let _ = tokio::time::timeout(TIMEOUT, self.bot).await;
        self.store.close().await;
        self.sandbox.shutdown().await;
    }
}

/// Returns the path of a new database, in memory if `/dev/shm` exists.
fn fresh_file() -> PathBuf {
    let shared = PathBuf::from("/dev/shm");
    let folder = if shared.is_dir() { shared } else { std::env::temp_dir() };
    let file = folder.join(format!("ulti-gateway-{}.sqlite", std::process::id()));
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
    file
}
