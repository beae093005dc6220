//! A simulated user, who sends commands and messages, presses buttons, selects menu options and submits
//! modals.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::command_input::{CommandInput, OptionInput};
use super::component_input;
use super::message::Message;
use super::response::{ActionError, Choice, Response};
use crate::shared::{PageUpdate, Shared};
use crate::state::interaction::{InteractionKind, NewInteraction, Outcome};
use crate::state::snowflake::Snowflake;

/// A simulated user who acts in one channel.
///
/// Created by [`Sandbox::user`](crate::Sandbox::user).
#[derive(Clone, Debug)]
pub struct SimulatedUser {
    shared: Arc<Shared>,
    user: Snowflake,
    channel: Snowflake,
    /// Reason why every action of the user is refused: the user or the channel does not exist, else `None`.
    problem: Option<String>,
}

impl SimulatedUser {
    pub(crate) fn new(shared: Arc<Shared>, name: &str) -> Self {
        let (user, channel) = {
            let world = shared.world();
            let user = world.users.iter().find(|user| user.name == name).map(|user| user.id);
            (user, world.channels.keys().next().copied())
        };
        let problem = user.is_none().then(|| format!("Nobody here is called {name}."));
        Self { shared, user: user.unwrap_or(Snowflake(0)), channel: channel.unwrap_or(Snowflake(0)), problem }
    }

    pub(crate) fn at(shared: Arc<Shared>, user: Snowflake, channel: Snowflake) -> Self {
        Self { shared, user, channel, problem: None }
    }

    /// Returns the id of the simulated user.
    pub fn id(&self) -> Snowflake {
        self.user
    }

    /// Returns the id of the user's current channel.
    pub fn channel(&self) -> Snowflake {
        self.channel
    }

    /// Returns a handle for the same user that acts in the guild channel `name`.
    ///
    /// If there is no such channel, every action of the returned handle fails.
    #[must_use]
    pub fn in_channel(&self, name: &str) -> Self {
        let found = self.shared.world().channel_named(name).map(|channel| channel.id);
        self.moved_to(found, || format!("There is no channel #{name}."))
    }

    /// Returns a handle for the same user that acts in the user's direct messages with the bot.
    #[must_use]
    pub fn in_dm(&self) -> Self {
        let found = self.shared.world().dm_channel(self.user).map(|channel| channel.id);
        self.moved_to(found, || "There are no direct messages.".to_owned())
    }

    fn moved_to(&self, to: Option<Snowflake>, problem: impl FnOnce() -> String) -> Self {
        let lost = || to.is_none().then(problem);
        let problem = self.problem.clone().or_else(lost);
        Self {
            shared: Arc::clone(&self.shared),
            user: self.user,
            channel: to.unwrap_or(Snowflake(0)),
            problem,
        }
    }

    /// Sets the locale of the user's Discord client (such as `hu` or `en-US`) for later interactions.
    pub fn set_locale(&self, locale: &str) {
        if let Some(user) = self.shared.world().users.iter_mut().find(|user| user.id == self.user) {
            locale.clone_into(&mut user.locale);
        }
        self.shared.notify_pages(PageUpdate::World);
    }

    /// Sends a slash command with options and waits for the bot's first response.
    ///
    /// `path` is the full name of the command, such as `poll create`. `options` contains pairs of option name
    /// and value.
    pub async fn command<'a>(
        &self,
        path: &str,
        options: impl IntoIterator<Item = (&'a str, Value)>,
    ) -> Result<Response, ActionError> {
        let path: Vec<&str> = path.trim_start_matches('/').split_whitespace().collect();
        let given =
            |(name, value): (&str, Value)| OptionInput { name: name.to_owned(), value, focused: false };
        let given: Vec<OptionInput> = options.into_iter().map(given).collect();
        self.invoke(&path, &given).await
    }

    pub(crate) async fn invoke(&self, path: &[&str], given: &[OptionInput]) -> Result<Response, ActionError> {
        let new = self.command_interaction(InteractionKind::Command, path, given)?;
        self.send(new).await
    }

    /// Requests autocomplete suggestions from the bot and returns them.
    ///
    /// `path` is the full name of the command, `option` the name of the option and `typed` the text entered
    /// so far.
    pub async fn autocomplete(
        &self,
        path: &str,
        option: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, ActionError> {
        self.autocomplete_with(path, [], option, typed).await
    }

    /// Requests autocomplete suggestions like [`autocomplete`](Self::autocomplete), with other options
    /// already filled in.
    pub async fn autocomplete_with<'a>(
        &self,
        path: &str,
        options: impl IntoIterator<Item = (&'a str, Value)>,
        option: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, ActionError> {
        let path: Vec<&str> = path.trim_start_matches('/').split_whitespace().collect();
        let given =
            |(name, value): (&str, Value)| OptionInput { name: name.to_owned(), value, focused: false };
        let mut given: Vec<OptionInput> = options.into_iter().map(given).collect();
        given.push(OptionInput { name: option.to_owned(), value: json!(typed), focused: true });
        self.suggest(&path, &given).await
    }

    pub(crate) async fn suggest(
        &self,
        path: &[&str],
        given: &[OptionInput],
    ) -> Result<Vec<Choice>, ActionError> {
        let new = self.command_interaction(InteractionKind::Autocomplete, path, given)?;
        let id = self.shared.send_interaction(new);
        let Outcome::Choices(choices) = self.wait_for_outcome(id).await? else {
            return Err(ActionError::NoResponse);
        };
        let read = |choice: Value| Choice {
            name: choice["name"].as_str().unwrap_or_default().to_owned(),
            value: choice["value"].clone(),
        };
        Ok(choices.into_iter().map(read).collect())
    }

    fn command_interaction(
        &self,
        kind: InteractionKind,
        path: &[&str],
        given: &[OptionInput],
    ) -> Result<NewInteraction, ActionError> {
        self.require_channel()?;
        let world = self.shared.world();
        let input = CommandInput { world: &world, user: self.user, channel: self.channel };
        let data = input.interaction_data(path, given).map_err(ActionError::Rejected)?;
        let name = Some(path.join(" "));
        Ok(NewInteraction { kind, user: self.user, channel: self.channel, data, name, source: None })
    }

    /// Presses a button of `message` and waits for the bot's first response.
    ///
    /// `button` is the label or custom id of the button. The press applies to the current state of the
    /// message, even if `message` is an older copy.
    pub async fn press(&self, message: &Message, button: &str) -> Result<Response, ActionError> {
        self.press_on(message.id(), button).await
    }

    pub(crate) async fn press_on(&self, message: Snowflake, button: &str) -> Result<Response, ActionError> {
        let now = self.visible_message(message)?;
        let data = component_input::press(&now, button).map_err(ActionError::Rejected)?;
        self.send_component(&now, data).await
    }

    /// Sends a button press without checking that the button exists and is enabled.
    ///
    /// Simulates a forged or outdated client. The message must be visible to the user.
    pub async fn press_raw(&self, message: Snowflake, custom_id: &str) -> Result<Response, ActionError> {
        let now = self.visible_message(message)?;
        self.send_component(&now, json!({"custom_id": custom_id, "component_type": 2, "id": 0})).await
    }

    /// Selects values in a select menu of `message` and waits for the bot's first response.
    ///
    /// `menu` is the custom id or placeholder of the menu.
    pub async fn select(
        &self,
        message: &Message,
        menu: &str,
        values: &[&str],
    ) -> Result<Response, ActionError> {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        self.select_on(message.id(), menu, &values).await
    }

    pub(crate) async fn select_on(
        &self,
        message: Snowflake,
        menu: &str,
        values: &[String],
    ) -> Result<Response, ActionError> {
        let now = self.visible_message(message)?;
        let data = component_input::select(&self.shared.world(), &now, menu, values)
            .map_err(ActionError::Rejected)?;
        self.send_component(&now, data).await
    }

    /// Sends a menu selection without checking that the menu exists and offers the values.
    ///
    /// Simulates a forged or outdated client. The message must be visible to the user.
    pub async fn select_raw(
        &self,
        message: Snowflake,
        custom_id: &str,
        values: &[&str],
    ) -> Result<Response, ActionError> {
        let now = self.visible_message(message)?;
        self.send_component(
            &now,
            json!({"custom_id": custom_id, "component_type": 3, "id": 0, "values": values}),
        )
        .await
    }

    async fn send_component(&self, message: &Message, data: Value) -> Result<Response, ActionError> {
        let (user, channel, source) = (self.user, message.channel(), Some(message.id()));
        self.send(NewInteraction {
            kind: InteractionKind::Component,
            user,
            channel,
            data,
            name: None,
            source,
        })
        .await
    }

    /// Fills in and submits a modal dialog, then waits for the bot's first response.
    ///
    /// `modal` is the custom id of the modal, which the bot must have opened for this user. `fields` contains
    /// pairs of text input custom id and text.
    pub async fn submit(&self, modal: &str, fields: &[(&str, &str)]) -> Result<Response, ActionError> {
        self.require_channel()?;
        let new = component_input::submit(&self.shared.world(), (self.user, self.channel), modal, fields);
        self.send(new.map_err(ActionError::Rejected)?).await
    }

    /// Sends an arbitrary interaction payload, even one that no Discord client would send.
    ///
    /// Only the fields `id` and `token` of the payload are replaced, so that the bot can respond.
    pub async fn send_raw(&self, payload: Value) -> Result<Response, ActionError> {
        self.require_channel()?;
        let kind = match payload["type"].as_u64() {
            Some(3) => InteractionKind::Component,
            Some(4) => InteractionKind::Autocomplete,
            Some(5) => InteractionKind::Modal,
            _ => InteractionKind::Command,
        };
        let (data, source) = (payload["data"].clone(), Snowflake::of(&payload["message"]["id"]));
        let new = NewInteraction { kind, user: self.user, channel: self.channel, data, name: None, source };
        let id = self.shared.send_interaction_as(new, |real| {
            let mut forged = payload;
            if let Some(forged) = forged.as_object_mut() {
                forged.insert("id".to_owned(), real["id"].clone());
                forged.insert("token".to_owned(), real["token"].clone());
            }
            forged
        });
        self.wait_for_answer(id).await
    }

    /// Posts an ordinary message of 1 to 2000 characters.
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

    /// Dismisses an ephemeral message, which hides it from the user.
    pub fn dismiss(&self, message: Snowflake) -> Result<(), ActionError> {
        let now = self.visible_message(message)?;
        if !now.is_ephemeral() {
            return Err(ActionError::Rejected(
                "Only a message that you alone see can be dismissed.".to_owned(),
            ));
        }
        self.shared.world().dismissed.insert(message);
        let audience = crate::traffic::Audience::Only(self.user);
        self.shared.notify_pages(PageUpdate::MessageDeleted {
            id: message,
            channel: now.channel(),
            audience,
        });
        Ok(())
    }

    /// Returns the messages that the user sees in the current channel, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        self.shared.world().visible_messages(self.user, self.channel).into_iter().map(Message::new).collect()
    }

    /// Returns the current state of a message in any channel, or `None` if the user cannot see it.
    pub fn message(&self, id: Snowflake) -> Option<Message> {
        let world = self.shared.world();
        let message = world.messages.get(&id).filter(|message| world.can_see(self.user, message));
        message.map(|message| Message::new(message.body.clone()))
    }

    /// Waits until `condition` returns `true` for the messages that the user sees in the current channel, and
    /// returns the messages.
    pub async fn wait_until(
        &self,
        condition: impl Fn(&[Message]) -> bool,
        timeout: Duration,
    ) -> Result<Vec<Message>, ActionError> {
        let mut changes = self.shared.changes.subscribe();
        let seen = async {
            loop {
                let seen = self.messages();
                if condition(&seen) {
                    return seen;
                }
                if changes.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        tokio::time::timeout(timeout, seen).await.map_err(|_| {
            let lines: Vec<String> =
                self.messages().iter().map(|message| message.json().to_string()).collect();
            ActionError::Timeout {
                waited: timeout,
                seen: lines.join("\n"),
                traffic: self.shared.traffic.to_text(),
            }
        })
    }

    fn require_channel(&self) -> Result<(), ActionError> {
        match &self.problem {
            Some(problem) => Err(ActionError::Rejected(problem.clone())),
            None if self.shared.world().channels.contains_key(&self.channel) => Ok(()),
            None => Err(ActionError::Rejected("This channel does not exist any more.".to_owned())),
        }
    }

    fn visible_message(&self, message: Snowflake) -> Result<Message, ActionError> {
        if let Some(problem) = &self.problem {
            return Err(ActionError::Rejected(problem.clone()));
        }
        self.message(message).ok_or_else(|| ActionError::Rejected("You can't see this message.".to_owned()))
    }

    async fn send(&self, new: NewInteraction) -> Result<Response, ActionError> {
        let id = self.shared.send_interaction(new);
        self.wait_for_answer(id).await
    }

    async fn wait_for_answer(&self, id: Snowflake) -> Result<Response, ActionError> {
        let (message, updated, modal) = match self.wait_for_outcome(id).await? {
            Outcome::Message(message) => (Some(message), false, None),
            Outcome::Updated(message) => (message, true, None),
            Outcome::Modal(modal) => (None, false, Some(modal)),
            Outcome::Choices(_) => (None, false, None),
            Outcome::TimedOut => return Err(ActionError::NoResponse),
        };
        let message = message.and_then(|message| self.message(message));
        let flags = message.as_ref().map_or(0, Message::flags);
        Ok(Response { interaction: id, message, flags, updated, modal })
    }

    /// Waits for the bot's first response to an interaction.
    ///
    /// No timeout is needed here, because an interaction without a response is marked as timed out after
    /// three seconds.
    async fn wait_for_outcome(&self, id: Snowflake) -> Result<Outcome, ActionError> {
        let mut changes = self.shared.changes.subscribe();
        loop {
            let outcome = self.shared.world().interactions.get(&id).and_then(|i| i.outcome.clone());
            match outcome {
                Some(Outcome::TimedOut) => return Err(ActionError::NoResponse),
                Some(outcome) => return Ok(outcome),
                None => {}
            }
            if changes.changed().await.is_err() {
                return Err(ActionError::NoResponse);
            }
        }
    }
}
