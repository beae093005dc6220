//! First responses to interactions.
//!
//! See "Receiving and Responding" in Discord's interactions documentation.

use serde_json::{Map, Value, json};

use super::channels;
use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::Request;
use crate::shared::Shared;
use crate::state::interaction::{Interaction, InteractionKind, Outcome};
use crate::state::snowflake::Snowflake;
use crate::state::stored_message::{EPHEMERAL, LOADING, StoredMessage};
use crate::traffic::Audience;
use crate::validation::message::MessageRoute;
use crate::validation::{FieldError, Form, at, choices, component};

const MESSAGE: u64 = 4;
const DEFERRED_MESSAGE: u64 = 5;
const DEFERRED_UPDATE: u64 = 6;
const UPDATE: u64 = 7;
const CHOICES: u64 = 8;
const MODAL: u64 = 9;

/// Outcome of a bot's first response to an interaction, with the users who can see the response.
struct CallbackResult {
    outcome: Outcome,
    audience: Audience,
    /// Message that was created or edited, if any. It is returned to the bot if the request has the query
    /// parameter `with_response=true`.
    message: Option<Value>,
}

pub(super) fn answer(request: &Request, id: Snowflake, token: &str) -> Result<Reply, ApiError> {
    request.allow_query(&["with_response"]);
    let interaction = pending_interaction(&request.shared, id, token)?;
    let form = Form::default();
    form.object("", &request.body, "type data").ok_or_else(error::not_json)?;
    request.require_valid(form.errors())?;
    let kind = request.body["type"].as_u64().unwrap_or(0);
    if !fits(&interaction, kind) {
        return Err(wrong_type(&interaction, kind));
    }
    let empty = json!({});
    let data = Some(&request.body["data"]).filter(|data| !data.is_null()).unwrap_or(&empty);
    let result = carry_out(request, &interaction, kind, data)?;
    request.shared.set_outcome(id, result.outcome.clone());
    let wanted = request.query_value("with_response");
    let reply = if wanted.is_some_and(|wanted| wanted == "1" || wanted.eq_ignore_ascii_case("true")) {
        Reply::ok(response(&request.shared, &interaction, kind, &result))
    } else {
        Reply::empty()
    };
    Ok(Reply { audience: result.audience, ..reply })
}

/// Returns the interaction that the bot is responding to.
///
/// # Errors
/// Returns an error if the interaction does not exist, has expired, or already has a response.
fn pending_interaction(shared: &Shared, id: Snowflake, token: &str) -> Result<Interaction, ApiError> {
    let world = shared.world();
    let interaction = world.interactions.get(&id).filter(|interaction| interaction.token == token);
    let interaction = interaction.ok_or_else(error::unknown_interaction)?;
    if interaction.is_answered() {
        return Err(error::already_acknowledged());
    }
    if shared.age(interaction) >= shared.options.response_deadline || interaction.outcome.is_some() {
        return Err(error::unknown_interaction());
    }
    Ok(interaction.clone())
}

fn wrong_type(interaction: &Interaction, kind: u64) -> ApiError {
    let message = format!("Type {kind} does not answer an interaction of type {}", interaction.kind.number());
    ApiError::field("type", "INTERACTION_CALLBACK_TYPE_INVALID", message)
}

fn fits(interaction: &Interaction, kind: u64) -> bool {
    let creates = matches!(kind, MESSAGE | DEFERRED_MESSAGE);
    let updates = matches!(kind, DEFERRED_UPDATE | UPDATE);
    match interaction.kind {
        InteractionKind::Autocomplete => kind == CHOICES,
        InteractionKind::Command => creates || kind == MODAL,
        InteractionKind::Component => creates || updates || kind == MODAL,
        InteractionKind::Modal => creates || (updates && interaction.source.is_some()),
    }
}

fn carry_out(
    request: &Request,
    interaction: &Interaction,
    kind: u64,
    data: &Value,
) -> Result<CallbackResult, ApiError> {
    match kind {
        MESSAGE | DEFERRED_MESSAGE => create(request, interaction, kind == DEFERRED_MESSAGE, data),
        UPDATE => update(request, interaction, data),
        DEFERRED_UPDATE => Ok(CallbackResult {
            outcome: Outcome::Updated(interaction.source),
            audience: Audience::Nobody,
            message: None,
        }),
        CHOICES => {
            request.require_valid(choices::check_choices(data))?;
            let choices = data["choices"].as_array().cloned().unwrap_or_default();
            Ok(private_result(interaction, Outcome::Choices(choices)))
        }
        MODAL => {
            let form = Form::default();
            component::check_modal(&form, data);
            request.require_valid(form.errors())?;
            Ok(private_result(interaction, Outcome::Modal(data.clone())))
        }
        // A pong answers a ping, which the gateway never sends.
        _ => Err(wrong_type(interaction, kind)),
    }
}

/// Creates the result for a response that does not create a message, such as a modal.
///
/// Only the user who triggered the interaction can see the response.
fn private_result(interaction: &Interaction, outcome: Outcome) -> CallbackResult {
    CallbackResult { outcome, audience: Audience::Only(interaction.user), message: None }
}

fn create(
    request: &Request,
    interaction: &Interaction,
    deferred: bool,
    data: &Value,
) -> Result<CallbackResult, ApiError> {
    let fields = checked(data, request, &[])?;
    let flags = data["flags"].as_u64().unwrap_or(0);
    let visible_to = (flags & EPHEMERAL != 0).then_some(interaction.user);
    let mut message = request.shared.new_bot_message(interaction.channel, visible_to, Some(interaction));
    set_origin(&request.shared, &mut message, interaction);
    message.set_flags(flags);
    if deferred {
        let has_content = ["content", "embeds", "components"].iter().any(|key| match &data[*key] {
            Value::String(text) => !text.is_empty(),
            Value::Array(list) => !list.is_empty(),
            _ => false,
        });
        if has_content {
            let about = format!("interaction {}", interaction.id);
            request.shared.report(about, None, "a deferred answer has no content");
        }
        message.set_flags(flags | LOADING);
    } else {
        channels::fill(&mut message, fields, request)?;
    }
    let (id, audience) = (message.id, request.world().audience(&message));
    let message = request.shared.publish(message);
    Ok(CallbackResult { outcome: Outcome::Message(id), audience, message: Some(message) })
}

/// Links a message to the command or component interaction that it responds to.
///
/// A response to a component interaction becomes a reply to the message that contains the component.
fn set_origin(shared: &Shared, message: &mut StoredMessage, interaction: &Interaction) {
    let world = shared.world();
    if let Some(name) = &interaction.name {
        message.body["type"] = json!(20);
        message.body["interaction"] = json!({
            "id": interaction.id, "type": interaction.kind.number(), "name": name,
            "user": world.user_json(interaction.user),
        });
    } else if let Some(source) = interaction.source {
        message.body["type"] = json!(19);
        message.body["message_reference"] = world.reference(message.channel, source);
    }
}

fn update(request: &Request, interaction: &Interaction, data: &Value) -> Result<CallbackResult, ApiError> {
    let message = interaction.source.and_then(|source| request.world().messages.get(&source).cloned());
    let message = message.ok_or_else(error::unknown_message)?;
    let kept: Vec<Snowflake> = message.files.iter().map(|file| file.id).collect();
    let fields = checked(data, request, &kept)?;
    let outcome = Outcome::Updated(Some(message.id));
    let Reply { body, audience, .. } = channels::apply_edit(request, message, fields)?;
    Ok(CallbackResult { outcome, audience, message: Some(body) })
}

/// Validates the message fields in `data` and returns them.
fn checked<'a>(
    data: &'a Value,
    request: &Request,
    kept: &[Snowflake],
) -> Result<&'a Map<String, Value>, ApiError> {
    let errors = channels::field_errors(request, data, MessageRoute::Callback, kept);
    let inside = |error: FieldError| FieldError { path: at("data", &error.path), ..error };
    request.require_valid(errors.into_iter().map(inside).collect())?;
    data.as_object().ok_or_else(error::not_json)
}

/// Builds the response body for a request with the query parameter `with_response=true`.
fn response(shared: &Shared, interaction: &Interaction, kind: u64, result: &CallbackResult) -> Value {
    let mut response = json!({
        "interaction": {
            "id": interaction.id, "type": interaction.kind.number(), "channel_id": interaction.channel,
        },
    });
    if let Some(guild) = shared.world().guild_of(interaction.channel) {
        response["interaction"]["guild_id"] = json!(guild);
    }
    if let (Some(message), Some(id)) = (&result.message, result.outcome.message()) {
        let flags = message["flags"].as_u64().unwrap_or(0);
        response["interaction"]["response_message_id"] = json!(id);
        response["interaction"]["response_message_loading"] = json!(flags & LOADING != 0);
        response["interaction"]["response_message_ephemeral"] = json!(flags & EPHEMERAL != 0);
        // A deferred message is reported as a created message.
        let kind = if kind == DEFERRED_MESSAGE { MESSAGE } else { kind };
        response["resource"] = json!({"type": kind, "message": message});
    }
    response
}
