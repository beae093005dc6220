//! The gateway's sessions: which shards are connected, what they asked for, what they may still be sent.
//!
//! A session outlives its socket: what happens meanwhile is kept and replayed when the bot resumes.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::hub::{Hub, News};
use super::snowflake::Id;
use super::traffic::Sender;

/// So many events are kept for a replay.
const REPLAYED: usize = 2_000;

/// What a bot must have asked for to be told (Discord's page "Gateway: List of Intents").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    None,
    Guilds,
    GuildMessages,
    DirectMessages,
}

impl Intent {
    fn bit(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Guilds => 1,
            Self::GuildMessages => 1 << 9,
            Self::DirectMessages => 1 << 12,
        }
    }
}

/// The intents that need to be granted: members, presences, message content.
pub(super) const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;
const MESSAGE_CONTENT: u64 = 1 << 15;

/// What a socket is told to send.
#[derive(Clone, Debug)]
pub(super) enum Out {
    Frame(Value),
    Close(u16, &'static str),
    /// The line goes dead, without a word.
    Cut,
    /// The line stays, and nobody is at its other end any more.
    Freeze,
}

pub(super) type Line = mpsc::UnboundedSender<Out>;

#[derive(Debug)]
struct Session {
    id: String,
    shard: (u64, u64),
    intents: u64,
    sequence: u64,
    log: VecDeque<(u64, Value)>,
    line: Option<Line>,
}

impl Session {
    fn is_live(&self) -> bool {
        self.line.as_ref().is_some_and(|line| !line.is_closed())
    }

    fn send(&mut self, hub: &Hub, event: &str, data: &Value) {
        self.sequence += 1;
        let frame = json!({"op": 0, "t": event, "s": self.sequence, "d": data});
        self.log.push_back((self.sequence, frame.clone()));
        if self.log.len() > REPLAYED {
            self.log.pop_front();
        }
        if let Some(line) = &self.line
            && line.send(Out::Frame(frame.clone())).is_ok()
        {
            hub.record_frame(Sender::Discord, frame);
        }
    }

    /// Message content is for those to whom it is granted; one's own, and direct messages, are always whole.
    fn veiled(&self, event: &str, data: &Value, bot: Id) -> Value {
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

#[derive(Debug, Default)]
pub(super) struct Sessions(Mutex<Vec<Session>>);

/// What an IDENTIFY asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wants {
    pub(super) shard: (u64, u64),
    pub(super) intents: u64,
}

impl Sessions {
    fn all(&self) -> MutexGuard<'_, Vec<Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn online(&self) -> bool {
        self.all().iter().any(Session::is_live)
    }

    /// The shards that are connected now.
    pub(super) fn shards(&self) -> Vec<(u64, u64)> {
        self.all().iter().filter(|session| session.is_live()).map(|session| session.shard).collect()
    }

    /// A new session; READY and the guild follow.
    pub(super) fn identify(&self, hub: &Hub, wants: Wants, line: Line) -> String {
        let id = hub.secret(32);
        let bot = super::events::ready(hub, &id, wants.shard);
        let guild = super::events::guild_create(hub);
        let (guild_id, is_member) = {
            let world = hub.world();
            (world.guild, world.is_member)
        };
        let mut session = Session {
            id: id.clone(),
            shard: wants.shard,
            intents: wants.intents,
            sequence: 0,
            log: VecDeque::new(),
            line: Some(line),
        };
        session.send(hub, "READY", &bot);
        if is_member && wants.intents & Intent::Guilds.bit() != 0 && serves(wants.shard, Some(guild_id)) {
            session.send(hub, "GUILD_CREATE", &guild);
        }
        let mut all = self.all();
        // A bot that starts anew does not come back to its old, broken session.
        all.retain(|old| old.is_live() || old.shard != wants.shard);
        all.push(session);
        drop(all);
        hub.tell(News::World);
        id
    }

    /// Takes a session up again after `seen`; false if that can't be done.
    pub(super) fn resume(&self, hub: &Hub, id: &str, seen: u64, line: Line) -> bool {
        if hub.faults.refuses_resume() {
            self.forget(id);
            return false;
        }
        let mut all = self.all();
        let Some(session) = all.iter_mut().find(|session| session.id == id) else { return false };
        let oldest = session.log.front().map_or(session.sequence, |(sequence, _)| sequence - 1);
        if seen < oldest || seen > session.sequence {
            return false;
        }
        for (_, frame) in session.log.iter().filter(|(sequence, _)| *sequence > seen) {
            if line.send(Out::Frame(frame.clone())).is_ok() {
                hub.record_frame(Sender::Discord, frame.clone());
            }
        }
        session.line = Some(line);
        session.send(hub, "RESUMED", &json!({}));
        drop(all);
        hub.tell(News::World);
        true
    }

    /// Ends a session for good: the bot said goodbye.
    pub(super) fn forget(&self, id: &str) {
        self.all().retain(|session| session.id != id);
    }

    /// Sends an event to the shard it concerns: a guild's shard is `(id >> 22) % count`, direct messages go to 0.
    pub(super) fn dispatch(&self, hub: &Hub, event: &str, data: &Value, intent: Intent, guild: Option<Id>) {
        let bot = hub.world().bot;
        let mut all = self.all();
        let told = all
            .iter_mut()
            .filter(|session| serves(session.shard, guild) && session.intents & intent.bit() == intent.bit());
        for session in told {
            let data = session.veiled(event, data, bot);
            session.send(hub, event, &data);
        }
    }

    /// Says the same to every connected socket.
    pub(super) fn order(&self, hub: &Hub, out: &Out) {
        for session in self.all().iter() {
            if let Some(line) = &session.line
                && line.send(out.clone()).is_ok()
                && let Out::Frame(frame) = out
            {
                hub.record_frame(Sender::Discord, frame.clone());
            }
        }
    }
}

fn serves(shard: (u64, u64), guild: Option<Id>) -> bool {
    match guild {
        Some(guild) => (guild.0 >> 22) % shard.1 == shard.0,
        None => shard.0 == 0,
    }
}
