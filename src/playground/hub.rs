//! What all doors of the stand-in share: the world behind its lock, the clock, the sessions, and the news.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;

use super::channel::Channel;
use super::clock::{Clock, millis, timestamp};
use super::complaint::Complaint;
use super::faults::{Delivery, Faults};
use super::interaction::{Deed, FIRST_ANSWER, Interaction, Outcome};
use super::post::{EPHEMERAL, Post};
use super::sessions::{Intent, Sessions};
use super::snowflake::Id;
use super::traffic::{Exchange, Readers, Sender, Traffic, Way};
use super::world::World;

/// What changed, for the pages that look on.
#[derive(Clone, Debug)]
pub(super) enum News {
    /// A message is new or different.
    Message(Id),
    /// A message is gone.
    Deleted { id: Id, channel: Id, readers: Readers },
    /// Names, languages, commands or whether the bot is there.
    World,
}

/// What a person does, before it has an id.
#[derive(Debug)]
pub(super) struct Wish {
    pub(super) deed: Deed,
    pub(super) user: Id,
    pub(super) channel: Id,
    pub(super) data: Value,
    pub(super) name: Option<String>,
    pub(super) source: Option<Id>,
}

pub(super) struct Hub {
    pub(super) base_url: String,
    /// The one token accepted; none: any.
    pub(super) token: Option<String>,
    /// Privileged intents that the application has been granted.
    pub(super) privileged: u64,
    pub(super) shortcuts: Value,
    /// How often the gateway wants a heartbeat, in milliseconds.
    pub(super) heartbeat: u64,
    /// How long a request and its answer are on their way.
    pub(super) distance: Duration,
    pub(super) clock: Clock,
    pub(super) traffic: Traffic,
    pub(super) faults: Faults,
    pub(super) sessions: Sessions,
    pub(super) news: broadcast::Sender<News>,
    pub(super) stop: CancellationToken,
    changes: watch::Sender<u64>,
    world: Mutex<World>,
    /// Requests are carried out one after the other, so that of two answers one is the second.
    turn: Mutex<()>,
    random: Mutex<rand_chacha::ChaCha8Rng>,
}

impl fmt::Debug for Hub {
    /// In short: all of it would fill a screen wherever a test prints a person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

/// What a hub is made of besides its world.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) base_url: String,
    pub(super) token: Option<String>,
    pub(super) privileged: u64,
    pub(super) shortcuts: Value,
    pub(super) heartbeat: u64,
    /// How long a request and its answer are on their way.
    pub(super) distance: Duration,
    pub(super) clock: Clock,
    pub(super) traffic: Traffic,
    pub(super) seed: u64,
}

impl Hub {
    pub(super) fn new(ground: Ground, world: World) -> Arc<Self> {
        Arc::new(Self {
            base_url: ground.base_url,
            token: ground.token,
            privileged: ground.privileged,
            shortcuts: ground.shortcuts,
            heartbeat: ground.heartbeat,
            distance: ground.distance,
            clock: ground.clock,
            traffic: ground.traffic,
            faults: Faults::default(),
            sessions: Sessions::default(),
            news: broadcast::Sender::new(4096),
            stop: CancellationToken::new(),
            changes: watch::Sender::new(0),
            world: Mutex::new(world),
            turn: Mutex::new(()),
            random: Mutex::new(rand_chacha::ChaCha8Rng::seed_from_u64(ground.seed)),
        })
    }

    /// The world, for as long as the guard lives: never across an `.await`.
    pub(super) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn to carry out a request.
    pub(super) fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A receiver that wakes after every change.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub(super) fn tell(&self, news: News) {
        // Nobody may be listening.
        let _ = self.news.send(news);
        self.changed();
    }

    pub(super) fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    pub(super) fn complain(&self, about: impl Into<String>, code: Option<u32>, reason: impl Into<String>) {
        let complaint = Complaint { about: about.into(), code, reason: reason.into() };
        self.world().complaints.push(complaint);
        self.changed();
    }

    /// A new id, of this moment.
    pub(super) fn id(&self, world: &mut World) -> Id {
        world.ids.next(self.clock.unix_ms())
    }

    /// Letters for a token or a session, from the seed.
    pub(super) fn secret(&self, length: usize) -> String {
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        (0..length).map(|_| char::from(letters[random.next_u32() as usize % letters.len()])).collect()
    }

    pub(super) fn timestamp(&self) -> String {
        timestamp(self.clock.unix_ms())
    }

    /// Records a frame of the gateway.
    pub(super) fn record_frame(&self, from: Sender, body: Value) {
        self.traffic.record(Exchange {
            at: millis(self.clock.now()),
            way: Way::Gateway,
            from,
            method: None,
            path: None,
            status: None,
            body,
            files: Vec::new(),
            readers: Readers::Nobody,
        });
        self.changed();
    }

    /// Puts a message into the world and tells everyone who may know.
    pub(super) fn publish(&self, post: Post) -> Value {
        let id = post.id;
        self.world().add_post(&post);
        self.tell_bot("MESSAGE_CREATE", &post);
        self.tell(News::Message(id));
        post.body
    }

    /// Changes a message; `None` if it is gone.
    pub(super) fn revise(&self, id: Id, change: impl FnOnce(&mut Post)) -> Option<Value> {
        let post = {
            let mut world = self.world();
            let post = world.posts.get_mut(&id)?;
            change(post);
            let post = post.clone();
            world.shelve(&post);
            post
        };
        self.tell_bot("MESSAGE_UPDATE", &post);
        self.tell(News::Message(id));
        Some(post.body)
    }

    pub(super) fn remove(&self, id: Id) -> bool {
        let (post, readers) = {
            let mut world = self.world();
            let Some(post) = world.take_post(id) else { return false };
            let readers = world.readers(post.channel, post.only);
            (post, readers)
        };
        self.tell_bot("MESSAGE_DELETE", &post);
        self.tell(News::Deleted { id, channel: post.channel, readers });
        true
    }

    /// Archives a thread or wakes it, and tells the bot. False if it is no news.
    pub(super) fn set_archived(&self, thread: Id, archived: bool) -> bool {
        let (data, guild) = {
            let mut world = self.world();
            let Some(channel) = world.channels.get_mut(&thread).filter(|one| one.archived != archived) else {
                return false;
            };
            channel.archived = archived;
            let channel = channel.clone();
            (world.channel_json(&channel), world.guild)
        };
        self.sessions.dispatch(self, "THREAD_UPDATE", &data, Intent::Guilds, Some(guild));
        self.changed();
        true
    }

    /// Messages reach the gateway only with their intents, and ephemeral ones not at all.
    fn tell_bot(&self, event: &str, post: &Post) {
        if post.only.is_some() {
            return;
        }
        let (data, intent, guild) = {
            let world = self.world();
            let direct = world.channels.get(&post.channel).is_none_or(Channel::is_direct);
            let mut data = post.body.clone();
            if event == "MESSAGE_DELETE" {
                data = json!({"id": post.id, "channel_id": post.channel});
            }
            if !direct {
                data["guild_id"] = json!(world.guild);
            }
            let intent = if direct { Intent::DirectMessages } else { Intent::GuildMessages };
            (data, intent, (!direct).then_some(world.guild))
        };
        self.sessions.dispatch(self, event, &data, intent, guild);
    }

    /// A person does something: the bot is told, and has three seconds.
    pub(super) fn wish(self: &Arc<Self>, wish: Wish) -> Id {
        self.wish_in_words(wish, |payload| payload)
    }

    /// The same, where the bot is told in other words.
    pub(super) fn wish_in_words(self: &Arc<Self>, wish: Wish, words: impl FnOnce(Value) -> Value) -> Id {
        let token = self.secret(64);
        let (id, payload, guild) = {
            let mut world = self.world();
            let id = self.id(&mut world);
            let interaction = Interaction {
                id,
                token,
                deed: wish.deed,
                user: wish.user,
                channel: wish.channel,
                at: self.clock.now(),
                name: wish.name,
                source: wish.source,
                data: wish.data,
                outcome: None,
                original: None,
            };
            let payload = words(interaction.payload(&world));
            let direct = world.channels.get(&wish.channel).is_none_or(Channel::is_direct);
            world.add_interaction(interaction);
            (id, payload, (!direct).then_some(world.guild))
        };
        self.deliver(payload, guild);
        self.changed();
        tokio::spawn(Arc::clone(self).watch(id));
        id
    }

    fn deliver(self: &Arc<Self>, payload: Value, guild: Option<Id>) {
        let send = move |hub: &Hub| {
            hub.sessions.dispatch(hub, "INTERACTION_CREATE", &payload, Intent::None, guild);
        };
        match self.faults.delivery() {
            None => send(self),
            Some(Delivery::Never) => {}
            Some(Delivery::Twice) => {
                send(self);
                send(self);
            }
            Some(Delivery::Late(by)) => {
                let hub = Arc::clone(self);
                let end = hub.clock.now() + by;
                tokio::spawn(async move {
                    hub.clock.reach(end).await;
                    send(&hub);
                });
            }
        }
    }

    /// Closes an interaction that nobody answers in time.
    async fn watch(self: Arc<Self>, id: Id) {
        let Some(at) = self.world().interactions.get(&id).map(|interaction| interaction.at) else { return };
        tokio::select! {
            () = self.clock.reach(at + FIRST_ANSWER) => {}
            () = self.stop.cancelled() => {}
        }
        self.expire(id);
    }

    /// Marks an interaction as too late, if nothing has answered it.
    fn expire(&self, id: Id) {
        let about = {
            let mut world = self.world();
            let Some(interaction) = world.interactions.get_mut(&id) else { return };
            if interaction.outcome.is_some() {
                return;
            }
            interaction.outcome = Some(Outcome::TooLate);
            let what = interaction
                .name
                .clone()
                .or_else(|| interaction.data["custom_id"].as_str().map(str::to_owned));
            format!("interaction {id} ({})", what.unwrap_or_default())
        };
        self.complain(about, None, "not answered within 3 seconds");
    }

    /// The time since an interaction happened.
    pub(super) fn age(&self, interaction: &Interaction) -> Duration {
        self.clock.now().saturating_sub(interaction.at)
    }

    pub(super) fn settle(&self, id: Id, outcome: Outcome, original: Option<Id>) {
        if let Some(interaction) = self.world().interactions.get_mut(&id) {
            interaction.outcome = Some(outcome);
            interaction.original = original;
        }
        self.changed();
    }

    /// An empty message of the bot, in the place where an interaction happened.
    pub(super) fn blank(&self, channel: Id, only: Option<Id>, interaction: Option<&Interaction>) -> Post {
        let mut world = self.world();
        let id = self.id(&mut world);
        let mut body = json!({
            "id": id, "type": 0, "channel_id": channel, "author": world.bot_user(), "content": "",
            "timestamp": timestamp(id.made_at()), "edited_timestamp": null, "tts": false,
            "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
            "components": [], "pinned": false, "flags": if only.is_some() { EPHEMERAL } else { 0 },
        });
        if let Some(interaction) = interaction {
            body["application_id"] = json!(world.bot);
            body["webhook_id"] = json!(world.bot);
            body["interaction_metadata"] = interaction.metadata(&world);
        }
        let author = world.bot;
        let interaction = interaction.map(|interaction| interaction.id);
        Post { id, channel, author, only, interaction, body, files: Vec::new() }
    }
}
