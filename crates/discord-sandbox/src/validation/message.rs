//! Validation of message fields. The allowed fields depend on the route of the request.

use serde_json::Value;

use super::{FieldError, Form, Object, component, embed};
use crate::state::snowflake::Snowflake;
use crate::state::stored_message::EPHEMERAL;

const SUPPRESS_EMBEDS: u64 = 1 << 2;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

/// The REST route that creates or edits a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageRoute {
    /// Creates a message with a `POST` request to a channel.
    Create,
    /// Edits a channel message with a `PATCH` request.
    Edit,
    /// Sends a message as the first response to an interaction.
    ///
    /// The message is in the `data` object of the response.
    Callback,
    /// Creates a follow-up message with a `POST` request to an interaction's webhook.
    FollowUp,
    /// Edits a message with a `PATCH` request to an interaction's webhook.
    FollowUpEdit,
}

impl MessageRoute {
    /// Returns the names of the fields that the route allows, separated by spaces.
    fn known(self) -> String {
        let specific = match self {
            Self::Create => "tts nonce enforce_nonce message_reference sticker_ids poll shared_client_theme",
            Self::Edit => "sticker_ids",
            Self::Callback => "tts poll",
            Self::FollowUp => "tts poll username avatar_url thread_name applied_tags",
            Self::FollowUpEdit => "poll",
        };
        format!("content embeds allowed_mentions components attachments flags {specific}")
    }

    /// Returns the message flags that a bot may set on this route.
    fn flags(self) -> u64 {
        let common = SUPPRESS_EMBEDS;
        match self {
            Self::Create => common | SUPPRESS_NOTIFICATIONS,
            Self::Edit | Self::FollowUpEdit => common,
            Self::Callback | Self::FollowUp => common | SUPPRESS_NOTIFICATIONS | EPHEMERAL,
        }
    }
}

/// Validates the fields of a message and returns all errors.
///
/// `uploads` contains the indexes of the uploaded files. `kept` contains the ids of the message's existing
/// attachments.
pub(crate) fn check(
    fields: &Value,
    route: MessageRoute,
    uploads: &[u64],
    kept: &[Snowflake],
) -> Vec<FieldError> {
    let form = Form::default();
    let Some(message) = form.object("", fields, &route.known()) else { return form.errors() };
    message.text("content", (0, 2000));
    embed::check(&message);
    component::check_rows(&message);
    message.flag("tts");
    message.flag("enforce_nonce");
    check_flags(&message, route);
    if !message.get("nonce").is_some_and(Value::is_number) {
        message.text("nonce", (0, 25));
    }
    check_allowed_mentions(&message);
    check_attachments(&message, uploads, kept);
    for unserved in ["poll", "shared_client_theme", "applied_tags"] {
        if message.has(unserved) {
            message.field_error(unserved, "NOT_IN_SANDBOX", "The sandbox does not support this field");
        }
    }
    form.errors()
}

/// Validates a message against Discord's limits and returns one line of text per violation.
///
/// `fields` is the JSON body of a request that creates a message. This function is intended for testing code
/// that builds messages.
pub fn validate_message(fields: &Value) -> Vec<String> {
    let files = fields["attachments"].as_array().map_or(0, Vec::len) as u64;
    let uploads: Vec<u64> = (0..files).collect();
    check(fields, MessageRoute::Create, &uploads, &[])
        .into_iter()
        .map(|error| format!("{}: {} {}", error.path, error.code, error.message))
        .collect()
}

fn check_flags(message: &Object<'_>, route: MessageRoute) {
    if let Some(flags) = message.number("flags", (0, u64::from(u32::MAX)))
        && flags & !route.flags() != 0
    {
        let text = format!("A bot can't set these flags here: {}", flags & !route.flags());
        message.field_error("flags", "BITFIELD_INVALID_FLAGS", text);
    }
}

/// Validates the `allowed_mentions` field of a message.
///
/// See "Allowed Mentions Object" in Discord's documentation.
fn check_allowed_mentions(message: &Object<'_>) {
    let known = "parse users roles replied_user";
    let Some(allowed) = message.object("allowed_mentions", known) else { return };
    allowed.flag("replied_user");
    let parse = allowed.list("parse", (0, 3));
    for (n, kind) in parse.iter().enumerate() {
        if !matches!(kind.as_str(), Some("users" | "roles" | "everyone")) {
            let text = "Value must be one of ('users', 'roles', 'everyone').";
            allowed.field_error(format!("parse.{n}"), "BASE_TYPE_CHOICES", text);
        }
    }
    for key in ["users", "roles"] {
        let ids = allowed.list(key, (0, 100));
        for (n, id) in ids.iter().enumerate().filter(|(_, id)| Snowflake::of(id).is_none()) {
            let text = format!("Value \"{id}\" is not snowflake.");
            allowed.field_error(format!("{key}.{n}"), "NUMBER_TYPE_COERCE", text);
        }
        if !ids.is_empty() && parse.iter().any(|kind| kind.as_str() == Some(key)) {
            let text = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
            allowed.error("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text);
        }
    }
}

/// Validates the `attachments` field of a message.
///
/// Each entry must refer to an uploaded file by index or to an existing attachment by id.
fn check_attachments(message: &Object<'_>, uploads: &[u64], kept: &[Snowflake]) {
    let list = message.list("attachments", (0, 10));
    let known = "id filename description title is_spoiler duration_secs waveform";
    for entry in message.objects("attachments", list, known) {
        entry.text("filename", (0, 1024));
        entry.text("description", (0, 1024));
        let id = entry.get("id").and_then(Snowflake::of);
        if !id.is_some_and(|id| uploads.contains(&id.0) || kept.contains(&id)) {
            let text = "Uploaded attachments must be attached to a file of this request or of this message";
            entry.field_error("id", "ATTACHMENT_NOT_FOUND", text);
        }
    }
    if uploads.len() > 10 {
        message.field_error("attachments", "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 10 in length.");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::validation::tests::codes;

    fn wrong(fields: &Value) -> Vec<String> {
        codes(&check(fields, MessageRoute::Create, &[], &[]))
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
    fn sandbox_accepts_valid_message() {
        let fields = json!({
            "content": "x".repeat(2000),
            "embeds": [{"title": "t".repeat(256), "description": "d".repeat(4096),
                "fields": [{"name": "n".repeat(256), "value": "v".repeat(1024), "inline": true}]}],
            "components": [
                {"type": 1, "components": (0..5).map(|n| button(&n.to_string())).collect::<Vec<_>>()},
                {"type": 1, "components": [{"type": 3, "custom_id": "m", "min_values": 0, "max_values": 2,
                    "placeholder": "p".repeat(150),
                    "options": [{"label": "a", "value": "1"}, {"label": "a", "value": "2"}]}]},
                {"type": 1, "components": [{"type": 2, "style": 5, "label": "Help", "url": "https://example.com"}]},
            ],
            "allowed_mentions": {"parse": [], "users": ["1"]}, "nonce": "abc", "enforce_nonce": true,
        });
        assert_eq!(wrong(&fields), [""; 0]);
    }

    #[test]
    fn invalid_message_fields_are_rejected() {
        assert_eq!(wrong(&json!({"content": "é".repeat(2001)})), ["content BASE_TYPE_MAX_LENGTH"]);
        assert_eq!(wrong(&json!({"contents": "a"})), ["contents UNKNOWN_FIELD"]);
        assert_eq!(wrong(&json!({"nonce": "x".repeat(26)})), ["nonce BASE_TYPE_MAX_LENGTH"]);
        assert_eq!(wrong(&json!({"flags": 64})), ["flags BITFIELD_INVALID_FLAGS"]);
    }

    #[test]
    fn invalid_embeds_are_rejected() {
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
    fn action_row_with_too_many_buttons_is_rejected() {
        let buttons: Vec<_> = (0..6).map(|n| button(&n.to_string())).collect();
        assert_eq!(wrong(&row(&json!(buttons))), ["components.0.components BASE_TYPE_BAD_LENGTH"]);
        assert_eq!(wrong(&row(&json!([]))), ["components.0.components BASE_TYPE_BAD_LENGTH"]);
        let rows: Vec<_> =
            (0..6).map(|n| json!({"type": 1, "components": [button(&n.to_string())]})).collect();
        assert_eq!(wrong(&json!({"components": rows})), ["components BASE_TYPE_BAD_LENGTH"]);
        let mixed = json!([button("a"), menu(&json!([{"label": "l", "value": "v"}]))]);
        assert_eq!(wrong(&row(&mixed)), ["components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED"]);
        let duplicates = json!([button("a"), button("a")]);
        assert_eq!(
            wrong(&row(&duplicates)),
            ["components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"]
        );
    }

    #[test]
    fn buttons_with_missing_fields_are_rejected() {
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
    fn invalid_select_menus_are_rejected() {
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
        let mut inverted = menu(&json!(options(3)));
        inverted["min_values"] = json!(2);
        assert_eq!(one(inverted), [format!("{path}.min_values SELECT_COMPONENT_MIN_OVER_MAX")]);
        let mut long_placeholder = menu(&json!(options(1)));
        long_placeholder["placeholder"] = json!("p".repeat(151));
        assert_eq!(one(long_placeholder), [format!("{path}.placeholder BASE_TYPE_MAX_LENGTH")]);
    }

    #[test]
    fn message_with_malformed_allowed_mentions_is_rejected() {
        let one = |allowed: Value| wrong(&json!({"allowed_mentions": allowed}));
        assert_eq!(one(json!({"parse": ["all"]})), ["allowed_mentions.parse.0 BASE_TYPE_CHOICES"]);
        assert_eq!(one(json!({"users": ["me"]})), ["allowed_mentions.users.0 NUMBER_TYPE_COERCE"]);
        assert_eq!(
            one(json!({"parse": ["users"], "users": ["1"]})),
            ["allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"]
        );
    }

    #[test]
    fn attachment_without_uploaded_file_is_rejected() {
        let fields = json!({"attachments": [{"id": 0}, {"id": "77"}]});
        assert_eq!(
            codes(&check(&fields, MessageRoute::Create, &[0], &[])),
            ["attachments.1.id ATTACHMENT_NOT_FOUND"]
        );
        assert_eq!(codes(&check(&fields, MessageRoute::Edit, &[0], &[Snowflake(77)])), [""; 0]);
    }
}
