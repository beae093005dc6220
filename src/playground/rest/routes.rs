//! Which request goes where.

use std::sync::Arc;

use serde_json::json;

use super::super::events::gateway_url;
use super::super::hub::Hub;
use super::super::snowflake::Id;
use super::refusal::{self, Refusal};
use super::{Reply, Request, callbacks, channels, commands, emojis, guilds, webhooks};

/// Carries a request out.
pub(super) fn find(hub: &Arc<Hub>, request: &Request) -> Result<Reply, Refusal> {
    let parts: Vec<&str> = request.path.split('/').skip(1).collect();
    let method = request.method.as_str();
    match (method, parts.as_slice()) {
        ("GET", ["gateway"]) => Ok(Reply::ok(json!({"url": gateway_url(&hub.base_url)}))),
        ("GET", ["gateway", "bot"]) => Ok(gateway_bot(hub)),
        (_, ["users", rest @ ..]) => users(hub, request, rest),
        ("GET", ["applications" | "oauth2", .., "@me"]) => application(hub, request, &parts),
        (_, ["applications", app, rest @ ..]) => {
            if known(app, refusal::unknown_application)? != hub.world().bot {
                return Err(refusal::unknown_application());
            }
            applications(hub, request, rest)
        }
        ("POST", ["interactions", id, token, "callback"]) => {
            callbacks::answer(hub, request, known(id, refusal::unknown_interaction)?, token)
        }
        (_, ["webhooks", app, token, rest @ ..]) => {
            if known(app, refusal::unknown_webhook)? != hub.world().bot {
                return Err(refusal::unknown_webhook());
            }
            webhooks::find(hub, request, token, rest)
        }
        (_, ["channels", id, rest @ ..]) => {
            channels::find(hub, request, known(id, refusal::unknown_channel)?, rest)
        }
        ("GET", ["guilds", id, rest @ ..]) => {
            guilds::find(hub, request, known(id, refusal::unknown_guild)?, rest)
        }
        _ => Err(refusal::no_route()),
    }
}

/// An id of the path; anything else is not known.
pub(super) fn known(part: &str, or: fn() -> Refusal) -> Result<Id, Refusal> {
    part.parse().map_err(|_| or())
}

fn gateway_bot(hub: &Hub) -> Reply {
    Reply::ok(json!({
        "url": gateway_url(&hub.base_url), "shards": 1,
        "session_start_limit": {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16},
    }))
}

fn users(hub: &Hub, request: &Request, rest: &[&str]) -> Result<Reply, Refusal> {
    let world = hub.world();
    match (request.method.as_str(), rest) {
        ("GET", ["@me"]) => Ok(Reply::ok(world.bot_user())),
        ("GET", ["@me", "guilds"]) => {
            let of_guild = world.is_member.then(|| {
                json!({
                    "id": world.guild, "name": world.guild_name, "icon": null, "banner": null,
                    "owner": false, "permissions": "0", "features": [],
                })
            });
            Ok(Reply::ok(of_guild.into_iter().collect()))
        }
        ("POST", ["@me", "channels"]) => {
            let user = request.fields()?.get("recipient_id").and_then(Id::of);
            let channel = user.and_then(|user| world.direct(user)).ok_or_else(refusal::unknown_user)?;
            Ok(Reply::ok(world.channel_json(channel)))
        }
        ("GET", [id]) => {
            let id = known(id, refusal::unknown_user)?;
            world.user(id).map(Reply::ok).ok_or_else(refusal::unknown_user)
        }
        _ => Err(refusal::no_route()),
    }
}

/// `GET /applications/@me` and `GET /oauth2/applications/@me`.
fn application(hub: &Hub, request: &Request, parts: &[&str]) -> Result<Reply, Refusal> {
    if !matches!(parts, ["applications", "@me"] | ["oauth2", "applications", "@me"]) {
        return Err(refusal::no_route());
    }
    request.only(&[])?;
    let world = hub.world();
    let owner = world.people.first().map(super::super::people::Human::user);
    Ok(Reply::ok(json!({
        "id": world.bot, "name": world.bot_name, "icon": null, "description": "", "summary": "", "type": null,
        "bot_public": true, "bot_require_code_grant": false, "verify_key": "00", "flags": 0,
        "owner": owner, "bot": world.bot_user(), "team": null, "hook": true, "integration_types_config": {"0": {}},
        "redirect_uris": [], "interactions_endpoint_url": null, "role_connections_verification_url": null,
        "approximate_guild_count": 1, "approximate_user_install_count": 0,
    })))
}

fn applications(hub: &Arc<Hub>, request: &Request, rest: &[&str]) -> Result<Reply, Refusal> {
    match rest {
        ["commands", rest @ ..] => commands::find(hub, request, None, rest),
        ["guilds", guild, "commands", rest @ ..] => {
            let guild = known(guild, refusal::unknown_guild)?;
            if guild != hub.world().guild {
                return Err(refusal::missing_access());
            }
            commands::find(hub, request, Some(guild), rest)
        }
        ["emojis", rest @ ..] => emojis::find(hub, request, rest),
        _ => Err(refusal::no_route()),
    }
}
