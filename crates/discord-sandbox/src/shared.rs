//! State shared by the REST API, the gateway, the web page and the simulated users.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::changes::Changes;
use crate::clock::{Clock, Timer, timestamp};
use crate::faults::{Delivery, Faults};
use crate::gateway::identifies::Identifies;
use crate::gateway::sessions::{Intent, Sessions, SocketCommand};
use crate::options::Options;
use crate::page::update::PageUpdate;
use crate::rate_limits::limiter::Limiter;
use crate::state::channel::Channel;
use crate::state::interaction::{Interaction, Outcome};
use crate::state::interaction_payload;
use crate::state::snowflake::Snowflake;
use crate::state::stored_message::{EPHEMERAL, StoredMessage};
use crate::state::world::World;
use crate::traffic::Traffic;
use crate::violation::Violation;

pub(crate) struct Shared {
    pub(crate) base_url: String,
    pub(crate) options: Options,
    pub(crate) clock: Arc<Clock>,
    pub(crate) changes: Changes,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) faults: Faults,
    pub(crate) limiter: Limiter,
    pub(crate) sessions: Sessions,
    pub(crate) identifies: Identifies,
    /// Tokens that were reset because the bot has started too many sessions.
    revoked_tokens: Mutex<HashSet<String>>,
    pub(crate) page_updates: broadcast::Sender<PageUpdate>,
    pub(crate) stop: CancellationToken,
    world: Mutex<World>,
    /// Lock held while a request is handled.
    ///
    /// Without the lock, two simultaneous requests could both be accepted as the first response to an
    /// interaction.
    request_lock: Mutex<()>,
    random: Mutex<rand_chacha::ChaCha8Rng>,
    bot_description: Mutex<Option<DescribeBot>>,
}

/// A function that returns what the bot is doing.
pub(crate) type DescribeBot = Box<dyn Fn() -> String + Send>;

impl fmt::Debug for Shared {
    /// Formats only the base URL.
    ///
    /// The full state would make the output of failing tests unreadable.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

impl Shared {
    pub(crate) fn new(
        options: Options,
        base_url: String,
        clock: Arc<Clock>,
        changes: Changes,
        traffic: Arc<Traffic>,
    ) -> Arc<Self> {
        Arc::new(Self {
            base_url,
            world: Mutex::new(World::new(&options, clock.unix_ms())),
            clock,
            changes,
            faults: Faults::default(),
            limiter: Limiter::new(options.rate_limits.clone()),
            sessions: Sessions::new(Arc::clone(&traffic)),
            identifies: Identifies::new(&options),
            revoked_tokens: Mutex::default(),
            traffic,
            page_updates: broadcast::Sender::new(4096),
            stop: CancellationToken::new(),
            request_lock: Mutex::new(()),
            random: Mutex::new(rand_chacha::ChaCha8Rng::seed_from_u64(options.seed)),
            bot_description: Mutex::default(),
            options,
        })
    }

    /// Sets the function that describes the bot in errors of waits that time out.
    pub(crate) fn describe_bot(&self, describe: DescribeBot) {
        *self.bot_description.lock().unwrap_or_else(PoisonError::into_inner) = Some(describe);
    }

    pub(crate) fn bot_description(&self) -> String {
        let describe = self.bot_description.lock().unwrap_or_else(PoisonError::into_inner);
        describe.as_ref().map_or_else(|| "unknown".to_owned(), |describe| describe())
    }

    /// Locks the state of the simulated Discord and returns the guard.
    ///
    /// The guard must not be held across an `.await`.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Acquires the request lock. No other request is handled until the guard is dropped.
    pub(crate) fn lock_requests(&self) -> MutexGuard<'_, ()> {
        self.request_lock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if `token` is a valid bot token.
    pub(crate) fn accepts_token(&self, token: Option<&str>) -> bool {
        let is_expected = |token: &str| self.options.token.as_ref().is_none_or(|expected| expected == token);
        let is_revoked = |token: &str| self.revoked_tokens().contains(token);
        token.is_some_and(|token| !token.is_empty() && is_expected(token) && !is_revoked(token))
    }

    fn revoked_tokens(&self) -> MutexGuard<'_, HashSet<String>> {
        self.revoked_tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Invalidates a bot token and closes all gateway connections with code 4004.
    pub(crate) fn revoke_token(&self, token: &str) {
        self.revoked_tokens().insert(token.to_owned());
        self.sessions.send_to_all(&SocketCommand::Close(4004, "Authentication failed."));
    }

    pub(crate) fn notify_pages(&self, update: PageUpdate) {
        // Fails if no page is connected.
        let _ = self.page_updates.send(update);
        self.changes.notify();
    }

    /// Sends a gateway event to the shard that serves the guild, if that shard's session has the required
    /// intent.
    pub(crate) fn dispatch(&self, event: &str, data: &Value, intent: Intent, guild: Option<Snowflake>) {
        let bot = self.world().bot;
        self.sessions.dispatch(event, data, intent, guild, bot);
    }

    pub(crate) fn report(&self, about: impl Into<String>, code: Option<u32>, reason: impl Into<String>) {
        let violation = Violation { about: about.into(), code, reason: reason.into() };
        self.world().violations.push(violation);
        self.changes.notify();
    }

    /// Generates an id that encodes the current time.
    pub(crate) fn next_id(&self, world: &mut World) -> Snowflake {
        world.ids.next(self.clock.unix_ms())
    }

    /// Generates a pseudorandom alphanumeric token.
    ///
    /// The sequence of tokens depends only on the configured seed.
    pub(crate) fn random_token(&self, length: usize) -> String {
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        (0..length).map(|_| char::from(letters[random.next_u32() as usize % letters.len()])).collect()
    }

    pub(crate) fn timestamp(&self) -> String {
        timestamp(self.clock.unix_ms())
    }

    /// Stores a new message and notifies the bot and the connected web pages. Returns the message object.
    pub(crate) fn publish(&self, message: StoredMessage) -> Value {
        let id = message.id;
        self.world().add_message(&message);
        self.dispatch_message("MESSAGE_CREATE", &message);
        self.notify_pages(PageUpdate::Message(id));
        message.body
    }

    /// Edits a message and notifies the bot and the connected web pages.
    ///
    /// Returns the updated message object, or `None` if the message does not exist.
    pub(crate) fn edit_message(
        &self,
        id: Snowflake,
        change: impl FnOnce(&mut StoredMessage),
    ) -> Option<Value> {
        let message = {
            let mut world = self.world();
            let message = world.messages.get_mut(&id)?;
            change(message);
            let message = message.clone();
            world.store_files(&message);
            message
        };
        self.dispatch_message("MESSAGE_UPDATE", &message);
        self.notify_pages(PageUpdate::Message(id));
        Some(message.body)
    }

    pub(crate) fn delete_message(&self, id: Snowflake) -> bool {
        let Some(message) = self.world().remove_message(id) else { return false };
        let audience = self.world().audience(&message);
        self.dispatch_message("MESSAGE_DELETE", &message);
        self.notify_pages(PageUpdate::MessageDeleted { id, channel: message.channel, audience });
        true
    }

    /// Deletes messages of a channel and notifies the bot with a single event.
    pub(crate) fn delete_messages(&self, channel: Snowflake, ids: &[Snowflake]) {
        let (deleted, guild) = {
            let mut world = self.world();
            let deleted: Vec<_> = ids.iter().filter_map(|id| world.remove_message(*id)).collect();
            (deleted, world.guild_of(channel))
        };
        let ids: Vec<Snowflake> = deleted.iter().map(|message| message.id).collect();
        let data = json!({"ids": ids, "channel_id": channel, "guild_id": guild});
        self.dispatch("MESSAGE_DELETE_BULK", &data, Intent::GuildMessages, guild);
        for message in deleted {
            let audience = self.world().audience(&message);
            self.notify_pages(PageUpdate::MessageDeleted { id: message.id, channel, audience });
        }
    }

    /// Archives or unarchives a thread and notifies the bot. Returns `false` if nothing changed.
    pub(crate) fn set_archived(&self, thread: Snowflake, archived: bool) -> bool {
        self.change_channel("THREAD_UPDATE", thread, |thread| {
            std::mem::replace(&mut thread.archived, archived) != archived
        })
    }

    /// Applies `change` to a channel and notifies the bot.
    ///
    /// Returns `false` without notifying the bot if the channel does not exist or `change` returns `false`.
    pub(crate) fn change_channel(
        &self,
        event: &str,
        id: Snowflake,
        change: impl FnOnce(&mut Channel) -> bool,
    ) -> bool {
        let (data, guild) = {
            let mut world = self.world();
            let Some(channel) = world.channels.get_mut(&id) else { return false };
            if !change(channel) {
                return false;
            }
            (world.channel_json(&world.channels[&id]), world.guild_of(id))
        };
        self.dispatch(event, &data, Intent::Guilds, guild);
        self.changes.notify();
        true
    }

    /// Sends a message event to the bot, unless the message is ephemeral.
    fn dispatch_message(&self, event: &str, message: &StoredMessage) {
        if message.visible_to.is_some() {
            return;
        }
        let guild = self.world().guild_of(message.channel);
        let mut data = message.body.clone();
        if event == "MESSAGE_DELETE" {
            data = json!({"id": message.id, "channel_id": message.channel});
        }
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild);
        }
        let intent = if guild.is_some() { Intent::GuildMessages } else { Intent::DirectMessages };
        self.dispatch(event, &data, intent, guild);
    }

    /// Sends an interaction to the bot and returns its id.
    ///
    /// The interaction times out if the bot does not respond within three seconds.
    pub(crate) fn send_interaction(self: &Arc<Self>, new: Interaction) -> Snowflake {
        self.send_interaction_as(new, |payload| payload)
    }

    /// Modifies an interaction's payload with `edit_payload`, sends the interaction and returns its id.
    pub(crate) fn send_interaction_as(
        self: &Arc<Self>,
        mut interaction: Interaction,
        edit_payload: impl FnOnce(Value) -> Value,
    ) -> Snowflake {
        let token = self.random_token(64);
        // The time limits begin when the interaction becomes visible, even if the clock is advanced at once.
        let (id, payload, guild, at) = {
            let mut world = self.world();
            let (id, at) = (self.next_id(&mut world), self.clock.now());
            (interaction.id, interaction.token, interaction.at) = (id, token, at);
            let payload = edit_payload(interaction_payload::payload(&interaction, &world));
            let guild = world.guild_of(interaction.channel);
            world.add_interaction(interaction);
            (id, payload, guild, at)
        };
        let deadline = self.clock.timer(at + self.options.response_deadline);
        self.deliver(payload, guild, at);
        self.changes.notify();
        tokio::spawn(Arc::clone(self).expire_at(deadline, id));
        id
    }

    /// Delivers an interaction that was created at `at`, measured from the clock's creation.
    fn deliver(self: &Arc<Self>, payload: Value, guild: Option<Snowflake>, at: Duration) {
        let send = move |shared: &Shared| {
            shared.dispatch("INTERACTION_CREATE", &payload, Intent::None, guild);
        };
        match self.faults.take_delivery() {
            None => send(self),
            Some(Delivery::Never) => {}
            Some(Delivery::Twice) => {
                send(self);
                send(self);
            }
            Some(Delivery::Late(by)) => {
                let shared = Arc::clone(self);
                let timer = shared.clock.timer(at + by);
                tokio::spawn(async move {
                    timer.expired().await;
                    send(&shared);
                });
            }
        }
    }

    /// Waits until the response deadline or until the sandbox shuts down. Then marks the interaction as timed
    /// out if the bot has not responded.
    async fn expire_at(self: Arc<Self>, deadline: Timer, id: Snowflake) {
        tokio::select! {
            () = deadline.expired() => {}
            () = self.stop.cancelled() => {}
        }
        self.expire(id);
    }

    /// Marks an interaction as timed out and reports a violation, unless the bot has responded.
    fn expire(&self, id: Snowflake) {
        {
            let mut world = self.world();
            let Some(interaction) = world.interactions.get_mut(&id) else { return };
            if interaction.outcome.is_some() {
                return;
            }
            interaction.outcome = Some(Outcome::TimedOut);
            let what = interaction.name.as_deref().or_else(|| interaction.data["custom_id"].as_str());
            let about = format!("interaction {id} ({})", what.unwrap_or_default());
            let deadline = self.options.response_deadline.as_secs();
            let reason = format!("not answered within {deadline} seconds");
            // Stored under the same lock, so that the violation is visible as soon as the outcome is.
            interaction.settled.notify_waiters();
            world.violations.push(Violation { about, code: None, reason });
        }
        self.changes.notify();
    }

    /// Returns the time since an interaction was created.
    pub(crate) fn age(&self, interaction: &Interaction) -> Duration {
        self.clock.now().saturating_sub(interaction.at)
    }

    pub(crate) fn set_outcome(&self, id: Snowflake, outcome: Outcome) {
        if let Some(interaction) = self.world().interactions.get_mut(&id) {
            interaction.outcome = Some(outcome);
            interaction.settled.notify_waiters();
        }
        self.changes.notify();
    }

    /// Creates an empty message from the bot without storing it.
    pub(crate) fn new_bot_message(
        &self,
        channel: Snowflake,
        visible_to: Option<Snowflake>,
        interaction: Option<&Interaction>,
    ) -> StoredMessage {
        let mut world = self.world();
        let id = self.next_id(&mut world);
        let mut body = json!({
            "id": id, "type": 0, "channel_id": channel, "author": world.bot_user(), "content": "",
            "timestamp": timestamp(id.created_at()), "edited_timestamp": null, "tts": false,
            "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
            "components": [], "pinned": false, "flags": if visible_to.is_some() { EPHEMERAL } else { 0 },
        });
        if let Some(interaction) = interaction {
            body["application_id"] = json!(world.bot);
            body["webhook_id"] = json!(world.bot);
            body["interaction_metadata"] = interaction_payload::metadata(interaction, &world);
        }
        let author = world.bot;
        let interaction = interaction.map(|interaction| interaction.id);
        StoredMessage { id, channel, author, visible_to, interaction, body, files: Vec::new() }
    }
}
