//! Replays records with the reference implementation, and compares the presets of both implementations.

use std::sync::Arc;

use serde_json::Value;
use ulti_rules::{Book, Deal, RuleSet};

use crate::compare::record;
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
                _ if field == "silent_table" => {}
                own => assert_eq!(engine.get(field), Some(own), "{preset}: {field}"),
            }
        }
    }
}
