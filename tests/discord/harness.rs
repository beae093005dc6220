//! Test harness: a bot with a database at a sandbox, and helpers to read messages.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Message, Protocol, Response, Sandbox, SimulatedUser};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Drawing, Options};
use ulti::store::Store;
use ulti::table::{self, Journal, Registry, SeedSource, ServerId, TableEvent, TableId, WallClock};
use ulti_rules::Event;

/// Time limit of every wait.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// A bot at a sandbox, with a database in a temporary folder.
pub(crate) struct Harness {
    pub(crate) sandbox: Sandbox,
    folder: tempfile::TempDir,
    patience: Duration,
    clock: table::Options,
    drawing: Drawing,
    /// Changes the options of the bot.
    change: fn(&mut Options),
    running: Option<Running>,
}

struct Running {
    /// Separate runtime of the bot, so that a kill also ends its background tasks.
    runtime: tokio::runtime::Runtime,
    shutdown: CancellationToken,
    task: tokio::task::JoinHandle<Result<(), DiscordError>>,
    store: Store,
}

impl Harness {
    pub(crate) async fn start() -> Self {
        Self::start_with(Duration::from_secs(2), table::Options::default()).await
    }

    /// Starts a bot that defers answers after `defer_after`, and whose tables use these time limits.
    pub(crate) async fn start_with(patience: Duration, clock: table::Options) -> Self {
        let mut harness = Self::without_bot(Drawing::default()).await;
        (harness.patience, harness.clock) = (patience, clock);
        harness.start_bot().await;
        harness
    }

    /// Starts a sandbox without a bot.
    pub(crate) async fn without_bot(drawing: Drawing) -> Self {
        let sandbox = Sandbox::start(discord_sandbox::Options::default()).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (patience, clock) = (Duration::from_secs(2), table::Options::default());
        Self { sandbox, folder, patience, clock, drawing, change: |_| {}, running: None }
    }

    /// Starts a bot with changed options.
    pub(crate) async fn start_customized(drawing: Drawing, change: fn(&mut Options)) -> Self {
        let mut harness = Self { change, ..Self::without_bot(drawing).await };
        harness.start_bot().await;
        harness
    }

    /// Starts a bot at a sandbox with this heartbeat interval.
    pub(crate) async fn start_with_heartbeat(heartbeat: Duration) -> Self {
        let options = discord_sandbox::Options { heartbeat, ..Default::default() };
        let sandbox = Sandbox::start(options).await.unwrap();
        let mut harness = Self { sandbox, ..Self::without_bot(Drawing::default()).await };
        harness.start_bot().await;
        harness
    }

    /// Sets the drawing that the bot uses from its next start on.
    pub(crate) fn set_drawing(&mut self, drawing: Drawing) {
        self.drawing = drawing;
    }

    pub(crate) async fn start_bot(&mut self) {
        let store = Store::open(&self.folder.path().join("ulti.sqlite")).await.unwrap();
        let mut options = Options {
            api: Some(self.sandbox.base_url().to_owned()),
            pace: Duration::ZERO,
            patience: self.patience,
            double_click: Duration::ZERO, // simulated users are fast
            ..Options::new("token")
        };
        (self.change)(&mut options);
        let bot = Bot::drawing(options, store.clone(), self.drawing.clone());
        let patience = table::Options { robot_pace: Duration::ZERO, ..self.clock };
        let registry = Registry::new(
            Arc::new(store.clone()),
            bot.announcer(),
            patience,
            SeedSource::repeatable(7),
            WallClock::wall(),
        );
        let (shutdown, known) = (CancellationToken::new(), bot.servers_known());
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let task = runtime.spawn(bot.run(registry, shutdown.clone()));
        self.running = Some(Running { runtime, shutdown, task, store });
        self.sandbox.ready(TIMEOUT).await.unwrap();
        // Do not wait for a server that is unavailable.
        let _ = tokio::time::timeout(Duration::from_secs(2), known.cancelled()).await;
    }

    /// Stops the bot gracefully.
    pub(crate) async fn stop_bot(&mut self) {
        let running = self.running.take().unwrap();
        running.shutdown.cancel();
        tokio::time::timeout(TIMEOUT, running.task).await.unwrap().unwrap().unwrap();
        running.store.close().await;
        running.runtime.shutdown_background();
    }

    /// Runs a statement on the database through a separate connection.
    pub(crate) async fn sql(&self, statement: &'static str) {
        let file = SqliteConnectOptions::new().filename(self.folder.path().join("ulti.sqlite"));
        let mut connection = SqliteConnection::connect_with(&file).await.unwrap();
        sqlx::query(statement).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Stops the bot abruptly, as in a crash.
    pub(crate) fn kill_bot(&mut self) {
        self.running.take().unwrap().runtime.shutdown_background();
    }

    /// Returns the bot's store.
    pub(crate) fn store(&self) -> &Store {
        &self.running.as_ref().unwrap().store
    }

    /// Returns the journal of the first table.
    pub(crate) async fn events(&self) -> Vec<TableEvent> {
        self.store().load(TableId(1)).await.unwrap().events
    }

    /// Returns the number of cards played at the first table.
    pub(crate) async fn played(&self) -> usize {
        let events = self.events().await;
        let is_played =
            |event: &&TableEvent| matches!(event, TableEvent::InDeal { event: Event::Played { .. } });
        events.iter().filter(is_played).count()
    }

    /// Returns the statuses of all requests with this method (`*` for any) and path prefix.
    pub(crate) fn response_statuses(&self, method: &str, prefix: &str) -> Vec<u16> {
        let traffic = self.sandbox.traffic().into_iter();
        let of_kind = traffic.filter(|one| {
            (method == "*" || one.method.as_deref() == Some(method))
                && one.path.as_deref().is_some_and(|path| path.starts_with(prefix))
        });
        of_kind.filter_map(|one| one.status).collect()
    }

    /// Returns the number of gateway events with this name.
    pub(crate) fn gateway_event_count(&self, event: &str) -> usize {
        count_gateway_events(&self.sandbox, event)
    }

    /// Waits until the gateway has sent this event `times` times.
    pub(crate) async fn until_gateway_event(&self, event: &str, times: usize) {
        let wanted = |sandbox: &Sandbox| count_gateway_events(sandbox, event) >= times;
        self.sandbox.until(wanted, TIMEOUT).await.unwrap();
    }

    /// Waits until there has been no traffic for 600 ms.
    pub(crate) async fn until_idle(&self) {
        let mut said = 0;
        while self.sandbox.traffic().len() != said {
            said = self.sandbox.traffic().len();
            tokio::time::sleep(Duration::from_millis(600)).await;
        }
    }

    /// Returns the sandbox's server.
    pub(crate) fn server(&self) -> ServerId {
        ServerId(self.sandbox.guild().0)
    }

    /// Returns a user in the channel `#ulti`.
    pub(crate) fn person(&self, name: &str) -> SimulatedUser {
        self.sandbox.person(name).in_channel("ulti")
    }

    /// Stops the bot and asserts that it violated none of Discord's rules.
    pub(crate) async fn end(self) {
        self.end_expecting("nothing at all").await;
    }

    /// Stops the bot and asserts that every violation contains `expected`.
    pub(crate) async fn end_expecting(self, expected: &str) {
        self.end_expecting_any(&[expected]).await;
    }

    /// Stops the bot and asserts that every violation contains one of `expected`.
    pub(crate) async fn end_expecting_any(mut self, expected: &[&str]) {
        self.stop_bot().await;
        let violations = self.sandbox.violations().into_iter().map(|one| format!("{one:?}"));
        let is_expected = |one: &String| expected.iter().any(|part| one.contains(part));
        let unexpected: Vec<String> = violations.filter(|one| !is_expected(one)).collect();
        assert!(unexpected.is_empty(), "{unexpected:#?}");
    }
}

fn count_gateway_events(sandbox: &Sandbox, event: &str) -> usize {
    sandbox.traffic().iter().filter(|one| one.protocol == Protocol::Gateway && one.body["t"] == event).count()
}

/// Returns the player whose turn it is, and a card that may be played.
pub(crate) async fn player_to_move(people: &[SimulatedUser; 3]) -> (&SimulatedUser, Value) {
    for person in people {
        if let Some(card) = person.autocomplete("play", "card", "").await.unwrap().first() {
            return (person, card.value.clone());
        }
    }
    panic!("no player may play a card");
}

/// Plays a card for the player whose turn it is.
pub(crate) async fn play_on(people: &[SimulatedUser; 3]) {
    let (person, card) = player_to_move(people).await;
    private_text(&person.command("play", [("card", card)]).await.unwrap());
}

/// Waits until the newest public message is a later one or has another text than `before`.
pub(crate) async fn until_changed(person: &SimulatedUser, before: &Message) -> Message {
    // While a message is reposted, an older one is the newest for a moment.
    let is_newer =
        |now: &Message| now.id() > before.id() || (now.id() == before.id() && now.text() != before.text());
    let newest = |messages: &[Message]| public(messages).last().is_some_and(is_newer);
    public(&person.until(newest, TIMEOUT).await.unwrap()).pop().unwrap()
}

/// Returns the newest public message.
pub(crate) fn newest(person: &SimulatedUser) -> Message {
    public(&person.messages()).pop().unwrap()
}

/// Returns the text of a private reply.
///
/// # Panics
///
/// Panics if the reply is public or contains an unresolved placeholder.
pub(crate) fn private_text(answer: &Response) -> String {
    assert!(answer.is_ephemeral(), "reply is public: {answer:?}");
    let text = answer.text();
    assert!(!text.contains('⟨'), "unresolved placeholder: {text}");
    text
}

/// Returns the public messages, oldest first.
pub(crate) fn public(messages: &[Message]) -> Vec<Message> {
    messages.iter().filter(|message| !message.is_ephemeral()).cloned().collect()
}

/// Waits until the newest public message has a button with this label.
pub(crate) async fn until_public(person: &SimulatedUser, button: &str) -> Message {
    let has = |message: &Message| message.buttons().contains(&button);
    let newest = |messages: &[Message]| public(messages).last().is_some_and(has);
    let seen = person.until(newest, TIMEOUT).await.unwrap();
    public(&seen).pop().unwrap()
}

/// Waits until the newest private message meets a condition.
pub(crate) async fn until_private(person: &SimulatedUser, wanted: impl Fn(&Message) -> bool) -> Message {
    let own = |message: &&Message| message.is_ephemeral();
    let newest = |messages: &[Message]| messages.iter().rev().find(own).is_some_and(&wanted);
    let seen = person.until(newest, TIMEOUT).await.unwrap();
    seen.into_iter().rev().find(Message::is_ephemeral).unwrap()
}

/// Seats Anna, Bea and Csaba by commands and starts the first deal.
pub(crate) async fn seat_three(harness: &Harness) -> [SimulatedUser; 3] {
    let people = ["Anna", "Bea", "Csaba"].map(|name| harness.person(name));
    for (place, name) in ["Anna", "Bea", "Csaba"].into_iter().enumerate() {
        people[place].command(if place == 0 { "ulti new" } else { "ulti join" }, []).await.unwrap();
        let sits =
            |messages: &[Message]| public(messages).last().is_some_and(|lobby| lobby.text().contains(name));
        people[place].until(sits, TIMEOUT).await.unwrap();
    }
    people[0].command("ulti start", []).await.unwrap();
    people
}

/// Returns the player who may bid, according to autocomplete.
pub(crate) async fn bidder(people: &[SimulatedUser; 3]) -> &SimulatedUser {
    for person in people {
        if !person.autocomplete("bid", "contract", "").await.unwrap().is_empty() {
            return person;
        }
    }
    panic!("no player may bid");
}

/// Waits until a message meets a condition.
pub(crate) async fn until_message(
    person: &SimulatedUser,
    id: discord_sandbox::Snowflake,
    wanted: impl Fn(&Message) -> bool,
) -> Message {
    let seen = |messages: &[Message]| messages.iter().any(|one| one.id() == id && wanted(one));
    let messages = person.until(seen, TIMEOUT).await.unwrap();
    messages.into_iter().find(|one| one.id() == id).unwrap()
}

/// Makes the lowest bid, and discards the first two cards offered.
pub(crate) async fn make_weakest_bid(person: &SimulatedUser) -> Response {
    let bids = person.autocomplete("bid", "contract", "").await.unwrap();
    let first = person.autocomplete("bid", "first", "").await.unwrap().remove(0).value;
    let filled = [("first", first.clone())];
    let second = person.autocomplete_with("bid", filled, "second", "").await.unwrap().remove(0).value;
    assert_ne!(first, second, "card of the first option was offered again");
    let options = [("contract", bids[0].value.clone()), ("first", first), ("second", second)];
    person.command("bid", options).await.unwrap()
}

/// Plays the auction up to the first lead, and returns the declarer.
pub(crate) async fn play_to_first_lead(people: &[SimulatedUser; 3]) -> &SimulatedUser {
    let declarer = bidder(people).await;
    make_weakest_bid(declarer).await;
    for _ in 0..3 {
        for person in people.iter().filter(|person| person.id() != declarer.id()) {
            let _ = person.command("pass", [("rest", json!(true))]).await.unwrap();
        }
    }
    let _ = declarer.command("pass", []).await.unwrap();
    if let Some(trump) = declarer.autocomplete("trump", "suit", "").await.unwrap().first() {
        declarer.command("trump", [("suit", trump.value.clone())]).await.unwrap();
    }
    declarer
}
