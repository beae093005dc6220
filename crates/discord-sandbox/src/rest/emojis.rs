//! REST routes for application emoji.
//!
//! See "Application-Owned Emojis" in Discord's documentation.

use axum::body::Bytes;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::json;

use super::error::{self, ApiError};
use super::reply::Reply;
use super::request::{Request, path_id};
use crate::state::snowflake::Snowflake;
use crate::validation::{Form, Object};

/// Maximum number of application emoji.
const MAX_EMOJI: usize = 2000;
/// Maximum size of an emoji's image, in bytes.
const MAX_IMAGE_SIZE: usize = 256 * 1024;
/// Signature at the start of every PNG file.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

pub(super) fn handle(request: &Request, rest: &[&str]) -> Result<Reply, ApiError> {
    request.allow_query(&[]);
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::ok(json!({"items": request.world().emojis}))),
        ("POST", []) => create(request),
        (method, [id]) => handle_emoji(request, method, path_id(id, "emoji_id")?),
        _ => Err(error::no_route()),
    }
}

fn create(request: &Request) -> Result<Reply, ApiError> {
    let form = Form::default();
    let fields = form.object("", &request.body, "name image roles").ok_or_else(error::not_json)?;
    check_name(&fields);
    let image = fields.required_text("image", (1, 2 * MAX_IMAGE_SIZE)).unwrap_or_default();
    let bytes = picture(&form, image);
    let world = request.world();
    let taken = world.emojis.iter().any(|emoji| emoji["name"] == request.body["name"]);
    if taken {
        form.error("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji of this name exists already");
    }
    if world.emojis.len() >= MAX_EMOJI {
        form.error("", "APPLICATION_EMOJI_LIMIT", "Maximum number of emojis reached (2000)");
    }
    drop(world);
    request.require_valid(form.errors())?;
    let mut world = request.world();
    let id = request.shared.next_id(&mut world);
    world.emoji_pictures.insert(id, bytes);
    let emoji = json!({
        "id": id, "name": request.body["name"], "roles": [], "user": world.bot_user(),
        "require_colons": true, "managed": false, "animated": false, "available": true,
    });
    world.emojis.push(emoji.clone());
    Ok(Reply::created(emoji))
}

/// Decodes a PNG image from a data URI.
///
/// The other image formats that Discord accepts are not supported.
fn picture(form: &Form, image: &str) -> Bytes {
    let data = image.strip_prefix("data:image/png;base64,");
    let bytes = data.and_then(|data| BASE64_STANDARD.decode(data).ok());
    match bytes {
        Some(bytes) if bytes.len() > MAX_IMAGE_SIZE => {
            form.error("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.");
        }
        Some(bytes) if bytes.starts_with(PNG) => return bytes.into(),
        _ => form.error("image", "IMAGE_INVALID", "Invalid image data"),
    }
    Bytes::new()
}

/// Checks that an emoji name has 2 to 32 characters and contains only ASCII letters, digits and underscores.
fn check_name(emoji: &Object<'_>) {
    if let Some(name) = emoji.required_text("name", (2, 32))
        && !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    {
        emoji.field_error("name", "STRING_TYPE_REGEX", "String value did not match validation regex.");
    }
}

fn handle_emoji(request: &Request, method: &str, id: Snowflake) -> Result<Reply, ApiError> {
    if method == "PATCH" {
        let form = Form::default();
        form.object("", &request.body, "name roles").iter().for_each(check_name);
        request.require_valid(form.errors())?;
    }
    let mut world = request.world();
    let place =
        world.emojis.iter().position(|emoji| emoji["id"] == json!(id)).ok_or_else(error::unknown_emoji)?;
    match method {
        "GET" => Ok(Reply::ok(world.emojis[place].clone())),
        "PATCH" => {
            world.emojis[place]["name"] = request.body["name"].clone();
            Ok(Reply::ok(world.emojis[place].clone()))
        }
        "DELETE" => {
            world.emojis.remove(place);
            Ok(Reply::empty())
        }
        _ => Err(error::no_route()),
    }
}
