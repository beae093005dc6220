//! Databases with many tables in a deal, and the time for reading their rows directly with SQL.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use ulti::store::Store;
use ulti::table::{
    Announcer, ChannelId, Command, Opening, Options, Registry, Request, SeedSource, ServerId, TableId,
    TableUpdate, UserId, WallClock,
};
use ulti_ai::{Cancellation, Level, robot};
use ulti_rules::RuleSet;

/// An announcer that discards all updates.
struct NullAnnouncer;

impl Announcer for NullAnnouncer {
    fn announce(&self, _: TableUpdate) {}

    fn rejects_messages(&self, _: ServerId, _: ChannelId) -> bool {
        false
    }
}

/// The server, channel and people of a table. The first person opens it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) server: ServerId,
    pub(crate) channel: ChannelId,
    pub(crate) people: [UserId; 3],
}

/// A row of the journal.
type Row = (i64, i64, String, i64, Option<i64>, Option<i64>);

/// Creates a registry without output and with a deadline that does not expire during the measurement.
pub(crate) fn registry(store: &Store, sleep_after: Duration) -> Registry {
    let options = Options { sleep_after, hard_limit: Duration::from_hours(24), ..Options::default() };
    Registry::new(
        Arc::new(store.clone()),
        Arc::new(NullAnnouncer),
        options,
        SeedSource::fresh(),
        WallClock::wall(),
    )
}

/// Returns a request of a user.
pub(crate) fn request(channel: ChannelId, user: UserId, command: Command) -> Request {
    Request { user, name: format!("Player {user}"), channel, id: None, command }
}

/// Creates a database with tables that are in their first deal, after a number of actions.
pub(crate) async fn fill(path: &Path, places: impl Iterator<Item = Place>, actions: u64) {
    let store = Store::open(path).await.unwrap();
    let registry = registry(&store, Duration::from_secs(1));
    let play = |place| begin(registry.clone(), place, actions);
    futures::stream::iter(places).for_each_concurrent(256, play).await;
    registry.shutdown().await;
    store.close().await;
}

/// Sets up a table, starts the first deal and takes a number of actions.
async fn begin(registry: Registry, place: Place, actions: u64) {
    let Place { server, channel, people: [host, others @ ..] } = place;
    let rules = RuleSet::preset("4m").unwrap();
    let opening =
        Opening { server, channel, rules, deals: None, pause: None, robots: Vec::new(), follows: None };
    let table = registry.open(opening, request(channel, host, Command::Look)).await.unwrap().table_view.table;
    for user in others {
        registry.ask(table, request(channel, user, Command::Join)).await.unwrap();
    }
    registry.ask(table, request(channel, host, Command::Start)).await.unwrap();
    for _ in 0..actions {
        act(&registry, table, channel, host).await;
    }
}

/// Performs the action of an easy robot for the user whose turn it is.
pub(crate) async fn act(registry: &Registry, table: TableId, channel: ChannelId, anyone: UserId) {
    let request = |user, command| request(channel, user, command);
    let scene = registry.ask(table, request(anyone, Command::Look)).await.unwrap().table_view;
    let Some(user) = scene.deal.as_ref().and_then(|deal| deal.turn()?.id.user()) else { return };
    let view = registry.ask(table, request(user, Command::Look)).await.unwrap().player_view.unwrap();
    let action = robot(Level::Easy, table.0.cast_unsigned()).act(&view, &Cancellation::new()).unwrap();
    registry.ask(table, request(user, Command::Act { action, at: None })).await.unwrap();
}

/// Returns the time for reading all rows of the open tables directly with SQL.
pub(crate) async fn read_bare(path: &Path) -> Duration {
    let began = Instant::now();
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let tables: Vec<(i64, i64, i64, Option<i64>)> =
        sqlx::query_as("SELECT id, channel, events, deadline FROM tables WHERE ended_at IS NULL")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let events: Vec<Row> = sqlx::query_as("SELECT table_id, seq, event, at, more, checksum FROM journal")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let requests: Vec<(i64, i64)> =
        sqlx::query_as("SELECT request_id, table_id FROM requests").fetch_all(&mut connection).await.unwrap();
    std::hint::black_box((tables, events, requests));
    began.elapsed()
}
