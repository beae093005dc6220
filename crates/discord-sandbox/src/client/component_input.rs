//! Validation of button, select menu and modal input, as in Discord's client.

use serde_json::{Map, Value, json};

use super::message::Message;
use crate::state::interaction::{Interaction, InteractionKind, Outcome};
use crate::state::snowflake::Snowflake;
use crate::state::world::World;

/// Returns the `data` object of the interaction for a button press.
///
/// # Errors
/// Returns an error message if Discord's client would reject the button press.
pub(crate) fn press(message: &Message, button: &str) -> Result<Value, String> {
    let item = usable(message, button)?;
    if item["type"] != 2 {
        return Err(format!("{button} is not a button."));
    }
    let Some(custom_id) = item["custom_id"].as_str() else {
        return Err(format!("{button} is a link."));
    };
    Ok(json!({"custom_id": custom_id, "component_type": 2, "id": place(message, item)}))
}

/// Returns the `data` object of the interaction for a select menu.
///
/// # Errors
/// Returns an error message if Discord's client would reject the selection.
pub(crate) fn select(world: &World, message: &Message, menu: &str, values: &[&str]) -> Result<Value, String> {
    let item = usable(message, menu)?;
    let kind = item["type"].as_u64().filter(|kind| matches!(kind, 3 | 5..=8));
    let kind = kind.ok_or_else(|| format!("{menu} is not a menu."))?;
    let (min, max) = (item["min_values"].as_u64().unwrap_or(1), item["max_values"].as_u64().unwrap_or(1));
    if !(min..=max).contains(&(values.len() as u64)) {
        return Err(format!("Choose {min} to {max}, not {}.", values.len()));
    }
    let offered = item["options"].as_array();
    for value in values {
        let known = match kind {
            3 => offered.into_iter().flatten().any(|option| option["value"] == *value),
            _ => value.parse::<Snowflake>().is_ok(),
        };
        if !known {
            return Err(format!("{value} is not offered."));
        }
    }
    let id = place(message, item);
    let mut data =
        json!({"custom_id": item["custom_id"], "component_type": kind, "id": id, "values": values});
    if kind != 3 {
        data["resolved"] = resolved(world, values);
    }
    Ok(data)
}

fn resolved(world: &World, values: &[&str]) -> Value {
    let ids = values.iter().filter_map(|value| value.parse::<Snowflake>().ok());
    let users: Map<String, Value> =
        ids.filter_map(|id| Some((id.to_string(), world.user_json(id)?))).collect();
    json!({"users": users})
}

fn usable<'a>(message: &'a Message, name: &str) -> Result<&'a Value, String> {
    let item = message.component(name).ok_or_else(|| format!("There is no {name} on this message."))?;
    if item["disabled"] == json!(true) {
        let label = item["label"].as_str().or(item["placeholder"].as_str()).unwrap_or(name);
        return Err(format!("{label} is disabled."));
    }
    Ok(item)
}

/// Returns the numeric id of a button or select menu, which is its one-based position in the message.
fn place(message: &Message, item: &Value) -> usize {
    message.components().position(|other| other == item).map_or(0, |place| place + 1)
}

/// Creates the interaction for submitting a modal.
///
/// `modal` is the custom id of a modal that the bot has opened for the user.
///
/// # Errors
/// Returns an error message if Discord's client would reject the submission.
pub(crate) fn submit(
    world: &World,
    (user, channel): (Snowflake, Snowflake),
    modal: &str,
    fields: &[(&str, &str)],
) -> Result<Interaction, String> {
    let opened = |interaction: &'_ &Interaction| interaction.user == user;
    let mut opened = world.interactions.values().rev().filter(opened).filter_map(|interaction| {
        let Some(Outcome::Modal(dialog)) = &interaction.outcome else { return None };
        (dialog["custom_id"] == modal).then_some((interaction.source, dialog))
    });
    let (source, dialog) = opened.next().ok_or_else(|| format!("No modal {modal} is open."))?;
    let rows = dialog["components"].as_array().into_iter().flatten();
    let inputs: Vec<&Value> =
        rows.flat_map(|row| row["components"].as_array().into_iter().flatten()).collect();
    if let Some((name, _)) = fields.iter().find(|(name, _)| !inputs.iter().any(|i| i["custom_id"] == *name)) {
        return Err(format!("There is no field {name}."));
    }
    let rows: Result<Value, String> = inputs.iter().map(|input| fill(input, fields)).collect();
    let data = json!({"custom_id": modal, "components": rows?});
    Ok(Interaction { kind: InteractionKind::Modal, user, channel, data, source, ..Interaction::default() })
}

fn fill(input: &Value, fields: &[(&str, &str)]) -> Result<Value, String> {
    let name = input["custom_id"].as_str().unwrap_or_default();
    let given = fields.iter().find(|(field, _)| *field == name).map(|(_, value)| *value);
    let value = given.or(input["value"].as_str()).unwrap_or_default();
    let length = value.chars().count() as u64;
    let required = input["required"] != json!(false);
    let min = input["min_length"].as_u64().unwrap_or(u64::from(required));
    let max = input["max_length"].as_u64().unwrap_or(4000);
    if (required || length > 0) && !(min..=max).contains(&length) {
        return Err(format!("{name} takes {min} to {max} characters."));
    }
    Ok(json!({"type": 1, "components": [{"type": 4, "custom_id": name, "value": value}]}))
}
