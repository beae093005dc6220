//! The guild, to look at.

use serde_json::Value;

use super::super::hub::Hub;
use super::super::people;
use super::super::snowflake::Id;
use super::refusal::{self, Refusal};
use super::routes::known;
use super::{Reply, Request};

pub(super) fn find(hub: &Hub, request: &Request, guild: Id, rest: &[&str]) -> Result<Reply, Refusal> {
    request.only(&["with_counts"])?;
    let world = hub.world();
    if guild != world.guild || !world.is_member {
        return Err(refusal::unknown_guild());
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
            let id = known(id, refusal::unknown_user)?;
            if id == world.bot {
                return Ok(Reply::ok(world.bot_member()));
            }
            let human = world.human(id).ok_or_else(refusal::unknown_member)?;
            Ok(Reply::ok(people::member(&human.user(), &Value::Array(Vec::new()))))
        }
        _ => Err(refusal::no_route()),
    }
}
