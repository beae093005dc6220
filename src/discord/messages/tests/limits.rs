//! Checks of messages against Discord's limits.

use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

use discord_openapi::Specification;
use serde_json::Value;

use crate::discord::custom_id::CustomId;
use crate::discord::messages::Message;
use discord_sandbox::validate_message;

/// Discord's API specification, or `None` if the file is not available.
static SPECIFICATION: LazyLock<Option<Specification>> = LazyLock::new(|| {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/discord/openapi.json"));
    let specification = Specification::read(path);
    if specification.is_none() {
        eprintln!("skipped: no Discord specification at {}", path.display());
    }
    specification
});

/// Returns the JSON that would be sent to Discord.
pub(super) fn sent(message: &Message) -> Value {
    serde_json::to_value(message.create()).unwrap()
}

fn length(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

/// Panics if Discord would reject the message, or if a localised text is missing.
pub(super) fn check(message: &Message) {
    let sent = sent(message);
    let whole = sent.to_string();
    assert!(!whole.contains('⟨'), "missing localised text: {whole}");
    let content = length(&sent["content"]);
    assert!(content <= 2000, "content too long, {content} characters: {whole}");
    let embeds = sent["embeds"].as_array().unwrap();
    assert!(content > 0 || !embeds.is_empty(), "empty message");
    assert_eq!(validate_message(&sent), [""; 0], "{whole}");
    if let Some(specification) = &*SPECIFICATION {
        assert_eq!(specification.validate("POST", "/channels/1/messages", &sent), [""; 0], "{whole}");
    }
    check_embeds(embeds);
    check_rows(sent["components"].as_array().unwrap());
}

/// Panics if Discord would reject the message, or if a text-only message contains emoji, pictures or
/// suit symbols.
pub(super) fn check_text_only(message: &Message) {
    check(message);
    assert!(message.files.is_empty() && !message.keeps_files);
    let sent = sent(message).to_string();
    assert!(
        !sent.contains("<:") && !sent.contains("\"emoji\""),
        "application emoji in text-only message: {sent}"
    );
    // Card notation and the table of contracts contain symbols that are not emoji.
    let is_emoji = |sign: char| matches!(sign, '←'..='⇿' | '⌀'..='⏿' | '■'..='♟' | '♨'..='➿' | '⬀'..='⯿' | '\u{1f000}'..='\u{1ffff}' | '\u{fe0f}');
    assert!(!sent.contains(is_emoji), "emoji in text-only message: {sent}");
    assert!(!sent.contains("♥\u{a0}"), "suit symbol in text-only message: {sent}");
}

fn check_embeds(embeds: &[Value]) {
    let mut total = 0;
    for embed in embeds {
        assert!(length(&embed["description"]) <= 4096);
        total += length(&embed["title"]) + length(&embed["description"]);
        for field in embed["fields"].as_array().into_iter().flatten() {
            let (name, value) = (length(&field["name"]), length(&field["value"]));
            assert!((1..=256).contains(&name) && (1..=1024).contains(&value), "{field}");
            total += name + value;
        }
    }
    assert!(total <= 6000, "embeds too long, {total} characters");
}

fn check_rows(rows: &[Value]) {
    assert!(rows.len() <= 5, "too many rows: {}", rows.len());
    let mut ids = HashSet::new();
    for row in rows {
        let parts = row["components"].as_array().unwrap();
        assert!((1..=5).contains(&parts.len()), "invalid number of components in a row: {}", parts.len());
        for part in parts {
            let id = part["custom_id"].as_str().unwrap();
            assert!(!has_emoji_in_label(part), "emoji code in a label: {part}");
            check_id(id);
            assert!(ids.insert(id.to_owned()), "duplicate custom id: {id}");
            match part["type"].as_u64() {
                Some(2) => assert!((1..=80).contains(&length(&part["label"])), "{part}"),
                Some(3) => check_menu(part, parts.len()),
                other => panic!("unexpected component type: {other:?}"),
            }
        }
    }
}

fn has_emoji_in_label(part: &Value) -> bool {
    let texts = ["label", "placeholder"].map(|key| part[key].as_str().unwrap_or_default());
    let options = part["options"].as_array().into_iter().flatten();
    let labels = options.flat_map(|option| [&option["label"], &option["description"]]);
    texts.into_iter().chain(labels.filter_map(Value::as_str)).any(|text| text.contains("<:"))
}

fn check_id(id: &str) {
    assert!((1..=100).contains(&id.chars().count()), "{id}");
    let read: CustomId = id.parse().unwrap_or_else(|error| panic!("invalid custom id {id}: {error}"));
    assert_eq!(read.to_string(), id);
}

fn check_menu(menu: &Value, beside: usize) {
    assert_eq!(beside, 1, "menu shares its row with other components");
    assert!(length(&menu["placeholder"]) <= 150);
    let options = menu["options"].as_array().unwrap();
    assert!((1..=25).contains(&options.len()), "invalid number of options: {}", options.len());
    let mut values = HashSet::new();
    for option in options {
        assert!((1..=100).contains(&length(&option["label"])), "{option}");
        assert!(length(&option["description"]) <= 100, "{option}");
        let value = option["value"].as_str().unwrap();
        check_id(value);
        assert!(values.insert(value), "duplicate option value: {value}");
    }
    assert!(options.iter().filter(|option| option["default"] == true).count() <= 1);
}

/// Returns the custom ids of all enabled buttons and menu options.
pub(super) fn pressable(message: &Message) -> Vec<CustomId> {
    let sent = sent(message);
    let mut ids = Vec::new();
    for row in sent["components"].as_array().unwrap() {
        for part in row["components"].as_array().unwrap() {
            if part["disabled"] == true {
                continue;
            }
            match part["options"].as_array() {
                Some(options) => {
                    ids.extend(
                        options.iter().map(|option| option["value"].as_str().unwrap().parse().unwrap()),
                    );
                }
                None => ids.push(part["custom_id"].as_str().unwrap().parse().unwrap()),
            }
        }
    }
    ids
}
