//! Registering commands (Discord's page "Application Commands").

use serde_json::{Value, json};

use super::super::hub::{Hub, News};
use super::super::limits::command;
use super::super::snowflake::Id;
use super::super::world::World;
use super::refusal::{self, Refusal, formed};
use super::routes::known;
use super::{Reply, Request};

/// The commands of everywhere (`None`) or of one guild.
pub(super) fn find(hub: &Hub, request: &Request, guild: Option<Id>, rest: &[&str]) -> Result<Reply, Refusal> {
    request.only(&["with_localizations"])?;
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::ok(list(&hub.world(), guild))),
        ("PUT", []) => overwrite(hub, request, guild),
        ("POST", []) => create(hub, request, guild),
        (method, [id]) => {
            let id = known(id, refusal::unknown_command)?;
            one(hub, method, guild, id)
        }
        _ => Err(refusal::no_route()),
    }
}

fn list(world: &World, guild: Option<Id>) -> Value {
    world.commands.iter().filter(|(place, _)| *place == guild).map(|(_, command)| command.clone()).collect()
}

fn overwrite(hub: &Hub, request: &Request, guild: Option<Id>) -> Result<Reply, Refusal> {
    let sent = request.body.as_array().ok_or_else(refusal::not_json)?;
    formed(command::check_all(sent))?;
    let body = {
        let mut world = hub.world();
        let registered: Vec<_> =
            sent.iter().map(|sent| (guild, register(hub, &mut world, guild, sent))).collect();
        world.commands.retain(|(place, _)| *place != guild);
        world.commands.extend(registered);
        list(&world, guild)
    };
    hub.tell(News::World);
    Ok(Reply::ok(body))
}

fn create(hub: &Hub, request: &Request, guild: Option<Id>) -> Result<Reply, Refusal> {
    formed(command::check(&request.body))?;
    let (command, new) = {
        let mut world = hub.world();
        let command = register(hub, &mut world, guild, &request.body);
        let before = world.commands.len();
        world.commands.retain(|(_, old)| old["id"] != command["id"]);
        let new = world.commands.len() == before;
        world.commands.push((guild, command.clone()));
        (command, new)
    };
    hub.tell(News::World);
    Ok(if new { Reply::created(command) } else { Reply::ok(command) })
}

/// The command as Discord gives it back. One of the same name and type keeps its id.
fn register(hub: &Hub, world: &mut World, guild: Option<Id>, sent: &Value) -> Value {
    let kind = sent["type"].as_u64().unwrap_or(1);
    let same =
        |old: &&(Option<Id>, Value)| old.0 == guild && old.1["name"] == sent["name"] && old.1["type"] == kind;
    let old = world.commands.iter().find(same).map(|(_, old)| old["id"].clone());
    let id = old.unwrap_or_else(|| json!(hub.id(world)));
    let mut command = json!({
        "id": id, "application_id": world.bot, "version": hub.id(world), "type": kind, "name": "",
        "description": "", "default_member_permissions": null, "nsfw": false, "dm_permission": true,
        "contexts": null, "integration_types": [0], "name_localizations": null, "description_localizations": null,
        "options": [],
    });
    if let (Some(command), Some(sent)) = (command.as_object_mut(), sent.as_object()) {
        let told = sent.iter().filter(|(key, _)| !matches!(key.as_str(), "id" | "type"));
        command.extend(told.map(|(key, value)| (key.clone(), value.clone())));
        if let Some(guild) = guild {
            command.insert("guild_id".to_owned(), json!(guild));
        }
    }
    command
}

fn one(hub: &Hub, method: &str, guild: Option<Id>, id: Id) -> Result<Reply, Refusal> {
    let mut world = hub.world();
    let here = |(place, command): &(Option<Id>, Value)| *place == guild && command["id"] == json!(id);
    let place = world.commands.iter().position(here).ok_or_else(refusal::unknown_command)?;
    match method {
        "GET" => Ok(Reply::ok(world.commands[place].1.clone())),
        "DELETE" => {
            world.commands.remove(place);
            drop(world);
            hub.tell(News::World);
            Ok(Reply::empty())
        }
        _ => Err(refusal::no_route()),
    }
}
