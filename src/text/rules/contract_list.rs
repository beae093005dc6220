//! List of all contracts that can be bid, in words. It replaces the contract table in text-only mode.

use ulti_rules::{Book, BookEntry};

use super::contract_table::{orders, pages_of, signs};
use crate::text::{Appearance, args, contract};

/// Formats a list of all contracts, from weakest to strongest. Returns the list as pages of at most 1900
/// UTF-16 code units, each with the explanation of the numbers.
///
/// Each contract has a line with its rank in bidding order, its name, the points when won and when lost, and
/// its silent games.
pub(crate) fn book(appearance: Appearance, book: &Book) -> Vec<String> {
    let text = appearance.formatter();
    let line = |(order, entry): (usize, &BookEntry)| {
        let args = args![
            order = order,
            contract = contract(appearance, &entry.contract),
            won = entry.won(),
            lost = entry.lost()
        ];
        let silent: Vec<String> =
            signs(book, entry).into_iter().map(|game| game.spoken(appearance.lang)).collect();
        let bid = text.with("book-list-line", args);
        if silent.is_empty() {
            return bid;
        }
        format!("{bid} {}", text.with("book-list-silent", args![games = silent.join(", ")]))
    };
    let has_silent = book.entries().iter().any(|entry| !signs(book, entry).is_empty());
    let legend = if has_silent { format!(" {}", text.text("book-list-legend")) } else { String::new() };
    let above = format!("{}{legend}", text.text("book-title"));
    let pages = pages_of(orders(book).into_iter().map(line)).into_iter();
    pages.map(|lines| format!("{above}\n{}", lines.trim_end())).collect()
}
