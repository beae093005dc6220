//! Replays records with the reference implementation, and compares the presets of both implementations.

use std::sync::Arc;

use serde_json::{Value, json};
use ulti_rules::{Action, Book, Deal, Record, RuleSet, Seat};

use crate::compare::record;
use crate::errors;
use crate::random::{Dice, PlayStyle, play_out, start};
use crate::reference::claim::Claim;
use crate::reference::replay::BookCache;
use crate::reference::rules::Rules;

/// Returns records of deals that the engine played. These are used if no file is given.
fn own_records() -> String {
    let mut lines = Vec::new();
    for preset in RuleSet::preset_names() {
        let book = Arc::new(Book::preset(preset).expect("known preset"));
        for seed in 0..20 {
            let mut dice = Dice(5_000_000 + seed);
            let deal = Deal::new(Arc::clone(&book), start(&mut dice)).expect("valid deal");
            let (style, mut all) = (PlayStyle::plain(&mut dice), Vec::new());
            let over = play_out(deal, style, &mut dice, |_, _, _, events| all.extend_from_slice(events));
            lines.push(record(&over, &all).to_string());
        }
    }
    lines.join("\n")
}

/// Checks that the reference implementation accepts every record.
///
/// Set `ULTI_SECOND_RECORDS=FILE` to check the records in a file, one per line.
#[test]
fn reference_implementation_accepts_every_deal_record() {
    let text = match std::env::var("ULTI_SECOND_RECORDS") {
        Ok(path) => std::fs::read_to_string(path).expect("readable file of records"),
        Err(_) => own_records(),
    };
    let (mut cache, mut accepted, mut unproven, mut refused) = (BookCache::default(), 0, 0, Vec::new());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let replayed = serde_json::from_str(line)
            .map_err(|error| error.to_string())
            .and_then(|record: Value| cache.replay(&record));
        match replayed {
            Ok(replayed) => {
                accepted += 1;
                unproven += u32::from(replayed.claim == Some(Claim::TooLong));
            }
            Err(reason) => refused.push(format!("line {}: {reason}", number + 1)),
        }
    }
    println!("{accepted} records accepted, {unproven} with unproven claims");
    assert!(refused.is_empty(), "{} records rejected:\n{}", refused.len(), refused.join("\n"));
    assert!(accepted > 0, "no records found");
}

#[test]
fn rule_presets_match_reference_implementation() {
    for preset in RuleSet::preset_names() {
        let engine =
            serde_json::to_value(RuleSet::preset(preset).expect("known preset")).expect("valid JSON");
        for (field, own) in Rules::preset(preset).fields() {
            match own {
                Value::Object(inner) => {
                    for (name, own) in inner {
                        assert_eq!(engine[field].get(name), Some(own), "{preset}: {field} {name}");
                    }
                }
                // The silent table is compared by playing deals.
                _ if ["silent_table", "revision"].contains(&field.as_str()) => {}
                own => assert_eq!(engine.get(field), Some(own), "{preset}: {field}"),
            }
        }
    }
}

/// Returns the record of a deal that consists of a single action, as a JSON document.
fn short_record() -> Value {
    let book = Arc::new(Book::preset("4m").expect("known preset"));
    let begin = start(&mut Dice(1));
    let mut deal = Deal::new(book, begin).expect("valid deal");
    let events = deal.judge(Seat::One, Action::Leave).expect("legal action");
    for event in &events {
        deal.apply(event);
    }
    record(&deal, &events)
}

/// Returns the error for the record in which the value at a JSON pointer is replaced, or removed if `json` is
/// empty.
fn error_after(pointer: &str, json: &str) -> String {
    let value: Value = if json.is_empty() { Value::Null } else { json.parse().expect("valid JSON") };
    let mut document = short_record();
    let (parent, field) = pointer.rsplit_once('/').expect("JSON pointer");
    match document.pointer_mut(parent).expect("existing object") {
        Value::Object(fields) if value.is_null() => drop(fields.remove(field).expect("existing field")),
        Value::Object(fields) => drop(fields.insert(field.to_owned(), value)),
        Value::Array(items) => items[field.parse::<usize>().expect("index")] = value,
        _ => panic!("{pointer}"),
    }
    let replayed = Record::from_json(&document.to_string()).and_then(|record| record.replay());
    replayed.expect_err(pointer).to_string()
}

#[test]
fn deal_record_may_have_byte_order_mark_and_unknown_fields_in_actions() {
    let mut document = short_record();
    document["actions"][0]["note"] = json!("left early");
    let record = Record::from_json(&format!("\u{feff}{document}")).expect("valid record");
    assert!(record.replay().is_ok());
}

#[test]
fn error_in_deal_record_names_field_and_reason() {
    errors::check(include_str!("data/record_errors.toml"), |[pointer, json]| Err(error_after(pointer, json)));
}

/// Earlier versions allowed a claim under rules without claims, as another way to lay the hand open. Such
/// records are read as laying the hand open, by this program and by the reference implementation.
#[test]
fn recorded_claim_under_rules_without_claims_is_read_as_laying_open() {
    let rules = RuleSet { claim: false, ..RuleSet::preset("4m").expect("known preset") };
    let book = Arc::new(Book::new(rules));
    let (mut cache, mut compared) = (BookCache::default(), 0);
    for seed in 0..40 {
        let mut dice = Dice(6_000_000 + seed);
        let deal = Deal::new(Arc::clone(&book), start(&mut dice)).expect("valid deal");
        let (style, mut all) = (PlayStyle::plain(&mut dice), Vec::new());
        let over = play_out(deal, style, &mut dice, |_, _, _, events| all.extend_from_slice(events));
        let document = record(&over, &all);
        let actions = document["actions"].as_array().expect("list of actions");
        let first_card = actions.iter().position(|action| action.get("play").is_some());
        let Some((place, (declarer, _))) = first_card.zip(over.contract()) else { continue };
        let mut replayed = |action: &str, accepted: Value| {
            let mut changed = document.clone();
            let step = json!({"seat": declarer, action: true, "accepted": accepted});
            changed["actions"].as_array_mut().expect("list of actions").insert(place, step);
            let record = Record::from_json(&changed.to_string()).expect("valid record");
            let deal = record.replay().map_err(|reason| reason.to_string());
            assert_eq!(deal.is_ok(), cache.replay(&changed).is_ok(), "{changed}");
            deal
        };
        let Ok(open) = replayed("open", Value::Null) else { continue };
        for accepted in [Value::Null, json!(false)] {
            assert_eq!(replayed("claim", accepted).as_ref(), Ok(&open));
        }
        let refused = replayed("claim", json!(true)).expect_err("no claim is accepted");
        assert!(refused.contains("claim"), "{refused}");
        compared += 1;
    }
    assert!(compared > 20, "{compared} records compared");
}
