//! Read-only REST routes for guilds.

use serde_json::Value;

use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::{Request, path_id};
use crate::state::snowflake::Snowflake;
use crate::state::users;
use crate::state::world::World;

/// Maximum number of guilds in the response to `GET /users/@me/guilds`.
const MAX_LISTED: usize = 200;

/// Handles `GET /users/@me/guilds`, which returns the bot's guilds in pages.
pub(super) fn list(request: &Request) -> Result<Reply, ApiError> {
    request.allow_query(&["limit", "before", "after", "with_counts"]);
    let limit = request.query_value("limit").map_or(Ok(MAX_LISTED), str::parse).unwrap_or(0);
    if !(1..=MAX_LISTED).contains(&limit) {
        return Err(ApiError::field("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 200."));
    }
    let edge = |key: &str| request.query_value(key).and_then(|id| id.parse::<Snowflake>().ok());
    let (before, after) = (edge("before"), edge("after"));
    let world = request.world();
    let wanted = world.joined_guilds().filter(|guild| {
        before.is_none_or(|edge| guild.id < edge) && after.is_none_or(|edge| guild.id > edge)
    });
    let page: Vec<Value> = match (before, after) {
        // Discord returns the guilds closest to `before`.
        (Some(_), None) => {
            let all: Vec<_> = wanted.collect();
            all[all.len().saturating_sub(limit)..]
                .iter()
                .map(|guild| World::partial_guild_json(guild))
                .collect()
        }
        _ => wanted.take(limit).map(World::partial_guild_json).collect(),
    };
    Ok(Reply::ok(Value::Array(page)))
}

pub(super) fn handle(request: &Request, guild: Snowflake, rest: &[&str]) -> Result<Reply, ApiError> {
    request.allow_query(&["with_counts"]);
    let world = request.world();
    let guild = world.joined_guild(guild).ok_or_else(error::unknown_guild)?;
    match rest {
        [] => Ok(Reply::ok(world.guild_json(guild))),
        ["roles"] => Ok(Reply::ok(world.roles(guild))),
        ["channels"] => {
            let channels = world.channels_in(guild).filter(|channel| !channel.is_thread());
            Ok(Reply::ok(channels.map(|channel| world.channel_json(channel)).collect()))
        }
        ["members", "@me"] => Ok(Reply::ok(world.bot_member(guild))),
        ["members", id] => {
            let id = path_id(id, "user_id")?;
            if id == world.bot {
                return Ok(Reply::ok(world.bot_member(guild)));
            }
            let user = world.user(id).ok_or_else(error::unknown_member)?;
            Ok(Reply::ok(users::member_json(&user.user_json(), &Value::Array(Vec::new()))))
        }
        _ => Err(error::no_route()),
    }
}
