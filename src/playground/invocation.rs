//! A slash command as a person's client lets it be typed: only registered commands, known options, right values.

use serde_json::{Map, Value, json};

use super::permission;
use super::snowflake::Id;
use super::world::World;

const SUB_COMMAND: u64 = 1;
const SUB_COMMAND_GROUP: u64 = 2;
/// Integers and numbers lie between -2^53 and 2^53.
const LARGEST_NUMBER: f64 = 9_007_199_254_740_992.0;

/// An option as typed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Given {
    pub(super) name: String,
    pub(super) value: Value,
    /// The one being typed, whose choices are asked for.
    pub(super) focused: bool,
}

/// A person at a place, typing a command.
pub(super) struct Typist<'a> {
    pub(super) world: &'a World,
    pub(super) user: Id,
    pub(super) channel: Id,
}

impl Typist<'_> {
    /// The `data` of the interaction, or the sentence with which the client refuses.
    pub(super) fn type_in(&self, path: &[&str], given: &[Given]) -> Result<Value, String> {
        let spoken = format!("/{}", path.join(" "));
        let (first, rest) = path.split_first().ok_or("No command was given.")?;
        let command = self.command(first).ok_or_else(|| format!("There is no command {spoken} here."))?;
        let mut leaf = command;
        for name in rest {
            let inner = leaf["options"].as_array().into_iter().flatten();
            leaf = inner
                .filter(|option| matches!(option["type"].as_u64(), Some(SUB_COMMAND | SUB_COMMAND_GROUP)))
                .find(|option| option["name"] == *name)
                .ok_or_else(|| format!("There is no command {spoken} here."))?;
        }
        let options = leaf["options"].as_array().map_or(&[][..], Vec::as_slice);
        if options
            .iter()
            .any(|option| matches!(option["type"].as_u64(), Some(SUB_COMMAND | SUB_COMMAND_GROUP)))
        {
            return Err(format!("{spoken} needs a subcommand."));
        }
        let mut filled = self.fill(options, given)?;
        for name in rest.iter().rev() {
            let depth = if filled.is_wrapped { SUB_COMMAND_GROUP } else { SUB_COMMAND };
            filled = Filled {
                options: json!([{"name": name, "type": depth, "options": filled.options}]),
                is_wrapped: true,
            };
        }
        let mut data = json!({
            "id": command["id"], "name": command["name"], "type": 1, "options": filled.options,
            "resolved": self.resolved(given),
        });
        if let Some(guild) = command.get("guild_id") {
            data["guild_id"] = guild.clone();
        }
        Ok(data)
    }

    /// The guild's own commands come before those of everywhere; in direct messages only the latter exist.
    fn command(&self, name: &str) -> Option<&Value> {
        let direct = self.world.channels.get(&self.channel)?.is_direct();
        if !direct && !self.world.is_member {
            return None;
        }
        let human = self.world.human(self.user)?;
        let usable = |(place, command): &&(Option<Id>, Value)| {
            let contexts = command["contexts"].as_array();
            let context = json!(u8::from(direct));
            let right =
                command["default_member_permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok());
            command["name"] == name
                && command["type"] == 1
                && !(direct && (place.is_some() || command["dm_permission"] == json!(false)))
                && contexts.is_none_or(|contexts| contexts.contains(&context))
                && right.is_none_or(|right| {
                    direct
                        || human.permissions() & (right | permission::VIEW_CHANNEL)
                            == (right | permission::VIEW_CHANNEL)
                })
        };
        let mut found: Vec<_> = self.world.commands.iter().filter(usable).collect();
        found.sort_by_key(|(place, _)| place.is_none());
        found.first().map(|(_, command)| command)
    }

    fn fill(&self, known: &[Value], given: &[Given]) -> Result<Filled, String> {
        let asking = given.iter().any(|given| given.focused);
        for option in known.iter().filter(|option| option["required"] == json!(true)) {
            if !asking && !given.iter().any(|given| option["name"] == given.name.as_str()) {
                return Err(format!(
                    "The option {} is required.",
                    option["name"].as_str().unwrap_or_default()
                ));
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
                entry["value"] =
                    json!(given.value.as_str().map_or_else(|| given.value.to_string(), str::to_owned));
            } else {
                self.check(option, given)?;
            }
            filled.push(entry);
        }
        Ok(Filled { options: Value::Array(filled), is_wrapped: false })
    }

    fn check(&self, option: &Value, given: &Given) -> Result<(), String> {
        let value = &given.value;
        let id = Id::of(value);
        let right_type = match option["type"].as_u64() {
            Some(3) => value.is_string(),
            Some(4) => value.is_i64() || value.is_u64(),
            Some(5) => value.is_boolean(),
            Some(6) => id.is_some_and(|id| self.world.user(id).is_some()),
            Some(7) => id.is_some_and(|id| self.world.channels.contains_key(&id)),
            Some(8) => id == Some(self.world.guild),
            Some(9) => id.is_some_and(|id| self.world.user(id).is_some() || id == self.world.guild),
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

    /// The people and channels named in options, written out.
    fn resolved(&self, given: &[Given]) -> Value {
        let (mut users, mut members, mut channels) = (Map::new(), Map::new(), Map::new());
        for id in given.iter().filter_map(|given| given.value.as_str()?.parse::<Id>().ok()) {
            if let Some(human) = self.world.human(id) {
                users.insert(id.to_string(), human.user());
                let mut member = human.member();
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

struct Filled {
    options: Value,
    /// Already inside a subcommand.
    is_wrapped: bool,
}

/// Within the option's limits.
fn fits(option: &Value, value: &Value) -> bool {
    if let Some(text) = value.as_str() {
        let length = text.chars().count() as u64;
        let (min, max) =
            (option["min_length"].as_u64().unwrap_or(0), option["max_length"].as_u64().unwrap_or(6000));
        return (min..=max).contains(&length);
    }
    let Some(number) = value.as_f64() else { return true };
    let min = option["min_value"].as_f64().unwrap_or(-LARGEST_NUMBER);
    let max = option["max_value"].as_f64().unwrap_or(LARGEST_NUMBER);
    (min..=max).contains(&number)
}
