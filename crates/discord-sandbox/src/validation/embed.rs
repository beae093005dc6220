//! Validation of embeds.
//!
//! See "Embed Limits" in Discord's documentation.

use serde_json::Value;

use super::{Object, length};

const MAX_TOTAL: usize = 6000;
const FIELDS: &str = "\
    title type description url timestamp color footer image thumbnail video provider author fields";
const PICTURE: &str = "url proxy_url width height description content_type";

pub(super) fn check(message: &Object<'_>) {
    let embeds = message.list("embeds", (0, 10));
    let total: usize = message.objects("embeds", embeds, FIELDS).map(|embed| check_embed(&embed)).sum();
    if total > MAX_TOTAL {
        let text = format!("Embed size exceeds maximum size of {MAX_TOTAL}");
        message.field_error("embeds", "MAX_EMBED_SIZE_EXCEEDED", text);
    }
}

/// Validates an embed and returns its length in characters.
///
/// Discord also limits the total length of all embeds in a message.
fn check_embed(embed: &Object<'_>) -> usize {
    let title = embed.text("title", (0, 256)).map_or(0, length);
    let description = embed.text("description", (0, 4096)).map_or(0, length);
    embed.number("color", (0, 0xff_ffff));
    if let Some(kind) = embed.text("type", (0, 32)).filter(|kind| *kind != "rich") {
        embed.field_error("type", "BASE_TYPE_CHOICES", format!("A bot's embeds are rich, not {kind}"));
    }
    check_url(embed, "url");
    for picture in ["image", "thumbnail"].iter().filter_map(|key| embed.object(key, PICTURE)) {
        picture.required_text("url", (1, 2048));
        check_url(&picture, "url");
    }
    let footer = check_part(embed, "footer", "text", 2048);
    let author = check_part(embed, "author", "name", 256);
    let fields = embed.list("fields", (0, 25));
    let fields = embed.objects("fields", fields, "name value inline").map(|field| check_field(&field));
    title + description + footer + author + fields.sum::<usize>()
}

fn check_part(embed: &Object<'_>, key: &str, text: &str, max: usize) -> usize {
    let Some(part) = embed.object(key, "text name url icon_url proxy_icon_url") else { return 0 };
    check_url(&part, "icon_url");
    part.required_text(text, (1, max)).map_or(0, length)
}

fn check_field(field: &Object<'_>) -> usize {
    let name = field.required_text("name", (1, 256)).map_or(0, length);
    let value = field.required_text("value", (1, 1024)).map_or(0, length);
    field.flag("inline");
    name + value
}

/// Checks that a URL starts with `http://`, `https://` or `attachment://`.
fn check_url(object: &Object<'_>, key: &str) {
    let schemes = ["http://", "https://", "attachment://"];
    if let Some(url) = object.get(key).and_then(Value::as_str)
        && !schemes.iter().any(|scheme| url.starts_with(scheme))
    {
        object.field_error(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
}
