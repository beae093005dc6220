//! Test support: an in-memory journal that can fail, an announcer that records updates, and simulated
//! players.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use ulti::table::{
    Announcer, Batch, ChannelId, Command, Downtime, Journal, JournalDamage, JournalError, LiveTable, Opening,
    Options, Refusal, Registry, Request, RequestId, RobotPlayers, SeedSource, ServerId, Shard, ShardRange,
    StoredTable, TableEvent, TableId, TableReply, TableStage, TableUpdate, ThinkingPool, UnixMillis, UserId,
    WallClock,
};
use ulti_ai::{self, Level};
use ulti_rules::{Action, RuleSet};

/// A journal in memory.
#[derive(Default)]
pub(crate) struct MemoryJournal {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Channel, journal and `true` if the table has ended.
    tables: HashMap<TableId, (ChannelId, StoredTable, bool)>,
    /// Time of the last heartbeat, and the times of the game clocks then.
    beat: Option<(UnixMillis, Vec<(Shard, UnixMillis)>)>,
    broken: bool,
    batches: Vec<Batch>,
    /// Number of times that a table was looked up or loaded.
    reads: usize,
}

impl MemoryJournal {
    /// Makes every write fail until it is called with `false`.
    pub(crate) fn set_broken(&self, broken: bool) {
        self.state.lock().unwrap().broken = broken;
    }

    /// Makes the events from an index onward unreadable.
    pub(crate) fn damage(&self, table: TableId, index: usize) {
        let mut state = self.state.lock().unwrap();
        let (_, stored, _) = state.tables.get_mut(&table).unwrap();
        stored.events.truncate(index);
        stored.damage = Some(JournalDamage { reason: "damaged by the test".to_owned() });
    }

    /// Replaces events without marking the journal as damaged.
    pub(crate) fn rewrite(&self, table: TableId, change: impl FnOnce(&mut Vec<TableEvent>)) {
        change(&mut self.state.lock().unwrap().tables.get_mut(&table).unwrap().1.events);
    }

    /// Sets all game clocks forward and compensates for that in a table, as if it had moved to another shard.
    pub(crate) fn move_to_later_clock(&self, table: TableId, by: Duration) {
        let mut state = self.state.lock().unwrap();
        let (_, stored, _) = state.tables.get_mut(&table).unwrap();
        stored.clock_lag += by;
        stored.deadline = stored.deadline.map(|at| at.after(by));
        let (_, clocks) = state.beat.as_mut().unwrap();
        for (_, time) in clocks {
            *time = time.after(by);
        }
    }

    pub(crate) fn events(&self, table: TableId) -> Vec<TableEvent> {
        self.state.lock().unwrap().tables[&table].1.events.clone()
    }

    /// Returns the number of times that a table was looked up or loaded.
    pub(crate) fn reads(&self) -> usize {
        self.state.lock().unwrap().reads
    }

    pub(crate) fn batches(&self) -> Vec<Batch> {
        self.state.lock().unwrap().batches.clone()
    }
}

#[async_trait]
impl Journal for MemoryJournal {
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        _: UnixMillis,
    ) -> Result<TableId, JournalError> {
        let mut state = self.state.lock().unwrap();
        if let Some((id, _)) = state.tables.iter().find(|(_, (at, _, ended))| *at == channel && !ended) {
            return Err(JournalError::ChannelTaken(*id));
        }
        let id = TableId(i64::try_from(state.tables.len()).unwrap() + 1);
        let stored = StoredTable {
            events,
            requests: request.into_iter().collect(),
            deadline: None,
            clock_lag: Duration::ZERO,
            damage: None,
        };
        state.tables.insert(id, (channel, stored, false));
        Ok(id)
    }

    async fn append(&self, batch: Batch) -> Result<(), JournalError> {
        let mut state = self.state.lock().unwrap();
        if state.broken {
            return Err(JournalError::Unavailable("told to fail".to_owned()));
        }
        state.batches.push(batch.clone());
        let (_, stored, ended) =
            state.tables.get_mut(&batch.table).ok_or(JournalError::NoSuchTable(batch.table))?;
        if stored.events.len() != batch.first as usize {
            return Err(JournalError::Conflict { table: batch.table, first: batch.first });
        }
        stored.events.extend(batch.events);
        stored.requests.extend(batch.request);
        stored.deadline = batch.deadline;
        *ended |= batch.closed.is_some();
        Ok(())
    }

    async fn load(&self, table: TableId) -> Result<StoredTable, JournalError> {
        let mut state = self.state.lock().unwrap();
        state.reads += 1;
        state.tables.get(&table).map(|(_, stored, _)| stored.clone()).ok_or(JournalError::NoSuchTable(table))
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        _: UnixMillis,
    ) -> Result<(), JournalError> {
        let mut state = self.state.lock().unwrap();
        let (_, stored, ended) = state.tables.get_mut(&table).ok_or(JournalError::NoSuchTable(table))?;
        stored.events.truncate(whole as usize);
        (stored.deadline, stored.damage) = (None, None);
        *ended |= whole == 0;
        if whole > 0 { Ok(()) } else { Err(JournalError::Corrupt { table, reason: reason.to_owned() }) }
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        let mut state = self.state.lock().unwrap();
        state.reads += 1;
        let open = state.tables.iter().find(|(_, (at, _, ended))| *at == channel && !ended);
        Ok(open.map(|(id, _)| *id))
    }

    async fn live(&self) -> Result<Vec<LiveTable>, JournalError> {
        let state = self.state.lock().unwrap();
        let live = state.tables.iter().filter(|(_, (_, _, ended))| !ended);
        Ok(live
            .map(|(table, (channel, stored, _))| LiveTable {
                table: *table,
                channel: *channel,
                server: server_of(stored),
                deadline: stored.deadline,
            })
            .collect())
    }

    async fn due(&self, by: UnixMillis) -> Result<Vec<LiveTable>, JournalError> {
        let live = self.live().await?;
        Ok(live.into_iter().filter(|live| live.deadline.is_some_and(|at| at <= by)).collect())
    }

    async fn come_back(&self, now: UnixMillis, shards: ShardRange) -> Result<Downtime, JournalError> {
        let mut state = self.state.lock().unwrap();
        let new = || (now, shards.shards().map(|shard| (shard, now)).collect());
        let (beat, clocks) = state.beat.clone().unwrap_or_else(new);
        state.beat = Some((now, clocks.clone()));
        Ok(Downtime { lasted: now.since(beat), clocks })
    }

    async fn beat(&self, now: UnixMillis, clocks: &[(Shard, UnixMillis)]) -> Result<(), JournalError> {
        self.state.lock().unwrap().beat = Some((now, clocks.to_vec()));
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, JournalError> {
        Ok(self.state.lock().unwrap().beat.as_ref().map(|(beat, _)| *beat))
    }
}

/// Returns the server of a table, which is in its first event.
fn server_of(stored: &StoredTable) -> ServerId {
    match stored.events.first() {
        Some(TableEvent::SetUp { server, .. }) => *server,
        _ => ServerId(0),
    }
}

/// An announcer that records all updates.
#[derive(Default)]
pub(crate) struct RecordingAnnouncer {
    pub(crate) updates: Mutex<Vec<TableUpdate>>,
    /// `true` if the channel rejects messages.
    pub(crate) rejects_messages: AtomicBool,
}

impl Announcer for RecordingAnnouncer {
    fn announce(&self, update: TableUpdate) {
        self.updates.lock().unwrap().push(update);
    }

    fn rejects_messages(&self, _: ServerId, channel: ChannelId) -> bool {
        channel == CHANNEL && self.rejects_messages.load(Ordering::Relaxed)
    }
}

pub(crate) const CHANNEL: ChannelId = ChannelId(77);

/// A table with its registry, journal and announcer. Users are identified by their numbers.
pub(crate) struct TestTable {
    pub(crate) journal: Arc<MemoryJournal>,
    pub(crate) announcer: Arc<RecordingAnnouncer>,
    pub(crate) registry: Registry,
    pub(crate) id: TableId,
    /// Channel from which requests come.
    pub(crate) channel: ChannelId,
    options: Options,
    pub(crate) clock: WallClock,
    robots: RobotPlayers,
}

pub(crate) fn request(user: u64, command: Command) -> Request {
    Request { user: UserId(user), name: format!("P{user}"), channel: CHANNEL, id: None, command }
}

pub(crate) fn opening(robots: u8, deals: Option<u32>) -> Opening {
    Opening {
        server: ServerId(5),
        channel: CHANNEL,
        rules: RuleSet::preset("4m").unwrap(),
        deals,
        pause: None,
        robots: vec![Level::Random; robots.into()],
        follows: None,
    }
}

impl TestTable {
    /// Opens a table as user 1.
    pub(crate) async fn open(opening: Opening) -> Self {
        let options = Options { robot_pace: Duration::from_millis(10), ..Options::default() };
        let robots = RobotPlayers::new(ThinkingPool::new(options.robot_threads, options.robot_thinks));
        Self::with(opening, options, robots).await
    }

    /// Opens a table as user 1 with other options and robots.
    pub(crate) async fn with(opening: Opening, options: Options, robots: RobotPlayers) -> Self {
        let (journal, announcer) =
            (Arc::new(MemoryJournal::default()), Arc::new(RecordingAnnouncer::default()));
        let (seeds, clock) = (SeedSource::repeatable(3), WallClock::of_tokio());
        let registry = Registry::with_robots(
            journal.clone(),
            announcer.clone(),
            options,
            seeds,
            clock.clone(),
            robots.clone(),
        );
        registry.resume(Shard::SINGLE).await.unwrap();
        let answer = registry.open(opening, request(1, Command::Look)).await.unwrap();
        let (id, channel) = (answer.table_view.table, answer.table_view.channel);
        Self { journal, announcer, registry, id, channel, options, clock, robots }
    }

    /// Opens a table with three people and starts the first deal.
    pub(crate) async fn three() -> Self {
        let table = Self::open(opening(0, None)).await;
        table.sit_down_and_start().await;
        table
    }

    /// Lets users 2 and 3 join, and starts the first deal.
    pub(crate) async fn sit_down_and_start(&self) {
        self.ask(2, Command::Join).await.unwrap();
        self.ask(3, Command::Join).await.unwrap();
        self.ask(1, Command::Start).await.unwrap();
    }

    /// Simulates a killed process: starts a new registry with the same journal.
    pub(crate) async fn restart(&mut self) {
        self.replace_registry();
        self.registry.resume(Shard::SINGLE).await.unwrap();
    }

    /// Replaces the registry by a new one with the same journal that has not restored any table yet.
    pub(crate) fn replace_registry(&mut self) {
        let seeds = SeedSource::repeatable(9);
        let (journal, announcer, robots) =
            (self.journal.clone(), self.announcer.clone(), self.robots.clone());
        self.registry =
            Registry::with_robots(journal, announcer, self.options, seeds, self.clock.clone(), robots);
    }

    pub(crate) async fn ask(&self, user: u64, command: Command) -> Result<TableReply, Refusal> {
        self.registry.ask(self.id, Request { channel: self.channel, ..request(user, command) }).await
    }

    /// Returns the table as a user sees it.
    pub(crate) async fn look(&self, user: u64) -> TableReply {
        self.ask(user, Command::Look).await.unwrap()
    }

    /// Performs an action, and confirms it if the table asks for a confirmation.
    pub(crate) async fn act(&self, user: u64, action: Action) -> Result<TableReply, Refusal> {
        match self.ask(user, Command::Act { action, at: None }).await {
            Err(Refusal::Unconfirmed(asked)) => {
                self.ask(user, Command::ActAnyway { action: asked.action, at: asked.at }).await
            }
            Err(Refusal::ExpensiveTalon(asked)) => self.ask(user, Command::TakeAnyway { at: asked.at }).await,
            Err(Refusal::OpenHand { deal }) => self.ask(user, Command::OpenHand { deal }).await,
            Err(Refusal::EarlyEnd(question)) => self.ask(user, Command::EndEarly(question.end)).await,
            answer => answer,
        }
    }

    /// Returns the user whose turn it is.
    ///
    /// Returns `None` if it is the turn of a robot, or if no action is expected.
    pub(crate) async fn awaited(&self) -> Option<u64> {
        let scene = self.look(1).await.table_view;
        Some(scene.deal.as_ref()?.turn()?.id.user()?.0)
    }

    /// Performs a random legal action as the user whose turn it is. Returns `false` if there is no such user.
    pub(crate) async fn step(&self, seed: u64) -> bool {
        let Some(user) = self.awaited().await else { return false };
        let view = self.look(user).await.player_view.unwrap();
        let action = ulti_ai::robot(Level::Random, seed).act(&view, &ulti_ai::Cancellation::new()).unwrap();
        self.act(user, action).await.unwrap();
        true
    }

    /// Plays the current deal to its end.
    pub(crate) async fn play_deal(&self, seed: u64) {
        let mut step = seed;
        while self.look(1).await.table_view.stage == TableStage::Dealing {
            step += 1;
            if !self.step(step).await {
                tokio::time::sleep(Duration::from_millis(20)).await; // a robot's turn
            }
        }
    }

    /// Returns the sum of all points and the window (the table's pot). The sum must be zero.
    pub(crate) fn total(answer: &TableReply) -> i32 {
        answer.table_view.standings.iter().map(|line| line.points).sum::<i32>() + answer.table_view.window
    }
}
