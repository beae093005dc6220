//! Tests of `ulti replay`, with forged records and records of earlier versions.

use serde_json::{Value, json};

use crate::{feed, simulate, stdout, ulti};

/// Replays a document and returns the answer as JSON and the exit code.
fn replay(document: &Value) -> (Value, Option<i32>) {
    let output = feed(&["replay", "--json", "-"], &document.to_string());
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
}

/// Replays a document that must be rejected. Returns the output as JSON.
pub(super) fn refusal(document: &Value) -> Value {
    let (answer, code) = replay(document);
    assert_eq!((answer["accepted"].as_bool(), code), (Some(false), Some(1)), "{answer}");
    answer
}

#[test]
fn replay_command_warns_about_wrong_claim_of_earlier_version() {
    let text = include_str!("../../crates/ulti-rules/tests/rules/data/claim_with_shared_limits.json");
    let warning = "action 26: an earlier version accepted the claim with payments 42, -84, 42; \
                   the correct payments are 40, -80, 40";
    let (answer, code) = replay(&serde_json::from_str(text).unwrap());
    assert_eq!((&answer["accepted"], &answer["warnings"], code), (&json!(true), &json!([warning]), Some(0)));
    let answer = stdout(&feed(&["replay", "-"], text));
    assert!(answer.ends_with(&format!("  warning: {warning}\n1 accepted, 0 refused\n")), "{answer}");
}

#[test]
fn replay_command_explains_why_it_rejects_deal_record() {
    let folder = tempfile::tempdir().unwrap();
    let records = simulate(&folder.path().join("deals.jsonl"), "random,random,random", 20);
    let played = |record: &&Value| record["actions"].as_array().unwrap().len() > 25;
    let record = records.iter().find(played).unwrap();
    let forged = |change: &dyn Fn(&mut Value)| {
        let mut copy = record.clone();
        change(&mut copy);
        refusal(&copy)
    };

    let swapped = forged(&|copy| {
        let card = copy["hands"][0][0].take();
        copy["hands"][0][0] = copy["hands"][1][0].take();
        copy["hands"][1][0] = card;
    });
    assert!(!swapped["reason"].as_str().unwrap().is_empty());
    let doubled = forged(&|copy| copy["hands"][0][0] = copy["hands"][1][0].clone());
    assert!(doubled["reason"].as_str().unwrap().starts_with("invalid deal"), "{doubled}");
    let repeated = forged(&|copy| {
        let hand = copy["hands"][0].as_array_mut().unwrap();
        hand.push(hand[0].clone());
    });
    assert!(repeated["reason"].as_str().unwrap().contains("hands[0]: the card "), "{repeated}");
    let paid = forged(&|copy| copy["result"]["payments"] = json!([1, 1, -2]));
    assert!(paid["reason"].as_str().unwrap().contains("payments"), "{paid}");
    let last = record["actions"].as_array().unwrap().len() - 1;
    let stopped = forged(&|copy| drop(copy["actions"].as_array_mut().unwrap().remove(last)));
    assert!(stopped["reason"].as_str().unwrap().contains("not over"), "{stopped}");
    let dropped = forged(&|copy| drop(copy["actions"].as_array_mut().unwrap().remove(0)));
    assert_eq!(dropped["action"], 1, "{dropped}");
    let other_format = forged(&|copy| copy["format"] = json!("ulti-record/2"));
    assert!(other_format["reason"].as_str().unwrap().contains("unknown format"));
}

#[test]
fn deal_record_with_altered_shuffle_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let records = simulate(&folder.path().join("deals.jsonl"), "easy,easy,easy", 2);
    let mut number = records[0].clone();
    number["shuffle"]["number"] = json!(99);
    assert!(refusal(&number)["reason"].as_str().unwrap().contains("commitment does not match"));
    let mut other = records[0].clone();
    other["shuffle"] = records[1]["shuffle"].clone();
    assert!(refusal(&other)["reason"].as_str().unwrap().contains("does not match the seed"));
}

#[test]
fn pretty_printed_deal_record_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let records = simulate(&folder.path().join("deals.jsonl"), "easy,easy,easy", 1);
    let pretty = folder.path().join("pretty.json");
    std::fs::write(&pretty, format!("{:#}", records[0])).unwrap();
    let answer = stdout(&ulti(&["replay", pretty.to_str().unwrap()]));
    assert!(answer.ends_with("1 accepted, 0 refused\n"), "{answer}");
}

#[test]
fn replay_error_includes_file_name_and_line_number() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.jsonl");
    let mut records = simulate(&file, "easy,easy,easy", 3);
    records[1]["actions"].as_array_mut().unwrap().remove(0);
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let output = ulti(&["replay", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("deals.jsonl:2: refused: action 1, "), "{text}");
    assert!(text.ends_with("2 accepted, 1 refused\n"), "{text}");
}
