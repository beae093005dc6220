//! Databases in which many tables are in the middle of a deal, and how fast their rows are read bare.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use ulti::ai::{Level, Stop, robot};
use ulti::rules::RuleSet;
use ulti::store::Store;
use ulti::table::{
    Announcer, Chance, ChannelId, Clock, Command, News, Opening, Options, Registry, Request, ServerId,
    TableId, UserId,
};

/// Nobody to show anything to.
struct Nobody;

impl Announcer for Nobody {
    fn announce(&self, _: News) {}
}

/// Where a table is, and who sits there; the first of them opens it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) server: ServerId,
    pub(crate) channel: ChannelId,
    pub(crate) people: [UserId; 3],
}

/// A row of the journal.
type Line = (i64, i64, String, i64, Option<i64>, Option<i64>);

/// Tables of which nothing is shown, and at which nobody is played for while it is measured.
pub(crate) fn registry(store: &Store, sleep_after: Duration) -> Registry {
    let options = Options { sleep_after, hard_limit: Duration::from_hours(24), ..Options::default() };
    Registry::new(Arc::new(store.clone()), Arc::new(Nobody), options, Chance::fresh(), Clock::wall())
}

pub(crate) fn request(user: UserId, command: Command) -> Request {
    Request { user, name: format!("Player {user}"), id: None, command }
}

/// A database of tables that have dealt and have so many actions behind them.
pub(crate) async fn fill(path: &Path, places: impl Iterator<Item = Place>, actions: u64) {
    let store = Store::open(path).await.unwrap();
    let registry = registry(&store, Duration::from_secs(1));
    let play = |place| begin(registry.clone(), place, actions);
    futures::stream::iter(places).for_each_concurrent(256, play).await;
    registry.shutdown().await;
    store.close().await;
}

/// Three people sit down in a channel and play so far.
async fn begin(registry: Registry, place: Place, actions: u64) {
    let Place { server, channel, people: [host, others @ ..] } = place;
    let rules = RuleSet::preset("4m").unwrap();
    let opening = Opening { server, channel, rules, deals: None, robots: 0, level: Level::Easy };
    let table = registry.open(opening, request(host, Command::Look)).await.unwrap().scene.table;
    for user in others {
        registry.ask(table, request(user, Command::Join)).await.unwrap();
    }
    registry.ask(table, request(host, Command::Start)).await.unwrap();
    for _ in 0..actions {
        act(&registry, table, host).await;
    }
}

/// Whoever's turn it is does something lawful.
pub(crate) async fn act(registry: &Registry, table: TableId, anyone: UserId) {
    let scene = registry.ask(table, request(anyone, Command::Look)).await.unwrap().scene;
    let Some(user) = scene.deal.as_ref().and_then(|deal| deal.turn()?.id.user()) else { return };
    let view = registry.ask(table, request(user, Command::Look)).await.unwrap().view.unwrap();
    let action = robot(Level::Easy, table.0.cast_unsigned()).act(&view, &Stop::new()).unwrap();
    registry.ask(table, request(user, Command::Act { action, at: None })).await.unwrap();
}

/// How long it takes to read all that the tables consist of.
pub(crate) async fn read_bare(path: &Path) -> Duration {
    let began = Instant::now();
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let tables: Vec<(i64, i64, i64, Option<i64>)> =
        sqlx::query_as("SELECT id, channel, events, deadline FROM tables WHERE ended_at IS NULL")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let events: Vec<Line> = sqlx::query_as("SELECT table_id, seq, event, at, more, checksum FROM journal")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let requests: Vec<(i64, i64)> =
        sqlx::query_as("SELECT request_id, table_id FROM requests").fetch_all(&mut connection).await.unwrap();
    std::hint::black_box((tables, events, requests));
    began.elapsed()
}
