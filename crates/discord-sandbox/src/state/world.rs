//! The simulated guilds: channels, users, messages, commands and interactions.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

use axum::body::Bytes;
use serde_json::{Value, json};

use super::channel::{Channel, ChannelKind};
use super::guild::Guild;
use super::interaction::Interaction;
use super::permission;
use super::snowflake::{Snowflake, Snowflakes};
use super::stored_message::StoredMessage;
use super::users::{self, User};
use crate::options::Options;
use crate::traffic::Audience;
use crate::violation::Violation;

/// Time for which an interaction is kept in memory.
///
/// It is longer than the 15-minute lifetime of the interaction token.
const INTERACTION_RETENTION: Duration = Duration::from_mins(30);

/// Creation time of the main guild, the bot, the users and the main guild's channels in Unix milliseconds.
///
/// The time is constant so that their ids depend only on the seed.
const INITIAL_IDS_UNIX_MS: u64 = 1_704_067_200_000;

#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) ids: Snowflakes,
    /// Id of the main guild.
    pub(crate) guild: Snowflake,
    /// All guilds. The main guild has the smallest id.
    pub(crate) guilds: BTreeMap<Snowflake, Guild>,
    pub(crate) bot: Snowflake,
    pub(crate) bot_name: String,
    pub(crate) users: Vec<User>,
    pub(crate) channels: BTreeMap<Snowflake, Channel>,
    pub(crate) messages: BTreeMap<Snowflake, StoredMessage>,
    /// Message ids, grouped by channel.
    message_ids: HashMap<Snowflake, BTreeSet<Snowflake>>,
    /// Name, media type and content of every uploaded file.
    ///
    /// Files are never removed, because older copies of a message may still link to them.
    pub(crate) files: HashMap<Snowflake, (String, String, Bytes)>,
    pub(crate) interactions: BTreeMap<Snowflake, Interaction>,
    /// Maps interaction tokens to interaction ids.
    tokens: HashMap<String, Snowflake>,
    /// Registered commands, each with its guild id, or `None` for a global command.
    pub(crate) commands: Vec<(Option<Snowflake>, Value)>,
    pub(crate) emojis: Vec<Value>,
    /// Emoji images, keyed by emoji id.
    ///
    /// Images are kept after an emoji is deleted because messages may still contain the emoji.
    pub(crate) emoji_pictures: HashMap<Snowflake, Bytes>,
    /// Message nonces, used to detect repeated requests.
    ///
    /// Maps a channel and nonce to the message's id and its creation time in Unix milliseconds.
    pub(crate) nonces: HashMap<(Snowflake, String), (Snowflake, u64)>,
    /// Ids of the ephemeral messages that users have dismissed.
    pub(crate) dismissed: HashSet<Snowflake>,
    pub(crate) violations: Vec<Violation>,
    /// `true` if the guilds' settings allow all members to use all commands.
    pub(crate) are_commands_open: bool,
}

impl World {
    /// Creates a world in which the bot joined the guilds at `joined_unix_ms`.
    pub(crate) fn new(options: &Options, joined_unix_ms: u64) -> Self {
        let mut ids = Snowflakes::new(options.seed);
        let mut next = || ids.next(INITIAL_IDS_UNIX_MS);
        let (guild, bot, bot_role) = (next(), next(), next());
        let user = |(place, (name, locale)): (usize, &(String, String))| User {
            id: next(),
            name: name.clone(),
            nickname: None,
            locale: locale.clone(),
            owner: place == 0,
        };
        let users = options.users.iter().enumerate().map(user).collect();
        let mut world = Self {
            bot_name: options.bot.clone(),
            ids: Snowflakes::new(options.seed),
            guild,
            bot,
            users,
            ..Self::default()
        };
        let (name, locale) = (options.guild.clone(), options.guild_locale.clone());
        let channels = BTreeSet::new();
        let main = Guild { id: guild, name, locale, bot_role, channels, is_member: true, joined_unix_ms };
        world.guilds.insert(guild, main.clone());
        world.add_initial_channels(options, &mut ids);
        world.add_further_guilds(options.extra_guilds, &main, &mut ids);
        world
    }

    /// Adds the channels of the main guild and the users' direct messages.
    fn add_initial_channels(&mut self, options: &Options, ids: &mut Snowflakes) {
        let guild = Some(self.guild);
        let users: Vec<Snowflake> = self.users.iter().map(|user| user.id).collect();
        let mut open = |name: &str, kind, guild, allowed| {
            let id = ids.next(INITIAL_IDS_UNIX_MS);
            self.add_channel(Channel { id, name: name.to_owned(), kind, guild, allowed, archived: false });
        };
        options.channels.iter().for_each(|name| open(name, ChannelKind::Text, guild, permission::TEXT));
        options.closed_channels.iter().for_each(|name| open(name, ChannelKind::Text, guild, 0));
        for user in users {
            open(&format!("@{}", options.bot), ChannelKind::Direct(user), None, permission::TEXT);
        }
    }

    /// Adds guilds with one text channel each.
    ///
    /// Each guild is one millisecond younger than the one before. As the shard of a guild depends on the
    /// guild's creation time, consecutive guilds belong to consecutive shards.
    fn add_further_guilds(&mut self, count: usize, main: &Guild, ids: &mut Snowflakes) {
        let mut created = INITIAL_IDS_UNIX_MS;
        for number in 1..=count {
            created += 1;
            let (id, bot_role) = (ids.next(created), ids.next(created));
            self.guilds.insert(id, Guild { id, name: format!("Guild {number}"), bot_role, ..main.clone() });
            self.add_channel(Channel {
                id: ids.next(created),
                name: "general".to_owned(),
                kind: ChannelKind::Text,
                guild: Some(id),
                allowed: permission::TEXT,
                archived: false,
            });
        }
    }

    pub(crate) fn user(&self, id: Snowflake) -> Option<&User> {
        self.users.iter().find(|user| user.id == id)
    }

    /// Returns the Discord user object for the bot or a simulated user.
    pub(crate) fn user_json(&self, id: Snowflake) -> Option<Value> {
        if id == self.bot {
            return Some(self.bot_user());
        }
        self.user(id).map(User::user_json)
    }

    pub(crate) fn bot_user(&self) -> Value {
        users::user_json(self.bot, &self.bot_name, true)
    }

    /// Returns the bot's user object with the fields that only the bot itself receives.
    pub(crate) fn current_user(&self) -> Value {
        let mut user = self.bot_user();
        (user["verified"], user["mfa_enabled"]) = (json!(true), json!(true));
        (user["locale"], user["email"]) = (json!("en-US"), Value::Null);
        user
    }

    /// Returns the messages of a channel, oldest first.
    pub(crate) fn messages_in(&self, channel: Snowflake) -> impl DoubleEndedIterator<Item = &StoredMessage> {
        self.message_ids.get(&channel).into_iter().flatten().filter_map(|id| self.messages.get(id))
    }

    pub(crate) fn add_message(&mut self, message: &StoredMessage) {
        self.store_files(message);
        self.message_ids.entry(message.channel).or_default().insert(message.id);
        self.messages.insert(message.id, message.clone());
    }

    pub(crate) fn remove_message(&mut self, id: Snowflake) -> Option<StoredMessage> {
        let message = self.messages.remove(&id)?;
        if let Some(here) = self.message_ids.get_mut(&message.channel) {
            here.remove(&id);
        }
        Some(message)
    }

    pub(crate) fn add_channel(&mut self, channel: Channel) {
        if let Some(guild) = channel.guild.and_then(|guild| self.guilds.get_mut(&guild)) {
            guild.channels.insert(channel.id);
        }
        self.channels.insert(channel.id, channel);
    }

    /// Removes a channel, its threads and all their messages.
    pub(crate) fn remove_channel(&mut self, channel: Snowflake) {
        let threads = self.channels.values().filter(|one| one.kind == ChannelKind::Thread(channel));
        for thread in threads.map(|thread| thread.id).collect::<Vec<_>>() {
            self.remove_channel(thread);
        }
        let removed = self.channels.remove(&channel).and_then(|channel| channel.guild);
        if let Some(guild) = removed.and_then(|guild| self.guilds.get_mut(&guild)) {
            guild.channels.remove(&channel);
        }
        for id in self.message_ids.remove(&channel).unwrap_or_default() {
            self.messages.remove(&id);
        }
    }

    /// Returns a `message_reference` object for the given message.
    pub(crate) fn reference(&self, channel: Snowflake, message: Snowflake) -> Value {
        let mut reference = json!({"type": 0, "channel_id": channel, "message_id": message});
        if let Some(guild) = self.guild_of(channel) {
            reference["guild_id"] = json!(guild);
        }
        reference
    }

    /// Stores the files of a message so that they can be downloaded.
    pub(crate) fn store_files(&mut self, message: &StoredMessage) {
        for file in &message.files {
            let kept = || (file.filename.clone(), file.content_type.clone(), file.bytes.clone());
            self.files.entry(file.id).or_insert_with(kept);
        }
    }

    /// Returns the guild id of a channel.
    ///
    /// Returns `None` if the channel is a direct message channel or does not exist.
    pub(crate) fn guild_of(&self, channel: Snowflake) -> Option<Snowflake> {
        self.channels.get(&channel)?.guild
    }

    /// Returns the users who can see a message.
    pub(crate) fn audience(&self, message: &StoredMessage) -> Audience {
        match (message.visible_to, self.channels.get(&message.channel).map(|channel| channel.kind)) {
            (Some(user), _) | (None, Some(ChannelKind::Direct(user))) => Audience::Only(user),
            (None, Some(ChannelKind::Text | ChannelKind::Thread(_))) => Audience::Everyone,
            (None, None) => Audience::Nobody,
        }
    }

    pub(crate) fn can_see(&self, user: Snowflake, message: &StoredMessage) -> bool {
        self.audience(message).includes(user) && !self.dismissed.contains(&message.id)
    }

    /// Returns the messages that a user can see in a channel, oldest first.
    pub(crate) fn visible_messages(&self, user: Snowflake, channel: Snowflake) -> Vec<Value> {
        self.messages_in(channel)
            .filter(|message| self.can_see(user, message))
            .map(|message| message.body.clone())
            .collect()
    }

    /// Returns the channels that the web page offers to a user: the main guild's channels and the user's own
    /// direct messages.
    pub(crate) fn channels_of(&self, user: Snowflake) -> impl Iterator<Item = &Channel> {
        self.channels.values().filter(move |channel| match channel.kind {
            ChannelKind::Text | ChannelKind::Thread(_) => channel.guild == Some(self.guild),
            ChannelKind::Direct(owner) => owner == user,
        })
    }

    /// Returns the text channels and threads of a guild, oldest first.
    pub(crate) fn channels_in(&self, guild: &Guild) -> impl Iterator<Item = &Channel> {
        guild.channels.iter().filter_map(|id| self.channels.get(id))
    }

    /// Returns the channel or thread `name` of the main guild.
    pub(crate) fn channel_named(&self, name: &str) -> Option<&Channel> {
        self.channel_named_in(self.guild, name)
    }

    /// Returns the channel or thread `name` of a guild.
    pub(crate) fn channel_named_in(&self, guild: Snowflake, name: &str) -> Option<&Channel> {
        self.channels_in(self.guild(guild)?).find(|channel| channel.name == name)
    }

    pub(crate) fn dm_channel(&self, user: Snowflake) -> Option<&Channel> {
        self.channels.values().find(|channel| channel.kind == ChannelKind::Direct(user))
    }

    /// Adds an interaction and removes interactions older than 30 minutes.
    pub(crate) fn add_interaction(&mut self, interaction: Interaction) {
        let oldest = interaction.at.saturating_sub(INTERACTION_RETENTION);
        self.tokens.insert(interaction.token.clone(), interaction.id);
        self.interactions.insert(interaction.id, interaction);
        while let Some(first) = self.interactions.first_entry()
            && first.get().at < oldest
        {
            self.tokens.remove(&first.remove().token);
        }
    }

    pub(crate) fn interaction_by_token(&self, token: &str) -> Option<&Interaction> {
        self.interactions.get(self.tokens.get(token)?)
    }

    /// Returns the position of a channel in its guild's list of channels.
    fn position(&self, channel: &Channel) -> Option<usize> {
        self.guild(channel.guild?)?.channels.iter().position(|id| *id == channel.id)
    }

    pub(crate) fn channel_json(&self, channel: &Channel) -> Value {
        let last = self
            .messages_in(channel.id)
            .rev()
            .find(|message| message.visible_to.is_none())
            .map(|message| message.id);
        match channel.kind {
            ChannelKind::Direct(user) => json!({
                "id": channel.id, "type": 1, "last_message_id": last, "flags": 0,
                "recipients": [self.user_json(user)],
            }),
            ChannelKind::Thread(parent) => json!({
                "id": channel.id, "type": 11, "guild_id": channel.guild, "name": channel.name, "parent_id": parent,
                "owner_id": self.users.first().map(|owner| owner.id), "last_message_id": last,
                "message_count": 0, "member_count": 1, "total_message_sent": 0, "rate_limit_per_user": 0,
                "flags": 0, "thread_metadata": channel.thread(),
            }),
            ChannelKind::Text => json!({
                "id": channel.id, "type": 0, "guild_id": channel.guild, "name": channel.name,
                "position": self.position(channel), "topic": null, "nsfw": false,
                "permission_overwrites": channel.overwrites(self.bot), "last_message_id": last,
                "parent_id": null, "rate_limit_per_user": 0, "flags": 0,
            }),
        }
    }
}
