//! Answers to the bot's requests over the gateway: guild members and voice states.
//!
//! See "Send Events" in Discord's gateway documentation.

use serde_json::{Value, json};

use super::sessions::{Close, GUILD_MEMBERS, GUILD_PRESENCES, Identify};
use crate::state::guild::{Guild, ShardId, serves};
use crate::state::snowflake::Snowflake;
use crate::state::users;
use crate::state::world::World;

/// Maximum number of members in the answer to a search.
const MAX_FOUND: usize = 100;
const INVALID: Close = (4002, "Error while decoding payload.");

/// Answer to a request over the gateway.
#[derive(Debug, PartialEq)]
pub(super) enum Answer {
    /// Name and data of the event to send.
    Event(&'static str, Value),
    /// Discord does not answer the request, for the given reason.
    Ignored(&'static str),
}

/// Returns the guild that a request refers to, or `None` if the session does not serve this guild.
fn served_guild<'a>(world: &'a World, data: &Value, shard: ShardId) -> Result<Option<&'a Guild>, Close> {
    let id = Snowflake::of(&data["guild_id"]).ok_or(INVALID)?;
    Ok(world.joined_guild(id).filter(|guild| serves(shard, guild.id)))
}

/// Answers a request for guild members (opcode 8) with a `GUILD_MEMBERS_CHUNK` event.
///
/// # Errors
/// Returns close code 4002 if the request is malformed.
pub(super) fn members(world: &World, data: &Value, session: Identify) -> Result<Answer, Close> {
    let Identify { shard, intents } = session;
    let Some(guild) = served_guild(world, data, shard)? else {
        return Ok(Answer::Ignored("members of an unknown guild were requested"));
    };
    if data["presences"] == true && intents & GUILD_PRESENCES == 0 {
        return Ok(Answer::Ignored("presences were requested without the presences intent"));
    }
    let (found, missing) = match (&data["user_ids"], data["query"].as_str()) {
        (Value::Null, Some("")) if intents & GUILD_MEMBERS == 0 => {
            return Ok(Answer::Ignored("all members were requested without the members intent"));
        }
        (Value::Null, Some(query)) => {
            let limit = data["limit"].as_u64().ok_or(INVALID)?;
            (search(world, query, limit), Vec::new())
        }
        (ids, None) => {
            let ids = ids.as_array().map_or(std::slice::from_ref(ids), Vec::as_slice);
            let ids: Option<Vec<Snowflake>> = ids.iter().take(MAX_FOUND).map(Snowflake::of).collect();
            ids.ok_or(INVALID)?.into_iter().partition(|id| world.user_json(*id).is_some())
        }
        (_, Some(_)) => return Err(INVALID),
    };
    Ok(Answer::Event("GUILD_MEMBERS_CHUNK", chunk(world, guild, data, (&found, &missing))))
}

/// Returns the members whose names start with `query`, at most `limit`.
///
/// If `query` is empty and `limit` is 0, returns all members.
fn search(world: &World, query: &str, limit: u64) -> Vec<Snowflake> {
    let limit = match (query, limit) {
        ("", 0) => usize::MAX,
        _ => usize::try_from(limit).unwrap_or(MAX_FOUND).min(MAX_FOUND),
    };
    let members = world.users.iter().map(|user| (user.id, user.name.as_str()));
    let members = std::iter::once((world.bot, world.bot_name.as_str())).chain(members);
    let query = query.to_lowercase();
    let found = members.filter(|(_, name)| name.to_lowercase().starts_with(&query)).map(|(id, _)| id);
    found.take(limit).collect()
}

fn chunk(
    world: &World,
    guild: &Guild,
    data: &Value,
    (found, missing): (&[Snowflake], &[Snowflake]),
) -> Value {
    let member = |id: &Snowflake| match world.user(*id) {
        Some(user) => users::member_json(&user.user_json(), &json!([])),
        None => world.bot_member(guild),
    };
    let mut chunk = json!({
        "guild_id": guild.id, "members": found.iter().map(member).collect::<Vec<_>>(),
        "chunk_index": 0, "chunk_count": 1,
    });
    if !missing.is_empty() {
        chunk["not_found"] = json!(missing);
    }
    if data["presences"] == true {
        chunk["presences"] = json!([]);
    }
    if !data["nonce"].is_null() {
        chunk["nonce"] = data["nonce"].clone();
    }
    chunk
}

/// Answers a voice state update (opcode 4) with a `VOICE_STATE_UPDATE` event.
///
/// The sandbox has no voice channels, so the bot always remains disconnected.
///
/// # Errors
/// Returns close code 4002 if the request is malformed.
pub(super) fn voice_state(
    world: &World,
    data: &Value,
    (session, shard): (&str, ShardId),
) -> Result<Answer, Close> {
    let Some(guild) = served_guild(world, data, shard)? else {
        return Ok(Answer::Ignored("the voice state of an unknown guild was changed"));
    };
    if !data["channel_id"].is_null() {
        return Ok(Answer::Ignored("the sandbox has no voice channels"));
    }
    let flag = |key: &str| data[key] == true;
    Ok(Answer::Event(
        "VOICE_STATE_UPDATE",
        json!({
            "guild_id": guild.id, "channel_id": null, "user_id": world.bot, "member": world.bot_member(guild),
            "session_id": session, "deaf": false, "mute": false, "self_deaf": flag("self_deaf"),
            "self_mute": flag("self_mute"), "self_video": false, "suppress": false,
            "request_to_speak_timestamp": null,
        }),
    ))
}
