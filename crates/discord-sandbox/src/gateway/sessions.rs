//! Gateway sessions: connected shards, their intents, and the events sent to them.
//!
//! A session outlives its connection. Events that occur while the bot is disconnected are stored and replayed
//! when the bot resumes the session.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::events;
use super::sent_events::EventCounter;
use crate::state::guild::{Guild, ShardId, serves};
use crate::state::snowflake::Snowflake;
use crate::state::world::World;
use crate::traffic::Traffic;

/// Maximum number of events that a session stores for replay when the bot resumes it.
const REPLAY_LIMIT: usize = 2_000;

/// The gateway intent required to receive an event.
///
/// See "List of Intents" in Discord's gateway documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Intent {
    None = 0,
    Guilds = 1,
    GuildMessages = 1 << 9,
    DirectMessages = 1 << 12,
}

impl Intent {
    pub(super) fn bit(self) -> u64 {
        self as u64
    }
}

/// Bit mask of the privileged intents: guild members, presences and message content.
///
/// An application must be granted these intents before it can use them.
pub(crate) const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
/// Bit mask of all intents that Discord documents.
pub(crate) const ALL_INTENTS: u64 = 0x1_ffff | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25;
const MESSAGE_CONTENT: u64 = 1 << 15;

/// A WebSocket close code and its reason, as sent by Discord.
pub(crate) type Close = (u16, &'static str);

/// A command to the task that serves a gateway connection.
#[derive(Clone, Debug)]
pub(crate) enum SocketCommand {
    /// Sends a serialized frame that is not an event.
    Frame(Arc<str>),
    /// Sends a serialized event. The session's replay buffer and the connection's queue share its text.
    Event(Arc<str>),
    /// Compresses long frames from now on.
    CompressLongFrames,
    Close(u16, &'static str),
    /// Closes the connection without sending a close frame.
    Cut,
    /// Leaves the connection open but stops reading and writing.
    Freeze,
}

impl From<Value> for SocketCommand {
    fn from(frame: Value) -> Self {
        Self::Frame(frame.to_string().into())
    }
}

/// A command in the queue of a connection. It counts as unsent until it is dropped.
pub(crate) type QueuedCommand = (SocketCommand, TaskTrackerToken);

/// Sends commands to the task that serves a gateway connection.
#[derive(Clone, Debug)]
pub(crate) struct CommandSender {
    queue: mpsc::UnboundedSender<QueuedCommand>,
    unsent: TaskTracker,
}

impl CommandSender {
    /// Queues a command. Returns `false` if the connection is closed.
    pub(crate) fn send(&self, command: SocketCommand) -> bool {
        self.queue.send((command, self.unsent.token())).is_ok()
    }

    fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }
}

#[derive(Debug)]
struct Session {
    id: String,
    shard: ShardId,
    intents: u64,
    sequence: u64,
    /// Sequence numbers and texts of the last events.
    log: VecDeque<(u64, Arc<str>)>,
    commands: Option<CommandSender>,
}

impl Session {
    fn is_live(&self) -> bool {
        self.commands.as_ref().is_some_and(|commands| !commands.is_closed())
    }

    fn send(&mut self, traffic: &Traffic, event: &str, data: &Value) {
        let frame = json!({"op": 0, "t": event, "s": self.sequence + 1, "d": data});
        let text = frame.to_string();
        traffic.send_frame(frame, || self.enqueue(text.into()));
    }

    /// Sends the `GUILD_CREATE` event of a guild when the session starts.
    fn send_guild(&mut self, traffic: &Traffic, NewGuild { text, recorded }: NewGuild) {
        let sequence = self.sequence + 1;
        let text = format!(r#"{{"op":0,"t":"GUILD_CREATE","s":{sequence},"d":{text}}}"#);
        let frame = json!({"op": 0, "t": "GUILD_CREATE", "s": sequence, "d": recorded});
        traffic.send_frame(frame, || self.enqueue(text.into()));
    }

    /// Stores an event for replay and sends it if the session is connected.
    ///
    /// Returns `true` if the event was sent.
    fn enqueue(&mut self, frame: Arc<str>) -> bool {
        self.sequence += 1;
        self.log.push_back((self.sequence, Arc::clone(&frame)));
        if self.log.len() > REPLAY_LIMIT {
            self.log.pop_front();
        }
        self.commands.as_ref().is_some_and(|commands| commands.send(SocketCommand::Event(frame)))
    }

    /// Returns a copy of the event data for this session.
    ///
    /// If the session lacks the message content intent, message content is removed. Direct messages and the
    /// bot's own messages keep their content.
    fn without_foreign_content(&self, event: &str, data: &Value, bot: Snowflake) -> Value {
        let mut data = data.clone();
        let message = matches!(event, "MESSAGE_CREATE" | "MESSAGE_UPDATE");
        let foreign = message && data["author"]["id"] != json!(bot) && data.get("guild_id").is_some();
        if foreign && self.intents & MESSAGE_CONTENT == 0 {
            data["content"] = json!("");
            for field in ["embeds", "attachments", "components"] {
                data[field] = json!([]);
            }
        }
        data
    }
}

/// The gateway sessions of all shards.
#[derive(Debug)]
pub(crate) struct Sessions {
    all: Mutex<Vec<Session>>,
    traffic: Arc<Traffic>,
    /// Commands that connections have not executed yet.
    unsent: TaskTracker,
    sent_events: EventCounter,
}

/// The parameters of an `IDENTIFY` frame, which starts a session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identify {
    pub(crate) shard: ShardId,
    pub(crate) intents: u64,
}

/// A guild in the first events of a session.
#[derive(Debug)]
pub(crate) struct NewGuild {
    /// The serialized payload of the guild's `GUILD_CREATE` event.
    text: String,
    /// The payload to record.
    recorded: Value,
}

impl NewGuild {
    /// Creates the event of a guild.
    ///
    /// The recorded payload of a further guild contains only its id and name, because a session may start
    /// with thousands of guilds.
    pub(super) fn new(world: &World, guild: &Guild) -> Self {
        let payload = events::guild_create(world, guild);
        let text = payload.to_string();
        let is_main = guild.id == world.guild;
        Self { text, recorded: if is_main { payload } else { json!({"id": guild.id, "name": guild.name}) } }
    }
}

impl Sessions {
    pub(crate) fn new(traffic: Arc<Traffic>) -> Self {
        Self {
            all: Mutex::default(),
            traffic,
            unsent: TaskTracker::new(),
            sent_events: EventCounter::default(),
        }
    }

    /// Creates the queue of commands for a connection.
    pub(crate) fn command_queue(&self) -> (CommandSender, mpsc::UnboundedReceiver<QueuedCommand>) {
        let (queue, commands) = mpsc::unbounded_channel();
        (CommandSender { queue, unsent: self.unsent.clone() }, commands)
    }

    /// Returns the number of frames and other commands that connections have not sent yet.
    pub(crate) fn unsent(&self) -> usize {
        self.unsent.len()
    }

    pub(crate) fn sent_events(&self) -> &EventCounter {
        &self.sent_events
    }

    fn all(&self) -> MutexGuard<'_, Vec<Session>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_online(&self) -> bool {
        self.all().iter().any(Session::is_live)
    }

    /// Returns the shard id and the shard count of each connected shard.
    pub(crate) fn shards(&self) -> Vec<ShardId> {
        self.all().iter().filter(|session| session.is_live()).map(|session| session.shard).collect()
    }

    /// Adds a session and sends its first events.
    ///
    /// The first event is `READY`. `GUILD_CREATE` follows for each of `guilds`.
    pub(crate) fn open(
        &self,
        id: String,
        identify: Identify,
        commands: CommandSender,
        ready: &Value,
        guilds: Vec<NewGuild>,
    ) {
        let mut session = Session {
            id,
            shard: identify.shard,
            intents: identify.intents,
            sequence: 0,
            log: VecDeque::new(),
            commands: Some(commands),
        };
        // Locked before `READY` is sent, so that an event dispatched after it reaches the new session.
        let mut all = self.all();
        session.send(&self.traffic, "READY", ready);
        for guild in guilds {
            session.send_guild(&self.traffic, guild);
        }
        // A shard that identifies anew never resumes its old, broken session.
        all.retain(|old| old.is_live() || old.shard != identify.shard);
        all.push(session);
    }

    /// Resumes a session and replays the events after sequence number `seen`.
    ///
    /// Returns `false` if the session cannot be resumed.
    pub(crate) fn resume(&self, id: &str, seen: u64, commands: CommandSender) -> bool {
        let mut all = self.all();
        let Some(session) = all.iter_mut().find(|session| session.id == id) else { return false };
        let oldest = session.log.front().map_or(session.sequence, |(sequence, _)| sequence - 1);
        if seen < oldest || seen > session.sequence {
            return false;
        }
        for (_, frame) in session.log.iter().filter(|(sequence, _)| *sequence > seen) {
            self.send_command(&commands, &SocketCommand::Event(Arc::clone(frame)));
        }
        session.commands = Some(commands);
        session.send(&self.traffic, "RESUMED", &json!({}));
        true
    }

    /// Removes a session so that it can no longer be resumed.
    pub(crate) fn forget(&self, id: &str) {
        self.all().retain(|session| session.id != id);
    }

    /// Sends an event to the shard that serves the guild, if that shard's session has the required intent.
    ///
    /// Shard `(guild >> 22) % count` serves a guild. Shard 0 serves direct messages.
    pub(crate) fn dispatch(
        &self,
        event: &str,
        data: &Value,
        intent: Intent,
        guild: Option<Snowflake>,
        bot: Snowflake,
    ) {
        let mut all = self.all();
        let recipients = all.iter_mut().filter(|session| {
            receives(session.shard, guild) && session.intents & intent.bit() == intent.bit()
        });
        for session in recipients {
            let data = session.without_foreign_content(event, data, bot);
            session.send(&self.traffic, event, &data);
        }
    }

    /// Sends an event to one session, regardless of its intents.
    pub(crate) fn send_event(&self, id: &str, event: &str, data: &Value) {
        if let Some(session) = self.all().iter_mut().find(|session| session.id == id) {
            session.send(&self.traffic, event, data);
        }
    }

    /// Returns the shard and the intents of a session, or `None` if it does not exist.
    pub(crate) fn identify_of(&self, id: &str) -> Option<Identify> {
        let all = self.all();
        let session = all.iter().find(|session| session.id == id)?;
        Some(Identify { shard: session.shard, intents: session.intents })
    }

    /// Sends a command to all gateway connections.
    pub(crate) fn send_to_all(&self, command: &SocketCommand) {
        self.send_to(|_| true, command);
    }

    /// Sends a command to the gateway connections of a shard.
    pub(crate) fn send_to_shard(&self, shard: u64, command: &SocketCommand) {
        self.send_to(|session| session.shard.0 == shard, command);
    }

    fn send_to(&self, is_recipient: impl Fn(&Session) -> bool, command: &SocketCommand) {
        for session in self.all().iter().filter(|session| is_recipient(session)) {
            let Some(commands) = &session.commands else { continue };
            self.send_command(commands, command);
        }
    }

    /// Sends a command to a connection. Frames and events are recorded.
    fn send_command(&self, commands: &CommandSender, command: &SocketCommand) {
        let send = || commands.send(command.clone());
        match command {
            SocketCommand::Frame(text) | SocketCommand::Event(text) => {
                self.traffic.send_frame(serde_json::from_str(text).unwrap_or_default(), send);
            }
            _ => _ = send(),
        }
    }
}

/// Returns `true` if a shard receives the events of a guild, or, if `guild` is `None`, of direct messages.
fn receives(shard: ShardId, guild: Option<Snowflake>) -> bool {
    guild.map_or(shard.0 == 0, |guild| serves(shard, guild))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::changes::Changes;
    use crate::clock::{Clock, ClockMode};

    fn is_event(command: &SocketCommand, name: &str) -> bool {
        matches!(command, SocketCommand::Event(text) if text.contains(&format!(r#""t":"{name}""#)))
    }

    #[test]
    fn event_dispatched_after_ready_reaches_the_session_that_opens() {
        let clock = Arc::new(Clock::new(ClockMode::Stopped));
        let traffic = Traffic::new(None, 10, &clock, &Changes::default()).unwrap();
        let sessions = Sessions::new(Arc::new(traffic));
        let (sender, mut commands) = sessions.command_queue();
        let mut received = move || commands.blocking_recv().map(|(command, _)| command).unwrap();
        // A session that takes long to open.
        let guild = || NewGuild { text: "{}".into(), recorded: json!({}) };
        let guilds = std::iter::repeat_with(guild).take(2_000).collect();
        let identify = Identify { shard: (0, 1), intents: 0 };
        std::thread::scope(|scope| {
            scope.spawn(|| sessions.open("session".into(), identify, sender, &json!({}), guilds));
            assert!(is_event(&received(), "READY"));
            sessions.dispatch("INTERACTION_CREATE", &json!({}), Intent::None, None, Snowflake(1));
        });
        drop(sessions);
        let last = std::iter::from_fn(|| Some(received())).take(2_001).last().unwrap();
        assert!(is_event(&last, "INTERACTION_CREATE"), "{last:?}");
    }
}
