//! What is said about rule sets and contracts that are none (`data/*_errors.toml`).

use serde::Deserialize;
use ulti::rules::{Contract, RuleSet};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    error: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    source: String,
    /// A text, and what is said about it.
    cases: Vec<[String; 2]>,
}

/// Every text of a file is refused with its words; `read` gives the error.
fn check(file: &str, read: impl Fn(&str) -> Result<(), String>) {
    let file: File = toml::from_str(file).unwrap();
    let mut wrong = Vec::new();
    for Group { source, cases } in &file.error {
        for [text, says] in cases {
            match read(text) {
                Ok(()) => wrong.push(format!("{source}: `{text}` is read")),
                Err(found) if found == *says => {}
                Err(found) => wrong.push(format!("{source}: `{text}`\n  says  {found}\n  not   {says}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_text_that_is_no_rule_set_says_what_is_wrong_with_it() {
    check(include_str!("data/rule_errors.toml"), |text| {
        RuleSet::from_toml(text).map(drop).map_err(|error| error.to_string())
    });
}

#[test]
fn a_text_that_is_no_contract_says_what_is_wrong_with_it() {
    check(include_str!("data/contract_errors.toml"), |text| {
        text.parse::<Contract>().map(drop).map_err(|error| error.to_string())
    });
}
