//! A database in a temporary folder, and events and deals to write to it, for tests without the bot.

use std::path::PathBuf;
use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use ulti::store::Store;
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, Player, PlayerId, RequestId, ServerId, TableEvent, TableId,
    UnixMillis, UserId,
};
use ulti_rules::{Action, Book, BySeat, Card, CardSet, Deal, Event, Record, RulesSpec, Seat, Start};

/// Default server for tables in tests.
pub const SERVER: ServerId = ServerId(1 << 60);
/// Default channel for tables in tests.
pub const CHANNEL: ChannelId = ChannelId(2 << 60);
/// Id of a test user. It is too large for `i64`, the integer type used by the database.
pub const ANNA: UserId = UserId(u64::MAX);
/// Id of a second test user.
pub const BELA: UserId = UserId(20);
/// Fixed current time for tests: 2026-11-21, 00:00 UTC.
pub const NOW: UnixMillis = UnixMillis(1_795_219_200_000);

/// A store and its temporary folder. The folder is deleted on drop.
pub struct Fixture {
    /// The store.
    pub store: Store,
    /// Folder of the database.
    pub folder: TempDir,
}

impl Fixture {
    /// Creates an empty database in a new temporary folder.
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("ulti.db")).await.unwrap();
        Self { store, folder }
    }

    /// Returns the path of the database.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("ulti.db")
    }

    /// Closes the store and opens the same database file again.
    pub async fn reopened(self) -> Self {
        self.store.close().await;
        let store = Store::open(&self.path()).await.unwrap();
        Self { store, folder: self.folder }
    }

    /// Opens a table in [`CHANNEL`].
    pub async fn table(&self) -> TableId {
        self.table_in(SERVER, CHANNEL).await
    }

    /// Opens a table in the given server and channel.
    pub async fn table_in(&self, server: ServerId, channel: ChannelId) -> TableId {
        self.store.open(channel, vec![set_up(server, channel)], None, NOW).await.unwrap()
    }

    /// Opens a direct connection to the database, bypassing the store.
    pub async fn raw(&self) -> SqliteConnection {
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(self.path())).await.unwrap()
    }

    /// Runs a query and returns its single integer result.
    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&mut self.raw().await).await.unwrap()
    }
}

/// Returns the event that creates a table with the rule preset `4m`.
pub fn set_up(server: ServerId, channel: ChannelId) -> TableEvent {
    let rules = RulesSpec::Preset("4m".to_owned());
    TableEvent::SetUp { server, channel, host: ANNA, rules, deals: Some(12), follows: None }
}

/// Returns the event for a user joining a table.
pub fn joined(user: UserId, name: &str) -> TableEvent {
    TableEvent::Joined { player: Player::person(user, name) }
}

/// Creates a batch of events for a table. `first` is the sequence number of the first event.
pub fn batch(table: TableId, first: u32, events: Vec<TableEvent>) -> Batch {
    Batch { table, first, events, request: None, deadline: None, finished: None, closed: None, at: NOW }
}

/// Returns the batch with its request id set to `request`.
pub fn asked(batch: Batch, request: u64) -> Batch {
    Batch { request: Some(RequestId(request)), ..batch }
}

/// Returns the events and the record of a complete deal. The player at seat 1 bids the weakest contract.
pub fn whole_deal() -> (Vec<Event>, Record) {
    let book = Arc::new(Book::preset("4m").unwrap());
    let cards: Vec<Card> = Card::deck().collect();
    let hand = |range: std::ops::Range<usize>| {
        cards[range].iter().fold(CardSet::EMPTY, |hand, card| hand | CardSet::of(*card))
    };
    let hands = BySeat([hand(0..10), hand(10..22), hand(22..32)]);
    let start = Start { dealer: Seat::Zero, hands, window: 0 };
    let discard = hand(10..12);
    let mut deal = Deal::new(Arc::clone(&book), start.clone()).unwrap();
    let mut events = Vec::new();
    while let Some(seat) = deal.turn() {
        let legal = deal.legal(seat);
        let action = match legal {
            _ if legal.no_kontra => Action::NoKontra,
            _ if !legal.cards.is_empty() => Action::Play(legal.cards.iter().next().unwrap()),
            _ if legal.pass => Action::Pass,
            _ if !legal.trumps.is_empty() => Action::Trump(legal.trumps[0]),
            _ => Action::Bid { contract: legal.bids[0], discard: Some(discard) },
        };
        for event in deal.judge(seat, action).unwrap() {
            deal.apply(&event);
            events.push(event);
        }
    }
    let record = Record::of(&book, &start, &events, ["A", "B", "C"].map(str::to_owned)).unwrap();
    (events, record)
}

/// Returns a finished deal played by Anna, Béla and a robot, with the same cards as [`whole_deal`].
pub fn finished(number: u32) -> FinishedDeal {
    let (_, record) = whole_deal();
    FinishedDeal {
        server: SERVER,
        number,
        seats: BySeat([PlayerId::User(ANNA), PlayerId::User(BELA), PlayerId::Robot(1)]),
        names: BySeat(["Anna", "Béla", "Robot 1"].map(str::to_owned)),
        helped: BySeat::default(),
        away: BySeat::default(),
        declarer: Some(Seat::One),
        contract: Some("parti".parse().unwrap()),
        payments: record.result.payments,
        window: record.result.window,
        record,
    }
}

/// Returns a deal like [`finished`], except that the player at `seat` leaves before the last card is played.
pub fn left(number: u32, seat: Seat) -> FinishedDeal {
    let (events, record) = whole_deal();
    let start = record.start();
    let book = Arc::new(Book::preset("4m").unwrap());
    let mut deal = Deal::new(Arc::clone(&book), start.clone()).unwrap();
    let last = events.iter().rposition(|event| matches!(event, Event::Played { .. })).unwrap();
    let mut kept = events[..last].to_vec();
    for event in &kept {
        deal.apply(event);
    }
    kept.extend(deal.judge(seat, Action::Leave).unwrap());
    let record = Record::of(&book, &start, &kept, ["A", "B", "C"].map(str::to_owned)).unwrap();
    let (payments, window) = (record.result.payments, record.result.window);
    FinishedDeal { payments, window, record, ..finished(number) }
}

/// Returns a deal like [`finished`], but with the given payments.
///
/// The window (the table's pot) balances the payments, so that all points sum to zero.
pub fn paying(number: u32, payments: [i32; 3]) -> FinishedDeal {
    FinishedDeal { payments: BySeat(payments), window: -payments.iter().sum::<i32>(), ..finished(number) }
}

/// Creates a table and appends the given finished deals to its journal.
pub async fn played(fixture: &Fixture, channel: u64, deals: Vec<FinishedDeal>) -> TableId {
    let server = deals[0].server;
    let table = fixture.table_in(server, ChannelId(channel)).await;
    for (first, deal) in (1..).zip(deals) {
        let event = joined(ANNA, "Anna");
        let batch = Batch { finished: Some(deal), ..batch(table, first, vec![event]) };
        fixture.store.append(batch).await.unwrap();
    }
    table
}
