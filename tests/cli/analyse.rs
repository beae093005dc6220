//! Tests of `ulti analyse`.

use serde_json::{Value, json};

use crate::{simulate, stdout, ulti};

#[test]
fn analyse_command_reports_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.jsonl");
    let records = simulate(&file, "easy,random,easy", 12);
    let file = file.to_str().unwrap();
    let json = stdout(&ulti(&["analyse", "--json", file]));
    let answers: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), records.len());
    let analysed: Vec<&Value> = answers.iter().filter(|answer| answer["analysed"] == json!(true)).collect();
    assert!(analysed.len() > 3, "{json}");
    for answer in &analysed {
        assert_eq!(answer["complete"], json!(true), "{answer}");
        assert!(answer["games"].as_array().unwrap().iter().all(|game| game["makeable"].is_boolean()));
        for slip in answer["slips"].as_array().unwrap() {
            assert_ne!(slip["card"], slip["better"]);
            assert!(slip["points"].as_u64().unwrap() > 0 || slip["games"] != json!([]), "{slip}");
        }
    }
    assert_eq!(stdout(&ulti(&["analyse", "--json", file])), json, "second run differs");

    let text = stdout(&ulti(&["analyse", file]));
    assert!(text.contains("Best play of all three for") && text.contains("could "), "{text}");
    assert!(!text.contains("**") && !text.contains('⟨'), "{text}");
    let hungarian = stdout(&ulti(&["analyse", "--lang", "hu", file]));
    assert!(hungarian.contains("Ha mindenki a legjobbat játssza"), "{hungarian}");
}

#[test]
fn analyse_command_rejects_invalid_records() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.jsonl");
    let mut records = simulate(&file, "easy,easy,easy", 2);
    records[0]["actions"].as_array_mut().unwrap().remove(0);
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let output = ulti(&["analyse", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("deals.jsonl:1: refused: action 1, "), "{text}");
    assert!(text.contains("deals.jsonl:2: "), "second record was not analysed: {text}");
    let missing = ulti(&["analyse", "nowhere.jsonl"]);
    assert!(String::from_utf8(missing.stderr).unwrap().contains("failed to read nowhere.jsonl"));
}
