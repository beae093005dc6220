//! Everything that exists on the stand-in: one guild, its channels and people, messages, commands, interactions.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

use axum::body::Bytes;
use serde_json::{Value, json};

use super::channel::{Channel, ChannelKind};
use super::complaint::Complaint;
use super::interaction::Interaction;
use super::people::{self, Human};
use super::permission;
use super::post::Post;
use super::snowflake::{Id, Snowflakes};
use super::traffic::Readers;

/// How long an interaction is remembered; its token is good for fifteen minutes.
const KEPT_FOR: Duration = Duration::from_mins(30);

/// When the guild, the people and the bot were made: their ids must not depend on the hour of a test.
const LONG_AGO: u64 = 1_704_067_200_000;

#[derive(Debug)]
pub(super) struct World {
    pub(super) ids: Snowflakes,
    pub(super) guild: Id,
    pub(super) guild_name: String,
    pub(super) guild_locale: String,
    pub(super) bot: Id,
    pub(super) bot_name: String,
    bot_role: Id,
    pub(super) people: Vec<Human>,
    pub(super) channels: BTreeMap<Id, Channel>,
    pub(super) posts: BTreeMap<Id, Post>,
    /// Which messages are in a channel, so that a busy guild need not be searched for each.
    here: HashMap<Id, BTreeSet<Id>>,
    /// Every file ever uploaded, by its id: name, media type, bytes. Links in old copies of a message keep working.
    pub(super) files: HashMap<Id, (String, String, Bytes)>,
    pub(super) interactions: BTreeMap<Id, Interaction>,
    /// Which interaction a token belongs to.
    tokens: HashMap<String, Id>,
    /// Registered commands: everywhere (`None`) or in one guild.
    pub(super) commands: Vec<(Option<Id>, Value)>,
    pub(super) emojis: Vec<Value>,
    /// The pictures of emoji, those deleted too: messages that show them go on to do so.
    pub(super) emoji_pictures: HashMap<Id, Bytes>,
    /// Which message a nonce has made in a channel, and when (Unix ms).
    pub(super) nonces: HashMap<(Id, String), (Id, u64)>,
    /// Ephemeral messages that their reader has dismissed.
    pub(super) dismissed: HashSet<Id>,
    pub(super) complaints: Vec<Complaint>,
    /// Whether the bot is on the guild, or was removed from it.
    pub(super) is_member: bool,
}

/// The names of a new world.
#[derive(Debug)]
pub(super) struct Names<'a> {
    pub(super) guild: &'a str,
    pub(super) guild_locale: &'a str,
    pub(super) bot: &'a str,
    pub(super) channels: &'a [String],
    pub(super) closed_channels: &'a [String],
    pub(super) people: &'a [(String, String)],
}

impl World {
    pub(super) fn new(seed: u64, names: &Names<'_>) -> Self {
        let mut ids = Snowflakes::new(seed);
        let mut next = || ids.next(LONG_AGO);
        let (guild, bot, bot_role) = (next(), next(), next());
        let human = |(place, (name, locale)): (usize, &(String, String))| Human {
            id: next(),
            name: name.clone(),
            locale: locale.clone(),
            owner: place == 0,
        };
        let people: Vec<Human> = names.people.iter().enumerate().map(human).collect();
        let mut channels = BTreeMap::new();
        let mut open = |name: &str, kind, allowed| {
            let id = ids.next(LONG_AGO);
            channels.insert(id, Channel { id, name: name.to_owned(), kind, allowed, archived: false });
        };
        names.channels.iter().for_each(|name| open(name, ChannelKind::Text, permission::TEXT));
        names.closed_channels.iter().for_each(|name| open(name, ChannelKind::Text, 0));
        for human in &people {
            open(&format!("@{}", names.bot), ChannelKind::Direct(human.id), permission::TEXT);
        }
        Self {
            guild_name: names.guild.to_owned(),
            guild_locale: names.guild_locale.to_owned(),
            bot_name: names.bot.to_owned(),
            ids: Snowflakes::new(seed),
            guild,
            bot,
            bot_role,
            people,
            channels,
            posts: BTreeMap::new(),
            here: HashMap::new(),
            files: HashMap::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            commands: Vec::new(),
            emojis: Vec::new(),
            emoji_pictures: HashMap::new(),
            nonces: HashMap::new(),
            dismissed: HashSet::new(),
            complaints: Vec::new(),
            is_member: true,
        }
    }

    pub(super) fn human(&self, id: Id) -> Option<&Human> {
        self.people.iter().find(|human| human.id == id)
    }

    /// A person or the bot, as a user object.
    pub(super) fn user(&self, id: Id) -> Option<Value> {
        if id == self.bot {
            return Some(self.bot_user());
        }
        self.human(id).map(Human::user)
    }

    pub(super) fn bot_user(&self) -> Value {
        people::user(self.bot, &self.bot_name, true)
    }

    pub(super) fn bot_member(&self) -> Value {
        people::member(&self.bot_user(), &json!([self.bot_role]))
    }

    /// The messages of a channel, oldest first.
    pub(super) fn posts_in(&self, channel: Id) -> impl DoubleEndedIterator<Item = &Post> {
        self.here.get(&channel).into_iter().flatten().filter_map(|id| self.posts.get(id))
    }

    pub(super) fn add_post(&mut self, post: &Post) {
        self.shelve(post);
        self.here.entry(post.channel).or_default().insert(post.id);
        self.posts.insert(post.id, post.clone());
    }

    pub(super) fn take_post(&mut self, id: Id) -> Option<Post> {
        let post = self.posts.remove(&id)?;
        if let Some(here) = self.here.get_mut(&post.channel) {
            here.remove(&id);
        }
        Some(post)
    }

    /// Removes a channel with all that is in it.
    pub(super) fn close(&mut self, channel: Id) {
        let threads = self.channels.values().filter(|one| one.kind == ChannelKind::Thread(channel));
        for thread in threads.map(|thread| thread.id).collect::<Vec<_>>() {
            self.close(thread);
        }
        self.channels.remove(&channel);
        for id in self.here.remove(&channel).unwrap_or_default() {
            self.posts.remove(&id);
        }
    }

    /// How one message points at another.
    pub(super) fn reference(&self, channel: Id, message: Id) -> Value {
        let mut reference = json!({"type": 0, "channel_id": channel, "message_id": message});
        if self.channels.get(&channel).is_some_and(|channel| !channel.is_direct()) {
            reference["guild_id"] = json!(self.guild);
        }
        reference
    }

    /// Keeps a message's files where their addresses lead.
    pub(super) fn shelve(&mut self, post: &Post) {
        for file in &post.files {
            let kept = || (file.filename.clone(), file.content_type.clone(), file.bytes.clone());
            self.files.entry(file.id).or_insert_with(kept);
        }
    }

    /// Who may see what is written in a channel.
    pub(super) fn readers(&self, channel: Id, only: Option<Id>) -> Readers {
        match (only, self.channels.get(&channel).map(|channel| channel.kind)) {
            (Some(user), _) | (None, Some(ChannelKind::Direct(user))) => Readers::Only(user),
            (None, Some(ChannelKind::Text | ChannelKind::Thread(_))) => Readers::Everyone,
            (None, None) => Readers::Nobody,
        }
    }

    pub(super) fn sees(&self, user: Id, post: &Post) -> bool {
        let shown = match self.readers(post.channel, post.only) {
            Readers::Everyone => true,
            Readers::Only(reader) => reader == user,
            Readers::Nobody => false,
        };
        shown && !self.dismissed.contains(&post.id)
    }

    /// What a person sees in a channel, oldest first.
    pub(super) fn seen(&self, user: Id, channel: Id) -> Vec<Value> {
        self.posts_in(channel).filter(|post| self.sees(user, post)).map(|post| post.body.clone()).collect()
    }

    /// The guild's channels and the direct messages of this person.
    pub(super) fn channels_of(&self, user: Id) -> impl Iterator<Item = &Channel> {
        self.channels.values().filter(move |channel| match channel.kind {
            ChannelKind::Text | ChannelKind::Thread(_) => true,
            ChannelKind::Direct(owner) => owner == user,
        })
    }

    pub(super) fn channel_named(&self, name: &str) -> Option<&Channel> {
        self.channels.values().find(|channel| !channel.is_direct() && channel.name == name)
    }

    pub(super) fn direct(&self, user: Id) -> Option<&Channel> {
        self.channels.values().find(|channel| channel.kind == ChannelKind::Direct(user))
    }

    /// Adds an interaction; those whose tokens have long expired are forgotten.
    pub(super) fn add_interaction(&mut self, interaction: Interaction) {
        let oldest = interaction.at.saturating_sub(KEPT_FOR);
        self.tokens.insert(interaction.token.clone(), interaction.id);
        self.interactions.insert(interaction.id, interaction);
        while let Some(first) = self.interactions.first_entry()
            && first.get().at < oldest
        {
            self.tokens.remove(&first.remove().token);
        }
    }

    pub(super) fn by_token(&self, token: &str) -> Option<&Interaction> {
        self.interactions.get(self.tokens.get(token)?)
    }

    pub(super) fn channel_json(&self, channel: &Channel) -> Value {
        let last = self.posts_in(channel.id).rev().find(|post| post.only.is_none()).map(|post| post.id);
        match channel.kind {
            ChannelKind::Direct(user) => json!({
                "id": channel.id, "type": 1, "last_message_id": last, "flags": 0,
                "recipients": [self.user(user)],
            }),
            ChannelKind::Thread(parent) => json!({
                "id": channel.id, "type": 11, "guild_id": self.guild, "name": channel.name, "parent_id": parent,
                "owner_id": self.people.first().map(|owner| owner.id), "last_message_id": last,
                "message_count": 0, "member_count": 1, "total_message_sent": 0, "rate_limit_per_user": 0,
                "flags": 0, "thread_metadata": channel.thread(),
            }),
            ChannelKind::Text => json!({
                "id": channel.id, "type": 0, "guild_id": self.guild, "name": channel.name,
                "position": self.channels.keys().position(|id| *id == channel.id), "topic": null, "nsfw": false,
                "permission_overwrites": channel.overwrites(self.bot), "last_message_id": last,
                "parent_id": null, "rate_limit_per_user": 0, "flags": 0,
            }),
        }
    }

    pub(super) fn roles(&self) -> Value {
        let role = |id: Id, name: &str, position: u8, managed: bool| {
            json!({
                "id": id, "name": name, "color": 0, "hoist": false, "managed": managed, "mentionable": false,
                "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
                "icon": null, "unicode_emoji": null, "position": position, "flags": 0,
                "permissions": permission::TEXT.to_string(),
            })
        };
        let mut bots = role(self.bot_role, &self.bot_name, 1, true);
        bots["tags"] = json!({"bot_id": self.bot});
        json!([role(self.guild, "@everyone", 0, false), bots])
    }

    /// The guild object, without what only `GUILD_CREATE` adds.
    pub(super) fn guild_json(&self) -> Value {
        json!({
            "id": self.guild, "name": self.guild_name, "icon": null, "icon_hash": null, "splash": null,
            "discovery_splash": null, "owner_id": self.people.first().map(|owner| owner.id),
            "afk_channel_id": null, "afk_timeout": 300, "widget_enabled": false, "widget_channel_id": null,
            "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
            "roles": self.roles(), "emojis": [], "stickers": [], "features": [], "mfa_level": 0,
            "application_id": null, "system_channel_id": null, "system_channel_flags": 0,
            "rules_channel_id": null, "max_presences": null, "max_members": 500_000, "vanity_url_code": null,
            "description": null, "banner": null, "premium_tier": 0, "premium_subscription_count": 0,
            "preferred_locale": self.guild_locale, "public_updates_channel_id": null, "nsfw_level": 0,
            "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null,
        })
    }
}
