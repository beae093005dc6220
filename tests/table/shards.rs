//! Tests of tables on several shards: each shard has a clock of its own.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use ulti::table::{
    ChannelId, Command, Notice, Opening, Options, Registry, Request, SeedSource, ServerId, Shard, ShardRange,
    TableId, UserId, WallClock,
};

use crate::support::{MemoryJournal, RecordingAnnouncer, opening, request};

/// A registry with two shards and a table in play on each of them.
struct TwoShards {
    journal: Arc<MemoryJournal>,
    announcer: Arc<RecordingAnnouncer>,
    registry: Registry,
    tables: Vec<TableId>,
    clock: WallClock,
}

fn shard(index: u32) -> Shard {
    Shard::new(index, 2).unwrap()
}

const fn channel(index: u32) -> ChannelId {
    ChannelId(100 + index as u64)
}

impl TwoShards {
    async fn start() -> Self {
        let (journal, announcer, clock) = (Arc::default(), Arc::default(), WallClock::of_tokio());
        let registry = registry(&journal, &announcer, clock.clone());
        let mut all = Self { journal, announcer, registry, tables: Vec::new(), clock };
        for index in [0, 1] {
            all.registry.start_clock(shard(index));
            let server = ServerId(u64::from(2 + index) << 22);
            let opening = Opening { server, channel: channel(index), ..opening(0, None) };
            let request = Request { channel: channel(index), ..request(1, Command::Look) };
            let opened = all.registry.open(opening, request).await.unwrap();
            all.tables.push(opened.table_view.table);
            for (user, command) in [(2, Command::Join), (3, Command::Join), (1, Command::Start)] {
                all.ask(index, user, command).await;
            }
        }
        all
    }

    async fn ask(&self, index: u32, user: u64, command: Command) {
        let request = Request { channel: channel(index), ..request(user, command) };
        self.registry.ask_here(request).await.unwrap();
    }

    /// Stops the process and starts it again. Both shards are still disconnected.
    async fn restart(&mut self) {
        self.registry.shutdown().await;
        self.registry = registry(&self.journal, &self.announcer, self.clock.clone());
        self.announcer.updates.lock().unwrap().clear();
    }

    /// Returns the tables at which a robot has played for a person.
    fn played_for(&self) -> Vec<TableId> {
        let updates = self.announcer.updates.lock().unwrap();
        let played = updates.iter().filter(|update| matches!(update.notice, Some(Notice::PlayedFor { .. })));
        let mut tables: Vec<TableId> = played.map(|update| update.table_view.table).collect();
        tables.sort_unstable();
        tables.dedup();
        tables
    }
}

fn registry(journal: &Arc<MemoryJournal>, announcer: &Arc<RecordingAnnouncer>, clock: WallClock) -> Registry {
    let (journal, announcer) = (Arc::clone(journal), Arc::clone(announcer));
    let registry = Registry::new(journal, announcer, Options::default(), SeedSource::repeatable(3), clock);
    registry.assign_shards(ShardRange::all(2));
    registry.keep_watch();
    registry
}

#[tokio::test(start_paused = true)]
async fn disconnected_shard_stops_clocks_of_its_own_tables_only() {
    let all = TwoShards::start().await;
    all.registry.stop_clock(shard(1));
    sleep(Duration::from_mins(6)).await;
    assert_eq!(all.played_for(), [all.tables[0]]);
    all.registry.start_clock(shard(1));
    sleep(Duration::from_mins(4)).await;
    assert_eq!(all.played_for(), [all.tables[0]], "time of the outage was counted");
    sleep(Duration::from_secs(61)).await;
    assert_eq!(all.played_for(), all.tables);
}

#[tokio::test(start_paused = true)]
async fn tables_of_a_shard_are_restored_when_it_connects() {
    let mut all = TwoShards::start().await;
    sleep(Duration::from_mins(1)).await;
    all.restart().await;
    sleep(Duration::from_hours(1)).await;
    assert_eq!(all.registry.tables_awake(), 0, "table was restored although both shards are disconnected");
    all.registry.start_clock(shard(1));
    assert_eq!(all.registry.resume(shard(1)).await.unwrap(), 1);
    assert_eq!(all.registry.tables_awake(), 1);
    sleep(Duration::from_mins(6)).await;
    assert_eq!(all.played_for(), [all.tables[1]]);
}

/// A table that is not in memory is loaded when its deadline passes on the clock of its shard.
#[tokio::test(start_paused = true)]
async fn deadline_of_unloaded_table_waits_for_its_shard() {
    let mut all = TwoShards::start().await;
    all.restart().await;
    all.registry.start_clock(shard(0));
    sleep(Duration::from_mins(20)).await;
    assert_eq!(all.played_for(), [all.tables[0]]);
    all.registry.start_clock(shard(1));
    sleep(Duration::from_mins(6)).await;
    assert_eq!(all.played_for(), all.tables);
}

/// Requests are answered while the shard's clock stands still.
#[tokio::test(start_paused = true)]
async fn table_answers_while_its_clock_stands_still() {
    let all = TwoShards::start().await;
    all.registry.stop_clock(shard(0));
    all.ask(0, UserId(2).0, Command::Look).await;
}
