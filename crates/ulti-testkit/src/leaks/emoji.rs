//! Recognizes card emoji in messages by their name or id.

use std::collections::HashMap;

use discord_sandbox::Exchange;
use serde_json::Value;
use ulti::text::{self, Appearance, DeckStyle, Lang};
use ulti_rules::{Card, CardSet};

/// Separates the card or suit name from the picture hash in an emoji name.
const MARK: &str = "_ulti";

/// Number of card emoji: 32 for each of the three decks, and 32 for a variant of the French deck with
/// different letters.
pub const CARD_COUNT: usize = 4 * 32;

/// Total number of emoji for cards and suits.
pub const COUNT: usize = CARD_COUNT + 3 * 4;

/// The card emoji of a bot.
pub struct Emojis {
    /// Cards, keyed by the prefix of the emoji name, such as `hearts_vii_hu`.
    named: HashMap<String, Card>,
    /// Cards, keyed by the name of the emoji in the text of a message, such as `hearts_seven`.
    spoken: HashMap<String, Card>,
    /// Cards, keyed by the Discord id of their emoji.
    by_id: HashMap<String, Card>,
}

impl Emojis {
    /// Collects all card emoji that the bot uploaded or listed in the recorded traffic.
    pub fn from_traffic(traffic: &[Exchange]) -> Self {
        let mut emojis = Self { named: named(), spoken: spoken(), by_id: HashMap::new() };
        let is_of_emoji =
            |path: &str| path.starts_with("/applications/") && path.split('/').any(|part| part == "emojis");
        for one in traffic.iter().filter(|one| one.path.as_deref().is_some_and(is_of_emoji)) {
            match one.body["items"].as_array() {
                Some(listed) => listed.iter().for_each(|emoji| emojis.insert(emoji)),
                None => emojis.insert(&one.body),
            }
        }
        emojis
    }

    fn insert(&mut self, emoji: &Value) {
        if let (Some(id), Some(name)) = (emoji["id"].as_str(), emoji["name"].as_str()) {
            self.by_id.extend(self.card_named(name).map(|card| (id.to_owned(), card)));
        }
    }

    /// Returns the number of card emoji that the bot uploaded or listed.
    pub fn count(&self) -> usize {
        self.by_id.len()
    }

    /// Returns the cards whose emoji appear in a text. An emoji has the form `<:hearts_seven:1234>`, or
    /// `<:hearts_vii_hu_ulti0a1b2c3d:1234>` with its full name.
    pub fn cards_in(&self, text: &str) -> CardSet {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.filter_map(|word| self.by_id.get(word).copied().or_else(|| self.card_named(word))).collect()
    }

    fn card_named(&self, name: &str) -> Option<Card> {
        if let Some(card) = self.spoken.get(name) {
            return Some(*card);
        }
        let (shows, hash) = name.rsplit_once(MARK)?;
        hash.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| self.named.get(shows).copied()).flatten()
    }
}

/// Returns the prefix of a card's emoji name, such as `hearts_vii_hu`.
fn name_prefix(faces: DeckStyle, card: Card) -> String {
    let appearance = Appearance::new(Lang::En, faces);
    let (suit, rank) = (text::suit(appearance, card.suit()), text::rank(appearance, card.rank()));
    format!("{suit}_{rank}_{}", &faces.code()[..2]).to_lowercase()
}

/// Returns the name of a card's emoji, with a placeholder for the hash of its picture.
pub fn name(card: Card) -> String {
    format!("{}{MARK}0a1b2c3d", name_prefix(DeckStyle::default(), card))
}

/// Returns the name of a card's emoji in the text of a message, such as `hearts_seven`.
pub fn spoken_name(appearance: Appearance, card: Card) -> String {
    let appearance = appearance.text_only();
    let (suit, rank) = (text::suit(appearance, card.suit()), text::rank(appearance, card.rank()));
    let ascii = |letter: char| match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' | 'ö' | 'ő' => 'o',
        'ú' | 'ü' | 'ű' => 'u',
        other => other,
    };
    format!("{suit}_{rank}").to_lowercase().chars().map(ascii).collect()
}

fn spoken() -> HashMap<String, Card> {
    let in_each = |appearance| Card::deck().map(move |card| (spoken_name(appearance, card), card));
    Appearance::ALL.into_iter().flat_map(in_each).collect()
}

fn named() -> HashMap<String, Card> {
    let in_each = |faces| Card::deck().map(move |card| (name_prefix(faces, card), card));
    DeckStyle::ALL.into_iter().flat_map(in_each).collect()
}
