//! The registry of tables: finds a table's actor, and restores the table from the journal if it is not in
//! memory.

mod lifecycle;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;
use tokio::sync::{OnceCell, mpsc, oneshot};
use tokio_util::task::TaskTracker;

use super::actor::message::Message;
use super::actor::shared::Shared;
use super::actor::{Actor, recovery};
use super::served_shards::RemovedShard;
use super::{
    Announcer, ChannelId, Command, Downtime, Journal, JournalError, Opening, Options, Refusal, Request,
    RobotPlayers, SeedSource, ServerId, Shard, ShardRange, TableId, TableReply, ThinkingPool, UnixMillis,
    UpdateCause, UserId, WallClock,
};
use ulti_ai::analysis::{self, Analysis, AnalysisError};
use ulti_rules::{Action, Record, RuleSetError, RulesSpec, View};

/// Capacity of a table actor's mailbox. Senders wait while the mailbox is full.
const MAILBOX_CAPACITY: usize = 64;
/// Maximum number of attempts to deliver a request. An attempt can fail because the table is being unloaded.
const DELIVERY_ATTEMPTS: usize = 4;
/// Number of locks that prevent a table from being loaded twice at the same time.
const WAKE_LOCKS: usize = 64;

/// Provides access to all tables and loads each one from the journal when it is needed. Cheap to clone.
#[derive(Clone)]
pub struct Registry {
    inner: Arc<Inner>,
}

/// The queue for sending messages to a table's actor, together with the table's channel and server.
#[derive(Clone)]
struct Mailbox {
    sender: mpsc::Sender<Message>,
    channel: ChannelId,
    server: ServerId,
}

struct Inner {
    shared: Arc<Shared>,
    /// Mailboxes of the tables in memory. A blocking mutex suffices because it is never held across an
    /// `.await`.
    awake: Mutex<HashMap<TableId, Mailbox>>,
    /// Locks that prevent a table from being loaded twice at the same time. Table ids that are equal modulo
    /// [`WAKE_LOCKS`] share a lock.
    wake_locks: [tokio::sync::Mutex<()>; WAKE_LOCKS],
    tasks: TaskTracker,
    sweeping: AtomicBool,
    /// Ensures that the game clocks are restored only once, before the first table is loaded.
    clocks_restored: OnceCell<()>,
    /// The shards of a process whose shards do not change.
    assigned: Mutex<Option<ShardRange>>,
}

impl Registry {
    /// Creates a registry of the tables stored in `journal`.
    pub fn new(
        journal: Arc<dyn Journal>,
        announcer: Arc<dyn Announcer>,
        options: Options,
        seeds: SeedSource,
        clock: WallClock,
    ) -> Self {
        let robots = RobotPlayers::new(ThinkingPool::new(options.robot_threads, options.robot_thinks));
        Self::with_robots(journal, announcer, options, seeds, clock, robots)
    }

    /// Creates a registry of the tables stored in `journal`, with the given robots instead of the standard
    /// ones.
    pub fn with_robots(
        journal: Arc<dyn Journal>,
        announcer: Arc<dyn Announcer>,
        options: Options,
        seeds: SeedSource,
        clock: WallClock,
        robots: RobotPlayers,
    ) -> Self {
        let inner = Inner {
            shared: Arc::new(Shared::new(journal, announcer, options, seeds, clock, robots)),
            awake: Mutex::default(),
            wake_locks: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            tasks: TaskTracker::new(),
            sweeping: AtomicBool::new(false),
            clocks_restored: OnceCell::new(),
            assigned: Mutex::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Opens a table in a channel. The user who sent `request` becomes the host. The command in `request` is
    /// ignored.
    pub async fn open(&self, opening: Opening, request: Request) -> Result<TableReply, Refusal> {
        let rules = RulesSpec::of(&opening.rules).map_err(rules_error)?;
        let events = opening.events(rules, &request)?;
        let shared = &self.inner.shared;
        if shared.stop.is_cancelled() {
            return Err(Refusal::Stopping);
        }
        let opened = shared.journal.open(opening.channel, events, request.id, shared.clock.now()).await;
        let table = match opened {
            Ok(table) => table,
            Err(JournalError::ChannelTaken(table)) => {
                return self.reply_to_repeated_open(table, request).await;
            }
            Err(JournalError::TooMany(many)) => return Err(Refusal::TooMany(many)),
            Err(error) => return Err(error.into()),
        };
        let cause = UpdateCause::Opening(request.id);
        let ask = |command| self.ask_as(cause, table, Request { id: None, command, ..request.clone() });
        let starts = opening.starts_at_once()
            && (opening.follows.is_none()
                || ask(Command::Look).await.is_ok_and(|now| now.table_view.invited.is_empty()));
        let command = if starts { Command::Start } else { Command::Look };
        let answer = match ask(command).await {
            // The table is stored and only its first deal is not, so its lobby is returned.
            Err(Refusal::NotKept(_)) => ask(Command::Look).await,
            answer => answer,
        };
        self.announce_as(cause, table).await;
        answer
    }

    /// Answers a request to open a table in a channel that already has one.
    ///
    /// If `request` repeats the interaction that opened the table, returns the state of the table.
    ///
    /// # Errors
    /// Returns [`Refusal::TableExists`] if `request` is a different interaction.
    async fn reply_to_repeated_open(&self, table: TableId, request: Request) -> Result<TableReply, Refusal> {
        let stored = self.inner.shared.journal.load(table).await?;
        if request.id.is_some_and(|id| stored.requests.contains(&id)) {
            self.ask(table, Request { command: Command::Look, ..request }).await
        } else {
            Err(Refusal::TableExists(table))
        }
    }

    /// Sends a request to the open table in the request's channel. Used by slash commands.
    ///
    /// # Errors
    /// Returns [`Refusal::NoTable`] if the channel has no open table. Otherwise, returns the reason why the
    /// table refused the command.
    pub async fn ask_here(&self, request: Request) -> Result<TableReply, Refusal> {
        let table = self.open_table(request.channel).await?.ok_or(Refusal::NoTable)?;
        self.ask(table, request).await
    }

    /// Returns the open table in a channel. Reads the journal only if the table is not in memory.
    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        match self.inner.shared.open_tables.get(channel) {
            Some(table) => Ok(Some(table)),
            None => self.inner.shared.journal.open_table(channel).await,
        }
    }

    /// Sends a request to the table with the given id. Used by buttons, whose custom ids contain the table
    /// id.
    ///
    /// # Errors
    /// Returns [`Refusal::OtherChannel`] if the request came from a channel other than the table's.
    /// Otherwise, returns the reason why the table refused the command.
    pub async fn ask(&self, table: TableId, request: Request) -> Result<TableReply, Refusal> {
        self.ask_as(UpdateCause::of_request(request.id), table, request).await
    }

    /// Sends a request to a table. A change that it makes is announced with the given cause.
    async fn ask_as(
        &self,
        cause: UpdateCause,
        table: TableId,
        request: Request,
    ) -> Result<TableReply, Refusal> {
        self.deliver(table, |reply| Message::Ask(Box::new(request.clone()), cause, reply)).await
    }

    /// Returns the channels of a server that have an open table.
    pub async fn channels_with_table(&self, server: ServerId) -> Result<Vec<ChannelId>, JournalError> {
        let live = self.inner.shared.journal.live().await?;
        Ok(live.into_iter().filter(|table| table.server == server).map(|table| table.channel).collect())
    }

    /// Closes the table in a deleted channel. Returns `true` if the channel had an open table.
    ///
    /// An unfinished deal is discarded. Finished deals keep their results.
    pub async fn close(&self, channel: ChannelId) -> Result<bool, Refusal> {
        let Some(table) = self.open_table(channel).await? else { return Ok(false) };
        self.deliver(table, Message::Close).await.map(|()| true)
    }

    /// Publishes the current state of the open table in a channel, if there is one.
    pub async fn announce_in(&self, channel: ChannelId) -> Result<(), JournalError> {
        if let Some(table) = self.open_table(channel).await? {
            self.announce(table).await;
        }
        Ok(())
    }

    /// Sends a message to a table's actor and waits for the reply. If the actor stops before it replies,
    /// reloads the table and retries.
    async fn deliver<T>(
        &self,
        table: TableId,
        message: impl Fn(oneshot::Sender<Result<T, Refusal>>) -> Message,
    ) -> Result<T, Refusal> {
        for _ in 0..DELIVERY_ATTEMPTS {
            let mailbox = self.mailbox(table).await?;
            let (reply, answer) = oneshot::channel();
            if mailbox.sender.send(message(reply)).await.is_err() {
                self.forget(table, &mailbox);
                continue;
            }
            match answer.await {
                Ok(Err(Refusal::Gone)) | Err(_) => self.forget(table, &mailbox),
                Ok(answer) => return answer,
            }
        }
        Err(Refusal::Gone)
    }

    /// Returns the action that the strongest robot would take. Returns `None` if the robot does not finish in
    /// time.
    pub async fn hint(&self, view: View) -> Option<Action> {
        let Shared { robots, stop, .. } = &*self.inner.shared;
        stop.run_until_cancelled(robots.hint(view)).await.flatten()
    }

    /// Analyses a finished deal on a separate thread, so that robots do not have to wait.
    ///
    /// Returns `None` if the time limit expires, the bot shuts down, or the record is not a valid deal.
    pub async fn analyse(&self, record: Record) -> Option<Result<Analysis, AnalysisError>> {
        let Shared { analysts, stop, .. } = &*self.inner.shared;
        let thinking = analysts.think(move |cancellation| {
            let deal = record.replay();
            let deal =
                deal.inspect_err(|error| tracing::error!(%error, "failed to replay deal record")).ok()?;
            Some(analysis::analyse(&deal.view(None), cancellation))
        });
        stop.run_until_cancelled(thinking).await.flatten().flatten()
    }

    /// Publishes the current state of a table.
    pub async fn announce(&self, table: TableId) {
        self.announce_as(UpdateCause::Other, table).await;
    }

    async fn announce_as(&self, cause: UpdateCause, table: TableId) {
        if let Ok(mailbox) = self.mailbox(table).await {
            let _ = mailbox.sender.send(Message::Announce(cause)).await; // unloaded again: its next action announces
        }
    }

    /// Returns the mailbox of a table's actor. Loads the table from the journal if it is not in memory.
    async fn mailbox(&self, table: TableId) -> Result<Mailbox, Refusal> {
        if let Some(mailbox) = self.awake(table) {
            return Ok(mailbox);
        }
        self.restore_clocks().await?;
        let _guard = self.wake_lock(table).lock().await;
        if let Some(mailbox) = self.awake(table) {
            return Ok(mailbox);
        }
        let shared = Arc::clone(&self.inner.shared);
        if shared.stop.is_cancelled() {
            return Err(Refusal::Stopping);
        }
        let restored = recovery::wake(&*shared.journal, table, shared.clock.now()).await?;
        let server = restored.evening.server;
        let shard = shared.shards.of_server(server);
        let shard = shard.ok_or_else(|| JournalError::NotLeased(shared.shards.shard_of(server)))?;
        let tables = shard.tables.clone();
        let (sender, receiver) = mpsc::channel(MAILBOX_CAPACITY);
        let mailbox = Mailbox { sender, channel: restored.evening.channel, server };
        if restored.evening.ended.is_none() {
            shared.open_tables.insert(mailbox.channel, table);
        }
        let actor = Box::new(Actor::wake(table, restored, shared, shard, receiver));
        self.inner.awake.lock().insert(table, mailbox.clone());
        let (registry, own) = (self.clone(), mailbox.clone());
        self.inner.tasks.spawn(tables.track_future(async move {
            actor.run().await;
            registry.forget(table, &own);
        }));
        Ok(mailbox)
    }

    fn wake_lock(&self, table: TableId) -> &tokio::sync::Mutex<()> {
        let place = usize::try_from(table.0.unsigned_abs()).unwrap_or_default();
        &self.inner.wake_locks[place % WAKE_LOCKS]
    }

    async fn restore_clocks(&self) -> Result<(), JournalError> {
        let shared = &self.inner.shared;
        let clocks_restored = self.inner.clocks_restored.get_or_try_init(|| async {
            let range = self.inner.assigned.lock().unwrap_or(ShardRange::SINGLE);
            let Downtime { lasted, clocks } = shared.journal.come_back(shared.clock.now(), range).await?;
            shared.shards.set(&clocks);
            tracing::info!(seconds = lasted.as_secs(), "game clock resumed after downtime");
            Ok(())
        });
        clocks_restored.await.copied()
    }

    fn awake(&self, table: TableId) -> Option<Mailbox> {
        self.inner.awake.lock().get(&table).filter(|mailbox| !mailbox.sender.is_closed()).cloned()
    }

    fn forget(&self, table: TableId, mailbox: &Mailbox) {
        let mut awake = self.inner.awake.lock();
        if awake.get(&table).is_some_and(|known| known.sender.same_channel(&mailbox.sender)) {
            awake.remove(&table);
            self.inner.shared.open_tables.remove(mailbox.channel, table);
        }
    }

    /// Returns the number of searches of robots, hints, analyses and claims that are running.
    pub fn searches(&self) -> usize {
        let Shared { robots, analysts, searches, .. } = &*self.inner.shared;
        robots.running() + analysts.running() + searches.running()
    }

    /// Returns the number of tables loaded in memory.
    pub fn tables_awake(&self) -> usize {
        self.inner.awake.lock().len()
    }

    /// Sets the shards that this process runs, and stops their game clocks. Call this before a table is
    /// loaded.
    ///
    /// By default, the registry has the running clock of a bot that is not sharded.
    pub fn assign_shards(&self, range: ShardRange) {
        *self.inner.assigned.lock() = Some(range);
        self.inner.shared.shards.assign(range);
    }

    /// Prepares the registry for shards that are added and removed while it is used. At first, it serves no
    /// shard. Call this before a table is loaded.
    ///
    /// The total of `any` is the number of shards into which the servers are divided.
    pub fn lease_shards(&self, any: Shard) {
        self.inner.shared.shards.clear(any);
        let _ = self.inner.clocks_restored.set(()); // the times of the clocks come with the shards
    }

    /// Begins to serve a shard. Its game clock shows `clock` and is stopped.
    pub fn add_shard(&self, shard: Shard, clock: UnixMillis) {
        self.inner.shared.shards.add(shard, clock);
    }

    /// Stops serving a shard: stops its game clock, and unloads its tables after their current actions.
    /// Returns `None` if the shard is not served.
    pub fn remove_shard(&self, shard: Shard) -> Option<RemovedShard> {
        self.inner.shared.shards.remove(shard)
    }

    /// Stops the game clock of a shard. Called while the shard is disconnected, so that robots do not take
    /// the turns of people who cannot act.
    ///
    /// Requests are still handled while the clock is stopped.
    pub fn stop_clock(&self, shard: Shard) {
        if self.inner.shared.shards.clock(shard).is_some_and(|clock| clock.stop()) {
            tracing::info!(%shard, "game clock stopped until Discord is reachable");
        }
    }

    /// Resumes the game clock of a shard from the time at which it was stopped.
    pub fn start_clock(&self, shard: Shard) {
        let clock = self.inner.shared.shards.clock(shard);
        let Some(paused_for) = clock.and_then(|clock| clock.go_on()) else { return };
        let awake = self.inner.awake.lock();
        for mailbox in awake.values().filter(|mailbox| shard.of(mailbox.server) == shard) {
            // An actor with a full mailbox checks the clock while it handles the messages.
            let _ = mailbox.sender.try_send(Message::ClockResumed(paused_for));
        }
        tracing::info!(%shard, seconds = paused_for.as_secs(), "game clock resumed");
    }

    /// Enables or disables the automatic play of a user's forced cards at the tables of this process. It is
    /// enabled from the user's next turn on, and disabled at once.
    pub fn set_forced_cards(&self, user: UserId, are_played: bool) {
        self.inner.shared.forced_card_users.set(user, are_played);
    }
}

#[allow(clippy::needless_pass_by_value)] // for map_err
fn rules_error(error: RuleSetError) -> Refusal {
    tracing::error!(%error, "rules of new table are invalid");
    Refusal::NotKept(JournalError::Unavailable(error.to_string()))
}
