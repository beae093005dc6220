//! Measures the number of durable actions per second that many tables write concurrently.
//!
//! With `--server URL`, the same actions are also written to databases that are created on a PostgreSQL
//! server.
//!
//! There are two baselines: a loop of single-row inserts with the same batch size and synchronisation, and
//! one commit per action. The actions are those of whole deals: events, request id and deadline, and at the
//! end the finished deal with its results, ratings and tallies.

// Results are rounded for people to read.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tokio::task::JoinSet;
use ulti::store::{DatabaseLocation, Store};
use ulti::table::shuffle::{self, Seed};
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, Player, PlayerId, RequestId, ServerId, TableEvent, TableId,
    UnixMillis, UserId,
};
use ulti_ai::{Cancellation, Level, robot};
use ulti_rules::{Book, BySeat, Deal, Event, Record, RulesSpec, Seat, Start};

use crate::{argument, text_argument};

/// Number of tables that write concurrently.
const TABLES: u64 = 1_000;
/// Number of deals at each table. One deal takes several seconds.
const DEALS: u64 = 1;
/// Number of rounds. The median is reported.
const ROUNDS: usize = 5;

/// Runs all rounds, and prints the rates and the median ratios to the baselines.
pub(crate) async fn measure() {
    let tables = argument("--tables", TABLES);
    let deal = Arc::new(Played::new());
    println!("{tables} tables, {} actions per deal, {} events", deal.actions.len(), deal.events());
    println!(
        "| round | grouped, per second | actions per commit | plain inserts, per second | one commit per action, per second |"
    );
    println!("| --- | --- | --- | --- | --- |");
    let server = text_argument("--server");
    let mut to_server = Vec::new();
    let (mut to_bare, mut to_single) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let (grouped, commits) = together(&deal, tables, DEALS, &scratch_file()).await;
        let actions = tables * DEALS * deal.actions.len() as u64;
        let size = (actions as f64 / commits as f64).round().max(1.0);
        let bare = bare(&deal, actions, size as usize).await;
        let (single, _) = together(&deal, 1, 5, &scratch_file()).await;
        println!("| {round} | {grouped:.0} | {size} | {bare:.0} | {single:.0} |");
        to_bare.push(grouped / bare);
        to_single.push(grouped / single);
        if let Some(server) = &server {
            let database = scratch_database(server, round).await;
            let (on_server, commits) = together(&deal, tables, DEALS, &database).await;
            let size = (actions as f64 / commits as f64).round();
            println!("on the server: {on_server:.0} per second, {size} actions per commit");
            to_server.push(on_server / grouped);
        }
    }
    println!(
        "median: {:.2} times plain inserts, {:.1} times one commit per action",
        median(to_bare),
        median(to_single)
    );
    if server.is_some() {
        println!("median: on the server, {:.2} times as many as in the file", median(to_server));
    }
}

fn median(mut ratios: Vec<f64>) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

/// The batches that a table writes for one deal, action by action.
struct Played {
    began: TableEvent,
    actions: Vec<Vec<TableEvent>>,
    finished: FinishedDeal,
}

impl Played {
    /// Plays deals until one has at least 35 actions, so that it is played to the last card.
    fn new() -> Self {
        (0..=u8::MAX)
            .map(|seed| Self::of(Seed::from_bytes([seed; 32])))
            .find(|deal| deal.actions.len() >= 35)
            .unwrap()
    }

    /// Plays a deal with robots.
    fn of(seed: Seed) -> Self {
        let book = Arc::new(Book::preset("4m").unwrap());
        let dealer = Seat::Zero;
        let start = Start { dealer, hands: shuffle::deal(&seed, dealer), window: 0 };
        let mut deal = Deal::new(Arc::clone(&book), start.clone()).unwrap();
        let steps = play(&mut deal);
        let events: Vec<Event> = steps.iter().flatten().cloned().collect();
        let (declarer, contract) = deal.view(None).contract().unzip();
        let names = ["Anna", "Béla", "Cili"].map(str::to_owned);
        let mut record = Record::of(&book, &start, &events, names.clone()).unwrap();
        record.shuffle = Some(shuffle::note(&seed, 1));
        let began = TableEvent::DealBegan {
            number: 1,
            dealer: player(1, 0),
            seats: BySeat::from_fn(|seat| player(1, seat.index() as u64)),
            start,
            seed,
            commitment: shuffle::commitment(&seed, 1),
            at: None,
        };
        let finished = FinishedDeal {
            server: ServerId(1),
            number: 1,
            seats: BySeat::from_fn(|seat| player(1, seat.index() as u64)),
            names: BySeat(names),
            helped: BySeat::default(),
            away: BySeat::default(),
            declarer,
            contract,
            payments: record.result.payments,
            window: record.result.window,
            record,
        };
        let in_deal = |step: Vec<Event>| -> Vec<TableEvent> {
            step.into_iter().map(|event| TableEvent::InDeal { event }).collect()
        };
        Self { began, actions: steps.into_iter().map(in_deal).collect(), finished }
    }

    /// Returns the number of events, including the start of the deal.
    fn events(&self) -> usize {
        self.actions.iter().map(Vec::len).sum::<usize>() + 1
    }

    /// Returns the batches of the deal for a table. `first` is the position of the first event.
    fn batches(&self, table: TableId, mut first: u32, number: u32, server: u64) -> Vec<Batch> {
        let last = self.actions.len() - 1;
        let mut batches = Vec::new();
        for (place, action) in self.actions.iter().enumerate() {
            let began = (place == 0).then(|| self.began.clone());
            let events: Vec<TableEvent> = began.into_iter().chain(action.iter().cloned()).collect();
            let finished = (place == last).then(|| FinishedDeal {
                server: ServerId(server),
                number,
                seats: BySeat::from_fn(|seat| player(server, seat.index() as u64)),
                ..self.finished.clone()
            });
            let after = first + u32::try_from(events.len()).unwrap();
            let at = UnixMillis(1_795_219_200_000 + i64::from(first));
            let deadline = Some(UnixMillis(at.0 + 120_000));
            let server = ServerId(server);
            batches.push(Batch {
                table,
                server,
                first,
                events,
                request: None,
                deadline,
                finished,
                closed: None,
                at,
            });
            first = after;
        }
        batches
    }
}

/// Plays a deal to its end with easy robots. Returns the events of each action.
fn play(deal: &mut Deal) -> Vec<Vec<Event>> {
    let mut robots = BySeat::from_fn(|seat| robot(Level::Easy, seat.index() as u64));
    let mut steps = Vec::new();
    while let Some(seat) = deal.turn() {
        let action = robots[seat].act(&deal.view(Some(seat)), &Cancellation::new()).unwrap();
        let happened = deal.judge(seat, action).unwrap();
        for event in &happened {
            deal.apply(event);
        }
        steps.push(happened);
    }
    steps
}

/// The id of the next request.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// Returns the player at a seat of a server's table.
fn player(server: u64, seat: u64) -> PlayerId {
    PlayerId::User(UserId(server * 10 + seat))
}

/// Returns the path of a temporary database that does not exist yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    remove(&path);
    path
}

/// Removes a database and its write-ahead log.
fn remove(path: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", path.display()));
    }
}

/// Returns the location of a file that does not exist yet.
fn scratch_file() -> DatabaseLocation {
    DatabaseLocation::File(scratch("commits.db"))
}

/// Creates an empty database on a server and returns its location.
pub(crate) async fn scratch_database(server: &str, round: usize) -> DatabaseLocation {
    let mut connection = PgConnection::connect(server).await.unwrap();
    let name = format!("ulti_commits_{round}");
    for statement in [format!("DROP DATABASE IF EXISTS {name}"), format!("CREATE DATABASE {name}")] {
        sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let mut url = reqwest::Url::parse(server).unwrap();
    url.set_path(&name);
    url.as_str().parse().unwrap()
}

/// Opens one table with three people on each of several servers. Returns the servers' numbers and the tables.
async fn open_tables(store: &Store, tables: u64) -> Vec<(u64, TableId)> {
    let mut opened = Vec::new();
    for server in 1..=tables {
        let host = UserId(server * 10);
        let rules = RulesSpec::Preset("4m".to_owned());
        let channel = ChannelId(server);
        let mut events = vec![TableEvent::SetUp {
            server: ServerId(server),
            channel,
            host,
            rules,
            deals: None,
            follows: None,
        }];
        events.extend((0..3).map(|seat| TableEvent::Joined {
            player: Player::person(UserId(server * 10 + seat), "Somebody"),
        }));
        opened.push((server, store.open(channel, events, None, UnixMillis(0)).await.unwrap()));
    }
    opened
}

/// Plays at all tables concurrently. Each table writes an action as soon as the previous one is durable.
/// Returns the actions per second and the number of commits.
async fn together(deal: &Arc<Played>, tables: u64, deals: u64, database: &DatabaseLocation) -> (f64, u64) {
    let store = Store::open_at(database).await.unwrap();
    let opened = open_tables(&store, tables).await;
    let before = store.commits();
    let began = Instant::now();
    let mut players = JoinSet::new();
    for (server, table) in opened {
        let (store, deal) = (store.clone(), Arc::clone(deal));
        players.spawn(async move {
            for number in 1..=u32::try_from(deals).unwrap() {
                let first = 4 + (number - 1) * u32::try_from(deal.events()).unwrap();
                for mut batch in deal.batches(table, first, number, server) {
                    // Discord's interaction ids increase across all users.
                    batch.request = Some(RequestId(NEXT.fetch_add(1, Ordering::Relaxed)));
                    store.append(batch).await.unwrap();
                }
            }
        });
    }
    while let Some(played) = players.join_next().await {
        played.unwrap();
    }
    let took = began.elapsed().as_secs_f64();
    let commits = store.commits() - before;
    store.close().await;
    if let DatabaseLocation::File(path) = database {
        remove(path);
    }
    ((tables * deals * deal.actions.len() as u64) as f64 / took, commits)
}

/// Inserts single rows with `size` rows per commit. Returns the rows per second.
async fn bare(deal: &Played, rows: u64, size: usize) -> f64 {
    let path = scratch("bare.db");
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query(
        "CREATE TABLE journal (table_id BIGINT NOT NULL, seq BIGINT NOT NULL, event TEXT NOT NULL,
                               at BIGINT NOT NULL, PRIMARY KEY (table_id, seq))",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    let texts: Vec<String> =
        deal.actions.iter().map(|events| serde_json::to_string(events).unwrap()).collect();
    let began = Instant::now();
    let mut row = 0;
    while row < rows {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.unwrap();
        for _ in 0..size {
            sqlx::query("INSERT INTO journal (table_id, seq, event, at) VALUES ($1, $2, $3, $4)")
                .bind((row % 1_000).cast_signed())
                .bind((row / 1_000).cast_signed())
                .bind(&texts[usize::try_from(row / 1_000).unwrap() % texts.len()])
                .bind(0)
                .execute(&mut *transaction)
                .await
                .unwrap();
            row += 1;
        }
        transaction.commit().await.unwrap();
    }
    let took = began.elapsed().as_secs_f64();
    connection.close().await.unwrap();
    remove(&path);
    row as f64 / took
}
