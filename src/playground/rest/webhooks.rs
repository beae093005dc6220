//! What the bot says with an interaction's token after its first answer: follow-ups and edits (Discord's page
//! "Interactions: Receiving and Responding: Followup Messages").

use std::sync::Arc;

use serde_json::json;

use super::super::hub::Hub;
use super::super::interaction::{Interaction, TOKEN_LIFE};
use super::super::limits::message::Door;
use super::super::post::{EPHEMERAL, Post};
use super::super::snowflake::Id;
use super::refusal::{self, Refusal, formed};
use super::routes::known;
use super::{Reply, Request, channels};

pub(super) fn find(hub: &Arc<Hub>, request: &Request, token: &str, rest: &[&str]) -> Result<Reply, Refusal> {
    request.only(&["wait", "thread_id", "with_components"])?;
    let interaction = valid(hub, token)?;
    match (request.method.as_str(), rest) {
        ("POST", []) => follow_up(hub, request, &interaction),
        (method, ["messages", which]) => {
            let id = match *which {
                "@original" => interaction.original,
                id => Some(known(id, refusal::unknown_message)?),
            };
            one(hub, request, method, &interaction, id.ok_or_else(refusal::unknown_message)?)
        }
        _ => Err(refusal::no_route()),
    }
}

/// The interaction whose token this is. Before its first answer there is no webhook, after a quarter of an hour
/// no more.
fn valid(hub: &Hub, token: &str) -> Result<Interaction, Refusal> {
    let world = hub.world();
    let interaction = world.by_token(token).ok_or_else(refusal::unknown_webhook)?;
    if hub.age(interaction) >= TOKEN_LIFE {
        return Err(refusal::expired_token());
    }
    if !interaction.is_answered() {
        return Err(refusal::unknown_webhook());
    }
    Ok(interaction.clone())
}

fn follow_up(hub: &Hub, request: &Request, interaction: &Interaction) -> Result<Reply, Refusal> {
    formed(channels::check(hub, request, &request.body, Door::FollowUp, &[]))?;
    let thinking = {
        let world = hub.world();
        let original = interaction.original.and_then(|original| world.posts.get(&original));
        original.filter(|post| post.is_loading()).cloned()
    };
    // The first follow-up after "thinking…" takes its place, and with it its being ephemeral.
    if let Some(post) = thinking {
        let readers = hub.world().readers(post.channel, post.only);
        let body = channels::amend(hub, request, post, request.fields()?)?;
        return Ok(Reply::ok(body).read_by(readers));
    }
    let flags = request.body["flags"].as_u64().unwrap_or(0);
    let only = (flags & EPHEMERAL != 0).then_some(interaction.user);
    let mut post = hub.blank(interaction.channel, only, Some(interaction));
    post.set_flags(flags);
    if let Some(original) = interaction.original {
        post.body["type"] = json!(19);
        post.body["message_reference"] = hub.world().reference(interaction.channel, original);
        post.body["interaction_metadata"]["original_response_message_id"] = json!(original);
    }
    channels::fill(hub, &mut post, request.fields()?, request)?;
    let readers = hub.world().readers(post.channel, only);
    Ok(Reply::ok(hub.publish(post)).read_by(readers))
}

/// A token reaches the messages it made and the one it came from.
fn one(
    hub: &Hub,
    request: &Request,
    method: &str,
    interaction: &Interaction,
    id: Id,
) -> Result<Reply, Refusal> {
    let reach =
        |post: &&Post| post.interaction == Some(interaction.id) || interaction.source == Some(post.id);
    let (post, readers) = {
        let world = hub.world();
        let post = world.posts.get(&id).filter(reach).cloned().ok_or_else(refusal::unknown_message)?;
        let readers = world.readers(post.channel, post.only);
        (post, readers)
    };
    match method {
        "GET" => Ok(Reply::ok(post.body)),
        "PATCH" => channels::edit(hub, request, post, Door::FollowUpEdit).map(|reply| reply.read_by(readers)),
        "DELETE" => {
            hub.remove(id);
            Ok(Reply::empty())
        }
        _ => Err(refusal::wrong_method()),
    }
}
