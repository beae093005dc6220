//! Mapping from REST requests to their handlers.

use serde_json::json;

use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::{Request, path_id};
use super::{callbacks, channels, commands, emojis, guilds, webhooks};
use crate::clock::millis;
use crate::gateway::events::gateway_url;
use crate::shared::Shared;
use crate::state::snowflake::Snowflake;

/// Number of guilds for which Discord recommends one shard.
const GUILDS_PER_SHARD: usize = 1_000;

/// Routes a request to its handler.
pub(super) fn handle(request: &Request) -> Result<Reply, ApiError> {
    let parts: Vec<&str> = request.path.split('/').skip(1).collect();
    let method = request.method.as_str();
    match (method, parts.as_slice()) {
        ("GET", ["gateway"]) => Ok(Reply::ok(json!({"url": gateway_url(&request.shared.base_url)}))),
        ("GET", ["gateway", "bot"]) => Ok(gateway_bot(&request.shared)),
        ("GET", ["users", "@me", "guilds"]) => guilds::list(request),
        (_, ["users", rest @ ..]) => users(request, rest),
        ("GET", ["applications" | "oauth2", .., "@me"]) => application(request, &parts),
        (_, ["applications", app, rest @ ..]) => {
            if path_id(app, "application_id")? != request.world().bot {
                return Err(error::unknown_application());
            }
            applications(request, rest)
        }
        ("POST", ["interactions", id, token, "callback"]) => {
            callbacks::answer(request, path_id(id, "interaction_id")?, token)
        }
        (_, ["webhooks", app, token, rest @ ..]) => {
            if path_id(app, "webhook_id")? != request.world().bot {
                return Err(error::unknown_webhook());
            }
            webhooks::handle(request, token, rest)
        }
        (_, ["channels", id, rest @ ..]) => channels::handle(request, path_id(id, "channel_id")?, rest),
        ("GET", ["guilds", id, rest @ ..]) => guilds::handle(request, path_id(id, "guild_id")?, rest),
        (_, ["api", ..]) => Err(error::invalid_version()),
        _ => Err(error::no_route()),
    }
}

fn gateway_bot(shared: &Shared) -> Reply {
    let guilds = shared.world().joined_guilds().count();
    let recommended = || u32::try_from(guilds.div_ceil(GUILDS_PER_SHARD)).unwrap_or(u32::MAX);
    let limit = shared.identifies.session_start_limit(shared.clock.elapsed());
    Reply::ok(json!({
        "url": gateway_url(&shared.base_url),
        "shards": shared.options.shards.unwrap_or_else(recommended).max(1),
        "session_start_limit": {
            "total": shared.options.session_starts, "remaining": limit.remaining,
            "reset_after": millis(limit.reset_after), "max_concurrency": shared.options.max_concurrency.max(1),
        },
    }))
}

fn users(request: &Request, rest: &[&str]) -> Result<Reply, ApiError> {
    let world = request.world();
    match (request.method.as_str(), rest) {
        ("GET", ["@me"]) => Ok(Reply::ok(world.current_user())),
        ("POST", ["@me", "channels"]) => {
            let user = request.fields()?.get("recipient_id").and_then(Snowflake::of);
            let channel = user.and_then(|user| world.dm_channel(user)).ok_or_else(error::unknown_user)?;
            Ok(Reply::ok(world.channel_json(channel)))
        }
        ("GET", [id]) => {
            let id = path_id(id, "user_id")?;
            world.user_json(id).map(Reply::ok).ok_or_else(error::unknown_user)
        }
        _ => Err(error::no_route()),
    }
}

/// Handles `GET /applications/@me` and `GET /oauth2/applications/@me`.
fn application(request: &Request, parts: &[&str]) -> Result<Reply, ApiError> {
    if !matches!(parts, ["applications", "@me"] | ["oauth2", "applications", "@me"]) {
        return Err(error::no_route());
    }
    request.allow_query(&[]);
    let world = request.world();
    let owner = world.users.first().map(crate::state::users::User::user_json);
    Ok(Reply::ok(json!({
        "id": world.bot, "name": world.bot_name, "icon": null, "description": "", "summary": "", "type": null,
        "bot_public": true, "bot_require_code_grant": false, "verify_key": "00", "flags": 0,
        "owner": owner, "bot": world.bot_user(), "team": null, "hook": true, "integration_types_config": {"0": {}},
        "redirect_uris": [], "interactions_endpoint_url": null, "role_connections_verification_url": null,
        "approximate_guild_count": world.joined_guilds().count(), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "flags_new": "0", "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    })))
}

fn applications(request: &Request, rest: &[&str]) -> Result<Reply, ApiError> {
    match rest {
        ["commands", rest @ ..] => commands::handle(request, None, rest),
        ["guilds", guild, "commands", rest @ ..] => {
            let guild = path_id(guild, "guild_id")?;
            if request.world().guild(guild).is_none() {
                return Err(error::missing_access());
            }
            commands::handle(request, Some(guild), rest)
        }
        ["emojis", rest @ ..] => emojis::handle(request, rest),
        _ => Err(error::no_route()),
    }
}
