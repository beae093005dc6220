//! Measures the two slowest changes of the database.
//!
//! They are declaring a deal void, after which all later ratings of the season are recomputed, and deleting
//! the data of a user.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use ulti::store::{DealId, Store};
use ulti::table::shuffle::{self, Seed};
use ulti::table::{ServerId, TableEvent, UnixMillis, UserId};
use ulti_ai::{Cancellation, Level, robot};
use ulti_rules::{Book, BySeat, Deal, Event, Record, Seat, Start};

use crate::fill::{self, PEOPLE, SEASONS, Size, first_person};

/// Number of deals in the season in which a deal is declared void.
const SEASON: u64 = 20_000;
/// Number of deals in the database from which a user's data is deleted.
const DEALS: u64 = 100_000;
/// Offset that is added to user ids, so that they are as long as Discord's ids.
const LONG: u64 = 1 << 57;
/// Number of deals in the journal of each table.
const JOURNAL: u64 = 20;

/// Measures both changes, each on a temporary copy of a database.
pub(crate) async fn measure() {
    println!("| change | took | file in MiB |\n| --- | --- | --- |");
    void().await;
    forget().await;
}

/// Prints the duration of a change and the size of the file on one line.
fn print(change: &str, took: Duration, path: &Path) {
    println!("| {change} | {took:.1?} | {} |", std::fs::metadata(path).unwrap().len() >> 20);
}

/// Copies a database, adds valid records and runs additional SQL. Returns the store and the path of the copy.
async fn copied(size: Size, name: &str, more: String) -> (Store, std::path::PathBuf) {
    fill::database(size).await.close().await;
    let path = size.path().with_file_name(name);
    std::fs::copy(size.path(), &path).unwrap();
    let options = SqliteConnectOptions::new().filename(&path).foreign_keys(false);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let (_, record) = whole_deal();
    sqlx::query("UPDATE deals SET record = $1")
        .bind(record.to_json().unwrap())
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::raw_sql(AssertSqlSafe(more)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    (Store::open(&path).await.unwrap(), path)
}

/// Measures how long it takes to declare deals void at several positions of a season.
async fn void() {
    // The second of two servers has nearly all deals. They are put into one season.
    let size = Size { deals: SEASON * 20 / 19, servers: 2 };
    let season = 2 * SEASONS;
    let more = format!(
        "UPDATE deals SET season_id = {season} WHERE server = 2;
         UPDATE results SET season_id = {season} WHERE server = 2;
         DELETE FROM totals; DELETE FROM tallies; DELETE FROM days;
         INSERT INTO totals (season_id, user_id, rating, uncertainty, at_least)
         SELECT DISTINCT season_id, user_id, 25.0, 5.0, 10.0 FROM results"
    );
    let (store, path) = copied(size, "void.db", more).await;
    let (server, by) = (ServerId(2), UserId(1));
    // The first call rewrites all ratings stored with the deals, later calls only those that change.
    for (change, deal) in
        [("first", 1), ("first once more", 2), ("middle", size.deals / 2 + 1), ("last", size.deals - 1)]
    {
        let deal = DealId(deal.cast_signed());
        let began = Instant::now();
        store.void(server, deal, by, "measured", UnixMillis(1)).await.unwrap();
        print(&format!("void, {change} of a season of {SEASON}"), began.elapsed(), &path);
    }
    store.close().await;
    std::fs::remove_file(path).unwrap();
}

/// Measures how long it takes to delete the data of several users.
async fn forget() {
    let size = Size { deals: DEALS, servers: 100 };
    let tables = ["results", "totals", "tallies", "days", "people"];
    let longer: String =
        tables.map(|table| format!("UPDATE {table} SET user_id = user_id + {LONG};")).concat();
    let (store, path) = copied(size, "forget.db", longer + &journals()).await;
    let people = [first_person(50), first_person(1), first_person(51) + PEOPLE - 1];
    for (change, person) in ["one", "one of the largest server", "another"].into_iter().zip(people) {
        let began = Instant::now();
        store.forget_person(UserId(person + LONG)).await.unwrap();
        print(&format!("forget {change} of a database of {DEALS} deals"), began.elapsed(), &path);
    }
    store.close().await;
    std::fs::remove_file(path).unwrap();
}

/// Returns SQL that fills the journal of each table with events and lists the people named in it.
fn journals() -> String {
    let (events, _) = whole_deal();
    let events =
        events.into_iter().map(|event| serde_json::to_string(&TableEvent::InDeal { event }).unwrap());
    let values: Vec<String> =
        events.enumerate().map(|(place, event)| format!("({place}, '{event}')")).collect();
    format!(
        "CREATE TEMP TABLE said (place INTEGER PRIMARY KEY, event TEXT);
         INSERT INTO said VALUES {};
         INSERT INTO journal (table_id, seq, event, at)
         WITH RECURSIVE c (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < {JOURNAL})
         SELECT t.id, c.n * {} + s.place, s.event, 0 FROM tables t JOIN c JOIN said s;
         INSERT INTO sitters (user_id, table_id) SELECT DISTINCT user_id, table_id FROM results;",
        values.join(", "),
        values.len()
    )
}

/// Returns the events and the record of a deal played by robots.
fn whole_deal() -> (Vec<Event>, Record) {
    let book = Arc::new(Book::preset("4m").unwrap());
    let (seed, dealer) = (Seed::from_bytes([7; 32]), Seat::Zero);
    let start = Start { dealer, hands: shuffle::deal(&seed, dealer), window: 0 };
    let mut deal = Deal::new(Arc::clone(&book), start.clone()).unwrap();
    let mut robots = BySeat::from_fn(|seat| robot(Level::Random, seat.index() as u64));
    let mut events = Vec::new();
    while let Some(seat) = deal.turn() {
        let action = robots[seat].act(&deal.view(Some(seat)), &Cancellation::new()).unwrap();
        for event in deal.judge(seat, action).unwrap() {
            deal.apply(&event);
            events.push(event);
        }
    }
    let names = ["Somebody", "Anybody", "Nobody"].map(str::to_owned);
    let mut record = Record::of(&book, &start, &events, names).unwrap();
    record.shuffle = Some(shuffle::note(&seed, 1));
    (events, record)
}
