//! Read-only REST routes for the guild.

use serde_json::Value;

use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::{Request, path_id};
use crate::state::snowflake::Snowflake;
use crate::state::users;

pub(super) fn handle(request: &Request, guild: Snowflake, rest: &[&str]) -> Result<Reply, ApiError> {
    request.allow_query(&["with_counts"]);
    let world = request.world();
    if guild != world.guild || !world.is_member {
        return Err(error::unknown_guild());
    }
    match rest {
        [] => Ok(Reply::ok(world.guild_json())),
        ["roles"] => Ok(Reply::ok(world.roles())),
        ["channels"] => {
            let channels =
                world.channels.values().filter(|channel| !channel.is_direct() && !channel.is_thread());
            Ok(Reply::ok(channels.map(|channel| world.channel_json(channel)).collect()))
        }
        ["members", "@me"] => Ok(Reply::ok(world.bot_member())),
        ["members", id] => {
            let id = path_id(id, "user_id")?;
            if id == world.bot {
                return Ok(Reply::ok(world.bot_member()));
            }
            let user = world.user(id).ok_or_else(error::unknown_member)?;
            Ok(Reply::ok(users::member_json(&user.user_json(), &Value::Array(Vec::new()))))
        }
        _ => Err(error::no_route()),
    }
}
