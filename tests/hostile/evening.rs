//! A bot at the stand-in with its database, a look into that database, and what every attack has to
//! come to: a sentence for the attacker alone, and nothing else.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Drawing, Limits, Options, Rate};
use ulti::playground::{self, Answer, Failure, Id, Message, Person, Playground, Sender, Way};
use ulti::rules::{Action, Book, BySeat, Deal, Seat, View};
use ulti::store::Store;
use ulti::table::{self, Chance, Clock, Most, PlayerId, Registry, TableEvent, UserId};
use ulti::watch::Meter;

use crate::{emoji, secrecy};

/// How long something may take that should take no time.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// The weakest bid that there is.
pub(crate) const LEAST: &str = "the least";

/// So much of everything that no test meets it: they ask faster than any person, and of something else.
fn without_limits() -> Limits {
    let any = Rate { at_once: 1_000_000, per_second: 1_000_000 };
    Limits { person: any, server: any, work_of_person: any, work_of_server: any }
}

/// A bot at the stand-in.
pub(crate) struct Evening {
    pub(crate) playground: Playground,
    folder: tempfile::TempDir,
    /// A second way into the database, which the bot knows nothing of.
    pub(crate) eyes: SqlitePool,
    /// What the bot counts.
    pub(crate) meter: Meter,
    running: Running,
}

struct Running {
    runtime: tokio::runtime::Runtime,
    shutdown: CancellationToken,
    task: tokio::task::JoinHandle<Result<(), DiscordError>>,
    store: Store,
}

/// The newest deal of a channel, as the journal has it.
pub(crate) struct Dealt {
    pub(crate) table: i64,
    pub(crate) number: u32,
    pub(crate) deal: Deal,
    pub(crate) seats: BySeat<PlayerId>,
}

impl Dealt {
    pub(crate) fn seat(&self, person: &Person) -> Seat {
        let player = PlayerId::User(UserId(person.id().0));
        self.seats.iter().find(|(_, at)| **at == player).map(|(seat, _)| seat).unwrap()
    }

    pub(crate) fn view(&self, person: &Person) -> View {
        self.deal.view(Some(self.seat(person)))
    }

    /// Who sits there.
    pub(crate) fn at<'a>(&self, seat: Seat, people: &'a [Person]) -> &'a Person {
        people.iter().find(|person| self.seat(person) == seat).unwrap()
    }

    /// Whose turn it is.
    pub(crate) fn turn<'a>(&self, people: &'a [Person]) -> &'a Person {
        self.at(self.deal.turn().unwrap(), people)
    }

    /// Someone whose turn it is not.
    pub(crate) fn not_turn<'a>(&self, people: &'a [Person]) -> &'a Person {
        self.at(self.deal.turn().unwrap().next(), people)
    }

    /// `3.42`, as on a button made now.
    pub(crate) fn moment(&self) -> String {
        format!("{}.{}", self.number, self.deal.version())
    }
}

impl Evening {
    pub(crate) async fn begin() -> Self {
        Self::begin_at(playground::Options::default()).await
    }

    pub(crate) async fn begin_at(options: playground::Options) -> Self {
        Self::begin_drawing(options, Drawing::default(), without_limits()).await
    }

    /// With a bot that takes as much as it does where nothing is configured.
    pub(crate) async fn begin_limited(options: playground::Options) -> Self {
        Self::begin_drawing(options, Drawing::default(), Limits::default()).await
    }

    /// With a bot that shows all the pictures and emoji it can, once it has its emoji.
    pub(crate) async fn begin_drawn() -> Self {
        Self::begin_drawn_at(playground::Options::default()).await
    }

    /// The same, at this stand-in.
    pub(crate) async fn begin_drawn_at(options: playground::Options) -> Self {
        let evening = Self::begin_drawing(options, Drawing::ours(), without_limits()).await;
        let uploaded = |playground: &Playground| playground.emojis().len() >= emoji::ALL;
        evening.playground.until(uploaded, PATIENCE).await.unwrap();
        evening
    }

    async fn begin_drawing(options: playground::Options, drawing: Drawing, limits: Limits) -> Self {
        let playground = Playground::start(options).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ulti.sqlite");
        let store = Store::open(&file).await.unwrap().with_most(Most::default());
        let options = Options {
            api: Some(playground.base_url().to_owned()),
            pace: Duration::ZERO,
            limits,
            double_click: Duration::ZERO,
            ..Options::new("token")
        };
        let meter = Meter::default();
        let bot = Bot::watched(options, store.clone(), drawing, meter.clone());
        let patience = table::Options { robot_pace: Duration::ZERO, ..table::Options::default() };
        let (chance, clock) = (Chance::repeatable(7), Clock::wall());
        let registry = Registry::new(Arc::new(store.clone()), bot.announcer(), patience, chance, clock);
        let shutdown = CancellationToken::new();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let task = runtime.spawn(bot.run(registry, shutdown.clone()));
        playground.ready(PATIENCE).await.unwrap();
        let second = SqliteConnectOptions::new().filename(&file);
        let eyes = SqlitePoolOptions::new().max_connections(1).connect_with(second).await.unwrap();
        Self { playground, folder, eyes, meter, running: Running { runtime, shutdown, task, store } }
    }

    /// Someone in the channel where the table is.
    pub(crate) fn person(&self, name: &str) -> Person {
        self.playground.person(name).in_channel("ulti")
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("ulti.sqlite")
    }

    /// The journals of all tables.
    pub(crate) async fn journals(&self) -> Vec<secrecy::Journal> {
        secrecy::journals(&self.file()).await
    }

    /// What the newest deal was shuffled from.
    pub(crate) async fn seed(&self) -> String {
        let events = self.events().await;
        let seed = |event: &TableEvent| match event {
            TableEvent::DealBegan { seed, .. } => Some(seed.to_string()),
            _ => None,
        };
        events.iter().rev().find_map(seed).unwrap()
    }

    /// Closes the bot's database under it.
    pub(crate) async fn close_store(&self) {
        self.running.store.close().await;
    }

    /// All that is kept of tables, deals and settings: whatever does not change this changes nothing.
    pub(crate) async fn kept(&self) -> Vec<String> {
        let mut kept = Vec::new();
        for query in [
            "SELECT 'table ' || id || ' ' || COALESCE(ended_at, '') FROM tables ORDER BY id",
            "SELECT table_id || '/' || seq || ' ' || event FROM journal ORDER BY table_id, seq",
            "SELECT 'deal ' || id || ' ' || record FROM deals ORDER BY id",
            "SELECT 'result ' || id || ' ' || points FROM results ORDER BY id",
            "SELECT 'user ' || user_id || COALESCE(language, '') || pings FROM user_settings ORDER BY user_id",
            "SELECT 'server ' || server || COALESCE(language, '') FROM server_settings ORDER BY server",
        ] {
            let rows: Vec<String> = sqlx::query_scalar(query).fetch_all(&self.eyes).await.unwrap();
            kept.extend(rows);
        }
        kept
    }

    /// The events of the newest table of the channel where everything happens.
    pub(crate) async fn events(&self) -> Vec<TableEvent> {
        let channel = self.playground.channel("ulti").unwrap().0;
        let rows: Vec<String> = sqlx::query_scalar(
            "SELECT event FROM journal WHERE table_id = (SELECT MAX(id) FROM tables WHERE channel = $1) ORDER BY seq",
        )
        .bind(channel.cast_signed())
        .fetch_all(&self.eyes)
        .await
        .unwrap();
        rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect()
    }

    /// How many of the newest table's events are so.
    pub(crate) async fn count(&self, is_so: impl Fn(&TableEvent) -> bool) -> usize {
        self.events().await.iter().filter(|event| is_so(event)).count()
    }

    /// The newest deal.
    pub(crate) async fn dealt(&self) -> Dealt {
        let table: i64 = sqlx::query_scalar("SELECT MAX(id) FROM tables WHERE channel = $1")
            .bind(self.playground.channel("ulti").unwrap().0.cast_signed())
            .fetch_one(&self.eyes)
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

    /// The messages that everyone sees, of all channels.
    fn posted(&self) -> BTreeSet<Id> {
        let anna = self.playground.person("Anna");
        let anna =
            if anna.id() == Id(0) { self.playground.person(&self.playground.people()[0]) } else { anna };
        let here =
            ["ulti", "general", "no-entry"].into_iter().flat_map(|name| anna.in_channel(name).messages());
        here.filter(|message| !message.is_ephemeral()).map(|message| message.id()).collect()
    }

    /// Does what must come to nothing but a sentence for this person alone, in which all of this is said.
    pub(crate) async fn in_vain(
        &self,
        person: &Person,
        attack: impl Future<Output = Result<Answer, Failure>>,
        says: &[&str],
    ) -> Message {
        let (kept, posted) = (self.kept().await, self.posted());
        let told = told(person, attack.await).await;
        let text = told.text();
        for said in says {
            assert!(text.contains(said), "{said:?} is not in {text:?}");
        }
        assert_eq!(self.kept().await, kept, "after {text:?}");
        assert_eq!(self.posted(), posted, "after {text:?}");
        told
    }

    /// Stops; nothing may have gone wrong behind the scenes.
    pub(crate) async fn end(self) {
        self.end_but_for(&[]).await;
    }

    /// Stops; the stand-in may have complained of this.
    pub(crate) async fn end_but_for(self, expected: &[&str]) {
        self.still_answers().await;
        let file = self.file();
        self.running.shutdown.cancel();
        tokio::time::timeout(PATIENCE, self.running.task).await.unwrap().unwrap().unwrap();
        self.running.store.close().await;
        self.running.runtime.shutdown_background();
        self.eyes.close().await;
        let complaints = self.playground.complaints().into_iter();
        let is_expected = |one: &String| expected.iter().any(|part| one.contains(part));
        let unexpected: Vec<String> =
            complaints.map(|one| one.to_string()).filter(|one| !is_expected(one)).collect();
        assert!(unexpected.is_empty(), "{unexpected:#?}");
        let traffic = self.playground.traffic();
        let loud: Vec<&Value> = traffic
            .iter()
            .filter(|one| one.way == Way::Rest && one.from == Sender::Bot)
            .map(|one| one.body.get("data").unwrap_or(&one.body))
            .filter(|body| body.get("content").is_some() && body["allowed_mentions"]["parse"] != json!([]))
            .collect();
        assert!(loud.is_empty(), "mentions are open: {loud:#?}");
        let journals = secrecy::journals(&file).await;
        let leaks = secrecy::leaks(&traffic, &journals);
        assert!(leaks.is_empty(), "{leaks:#?}");
        let dealt = journals.iter().flat_map(|journal| &journal.events);
        if dealt.into_iter().any(|(_, event)| matches!(event, TableEvent::DealBegan { .. })) {
            assert!(secrecy::cards_shown(&traffic, &journals) > 10, "the scan sees no cards");
        }
    }

    async fn still_answers(&self) {
        let someone = self.playground.person(&self.playground.people()[0]).in_channel("general");
        told(&someone, someone.command("rules page", []).await).await;
    }
}

/// What the person alone was told, once it is there.
pub(crate) async fn told(person: &Person, answer: Result<Answer, Failure>) -> Message {
    let answer = answer.unwrap();
    assert!(answer.is_ephemeral(), "everyone can see this: {answer:?}");
    heard(person, Ok(answer)).await
}

/// What the person was told, alone or with everybody, once it is there.
pub(crate) async fn heard(person: &Person, answer: Result<Answer, Failure>) -> Message {
    let answer = answer.unwrap();
    let id = answer.message.unwrap().id();
    let is_there = |messages: &[Message]| messages.iter().any(|one| one.id() == id && !one.is_loading());
    person.until(is_there, PATIENCE).await.unwrap();
    let message = person.message(id).unwrap();
    let text = message.text();
    assert!(!text.is_empty() && !text.contains('⟨'), "a sentence with a hole: {text:?}");
    message
}

/// The messages that everyone sees, oldest first.
pub(crate) fn public(messages: &[Message]) -> Vec<Message> {
    messages.iter().filter(|message| !message.is_ephemeral()).cloned().collect()
}

/// Waits until the newest public message has a button whose custom id ends like this.
pub(crate) async fn until_public(person: &Person, ending: &str) -> Message {
    let has = |message: &Message| {
        message.components().any(|part| part["custom_id"].as_str().is_some_and(|id| id.ends_with(ending)))
    };
    let newest = |messages: &[Message]| public(messages).last().is_some_and(has);
    let seen = person.until(newest, PATIENCE).await.unwrap();
    public(&seen).pop().unwrap()
}

/// Waits until the newest public message says this.
pub(crate) async fn until_said(person: &Person, said: &str) -> Message {
    let newest = |messages: &[Message]| public(messages).last().is_some_and(|one| one.text().contains(said));
    let seen = person.until(newest, PATIENCE).await.unwrap();
    public(&seen).pop().unwrap()
}

/// Seats Anna, Bea and Csaba.
pub(crate) async fn lobby(evening: &Evening) -> [Person; 3] {
    let people = ["Anna", "Bea", "Csaba"].map(|name| evening.person(name));
    people[0].command("ulti new", []).await.unwrap();
    until_said(&people[0], "Anna").await;
    for (person, name) in people.iter().zip(["Anna", "Bea", "Csaba"]).skip(1) {
        person.command("ulti join", []).await.unwrap();
        until_said(person, name).await;
    }
    people
}

/// Seats three and deals.
pub(crate) async fn auction(evening: &Evening) -> [Person; 3] {
    let people = lobby(evening).await;
    deal(&people).await;
    people
}

/// Deals, first or again.
pub(crate) async fn deal(people: &[Person; 3]) {
    told(&people[0], people[0].command("ulti start", []).await).await;
    until_public(&people[0], ":show:hand").await;
}

/// Whoever's turn it is makes this bid, or the weakest that there is, and lays their two first cards
/// down.
pub(crate) async fn bid(evening: &Evening, people: &[Person; 3], contract: &str) {
    let dealt = evening.dealt().await;
    let bidder = dealt.turn(people);
    let cards: Vec<String> = dealt.view(bidder).own_hand().iter().map(|card| card.to_string()).collect();
    let least = dealt.view(bidder).legal.bids[0].to_string();
    let contract = if contract == LEAST { least } else { contract.to_owned() };
    let options = [("contract", json!(contract)), ("first", json!(cards[0])), ("second", json!(cards[1]))];
    told(bidder, bidder.command("bid", options).await).await;
}

/// Up to the naming of trumps.
pub(crate) async fn naming(evening: &Evening, contract: &str) -> [Person; 3] {
    let people = auction(evening).await;
    close_auction(evening, &people, contract).await;
    people
}

async fn close_auction(evening: &Evening, people: &[Person; 3], contract: &str) {
    bid(evening, people, contract).await;
    while evening.dealt().await.deal.contract().is_none() {
        let dealt = evening.dealt().await;
        told(dealt.turn(people), dealt.turn(people).command("pass", []).await).await;
    }
}

/// Up to the first lead.
pub(crate) async fn play(evening: &Evening, contract: &str) -> [Person; 3] {
    let people = naming(evening, contract).await;
    name_trumps(evening, &people).await;
    people
}

async fn name_trumps(evening: &Evening, people: &[Person; 3]) {
    let dealt = evening.dealt().await;
    let declarer = dealt.turn(people);
    if let Some(trump) = dealt.view(declarer).legal.trumps.first() {
        let suit = trump.map_or("none", ulti::rules::Suit::word);
        told(declarer, declarer.command("trump", [("suit", json!(suit))]).await).await;
    }
}

/// Folds: between deals.
pub(crate) async fn between(evening: &Evening) -> [Person; 3] {
    let people = play(evening, LEAST).await;
    let dealt = evening.dealt().await;
    let declarer = dealt.turn(&people);
    told(declarer, declarer.command("fold", []).await).await;
    until_public(&people[0], ":next").await;
    people
}

/// Whoever's turn it is plays the first card that they may.
pub(crate) async fn play_on(evening: &Evening, people: &[Person; 3]) {
    let dealt = evening.dealt().await;
    let person = dealt.turn(people);
    let card = dealt.view(person).legal.cards.iter().next().unwrap();
    told(person, person.command("play", [("card", json!(card.to_string()))]).await).await;
}

/// Plays until whoever's turn it is holds a card that may not be played.
pub(crate) async fn until_not_all_is_legal(evening: &Evening, people: &[Person; 3]) -> Dealt {
    loop {
        let dealt = evening.dealt().await;
        let view = dealt.view(dealt.turn(people));
        if view.legal.cards != view.own_hand() {
            return dealt;
        }
        play_on(evening, people).await;
    }
}

/// What the deal says against an action, for a test to be sure that it is what it means to test.
pub(crate) fn illegal(dealt: &Dealt, person: &Person, action: Action) -> ulti::rules::Illegal {
    dealt.deal.judge(dealt.seat(person), action).unwrap_err()
}
