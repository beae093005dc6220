//! Error messages of invalid rule sets, contracts and records (`data/*_errors.toml`).

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
    /// Each case is a list of input texts, followed by the expected error message.
    cases: Vec<Vec<String>>,
}

/// Asserts that the input of each case in the file is rejected with the expected error message.
pub(crate) fn check<const N: usize>(file: &str, read: impl Fn([&str; N]) -> Result<(), String>) {
    let file: File = toml::from_str(file).unwrap();
    let mut wrong = Vec::new();
    for Group { source, cases } in &file.error {
        for case in cases {
            let (says, input) = case.split_last().unwrap();
            let input: Vec<&str> = input.iter().map(String::as_str).collect();
            match read(input.as_slice().try_into().unwrap()) {
                Ok(()) => wrong.push(format!("{source}: {input:?} was accepted")),
                Err(found) if found == *says => {}
                Err(found) => {
                    wrong.push(format!("{source}: {input:?}\n  found     {found}\n  expected  {says}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn error_for_invalid_rule_set_explains_reason() {
    check(include_str!("data/rule_errors.toml"), |[text]| {
        RuleSet::from_toml(text).map(drop).map_err(|error| error.to_string())
    });
}

#[test]
fn error_message_explains_why_contract_is_invalid() {
    check(include_str!("data/contract_errors.toml"), |[text]| {
        text.parse::<Contract>().map(drop).map_err(|error| error.to_string())
    });
}
