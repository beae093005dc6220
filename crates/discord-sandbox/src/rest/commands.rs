//! REST routes for registering application commands.
//!
//! See "Application Commands" in Discord's documentation.

use serde_json::{Value, json};

use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::{Request, path_id};
use crate::page::update::PageUpdate;
use crate::shared::Shared;
use crate::state::snowflake::Snowflake;
use crate::state::world::World;
use crate::validation::command;

/// Handles a request to register, read or delete application commands.
///
/// If `guild` is `None`, the request is for global commands.
pub(super) fn handle(request: &Request, guild: Option<Snowflake>, rest: &[&str]) -> Result<Reply, ApiError> {
    request.allow_query(&["with_localizations"]);
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::ok(list(&request.world(), guild))),
        ("PUT", []) => overwrite(request, guild),
        ("POST", []) => create(request, guild),
        (method, [id]) => {
            let id = path_id(id, "command_id")?;
            if method == "PATCH" {
                edit(request, guild, id)
            } else {
                handle_command(&request.shared, method, guild, id)
            }
        }
        _ => Err(error::no_route()),
    }
}

fn list(world: &World, guild: Option<Snowflake>) -> Value {
    world.commands.iter().filter(|(place, _)| *place == guild).map(|(_, command)| command.clone()).collect()
}

fn overwrite(request: &Request, guild: Option<Snowflake>) -> Result<Reply, ApiError> {
    let sent = request.body.as_array().ok_or_else(error::not_json)?;
    request.require_valid(command::check_all(sent))?;
    let body = {
        let mut world = request.world();
        let registered: Vec<_> =
            sent.iter().map(|sent| (guild, register(&request.shared, &mut world, guild, sent))).collect();
        world.commands.retain(|(place, _)| *place != guild);
        world.commands.extend(registered);
        list(&world, guild)
    };
    request.shared.notify_pages(PageUpdate::World);
    Ok(Reply::ok(body))
}

fn create(request: &Request, guild: Option<Snowflake>) -> Result<Reply, ApiError> {
    request.require_valid(command::check(&request.body))?;
    let (command, new) = {
        let mut world = request.world();
        let command = register(&request.shared, &mut world, guild, &request.body);
        let before = world.commands.len();
        world.commands.retain(|(_, old)| old["id"] != command["id"]);
        let new = world.commands.len() == before;
        world.commands.push((guild, command.clone()));
        (command, new)
    };
    request.shared.notify_pages(PageUpdate::World);
    Ok(if new { Reply::created(command) } else { Reply::ok(command) })
}

/// Changes the given fields of a registered command.
fn edit(request: &Request, guild: Option<Snowflake>, id: Snowflake) -> Result<Reply, ApiError> {
    let sent = request.fields()?;
    let mut merged = {
        let world = request.world();
        let old = world.commands.iter().find(|(place, old)| *place == guild && old["id"] == json!(id));
        old.map(|(_, old)| old.clone()).ok_or_else(error::unknown_command)?
    };
    if let Some(fields) = merged.as_object_mut() {
        fields.retain(|key, _| !matches!(key.as_str(), "id" | "application_id" | "version" | "guild_id"));
        fields.extend(sent.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    request.require_valid(command::check(&merged))?;
    let command = {
        let mut world = request.world();
        let mut command = register(&request.shared, &mut world, guild, &merged);
        command["id"] = json!(id);
        // A command with the new name is replaced.
        let same = |old: &Value| old["name"] == command["name"] && old["type"] == command["type"];
        world.commands.retain(|(place, old)| *place != guild || (old["id"] != command["id"] && !same(old)));
        world.commands.push((guild, command.clone()));
        command
    };
    request.shared.notify_pages(PageUpdate::World);
    Ok(Reply::ok(command))
}

/// Builds the command object to store when the bot registers a command.
///
/// If a command with the same name and type is already registered, its id is reused.
fn register(shared: &Shared, world: &mut World, guild: Option<Snowflake>, sent: &Value) -> Value {
    let kind = sent["type"].as_u64().unwrap_or(1);
    let same = |old: &&(Option<Snowflake>, Value)| {
        old.0 == guild && old.1["name"] == sent["name"] && old.1["type"] == kind
    };
    let old = world.commands.iter().find(same).map(|(_, old)| old["id"].clone());
    let id = old.unwrap_or_else(|| json!(shared.next_id(world)));
    let mut command = json!({
        "id": id, "application_id": world.bot, "version": shared.next_id(world), "type": kind, "name": "",
        "description": "", "default_member_permissions": null, "nsfw": false, "dm_permission": true,
        "contexts": null, "integration_types": [0], "name_localizations": null, "description_localizations": null,
        "options": [],
    });
    if let (Some(command), Some(sent)) = (command.as_object_mut(), sent.as_object()) {
        for (key, value) in sent.iter().filter(|(key, _)| !matches!(key.as_str(), "id" | "type")) {
            // Discord does not store unknown fields.
            if command.contains_key(key) || key == "handler" {
                command.insert(key.clone(), without_nulls(value.clone()));
            }
        }
        if let Some(guild) = guild {
            command.insert("guild_id".to_owned(), json!(guild));
        }
    }
    command
}

/// Removes null fields from all objects in a list. Other values are returned unchanged.
fn without_nulls(mut value: Value) -> Value {
    for item in value.as_array_mut().into_iter().flatten() {
        for (_, inner) in item.as_object_mut().into_iter().flatten() {
            *inner = without_nulls(inner.take());
        }
        item.as_object_mut().into_iter().for_each(|fields| fields.retain(|_, inner| !inner.is_null()));
    }
    value
}

fn handle_command(
    shared: &Shared,
    method: &str,
    guild: Option<Snowflake>,
    id: Snowflake,
) -> Result<Reply, ApiError> {
    let mut world = shared.world();
    let here = |(place, command): &(Option<Snowflake>, Value)| *place == guild && command["id"] == json!(id);
    let place = world.commands.iter().position(here).ok_or_else(error::unknown_command)?;
    match method {
        "GET" => Ok(Reply::ok(world.commands[place].1.clone())),
        "DELETE" => {
            world.commands.remove(place);
            drop(world);
            shared.notify_pages(PageUpdate::World);
            Ok(Reply::empty())
        }
        _ => Err(error::no_route()),
    }
}
