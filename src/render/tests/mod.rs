//! Tests of pictures. `ULTI_PICTURES=folder cargo test --lib render` writes the pictures to a folder for
//! inspection.

use std::fs;
use std::path::PathBuf;

use crate::text::{self, Appearance};
use ulti_rules::{Card, CardSet};

mod alt_texts;
mod cards;
mod deal;
mod hidden;
mod secrets;

/// Writes a picture to the folder named by the variable `ULTI_PICTURES`, if it is set.
fn keep(name: &str, bytes: &[u8]) {
    let Some(folder) = std::env::var_os("ULTI_PICTURES").map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), bytes).unwrap();
}

/// Returns the cards that an alternative text names, also in lists that name each suit once.
fn cards_named(alt: &str, appearance: Appearance) -> CardSet {
    let alt = alt.to_lowercase();
    let is_listed = |card: Card| {
        let listed = text::cards_by_suit(appearance, &[card]).to_lowercase();
        let (suit, rank) = listed.rsplit_once(' ').unwrap();
        let suit = format!("{suit} ");
        let lists = alt.split(&suit).skip(1).map(|list| list.split([';', '.']).next().unwrap());
        lists.flat_map(|list| list.split(", ")).any(|listed| listed == rank)
    };
    let is_named = |card: &Card| {
        let name = text::card(appearance, *card).to_lowercase();
        let ends = |(at, _): (usize, &str)| !alt[at + name.len()..].starts_with(char::is_alphanumeric);
        alt.match_indices(&name).any(ends) || is_listed(*card)
    };
    Card::deck().filter(is_named).collect()
}
