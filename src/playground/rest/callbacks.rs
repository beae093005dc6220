//! The first answer to an interaction (Discord's page "Interactions: Receiving and Responding").

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::super::hub::Hub;
use super::super::interaction::{Deed, FIRST_ANSWER, Interaction, Outcome};
use super::super::limits::message::Door;
use super::super::limits::{FieldError, Form, at, command, component};
use super::super::post::{EPHEMERAL, LOADING, Post};
use super::super::snowflake::Id;
use super::super::traffic::Readers;
use super::refusal::{self, Refusal, formed};
use super::{Reply, Request, channels};

const MESSAGE: u64 = 4;
const DEFERRED_MESSAGE: u64 = 5;
const DEFERRED_UPDATE: u64 = 6;
const UPDATE: u64 = 7;
const CHOICES: u64 = 8;
const MODAL: u64 = 9;

/// What an answer made of the world.
struct Made {
    outcome: Outcome,
    original: Option<Id>,
    readers: Readers,
    /// The message that `with_response` gives back.
    message: Option<Value>,
}

pub(super) fn answer(hub: &Arc<Hub>, request: &Request, id: Id, token: &str) -> Result<Reply, Refusal> {
    request.only(&["with_response"])?;
    let interaction = pending(hub, id, token)?;
    let mut form = Form::default();
    let fields = form.object("", &request.body, &["type", "data"]).ok_or_else(refusal::not_json)?;
    formed(form.errors())?;
    let kind = fields.get("type").and_then(Value::as_u64).unwrap_or(0);
    if !fits(&interaction, kind) {
        return Err(wrong_type(&interaction, kind));
    }
    let empty = json!({});
    let data = fields.get("data").filter(|data| !data.is_null()).unwrap_or(&empty);
    let made = carry_out(hub, request, &interaction, kind, data)?;
    hub.settle(id, made.outcome.clone(), made.original);
    let readers = made.readers;
    if request.asked("with_response") != Some("true") {
        return Ok(Reply::empty().read_by(readers));
    }
    Ok(Reply::ok(response(hub, &interaction, kind, &made)).read_by(readers))
}

/// The interaction, if it still waits for its first answer.
fn pending(hub: &Hub, id: Id, token: &str) -> Result<Interaction, Refusal> {
    let world = hub.world();
    let interaction = world.interactions.get(&id).filter(|interaction| interaction.token == token);
    let interaction = interaction.ok_or_else(refusal::unknown_interaction)?;
    if interaction.is_answered() {
        return Err(refusal::already_acknowledged());
    }
    if hub.age(interaction) >= FIRST_ANSWER || interaction.outcome.is_some() {
        return Err(refusal::unknown_interaction());
    }
    Ok(interaction.clone())
}

fn wrong_type(interaction: &Interaction, kind: u64) -> Refusal {
    let message = format!("Type {kind} does not answer an interaction of type {}", interaction.deed.number());
    Refusal::field("type", "INTERACTION_CALLBACK_TYPE_INVALID", message)
}

fn fits(interaction: &Interaction, kind: u64) -> bool {
    match interaction.deed {
        Deed::Autocomplete => kind == CHOICES,
        Deed::Command => matches!(kind, MESSAGE | DEFERRED_MESSAGE | MODAL),
        Deed::Component => matches!(kind, MESSAGE | DEFERRED_MESSAGE | DEFERRED_UPDATE | UPDATE | MODAL),
        Deed::Modal if interaction.source.is_some() => {
            matches!(kind, MESSAGE | DEFERRED_MESSAGE | DEFERRED_UPDATE | UPDATE)
        }
        Deed::Modal => matches!(kind, MESSAGE | DEFERRED_MESSAGE),
    }
}

fn carry_out(
    hub: &Hub,
    request: &Request,
    interaction: &Interaction,
    kind: u64,
    data: &Value,
) -> Result<Made, Refusal> {
    match kind {
        MESSAGE | DEFERRED_MESSAGE => create(hub, request, interaction, kind == DEFERRED_MESSAGE, data),
        UPDATE => update(hub, request, interaction, data),
        DEFERRED_UPDATE => Ok(Made {
            outcome: Outcome::Updated(interaction.source),
            original: interaction.source,
            readers: Readers::Nobody,
            message: None,
        }),
        CHOICES => {
            formed(command::check_choices(data))?;
            let choices = data["choices"].as_array().cloned().unwrap_or_default();
            Ok(shown(interaction, Outcome::Choices(choices)))
        }
        MODAL => {
            let mut form = Form::default();
            component::modal(&mut form, data);
            formed(form.errors())?;
            Ok(shown(interaction, Outcome::Modal(data.clone())))
        }
        // A pong answers a ping, which the gateway never sends.
        _ => Err(wrong_type(interaction, kind)),
    }
}

/// Something that only the person who asked gets to see, and that is no message.
fn shown(interaction: &Interaction, outcome: Outcome) -> Made {
    Made { outcome, original: None, readers: Readers::Only(interaction.user), message: None }
}

fn create(
    hub: &Hub,
    request: &Request,
    interaction: &Interaction,
    deferred: bool,
    data: &Value,
) -> Result<Made, Refusal> {
    let fields = checked(hub, data, request, &[])?;
    let flags = data["flags"].as_u64().unwrap_or(0);
    let only = (flags & EPHEMERAL != 0).then_some(interaction.user);
    let mut post = hub.blank(interaction.channel, only, Some(interaction));
    attribute(hub, &mut post, interaction);
    post.set_flags(flags);
    if deferred {
        let said = ["content", "embeds", "components"].iter().any(|key| match &data[*key] {
            Value::String(text) => !text.is_empty(),
            Value::Array(list) => !list.is_empty(),
            _ => false,
        });
        if said {
            hub.complain(format!("interaction {}", interaction.id), None, "a deferred answer has no content");
        }
        post.set_flags(flags | LOADING);
    } else {
        channels::fill(hub, &mut post, fields, request)?;
    }
    let (id, readers) = (post.id, hub.world().readers(post.channel, only));
    let message = hub.publish(post);
    Ok(Made { outcome: Outcome::Message(id), original: Some(id), readers, message: Some(message) })
}

/// Says on a message what it answers: a command's name, or the message whose component was used.
fn attribute(hub: &Hub, post: &mut Post, interaction: &Interaction) {
    let world = hub.world();
    if let Some(name) = &interaction.name {
        post.body["type"] = json!(20);
        post.body["interaction"] = json!({
            "id": interaction.id, "type": interaction.deed.number(), "name": name,
            "user": world.user(interaction.user),
        });
    } else if let Some(source) = interaction.source {
        post.body["type"] = json!(19);
        post.body["message_reference"] = world.reference(post.channel, source);
    }
}

fn update(hub: &Hub, request: &Request, interaction: &Interaction, data: &Value) -> Result<Made, Refusal> {
    let (post, readers) = {
        let world = hub.world();
        let post = interaction.source.and_then(|source| world.posts.get(&source)).cloned();
        let post = post.ok_or_else(refusal::unknown_message)?;
        let readers = world.readers(post.channel, post.only);
        (post, readers)
    };
    let kept: Vec<Id> = post.files.iter().map(|file| file.id).collect();
    let fields = checked(hub, data, request, &kept)?;
    let id = post.id;
    let message = channels::amend(hub, request, post, fields)?;
    Ok(Made { outcome: Outcome::Updated(Some(id)), original: Some(id), readers, message: Some(message) })
}

/// A message's fields inside `data`.
fn checked<'a>(
    hub: &Hub,
    data: &'a Value,
    request: &Request,
    kept: &[Id],
) -> Result<&'a Map<String, Value>, Refusal> {
    let errors = channels::check(hub, request, data, Door::Callback, kept);
    let inside = |error: FieldError| FieldError { path: at("data", &error.path), ..error };
    formed(errors.into_iter().map(inside).collect())?;
    data.as_object().ok_or_else(refusal::not_json)
}

/// The answer to a request `?with_response=true`.
fn response(hub: &Hub, interaction: &Interaction, kind: u64, made: &Made) -> Value {
    let mut response = json!({
        "interaction": {
            "id": interaction.id, "type": interaction.deed.number(), "channel_id": interaction.channel,
        },
    });
    {
        let world = hub.world();
        if world.channels.get(&interaction.channel).is_some_and(|channel| !channel.is_direct()) {
            response["interaction"]["guild_id"] = json!(world.guild);
        }
    }
    if let (Some(message), Some(id)) = (&made.message, made.original) {
        let flags = message["flags"].as_u64().unwrap_or(0);
        response["interaction"]["response_message_id"] = json!(id);
        response["interaction"]["response_message_loading"] = json!(flags & LOADING != 0);
        response["interaction"]["response_message_ephemeral"] = json!(flags & EPHEMERAL != 0);
        response["resource"] = json!({"type": kind, "message": message});
    }
    response
}
