//! Gateway sessions: connected shards, their intents, and the events sent to them.
//!
//! A session outlives its connection. Events that occur while the bot is disconnected are stored and replayed
//! when the bot resumes the session.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::state::snowflake::Snowflake;
use crate::traffic::{Sender, Traffic};

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
    fn bit(self) -> u64 {
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
    Frame(Value),
    Close(u16, &'static str),
    /// Closes the connection without sending a close frame.
    Cut,
    /// Leaves the connection open but stops reading and writing.
    Freeze,
}

pub(crate) type CommandSender = mpsc::UnboundedSender<SocketCommand>;

#[derive(Debug)]
struct Session {
    id: String,
    shard: (u64, u64),
    intents: u64,
    sequence: u64,
    log: VecDeque<(u64, Value)>,
    commands: Option<CommandSender>,
}

impl Session {
    fn is_live(&self) -> bool {
        self.commands.as_ref().is_some_and(|commands| !commands.is_closed())
    }

    fn send(&mut self, traffic: &Traffic, event: &str, data: &Value) {
        self.sequence += 1;
        let frame = json!({"op": 0, "t": event, "s": self.sequence, "d": data});
        self.log.push_back((self.sequence, frame.clone()));
        if self.log.len() > REPLAY_LIMIT {
            self.log.pop_front();
        }
        if let Some(commands) = &self.commands
            && commands.send(SocketCommand::Frame(frame.clone())).is_ok()
        {
            traffic.record_frame(Sender::Discord, frame);
        }
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
}

/// The parameters of an `IDENTIFY` frame, which starts a session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identify {
    pub(crate) shard: (u64, u64),
    pub(crate) intents: u64,
}

impl Sessions {
    pub(crate) fn new(traffic: Arc<Traffic>) -> Self {
        Self { all: Mutex::default(), traffic }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Session>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_online(&self) -> bool {
        self.all().iter().any(Session::is_live)
    }

    /// Returns the shard id and the shard count of each connected shard.
    pub(crate) fn shards(&self) -> Vec<(u64, u64)> {
        self.all().iter().filter(|session| session.is_live()).map(|session| session.shard).collect()
    }

    /// Adds a session and sends its first events.
    ///
    /// The first event is `READY`. `GUILD_CREATE` follows if the shard serves the guild and the session has
    /// the guilds intent.
    pub(crate) fn open(
        &self,
        id: String,
        identify: Identify,
        commands: CommandSender,
        ready: &Value,
        guild: Option<(Snowflake, &Value)>,
    ) {
        let mut session = Session {
            id,
            shard: identify.shard,
            intents: identify.intents,
            sequence: 0,
            log: VecDeque::new(),
            commands: Some(commands),
        };
        session.send(&self.traffic, "READY", ready);
        if let Some((id, guild)) = guild
            && identify.intents & Intent::Guilds.bit() != 0
            && serves(identify.shard, Some(id))
        {
            session.send(&self.traffic, "GUILD_CREATE", guild);
        }
        let mut all = self.all();
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
            if commands.send(SocketCommand::Frame(frame.clone())).is_ok() {
                self.traffic.record_frame(Sender::Discord, frame.clone());
            }
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
        let recipients = all
            .iter_mut()
            .filter(|session| serves(session.shard, guild) && session.intents & intent.bit() == intent.bit());
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

    /// Returns the intents of a session, or 0 if it does not exist.
    pub(crate) fn intents(&self, id: &str) -> u64 {
        self.all().iter().find(|session| session.id == id).map_or(0, |session| session.intents)
    }

    /// Sends a command to all gateway connections.
    pub(crate) fn send_to_all(&self, command: &SocketCommand) {
        for session in self.all().iter() {
            if let Some(commands) = &session.commands
                && commands.send(command.clone()).is_ok()
                && let SocketCommand::Frame(frame) = command
            {
                self.traffic.record_frame(Sender::Discord, frame.clone());
            }
        }
    }
}

fn serves(shard: (u64, u64), guild: Option<Snowflake>) -> bool {
    match guild {
        Some(guild) => (guild.0 >> 22) % shard.1 == shard.0,
        None => shard.0 == 0,
    }
}
