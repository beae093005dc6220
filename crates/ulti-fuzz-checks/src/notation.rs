//! The parsers of cards and contracts, for the notation of records and for text typed by users.

use std::sync::LazyLock;

use ulti::text::{Appearance, contract, parse_card, parse_contract, unknown_contract};
use ulti_rules::{Book, Card, Contract, RuleSet};

static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    RuleSet::preset_names().map(|name| Book::preset(name).expect("unknown preset")).collect()
});

/// Checks a text with the parsers of cards and contracts.
///
/// A parsed value must be written as a text that is parsed as an equal value again.
pub fn check(text: &str) {
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    if let Ok(read) = text.parse::<Contract>() {
        assert_eq!(read.to_string().parse(), Ok(read));
    }
    for look in Appearance::ALL {
        let _ = parse_card(look.faces, text);
        for book in BOOKS.iter() {
            match parse_contract(look.faces, text, book.rules()) {
                Ok(read) => {
                    let meant = book.find(&read).map_or_else(|| book.nearest(&read), |entry| entry.contract);
                    let name = contract(look, &meant);
                    assert_eq!(parse_contract(look.faces, &name, book.rules()), Ok(meant));
                }
                Err(error) => assert!(!unknown_contract(look, &error).is_empty()),
            }
        }
    }
}
