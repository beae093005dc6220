//! A simulated user: the handle, the user's messages and waiting for them.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::message::Message;
use super::response::ActionError;
use crate::page::update::PageUpdate;
use crate::shared::Shared;
use crate::state::snowflake::Snowflake;
use crate::traffic::Audience;

/// A handle for a simulated user in one channel.
///
/// Created by [`Sandbox::user`](crate::Sandbox::user).
#[derive(Clone, Debug)]
pub struct SimulatedUser {
    pub(super) shared: Arc<Shared>,
    pub(super) user: Snowflake,
    pub(super) channel: Snowflake,
    /// Error message returned by every action if the user or channel does not exist, otherwise `None`.
    problem: Option<String>,
}

impl SimulatedUser {
    pub(crate) fn new(shared: Arc<Shared>, name: &str) -> Self {
        let (user, channel) = {
            let world = shared.world();
            let user = world.users.iter().find(|user| user.name == name).map(|user| user.id);
            (user, world.channels.keys().next().copied().unwrap_or_default())
        };
        let problem = user.is_none().then(|| format!("Nobody here is called {name}."));
        Self { shared, user: user.unwrap_or_default(), channel, problem }
    }

    pub(crate) fn at(shared: Arc<Shared>, user: Snowflake, channel: Snowflake) -> Self {
        Self { shared, user, channel, problem: None }
    }

    /// Returns the id of the simulated user.
    pub fn id(&self) -> Snowflake {
        self.user
    }

    /// Returns the id of the channel in which the user acts.
    pub fn channel(&self) -> Snowflake {
        self.channel
    }

    /// Returns a handle for the same user in the first text channel of a guild.
    ///
    /// If the guild does not exist, every action of the returned handle fails.
    #[must_use]
    pub fn in_guild(&self, guild: Snowflake) -> Self {
        let found = {
            let world = self.shared.world();
            let guild = world.guild(guild);
            guild
                .and_then(|guild| world.channels_in(guild).find(|channel| !channel.is_thread()))
                .map(|one| one.id)
        };
        self.moved_to(found, || format!("There is no guild {guild}."))
    }

    /// Returns a handle for the same user in the channel `name` of the same guild.
    ///
    /// From direct messages, the channel is looked up in the main guild. If the channel does not exist, every
    /// action of the returned handle fails.
    #[must_use]
    pub fn in_channel(&self, name: &str) -> Self {
        let found = {
            let world = self.shared.world();
            let guild = world.guild_of(self.channel).unwrap_or(world.guild);
            world.channel_named_in(guild, name).map(|channel| channel.id)
        };
        self.moved_to(found, || format!("There is no channel #{name}."))
    }

    /// Returns a handle for the same user in the user's direct messages with the bot.
    #[must_use]
    pub fn in_dm(&self) -> Self {
        let found = self.shared.world().dm_channel(self.user).map(|channel| channel.id);
        self.moved_to(found, || "There are no direct messages.".to_owned())
    }

    fn moved_to(&self, channel: Option<Snowflake>, problem: impl FnOnce() -> String) -> Self {
        let problem = self.problem.clone().or_else(|| channel.is_none().then(problem));
        Self { channel: channel.unwrap_or_default(), problem, ..self.clone() }
    }

    /// Sets the locale of the user's Discord client, such as `hu` or `en-US`.
    pub fn set_locale(&self, locale: &str) {
        if let Some(user) = self.shared.world().users.iter_mut().find(|user| user.id == self.user) {
            locale.clone_into(&mut user.locale);
        }
        self.shared.notify_pages(PageUpdate::World);
    }

    /// Sets the user's nickname, or removes it. The next interaction contains the new nickname.
    pub fn set_nickname(&self, nickname: Option<&str>) {
        if let Some(user) = self.shared.world().users.iter_mut().find(|user| user.id == self.user) {
            user.nickname = nickname.map(str::to_owned);
        }
    }

    /// Posts a text message of 1 to 2000 characters in the current channel.
    pub fn post(&self, text: &str) -> Result<Message, ActionError> {
        self.require_channel()?;
        if text.is_empty() || text.chars().count() > 2000 {
            return Err(ActionError::Rejected("A message has 1 to 2000 characters.".to_owned()));
        }
        let mut message = self.shared.new_bot_message(self.channel, None, None);
        message.author = self.user;
        message.body["author"] = self.shared.world().user_json(self.user).unwrap_or_default();
        message.body["content"] = json!(text);
        Ok(Message::new(self.shared.publish(message)))
    }

    /// Dismisses an ephemeral message so that the user no longer sees it.
    pub fn dismiss(&self, message: Snowflake) -> Result<(), ActionError> {
        let now = self.visible_message(message)?;
        if !now.is_ephemeral() {
            let reason = "Only a message that you alone see can be dismissed.";
            return Err(ActionError::Rejected(reason.to_owned()));
        }
        self.shared.world().dismissed.insert(message);
        let (channel, audience) = (now.channel(), Audience::Only(self.user));
        self.shared.notify_pages(PageUpdate::MessageDeleted { id: message, channel, audience });
        Ok(())
    }

    /// Returns the messages that the user can see in the current channel, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        self.shared.world().visible_messages(self.user, self.channel).into_iter().map(Message::new).collect()
    }

    /// Returns the current version of a message in any channel, or `None` if the user cannot see it.
    pub fn message(&self, id: Snowflake) -> Option<Message> {
        let world = self.shared.world();
        let message = world.messages.get(&id).filter(|message| world.can_see(self.user, message));
        message.map(|message| Message::new(message.body.clone()))
    }

    /// Waits until `condition` returns `true` for the messages that the user can see in the current channel.
    ///
    /// Returns those messages.
    pub async fn wait_until(
        &self,
        condition: impl Fn(&[Message]) -> bool,
        timeout: Duration,
    ) -> Result<Vec<Message>, ActionError> {
        let mut changes = self.shared.changes.subscribe();
        let seen = async {
            loop {
                let seen = self.messages();
                // The sender lives as long as `self`, so waiting for a change does not fail.
                if condition(&seen) || changes.changed().await.is_err() {
                    return seen;
                }
            }
        };
        tokio::time::timeout(timeout, seen).await.map_err(|_| {
            let seen = self.messages().iter().map(|message| message.json().to_string()).collect::<Vec<_>>();
            ActionError::timeout(timeout, &seen, &self.shared)
        })
    }

    pub(super) fn require_channel(&self) -> Result<(), ActionError> {
        match &self.problem {
            Some(problem) => Err(ActionError::Rejected(problem.clone())),
            None if self.shared.world().channels.contains_key(&self.channel) => Ok(()),
            None => Err(ActionError::Rejected("This channel does not exist any more.".to_owned())),
        }
    }

    pub(super) fn visible_message(&self, message: Snowflake) -> Result<Message, ActionError> {
        if let Some(problem) = &self.problem {
            return Err(ActionError::Rejected(problem.clone()));
        }
        self.message(message).ok_or_else(|| ActionError::Rejected("You can't see this message.".to_owned()))
    }
}
