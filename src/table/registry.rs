//! Finds the table of a channel, waking it from the journal where it sleeps.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OnceCell, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::actor::{Actor, Message, Shared};
use super::evening::Evening;
use super::game_clock::GameClock;
use super::waking;
use super::{
    Announcer, Answer, Chance, ChannelId, Clock, Command, Downtime, Journal, JournalError, Live, Options,
    Player, Refused, Request, Robots, ServerId, TableEvent, TableId, Thinkers,
};
use crate::ai::Level;
use crate::ai::analysis::{self, Analysis, NotPlayed};
use crate::rules::{Action, Record, RuleSet, RuleSetError, RulesNote, View};

/// Messages a table takes before whoever asks has to wait.
const MAILBOX: usize = 64;
/// How often a table that fell asleep while being asked is woken again.
const TRIES: usize = 4;
/// How many tables can be woken at once.
const WAKING: usize = 64;

/// How long a finished deal is looked at again.
const ANALYSES_FOR: Duration = Duration::from_secs(15);

/// What a new table is to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// The server.
    pub server: ServerId,
    /// The channel or thread.
    pub channel: ChannelId,
    /// What is played.
    pub rules: RuleSet,
    /// After how many deals the evening ends by itself.
    pub deals: Option<u32>,
    /// How many robots sit down at once, as far as there are seats. The host sits down too; when that makes three or
    /// more players and there is at least one robot, the first deal begins at once.
    pub robots: u8,
    /// How they play.
    pub level: Level,
}

impl Opening {
    const fn starts_at_once(&self) -> bool {
        self.robots >= 2
    }

    /// The table's first events: set up, the host seated, and the robots.
    fn events(&self, rules: RulesNote, request: &Request) -> Result<Vec<TableEvent>, Refused> {
        let (server, channel, host, deals) = (self.server, self.channel, request.user, self.deals);
        let player = Player::person(host, request.name.clone());
        let mut events =
            vec![TableEvent::SetUp { server, channel, host, rules, deals }, TableEvent::Joined { player }];
        let robots = usize::from(self.robots).min(self.rules.most_players() - 1);
        for _ in 0..robots {
            let so_far = Evening::from_events(&events).map_err(|error| {
                tracing::error!(%error, "a new table can't be set up");
                Refused::Gone
            })?;
            events.push(TableEvent::Joined { player: so_far.new_robot(self.level) });
        }
        Ok(events)
    }
}

/// Every table there is; cheap to clone.
#[derive(Clone)]
pub struct Registry {
    inner: Arc<Inner>,
}

struct Inner {
    shared: Arc<Shared>,
    /// The tables in memory. Behind a std mutex: held for a look-up, never across an await.
    awake: Mutex<HashMap<TableId, mpsc::Sender<Message>>>,
    /// None is woken twice: each table has one of these, which it shares with some others.
    waking: [tokio::sync::Mutex<()>; WAKING],
    tasks: TaskTracker,
    watched: AtomicBool,
    /// The clock stood still while the bot was down, which is found out once and before any table is woken.
    back: OnceCell<()>,
}

impl Registry {
    /// A registry of the tables in this journal.
    pub fn new(
        journal: Arc<dyn Journal>,
        announcer: Arc<dyn Announcer>,
        options: Options,
        chance: Chance,
        clock: Clock,
    ) -> Self {
        let robots = Robots::new(Thinkers::new(options.robot_threads, options.robot_thinks));
        Self::with_robots(journal, announcer, options, chance, clock, robots)
    }

    /// The same, with other robots.
    pub fn with_robots(
        journal: Arc<dyn Journal>,
        announcer: Arc<dyn Announcer>,
        options: Options,
        chance: Chance,
        clock: Clock,
        robots: Robots,
    ) -> Self {
        let shared = Arc::new(Shared {
            journal,
            announcer,
            options,
            chance,
            clock,
            game_clock: GameClock::new(clock),
            robots,
            analysts: Thinkers::new(1, ANALYSES_FOR),
            stop: CancellationToken::new(),
        });
        let inner = Inner {
            shared,
            awake: Mutex::default(),
            waking: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            tasks: TaskTracker::new(),
            watched: AtomicBool::new(false),
            back: OnceCell::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Sets up a table in a channel; `request` is the host's (its command is ignored).
    pub async fn open(&self, opening: Opening, request: Request) -> Result<Answer, Refused> {
        let rules = RulesNote::of(&opening.rules).map_err(not_a_rule_set)?;
        let events = opening.events(rules, &request)?;
        let shared = &self.inner.shared;
        if shared.stop.is_cancelled() {
            return Err(Refused::Stopping);
        }
        let opened = shared.journal.open(opening.channel, events, request.id, shared.clock.now()).await;
        let table = match opened {
            Ok(table) => table,
            Err(JournalError::ChannelTaken(table)) => return self.opened_before(table, request).await,
            Err(JournalError::TooMany(many)) => return Err(Refused::TooMany(many)),
            Err(error) => return Err(error.into()),
        };
        let command = if opening.starts_at_once() { Command::Start } else { Command::Look };
        let ask = |command| self.ask(table, Request { id: None, command, ..request.clone() });
        let answer = match ask(command).await {
            // The table is kept and only its first deal is not: the lobby is what there is.
            Err(Refused::NotKept(_)) => ask(Command::Look).await,
            answer => answer,
        };
        self.announce(table).await;
        answer
    }

    /// The same interaction twice finds its own table; another one is refused.
    async fn opened_before(&self, table: TableId, request: Request) -> Result<Answer, Refused> {
        let stored = self.inner.shared.journal.load(table).await?;
        if request.id.is_some_and(|id| stored.requests.contains(&id)) {
            self.ask(table, Request { command: Command::Look, ..request }).await
        } else {
            Err(Refused::TableExists(table))
        }
    }

    /// Asks the open table of a channel: for slash commands.
    pub async fn ask_here(&self, channel: ChannelId, request: Request) -> Result<Answer, Refused> {
        let table = self.inner.shared.journal.open_table(channel).await?.ok_or(Refused::NoTable)?;
        self.ask(table, request).await
    }

    /// Asks one table: for buttons, whose custom id names it.
    pub async fn ask(&self, table: TableId, request: Request) -> Result<Answer, Refused> {
        self.deliver(table, |reply| Message::Ask(Box::new(request.clone()), reply)).await
    }

    /// Ends the evening of a channel that is not there any more; whether there was one. A deal that was
    /// being played counts for nothing, what the deals before came to stands.
    pub async fn close(&self, channel: ChannelId) -> Result<bool, Refused> {
        let Some(table) = self.inner.shared.journal.open_table(channel).await? else { return Ok(false) };
        self.deliver(table, Message::Close).await.map(|()| true)
    }

    /// Says again how things stand in a channel, where there is a table.
    pub async fn announce_in(&self, channel: ChannelId) -> Result<(), JournalError> {
        if let Some(table) = self.inner.shared.journal.open_table(channel).await? {
            self.announce(table).await;
        }
        Ok(())
    }

    /// Gives a table something to do and waits for what it says to it.
    async fn deliver<T>(
        &self,
        table: TableId,
        message: impl Fn(oneshot::Sender<Result<T, Refused>>) -> Message,
    ) -> Result<T, Refused> {
        for _ in 0..TRIES {
            let door = self.door(table).await?;
            let (reply, answer) = oneshot::channel();
            if door.send(message(reply)).await.is_err() {
                self.forget(table, &door);
                continue;
            }
            match answer.await {
                Ok(Err(Refused::Gone)) | Err(_) => self.forget(table, &door),
                Ok(answer) => return answer,
            }
        }
        Err(Refused::Gone)
    }

    /// What the strong robot would do with this view; `None` where it came to nothing in time.
    pub async fn hint(&self, view: View) -> Option<Action> {
        let Shared { robots, stop, .. } = &*self.inner.shared;
        stop.run_until_cancelled(robots.hint(view)).await.flatten()
    }

    /// Looks at a finished deal again; `None` where that came to nothing in time, or the record is no
    /// deal. It has a thread of its own, so that no robot waits for it.
    pub async fn analyse(&self, record: Record) -> Option<Result<Analysis, NotPlayed>> {
        let Shared { analysts, stop, .. } = &*self.inner.shared;
        let thinking = analysts.think(move |told| {
            let deal = record.replay();
            let deal = deal.inspect_err(|error| tracing::error!(%error, "a record is no deal")).ok()?;
            Some(analysis::analyse(&deal.view(None), told))
        });
        stop.run_until_cancelled(thinking).await.flatten().flatten()
    }

    /// Has a table say again how things stand.
    pub async fn announce(&self, table: TableId) {
        if let Ok(door) = self.door(table).await {
            let _ = door.send(Message::Announce).await; // asleep again: the next touch announces
        }
    }

    /// The way to a table, which is woken where it sleeps.
    async fn door(&self, table: TableId) -> Result<mpsc::Sender<Message>, Refused> {
        if let Some(door) = self.awake(table) {
            return Ok(door);
        }
        self.come_back().await?;
        let _one_at_a_time = self.waking(table).lock().await;
        if let Some(door) = self.awake(table) {
            return Ok(door);
        }
        let shared = Arc::clone(&self.inner.shared);
        if shared.stop.is_cancelled() {
            return Err(Refused::Stopping);
        }
        let woken = waking::wake(&*shared.journal, table, shared.clock.now()).await?;
        let (door, mailbox) = mpsc::channel(MAILBOX);
        let actor = Box::new(Actor::wake(table, woken, shared, mailbox));
        self.lock().insert(table, door.clone());
        let (registry, own) = (self.clone(), door.clone());
        self.inner.tasks.spawn(async move {
            actor.run().await;
            registry.forget(table, &own);
        });
        Ok(door)
    }

    fn waking(&self, table: TableId) -> &tokio::sync::Mutex<()> {
        let place = usize::try_from(table.0.unsigned_abs()).unwrap_or_default();
        &self.inner.waking[place % WAKING]
    }

    async fn come_back(&self) -> Result<(), JournalError> {
        let shared = &self.inner.shared;
        let back = self.inner.back.get_or_try_init(|| async {
            let Downtime { lasted, clock } = shared.journal.come_back(shared.clock.now()).await?;
            shared.game_clock.set(clock);
            tracing::info!(
                seconds = lasted.as_secs(),
                "the tables' clock stood still while the bot was down"
            );
            Ok(())
        });
        back.await.copied()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, mpsc::Sender<Message>>> {
        self.inner.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn awake(&self, table: TableId) -> Option<mpsc::Sender<Message>> {
        self.lock().get(&table).filter(|door| !door.is_closed()).cloned()
    }

    fn forget(&self, table: TableId, door: &mpsc::Sender<Message>) {
        let mut awake = self.lock();
        if awake.get(&table).is_some_and(|known| known.same_channel(door)) {
            awake.remove(&table);
        }
    }

    /// How many tables are in memory.
    pub fn tables_awake(&self) -> usize {
        self.lock().len()
    }

    /// Stops the clock of all tables: nobody can reach the bot, and for nobody who can't act a robot plays.
    /// People who come all the same are answered.
    pub fn stop_clock(&self) {
        if self.inner.shared.game_clock.stop() {
            tracing::info!("the tables' clock stands still until Discord is in reach");
        }
    }

    /// Has the clock go on where it stood.
    pub fn start_clock(&self) {
        let Some(stood) = self.inner.shared.game_clock.go_on() else { return };
        for door in self.lock().values() {
            // Whoever has so much else to do looks at the clock as well.
            let _ = door.try_send(Message::ClockGoesOn(stood));
        }
        tracing::info!(seconds = stood.as_secs(), "the tables' clock goes on");
    }

    /// Wakes and announces the tables that were awake; their clock stood still while the bot was down. One that slept sleeps on, until somebody asks for it or its time has come. A journal that
    /// can't be read is asked again, ever more slowly, until the bot stops. Call once at start; how many
    /// were woken.
    pub async fn resume(&self) -> Result<usize, JournalError> {
        self.keep_watch();
        let mut pause = Duration::from_secs(1);
        loop {
            let error = match self.wake_all().await {
                Ok(count) => return Ok(count),
                Err(error) => error,
            };
            tracing::error!(%error, "the tables in play could not be woken; trying again");
            let stop = &self.inner.shared.stop;
            if stop.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
                return Err(error);
            }
            pause = (pause * 2).min(Duration::from_mins(1));
        }
    }

    async fn wake_all(&self) -> Result<usize, JournalError> {
        self.come_back().await?;
        let live = self.inner.shared.journal.live().await?;
        let now = self.inner.shared.game_clock.now();
        let (awake, asleep): (Vec<Live>, Vec<Live>) =
            live.into_iter().partition(|table| self.inner.shared.options.is_awake(table.deadline, now));
        tracing::debug!(tables = asleep.len(), "tables sleep on");
        for table in &awake {
            // One unreadable table must not keep the others from being played.
            match self.door(table.table).await {
                Ok(_) => self.announce(table.table).await,
                Err(error) => tracing::error!(table = %table.table, %error, "a table could not be woken"),
            }
        }
        Ok(awake.len())
    }

    /// Beats for the journal from now on, and wakes sleeping tables whose deadline has come.
    /// [`resume`](Self::resume) does it, too; whoever waits for something before that calls this first.
    pub fn keep_watch(&self) {
        if self.inner.watched.swap(true, Ordering::Relaxed) {
            return;
        }
        let registry = self.clone();
        self.inner.tasks.spawn(async move {
            let shared = Arc::clone(&registry.inner.shared);
            let mut ticks = tokio::time::interval(shared.options.sweep_every);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            while shared.stop.run_until_cancelled(ticks.tick()).await.is_some() {
                if let Err(error) = registry.sweep().await {
                    tracing::debug!(%error, "sleeping tables could not be looked through");
                }
            }
        });
    }

    async fn sweep(&self) -> Result<(), JournalError> {
        self.come_back().await?;
        let shared = &self.inner.shared;
        self.beat().await?;
        if shared.game_clock.stands_still() {
            return Ok(());
        }
        for table in shared.journal.due(shared.game_clock.now()).await? {
            if let Err(error) = self.door(table).await {
                tracing::error!(%table, %error, "a table whose time has come could not be woken");
            }
        }
        Ok(())
    }

    async fn beat(&self) -> Result<(), JournalError> {
        let Shared { journal, clock, game_clock, .. } = &*self.inner.shared;
        journal.beat(clock.now(), game_clock.now()).await
    }

    /// Lets every table finish what it is doing and stops: what is asked from now on is refused as
    /// [`Refused::Stopping`].
    pub async fn shutdown(&self) {
        self.inner.shared.stop.cancel();
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
        if let Err(error) = self.beat().await {
            tracing::warn!(%error, "the last beat could not be written");
        }
    }
}

#[allow(clippy::needless_pass_by_value)] // for map_err
fn not_a_rule_set(error: RuleSetError) -> Refused {
    tracing::error!(%error, "rules that were chosen can't be played");
    Refused::NotKept(JournalError::Unavailable(error.to_string()))
}
