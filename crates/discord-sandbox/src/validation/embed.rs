//! Validation of embeds.
//!
//! See "Embed Limits" in Discord's documentation.

use serde_json::Value;

use super::{Form, at, length};

const MAX_TOTAL: usize = 6000;
const FIELDS: &str = "\
    title type description url timestamp color footer image thumbnail video provider author fields";
const PICTURE: &str = "url proxy_url width height description content_type";

pub(super) fn check(form: &mut Form, embeds: &[Value]) {
    let total: usize =
        embeds.iter().enumerate().map(|(n, embed)| check_embed(form, &at("embeds", n), embed)).sum();
    if total > MAX_TOTAL {
        form.error(
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
            format!("Embed size exceeds maximum size of {MAX_TOTAL}"),
        );
    }
}

/// Validates an embed and returns its length in characters.
///
/// Discord also limits the total length of all embeds in a message.
fn check_embed(form: &mut Form, path: &str, embed: &Value) -> usize {
    let Some(object) = form.object(path, embed, FIELDS) else { return 0 };
    let title = form.text(object, path, "title", (0, 256)).map_or(0, length);
    let description = form.text(object, path, "description", (0, 4096)).map_or(0, length);
    form.number(object, path, "color", (0, 0xff_ffff));
    if let Some(kind) = form.text(object, path, "type", (0, 32)).filter(|kind| *kind != "rich") {
        form.error(&at(path, "type"), "BASE_TYPE_CHOICES", format!("A bot's embeds are rich, not {kind}"));
    }
    check_url(form, object, path, "url");
    for key in ["image", "thumbnail"] {
        let path = at(path, key);
        if let Some(picture) = object.get(key).filter(|picture| !picture.is_null())
            && let Some(picture) = form.object(&path, picture, PICTURE)
        {
            form.required_text(picture, &path, "url", (1, 2048));
            check_url(form, picture, &path, "url");
        }
    }
    let footer = check_part(form, object, path, ("footer", "text", 2048));
    let author = check_part(form, object, path, ("author", "name", 256));
    let fields = form.list(object, path, "fields", (0, 25));
    let fields: usize =
        fields.iter().enumerate().map(|(n, f)| check_field(form, &at(path, format!("fields.{n}")), f)).sum();
    title + description + footer + author + fields
}

fn check_part(
    form: &mut Form,
    embed: &serde_json::Map<String, Value>,
    path: &str,
    (key, text, max): (&str, &str, usize),
) -> usize {
    let Some(value) = embed.get(key).filter(|value| !value.is_null()) else { return 0 };
    let path = at(path, key);
    let Some(object) = form.object(&path, value, "text name url icon_url proxy_icon_url") else {
        return 0;
    };
    check_url(form, object, &path, "icon_url");
    form.required_text(object, &path, text, (1, max)).map_or(0, length)
}

fn check_field(form: &mut Form, path: &str, field: &Value) -> usize {
    let Some(object) = form.object(path, field, "name value inline") else { return 0 };
    let name = form.required_text(object, path, "name", (1, 256)).map_or(0, length);
    let value = form.required_text(object, path, "value", (1, 1024)).map_or(0, length);
    form.flag(object, path, "inline");
    name + value
}

/// Checks that a URL starts with `http://`, `https://` or `attachment://`.
fn check_url(form: &mut Form, object: &serde_json::Map<String, Value>, path: &str, key: &str) {
    let schemes = ["http://", "https://", "attachment://"];
    if let Some(url) = object.get(key).and_then(Value::as_str)
        && !schemes.iter().any(|scheme| url.starts_with(scheme))
    {
        form.error(&at(path, key), "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
}
