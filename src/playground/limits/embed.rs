//! Embeds: ten a message, 6000 characters in all (Discord's page "Messages Resource: Embed Limits").

use serde_json::Value;

use super::{Form, at, length};

const TOGETHER: usize = 6000;
const FIELDS: [&str; 13] = [
    "title",
    "type",
    "description",
    "url",
    "timestamp",
    "color",
    "footer",
    "image",
    "thumbnail",
    "video",
    "provider",
    "author",
    "fields",
];
const PICTURE: [&str; 6] = ["url", "proxy_url", "width", "height", "description", "content_type"];

pub(super) fn check(form: &mut Form, embeds: &[Value]) {
    let total: usize = embeds.iter().enumerate().map(|(n, embed)| one(form, &at("embeds", n), embed)).sum();
    if total > TOGETHER {
        form.wrong(
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
            format!("Embed size exceeds maximum size of {TOGETHER}"),
        );
    }
}

/// Checks one embed and counts what of it counts.
fn one(form: &mut Form, path: &str, embed: &Value) -> usize {
    let Some(object) = form.object(path, embed, &FIELDS) else { return 0 };
    let title = form.text(object, path, "title", (0, 256)).map_or(0, length);
    let description = form.text(object, path, "description", (0, 4096)).map_or(0, length);
    form.number(object, path, "color", (0, 0xff_ffff));
    if let Some(kind) = form.text(object, path, "type", (0, 32)).filter(|kind| *kind != "rich") {
        form.wrong(&at(path, "type"), "BASE_TYPE_CHOICES", format!("A bot's embeds are rich, not {kind}"));
    }
    address(form, object, path, "url");
    for key in ["image", "thumbnail"] {
        let path = at(path, key);
        if let Some(picture) = object.get(key).filter(|picture| !picture.is_null())
            && let Some(picture) = form.object(&path, picture, &PICTURE)
        {
            form.must(picture, &path, "url", (1, 2048));
            address(form, picture, &path, "url");
        }
    }
    let footer = part(form, object, path, ("footer", "text", 2048));
    let author = part(form, object, path, ("author", "name", 256));
    let fields = form.list(object, path, "fields", (0, 25));
    let fields: usize =
        fields.iter().enumerate().map(|(n, f)| field(form, &at(path, format!("fields.{n}")), f)).sum();
    title + description + footer + author + fields
}

fn part(
    form: &mut Form,
    embed: &serde_json::Map<String, Value>,
    path: &str,
    (key, text, max): (&str, &str, usize),
) -> usize {
    let Some(value) = embed.get(key).filter(|value| !value.is_null()) else { return 0 };
    let path = at(path, key);
    let Some(object) = form.object(&path, value, &["text", "name", "url", "icon_url", "proxy_icon_url"])
    else {
        return 0;
    };
    address(form, object, &path, "icon_url");
    form.must(object, &path, text, (1, max)).map_or(0, length)
}

fn field(form: &mut Form, path: &str, field: &Value) -> usize {
    let Some(object) = form.object(path, field, &["name", "value", "inline"]) else { return 0 };
    let name = form.must(object, path, "name", (1, 256)).map_or(0, length);
    let value = form.must(object, path, "value", (1, 1024)).map_or(0, length);
    form.flag(object, path, "inline");
    name + value
}

/// Pictures and links are of the web or among the uploaded files.
fn address(form: &mut Form, object: &serde_json::Map<String, Value>, path: &str, key: &str) {
    let schemes = ["http://", "https://", "attachment://"];
    if let Some(url) = object.get(key).and_then(Value::as_str)
        && !schemes.iter().any(|scheme| url.starts_with(scheme))
    {
        form.wrong(&at(path, key), "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
}
