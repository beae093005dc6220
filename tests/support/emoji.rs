//! Cards by the application's emoji, however the wire has them: within a text, on a button, by name
//! or by number.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)] // shared by test programs

use std::collections::HashMap;

use serde_json::Value;
use ulti::playground::Exchange;
use ulti::rules::{Card, CardSet};
use ulti::text::{self, Faces, Lang, Look};

/// Stands in an emoji's name between what it shows and its picture's hash.
const MARK: &str = "_ulti";

/// How many emoji this program has of cards: of each deck, the French one's with the letters of two
/// languages.
pub const OF_CARDS: usize = 4 * 32;

/// How many it has at all: the suits of each deck as well.
pub const ALL: usize = OF_CARDS + 3 * 4;

/// The emoji that a bot has.
pub struct Emojis {
    /// By what the name begins with: `hearts_vii_hu`.
    named: HashMap<String, Card>,
    /// By the number that Discord gave.
    numbered: HashMap<String, Card>,
}

impl Emojis {
    /// Those that the bot was told of when it uploaded or listed them.
    pub fn told_in(traffic: &[Exchange]) -> Self {
        let mut emojis = Self { named: named(), numbered: HashMap::new() };
        let is_of_emoji =
            |path: &str| path.starts_with("/applications/") && path.split('/').any(|part| part == "emojis");
        for one in traffic.iter().filter(|one| one.path.as_deref().is_some_and(is_of_emoji)) {
            match one.body["items"].as_array() {
                Some(listed) => listed.iter().for_each(|emoji| emojis.learn(emoji)),
                None => emojis.learn(&one.body),
            }
        }
        emojis
    }

    fn learn(&mut self, emoji: &Value) {
        if let (Some(id), Some(name)) = (emoji["id"].as_str(), emoji["name"].as_str()) {
            self.numbered.extend(self.card_named(name).map(|card| (id.to_owned(), card)));
        }
    }

    /// How many emoji of cards there are.
    pub fn count(&self) -> usize {
        self.numbered.len()
    }

    /// The cards whose emoji are in a text, or are the text: `<:hearts_vii_hu_ulti0a1b2c3d:1234>`.
    pub fn cards_in(&self, text: &str) -> CardSet {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.filter_map(|word| self.numbered.get(word).copied().or_else(|| self.card_named(word))).collect()
    }

    fn card_named(&self, name: &str) -> Option<Card> {
        let (shows, hash) = name.rsplit_once(MARK)?;
        hash.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| self.named.get(shows).copied()).flatten()
    }
}

/// What the name of a card's emoji begins with.
fn beginning(faces: Faces, card: Card) -> String {
    let look = Look::new(Lang::En, faces);
    let (suit, rank) = (text::suit(look, card.suit()), text::rank(look, card.rank()));
    format!("{suit}_{rank}_{}", &faces.code()[..2]).to_lowercase()
}

/// An emoji of a card as a text has it, with some picture's hash and some number.
pub fn in_text(card: Card) -> String {
    format!("<:{}{MARK}0a1b2c3d:1>", beginning(Faces::default(), card))
}

fn named() -> HashMap<String, Card> {
    let in_each = |faces| Card::deck().map(move |card| (beginning(faces, card), card));
    Faces::ALL.into_iter().flat_map(in_each).collect()
}
