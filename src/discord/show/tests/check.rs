//! Discord's limits, as far as messages of ours can break them.

use std::collections::HashSet;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::discord::custom_id::CustomId;
use crate::discord::show::Message;
use crate::playground::refusals;

use super::specification::{Specification, errors};

/// Discord's own specification of a message that is posted, where it is at hand.
static POSTED: LazyLock<Option<Validator>> = LazyLock::new(|| {
    let body = Specification::at_hand().map(|spec| spec.body("/channels/{channel_id}/messages", "post"));
    if body.is_none() {
        eprintln!(
            "the specification of Discord is not at hand: messages are held to the stand-in's rules alone"
        );
    }
    body.flatten()
});

/// The message as it would be sent.
pub(super) fn sent(message: &Message) -> Value {
    serde_json::to_value(message.create()).unwrap()
}

fn length(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

/// Panics where Discord would refuse the message, or a sentence is missing.
pub(super) fn check(message: &Message) {
    let sent = sent(message);
    let whole = sent.to_string();
    assert!(!whole.contains('⟨'), "a sentence is missing: {whole}");
    let content = length(&sent["content"]);
    assert!(content <= 2000, "{content} characters: {whole}");
    let embeds = sent["embeds"].as_array().unwrap();
    assert!(content > 0 || !embeds.is_empty(), "empty");
    assert_eq!(refusals(&sent), [""; 0], "{whole}");
    if let Some(specification) = &*POSTED {
        assert_eq!(errors(specification, &sent), [""; 0], "{whole}");
    }
    check_embeds(embeds);
    check_rows(sent["components"].as_array().unwrap());
}

/// Panics as well where a message in words alone has an emoji or a picture, or where a suit's sign is
/// not what someone may type.
pub(super) fn check_words(message: &Message) {
    check(message);
    assert!(message.files.is_empty() && !message.keeps_files);
    let sent = sent(message).to_string();
    assert!(!sent.contains("<:") && !sent.contains("\"emoji\""), "a small picture: {sent}");
    // The notation that one may type, and the table of contracts, have signs that are no emoji.
    let is_emoji = |sign: char| matches!(sign, '←'..='⇿' | '⌀'..='⏿' | '■'..='♟' | '♨'..='➿' | '⬀'..='⯿' | '\u{1f000}'..='\u{1ffff}' | '\u{fe0f}');
    assert!(!sent.contains(is_emoji), "an emoji: {sent}");
    assert!(!sent.contains("♥\u{a0}"), "a suit by its sign: {sent}");
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
    assert!(total <= 6000, "{total} characters in embeds");
}

fn check_rows(rows: &[Value]) {
    assert!(rows.len() <= 5, "{} rows", rows.len());
    let mut ids = HashSet::new();
    for row in rows {
        let parts = row["components"].as_array().unwrap();
        assert!((1..=5).contains(&parts.len()), "{} in a row", parts.len());
        for part in parts {
            let id = part["custom_id"].as_str().unwrap();
            assert!(!labels_a_picture(part), "a label shows a small picture as text: {part}");
            check_id(id);
            assert!(ids.insert(id.to_owned()), "{id} twice");
            match part["type"].as_u64() {
                Some(2) => assert!((1..=80).contains(&length(&part["label"])), "{part}"),
                Some(3) => check_menu(part, parts.len()),
                other => panic!("a component of type {other:?}"),
            }
        }
    }
}

fn labels_a_picture(part: &Value) -> bool {
    let texts = ["label", "placeholder"].map(|key| part[key].as_str().unwrap_or_default());
    let options = part["options"].as_array().into_iter().flatten();
    let labels = options.flat_map(|option| [&option["label"], &option["description"]]);
    texts.into_iter().chain(labels.filter_map(Value::as_str)).any(|text| text.contains("<:"))
}

fn check_id(id: &str) {
    assert!((1..=100).contains(&id.chars().count()), "{id}");
    let read: CustomId = id.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
    assert_eq!(read.to_string(), id);
}

fn check_menu(menu: &Value, beside: usize) {
    assert_eq!(beside, 1, "a menu has its row for itself");
    assert!(length(&menu["placeholder"]) <= 150);
    let options = menu["options"].as_array().unwrap();
    assert!((1..=25).contains(&options.len()), "{} options", options.len());
    let mut values = HashSet::new();
    for option in options {
        assert!((1..=100).contains(&length(&option["label"])), "{option}");
        assert!(length(&option["description"]) <= 100, "{option}");
        let value = option["value"].as_str().unwrap();
        check_id(value);
        assert!(values.insert(value), "{value} twice");
    }
    assert!(options.iter().filter(|option| option["default"] == true).count() <= 1);
}

/// A component that can be pressed or chosen: its custom id.
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
