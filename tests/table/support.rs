//! A journal in memory that can be told to fail, an announcer that listens, and people who play.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use ulti::ai::{self, Level};
use ulti::rules::{Action, RuleSet};
use ulti::table::{
    Announcer, Answer, Batch, Chance, ChannelId, Clock, Command, Damage, Downtime, Journal, JournalError,
    Live, Millis, News, Opening, Options, Refused, Registry, Request, RequestId, Robots, SceneStage,
    ServerId, Stored, TableEvent, TableId, Thinkers, UserId,
};

#[derive(Default)]
pub(crate) struct Memory {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    tables: HashMap<TableId, (ChannelId, Stored, bool)>,
    /// When it was, and what the tables' clock showed.
    beat: Option<(Millis, Millis)>,
    broken: bool,
    batches: Vec<Batch>,
}

impl Memory {
    pub(crate) fn set_broken(&self, broken: bool) {
        self.state.lock().unwrap().broken = broken;
    }

    /// The event at this place, and what follows, can't be read any more.
    pub(crate) fn damage(&self, table: TableId, place: usize) {
        let mut state = self.state.lock().unwrap();
        let (_, stored, _) = state.tables.get_mut(&table).unwrap();
        stored.events.truncate(place);
        stored.damage = Some(Damage { reason: "told to be damaged".to_owned() });
    }

    /// Other events stand there, and look whole.
    pub(crate) fn rewrite(&self, table: TableId, change: impl FnOnce(&mut Vec<TableEvent>)) {
        change(&mut self.state.lock().unwrap().tables.get_mut(&table).unwrap().1.events);
    }

    pub(crate) fn events(&self, table: TableId) -> Vec<TableEvent> {
        self.state.lock().unwrap().tables[&table].1.events.clone()
    }

    pub(crate) fn batches(&self) -> Vec<Batch> {
        self.state.lock().unwrap().batches.clone()
    }
}

#[async_trait]
impl Journal for Memory {
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        _: Millis,
    ) -> Result<TableId, JournalError> {
        let mut state = self.state.lock().unwrap();
        if let Some((id, _)) = state.tables.iter().find(|(_, (at, _, ended))| *at == channel && !ended) {
            return Err(JournalError::ChannelTaken(*id));
        }
        let id = TableId(i64::try_from(state.tables.len()).unwrap() + 1);
        let stored = Stored { events, requests: request.into_iter().collect(), deadline: None, damage: None };
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

    async fn load(&self, table: TableId) -> Result<Stored, JournalError> {
        let state = self.state.lock().unwrap();
        state.tables.get(&table).map(|(_, stored, _)| stored.clone()).ok_or(JournalError::NoSuchTable(table))
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        _: Millis,
    ) -> Result<(), JournalError> {
        let mut state = self.state.lock().unwrap();
        let (_, stored, ended) = state.tables.get_mut(&table).ok_or(JournalError::NoSuchTable(table))?;
        stored.events.truncate(whole as usize);
        (stored.deadline, stored.damage) = (None, None);
        *ended |= whole == 0;
        if whole > 0 { Ok(()) } else { Err(JournalError::Corrupt { table, reason: reason.to_owned() }) }
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        let state = self.state.lock().unwrap();
        let open = state.tables.iter().find(|(_, (at, _, ended))| *at == channel && !ended);
        Ok(open.map(|(id, _)| *id))
    }

    async fn live(&self) -> Result<Vec<Live>, JournalError> {
        let state = self.state.lock().unwrap();
        let live = state.tables.iter().filter(|(_, (_, _, ended))| !ended);
        Ok(live
            .map(|(table, (channel, stored, _))| Live {
                table: *table,
                channel: *channel,
                deadline: stored.deadline,
            })
            .collect())
    }

    async fn due(&self, by: Millis) -> Result<Vec<TableId>, JournalError> {
        let live = self.live().await?;
        Ok(live
            .iter()
            .filter(|live| live.deadline.is_some_and(|at| at <= by))
            .map(|live| live.table)
            .collect())
    }

    async fn come_back(&self, now: Millis) -> Result<Downtime, JournalError> {
        let mut state = self.state.lock().unwrap();
        let (beat, clock) = state.beat.unwrap_or((now, now));
        state.beat = Some((now, clock));
        Ok(Downtime { lasted: now.since(beat), clock })
    }

    async fn beat(&self, now: Millis, clock: Millis) -> Result<(), JournalError> {
        self.state.lock().unwrap().beat = Some((now, clock));
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<Millis>, JournalError> {
        Ok(self.state.lock().unwrap().beat.map(|(beat, _)| beat))
    }
}

#[derive(Default)]
pub(crate) struct Ears {
    pub(crate) heard: Mutex<Vec<News>>,
}

impl Announcer for Ears {
    fn announce(&self, news: News) {
        self.heard.lock().unwrap().push(news);
    }
}

pub(crate) const CHANNEL: ChannelId = ChannelId(77);

pub(crate) struct Room {
    pub(crate) journal: Arc<Memory>,
    pub(crate) ears: Arc<Ears>,
    pub(crate) registry: Registry,
    pub(crate) table: TableId,
    options: Options,
    pub(crate) clock: Clock,
    robots: Robots,
}

pub(crate) fn request(user: u64, command: Command) -> Request {
    Request { user: UserId(user), name: format!("P{user}"), id: None, command }
}

pub(crate) fn opening(robots: u8, deals: Option<u32>) -> Opening {
    Opening {
        server: ServerId(5),
        channel: CHANNEL,
        rules: RuleSet::preset("4m").unwrap(),
        deals,
        robots,
        level: Level::Random,
    }
}

impl Room {
    /// A table opened by person 1.
    pub(crate) async fn open(opening: Opening) -> Self {
        let options = Options { robot_pace: Duration::from_millis(10), ..Options::default() };
        let robots = Robots::new(Thinkers::new(options.robot_threads, options.robot_thinks));
        Self::with(opening, options, robots).await
    }

    /// The same with a patience of its own, and other robots.
    pub(crate) async fn with(opening: Opening, options: Options, robots: Robots) -> Self {
        let (journal, ears) = (Arc::new(Memory::default()), Arc::new(Ears::default()));
        let (chance, clock) = (Chance::repeatable(3), Clock::of_tokio());
        let registry =
            Registry::with_robots(journal.clone(), ears.clone(), options, chance, clock, robots.clone());
        registry.resume().await.unwrap();
        let answer = registry.open(opening, request(1, Command::Look)).await.unwrap();
        Self { journal, ears, registry, table: answer.scene.table, options, clock, robots }
    }

    /// Three people at a table whose first deal has begun.
    pub(crate) async fn three() -> Self {
        let room = Self::open(opening(0, None)).await;
        room.sit_down_and_start().await;
        room
    }

    /// Persons 2 and 3 sit down, and the first deal begins.
    pub(crate) async fn sit_down_and_start(&self) {
        self.ask(2, Command::Join).await.unwrap();
        self.ask(3, Command::Join).await.unwrap();
        self.ask(1, Command::Start).await.unwrap();
    }

    /// Kills the process, as far as the table can tell: memory is gone, the journal stays.
    pub(crate) async fn restart(&mut self) {
        let chance = Chance::repeatable(9);
        let (journal, ears, robots) = (self.journal.clone(), self.ears.clone(), self.robots.clone());
        self.registry = Registry::with_robots(journal, ears, self.options, chance, self.clock, robots);
        self.registry.resume().await.unwrap();
    }

    pub(crate) async fn ask(&self, user: u64, command: Command) -> Result<Answer, Refused> {
        self.registry.ask(self.table, request(user, command)).await
    }

    pub(crate) async fn look(&self, user: u64) -> Answer {
        self.ask(user, Command::Look).await.unwrap()
    }

    pub(crate) async fn act(&self, user: u64, action: Action) -> Result<Answer, Refused> {
        self.ask(user, Command::Act { action, at: None }).await
    }

    /// The person whose turn it is, if it is a person's.
    pub(crate) async fn awaited(&self) -> Option<u64> {
        let scene = self.look(1).await.scene;
        Some(scene.deal.as_ref()?.turn()?.id.user()?.0)
    }

    /// Whoever is awaited does something lawful; false once the deal is over.
    pub(crate) async fn step(&self, seed: u64) -> bool {
        let Some(user) = self.awaited().await else { return false };
        let view = self.look(user).await.view.unwrap();
        let action = ai::robot(Level::Random, seed).act(&view, &ai::Stop::new()).unwrap();
        self.act(user, action).await.unwrap();
        true
    }

    pub(crate) async fn play_deal(&self, seed: u64) {
        let mut step = seed;
        while self.look(1).await.scene.stage == SceneStage::Dealing {
            step += 1;
            if !self.step(step).await {
                tokio::time::sleep(Duration::from_millis(20)).await; // a robot's turn
            }
        }
    }

    pub(crate) fn total(answer: &Answer) -> i32 {
        answer.scene.standings.iter().map(|line| line.points).sum::<i32>() + answer.scene.window
    }
}
