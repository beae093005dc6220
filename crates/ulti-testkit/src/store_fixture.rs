//! A database in a temporary folder or on a test server, and events and deals to write to it, for tests
//! without the bot.

use std::path::PathBuf;
use std::sync::Arc;

use crate::PostgresServer;
use sqlx::postgres::PgRow;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{AssertSqlSafe, Connection, FromRow, PgConnection, SqliteConnection};
use tempfile::TempDir;
use ulti::store::{DatabaseLocation, Store};
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, Player, PlayerId, RequestId, ServerId, TableEvent, TableId,
    UnixMillis, UserId,
};
use ulti_rules::{Action, Book, BySeat, Card, CardSet, Deal, Event, Legal, Record, RulesSpec, Seat, Start};

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

/// A store with a database of its own.
pub struct Fixture {
    /// The store.
    pub store: Store,
    /// A temporary folder, which is deleted on drop. If the database is a file, it is in this folder.
    pub folder: TempDir,
    /// Address of the database if it is on a server.
    url: Option<String>,
}

impl Fixture {
    /// Creates an empty SQLite file in a new temporary folder.
    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("ulti.db")).await.unwrap();
        Self { store, folder, url: None }
    }

    /// Creates an empty database on a PostgreSQL server. Returns `None` if the machine has none, see
    /// [`PostgresServer::shared`].
    pub async fn postgres() -> Option<Self> {
        let url = PostgresServer::shared()?.create_database().await;
        let store = Store::open_at(&url.parse().unwrap()).await.unwrap();
        Some(Self { store, folder: tempfile::tempdir().unwrap(), url: Some(url) })
    }

    /// Returns `true` if the database is a file.
    pub const fn is_file(&self) -> bool {
        self.url.is_none()
    }

    /// Returns the path of the database file.
    pub fn path(&self) -> PathBuf {
        assert!(self.is_file(), "the database is on a server");
        self.folder.path().join("ulti.db")
    }

    /// Returns the location of the database.
    pub fn location(&self) -> DatabaseLocation {
        match &self.url {
            Some(url) => url.parse().unwrap(),
            None => DatabaseLocation::File(self.path()),
        }
    }

    /// Closes the store and opens the same database again.
    pub async fn reopened(self) -> Self {
        self.store.close().await;
        let store = Store::open_at(&self.location()).await.unwrap();
        Self { store, ..self }
    }

    /// Opens a table in [`CHANNEL`].
    pub async fn table(&self) -> TableId {
        self.table_in(SERVER, CHANNEL).await
    }

    /// Opens a table in the given server and channel.
    pub async fn table_in(&self, server: ServerId, channel: ChannelId) -> TableId {
        self.store.open(channel, vec![set_up(server, channel)], None, NOW).await.unwrap()
    }

    /// Opens a direct connection to the database file, bypassing the store.
    pub async fn raw(&self) -> SqliteConnection {
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(self.path())).await.unwrap()
    }

    /// Opens a direct connection to the database on the server, bypassing the store.
    pub async fn connect(&self) -> PgConnection {
        PgConnection::connect(self.url.as_ref().unwrap()).await.unwrap()
    }

    /// Runs a statement, bypassing the store.
    pub async fn execute(&self, statement: &str) {
        match &self.url {
            None => {
                let statement = AssertSqlSafe(statement.to_owned());
                sqlx::raw_sql(statement).execute(&mut self.raw().await).await.unwrap();
            }
            Some(url) => PostgresServer::execute(url, statement).await,
        }
    }

    /// Creates a trigger that runs statements. `event` is, for example,
    /// `AFTER DELETE ON sitters FOR EACH ROW`.
    pub async fn trigger(&self, name: &str, event: &str, statements: &str) {
        let trigger = if self.is_file() {
            format!("CREATE TRIGGER {name} {event} BEGIN {statements} END")
        } else {
            format!(
                "CREATE FUNCTION {name}() RETURNS TRIGGER LANGUAGE plpgsql
                     AS $$ BEGIN {statements} RETURN NULL; END $$;
                 CREATE TRIGGER {name} {event} EXECUTE FUNCTION {name}()"
            )
        };
        self.execute(&trigger).await;
    }

    /// Creates a trigger that makes a change fail with a message.
    pub async fn failing_trigger(&self, name: &str, event: &str, message: &str) {
        let raise = if self.is_file() {
            format!("SELECT RAISE(ABORT, '{message}');")
        } else {
            format!("RAISE EXCEPTION '{message}';")
        };
        self.trigger(name, event, &raise).await;
    }

    /// Removes a trigger.
    pub async fn drop_trigger(&self, name: &str, table: &str) {
        let on = if self.is_file() { String::new() } else { format!(" ON {table}") };
        self.execute(&format!("DROP TRIGGER {name}{on}")).await;
    }

    /// Runs a query and returns its rows, bypassing the store.
    pub async fn rows<T>(&self, query: &str) -> Vec<T>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let query = AssertSqlSafe(query.to_owned());
        match &self.url {
            None => sqlx::query_as(query).fetch_all(&mut self.raw().await).await.unwrap(),
            Some(url) => {
                let mut connection = PgConnection::connect(url).await.unwrap();
                sqlx::query_as(query).fetch_all(&mut connection).await.unwrap()
            }
        }
    }

    /// Runs a query and returns its single integer result.
    pub async fn count(&self, query: &str) -> i64 {
        // In PostgreSQL, the sum of a BIGINT column is NUMERIC.
        let query = format!("SELECT CAST(({query}) AS BIGINT)");
        let [(count,)] = self.rows::<(i64,)>(&query).await[..] else { panic!("{query} returns not one row") };
        count
    }

    /// Returns `true` if the database contains these bytes.
    ///
    /// Searches all files in the folder of a database file, and the text of all rows on a server.
    pub async fn contains(&self, needle: &[u8]) -> bool {
        if self.is_file() {
            let files = std::fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
            return files.into_iter().any(|file| {
                let bytes = std::fs::read(file).unwrap();
                bytes.windows(needle.len()).any(|window| window == needle)
            });
        }
        let Ok(needle) = std::str::from_utf8(needle) else { return false };
        let tables: Vec<(String,)> =
            self.rows("SELECT tablename::TEXT FROM pg_tables WHERE schemaname = 'public'").await;
        for (table,) in tables {
            let text = needle.replace('\'', "''");
            let rows =
                format!("SELECT COUNT(*) FROM {table} a WHERE POSITION('{text}' IN CAST(a.* AS TEXT)) > 0");
            if self.count(&rows).await > 0 {
                return true;
            }
        }
        false
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
    let server = SERVER;
    Batch {
        table,
        server,
        first,
        events,
        request: None,
        deadline: None,
        finished: None,
        closed: None,
        at: NOW,
    }
}

/// Returns the batch with its request id set to `request`.
pub fn asked(batch: Batch, request: u64) -> Batch {
    Batch { request: Some(RequestId(request)), ..batch }
}

/// Returns the events and the record of a complete deal. The player at seat 1 bids the weakest contract.
pub fn whole_deal() -> (Vec<Event>, Record) {
    played_by("4m", |_| None)
}

/// Plays a deal by the rules of a preset. The seats take the actions that `choose` returns. If it returns
/// `None`, they pass or take the first legal action.
fn played_by(preset: &str, choose: impl Fn(&Legal) -> Option<Action>) -> (Vec<Event>, Record) {
    let book = Arc::new(Book::preset(preset).unwrap());
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
        let action = choose(&legal).unwrap_or_else(|| match legal {
            _ if legal.no_kontra => Action::NoKontra,
            _ if !legal.cards.is_empty() => Action::Play(legal.cards.iter().next().unwrap()),
            _ if legal.pass => Action::Pass,
            _ if !legal.trumps.is_empty() => Action::Trump(legal.trumps[0]),
            _ => Action::Bid { contract: legal.bids[0], discard: Some(discard) },
        });
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

/// Returns a deal in which the player at seat 1 bids the weakest contract of a preset and folds before a card
/// is played.
pub fn folded(number: u32, preset: &str) -> FinishedDeal {
    let (_, record) = played_by(preset, |legal| legal.fold.then_some(Action::Fold));
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
