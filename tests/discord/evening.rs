//! A bot at the stand-in, with its database, and how one looks at what people see.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Drawing, Options};
use ulti::playground::{Answer, Message, Person, Playground, Way};
use ulti::rules::Event;
use ulti::store::Store;
use ulti::table::{self, Chance, Clock, Journal, Registry, ServerId, TableEvent, TableId};

/// How long something may take that should take no time.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A bot at the stand-in.
pub(crate) struct Evening {
    pub(crate) playground: Playground,
    folder: tempfile::TempDir,
    patience: Duration,
    clock: table::Options,
    drawing: Drawing,
    /// What else is to be different about the bot.
    change: fn(&mut Options),
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
        Self { playground, folder, patience, clock, drawing, change: |_| {}, running: None }
    }

    /// With a bot of which this is different.
    pub(crate) async fn begin_but(drawing: Drawing, change: fn(&mut Options)) -> Self {
        let mut evening = Self { change, ..Self::before(drawing).await };
        evening.start_bot().await;
        evening
    }

    /// At a stand-in whose gateway wants a heartbeat this often.
    pub(crate) async fn begin_beating(heartbeat: Duration) -> Self {
        let options = ulti::playground::Options { heartbeat, ..Default::default() };
        let playground = Playground::start(options).await.unwrap();
        let mut evening = Self { playground, ..Self::before(Drawing::default()).await };
        evening.start_bot().await;
        evening
    }

    /// From its next start on, the bot draws by these.
    pub(crate) fn draw_by(&mut self, drawing: Drawing) {
        self.drawing = drawing;
    }

    pub(crate) async fn start_bot(&mut self) {
        let store = Store::open(&self.folder.path().join("ulti.sqlite")).await.unwrap();
        let mut options = Options {
            api: Some(self.playground.base_url().to_owned()),
            pace: Duration::ZERO,
            patience: self.patience,
            double_click: Duration::ZERO, // they are faster than any hand
            ..Options::new("token")
        };
        (self.change)(&mut options);
        let bot = Bot::drawing(options, store.clone(), self.drawing.clone());
        let patience = table::Options { robot_pace: Duration::ZERO, ..self.clock };
        let registry = Registry::new(
            Arc::new(store.clone()),
            bot.announcer(),
            patience,
            Chance::repeatable(7),
            Clock::wall(),
        );
        let (shutdown, known) = (CancellationToken::new(), bot.servers_known());
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let task = runtime.spawn(bot.run(registry, shutdown.clone()));
        self.running = Some(Running { runtime, shutdown, task, store });
        self.playground.ready(PATIENCE).await.unwrap();
        // Where a server is out of reach, the bot does not wait for ever either.
        let _ = tokio::time::timeout(Duration::from_secs(2), known.cancelled()).await;
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

    /// What has happened at the only table.
    pub(crate) async fn events(&self) -> Vec<TableEvent> {
        self.store().load(TableId(1)).await.unwrap().events
    }

    /// How many cards have been played there.
    pub(crate) async fn played(&self) -> usize {
        let events = self.events().await;
        let is_played =
            |event: &&TableEvent| matches!(event, TableEvent::InDeal { event: Event::Played { .. } });
        events.iter().filter(is_played).count()
    }

    /// How many requests of the bot there have been of this method (`*`: any) whose path begins so, and
    /// what they were answered with.
    pub(crate) fn answers(&self, method: &str, prefix: &str) -> Vec<u16> {
        let traffic = self.playground.traffic().into_iter();
        let of_kind = traffic.filter(|one| {
            (method == "*" || one.method.as_deref() == Some(method))
                && one.path.as_deref().is_some_and(|path| path.starts_with(prefix))
        });
        of_kind.filter_map(|one| one.status).collect()
    }

    /// How many frames of the gateway have been this event.
    pub(crate) fn events_told(&self, event: &str) -> usize {
        told_by(&self.playground, event)
    }

    /// Waits until the gateway has told so many of this event.
    pub(crate) async fn until_told(&self, event: &str, times: usize) {
        let wanted = |playground: &Playground| told_by(playground, event) >= times;
        self.playground.until(wanted, PATIENCE).await.unwrap();
    }

    /// Waits until nothing has been said for a while.
    pub(crate) async fn quiet(&self) {
        let mut said = 0;
        while self.playground.traffic().len() != said {
            said = self.playground.traffic().len();
            tokio::time::sleep(Duration::from_millis(600)).await;
        }
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
    pub(crate) async fn end_but_for(self, expected: &str) {
        self.end_but_for_any(&[expected]).await;
    }

    /// The same with several things that it may have complained about.
    pub(crate) async fn end_but_for_any(mut self, expected: &[&str]) {
        self.stop_bot().await;
        let complaints = self.playground.complaints().into_iter().map(|one| format!("{one:?}"));
        let is_expected = |one: &String| expected.iter().any(|part| one.contains(part));
        let unexpected: Vec<String> = complaints.filter(|one| !is_expected(one)).collect();
        assert!(unexpected.is_empty(), "{unexpected:#?}");
    }
}

fn told_by(playground: &Playground, event: &str) -> usize {
    playground.traffic().iter().filter(|one| one.way == Way::Gateway && one.body["t"] == event).count()
}

/// Whoever's turn it is, with a card that they may play.
pub(crate) async fn to_play(people: &[Person; 3]) -> (&Person, Value) {
    for person in people {
        if let Some(card) = person.autocomplete("play", "card", "").await.unwrap().first() {
            return (person, card.value.clone());
        }
    }
    panic!("nobody can play");
}

/// Whoever's turn it is plays a card.
pub(crate) async fn play_on(people: &[Person; 3]) {
    let (person, card) = to_play(people).await;
    told(&person.command("play", [("card", card)]).await.unwrap());
}

/// The newest message that everyone sees, once it is not what it was.
pub(crate) async fn until_changed(person: &Person, before: &Message) -> Message {
    // While a message is taken down to be posted again, an older one is the newest.
    let is_newer =
        |now: &Message| now.id() > before.id() || (now.id() == before.id() && now.text() != before.text());
    let newest = |messages: &[Message]| public(messages).last().is_some_and(is_newer);
    public(&person.until(newest, PATIENCE).await.unwrap()).pop().unwrap()
}

/// The newest message that everyone sees.
pub(crate) fn newest(person: &Person) -> Message {
    public(&person.messages()).pop().unwrap()
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

/// One message as soon as it is as wanted.
pub(crate) async fn until_message(
    person: &Person,
    id: ulti::playground::Id,
    wanted: impl Fn(&Message) -> bool,
) -> Message {
    let seen = |messages: &[Message]| messages.iter().any(|one| one.id() == id && wanted(one));
    let messages = person.until(seen, PATIENCE).await.unwrap();
    messages.into_iter().find(|one| one.id() == id).unwrap()
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
