//! The bot inside the test, connected to a sandbox.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{
    ActionError, Message, Protocol, RateLimits, Response, Sandbox, Sender, SimulatedUser, Snowflake,
    Violation,
};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{Connection, Sqlite, SqliteConnection, SqlitePool};
use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Drawing, Limits, Options, Rate};
use ulti::store::Store;
use ulti::table::{self, Registry, SeedSource, ServerId, TableEvent, TableLimits, UnixMillis, WallClock};
use ulti::watch::Metrics;
use ulti_rules::Event;

use crate::leaks::{self, Journal, emoji};
use crate::messages::private_reply;
use crate::{CurrentDeal, JournalReader, TIMEOUT, TOKEN};

/// Seed for all card shuffles.
const SEED: u64 = 7;

/// A callback that modifies the bot's options before each start.
type Configure = Box<dyn Fn(&mut Options) + Send + Sync>;

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
    drawing: Drawing,
    table: table::Options,
    configure: Configure,
    is_welcomed: bool,
    uses_interaction_tokens: bool,
    running: Option<Running>,
}

struct Running {
    /// Separate runtime for the bot. Shutting it down also stops the bot's background tasks.
    runtime: tokio::runtime::Runtime,
    shutdown: CancellationToken,
    task: tokio::task::JoinHandle<Result<(), DiscordError>>,
    store: Store,
}

/// Builder for a [`TestBot`].
///
/// By default, the bot sends no pictures, adds no delays and has no rate limits, and the sandbox enforces none.
/// Simulated users act faster than real users and would mostly wait for the usual limits. Public messages are sent on the channels' routes, so that tests
/// can hold and reject these requests; see [`with_interaction_tokens`](Self::with_interaction_tokens).
#[must_use]
pub struct TestBotBuilder {
    sandbox: discord_sandbox::Options,
    drawing: Drawing,
    table: table::Options,
    configure: Configure,
    is_welcomed: bool,
    uses_interaction_tokens: bool,
}

impl TestBotBuilder {
    /// Lets the bot post its welcome message. By default, the server counts as welcomed.
    pub fn with_welcome(self) -> Self {
        Self { is_welcomed: false, ..self }
    }

    /// Lets the bot post and edit public messages with the tokens of interactions, as it does in production.
    ///
    /// The response to an interaction that begins a deal is then the public table message, and the hand is a follow-up.
    pub fn with_interaction_tokens(self) -> Self {
        Self { uses_interaction_tokens: true, ..self }
    }

    /// Sets the sandbox options, except for the rate limits.
    pub fn sandbox(self, sandbox: discord_sandbox::Options) -> Self {
        let rate_limits = self.sandbox.rate_limits.clone();
        Self { sandbox: discord_sandbox::Options { rate_limits, ..sandbox }, ..self }
    }

    /// Sets the rate limits that the sandbox enforces.
    pub fn rate_limits(mut self, rate_limits: RateLimits) -> Self {
        self.sandbox.rate_limits = rate_limits;
        self
    }

    /// Sets the renderers for pictures and emoji.
    pub fn drawing(self, drawing: Drawing) -> Self {
        Self { drawing, ..self }
    }

    /// Sets the table options, such as the time limits. Robots always act without delay.
    pub fn table(self, table: table::Options) -> Self {
        Self { table, ..self }
    }

    /// Sets a callback that modifies the bot's options before each start.
    pub fn options(self, configure: impl Fn(&mut Options) + Send + Sync + 'static) -> Self {
        Self { configure: Box::new(configure), ..self }
    }

    /// Starts the sandbox but not the bot. Call [`TestBot::start_bot`] to start the bot.
    pub async fn without_bot(self) -> TestBot {
        let Self { sandbox, drawing, table, configure, is_welcomed, uses_interaction_tokens } = self;
        let sandbox = Sandbox::start(sandbox).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = SqliteConnectOptions::new().filename(file(&folder));
        let pool = SqlitePoolOptions::new().max_connections(1).connect_lazy_with(file);
        let (metrics, running) = (Metrics::default(), None);
        TestBot {
            sandbox,
            pool,
            metrics,
            folder,
            drawing,
            table,
            configure,
            is_welcomed,
            uses_interaction_tokens,
            running,
        }
    }

    /// Starts the sandbox and the bot, then waits until the bot is ready.
    pub async fn start(self) -> TestBot {
        let mut bot = self.without_bot().await;
        bot.start_bot().await;
        bot
    }

    /// Starts the sandbox and a bot that draws all pictures, then waits until the emoji have been uploaded.
    pub async fn start_with_pictures(self) -> TestBot {
        let bot = self.drawing(Drawing::ours()).start().await;
        let uploaded = |sandbox: &Sandbox| sandbox.emojis().len() >= emoji::COUNT;
        bot.sandbox.wait_until(uploaded, TIMEOUT).await.unwrap();
        bot
    }
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("ulti.sqlite")
}

/// Returns rate limits that are too high to be reached in a test.
fn without_limits() -> Limits {
    let any = Rate { at_once: 1_000_000, per_second: 1_000_000 };
    Limits { person: any, server: any, work_of_person: any, work_of_server: any }
}

impl TestBot {
    /// Starts a sandbox and a bot with default options, then waits until the bot is ready.
    pub async fn start() -> Self {
        Self::builder().start().await
    }

    /// Returns a builder with default options.
    pub fn builder() -> TestBotBuilder {
        TestBotBuilder {
            sandbox: discord_sandbox::Options {
                rate_limits: RateLimits::OFF,
                ..discord_sandbox::Options::default()
            },
            drawing: Drawing::default(),
            table: table::Options::default(),
            configure: Box::new(|_| {}),
            is_welcomed: true,
            uses_interaction_tokens: false,
        }
    }

    /// Sets the renderers. The change takes effect the next time the bot starts.
    pub fn set_drawing(&mut self, drawing: Drawing) {
        self.drawing = drawing;
    }

    /// Starts the bot with the existing database, then waits until the bot is ready.
    pub async fn start_bot(&mut self) {
        let store = Store::open(&self.database()).await.unwrap().with_most(TableLimits::default());
        if self.is_welcomed {
            store.record_welcome(self.server(), UnixMillis(0)).await.unwrap();
            if self.sandbox.guilds().len() > 1 {
                // Servers that the bot joined before this time need no welcome message.
                self.sql("UPDATE meta SET value = 9000000000000 WHERE name = 'welcome_since'").await;
            }
        }
        let mut options = Options {
            api: Some(self.sandbox.base_url().to_owned()),
            edit_interval: Duration::ZERO,
            limits: without_limits(),
            uses_interaction_tokens: self.uses_interaction_tokens,
            double_click: Duration::ZERO,
            ..Options::new(TOKEN)
        };
        (self.configure)(&mut options);
        let bot = Bot::new(options, store.clone(), self.drawing.clone(), self.metrics.clone());
        let table = table::Options { robot_pace: Duration::ZERO, ..self.table };
        let (seeds, clock) = (SeedSource::repeatable(SEED), WallClock::wall());
        let registry = Registry::new(Arc::new(store.clone()), bot.announcer(), table, seeds, clock);
        let (shutdown, known) = (CancellationToken::new(), bot.servers_known());
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let task = runtime.spawn(bot.run(registry, shutdown.clone()));
        self.running = Some(Running { runtime, shutdown, task, store });
        self.sandbox.wait_until_ready(TIMEOUT).await.unwrap();
        // Do not wait for a server that is unavailable.
        let _ = tokio::time::timeout(Duration::from_secs(2), known.cancelled()).await;
    }

    /// Stops the bot gracefully.
    pub async fn stop_bot(&mut self) {
        let running = self.running.take().unwrap();
        running.shutdown.cancel();
        tokio::time::timeout(TIMEOUT, running.task).await.unwrap().unwrap().unwrap();
        running.store.close().await;
        running.runtime.shutdown_background();
    }

    /// Stops the bot abruptly to simulate a crash.
    pub fn kill_bot(&mut self) {
        self.running.take().unwrap().runtime.shutdown_background();
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

/// Methods that read the journal and other stored data.
impl TestBot {
    /// Returns all events in the newest table's journal.
    pub async fn events(&self) -> Vec<TableEvent> {
        let rows: Vec<String> = sqlx::query_scalar(
            "SELECT event FROM journal WHERE table_id = (SELECT MAX(id) FROM tables) ORDER BY seq",
        )
        .fetch_all(&self.pool)
        .await
        .unwrap();
        rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect()
    }

    /// Returns the number of events that match the predicate in the newest table's journal.
    pub async fn count(&self, is_so: impl Fn(&TableEvent) -> bool) -> usize {
        self.events().await.iter().filter(|event| is_so(event)).count()
    }

    /// Returns the number of cards played so far at the newest table.
    pub async fn played(&self) -> usize {
        self.count(|event| matches!(event, TableEvent::InDeal { event: Event::Played { .. } })).await
    }

    /// Returns the most recent deal at the newest table.
    pub async fn current_deal(&self) -> CurrentDeal {
        let mut reader = JournalReader::new(self.pool.clone());
        reader.read_new_events().await;
        reader.table.unwrap().deal.unwrap()
    }

    /// Returns the journals of all tables.
    pub async fn journals(&self) -> Vec<Journal> {
        leaks::journals(&self.database()).await
    }

    /// Returns the stored tables, deals and settings as text. Tests compare this text before and after an
    /// action.
    pub async fn stored_state(&self) -> Vec<String> {
        let mut kept = Vec::new();
        for query in [
            "SELECT 'table ' || id || ' ' || COALESCE(ended_at, '') FROM tables ORDER BY id",
            "SELECT table_id || '/' || seq || ' ' || event FROM journal ORDER BY table_id, seq",
            "SELECT 'deal ' || id || ' ' || record FROM deals ORDER BY id",
            "SELECT 'result ' || id || ' ' || points FROM results ORDER BY id",
            "SELECT 'user ' || user_id || COALESCE(language, '') || pings FROM user_settings ORDER BY user_id",
            "SELECT 'server ' || server || COALESCE(language, '') FROM server_settings ORDER BY server",
        ] {
            let rows: Vec<String> = sqlx::query_scalar(query).fetch_all(&self.pool).await.unwrap();
            kept.extend(rows);
        }
        kept
    }

    /// Asserts that an action changes nothing and that its private reply contains every string in `says`.
    /// Returns the reply.
    pub async fn assert_no_effect(
        &self,
        user: &SimulatedUser,
        action: impl Future<Output = Result<Response, ActionError>>,
        says: &[&str],
    ) -> Message {
        let (kept, posted) = (self.stored_state().await, self.posted());
        let reply = private_reply(user, action.await).await;
        let text = reply.text();
        for said in says {
            assert!(text.contains(said), "missing {said:?} in {text:?}");
        }
        assert_eq!(self.stored_state().await, kept, "after {text:?}");
        assert_eq!(self.posted(), posted, "after {text:?}");
        reply
    }

    /// Returns the ids of all public messages in the sandbox's channels.
    fn posted(&self) -> BTreeSet<Snowflake> {
        let someone = self.sandbox.user(&self.sandbox.user_names()[0]);
        let channels = ["ulti", "general", "no-entry"];
        let messages = channels.into_iter().flat_map(|name| someone.in_channel(name).messages());
        messages.filter(|message| !message.is_ephemeral()).map(|message| message.id()).collect()
    }
}

/// Methods that inspect the traffic recorded by the sandbox.
impl TestBot {
    /// Returns the response status codes of all requests with the given method and path prefix. The method
    /// `*` matches every method.
    pub fn response_statuses(&self, method: &str, prefix: &str) -> Vec<u16> {
        let traffic = self.sandbox.traffic().into_iter();
        let of_kind = traffic.filter(|one| {
            (method == "*" || one.method.as_deref() == Some(method))
                && one.path.as_deref().is_some_and(|path| path.starts_with(prefix))
        });
        of_kind.filter_map(|one| one.status).collect()
    }

    /// Returns the number of recorded gateway events with the given name.
    pub fn gateway_event_count(&self, event: &str) -> usize {
        count_gateway_events(&self.sandbox, event)
    }

    /// Waits until the gateway has sent the given event at least `times` times.
    pub async fn until_gateway_event(&self, event: &str, times: usize) {
        let wanted = |sandbox: &Sandbox| count_gateway_events(sandbox, event) >= times;
        self.sandbox.wait_until(wanted, TIMEOUT).await.unwrap();
    }

    /// Waits until no traffic has been recorded for 600 ms.
    pub async fn until_idle(&self) {
        let mut said = 0;
        while self.sandbox.traffic().len() != said {
            said = self.sandbox.traffic().len();
            tokio::time::sleep(Duration::from_millis(600)).await;
        }
    }
}

/// Methods that stop the bot at the end of a test and check for errors.
impl TestBot {
    /// Stops the bot and asserts that it did not violate any of Discord's rules.
    pub async fn end(self) {
        self.end_expecting(&[]).await;
    }

    /// Stops the bot and asserts that every recorded violation contains one of the `expected` strings.
    pub async fn end_expecting(mut self, expected: &[&str]) {
        self.stop_bot().await;
        self.pool.close().await;
        assert_violations(self.sandbox.violations(), expected);
    }

    /// Stops the bot and asserts that it violated none of Discord's rules, sent no messages that allow
    /// mentions, and leaked no cards.
    pub async fn end_without_leaks(self) {
        self.end_without_leaks_expecting(&[]).await;
    }

    /// Runs the same checks as [`Self::end_without_leaks`], but allows violations that contain one of the
    /// `expected` strings.
    pub async fn end_without_leaks_expecting(mut self, expected: &[&str]) {
        self.assert_answers().await;
        self.stop_bot().await;
        self.pool.close().await;
        assert_violations(self.sandbox.violations(), expected);
        let traffic = self.sandbox.traffic();
        let loud: Vec<&Value> = traffic
            .iter()
            .filter(|one| one.protocol == Protocol::Rest && one.from == Sender::Bot)
            .map(|one| one.body.get("data").unwrap_or(&one.body))
            .filter(|body| body.get("content").is_some() && body["allowed_mentions"]["parse"] != json!([]))
            .collect();
        assert!(loud.is_empty(), "messages allow mentions: {loud:#?}");
        let journals = self.journals().await;
        let found = leaks::leaks(&traffic, &journals);
        assert!(found.is_empty(), "{found:#?}");
        let mut events = journals.iter().flat_map(|journal| &journal.events);
        if events.any(|(_, event)| matches!(event, TableEvent::DealBegan { .. })) {
            assert!(leaks::cards_shown(&traffic, &journals) > 10, "scan sees no cards");
        }
    }

    async fn assert_answers(&self) {
        let someone = self.sandbox.user(&self.sandbox.user_names()[0]).in_channel("general");
        private_reply(&someone, someone.command("rules page", []).await).await;
    }
}

fn count_gateway_events(sandbox: &Sandbox, event: &str) -> usize {
    sandbox.traffic().iter().filter(|one| one.protocol == Protocol::Gateway && one.body["t"] == event).count()
}

/// Asserts that every violation contains one of the `expected` strings.
fn assert_violations(violations: Vec<Violation>, expected: &[&str]) {
    let is_expected = |one: &String| expected.iter().any(|part| one.contains(part));
    let unexpected: Vec<String> =
        violations.into_iter().map(|one| one.to_string()).filter(|one| !is_expected(one)).collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
}
