//! Discord's JSON for interactions: the `INTERACTION_CREATE` payload and the metadata on response messages.

use serde_json::{Value, json};

use super::interaction::{Interaction, InteractionKind};
use super::world::World;

/// Maximum attachment size in bytes, as reported in interaction payloads.
const ATTACHMENT_LIMIT: u32 = 10 * 1024 * 1024;

/// Returns the `interaction_metadata` object of a message that responds to an interaction.
pub(crate) fn metadata(interaction: &Interaction, world: &World) -> Value {
    let mut metadata = json!({
        "id": interaction.id, "type": interaction.kind.number(), "user": world.user_json(interaction.user),
        "authorizing_integration_owners": owners(interaction, world),
    });
    if let Some(name) = &interaction.name {
        metadata["name"] = json!(name);
    }
    if let Some(source) = interaction.source {
        metadata["interacted_message_id"] = json!(source);
    }
    if interaction.kind == InteractionKind::Modal {
        let mut trigger = metadata.clone();
        trigger["type"] = json!(if interaction.source.is_some() { 3 } else { 2 });
        metadata["triggering_interaction_metadata"] = trigger;
    }
    metadata
}

/// Returns the `authorizing_integration_owners` object.
///
/// The object contains the guild id, or `"0"` for a direct message. For a command in a guild that the bot has
/// not joined, it contains the user who installed the bot. A component has the owners of the interaction that
/// created its message.
fn owners(interaction: &Interaction, world: &World) -> Value {
    let source = interaction.source.and_then(|source| world.messages.get(&source));
    let of_source =
        source.map(|message| &message.body["interaction_metadata"]["authorizing_integration_owners"]);
    if let Some(owners) = of_source.filter(|owners| owners.is_object()) {
        return owners.clone();
    }
    match world.guild_with(interaction.channel) {
        None => json!({"0": "0"}),
        Some(guild) if guild.is_member || source.is_some() => json!({"0": guild.id}),
        Some(_) => json!({"1": interaction.user}),
    }
}

/// Returns the payload (`d` field) of the `INTERACTION_CREATE` event.
pub(crate) fn payload(interaction: &Interaction, world: &World) -> Value {
    let mut payload = json!({
        "id": interaction.id, "application_id": world.bot, "type": interaction.kind.number(), "token": interaction.token,
        "version": 1, "data": interaction.data, "channel_id": interaction.channel, "entitlements": [],
        "authorizing_integration_owners": owners(interaction, world), "attachment_size_limit": ATTACHMENT_LIMIT,
    });
    let (Some(user), Some(channel)) =
        (world.user(interaction.user), world.channels.get(&interaction.channel))
    else {
        return payload;
    };
    payload["locale"] = json!(user.locale);
    payload["channel"] = channel.partial(user.permissions());
    payload["app_permissions"] = json!(channel.allowed.to_string());
    if let Some(guild) = world.guild_with(channel.id) {
        payload["context"] = json!(0);
        payload["guild_id"] = json!(guild.id);
        payload["guild_locale"] = json!(guild.locale);
        payload["guild"] = json!({"id": guild.id, "locale": guild.locale, "features": []});
        payload["member"] = user.member_json();
    } else {
        payload["context"] = json!(1);
        payload["user"] = user.user_json();
    }
    if let Some(message) = interaction.source.and_then(|source| world.messages.get(&source)) {
        payload["message"] = message.body.clone();
    }
    payload
}
