//! Tests of `ulti simulate`.

use serde_json::{Value, json};

use crate::replay::refusal;
use crate::{simulate, stdout, ulti};

#[test]
fn simulated_deals_are_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    for (robots, deals) in [("random,random,random", 200), ("easy,easy,random", 30)] {
        let (one, other) = (folder.path().join("one.jsonl"), folder.path().join("other.jsonl"));
        assert_eq!(simulate(&one, robots, deals).len(), deals as usize);
        simulate(&other, robots, deals);
        assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&other).unwrap());
        let answer = stdout(&ulti(&["replay", one.to_str().unwrap()]));
        assert!(answer.ends_with(&format!("{deals} accepted, 0 refused\n")), "{answer}");
    }
}

#[test]
fn pot_carries_over_to_next_deal() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = 0;
    for record in simulate(&folder.path().join("deals.jsonl"), "random,random,random", 200) {
        assert_eq!(record["window"].as_i64().unwrap_or(0), window);
        window += record["result"]["window"].as_i64().unwrap();
    }
}

#[test]
fn simulate_command_records_house_rules() {
    let folder = tempfile::tempdir().unwrap();
    let (records, house) = (folder.path().join("deals.jsonl"), folder.path().join("house.toml"));
    std::fs::write(&house, "preset = \"rablo\"\nfour_tens = true\ndurchmars = 7\n").unwrap();
    for rules in [
        "rablo four_tens=true durchmars=7",
        "{ preset = \"rablo\", four_tens = true, durchmars = 7 }",
        house.to_str().unwrap(),
    ] {
        let file = records.to_str().unwrap();
        stdout(&ulti(&["simulate", "--rules", rules, "--deals", "5", "--records", file]));
        assert!(stdout(&ulti(&["replay", file])).ends_with("5 accepted, 0 refused\n"));
        let text = std::fs::read_to_string(&records).unwrap();
        let mut record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert_eq!(record["rules"]["preset"], "rablo");
        assert_eq!(record["rules"]["four_tens"], true);
        assert_eq!(record["rules"]["values"]["durchmars"], json!({"plain": 7, "hearts": 14}));
        record["rules"]["four_ace"] = json!(true);
        let reason = refusal(&record)["reason"].as_str().unwrap().to_owned();
        assert_eq!(reason, "unknown rule 'four_ace': did you mean 'four_aces'?");
        record["rules"] = json!("rabloulti");
        assert!(refusal(&record)["reason"].as_str().unwrap().contains("did you mean 'rablo'?"));
    }
}
