//! Tests of `ulti rules` and of rules in arguments and in the configuration.

use std::process::{Command, Output};

use serde_json::Value;

use crate::{stdout, ulti};

#[test]
fn rules_command_lists_contracts() {
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
fn error_about_invalid_house_rule_suggests_correction() {
    for (rules, wanted) in [
        ("rablo four_ace=true", "unknown rule 'four_ace': did you mean 'four_aces'?"),
        ("4m kontra_limit=16", "rule 'kontra_limit' is 16: use a number from 0 to 15"),
        ("4m silent_ulti=sdes", "did you mean 'sides'?"),
        ("4m silent_hundred=table", "silent_table"),
    ] {
        for arguments in [vec!["simulate", "--rules", rules], vec!["rules", rules]] {
            let refused = ulti(&arguments);
            assert!(!refused.status.success());
            let message = String::from_utf8(refused.stderr).unwrap();
            assert!(message.contains(wanted), "{message}");
        }
    }
}

#[test]
fn config_check_command_rejects_invalid_rules() {
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
    let error = |output: Output| {
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let wrong = error(check("rules = { preset = \"rablo\", four_ace = true }", None));
    assert!(wrong.contains("config.toml") && wrong.contains("did you mean 'four_aces'?"), "{wrong}");
    let wrong = error(check("rules = { four_tens = true }", None));
    assert!(wrong.contains("begin with preset"), "{wrong}");
    let good = stdout(&check("rules = \"4m\"", Some("pagat durchmars=7")));
    assert!(good.contains("rules          pagat, with house rules"), "{good}");
    let good = stdout(&check("", Some("{preset=basic, must_beat=true}")));
    assert!(good.contains("rules          basic, with house rules"), "{good}");
    let wrong = error(check("", Some("rabl")));
    assert!(wrong.contains("ULTI_") && wrong.contains("did you mean 'rablo'?"), "{wrong}");
}

#[test]
fn rules_command_prints_toml_and_markdown() {
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
    assert!(!ulti(&["rules", "--markdown", "--json"]).status.success(), "two output formats were accepted");
    assert!(!ulti(&["rules", "--markdown", "--lang", "de"]).status.success());
}
