//! Any text as the rules of a house: it is refused with a reason, or it yields a book whose bids are
//! in order and can be read back, and rules that are written back as they were read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti::rules::{Book, RuleSet, RulesNote};

fuzz_target!(|text: &str| {
    let rules = match RuleSet::from_toml(text) {
        Ok(rules) => rules,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(RuleSet::from_toml(&rules.to_toml()), Ok(rules.clone()));
    let note = RulesNote::of(&rules).expect("rules have a preset");
    assert_eq!(note.rules(), Ok(rules.clone()));
    let written = serde_json::to_string(&note).expect("a note can be written");
    let read: RulesNote = serde_json::from_str(&written).expect("and read");
    assert_eq!(read.rules(), Ok(rules.clone()));

    let book = Book::new(rules);
    assert!(book.entries().windows(2).all(|pair| pair[0].points <= pair[1].points));
    for entry in book.entries() {
        assert_eq!(entry.contract.to_string().parse(), Ok(entry.contract));
        assert_eq!(book.find(&entry.contract), Some(entry));
        assert!(!book.overcalls(&entry.contract, &entry.contract));
        assert!(!entry.trump.possible().is_empty());
    }
});
