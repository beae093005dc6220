//! Channels and the messages written in them without an interaction, which take permissions.

use serde_json::{Map, Value, json};

use super::super::channel::Channel;
use super::super::hub::Hub;
use super::super::limits::message::{self, Door};
use super::super::limits::{FieldError, component};
use super::super::permission;
use super::super::post::{Post, Shelf};
use super::super::snowflake::Id;
use super::refusal::{self, Refusal, formed};
use super::routes::known;
use super::{Reply, Request};

/// A nonce makes a second message the first one again for this long.
const NONCE_LIFE_MS: u64 = 5 * 60 * 1000;

pub(super) fn find(hub: &Hub, request: &Request, channel: Id, rest: &[&str]) -> Result<Reply, Refusal> {
    let needs = |rights: u64| allowed(hub, channel, rights);
    needs(0)?;
    match (request.method.as_str(), rest) {
        ("GET", []) => {
            needs(permission::VIEW_CHANNEL)?;
            let world = hub.world();
            let channel = world.channels.get(&channel).ok_or_else(refusal::unknown_channel)?;
            Ok(Reply::ok(world.channel_json(channel)))
        }
        ("POST", ["typing"]) => needs(permission::SEND_MESSAGES).map(|()| Reply::empty()),
        ("GET", ["messages"]) => {
            needs(permission::READ_MESSAGE_HISTORY)?;
            list(hub, request, channel)
        }
        ("POST", ["messages"]) => create(hub, request, channel),
        (method, ["messages", id]) => {
            needs(permission::VIEW_CHANNEL)?;
            one(hub, request, method, (channel, known(id, refusal::unknown_message)?))
        }
        _ => Err(refusal::no_route()),
    }
}

/// Whether the bot may do this here: a channel it can't see is 50001, anything else 50013.
fn allowed(hub: &Hub, channel: Id, rights: u64) -> Result<(), Refusal> {
    let world = hub.world();
    let channel = world.channels.get(&channel).ok_or_else(refusal::unknown_channel)?;
    let allowed = if channel.is_direct() || world.is_member { channel.allowed } else { 0 };
    if rights != 0 && allowed & permission::VIEW_CHANNEL == 0 {
        return Err(refusal::missing_access());
    }
    if allowed & rights == rights { Ok(()) } else { Err(refusal::missing_permissions()) }
}

fn list(hub: &Hub, request: &Request, channel: Id) -> Result<Reply, Refusal> {
    request.only(&["limit", "before", "after", "around"])?;
    let limit = request.asked("limit").map_or(Ok(50), str::parse::<usize>).unwrap_or(0);
    if !(1..=100).contains(&limit) {
        return Err(Refusal::field("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100."));
    }
    let edge = |key: &str| request.asked(key).and_then(|id| id.parse::<Id>().ok());
    let (before, after) = (edge("before"), edge("after"));
    let world = hub.world();
    let public = world.posts_in(channel).rev().filter(|post| post.only.is_none());
    let wanted = public
        .filter(|post| before.is_none_or(|edge| post.id < edge) && after.is_none_or(|edge| post.id > edge));
    Ok(Reply::ok(wanted.take(limit).map(|post| post.body.clone()).collect()))
}

fn create(hub: &Hub, request: &Request, channel: Id) -> Result<Reply, Refusal> {
    request.only(&[])?;
    let fields = request.fields()?;
    let filled = |key: &str| fields.get(key).and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    let in_thread = hub.world().channels.get(&channel).is_some_and(Channel::is_thread);
    let mut rights = if in_thread { permission::SEND_MESSAGES_IN_THREADS } else { permission::SEND_MESSAGES };
    rights |= if filled("embeds") { permission::EMBED_LINKS } else { 0 };
    rights |= if request.uploads.is_empty() { 0 } else { permission::ATTACH_FILES };
    let reply = fields.get("message_reference").filter(|reference| !reference.is_null());
    rights |= if reply.is_some() { permission::READ_MESSAGE_HISTORY } else { 0 };
    allowed(hub, channel, rights)?;
    formed(check(hub, request, &request.body, Door::Create, &[]))?;
    let readers = hub.world().readers(channel, None);
    if let Some(earlier) = same_nonce(hub, channel, fields) {
        return Ok(Reply::ok(earlier).read_by(readers));
    }
    let mut post = hub.blank(channel, None, None);
    if let Some(reply) = reply {
        refer(hub, &mut post, reply)?;
    }
    fill(hub, &mut post, fields, request)?;
    if let Some(flags) = fields.get("flags").and_then(Value::as_u64) {
        post.set_flags(flags);
    }
    if let Some(nonce) = fields.get("nonce").filter(|nonce| !nonce.is_null()) {
        post.body["nonce"] = nonce.clone();
        let made = (post.id, hub.clock.unix_ms());
        hub.world().nonces.insert((channel, nonce.to_string()), made);
    }
    let posted = hub.publish(post);
    // Whoever writes in an archived thread wakes it.
    hub.set_archived(channel, false);
    Ok(Reply::ok(posted).read_by(readers))
}

/// With `enforce_nonce` a nonce used in the last few minutes gives the message it made and makes none
/// (Discord's page "Messages Resource: Create Message").
fn same_nonce(hub: &Hub, channel: Id, fields: &Map<String, Value>) -> Option<Value> {
    fields.get("enforce_nonce")?.as_bool()?.then_some(())?;
    let nonce = fields.get("nonce").filter(|nonce| !nonce.is_null())?;
    let world = hub.world();
    let (made, at) = world.nonces.get(&(channel, nonce.to_string()))?;
    let fresh = hub.clock.unix_ms().saturating_sub(*at) < NONCE_LIFE_MS;
    world.posts.get(made).filter(|_| fresh).map(|post| post.body.clone())
}

/// Makes a post a reply.
fn refer(hub: &Hub, post: &mut Post, reference: &Value) -> Result<(), Refusal> {
    let target = Id::of(&reference["message_id"]);
    let world = hub.world();
    match target.and_then(|target| world.posts.get(&target)).filter(|target| target.only.is_none()) {
        Some(target) => {
            post.body["type"] = json!(19);
            post.body["message_reference"] = world.reference(target.channel, target.id);
            post.body["referenced_message"] = target.body.clone();
            Ok(())
        }
        None if reference["fail_if_not_exists"] == json!(false) => Ok(()),
        None => Err(Refusal::field("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")),
    }
}

/// Puts the request's fields into a message and sees that something is in it.
pub(super) fn fill(
    hub: &Hub,
    post: &mut Post,
    fields: &Map<String, Value>,
    request: &Request,
) -> Result<(), Refusal> {
    {
        let mut world = hub.world();
        let mut next = || hub.id(&mut world);
        let mut shelf = Shelf { next: &mut next, base_url: &hub.base_url };
        post.apply(fields, &request.uploads, &mut shelf);
    }
    let stickers = fields.get("sticker_ids").and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    if post.is_empty() && !stickers {
        return Err(refusal::empty_message());
    }
    if let Some(name) = post.unresolved() {
        let about = format!("{} {}", request.method, request.path);
        hub.complain(about, None, format!("an embed shows {name}, but no such file is on the message"));
    }
    let content = post.body["content"].as_str().unwrap_or_default();
    let pinged = Post::pinged(content, fields.get("allowed_mentions"));
    let world = hub.world();
    post.body["mentions"] = pinged.into_iter().filter_map(|id| world.user(id)).collect();
    Ok(())
}

fn one(hub: &Hub, request: &Request, method: &str, (channel, id): (Id, Id)) -> Result<Reply, Refusal> {
    request.only(&[])?;
    let (post, readers) = {
        let world = hub.world();
        let post = world.posts.get(&id).filter(|post| post.channel == channel && post.only.is_none());
        (post.cloned().ok_or_else(refusal::unknown_message)?, world.readers(channel, None))
    };
    let mine = post.author == hub.world().bot;
    match method {
        "GET" => Ok(Reply::ok(post.body)),
        "PATCH" if !mine => Err(refusal::not_your_message()),
        "PATCH" if hub.world().channels.get(&channel).is_some_and(|channel| channel.archived) => {
            Err(refusal::archived())
        }
        "PATCH" => edit(hub, request, post, Door::Edit).map(|reply| reply.read_by(readers)),
        "DELETE" => {
            if !mine {
                allowed(hub, channel, permission::MANAGE_MESSAGES)?;
            }
            hub.remove(id);
            Ok(Reply::empty())
        }
        _ => Err(refusal::no_route()),
    }
}

/// What is wrong with a message's fields, given what is there: `kept` are the files already on it.
pub(super) fn check(
    hub: &Hub,
    request: &Request,
    fields: &Value,
    door: Door,
    kept: &[Id],
) -> Vec<FieldError> {
    let mut errors = message::check(fields, door, &request.indexes(), kept);
    let world = hub.world();
    let known = |id: Id| world.emojis.iter().any(|emoji| Id::of(&emoji["id"]) == Some(id));
    errors.extend(component::strange_emoji(fields, known));
    errors
}

/// Edits a message of the bot, by whichever door.
pub(super) fn edit(hub: &Hub, request: &Request, post: Post, door: Door) -> Result<Reply, Refusal> {
    let kept: Vec<Id> = post.files.iter().map(|file| file.id).collect();
    formed(check(hub, request, &request.body, door, &kept))?;
    amend(hub, request, post, request.fields()?).map(Reply::ok)
}

/// Applies checked fields to a message that exists and publishes the change.
pub(super) fn amend(
    hub: &Hub,
    request: &Request,
    mut post: Post,
    fields: &Map<String, Value>,
) -> Result<Value, Refusal> {
    let thinking = post.is_loading();
    let pinged = post.body["mentions"].clone();
    fill(hub, &mut post, fields, request)?;
    if !fields.contains_key("content") {
        post.body["mentions"] = pinged;
    }
    if thinking {
        post.set_flags(post.flags() & !super::super::post::LOADING);
    } else {
        post.body["edited_timestamp"] = json!(hub.timestamp());
    }
    let id = post.id;
    hub.revise(id, |old| *old = post).ok_or_else(refusal::unknown_message)
}
