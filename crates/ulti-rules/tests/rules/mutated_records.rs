//! Records with random changes: each one is either rejected with a readable message, or is possible.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use ulti_rules::{Book, Deal, Record, RuleSet};

use crate::compare::record;
use crate::random::{Dice, PlayStyle, play_out, start};
use crate::reference::replay::BookCache;

/// Number of changed records. Set `ULTI_MUTATIONS=N` to check more.
const MUTATIONS: u64 = 300;

/// Parts of messages that only people who know Rust or serde understand.
const JARGON: [&str; 23] = [
    "invalid type",
    "invalid value",
    "invalid length",
    "unknown variant",
    "unknown field",
    "missing field",
    "duplicate field",
    "did not match",
    "a sequence",
    "a map",
    "boolean",
    "an array",
    "newtype",
    "tuple",
    "struct ",
    "variant",
    "u8",
    "u32",
    "u64",
    "i32",
    "i64",
    "::",
    "`",
];

/// A text of which an error message may repeat at most 80 characters.
fn long_text() -> String {
    "q".repeat(300)
}

/// Returns a random JSON value that is probably wrong in any place.
fn wrong_value(dice: &mut Dice) -> Value {
    let values = [
        json!(null),
        json!(true),
        json!(false),
        json!(-1),
        json!(0),
        json!(3),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("x"),
        json!("AK"),
        json!("none"),
        json!(long_text()),
        json!([]),
        json!({}),
        json!([[]]),
        json!(["AK", "AK"]),
        json!([long_text()]),
        json!({"preset": long_text()}),
        json!({"preset": "4m", "values": {long_text(): 1}}),
    ];
    dice.pick(&values)
}

/// Returns the JSON pointers of all values below `value`.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
        _ => Vec::new(),
    };
    for (step, value) in inner {
        let at = format!("{at}/{step}");
        pointers(value, &at, found);
        found.push(at);
    }
}

/// Repeats a random key of the object at `pointer`, and returns the JSON text of the document.
fn with_repeated_key(document: &mut Value, pointer: &str, dice: &mut Dice) -> Option<String> {
    let object: &mut Map<String, Value> = document.pointer_mut(pointer)?.as_object_mut()?;
    let names: Vec<String> = object.keys().cloned().collect();
    let name = names.get(dice.below(names.len().max(1)))?;
    let value = object[name].clone();
    let _: Option<Value> = object.insert("repeated".to_owned(), value);
    Some(document.to_string().replace("\"repeated\"", &format!("\"{name}\"")))
}

/// Changes a value of the document, and returns the changed text.
fn mutated(mut document: Value, dice: &mut Dice) -> Option<String> {
    let mut all = Vec::new();
    pointers(&document, "", &mut all);
    let pointer = dice.pick(&all);
    let (parent, last) = pointer.rsplit_once('/')?;
    match dice.below(7) {
        0 => return with_repeated_key(&mut document, dice.pick(&[parent, &pointer, ""]), dice),
        1 => {
            let copied = document.pointer(&dice.pick(&all))?.clone();
            *document.pointer_mut(&pointer)? = copied;
        }
        2 => match document.pointer_mut(parent)? {
            Value::Array(items) => drop(items.remove(last.parse().ok()?)),
            Value::Object(fields) => drop(fields.remove(last)),
            _ => return None,
        },
        3 => {
            let items = document.pointer_mut(parent)?.as_array_mut()?;
            let at = dice.below(items.len());
            let copied = items[last.parse::<usize>().ok()?].clone();
            items.insert(at, copied);
        }
        4 => {
            let items = document.pointer_mut(parent)?.as_array_mut()?;
            let at = dice.below(items.len());
            items.swap(at, last.parse().ok()?);
        }
        5 => {
            let fields = document.pointer_mut(parent)?.as_object_mut()?;
            let _: Option<Value> =
                fields.insert(dice.pick(&[last.to_owned(), long_text()]), wrong_value(dice));
        }
        _ => *document.pointer_mut(&pointer)? = wrong_value(dice),
    }
    Some(document.to_string())
}

/// Removes the unknown key that [`mutated`] has added to an action. The reference implementation rejects it.
fn remove_unknown(document: &mut Value) {
    let actions = document["actions"].as_array_mut().expect("list of actions");
    for action in actions {
        action.as_object_mut().expect("action").remove(&long_text());
    }
}

/// Returns records of random deals of all presets.
fn records() -> Vec<Value> {
    let mut records = Vec::new();
    for preset in RuleSet::preset_names() {
        let book = Arc::new(Book::preset(preset).expect("known preset"));
        for seed in 0..8 {
            let mut dice = Dice(9_000_000 + seed);
            let deal = Deal::new(Arc::clone(&book), start(&mut dice)).expect("valid deal");
            let (style, mut events) = (PlayStyle::any(&mut dice), Vec::new());
            let over = play_out(deal, style, &mut dice, |_, _, _, all| events.extend_from_slice(all));
            let mut record = record(&over, &events);
            let digits = "0123456789abcdef".repeat(4);
            record["shuffle"] = json!({"number": seed, "seed": digits, "commitment": digits});
            records.push(record);
        }
    }
    records
}

/// A record that is accepted after a change must be possible: the reference implementation, which checks
/// repeated cards and keys on its own, accepts it as well.
#[test]
fn changed_records_are_rejected_in_plain_words_or_possible() {
    let wanted = std::env::var("ULTI_MUTATIONS").map_or(MUTATIONS, |number| number.parse().expect("number"));
    let (records, mut cache, mut dice) = (records(), BookCache::default(), Dice(33));
    let (mut rejected, mut accepted, mut wrong) = (0, 0, Vec::new());
    while rejected + accepted < wanted {
        let document = dice.pick(&records);
        let Some(text) = mutated(document.clone(), &mut dice) else { continue };
        let original = document.to_string();
        if text == original {
            continue;
        }
        match Record::from_json(&text).and_then(|record| record.replay()) {
            Ok(_) => {
                accepted += 1;
                let mut document: Value = serde_json::from_str(&text).expect("valid JSON");
                let parsed = document.to_string();
                if text != parsed {
                    wrong.push(format!("repeated key was accepted: {text}"));
                    continue;
                }
                remove_unknown(&mut document);
                if let Err(reason) = cache.replay(&document) {
                    wrong.push(format!("{reason}: {text}"));
                }
            }
            Err(error) => {
                rejected += 1;
                let message = error.to_string();
                if let Some(word) = JARGON.iter().find(|word| message.contains(**word)) {
                    wrong.push(format!("'{word}' in {message}"));
                }
                if message.contains(&"q".repeat(81)) {
                    wrong.push(format!("too much is repeated: {message}"));
                }
            }
        }
    }
    println!("{rejected} records rejected, {accepted} accepted");
    assert!(wrong.is_empty(), "{} of {wanted}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rejected > accepted && accepted > 0);
}

#[test]
fn record_with_repeated_card_is_rejected() {
    for place in ["hands", "actions"] {
        let mut tried = 0;
        for mut record in records() {
            let lists = record[place].as_array_mut().expect("list");
            let mut lists = lists.iter_mut().filter_map(|list| match list {
                Value::Array(_) => Some(list),
                action => action.get_mut("discard"),
            });
            let Some(cards) = lists.find_map(|list| list.as_array_mut()) else { continue };
            cards.push(cards[0].clone());
            let error = Record::from_json(&record.to_string()).expect_err("repeated card").to_string();
            assert!(error.contains("appears twice"), "{error}");
            tried += 1;
        }
        assert!(tried > 10, "{tried}");
    }
}

#[test]
fn window_is_rejected_under_rules_without_one() {
    let mut record =
        records().into_iter().find(|record| record["rules"]["preset"] == "rablo").expect("rablo");
    record["window"] = json!(6);
    let error =
        Record::from_json(&record.to_string()).expect("valid format").replay().expect_err("no window");
    assert_eq!(error.to_string(), "window is 6, but these rules have no window: omit window");
}
