//! The real bot, connected to a sandbox in the same process, with three people at a table.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{ClockMode, Sandbox, SimulatedUser};
use serde_json::Value;
use tempfile::TempDir;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Drawing, Limits, Options, Rate, Timings};
use ulti::store::Store;
use ulti::table::{self, Registry, SeedSource, WallClock};
use ulti::watch::Metrics;

use crate::memory_folder::memory_folder;

/// Deadline of all waits. It only has to end them if the bot hangs, so it is longer than any machine needs.
const TIMEOUT: Duration = Duration::from_mins(2);
/// Interval at which the number of unfinished interactions is read.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// Metric with the number of interactions that the bot is handling.
const IN_FLIGHT: &str = "ulti_interactions_in_flight ";

/// A running bot with its sandbox and database.
pub(super) struct Evening {
    sandbox: Sandbox,
    shutdown: CancellationToken,
    bot: tokio::task::JoinHandle<Result<(), DiscordError>>,
    metrics: Metrics,
    store: Store,
    _folder: TempDir,
}

impl Evening {
    /// Starts sandbox and bot, and sets up a table.
    pub(super) async fn begin() -> Self {
        let sandbox = discord_sandbox::Options {
            clock: ClockMode::Stopped,
            traffic_capacity: 16,
            ..discord_sandbox::Options::default()
        };
        let sandbox = Sandbox::start(sandbox).await.expect("failed to start sandbox");
        let folder = tempfile::Builder::new().prefix("ulti-gateway-").tempdir_in(memory_folder());
        let folder = folder.expect("failed to create folder");
        let store = Store::open(&folder.path().join("ulti.sqlite")).await.expect("failed to open database");
        let metrics = Metrics::default();
        let bot = Bot::new(options(&sandbox), store.clone(), Drawing::default(), metrics.clone());
        let table_options = table::Options { robot_pace: Duration::ZERO, ..table::Options::default() };
        let (seeds, clock) = (SeedSource::repeatable(7), WallClock::wall());
        let registry = Registry::new(Arc::new(store.clone()), bot.announcer(), table_options, seeds, clock);
        let shutdown = CancellationToken::new();
        let bot = tokio::spawn(bot.run(registry, shutdown.clone()));
        sandbox.wait_until_ready(TIMEOUT).await.expect("bot did not start in time");
        let evening = Self { sandbox, shutdown, bot, metrics, store, _folder: folder };
        evening.sit_down().await;
        evening
    }

    /// Sets up a table with three people and a running deal.
    ///
    /// Commands that are not needed are sent as well, and the bot rejects them.
    pub(super) async fn sit_down(&self) {
        for (name, command) in [
            ("Anna", "ulti new"),
            ("Bea", "ulti join"),
            ("Csaba", "ulti join"),
            ("Anna", "ulti start"),
            ("Anna", "ulti next"),
        ] {
            let response = timeout(TIMEOUT, self.person(name).command(command, [])).await;
            // An event may have removed the command from the sandbox.
            let _ = response.expect("bot does not answer");
        }
    }

    /// Sends an interaction and waits until the bot has handled it.
    ///
    /// The bot may ignore an interaction that no client of Discord would send.
    pub(super) async fn interact(&self, interaction: Value) {
        let anna = self.person("Anna");
        tokio::select! {
            biased; // sends the interaction before the request that follows it
            _ = anna.send_raw(interaction) => self.assert_answers().await,
            () = self.finish_interactions() => {}
        }
    }

    /// Sends another event and waits until the bot has received it.
    pub(super) async fn dispatch(&self, event: &str, data: &Value) {
        self.sandbox.dispatch(event, data);
        self.assert_answers().await;
    }

    /// Asserts that the bot answers a valid request.
    ///
    /// The bot receives events in order, so it has received all earlier events when it answers.
    async fn assert_answers(&self) {
        let anna = self.person("Anna");
        let response = timeout(TIMEOUT, anna.autocomplete("play", "card", "")).await;
        response.expect("bot does not answer").expect("request was rejected");
    }

    /// Waits until the bot has handled all interactions that have been sent.
    async fn finish_interactions(&self) {
        self.assert_answers().await;
        let idle = async {
            while self.interactions_in_flight() > 0 {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        timeout(TIMEOUT, idle).await.expect("bot does not finish an interaction");
    }

    fn interactions_in_flight(&self) -> u64 {
        let metrics = self.metrics.text().expect("failed to write metrics");
        let value = metrics.lines().find_map(|line| line.strip_prefix(IN_FLIGHT)).expect("metric is missing");
        value.parse().expect("metric is not a number")
    }

    /// Stops bot and sandbox, and deletes the database.
    pub(super) async fn end(self) {
        self.shutdown.cancel();
        let stopped = timeout(TIMEOUT, self.bot).await.expect("bot did not stop in time");
        stopped.expect("bot panicked").expect("bot failed");
        self.store.close().await;
        self.sandbox.shutdown().await;
    }

    /// Returns a simulated person in the table's channel.
    fn person(&self, name: &str) -> SimulatedUser {
        self.sandbox.user(name).in_channel("ulti")
    }
}

/// Returns options of a bot without delays and rate limits.
fn options(sandbox: &Sandbox) -> Options {
    let unlimited = Rate { at_once: 1_000_000, per_second: 1_000_000 };
    let limits =
        Limits { person: unlimited, server: unlimited, work_of_person: unlimited, work_of_server: unlimited };
    Options {
        api: Some(sandbox.base_url().to_owned()),
        limits,
        timings: Timings { edit_interval: Duration::ZERO, double_click: Duration::ZERO, ..Timings::DEFAULT },
        ..Options::new("token")
    }
}
