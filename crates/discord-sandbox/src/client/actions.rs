//! Actions of a simulated user that send interactions: commands, autocomplete, buttons, menus and modals.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::command_input::{CommandInput, MenuTarget, OptionInput};
use super::component_input;
use super::message::Message;
use super::response::{ActionError, Choice, Response};
use super::simulated_user::SimulatedUser;
use crate::clock::ClockMode;
use crate::state::interaction::{Interaction, InteractionKind, Outcome};
use crate::state::snowflake::Snowflake;

/// Real time after which an action fails if the sandbox's clock does not run by itself.
const STALL_TIMEOUT: Duration = Duration::from_mins(5);

/// Methods that simulate a user's commands, button presses, menu selections and modal submissions.
impl SimulatedUser {
    /// Sends a slash command and waits for the bot's first response.
    ///
    /// `path` is the full name of the command, such as `poll create`. `options` contains the names and values
    /// of the options.
    pub async fn command<'a>(
        &self,
        path: &str,
        options: impl IntoIterator<Item = (&'a str, Value)>,
    ) -> Result<Response, ActionError> {
        self.invoke(&split(path), &inputs(options)).await
    }

    pub(crate) async fn invoke(&self, path: &[&str], given: &[OptionInput]) -> Result<Response, ActionError> {
        self.send(self.command_interaction(InteractionKind::Command, path, given)?).await
    }

    /// Requests autocomplete suggestions for a command option.
    ///
    /// `path` is the full name of the command, such as `poll create`. `option` is the name of the option, and
    /// `typed` is the text entered so far.
    pub async fn autocomplete(
        &self,
        path: &str,
        option: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, ActionError> {
        self.autocomplete_with(path, [], option, typed).await
    }

    /// Requests autocomplete suggestions for a command option after other options have been filled in.
    ///
    /// `options` contains the names and values of those other options. See
    /// [`autocomplete`](Self::autocomplete) for the remaining parameters.
    pub async fn autocomplete_with<'a>(
        &self,
        path: &str,
        options: impl IntoIterator<Item = (&'a str, Value)>,
        option: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, ActionError> {
        let mut given = inputs(options);
        given.push(OptionInput { name: option.to_owned(), value: json!(typed), focused: true });
        self.suggest(&split(path), &given).await
    }

    pub(crate) async fn suggest(
        &self,
        path: &[&str],
        given: &[OptionInput],
    ) -> Result<Vec<Choice>, ActionError> {
        let interaction = self.command_interaction(InteractionKind::Autocomplete, path, given)?;
        let id = self.shared.send_interaction(interaction);
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
    ) -> Result<Interaction, ActionError> {
        self.require_channel()?;
        let world = self.shared.world();
        let input = CommandInput { world: &world, user: self.user, channel: self.channel };
        let data = input.interaction_data(path, given).map_err(ActionError::Rejected)?;
        Ok(Interaction { kind, data, name: Some(path.join(" ")), ..self.interaction() })
    }

    /// Chooses an entry in the context menu of a user and waits for the bot's first response.
    ///
    /// `entry` is the name under which the bot registered the entry.
    pub async fn user_menu(&self, entry: &str, user: Snowflake) -> Result<Response, ActionError> {
        self.choose_entry(entry, MenuTarget::User(user)).await
    }

    /// Chooses an entry in the context menu of a message and waits for the bot's first response.
    ///
    /// `entry` is the name under which the bot registered the entry.
    pub async fn message_menu(&self, entry: &str, message: &Message) -> Result<Response, ActionError> {
        self.choose_entry(entry, MenuTarget::Message(message.id())).await
    }

    pub(crate) async fn choose_entry(
        &self,
        entry: &str,
        target: MenuTarget,
    ) -> Result<Response, ActionError> {
        self.require_channel()?;
        let data = {
            let world = self.shared.world();
            let input = CommandInput { world: &world, user: self.user, channel: self.channel };
            input.menu_data(entry, target).map_err(ActionError::Rejected)?
        };
        let name = Some(entry.to_owned());
        self.send(Interaction { kind: InteractionKind::Command, data, name, ..self.interaction() }).await
    }

    /// Presses a button on a message and waits for the bot's first response.
    ///
    /// `button` is the label or custom id of the button. The button is looked up in the current version of
    /// the message, even if `message` is an older copy.
    pub async fn press(&self, message: &Message, button: &str) -> Result<Response, ActionError> {
        self.press_on(message.id(), button).await
    }

    pub(crate) async fn press_on(&self, message: Snowflake, button: &str) -> Result<Response, ActionError> {
        self.send_component(message, |now| component_input::press(now, button)).await
    }

    /// Sends a button press even if the button does not exist or is disabled.
    ///
    /// This simulates a modified or outdated client. The user must be able to see the message.
    pub async fn press_raw(&self, message: Snowflake, custom_id: &str) -> Result<Response, ActionError> {
        let data = json!({"custom_id": custom_id, "component_type": 2, "id": 0});
        self.send_component(message, |_| Ok(data)).await
    }

    /// Selects values in a select menu on a message and waits for the bot's first response.
    ///
    /// `menu` is the custom id or placeholder of the menu.
    pub async fn select(
        &self,
        message: &Message,
        menu: &str,
        values: &[&str],
    ) -> Result<Response, ActionError> {
        self.select_on(message.id(), menu, values).await
    }

    pub(crate) async fn select_on(
        &self,
        message: Snowflake,
        menu: &str,
        values: &[&str],
    ) -> Result<Response, ActionError> {
        let select = |now: &_| component_input::select(&self.shared.world(), now, menu, values);
        self.send_component(message, select).await
    }

    /// Sends a menu selection even if the menu does not exist or does not offer the values.
    ///
    /// This simulates a modified or outdated client. The user must be able to see the message.
    pub async fn select_raw(
        &self,
        message: Snowflake,
        custom_id: &str,
        values: &[&str],
    ) -> Result<Response, ActionError> {
        let data = json!({"custom_id": custom_id, "component_type": 3, "id": 0, "values": values});
        self.send_component(message, |_| Ok(data)).await
    }

    /// Sends an interaction for a button or select menu and waits for the bot's first response.
    ///
    /// `data` builds the interaction data from the current version of the message.
    async fn send_component(
        &self,
        message: Snowflake,
        data: impl FnOnce(&Message) -> Result<Value, String>,
    ) -> Result<Response, ActionError> {
        let now = self.visible_message(message)?;
        self.send(Interaction {
            kind: InteractionKind::Component,
            channel: now.channel(),
            data: data(&now).map_err(ActionError::Rejected)?,
            source: Some(message),
            ..self.interaction()
        })
        .await
    }

    /// Submits a modal and waits for the bot's first response.
    ///
    /// `modal` is the custom id of a modal that the bot has opened for this user. `fields` contains the
    /// custom id and text of each text input.
    pub async fn submit(&self, modal: &str, fields: &[(&str, &str)]) -> Result<Response, ActionError> {
        self.require_channel()?;
        let new = component_input::submit(&self.shared.world(), (self.user, self.channel), modal, fields);
        self.send(new.map_err(ActionError::Rejected)?).await
    }

    /// Sends an arbitrary interaction payload, even one that no Discord client would send.
    ///
    /// The `id` and `token` fields of the payload are replaced so that the bot can respond.
    pub async fn send_raw(&self, mut payload: Value) -> Result<Response, ActionError> {
        self.require_channel()?;
        let number = payload["type"].as_u64().and_then(|number| u8::try_from(number).ok());
        let kind = number.and_then(InteractionKind::from_repr).unwrap_or_default();
        let (data, source) = (payload["data"].clone(), Snowflake::of(&payload["message"]["id"]));
        let interaction = Interaction { kind, source, data, ..self.interaction() };
        let id = self.shared.send_interaction_as(interaction, |mut real| {
            if let Some(payload) = payload.as_object_mut() {
                payload.extend(["id", "token"].map(|key| (key.to_owned(), real[key].take())));
            }
            payload
        });
        self.wait_for_answer(id).await
    }

    /// Creates an empty interaction for this user in the current channel.
    fn interaction(&self) -> Interaction {
        Interaction { user: self.user, channel: self.channel, ..Interaction::default() }
    }

    async fn send(&self, interaction: Interaction) -> Result<Response, ActionError> {
        let id = self.shared.send_interaction(interaction);
        self.wait_for_answer(id).await
    }

    async fn wait_for_answer(&self, id: Snowflake) -> Result<Response, ActionError> {
        let outcome = self.wait_for_outcome(id).await?;
        let message = outcome.message().and_then(|message| self.message(message));
        let flags = message.as_ref().map_or(0, Message::flags);
        let updated = matches!(outcome, Outcome::Updated(_));
        let modal = if let Outcome::Modal(modal) = outcome { Some(modal) } else { None };
        Ok(Response { interaction: id, message, flags, updated, modal })
    }

    /// Waits for the bot's first response to an interaction.
    ///
    /// The sandbox marks an unanswered interaction as timed out after three seconds. If its clock does not
    /// run by itself, the wait ends after [`STALL_TIMEOUT`].
    async fn wait_for_outcome(&self, id: Snowflake) -> Result<Outcome, ActionError> {
        let outcome = self.outcome(id);
        if self.shared.options.clock == ClockMode::System {
            return outcome.await;
        }
        tokio::time::timeout(STALL_TIMEOUT, outcome).await.unwrap_or_else(|_| {
            let interaction = self.shared.world().interactions.get(&id).map(|sent| sent.data.to_string());
            let seen = [format!("no response to {}", interaction.unwrap_or_default())];
            Err(ActionError::timeout(STALL_TIMEOUT, &seen, &self.shared))
        })
    }

    async fn outcome(&self, id: Snowflake) -> Result<Outcome, ActionError> {
        let settled = self.shared.world().interactions.get(&id).map(|sent| Arc::clone(&sent.settled));
        let settled = settled.ok_or(ActionError::NoResponse)?;
        loop {
            // Created before the outcome is read, so that no notification is missed.
            let notified = settled.notified();
            let outcome = self.shared.world().interactions.get(&id).map(|sent| sent.outcome.clone());
            match outcome {
                None | Some(Some(Outcome::TimedOut)) => return Err(ActionError::NoResponse),
                Some(Some(outcome)) => return Ok(outcome),
                Some(None) => notified.await,
            }
        }
    }
}

fn split(path: &str) -> Vec<&str> {
    path.trim_start_matches('/').split_whitespace().collect()
}

fn inputs<'a>(options: impl IntoIterator<Item = (&'a str, Value)>) -> Vec<OptionInput> {
    let input = |(name, value): (&str, Value)| OptionInput { name: name.to_owned(), value, focused: false };
    options.into_iter().map(input).collect()
}
