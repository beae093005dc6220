//! Checks that `docs/operating.md` lists every log event of level info or higher.

use std::collections::BTreeSet;
use std::fs;

use super::{root, rust_files};

/// Returns the level and the message of each event that a source file logs.
fn events(source: &str) -> BTreeSet<(String, String)> {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut found = BTreeSet::new();
    for level in ["error", "warn", "info"] {
        for after in code.split(&format!("tracing::{level}!(")).skip(1) {
            let message = literals(after).pop().expect("an event has a message");
            found.insert((level.to_owned(), message));
        }
    }
    found
}

/// Returns the string literals up to the parenthesis that closes a macro call.
fn literals(call: &str) -> Vec<String> {
    let (mut found, mut depth, mut rest) = (Vec::new(), 1_u32, call);
    while let Some(place) = rest.find(['(', ')', '"']).filter(|_| depth > 0) {
        let (sign, after) = (rest.as_bytes()[place], &rest[place + 1..]);
        rest = after;
        match sign {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {
                let (literal, after) = after.split_once('"').expect("a literal ends");
                found.push(literal.to_owned());
                rest = after;
            }
        }
    }
    found
}

#[test]
fn documentation_lists_every_log_event() {
    let logged: BTreeSet<_> = rust_files(&root().join("src"))
        .iter()
        .chain(&rust_files(&root().join("crates/discord-sandbox/src")))
        .flat_map(|file| events(&fs::read_to_string(file).unwrap()))
        .collect();
    let page = fs::read_to_string(root().join("docs/operating.md")).unwrap();
    let listed: BTreeSet<_> = page
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let level = cells.next().filter(|level| ["error", "warn", "info"].contains(level))?;
            Some((level.to_owned(), cells.next()?.trim_matches('`').to_owned()))
        })
        .collect();
    assert!(logged.len() > 60, "only {} events found", logged.len());
    assert_eq!(logged.difference(&listed).collect::<Vec<_>>(), Vec::<&(String, String)>::new());
    assert_eq!(listed.difference(&logged).collect::<Vec<_>>(), Vec::<&(String, String)>::new());
}

#[test]
fn log_check_finds_message_after_structured_fields() {
    let source = "_ => tracing::warn!(table = %id(1), \"failed to restore table\"), _ => say(\"other\")";
    let expected = BTreeSet::from([("warn".to_owned(), "failed to restore table".to_owned())]);
    assert_eq!(events(source), expected);
}
