//! Validation of slash command input and of context menus, as in Discord's client.
//!
//! The command must be registered and available to the user in the channel, its options must exist and their
//! values must be valid.

use serde_json::{Map, Value, json};

use crate::state::permission;
use crate::state::snowflake::Snowflake;
use crate::state::world::World;

/// Command type of slash commands.
const CHAT_INPUT: u64 = 1;
/// Command type of entries in the context menu of a user.
const USER: u64 = 2;
/// Command type of entries in the context menu of a message.
const MESSAGE: u64 = 3;
/// Installation context of users who installed the bot for themselves.
const USER_INSTALL: u64 = 1;
const SUB_COMMAND: u64 = 1;
const SUB_COMMAND_GROUP: u64 = 2;
/// Largest absolute value allowed for integer and number options (2^53).
const MAX_NUMBER: f64 = 9_007_199_254_740_992.0;

/// A command option and the value that the user entered for it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OptionInput {
    pub(crate) name: String,
    pub(crate) value: Value,
    /// `true` if the user is requesting autocomplete suggestions for this option.
    pub(crate) focused: bool,
}

/// The target of a context menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MenuTarget {
    User(Snowflake),
    Message(Snowflake),
}

/// The context in which a user enters a slash command: the user, the channel and the simulated Discord.
pub(crate) struct CommandInput<'a> {
    pub(crate) world: &'a World,
    pub(crate) user: Snowflake,
    pub(crate) channel: Snowflake,
}

impl CommandInput<'_> {
    /// Validates the input and returns the `data` object of the command's interaction.
    ///
    /// # Errors
    /// Returns an error message if Discord's client would reject the input.
    pub(crate) fn interaction_data(&self, path: &[&str], given: &[OptionInput]) -> Result<Value, String> {
        let command_name = format!("/{}", path.join(" "));
        let (first, rest) = path.split_first().ok_or("No command was given.")?;
        let command = self
            .command(CHAT_INPUT, first)
            .ok_or_else(|| format!("There is no command {command_name} here."))?;
        let mut leaf = command;
        for name in rest {
            let inner = leaf["options"].as_array().into_iter().flatten();
            let found = inner.filter(|option| is_subcommand(option)).find(|option| option["name"] == *name);
            leaf = found.ok_or_else(|| format!("There is no command {command_name} here."))?;
        }
        let options = leaf["options"].as_array().map_or(&[][..], Vec::as_slice);
        if options.iter().any(is_subcommand) {
            return Err(format!("{command_name} needs a subcommand."));
        }
        let mut options = self.fill(options, given)?;
        for (name, kind) in rest.iter().rev().zip([SUB_COMMAND, SUB_COMMAND_GROUP]) {
            options = json!([{"name": name, "type": kind, "options": options}]);
        }
        let mut data = json!({
            "id": command["id"], "name": command["name"], "type": 1, "options": options,
            "resolved": self.resolved(given),
        });
        if let Some(guild) = command.get("guild_id") {
            data["guild_id"] = guild.clone();
        }
        Ok(data)
    }

    /// Validates the choice of a context menu entry and returns the `data` object of its interaction.
    ///
    /// # Errors
    /// Returns an error message if Discord's client would not offer the entry.
    pub(crate) fn menu_data(&self, entry: &str, target: MenuTarget) -> Result<Value, String> {
        let (kind, target_id, resolved) = match target {
            MenuTarget::User(id) => (USER, id, self.resolved_ids([id])),
            MenuTarget::Message(id) => (MESSAGE, id, self.resolved_message(id)?),
        };
        let command = self.command(kind, entry).ok_or_else(|| format!("There is no entry {entry} here."))?;
        Ok(json!({
            "id": command["id"], "name": command["name"], "type": kind, "target_id": target_id,
            "resolved": resolved,
        }))
    }

    /// Returns the `resolved` object with a message that the user can see.
    fn resolved_message(&self, id: Snowflake) -> Result<Value, String> {
        let message = self.world.messages.get(&id).filter(|one| self.world.can_see(self.user, one));
        match message {
            None => Err("You can't see this message.".to_owned()),
            Some(message) if message.visible_to.is_some() => {
                Err("An ephemeral message has no entries of apps.".to_owned())
            }
            Some(message) => {
                let mut messages = Map::new();
                messages.insert(id.to_string(), message.body.clone());
                Ok(json!({"messages": messages}))
            }
        }
    }

    /// Returns all commands and context menu entries that the user can use in the channel.
    pub(crate) fn available(&self) -> impl Iterator<Item = &Value> {
        let usable = self.world.commands.iter().filter(|(place, command)| self.can_use(*place, command));
        usable.map(|(_, command)| command)
    }

    /// Returns the command `name` if the user can use it in the channel.
    ///
    /// A guild command takes precedence over a global command with the same name.
    fn command(&self, kind: u64, name: &str) -> Option<&Value> {
        let usable = |(place, command): &&(Option<Snowflake>, Value)| {
            command["name"] == name && command["type"] == kind && self.can_use(*place, command)
        };
        let found = self.world.commands.iter().filter(usable).min_by_key(|(place, _)| place.is_none());
        found.map(|(_, command)| command)
    }

    /// Returns `true` if the user can use a command in the channel.
    ///
    /// Only global commands are available in direct messages. In a guild that the bot has not joined, only
    /// commands for user installs are available; the sandbox treats every user as having installed the bot.
    fn can_use(&self, place: Option<Snowflake>, command: &Value) -> bool {
        let channel = self.world.channels.get(&self.channel);
        let (Some(channel), Some(user)) = (channel, self.world.user(self.user)) else { return false };
        let direct = channel.is_direct();
        let is_member = channel.guild.is_some_and(|guild| self.world.joined_guild(guild).is_some());
        let installs = command["integration_types"].as_array();
        let is_for_users = installs.is_some_and(|installs| installs.contains(&json!(USER_INSTALL)));
        let contexts = command["contexts"].as_array();
        let context = json!(u8::from(direct));
        let required = command["default_member_permissions"].as_str();
        let required = required
            .and_then(|bits| bits.parse::<u64>().ok())
            .map_or(0, |required| required | permission::VIEW_CHANNEL);
        (direct || is_member || is_for_users)
            && (place.is_none() || place == channel.guild)
            && !(direct && command["dm_permission"] == json!(false))
            && contexts.is_none_or(|contexts| contexts.contains(&context))
            && (direct || self.world.are_commands_open || user.permissions() & required == required)
    }

    fn fill(&self, known: &[Value], given: &[OptionInput]) -> Result<Value, String> {
        let is_autocomplete = given.iter().any(|given| given.focused);
        for option in known.iter().filter(|option| option["required"] == json!(true)) {
            if !is_autocomplete && !given.iter().any(|given| option["name"] == given.name.as_str()) {
                let name = option["name"].as_str().unwrap_or_default();
                return Err(format!("The option {name} is required."));
            }
        }
        let mut filled = Vec::new();
        for given in given {
            let option = known.iter().find(|option| option["name"] == given.name.as_str());
            let option = option.ok_or_else(|| format!("There is no option {} here.", given.name))?;
            let mut entry = json!({"name": given.name, "type": option["type"], "value": given.value});
            if given.focused {
                if option["autocomplete"] != json!(true) {
                    return Err(format!("The option {} has no suggestions.", given.name));
                }
                entry["focused"] = json!(true);
                let typed = given.value.as_str().map_or_else(|| given.value.to_string(), str::to_owned);
                entry["value"] = json!(typed);
            } else {
                self.check(option, given)?;
            }
            filled.push(entry);
        }
        Ok(Value::Array(filled))
    }

    fn check(&self, option: &Value, given: &OptionInput) -> Result<(), String> {
        let value = &given.value;
        let id = Snowflake::of(value);
        // The role @everyone has the id of its guild.
        let guild = self.world.guild_of(self.channel);
        let right_type = match option["type"].as_u64() {
            Some(3) => value.is_string(),
            Some(4) => value.is_i64() || value.is_u64(),
            Some(5) => value.is_boolean(),
            Some(6) => id.is_some_and(|id| self.world.user_json(id).is_some()),
            Some(7) => id.and_then(|id| self.world.channels.get(&id)).is_some_and(|one| one.guild == guild),
            Some(8) => id.is_some() && id == guild,
            Some(9) => id.is_some_and(|id| self.world.user_json(id).is_some() || Some(id) == guild),
            Some(10) => value.is_number(),
            _ => false,
        };
        if !right_type || !fits(option, value) {
            return Err(format!("{value} is not a valid value of the option {}.", given.name));
        }
        let choices = option["choices"].as_array().filter(|choices| !choices.is_empty());
        if choices.is_some_and(|choices| !choices.iter().any(|choice| choice["value"] == *value)) {
            return Err(format!("{value} is not one of the choices of {}.", given.name));
        }
        Ok(())
    }

    /// Returns the `resolved` object with the users, members and channels that the option values refer to.
    fn resolved(&self, given: &[OptionInput]) -> Value {
        self.resolved_ids(given.iter().filter_map(|given| given.value.as_str()?.parse().ok()))
    }

    fn resolved_ids(&self, ids: impl IntoIterator<Item = Snowflake>) -> Value {
        let (mut users, mut members, mut channels) = (Map::new(), Map::new(), Map::new());
        for id in ids {
            if let Some(user) = self.world.user(id) {
                users.insert(id.to_string(), user.user_json());
                let mut member = user.member_json();
                if let Some(member) = member.as_object_mut() {
                    for field in ["user", "deaf", "mute"] {
                        member.remove(field);
                    }
                }
                members.insert(id.to_string(), member);
            }
            if let Some(channel) = self.world.channels.get(&id) {
                channels.insert(id.to_string(), channel.partial(permission::TEXT));
            }
        }
        json!({"users": users, "members": members, "channels": channels})
    }
}

fn is_subcommand(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(SUB_COMMAND | SUB_COMMAND_GROUP))
}

/// Returns `true` if the value satisfies the option's length and range limits.
fn fits(option: &Value, value: &Value) -> bool {
    if let Some(text) = value.as_str() {
        let length = text.chars().count() as u64;
        let (min, max) =
            (option["min_length"].as_u64().unwrap_or(0), option["max_length"].as_u64().unwrap_or(6000));
        return (min..=max).contains(&length);
    }
    let Some(number) = value.as_f64() else { return true };
    let min = option["min_value"].as_f64().unwrap_or(-MAX_NUMBER);
    let max = option["max_value"].as_f64().unwrap_or(MAX_NUMBER);
    (min..=max).contains(&number)
}
