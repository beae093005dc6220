//! The application's own emoji (Discord's page "Emoji Resource: Application-Owned Emojis").

use axum::body::Bytes;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

use super::super::hub::Hub;
use super::super::limits::Form;
use super::super::snowflake::Id;
use super::refusal::{self, Refusal, formed};
use super::routes::known;
use super::{Reply, Request};

const MOST: usize = 2000;
/// 256 KiB, of the picture itself.
const LARGEST: usize = 256 * 1024;
/// How every PNG begins.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

pub(super) fn find(hub: &Hub, request: &Request, rest: &[&str]) -> Result<Reply, Refusal> {
    request.only(&[])?;
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::ok(json!({"items": hub.world().emojis}))),
        ("POST", []) => create(hub, request),
        (method, [id]) => one(hub, request, method, known(id, refusal::unknown_emoji)?),
        _ => Err(refusal::no_route()),
    }
}

fn create(hub: &Hub, request: &Request) -> Result<Reply, Refusal> {
    let mut form = Form::default();
    let fields = form.object("", &request.body, &["name", "image", "roles"]).ok_or_else(refusal::not_json)?;
    name(&mut form, &request.body);
    let image = form.must(fields, "", "image", (1, 2 * LARGEST)).unwrap_or_default();
    let bytes = picture(&mut form, image);
    let mut world = hub.world();
    let taken = world.emojis.iter().any(|emoji| emoji["name"] == request.body["name"]);
    if taken {
        form.wrong("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji of this name exists already");
    }
    if world.emojis.len() >= MOST {
        form.wrong("", "APPLICATION_EMOJI_LIMIT", "Maximum number of emojis reached (2000)");
    }
    formed(form.errors())?;
    let id = hub.id(&mut world);
    world.emoji_pictures.insert(id, bytes);
    let emoji = json!({
        "id": id, "name": request.body["name"], "roles": [], "user": world.bot_user(),
        "require_colons": true, "managed": false, "animated": false, "available": true,
    });
    world.emojis.push(emoji.clone());
    Ok(Reply::created(emoji))
}

/// The PNG of a data URI. Discord takes some other kinds of pictures too, which no bot here needs.
fn picture(form: &mut Form, image: &str) -> Bytes {
    let data = image.strip_prefix("data:image/png;base64,");
    let bytes = data.and_then(|data| BASE64_STANDARD.decode(data).ok());
    match bytes {
        Some(bytes) if bytes.len() > LARGEST => {
            form.wrong("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.");
        }
        Some(bytes) if bytes.starts_with(PNG) => return bytes.into(),
        _ => form.wrong("image", "IMAGE_INVALID", "Invalid image data"),
    }
    Bytes::new()
}

/// Two to thirty-two letters, digits and underscores.
fn name(form: &mut Form, body: &Value) {
    let Some(object) = body.as_object() else { return };
    if let Some(name) = form.must(object, "", "name", (2, 32))
        && !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    {
        form.wrong("name", "STRING_TYPE_REGEX", "String value did not match validation regex.");
    }
}

fn one(hub: &Hub, request: &Request, method: &str, id: Id) -> Result<Reply, Refusal> {
    let mut world = hub.world();
    let place =
        world.emojis.iter().position(|emoji| emoji["id"] == json!(id)).ok_or_else(refusal::unknown_emoji)?;
    match method {
        "GET" => Ok(Reply::ok(world.emojis[place].clone())),
        "PATCH" => {
            let mut form = Form::default();
            form.object("", &request.body, &["name", "roles"]);
            name(&mut form, &request.body);
            formed(form.errors())?;
            world.emojis[place]["name"] = request.body["name"].clone();
            Ok(Reply::ok(world.emojis[place].clone()))
        }
        "DELETE" => {
            world.emojis.remove(place);
            Ok(Reply::empty())
        }
        _ => Err(refusal::no_route()),
    }
}
