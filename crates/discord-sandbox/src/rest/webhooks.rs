//! REST routes that are authorized by an interaction's token: follow-up messages and edits of responses.
//!
//! See "Followup Messages" in Discord's interactions documentation.

use serde_json::json;

use super::channels;
use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::{Request, path_id};
use crate::shared::Shared;
use crate::state::interaction::{Interaction, TOKEN_LIFETIME};
use crate::state::snowflake::Snowflake;
use crate::state::stored_message::{EPHEMERAL, StoredMessage};
use crate::validation::message::MessageRoute;

pub(super) fn handle(request: &Request, token: &str, rest: &[&str]) -> Result<Reply, ApiError> {
    request.allow_query(&["wait", "thread_id", "with_components"]);
    let interaction = valid(&request.shared, token)?;
    match (request.method.as_str(), rest) {
        ("POST", []) => follow_up(request, &interaction),
        (method, ["messages", which]) => {
            let id = match *which {
                "@original" => interaction.original(),
                id => Some(path_id(id, "message_id")?),
            };
            handle_message(request, method, &interaction, id.ok_or_else(error::unknown_message)?)
        }
        _ => Err(error::no_route()),
    }
}

/// Returns the interaction with the given token.
///
/// # Errors
/// Returns an error if the token is unknown or has expired, or if the bot has not responded to the
/// interaction yet.
fn valid(shared: &Shared, token: &str) -> Result<Interaction, ApiError> {
    let world = shared.world();
    let interaction = world.interaction_by_token(token).ok_or_else(error::unknown_webhook)?;
    if shared.age(interaction) >= TOKEN_LIFETIME {
        return Err(error::expired_token());
    }
    if !interaction.is_answered() {
        return Err(error::unknown_webhook());
    }
    Ok(interaction.clone())
}

fn follow_up(request: &Request, interaction: &Interaction) -> Result<Reply, ApiError> {
    request.require_valid(channels::field_errors(request, &request.body, MessageRoute::FollowUp, &[]))?;
    let thinking = {
        let world = request.world();
        let original = interaction.original().and_then(|original| world.messages.get(&original));
        original.filter(|message| message.is_loading()).cloned()
    };
    // The first follow-up replaces a "thinking…" message and keeps its ephemeral flag.
    if let Some(message) = thinking {
        return channels::apply_edit(request, message, request.fields()?);
    }
    let flags = request.body["flags"].as_u64().unwrap_or(0);
    let visible_to = (flags & EPHEMERAL != 0).then_some(interaction.user);
    let mut message = request.shared.new_bot_message(interaction.channel, visible_to, Some(interaction));
    message.set_flags(flags);
    if let Some(original) = interaction.original() {
        message.body["type"] = json!(19);
        message.body["message_reference"] = request.world().reference(interaction.channel, original);
        message.body["interaction_metadata"]["original_response_message_id"] = json!(original);
    }
    channels::fill(&mut message, request.fields()?, request)?;
    let audience = request.world().audience(&message);
    Ok(Reply::message(request.shared.publish(message), audience))
}

/// Handles a request to read, edit or delete a message that belongs to an interaction.
///
/// The message is either a response to the interaction or the message whose button or menu the user used.
fn handle_message(
    request: &Request,
    method: &str,
    interaction: &Interaction,
    id: Snowflake,
) -> Result<Reply, ApiError> {
    let belongs_here = |message: &&StoredMessage| {
        message.interaction == Some(interaction.id) || interaction.source == Some(message.id)
    };
    let message = request.world().messages.get(&id).filter(belongs_here).cloned();
    let message = message.ok_or_else(error::unknown_message)?;
    match method {
        "GET" => Ok(Reply::ok(message.body)),
        "PATCH" => channels::edit(request, message, MessageRoute::FollowUpEdit),
        "DELETE" => {
            request.shared.delete_message(id);
            Ok(Reply::empty())
        }
        _ => Err(error::wrong_method()),
    }
}
