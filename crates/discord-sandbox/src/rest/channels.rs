//! REST routes for channels and messages, including checks of the bot's permissions.

use serde_json::{Map, Value, json};

use super::bulk_delete;
use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::{Request, path_id};
use crate::shared::Shared;
use crate::state::channel::Channel;
use crate::state::permission;
use crate::state::snowflake::Snowflake;
use crate::state::stored_message::{AttachmentAllocator, StoredMessage};
use crate::validation::message::{self, MessageRoute};
use crate::validation::{FieldError, component};

/// Time in milliseconds for which a nonce is remembered.
///
/// A request that repeats the nonce within this time returns the existing message instead of creating one.
const NONCE_LIFETIME_MS: u64 = 5 * 60 * 1000;

pub(super) fn handle(request: &Request, channel: Snowflake, rest: &[&str]) -> Result<Reply, ApiError> {
    let needs = |rights: u64| require_permissions(&request.shared, channel, rights);
    needs(0)?;
    match (request.method.as_str(), rest) {
        ("GET", []) => {
            needs(permission::VIEW_CHANNEL)?;
            let world = request.world();
            let channel = world.channels.get(&channel).ok_or_else(error::unknown_channel)?;
            Ok(Reply::ok(world.channel_json(channel)))
        }
        ("POST", ["typing"]) => needs(permission::SEND_MESSAGES).map(|()| Reply::empty()),
        ("GET", ["messages"]) => {
            needs(permission::READ_MESSAGE_HISTORY)?;
            list(request, channel)
        }
        ("POST", ["messages"]) => create(request, channel),
        ("POST", ["messages", "bulk-delete"]) => {
            needs(permission::MANAGE_MESSAGES)?;
            bulk_delete::handle(request, channel)
        }
        ("GET" | "PATCH" | "DELETE", ["messages", id]) => {
            needs(permission::VIEW_CHANNEL)?;
            handle_message(request, (channel, path_id(id, "message_id")?))
        }
        _ => Err(error::no_route()),
    }
}

/// Checks that the bot has the permissions `rights` in a channel.
///
/// # Errors
/// Returns error code 50001 if the bot cannot view the channel, or 50013 if it lacks another permission.
/// Returns 10003 if the channel does not exist.
fn require_permissions(shared: &Shared, channel: Snowflake, rights: u64) -> Result<(), ApiError> {
    let world = shared.world();
    let channel = world.channels.get(&channel).ok_or_else(error::unknown_channel)?;
    let is_open = channel.guild.is_none_or(|guild| world.joined_guild(guild).is_some());
    let allowed = if is_open { channel.allowed } else { 0 };
    if rights != 0 && allowed & permission::VIEW_CHANNEL == 0 {
        return Err(error::missing_access());
    }
    if allowed & rights == rights { Ok(()) } else { Err(error::missing_permissions()) }
}

fn list(request: &Request, channel: Snowflake) -> Result<Reply, ApiError> {
    request.allow_query(&["limit", "before", "after", "around"]);
    let limit = request.query_value("limit").map_or(Ok(50), str::parse::<usize>).unwrap_or(0);
    if !(1..=100).contains(&limit) {
        return Err(ApiError::field("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100."));
    }
    let edge = |key: &str| request.query_value(key).and_then(|id| id.parse::<Snowflake>().ok());
    let (before, after) = (edge("before"), edge("after"));
    let world = request.world();
    let public = world.messages_in(channel).rev().filter(|message| message.visible_to.is_none());
    let wanted = public.filter(|message| {
        before.is_none_or(|edge| message.id < edge) && after.is_none_or(|edge| message.id > edge)
    });
    Ok(Reply::ok(wanted.take(limit).map(|message| message.body.clone()).collect()))
}

fn create(request: &Request, channel: Snowflake) -> Result<Reply, ApiError> {
    request.allow_query(&[]);
    let fields = request.fields()?;
    let filled = |key: &str| fields.get(key).and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    let in_thread = request.world().channels.get(&channel).is_some_and(Channel::is_thread);
    let mut rights = if in_thread { permission::SEND_MESSAGES_IN_THREADS } else { permission::SEND_MESSAGES };
    rights |= if filled("embeds") { permission::EMBED_LINKS } else { 0 };
    rights |= if request.uploads.is_empty() { 0 } else { permission::ATTACH_FILES };
    let reply = fields.get("message_reference").filter(|reference| !reference.is_null());
    rights |= if reply.is_some() { permission::READ_MESSAGE_HISTORY } else { 0 };
    require_permissions(&request.shared, channel, rights)?;
    request.require_valid(field_errors(request, &request.body, MessageRoute::Create, &[]))?;
    let mut message = request.shared.new_bot_message(channel, None, None);
    let audience = request.world().audience(&message);
    if let Some(earlier) = message_with_nonce(&request.shared, channel, fields) {
        return Ok(Reply::message(earlier, audience));
    }
    if let Some(reply) = reply {
        add_reply(&request.shared, &mut message, reply)?;
    }
    fill(&mut message, fields, request)?;
    if let Some(flags) = fields.get("flags").and_then(Value::as_u64) {
        message.set_flags(flags);
    }
    if let Some(nonce) = fields.get("nonce").filter(|nonce| !nonce.is_null()) {
        message.body["nonce"] = nonce.clone();
        let made = (message.id, request.shared.clock.unix_ms());
        request.world().nonces.insert((channel, nonce.to_string()), made);
    }
    let posted = request.shared.publish(message);
    // A new message unarchives its thread.
    request.shared.set_archived(channel, false);
    Ok(Reply::message(posted, audience))
}

/// Returns the message created by an earlier request that had the same nonce as `fields`.
///
/// Always returns `None` if the request does not set `enforce_nonce`. See "Create Message" in Discord's
/// documentation.
fn message_with_nonce(shared: &Shared, channel: Snowflake, fields: &Map<String, Value>) -> Option<Value> {
    fields.get("enforce_nonce")?.as_bool()?.then_some(())?;
    let nonce = fields.get("nonce").filter(|nonce| !nonce.is_null())?;
    let world = shared.world();
    let (made, at) = world.nonces.get(&(channel, nonce.to_string()))?;
    let fresh = shared.clock.unix_ms().saturating_sub(*at) < NONCE_LIFETIME_MS;
    world.messages.get(made).filter(|_| fresh).map(|message| message.body.clone())
}

/// Turns a message into a reply to the message that `reference` identifies.
fn add_reply(shared: &Shared, message: &mut StoredMessage, reference: &Value) -> Result<(), ApiError> {
    let target = Snowflake::of(&reference["message_id"]);
    let world = shared.world();
    match target.and_then(|target| world.messages.get(&target)).filter(|target| target.visible_to.is_none()) {
        Some(target) => {
            message.body["type"] = json!(19);
            message.body["message_reference"] = world.reference(target.channel, target.id);
            message.body["referenced_message"] = target.body.clone();
            Ok(())
        }
        None if reference["fail_if_not_exists"] == json!(false) => Ok(()),
        None => Err(ApiError::field("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")),
    }
}

/// Copies the fields and files of a request into a message.
///
/// Returns an error if the resulting message is empty.
pub(super) fn fill(
    message: &mut StoredMessage,
    fields: &Map<String, Value>,
    request: &Request,
) -> Result<(), ApiError> {
    {
        let mut world = request.world();
        let mut next_id = || request.shared.next_id(&mut world);
        let mut allocator = AttachmentAllocator { next_id: &mut next_id, base_url: &request.shared.base_url };
        message.apply(fields, &request.uploads, &mut allocator);
    }
    let stickers = fields.get("sticker_ids").and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    if message.is_empty() && !stickers {
        return Err(error::empty_message());
    }
    if let Some(name) = message.unresolved() {
        let about = format!("{} {}", request.method, request.path);
        let reason = format!("an embed shows {name}, but no such file is on the message");
        request.shared.report(about, None, reason);
    }
    let content = message.body["content"].as_str().unwrap_or_default();
    let pinged = StoredMessage::pinged(content, fields.get("allowed_mentions"));
    let world = request.world();
    message.body["mentions"] = pinged.into_iter().filter_map(|id| world.user_json(id)).collect();
    Ok(())
}

fn handle_message(request: &Request, (channel, id): (Snowflake, Snowflake)) -> Result<Reply, ApiError> {
    request.allow_query(&[]);
    let in_channel = |message: &&StoredMessage| message.channel == channel && message.visible_to.is_none();
    let message = request.world().messages.get(&id).filter(in_channel).cloned();
    let message = message.ok_or_else(error::unknown_message)?;
    let is_own = message.author == request.world().bot;
    match request.method.as_str() {
        "GET" => Ok(Reply::ok(message.body)),
        "PATCH" if !is_own => Err(error::not_your_message()),
        "PATCH" if request.world().channels.get(&channel).is_some_and(|channel| channel.archived) => {
            Err(error::archived())
        }
        "PATCH" => edit(request, message, MessageRoute::Edit),
        "DELETE" => {
            if !is_own {
                require_permissions(&request.shared, channel, permission::MANAGE_MESSAGES)?;
            }
            request.shared.delete_message(id);
            Ok(Reply::empty())
        }
        _ => Err(error::no_route()),
    }
}

/// Validates the fields of a message and returns all errors.
///
/// `kept` contains the ids of the message's existing attachments.
pub(super) fn field_errors(
    request: &Request,
    fields: &Value,
    route: MessageRoute,
    kept: &[Snowflake],
) -> Vec<FieldError> {
    let mut errors = message::check(fields, route, &request.upload_indexes(), kept);
    let world = request.world();
    let known = |id: Snowflake| world.emojis.iter().any(|emoji| Snowflake::of(&emoji["id"]) == Some(id));
    errors.extend(component::unknown_emoji_errors(fields, known));
    errors
}

/// Validates the fields of a request and applies them to an existing message.
pub(super) fn edit(
    request: &Request,
    message: StoredMessage,
    route: MessageRoute,
) -> Result<Reply, ApiError> {
    let kept: Vec<Snowflake> = message.files.iter().map(|file| file.id).collect();
    request.require_valid(field_errors(request, &request.body, route, &kept))?;
    apply_edit(request, message, request.fields()?)
}

/// Applies validated fields to an existing message and notifies the bot and the connected web pages.
pub(super) fn apply_edit(
    request: &Request,
    mut message: StoredMessage,
    fields: &Map<String, Value>,
) -> Result<Reply, ApiError> {
    let audience = request.world().audience(&message);
    let thinking = message.is_loading();
    let pinged = message.body["mentions"].clone();
    fill(&mut message, fields, request)?;
    if !fields.contains_key("content") {
        message.body["mentions"] = pinged;
    }
    if thinking {
        message.set_flags(message.flags() & !crate::state::stored_message::LOADING);
    } else {
        message.body["edited_timestamp"] = json!(request.shared.timestamp());
    }
    let id = message.id;
    let body = request.shared.edit_message(id, |old| *old = message).ok_or_else(error::unknown_message)?;
    Ok(Reply::message(body, audience))
}
