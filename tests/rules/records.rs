//! Records of a file, or of the engine, replayed by the second program; and its presets held against the
//! engine's.

use std::sync::Arc;

use serde_json::Value;
use ulti::rules::{Book, Deal, RuleSet};

use crate::compare::record;
use crate::random::{Dice, Habit, play_out, start};
use crate::second::claim::Claim;
use crate::second::replay::Shelf;
use crate::second::rules::Rules;

/// Records that the engine makes, where no file is named.
fn own_records() -> String {
    let mut lines = Vec::new();
    for preset in RuleSet::preset_names() {
        let book = Arc::new(Book::preset(preset).expect("a preset"));
        for seed in 0..20 {
            let mut dice = Dice(5_000_000 + seed);
            let deal = Deal::new(Arc::clone(&book), start(&mut dice)).expect("a deal");
            let (habit, mut all) = (Habit::plain(&mut dice), Vec::new());
            let over = play_out(deal, habit, &mut dice, |_, _, _, events| all.extend_from_slice(events));
            lines.push(record(&over, &all).to_string());
        }
    }
    lines.join("\n")
}

/// `ULTI_SECOND_RECORDS=FILE` names a file of records, one a line.
#[test]
fn the_second_program_accepts_the_records_of_a_file() {
    let text = match std::env::var("ULTI_SECOND_RECORDS") {
        Ok(path) => std::fs::read_to_string(path).expect("a file of records"),
        Err(_) => own_records(),
    };
    let (mut shelf, mut accepted, mut unproven, mut refused) = (Shelf::default(), 0, 0, Vec::new());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let replayed = serde_json::from_str(line)
            .map_err(|error| error.to_string())
            .and_then(|record: Value| shelf.replay(&record));
        match replayed {
            Ok(replayed) => {
                accepted += 1;
                unproven += u32::from(replayed.claim == Some(Claim::TooLong));
            }
            Err(reason) => refused.push(format!("line {}: {reason}", number + 1)),
        }
    }
    println!("{accepted} records accepted, {unproven} of them with a claim too long to prove");
    assert!(refused.is_empty(), "{} refused:\n{}", refused.len(), refused.join("\n"));
    assert!(accepted > 0, "no records");
}

#[test]
fn the_presets_are_the_same_in_both_programs() {
    for preset in RuleSet::preset_names() {
        let engine = serde_json::to_value(RuleSet::preset(preset).expect("a preset")).expect("JSON");
        for (field, own) in Rules::preset(preset).fields() {
            match own {
                Value::Object(inner) => {
                    for (name, own) in inner {
                        assert_eq!(engine[field].get(name), Some(own), "{preset}: {field} {name}");
                    }
                }
                // The table is compared by the deals.
                _ if field == "silent_table" => {}
                own => assert_eq!(engine.get(field), Some(own), "{preset}: {field}"),
            }
        }
    }
}
