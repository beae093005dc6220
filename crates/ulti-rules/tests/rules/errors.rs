//! Error messages of invalid rule sets and contracts (`data/*_errors.toml`).

use serde::Deserialize;
use ulti_rules::{Contract, RuleSet};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    error: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    source: String,
    /// Pairs of an invalid text and the expected error message.
    cases: Vec<[String; 2]>,
}

/// Asserts that each text in the file is rejected with the expected error message.
fn check(file: &str, read: impl Fn(&str) -> Result<(), String>) {
    let file: File = toml::from_str(file).unwrap();
    let mut wrong = Vec::new();
    for Group { source, cases } in &file.error {
        for [text, says] in cases {
            match read(text) {
                Ok(()) => wrong.push(format!("{source}: `{text}` was accepted")),
                Err(found) if found == *says => {}
                Err(found) => {
                    wrong.push(format!("{source}: `{text}`\n  found     {found}\n  expected  {says}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn error_for_invalid_rule_set_explains_reason() {
    check(include_str!("data/rule_errors.toml"), |text| {
        RuleSet::from_toml(text).map(drop).map_err(|error| error.to_string())
    });
}

#[test]
fn error_message_explains_why_contract_is_invalid() {
    check(include_str!("data/contract_errors.toml"), |text| {
        text.parse::<Contract>().map(drop).map_err(|error| error.to_string())
    });
}
