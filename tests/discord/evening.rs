//! A bot at the stand-in, with its database, and how one looks at what people see.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Drawing, Options};
use ulti::playground::{Answer, Message, Person, Playground};
use ulti::store::Store;
use ulti::table::{self, Chance, Clock, Registry, ServerId};

/// How long something may take that should take no time.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A bot at the stand-in.
pub(crate) struct Evening {
    pub(crate) playground: Playground,
    folder: tempfile::TempDir,
    patience: Duration,
    clock: table::Options,
    drawing: Drawing,
    running: Option<Running>,
}

struct Running {
    /// The bot's own, so that it can be killed with all that it has begun.
    runtime: tokio::runtime::Runtime,
    shutdown: CancellationToken,
    task: tokio::task::JoinHandle<Result<(), DiscordError>>,
    store: Store,
}

impl Evening {
    pub(crate) async fn begin() -> Self {
        Self::begin_with(Duration::from_secs(2), table::Options::default()).await
    }

    /// With a bot that asks for more time after so long, and tables with this clock.
    pub(crate) async fn begin_with(patience: Duration, clock: table::Options) -> Self {
        let mut evening = Self::before(Drawing::default()).await;
        (evening.patience, evening.clock) = (patience, clock);
        evening.start_bot().await;
        evening
    }

    /// Before the bot is there, which will draw by these.
    pub(crate) async fn before(drawing: Drawing) -> Self {
        let playground = Playground::start(ulti::playground::Options::default()).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (patience, clock) = (Duration::from_secs(2), table::Options::default());
        Self { playground, folder, patience, clock, drawing, running: None }
    }

    /// From its next start on, the bot draws by these.
    pub(crate) fn draw_by(&mut self, drawing: Drawing) {
        self.drawing = drawing;
    }

    pub(crate) async fn start_bot(&mut self) {
        let store = Store::open(&self.folder.path().join("ulti.sqlite")).await.unwrap();
        let options = Options {
            api: Some(self.playground.base_url().to_owned()),
            pace: Duration::ZERO,
            patience: self.patience,
            ..Options::new("token")
        };
        let bot = Bot::drawing(options, store.clone(), self.drawing.clone());
        let patience = table::Options { robot_pace: Duration::ZERO, ..self.clock };
        let registry = Registry::new(
            Arc::new(store.clone()),
            bot.announcer(),
            patience,
            Chance::repeatable(7),
            Clock::wall(),
        );
        let shutdown = CancellationToken::new();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let task = runtime.spawn(bot.run(registry, shutdown.clone()));
        self.running = Some(Running { runtime, shutdown, task, store });
        self.playground.ready(PATIENCE).await.unwrap();
    }

    /// Stops the bot in order.
    pub(crate) async fn stop_bot(&mut self) {
        let running = self.running.take().unwrap();
        running.shutdown.cancel();
        tokio::time::timeout(PATIENCE, running.task).await.unwrap().unwrap().unwrap();
        running.store.close().await;
        running.runtime.shutdown_background();
    }

    /// Does something to the database behind the bot's back.
    pub(crate) async fn sql(&self, statement: &'static str) {
        let file = SqliteConnectOptions::new().filename(self.folder.path().join("ulti.sqlite"));
        let mut connection = SqliteConnection::connect_with(&file).await.unwrap();
        sqlx::query(statement).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Ends the bot in the middle of whatever it is doing.
    pub(crate) fn kill_bot(&mut self) {
        self.running.take().unwrap().runtime.shutdown_background();
    }

    /// What the bot remembers by.
    pub(crate) fn store(&self) -> &Store {
        &self.running.as_ref().unwrap().store
    }

    /// The server.
    pub(crate) fn server(&self) -> ServerId {
        ServerId(self.playground.guild().0)
    }

    /// Someone in the channel where the table is.
    pub(crate) fn person(&self, name: &str) -> Person {
        self.playground.person(name).in_channel("ulti")
    }

    /// Stops; the stand-in must have had nothing to complain about.
    pub(crate) async fn end(self) {
        self.end_but_for("nothing at all").await;
    }

    /// Stops; the stand-in may have complained about what the test did to it, and nothing else.
    pub(crate) async fn end_but_for(mut self, expected: &str) {
        self.stop_bot().await;
        let complaints = self.playground.complaints().into_iter();
        let unexpected: Vec<_> = complaints.filter(|one| !format!("{one:?}").contains(expected)).collect();
        assert!(unexpected.is_empty(), "{unexpected:#?}");
    }
}

/// What the person alone was told.
pub(crate) fn told(answer: &Answer) -> String {
    assert!(answer.is_ephemeral(), "everyone can see this: {answer:?}");
    let text = answer.text();
    assert!(!text.contains('⟨'), "a sentence with a hole: {text}");
    text
}

/// The messages that everyone sees, oldest first.
pub(crate) fn public(messages: &[Message]) -> Vec<Message> {
    messages.iter().filter(|message| !message.is_ephemeral()).cloned().collect()
}

/// Waits until the newest public message has a button of this label.
pub(crate) async fn until_public(person: &Person, button: &str) -> Message {
    let has = |message: &Message| message.buttons().contains(&button);
    let newest = |messages: &[Message]| public(messages).last().is_some_and(has);
    let seen = person.until(newest, PATIENCE).await.unwrap();
    public(&seen).pop().unwrap()
}

/// Waits until what the person alone sees, newest first, is so.
pub(crate) async fn until_own(person: &Person, wanted: impl Fn(&Message) -> bool) -> Message {
    let own = |message: &&Message| message.is_ephemeral();
    let newest = |messages: &[Message]| messages.iter().rev().find(own).is_some_and(&wanted);
    let seen = person.until(newest, PATIENCE).await.unwrap();
    seen.into_iter().rev().find(Message::is_ephemeral).unwrap()
}

/// Seats Anna, Bea and Csaba by commands and begins to play; forehand is whoever drew it.
pub(crate) async fn three_sit_down(evening: &Evening) -> [Person; 3] {
    let people = ["Anna", "Bea", "Csaba"].map(|name| evening.person(name));
    for (place, name) in ["Anna", "Bea", "Csaba"].into_iter().enumerate() {
        people[place].command(if place == 0 { "ulti new" } else { "ulti join" }, []).await.unwrap();
        let sits =
            |messages: &[Message]| public(messages).last().is_some_and(|lobby| lobby.text().contains(name));
        people[place].until(sits, PATIENCE).await.unwrap();
    }
    people[0].command("ulti start", []).await.unwrap();
    people
}

/// Whoever has to act now, as autocomplete knows it, with what to bid and to lay down.
pub(crate) async fn bidder(people: &[Person; 3]) -> &Person {
    for person in people {
        if !person.autocomplete("bid", "contract", "").await.unwrap().is_empty() {
            return person;
        }
    }
    panic!("nobody can bid");
}

/// Makes the weakest bid that there is, with the first two cards laid down.
pub(crate) async fn bid_something(person: &Person) -> Answer {
    let bids = person.autocomplete("bid", "contract", "").await.unwrap();
    let first = person.autocomplete("bid", "first", "").await.unwrap().remove(0).value;
    let filled = [("first", first.clone())];
    let second = person.autocomplete_with("bid", filled, "second", "").await.unwrap().remove(0).value;
    assert_ne!(first, second, "the other option's card is not offered again");
    let options = [("contract", bids[0].value.clone()), ("first", first), ("second", second)];
    person.command("bid", options).await.unwrap()
}

/// Three people, the first bid made and passed by the others, trumps named: a card is to be led.
pub(crate) async fn until_the_lead(people: &[Person; 3]) -> &Person {
    let declarer = bidder(people).await;
    bid_something(declarer).await;
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
