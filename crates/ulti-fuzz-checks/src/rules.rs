//! House rules as TOML.

use ulti_rules::{Book, RuleSet, RulesSpec};

/// Checks house rules.
///
/// A text must either be rejected with a reason, or give rules that are written back unchanged. The contracts
/// of the rules must be sorted, and their names must be parsable.
pub fn check(text: &str) {
    let rules = match RuleSet::from_toml(text) {
        Ok(rules) => rules,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(RuleSet::from_toml(&rules.to_toml()), Ok(rules.clone()));
    let spec = RulesSpec::of(&rules).expect("rules have no preset");
    assert_eq!(spec.rules(), Ok(rules.clone()));
    let written = serde_json::to_string(&spec).expect("failed to write rules");
    let read: RulesSpec = serde_json::from_str(&written).expect("failed to read rules");
    assert_eq!(read.rules(), Ok(rules.clone()));

    let book = Book::new(rules);
    assert!(book.entries().windows(2).all(|pair| pair[0].points <= pair[1].points));
    for entry in book.entries() {
        assert_eq!(entry.contract.to_string().parse(), Ok(entry.contract));
        assert_eq!(book.find(&entry.contract), Some(entry));
        assert!(!book.overcalls(&entry.contract, &entry.contract));
        assert!(!entry.trump.possible().is_empty());
    }
}
