//! Any text as a card, a contract, a suit, in the open notation and as people type them.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use ulti::rules::{Book, Card, Contract, RuleSet};
use ulti::text::{Look, contract, parse_card, parse_contract, unknown_contract};

static BOOKS: LazyLock<Vec<Book>> =
    LazyLock::new(|| RuleSet::preset_names().map(|name| Book::preset(name).expect("a preset")).collect());

fuzz_target!(|text: &str| {
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    if let Ok(read) = text.parse::<Contract>() {
        assert_eq!(read.to_string().parse(), Ok(read));
    }
    for look in Look::ALL {
        let _ = parse_card(look.faces, text);
        for book in BOOKS.iter() {
            match parse_contract(look.faces, text, book.rules()) {
                Ok(read) => {
                    let meant = book.find(&read).map_or_else(|| book.nearest(&read), |entry| entry.contract);
                    let said = contract(look, &meant);
                    assert_eq!(parse_contract(look.faces, &said, book.rules()), Ok(meant));
                }
                Err(error) => assert!(!unknown_contract(look, &error).is_empty()),
            }
        }
    }
});
