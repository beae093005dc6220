//! The real bot at a stand-in for Discord, in this process, with three people at a table.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Limits, Options, Rate};
use ulti::playground::{self, Person, Playground};
use ulti::store::Store;
use ulti::table::{self, Chance, Clock, Registry};

const PATIENCE: Duration = Duration::from_secs(20);

/// A bot that has not been asked much yet.
pub struct Evening {
    pub playground: Playground,
    shutdown: CancellationToken,
    bot: tokio::task::JoinHandle<Result<(), DiscordError>>,
    store: Store,
}

impl Evening {
    pub async fn begin() -> Self {
        let options = playground::Options { stopped_clock: true, traffic_kept: 16, ..Default::default() };
        let playground = Playground::start(options).await.expect("a port");
        let store = Store::open(&fresh_file()).await.expect("a database");
        let any = Rate { at_once: 1_000_000, per_second: 1_000_000 };
        let limits = Limits { person: any, server: any, work_of_person: any, work_of_server: any };
        let api = Some(playground.base_url().to_owned());
        let options = Options {
            api,
            pace: Duration::ZERO,
            limits,
            double_click: Duration::ZERO,
            ..Options::new("token")
        };
        let bot = Bot::new(options, store.clone());
        let patience = table::Options { robot_pace: Duration::ZERO, ..table::Options::default() };
        let (chance, clock) = (Chance::repeatable(7), Clock::wall());
        let registry = Registry::new(Arc::new(store.clone()), bot.announcer(), patience, chance, clock);
        let shutdown = CancellationToken::new();
        let bot = tokio::spawn(bot.run(registry, shutdown.clone()));
        playground.ready(PATIENCE).await.expect("the bot is there");
        let evening = Self { playground, shutdown, bot, store };
        evening.sit_down().await;
        evening
    }

    pub fn person(&self, name: &str) -> Person {
        self.playground.person(name).in_channel("ulti")
    }

    /// Three people and a deal, where there are none; what is there already refuses it.
    pub async fn sit_down(&self) {
        for (name, command) in [
            ("Anna", "ulti new"),
            ("Bea", "ulti join"),
            ("Csaba", "ulti join"),
            ("Anna", "ulti start"),
            ("Anna", "ulti next"),
        ] {
            let _ = tokio::time::timeout(PATIENCE, self.person(name).command(command, [])).await;
        }
    }

    pub async fn end(self) {
        self.shutdown.cancel();
        let _ = tokio::time::timeout(PATIENCE, self.bot).await;
        self.store.close().await;
        self.playground.shutdown().await;
    }
}

/// In memory, where there is such a place.
fn fresh_file() -> PathBuf {
    let shared = PathBuf::from("/dev/shm");
    let folder = if shared.is_dir() { shared } else { std::env::temp_dir() };
    let file = folder.join(format!("ulti-gateway-{}.sqlite", std::process::id()));
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
    file
}
