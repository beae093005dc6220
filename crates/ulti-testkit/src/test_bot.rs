//! The bot inside the test, connected to a sandbox.

pub(crate) mod builder;
mod checks;
mod events;
mod settings;
mod stored;
mod time;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Sandbox, SimulatedUser};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Sqlite, SqliteConnection, SqlitePool};
use tokio_util::sync::CancellationToken;
use ulti::discord::{ActivityMonitor, Bot, DiscordError, Drawing, Limits, Options, Rate, Timings};
use ulti::store::Store;
use ulti::table::{self, Registry, SeedSource, ServerId, TableLimits, UnixMillis, WallClock};
use ulti::watch::Metrics;

use crate::TIMEOUT;
use crate::TOKEN;
use crate::bot_runtime::{BotRuntime, ManualRuntime};
use crate::leaks::TICK;
use events::EventComparison;
use settings::Settings;

/// Seed for all card shuffles.
const SEED: u64 = 7;
/// Time after which poise has handled the events that arrived before it was set up. It polls every 100 ms.
const FIRST_EVENTS_DELAY: Duration = Duration::from_millis(200);

/// A bot that is connected to a Discord sandbox and keeps its database in a temporary directory.
pub struct TestBot {
    /// The sandbox to which the bot is connected.
    pub sandbox: Sandbox,
    /// Connection pool for the bot's database. It is used only by tests, because the bot has its own pool.
    /// Connects on first use.
    pub pool: SqlitePool,
    /// Metrics of the bot.
    pub metrics: Metrics,
    folder: tempfile::TempDir,
    settings: Settings,
    running: Option<Running>,
}

struct Running {
    /// Separate runtime for the bot. Shutting it down also stops the bot's background tasks.
    runtime: BotRuntime,
    shutdown: CancellationToken,
    /// The running bot. `None` once the test waits for its end.
    task: Option<tokio::task::JoinHandle<Result<(), DiscordError>>>,
    store: Store,
    registry: Registry,
    activity: ActivityMonitor,
    events: EventComparison,
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("ulti.sqlite")
}

impl TestBot {
    /// Starts a sandbox and a bot with default options, then waits until the bot is ready.
    pub async fn start() -> Self {
        Self::builder().start().await
    }

    /// Sets the renderers. The change takes effect the next time the bot starts.
    pub fn set_drawing(&mut self, drawing: Drawing) {
        self.settings.drawing = drawing;
    }

    /// Starts the bot with the existing database, then waits until the bot is ready.
    pub async fn start_bot(&mut self) {
        self.launch_bot().await;
        let ready = |sandbox: &Sandbox| sandbox.is_online() && !sandbox.commands().is_empty();
        self.advance_until(ready).await;
        if !self.settings.is_real_time {
            self.advance(FIRST_EVENTS_DELAY).await;
        }
    }

    /// Starts the bot with the existing database, without waiting until it is ready.
    pub async fn launch_bot(&mut self) {
        // The sandbox may not have noticed yet that an earlier bot was killed.
        self.sandbox.wait_until(|sandbox| !sandbox.is_online(), TIMEOUT).await.unwrap();
        self.running = Some(self.launch().await);
    }

    async fn launch(&self) -> Running {
        let (path, metrics, drawing) = (self.database(), self.metrics.clone(), self.settings.drawing.clone());
        let (options, table) =
            (self.bot_options(), table::Options { robot_pace: Duration::ZERO, ..self.settings.table });
        let (runtime, clock) = if self.settings.is_real_time {
            (BotRuntime::real_time(), WallClock::wall())
        } else {
            (BotRuntime::Manual(ManualRuntime::start()), self.wall_clock())
        };
        // The store's own tasks have to run in the bot's runtime.
        let handle = runtime.handle().clone();
        let opened = runtime
            .handle()
            .spawn_blocking(move || handle.block_on(async { Store::open(&path).await.unwrap() }));
        let store = opened.await.unwrap().with_most(TableLimits::default());
        self.skip_welcome(&store).await;
        let shutdown = CancellationToken::new();
        let (bot_store, stop) = (store.clone(), shutdown.clone());
        let events = EventComparison::new(self.sandbox.sent_events());
        let started = runtime.handle().spawn(async move {
            let bot = Bot::new(options, bot_store.clone(), drawing, metrics);
            let seeds = SeedSource::repeatable(SEED);
            let registry = Registry::new(Arc::new(bot_store), bot.announcer(), table, seeds, clock);
            let activity = bot.activity();
            (tokio::spawn(bot.run(registry.clone(), stop)), registry, activity)
        });
        let (task, registry, activity) = started.await.unwrap();
        self.describe(&store, &registry, &activity);
        Running { runtime, shutdown, task: Some(task), store, registry, activity, events }
    }

    /// Returns a clock that shows the time of the sandbox's timestamps, and moves them forward by [`TICK`] at
    /// each reading. The order of events and messages can therefore be seen from their times.
    fn wall_clock(&self) -> WallClock {
        let clock = self.sandbox.clock();
        WallClock::read_from(move || {
            clock.tick(TICK);
            UnixMillis(clock.unix_ms().cast_signed())
        })
    }

    fn bot_options(&self) -> Options {
        let mut options = Options {
            api: Some(self.sandbox.base_url().to_owned()),
            limits: without_limits(),
            timings: Timings {
                edit_interval: Duration::ZERO,
                double_click: Duration::ZERO,
                ..Timings::DEFAULT
            },
            ..Options::new(TOKEN)
        };
        if !self.settings.has_rate_limits {
            options.requests_per_second = 1_000_000;
        }
        (self.settings.configure)(&mut options);
        options
    }

    async fn skip_welcome(&self, store: &Store) {
        if self.settings.is_welcomed {
            store.record_welcome(self.server(), UnixMillis(0)).await.unwrap();
            if self.sandbox.guilds().len() > 1 {
                // Servers that the bot joined before this time need no welcome message.
                self.sql("UPDATE meta SET value = 9000000000000 WHERE name = 'welcome_since'").await;
            }
        }
    }

    /// Adds what the bot is doing to the errors of waits that time out.
    fn describe(&self, store: &Store, registry: &Registry, activity: &ActivityMonitor) {
        let (store, registry, activity) = (store.clone(), registry.clone(), activity.clone());
        self.sandbox.describe_bot(move || {
            let (searches, connections) = (registry.searches(), store.connections_in_use());
            format!("{}, {searches} searches, {connections} database operations", activity.current())
        });
    }

    /// Stops the bot gracefully.
    pub async fn stop_bot(&mut self) {
        self.running.as_ref().unwrap().shutdown.cancel();
        self.until_stopped().await.unwrap();
    }

    /// Waits until the bot has stopped by itself or because its shutdown has begun. Returns how it ended.
    ///
    /// The clock is advanced meanwhile.
    pub async fn until_stopped(&mut self) -> Result<(), DiscordError> {
        let mut task = self.running.as_mut().unwrap().task.take().unwrap();
        let ended = self.advance_while(&mut task).await;
        let Running { runtime, store, .. } = self.running.take().unwrap();
        self.sandbox.describe_bot(|| "not running".to_owned());
        runtime.handle().spawn(async move { store.close().await }).await.unwrap();
        runtime.shutdown();
        ended.unwrap()
    }

    /// Stops the bot abruptly to simulate a crash.
    pub fn kill_bot(&mut self) {
        let Running { runtime, .. } = self.running.take().unwrap();
        self.sandbox.describe_bot(|| "not running".to_owned());
        runtime.shutdown();
    }

    /// Returns the bot's store. Panics if the bot is not running.
    pub fn store(&self) -> &Store {
        &self.running.as_ref().unwrap().store
    }

    /// Returns the path of the bot's database file.
    pub fn database(&self) -> PathBuf {
        file(&self.folder)
    }

    /// Executes an SQL statement on the database. This also works while the bot is stopped.
    pub async fn sql(&self, statement: &'static str) {
        let file = SqliteConnectOptions::new().filename(self.database());
        let mut connection = SqliteConnection::connect_with(&file).await.unwrap();
        sqlx::query(statement).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Runs a database query and returns its single result.
    pub async fn query<T>(&self, query: &'static str) -> T
    where
        T: Send + Unpin + sqlx::Type<Sqlite> + for<'r> sqlx::Decode<'r, Sqlite>,
    {
        sqlx::query_scalar(query).fetch_one(&self.pool).await.unwrap()
    }

    /// Returns the id of the sandbox's server.
    pub fn server(&self) -> ServerId {
        ServerId(self.sandbox.guild().0)
    }

    /// Returns the simulated user with the given name, in the `#ulti` channel.
    pub fn user(&self, name: &str) -> SimulatedUser {
        self.sandbox.user(name).in_channel("ulti")
    }
}

/// Returns rate limits that are too high to be reached in a test.
fn without_limits() -> Limits {
    let any = Rate { at_once: 1_000_000, per_second: 1_000_000 };
    Limits { person: any, server: any, work_of_person: any, work_of_server: any }
}
