//! Test harness: a bot at a sandbox with a database, and checks that hostile input has no effect.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{
    self, ActionError, Message, Protocol, Response, Sandbox, Sender, SimulatedUser, Snowflake,
};
use serde_json::{Value, json};
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Drawing, Limits, Options, Rate};
use ulti::store::Store;
use ulti::table::{self, PlayerId, Registry, SeedSource, TableEvent, TableLimits, UserId, WallClock};
use ulti::watch::Metrics;
use ulti_rules::{Action, Book, BySeat, Deal, Seat, View};

use crate::{emoji, leak_scan};

/// Time limit of every wait.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// Stands for the lowest bid that is legal.
pub(crate) const WEAKEST_BID: &str = "the least";

/// Returns limits that are too high for a test to reach.
fn without_limits() -> Limits {
    let any = Rate { at_once: 1_000_000, per_second: 1_000_000 };
    Limits { person: any, server: any, work_of_person: any, work_of_server: any }
}

/// A bot at a sandbox, with a database in a temporary folder.
pub(crate) struct Harness {
    pub(crate) sandbox: Sandbox,
    folder: tempfile::TempDir,
    /// Separate connection to the bot's database.
    pub(crate) pool: SqlitePool,
    /// Metrics of the bot.
    pub(crate) metrics: Metrics,
    running: Running,
}

struct Running {
    runtime: tokio::runtime::Runtime,
    shutdown: CancellationToken,
    task: tokio::task::JoinHandle<Result<(), DiscordError>>,
    store: Store,
}

/// The newest deal of a channel, read from the journal.
pub(crate) struct Dealt {
    pub(crate) table: i64,
    pub(crate) number: u32,
    pub(crate) deal: Deal,
    pub(crate) seats: BySeat<PlayerId>,
}

impl Dealt {
    pub(crate) fn seat(&self, person: &SimulatedUser) -> Seat {
        let player = PlayerId::User(UserId(person.id().0));
        self.seats.iter().find(|(_, at)| **at == player).map(|(seat, _)| seat).unwrap()
    }

    pub(crate) fn view(&self, person: &SimulatedUser) -> View {
        self.deal.view(Some(self.seat(person)))
    }

    /// Returns the user in a seat.
    pub(crate) fn person_at<'a>(&self, seat: Seat, people: &'a [SimulatedUser]) -> &'a SimulatedUser {
        people.iter().find(|person| self.seat(person) == seat).unwrap()
    }

    /// Returns the user whose turn it is.
    pub(crate) fn turn<'a>(&self, people: &'a [SimulatedUser]) -> &'a SimulatedUser {
        self.person_at(self.deal.turn().unwrap(), people)
    }

    /// Returns a user whose turn it is not.
    pub(crate) fn not_turn<'a>(&self, people: &'a [SimulatedUser]) -> &'a SimulatedUser {
        self.person_at(self.deal.turn().unwrap().next(), people)
    }

    /// Returns deal number and version as in a new custom id, such as `3.42`.
    pub(crate) fn moment(&self) -> String {
        format!("{}.{}", self.number, self.deal.version())
    }
}

impl Harness {
    pub(crate) async fn start() -> Self {
        Self::start_at(discord_sandbox::Options::default()).await
    }

    pub(crate) async fn start_at(options: discord_sandbox::Options) -> Self {
        Self::start_configured(options, Drawing::default(), without_limits()).await
    }

    /// Starts a bot with the default rate limits.
    pub(crate) async fn start_with_rate_limits(options: discord_sandbox::Options) -> Self {
        Self::start_configured(options, Drawing::default(), Limits::default()).await
    }

    /// Starts a bot with pictures and emoji, and waits until its emoji are uploaded.
    pub(crate) async fn start_with_pictures() -> Self {
        Self::start_with_pictures_at(discord_sandbox::Options::default()).await
    }

    /// Starts a bot with pictures and emoji at a sandbox with these options.
    pub(crate) async fn start_with_pictures_at(options: discord_sandbox::Options) -> Self {
        let harness = Self::start_configured(options, Drawing::ours(), without_limits()).await;
        let uploaded = |sandbox: &Sandbox| sandbox.emojis().len() >= emoji::COUNT;
        harness.sandbox.until(uploaded, TIMEOUT).await.unwrap();
        harness
    }

    async fn start_configured(options: discord_sandbox::Options, drawing: Drawing, limits: Limits) -> Self {
        let sandbox = Sandbox::start(options).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ulti.sqlite");
        let store = Store::open(&file).await.unwrap().with_most(TableLimits::default());
        let options = Options {
            api: Some(sandbox.base_url().to_owned()),
            pace: Duration::ZERO,
            limits,
            double_click: Duration::ZERO,
            ..Options::new("token")
        };
        let metrics = Metrics::default();
        let bot = Bot::watched(options, store.clone(), drawing, metrics.clone());
        let patience = table::Options { robot_pace: Duration::ZERO, ..table::Options::default() };
        let (chance, clock) = (SeedSource::repeatable(7), WallClock::wall());
        let registry = Registry::new(Arc::new(store.clone()), bot.announcer(), patience, chance, clock);
        let shutdown = CancellationToken::new();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let task = runtime.spawn(bot.run(registry, shutdown.clone()));
        sandbox.ready(TIMEOUT).await.unwrap();
        let second = SqliteConnectOptions::new().filename(&file);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(second).await.unwrap();
        Self { sandbox, folder, pool, metrics, running: Running { runtime, shutdown, task, store } }
    }

    /// Returns a user in the channel `#ulti`.
    pub(crate) fn person(&self, name: &str) -> SimulatedUser {
        self.sandbox.person(name).in_channel("ulti")
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("ulti.sqlite")
    }

    /// Returns the journals of all tables.
    pub(crate) async fn journals(&self) -> Vec<leak_scan::Journal> {
        leak_scan::journals(&self.file()).await
    }

    /// Returns the seed of the newest deal.
    pub(crate) async fn seed(&self) -> String {
        let events = self.events().await;
        let seed = |event: &TableEvent| match event {
            TableEvent::DealBegan { seed, .. } => Some(seed.to_string()),
            _ => None,
        };
        events.iter().rev().find_map(seed).unwrap()
    }

    /// Closes the database under the running bot.
    pub(crate) async fn close_store(&self) {
        self.running.store.close().await;
    }

    /// Returns the stored state of tables, deals and settings, to compare before and after an action.
    pub(crate) async fn stored_state(&self) -> Vec<String> {
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

    /// Returns the events of the newest table in `#ulti`.
    pub(crate) async fn events(&self) -> Vec<TableEvent> {
        let channel = self.sandbox.channel("ulti").unwrap().0;
        let rows: Vec<String> = sqlx::query_scalar(
            "SELECT event FROM journal WHERE table_id = (SELECT MAX(id) FROM tables WHERE channel = $1) ORDER BY seq",
        )
        .bind(channel.cast_signed())
        .fetch_all(&self.pool)
        .await
        .unwrap();
        rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect()
    }

    /// Returns the number of events of the newest table that match a predicate.
    pub(crate) async fn count(&self, is_so: impl Fn(&TableEvent) -> bool) -> usize {
        self.events().await.iter().filter(|event| is_so(event)).count()
    }

    /// Returns the newest deal in `#ulti`.
    pub(crate) async fn dealt(&self) -> Dealt {
        let table: i64 = sqlx::query_scalar("SELECT MAX(id) FROM tables WHERE channel = $1")
            .bind(self.sandbox.channel("ulti").unwrap().0.cast_signed())
            .fetch_one(&self.pool)
            .await
            .unwrap();
        let mut book = None;
        let mut dealt = None;
        for event in self.events().await {
            match event {
                TableEvent::SetUp { rules, .. } => book = Some(Arc::new(Book::new(rules.rules().unwrap()))),
                TableEvent::DealBegan { number, seats, start, .. } => {
                    let deal = Deal::new(Arc::clone(book.as_ref().unwrap()), start).unwrap();
                    dealt = Some(Dealt { table, number, deal, seats });
                }
                TableEvent::InDeal { event } => dealt.as_mut().unwrap().deal.apply(&event),
                _ => {}
            }
        }
        dealt.unwrap()
    }

    /// Returns the ids of the public messages in all channels.
    fn posted(&self) -> BTreeSet<Snowflake> {
        let anna = self.sandbox.person("Anna");
        let anna =
            if anna.id() == Snowflake(0) { self.sandbox.person(&self.sandbox.people()[0]) } else { anna };
        let here =
            ["ulti", "general", "no-entry"].into_iter().flat_map(|name| anna.in_channel(name).messages());
        here.filter(|message| !message.is_ephemeral()).map(|message| message.id()).collect()
    }

    /// Asserts that an action has no effect but a private reply that contains all of `says`, and returns
    /// the reply.
    pub(crate) async fn assert_no_effect(
        &self,
        person: &SimulatedUser,
        attack: impl Future<Output = Result<Response, ActionError>>,
        says: &[&str],
    ) -> Message {
        let (kept, posted) = (self.stored_state().await, self.posted());
        let told = private_reply(person, attack.await).await;
        let text = told.text();
        for said in says {
            assert!(text.contains(said), "missing {said:?} in {text:?}");
        }
        assert_eq!(self.stored_state().await, kept, "after {text:?}");
        assert_eq!(self.posted(), posted, "after {text:?}");
        told
    }

    /// Stops the bot and checks for violations, open mentions and leaked cards.
    pub(crate) async fn end(self) {
        self.end_expecting(&[]).await;
    }

    /// Stops the bot and checks as [`Self::end`] does, but allows violations that contain one of
    /// `expected`.
    pub(crate) async fn end_expecting(self, expected: &[&str]) {
        self.still_answers().await;
        let file = self.file();
        self.running.shutdown.cancel();
        tokio::time::timeout(TIMEOUT, self.running.task).await.unwrap().unwrap().unwrap();
        self.running.store.close().await;
        self.running.runtime.shutdown_background();
        self.pool.close().await;
        let violations = self.sandbox.violations().into_iter();
        let is_expected = |one: &String| expected.iter().any(|part| one.contains(part));
        let unexpected: Vec<String> =
            violations.map(|one| one.to_string()).filter(|one| !is_expected(one)).collect();
        assert!(unexpected.is_empty(), "{unexpected:#?}");
        let traffic = self.sandbox.traffic();
        let loud: Vec<&Value> = traffic
            .iter()
            .filter(|one| one.protocol == Protocol::Rest && one.from == Sender::Bot)
            .map(|one| one.body.get("data").unwrap_or(&one.body))
            .filter(|body| body.get("content").is_some() && body["allowed_mentions"]["parse"] != json!([]))
            .collect();
        assert!(loud.is_empty(), "messages allow mentions: {loud:#?}");
        let journals = leak_scan::journals(&file).await;
        let leaks = leak_scan::leaks(&traffic, &journals);
        assert!(leaks.is_empty(), "{leaks:#?}");
        let dealt = journals.iter().flat_map(|journal| &journal.events);
        if dealt.into_iter().any(|(_, event)| matches!(event, TableEvent::DealBegan { .. })) {
            assert!(leak_scan::cards_shown(&traffic, &journals) > 10, "scan sees no cards");
        }
    }

    async fn still_answers(&self) {
        let someone = self.sandbox.person(&self.sandbox.people()[0]).in_channel("general");
        private_reply(&someone, someone.command("rules page", []).await).await;
    }
}

/// Waits for a private reply and returns its message.
///
/// # Panics
///
/// Panics if the reply is public.
pub(crate) async fn private_reply(person: &SimulatedUser, answer: Result<Response, ActionError>) -> Message {
    let answer = answer.unwrap();
    assert!(answer.is_ephemeral(), "reply is public: {answer:?}");
    any_reply(person, Ok(answer)).await
}

/// Waits for a reply, private or public, and returns its message.
pub(crate) async fn any_reply(person: &SimulatedUser, answer: Result<Response, ActionError>) -> Message {
    let answer = answer.unwrap();
    let id = answer.message.unwrap().id();
    let is_there = |messages: &[Message]| messages.iter().any(|one| one.id() == id && !one.is_loading());
    person.until(is_there, TIMEOUT).await.unwrap();
    let message = person.message(id).unwrap();
    let text = message.text();
    assert!(!text.is_empty() && !text.contains('⟨'), "empty text or unresolved placeholder: {text:?}");
    message
}

/// Returns the public messages, oldest first.
pub(crate) fn public(messages: &[Message]) -> Vec<Message> {
    messages.iter().filter(|message| !message.is_ephemeral()).cloned().collect()
}

/// Waits until the newest public message has a custom id with this ending.
pub(crate) async fn until_public(person: &SimulatedUser, ending: &str) -> Message {
    let has = |message: &Message| {
        message.components().any(|part| part["custom_id"].as_str().is_some_and(|id| id.ends_with(ending)))
    };
    let newest = |messages: &[Message]| public(messages).last().is_some_and(has);
    let seen = person.until(newest, TIMEOUT).await.unwrap();
    public(&seen).pop().unwrap()
}

/// Waits until the newest public message contains this text.
pub(crate) async fn until_said(person: &SimulatedUser, said: &str) -> Message {
    let newest = |messages: &[Message]| public(messages).last().is_some_and(|one| one.text().contains(said));
    let seen = person.until(newest, TIMEOUT).await.unwrap();
    public(&seen).pop().unwrap()
}

/// Opens a table and seats Anna, Bea and Csaba.
pub(crate) async fn lobby(harness: &Harness) -> [SimulatedUser; 3] {
    let people = ["Anna", "Bea", "Csaba"].map(|name| harness.person(name));
    people[0].command("ulti new", []).await.unwrap();
    until_said(&people[0], "Anna").await;
    for (person, name) in people.iter().zip(["Anna", "Bea", "Csaba"]).skip(1) {
        person.command("ulti join", []).await.unwrap();
        until_said(person, name).await;
    }
    people
}

/// Seats three players and starts the first deal.
pub(crate) async fn auction(harness: &Harness) -> [SimulatedUser; 3] {
    let people = lobby(harness).await;
    deal(&people).await;
    people
}

/// Starts the next deal.
pub(crate) async fn deal(people: &[SimulatedUser; 3]) {
    private_reply(&people[0], people[0].command("ulti start", []).await).await;
    until_public(&people[0], ":show:hand").await;
}

/// Bids a contract, or the lowest one for [`WEAKEST_BID`], for the player to move, and discards the first
/// two cards.
pub(crate) async fn bid(harness: &Harness, people: &[SimulatedUser; 3], contract: &str) {
    let dealt = harness.dealt().await;
    let bidder = dealt.turn(people);
    let cards: Vec<String> = dealt.view(bidder).own_hand().iter().map(|card| card.to_string()).collect();
    let least = dealt.view(bidder).legal.bids[0].to_string();
    let contract = if contract == WEAKEST_BID { least } else { contract.to_owned() };
    let options = [("contract", json!(contract)), ("first", json!(cards[0])), ("second", json!(cards[1]))];
    private_reply(bidder, bidder.command("bid", options).await).await;
}

/// Plays up to the naming of trumps.
pub(crate) async fn play_to_trump_naming(harness: &Harness, contract: &str) -> [SimulatedUser; 3] {
    let people = auction(harness).await;
    close_auction(harness, &people, contract).await;
    people
}

async fn close_auction(harness: &Harness, people: &[SimulatedUser; 3], contract: &str) {
    bid(harness, people, contract).await;
    while harness.dealt().await.deal.contract().is_none() {
        let dealt = harness.dealt().await;
        private_reply(dealt.turn(people), dealt.turn(people).command("pass", []).await).await;
    }
}

/// Plays up to the first lead.
pub(crate) async fn play(harness: &Harness, contract: &str) -> [SimulatedUser; 3] {
    let people = play_to_trump_naming(harness, contract).await;
    name_trumps(harness, &people).await;
    people
}

async fn name_trumps(harness: &Harness, people: &[SimulatedUser; 3]) {
    let dealt = harness.dealt().await;
    let declarer = dealt.turn(people);
    if let Some(trump) = dealt.view(declarer).legal.trumps.first() {
        let suit = trump.map_or("none", ulti_rules::Suit::word);
        private_reply(declarer, declarer.command("trump", [("suit", json!(suit))]).await).await;
    }
}

/// Plays a deal that is folded, and stops before the next one.
pub(crate) async fn play_to_next_deal(harness: &Harness) -> [SimulatedUser; 3] {
    let people = play(harness, WEAKEST_BID).await;
    let dealt = harness.dealt().await;
    let declarer = dealt.turn(&people);
    private_reply(declarer, declarer.command("fold", []).await).await;
    until_public(&people[0], ":next").await;
    people
}

/// Plays the first legal card for the player to move.
pub(crate) async fn play_on(harness: &Harness, people: &[SimulatedUser; 3]) {
    let dealt = harness.dealt().await;
    let person = dealt.turn(people);
    let card = dealt.view(person).legal.cards.iter().next().unwrap();
    private_reply(person, person.command("play", [("card", json!(card.to_string()))]).await).await;
}

/// Plays until the player to move holds a card that may not be played.
pub(crate) async fn until_card_is_illegal(harness: &Harness, people: &[SimulatedUser; 3]) -> Dealt {
    loop {
        let dealt = harness.dealt().await;
        let view = dealt.view(dealt.turn(people));
        if view.legal.cards != view.own_hand() {
            return dealt;
        }
        play_on(harness, people).await;
    }
}

/// Returns the reason for which a move is illegal.
pub(crate) fn illegal(dealt: &Dealt, person: &SimulatedUser, action: Action) -> ulti_rules::IllegalAction {
    dealt.deal.judge(dealt.seat(person), action).unwrap_err()
}
