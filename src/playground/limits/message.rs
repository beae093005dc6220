//! A message's fields, by the way it is sent.

use serde_json::{Map, Value};

use super::super::post::EPHEMERAL;
use super::super::snowflake::Id;
use super::{FieldError, Form, at, component, embed};

const SUPPRESS_EMBEDS: u64 = 1 << 2;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

/// The request a message comes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::playground) enum Door {
    /// POST to a channel.
    Create,
    /// PATCH of a channel's message.
    Edit,
    /// The `data` of an interaction's callback.
    Callback,
    /// POST to a webhook.
    FollowUp,
    /// PATCH through a webhook.
    FollowUpEdit,
}

impl Door {
    fn known(self) -> Vec<&'static str> {
        let mut known = vec!["content", "embeds", "allowed_mentions", "components", "attachments", "flags"];
        known.extend(match self {
            Self::Create => &[
                "tts",
                "nonce",
                "enforce_nonce",
                "message_reference",
                "sticker_ids",
                "poll",
                "shared_client_theme",
            ] as &[&str],
            Self::Edit => &["sticker_ids"],
            Self::Callback => &["tts", "poll"],
            Self::FollowUp => &["tts", "poll", "username", "avatar_url", "thread_name", "applied_tags"],
            Self::FollowUpEdit => &["poll"],
        });
        known
    }

    /// The flags a bot may set.
    fn flags(self) -> u64 {
        let common = SUPPRESS_EMBEDS;
        match self {
            Self::Create => common | SUPPRESS_NOTIFICATIONS,
            Self::Edit | Self::FollowUpEdit => common,
            Self::Callback | Self::FollowUp => common | SUPPRESS_NOTIFICATIONS | EPHEMERAL,
        }
    }
}

/// Checks a message's fields. `uploads` are the numbers of the files sent along, `kept` those already on it.
pub(in crate::playground) fn check(
    fields: &Value,
    door: Door,
    uploads: &[u64],
    kept: &[Id],
) -> Vec<FieldError> {
    let mut form = Form::default();
    let Some(object) = form.object("", fields, &door.known()) else { return form.errors() };
    form.text(object, "", "content", (0, 2000));
    let embeds = form.list(object, "", "embeds", (0, 10));
    embed::check(&mut form, embeds);
    let rows = form.list(object, "", "components", (0, 5));
    component::rows(&mut form, rows);
    form.flag(object, "", "tts");
    form.flag(object, "", "enforce_nonce");
    flags(&mut form, object, door);
    nonce(&mut form, object);
    mentions(&mut form, object.get("allowed_mentions"));
    attachments(&mut form, object, uploads, kept);
    for unserved in ["poll", "shared_client_theme", "applied_tags"] {
        if object.get(unserved).is_some_and(|value| !value.is_null()) {
            form.wrong(unserved, "NOT_IN_THE_STAND_IN", "The stand-in does not know these");
        }
    }
    form.errors()
}

/// What Discord would say against a message to be posted, for the tests of whoever makes messages.
#[cfg(test)]
pub(crate) fn refusals(fields: &Value) -> Vec<String> {
    let files = fields["attachments"].as_array().map_or(0, Vec::len) as u64;
    let uploads: Vec<u64> = (0..files).collect();
    check(fields, Door::Create, &uploads, &[])
        .into_iter()
        .map(|error| format!("{}: {} {}", error.path, error.code, error.message))
        .collect()
}

fn flags(form: &mut Form, object: &Map<String, Value>, door: Door) {
    if let Some(flags) = form.number(object, "", "flags", (0, u64::from(u32::MAX)))
        && flags & !door.flags() != 0
    {
        let message = format!("A bot can't set these flags here: {}", flags & !door.flags());
        form.wrong("flags", "BITFIELD_INVALID_FLAGS", message);
    }
}

fn nonce(form: &mut Form, object: &Map<String, Value>) {
    match object.get("nonce") {
        None | Some(Value::Null | Value::Number(_)) => {}
        Some(_) => {
            form.text(object, "", "nonce", (0, 25));
        }
    }
}

/// Discord's page "Messages Resource: Allowed Mentions Object".
fn mentions(form: &mut Form, allowed: Option<&Value>) {
    let Some(allowed) = allowed.filter(|allowed| !allowed.is_null()) else { return };
    let path = "allowed_mentions";
    let Some(object) = form.object(path, allowed, &["parse", "users", "roles", "replied_user"]) else {
        return;
    };
    form.flag(object, path, "replied_user");
    let parse: Vec<&Value> = form.list(object, path, "parse", (0, 3)).iter().collect();
    for (n, kind) in parse.iter().enumerate() {
        if !matches!(kind.as_str(), Some("users" | "roles" | "everyone")) {
            let message = "Value must be one of ('users', 'roles', 'everyone').";
            form.wrong(&at(path, format!("parse.{n}")), "BASE_TYPE_CHOICES", message);
        }
    }
    for key in ["users", "roles"] {
        let ids = form.list(object, path, key, (0, 100));
        for (n, _) in ids.iter().enumerate().filter(|(_, id)| Id::of(id).is_none()) {
            let message = format!("Value \"{}\" is not snowflake.", ids[n]);
            form.wrong(&at(path, format!("{key}.{n}")), "NUMBER_TYPE_COERCE", message);
        }
        if !ids.is_empty() && parse.iter().any(|kind| kind.as_str() == Some(key)) {
            let message = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
            form.wrong(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
}

/// Each entry is either a file sent along, by its number, or one already on the message, by its id.
fn attachments(form: &mut Form, object: &Map<String, Value>, uploads: &[u64], kept: &[Id]) {
    for (n, entry) in form.list(object, "", "attachments", (0, 10)).iter().enumerate() {
        let path = at("attachments", n);
        let known = ["id", "filename", "description", "title", "is_spoiler", "duration_secs", "waveform"];
        let Some(entry) = form.object(&path, entry, &known) else { continue };
        form.text(entry, &path, "filename", (0, 1024));
        form.text(entry, &path, "description", (0, 1024));
        let id = entry.get("id").and_then(Id::of);
        if !id.is_some_and(|id| uploads.contains(&id.0) || kept.contains(&id)) {
            let message =
                "Uploaded attachments must be attached to a file of this request or of this message";
            form.wrong(&at(&path, "id"), "ATTACHMENT_NOT_FOUND", message);
        }
    }
    if uploads.len() > 10 {
        form.wrong("attachments", "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 10 in length.");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tests::told;
    use super::*;

    fn wrong(fields: &Value) -> Vec<String> {
        told(&check(fields, Door::Create, &[], &[]))
    }

    fn row(items: &Value) -> Value {
        json!({"components": [{"type": 1, "components": items}]})
    }

    fn button(custom_id: &str) -> Value {
        json!({"type": 2, "style": 1, "label": "Join", "custom_id": custom_id})
    }

    fn menu(options: &Value) -> Value {
        json!({"type": 3, "custom_id": "m", "options": options})
    }

    #[test]
    fn what_fits_is_let_through() {
        let fields = json!({
            "content": "x".repeat(2000),
            "embeds": [{"title": "t".repeat(256), "description": "d".repeat(4096),
                "fields": [{"name": "n".repeat(256), "value": "v".repeat(1024), "inline": true}]}],
            "components": [
                {"type": 1, "components": (0..5).map(|n| button(&n.to_string())).collect::<Vec<_>>()},
                {"type": 1, "components": [{"type": 3, "custom_id": "m", "min_values": 0, "max_values": 2,
                    "placeholder": "p".repeat(150),
                    "options": [{"label": "a", "value": "1"}, {"label": "a", "value": "2"}]}]},
                {"type": 1, "components": [{"type": 2, "style": 5, "label": "Rules", "url": "https://pagat.com"}]},
            ],
            "allowed_mentions": {"parse": [], "users": ["1"]}, "nonce": "abc", "enforce_nonce": true,
        });
        assert_eq!(wrong(&fields), [""; 0]);
    }

    #[test]
    fn texts_have_their_lengths() {
        assert_eq!(wrong(&json!({"content": "é".repeat(2001)})), ["content BASE_TYPE_MAX_LENGTH"]);
        assert_eq!(wrong(&json!({"contents": "a"})), ["contents UNKNOWN_FIELD"]);
        assert_eq!(wrong(&json!({"nonce": "x".repeat(26)})), ["nonce BASE_TYPE_MAX_LENGTH"]);
        assert_eq!(wrong(&json!({"flags": 64})), ["flags BITFIELD_INVALID_FLAGS"]);
    }

    #[test]
    fn embeds_have_theirs() {
        let one = |embed: Value| wrong(&json!({"embeds": [embed]}));
        assert_eq!(one(json!({"title": "t".repeat(257)})), ["embeds.0.title BASE_TYPE_MAX_LENGTH"]);
        assert_eq!(
            one(json!({"description": "d".repeat(4097)})),
            ["embeds.0.description BASE_TYPE_MAX_LENGTH"]
        );
        assert_eq!(
            one(json!({"fields": [{"name": "n", "value": ""}]})),
            ["embeds.0.fields.0.value BASE_TYPE_REQUIRED"]
        );
        assert_eq!(
            one(json!({"fields": [{"name": "n".repeat(257), "value": "v".repeat(1025)}]})),
            ["embeds.0.fields.0.name BASE_TYPE_BAD_LENGTH", "embeds.0.fields.0.value BASE_TYPE_BAD_LENGTH"]
        );
        assert_eq!(
            one(json!({"footer": {"text": "f".repeat(2049)}})),
            ["embeds.0.footer.text BASE_TYPE_BAD_LENGTH"]
        );
        let many = vec![json!({"title": "t"}); 11];
        assert_eq!(wrong(&json!({"embeds": many})), ["embeds BASE_TYPE_BAD_LENGTH"]);
        let long = vec![json!({"description": "d".repeat(3001)}); 2];
        assert_eq!(wrong(&json!({"embeds": long})), ["embeds MAX_EMBED_SIZE_EXCEEDED"]);
        assert_eq!(one(json!({"image": {"url": "table.png"}})), ["embeds.0.image.url URL_TYPE_INVALID_URL"]);
    }

    #[test]
    fn rows_hold_five_buttons_or_a_menu() {
        let buttons: Vec<_> = (0..6).map(|n| button(&n.to_string())).collect();
        assert_eq!(wrong(&row(&json!(buttons))), ["components.0.components BASE_TYPE_BAD_LENGTH"]);
        assert_eq!(wrong(&row(&json!([]))), ["components.0.components BASE_TYPE_BAD_LENGTH"]);
        let rows: Vec<_> =
            (0..6).map(|n| json!({"type": 1, "components": [button(&n.to_string())]})).collect();
        assert_eq!(wrong(&json!({"components": rows})), ["components BASE_TYPE_BAD_LENGTH"]);
        let mixed = json!([button("a"), menu(&json!([{"label": "l", "value": "v"}]))]);
        assert_eq!(wrong(&row(&mixed)), ["components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED"]);
        let twins = json!([button("a"), button("a")]);
        assert_eq!(
            wrong(&row(&twins)),
            ["components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"]
        );
    }

    #[test]
    fn buttons_are_whole() {
        let one = |button: Value| wrong(&row(&json!([button])));
        let path = "components.0.components.0";
        assert_eq!(
            one(json!({"type": 2, "style": 1, "label": "a"})),
            [format!("{path}.custom_id BASE_TYPE_REQUIRED")]
        );
        assert_eq!(one(button(&"c".repeat(101))), [format!("{path}.custom_id BASE_TYPE_BAD_LENGTH")]);
        assert_eq!(
            one(json!({"type": 2, "style": 1, "label": "l".repeat(81), "custom_id": "c"})),
            [format!("{path}.label BASE_TYPE_MAX_LENGTH")]
        );
        assert_eq!(
            one(json!({"type": 2, "style": 1, "custom_id": "c"})),
            [format!("{path} BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED")]
        );
        assert_eq!(
            one(json!({"type": 2, "style": 5, "label": "l"})),
            [format!("{path}.url BASE_TYPE_REQUIRED")]
        );
    }

    #[test]
    fn menus_offer_one_to_twenty_five_different_things() {
        let path = "components.0.components.0";
        let options = |count: usize| -> Vec<Value> {
            (0..count).map(|n| json!({"label": "l", "value": n.to_string()})).collect()
        };
        let one = |menu: Value| wrong(&row(&json!([menu])));
        assert_eq!(one(menu(&json!(options(0))))[0], format!("{path}.options BASE_TYPE_BAD_LENGTH"));
        assert_eq!(one(menu(&json!(options(26)))), [format!("{path}.options BASE_TYPE_BAD_LENGTH")]);
        assert_eq!(
            one(menu(&json!([{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]))),
            [format!("{path}.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED")]
        );
        let long = "x".repeat(101);
        assert_eq!(
            one(menu(&json!([{"label": long, "value": long, "description": long}]))),
            [
                format!("{path}.options.0.label BASE_TYPE_BAD_LENGTH"),
                format!("{path}.options.0.description BASE_TYPE_MAX_LENGTH"),
                format!("{path}.options.0.value BASE_TYPE_BAD_LENGTH"),
            ]
        );
        let mut upside_down = menu(&json!(options(3)));
        upside_down["min_values"] = json!(2);
        assert_eq!(one(upside_down), [format!("{path}.min_values SELECT_COMPONENT_MIN_OVER_MAX")]);
        let mut wordy = menu(&json!(options(1)));
        wordy["placeholder"] = json!("p".repeat(151));
        assert_eq!(one(wordy), [format!("{path}.placeholder BASE_TYPE_MAX_LENGTH")]);
    }

    #[test]
    fn allowed_mentions_have_a_shape() {
        let one = |allowed: Value| wrong(&json!({"allowed_mentions": allowed}));
        assert_eq!(one(json!({"parse": ["all"]})), ["allowed_mentions.parse.0 BASE_TYPE_CHOICES"]);
        assert_eq!(one(json!({"users": ["me"]})), ["allowed_mentions.users.0 NUMBER_TYPE_COERCE"]);
        assert_eq!(
            one(json!({"parse": ["users"], "users": ["1"]})),
            ["allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"]
        );
    }

    #[test]
    fn attachments_are_of_a_file() {
        let fields = json!({"attachments": [{"id": 0}, {"id": "77"}]});
        assert_eq!(told(&check(&fields, Door::Create, &[0], &[])), ["attachments.1.id ATTACHMENT_NOT_FOUND"]);
        assert_eq!(told(&check(&fields, Door::Edit, &[0], &[Id(77)])), [""; 0]);
    }
}
