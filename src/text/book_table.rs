//! The book of contracts as a table of text.

use crate::rules::{Book, Entry};

use super::{Look, Text, contracts::contract, words};

/// What fits into a message with room to spare for a title above it.
const PAGE: usize = 1900;

/// Every contract with its points, weakest first, as pages of at most 1900 characters.
pub fn book(look: Look, book: &Book) -> Vec<String> {
    let text = Text::new(look.lang);
    let bodies = bodies(look, book.entries());
    let pages = bodies.len();
    let page = |(place, body): (usize, String)| {
        let about: [(&str, super::Arg<'_>); 3] = [
            ("rules", words::preset(look.lang, &book.rules().preset).into()),
            ("page", (place + 1).into()),
            ("pages", pages.into()),
        ];
        format!("{}\n```\n{body}```", text.with("book-title", &about))
    };
    bodies.into_iter().enumerate().map(page).collect()
}

/// The rows, as many on a page as leave room for its title.
fn bodies(look: Look, entries: &[Entry]) -> Vec<String> {
    const ROOM: usize = PAGE - 200;
    let mut bodies = vec![String::new()];
    for entry in entries {
        let row = format!("{:>3}  {}\n", entry.points, contract(look, &entry.contract));
        match bodies.last_mut() {
            Some(body) if body.chars().count() + row.chars().count() <= ROOM => body.push_str(&row),
            _ => bodies.push(row),
        }
    }
    bodies
}
