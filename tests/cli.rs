//! The program itself: simulating, replaying, and records that were tampered with.

#![allow(clippy::unwrap_used)] // clippy knows tests only by their attribute, not their helpers
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn ulti(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ulti")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Simulates into a file and gives its records.
fn simulate(file: &Path, robots: &str, deals: u32) -> Vec<Value> {
    let deals = deals.to_string();
    let file_name = file.to_str().unwrap();
    let arguments = ["simulate", "--rules", "4m", "--deals", &deals, "--seed", "7", "--robots", robots];
    let summary = stdout(&ulti(&[&arguments[..], &["--records", file_name]].concat()));
    assert!(summary.contains(&format!("deals   {deals}\n")), "{summary}");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Replays one document and gives the answer in JSON with the exit code.
fn replay(document: &Value) -> (Value, Option<i32>) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .args(["replay", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(document.to_string().as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
}

fn refusal(document: &Value) -> Value {
    let (answer, code) = replay(document);
    assert_eq!((answer["accepted"].as_bool(), code), (Some(false), Some(1)), "{answer}");
    answer
}

#[test]
fn simulated_records_are_accepted_and_repeat_byte_for_byte() {
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
fn the_window_goes_from_deal_to_deal() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = 0;
    for record in simulate(&folder.path().join("deals.jsonl"), "random,random,random", 200) {
        assert_eq!(record["window"].as_i64().unwrap_or(0), window);
        window += record["result"]["window"].as_i64().unwrap();
    }
}

#[test]
fn forged_records_are_refused_for_the_right_reason() {
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
    assert!(doubled["reason"].as_str().unwrap().starts_with("the hands are no deal"), "{doubled}");
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
fn a_forged_shuffle_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let records = simulate(&folder.path().join("deals.jsonl"), "easy,easy,easy", 2);
    let mut number = records[0].clone();
    number["shuffle"]["number"] = json!(99);
    assert!(refusal(&number)["reason"].as_str().unwrap().contains("commitment does not match"));
    let mut other = records[0].clone();
    other["shuffle"] = records[1]["shuffle"].clone();
    assert!(refusal(&other)["reason"].as_str().unwrap().contains("other cards"));
}

#[test]
fn a_document_over_many_lines_is_one_record() {
    let folder = tempfile::tempdir().unwrap();
    let records = simulate(&folder.path().join("deals.jsonl"), "easy,easy,easy", 1);
    let pretty = folder.path().join("pretty.json");
    std::fs::write(&pretty, format!("{:#}", records[0])).unwrap();
    let answer = stdout(&ulti(&["replay", pretty.to_str().unwrap()]));
    assert!(answer.ends_with("1 accepted, 0 refused\n"), "{answer}");
}

#[test]
fn a_refusal_names_file_line_and_action() {
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

#[test]
fn the_book_is_listed() {
    let text = stdout(&ulti(&["rules"]));
    assert!(text.lines().any(|line| line.contains("hearts 40-100+ulti") && line.contains("16")), "{text}");
    let book: Value = serde_json::from_str(&stdout(&ulti(&["rules", "4m", "--json"]))).unwrap();
    assert_eq!(book["contracts"][0]["contract"], "parti");
    assert_eq!(book["contracts"][0]["games"][0]["won"], 1);
    assert_eq!(book["contracts"][0]["trumps"], serde_json::json!(["acorns", "leaves", "bells"]));
    let unknown = ulti(&["rules", "5m"]);
    assert!(!unknown.status.success());
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("did you mean '4m'"));
}

#[test]
fn house_rules_are_played_recorded_and_replayed() {
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

#[test]
fn wrong_house_rules_are_refused_with_the_nearest_right_thing() {
    for (rules, wanted) in [
        ("rablo four_ace=true", "unknown rule 'four_ace': did you mean 'four_aces'?"),
        ("4m kontra_limit=9", "rule 'kontra_limit' is 9: from 0 to 7"),
        ("4m silent_ulti=sdes", "did you mean 'sides'?"),
        ("4m silent_hundred=table", "silent_table"),
    ] {
        for arguments in [vec!["simulate", "--rules", rules], vec!["rules", rules]] {
            let refused = ulti(&arguments);
            assert!(!refused.status.success());
            let said = String::from_utf8(refused.stderr).unwrap();
            assert!(said.contains(wanted), "{said}");
        }
    }
}

#[test]
fn the_rules_of_the_configuration_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let check = |text: &str, rules: Option<&str>| {
        std::fs::write(&file, text).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_ulti"));
        program.args(["config", "check", "--config", file.to_str().unwrap()]);
        program.envs(rules.map(|rules| ("ULTI_RULES", rules))).output().unwrap()
    };
    let good = stdout(&check("rules = { preset = \"rablo\", four_tens = true }", None));
    assert!(good.contains("rules          rablo, with house rules"), "{good}");
    let said = |output: Output| {
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let wrong = said(check("rules = { preset = \"rablo\", four_ace = true }", None));
    assert!(wrong.contains("config.toml") && wrong.contains("did you mean 'four_aces'?"), "{wrong}");
    let wrong = said(check("rules = { four_tens = true }", None));
    assert!(wrong.contains("begin with preset"), "{wrong}");
    let good = stdout(&check("rules = \"4m\"", Some("pagat durchmars=7")));
    assert!(good.contains("rules          pagat, with house rules"), "{good}");
    let good = stdout(&check("", Some("{preset=basic, must_beat=true}")));
    assert!(good.contains("rules          basic, with house rules"), "{good}");
    let wrong = said(check("", Some("rabl")));
    assert!(wrong.contains("ULTI_") && wrong.contains("did you mean 'rablo'?"), "{wrong}");
}

#[test]
fn rules_are_written_to_be_read_and_to_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.toml");
    std::fs::write(&house, "preset = \"rablo\"\nmust_beat = false\n").unwrap();
    let house = house.to_str().unwrap();
    let whole = stdout(&ulti(&["rules", house, "--toml"]));
    assert!(whole.contains("must_beat = false") && whole.contains("[values.ulti]"), "{whole}");
    let copy = folder.path().join("copy.toml");
    std::fs::write(&copy, &whole).unwrap();
    assert_eq!(stdout(&ulti(&["rules", copy.to_str().unwrap(), "--toml"])), whole);
    let page = stdout(&ulti(&["rules", house, "--markdown", "--lang", "hu"]));
    assert!(page.contains("## Házi szabályok\n") && page.contains("- A felülütés nem kötelező\n"), "{page}");
    assert!(!ulti(&["rules", "--markdown", "--json"]).status.success(), "one form at a time");
    assert!(!ulti(&["rules", "--markdown", "--lang", "de"]).status.success());
}

#[test]
fn deals_are_looked_at_again() {
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
    assert_eq!(stdout(&ulti(&["analyse", "--json", file])), json, "the same again");

    let text = stdout(&ulti(&["analyse", file]));
    assert!(text.contains("Everyone's best for") && text.contains("it could "), "{text}");
    assert!(!text.contains("**") && !text.contains('⟨'), "{text}");
    let hungarian = stdout(&ulti(&["analyse", "--lang", "hu", file]));
    assert!(hungarian.contains("Mindenki legjobb játéka"), "{hungarian}");
}

#[test]
fn what_is_no_record_is_not_looked_at() {
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
    assert!(text.contains("deals.jsonl:2: "), "the others are looked at all the same: {text}");
    let missing = ulti(&["analyse", "nowhere.jsonl"]);
    assert!(String::from_utf8(missing.stderr).unwrap().contains("can't read nowhere.jsonl"));
}
