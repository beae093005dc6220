//! Tests of the commands for finished deals: `import`, `records`, `verify` and `void`.

use std::path::PathBuf;

use serde_json::{Value, json};
use ulti::store::{Filter, Store};
use ulti::table::ServerId;

use crate::{feed, simulate, stdout, ulti};

const SERVER: &str = "41771983423143937";

/// Creates an empty database and a configuration file for it. Returns the paths of both.
fn database(folder: &tempfile::TempDir) -> (PathBuf, String) {
    let (config, data) = (folder.path().join("config.toml"), folder.path().join("ulti.db"));
    let path = data.to_str().unwrap();
    std::fs::write(&config, format!("[store]\npath = {path:?}\n")).unwrap();
    run(async {
        let store = Store::open(&data).await.unwrap();
        store.close().await;
    });
    (data, config.to_str().unwrap().to_owned())
}

/// Runs a future to completion.
fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// Returns the number of deals of the server.
fn deal_count(data: &std::path::Path) -> usize {
    run(async {
        let store = Store::open(data).await.unwrap();
        let server = ServerId(SERVER.parse().unwrap());
        let deals = store.history(server, &Filter::default(), None, 50).await.unwrap();
        store.close().await;
        deals.len()
    })
}

/// Returns the records as JSON lines.
fn lines(records: &[Value]) -> String {
    records.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn nothing_is_imported_if_one_deal_record_is_invalid() {
    let folder = tempfile::tempdir().unwrap();
    let (data, config) = database(&folder);
    let records = simulate(&folder.path().join("deals.jsonl"), "easy,easy,easy", 3);
    let mut forged = records.clone();
    forged[1]["result"]["payments"] = json!([1, 1, -2]);
    forged[2]["actions"].as_array_mut().unwrap().remove(0);
    let refused = feed(&["import", SERVER, "-", "--config", &config], &lines(&forged));
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8(refused.stdout).unwrap();
    assert!(
        message.contains("no deal was imported") && message.contains("-:2: refused: wrong result"),
        "{message}"
    );
    assert!(message.contains("-:3: refused: action 1") && !message.contains("-:1:"), "{message}");
    assert_eq!(deal_count(&data), 0);

    let done = stdout(&feed(&["import", SERVER, "-", "--config", &config], &lines(&records)));
    assert_eq!(done, "3 imported as table 1: #1 to #3\n");
    let mut out = stdout(&ulti(&["records", SERVER, "--config", &config]))
        .lines()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    out.reverse();
    let out: Vec<Value> = out.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(out, records);
    let twice = feed(&["import", SERVER, "-", "--config", &config], &lines(&records));
    assert!(!twice.status.success());
    let message = String::from_utf8(twice.stderr).unwrap();
    assert!(message.contains("imported as #1") && message.contains("--again"), "{message}");
    let again = stdout(&feed(&["import", SERVER, "-", "--again", "--config", &config], &lines(&records)));
    assert_eq!(again, "3 imported as table 2: #4 to #6\n");
    let nothing = feed(&["import", SERVER, "-", "--config", &config], "");
    assert!(!nothing.status.success());
}

#[test]
fn verify_command_detects_altered_shuffle() {
    let folder = tempfile::tempdir().unwrap();
    let records = simulate(&folder.path().join("deals.jsonl"), "easy,easy,easy", 2);
    let fair = stdout(&feed(&["verify", "-"], &lines(&records)));
    assert!(fair.contains("-:1: holds\n") && fair.ends_with("2 proven, 0 not\n"), "{fair}");
    let fails = |change: &dyn Fn(&mut Value), expected: &str| {
        let mut changed = records[0].clone();
        change(&mut changed);
        let output = feed(&["verify", "-"], &changed.to_string());
        let message = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains(expected), "{message}");
    };
    fails(&|one| one["shuffle"]["number"] = json!(99), "the record's commitment is");
    fails(&|one| one["hands"] = records[1]["hands"].clone(), "the seed deals seat");
    fails(
        &|one| one["shuffle"]["seed"] = json!("beef"),
        "seed: expected 64 hexadecimal digits, found 'beef'",
    );
    fails(
        &|one| drop(one.as_object_mut().unwrap().remove("shuffle")),
        "contains no seed: the shuffle cannot be verified",
    );
    fails(&|one| *one = json!({"format": "ulti-record/9"}), "unknown format");
    let posted = records[0]["shuffle"]["commitment"].as_str().unwrap();
    let one = records[0].to_string();
    assert!(feed(&["verify", "-", "--posted", posted], &one).status.success());
    let other = records[1]["shuffle"]["commitment"].as_str().unwrap();
    let mismatch = feed(&["verify", "-", "--posted", other], &one);
    assert_eq!(mismatch.status.code(), Some(1));
    assert!(String::from_utf8(mismatch.stdout).unwrap().contains("what was posted is"));
}

#[test]
fn void_command_explains_why_it_failed() {
    let folder = tempfile::tempdir().unwrap();
    let (_, config) = database(&folder);
    let error = |arguments: &[&str]| {
        let output = ulti(&[&["void", SERVER], arguments, &["--config", &config]].concat());
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(error(&["1", "--reason", "x"]).contains("finished deal 1 not found on this server"));
    assert!(error(&["1"]).contains("--reason"), "missing reason was not reported");
    let records = simulate(&folder.path().join("deals.jsonl"), "easy,easy,easy", 1);
    stdout(&feed(&["import", SERVER, "-", "--config", &config], &lines(&records)));
    assert!(error(&["1", "--undo"]).contains("deal 1 was imported: imported deals do not count"));
}

#[test]
fn import_command_warns_about_wrong_claim_of_earlier_version() {
    let folder = tempfile::tempdir().unwrap();
    let (_, config) = database(&folder);
    let text = include_str!("../../crates/ulti-rules/tests/rules/data/claim_with_shared_limits.json");
    let imported = feed(&["import", SERVER, "-", "--config", &config], text);
    assert_eq!(stdout(&imported), "1 imported as table 1: #1\n");
    let warned = String::from_utf8_lossy(&imported.stderr).into_owned();
    assert!(warned.contains(":1: warning: action 26: an earlier version accepted the claim"), "{warned}");
}
