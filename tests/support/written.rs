//! How cards, deals and finished deals are written in what goes over the wire.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde_json::Value;
use ulti::discord::custom_id::Page;
use ulti::discord::show;
use ulti::rules::{Book, Card, CardSet};
use ulti::text::{self, Lang, Look, Text};

use super::Past;

/// How cards are written.
pub(super) fn signs() -> Vec<(String, Card)> {
    let written = |look: Look, card: Card| [text::card_short(look, card), text::card(look, card)];
    let in_each =
        |look: Look| Card::deck().flat_map(move |card| written(look, card).map(|sign| (sign, card)));
    Look::ALL.into_iter().flat_map(in_each).map(|(sign, card)| (sign.to_lowercase(), card)).collect()
}

/// The lines of the chapters of the rules, which speak of cards as such.
pub(super) static RULES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let book = Book::preset("4m").unwrap();
    let page = |look: Look, key: &str| show::rules_page(&Page::first(key), &book, look).content;
    let in_each = |look: Look| text::topics(look.lang).into_iter().map(move |(key, _)| (look, key));
    let pages = Look::ALL.into_iter().flat_map(in_each).map(|(look, key)| page(look, key));
    pages.flat_map(|page| page.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
});

/// How an analysis of this deal begins.
pub(super) fn titles(number: u32) -> [String; 2] {
    Lang::ALL
        .map(|lang| format!("### {}", Text::new(lang).with("analysis-title", &[("number", number.into())])))
}

/// Which finished deal the data of an interaction asks for.
pub(super) fn past(data: &Value) -> Option<Past> {
    let chosen = data["values"][0].as_str().or(data["custom_id"].as_str());
    let words: Vec<&str> = chosen.unwrap_or_default().split(':').collect();
    match (data["name"].as_str(), words.as_slice()) {
        (Some("replay" | "verify"), _) | (_, ["u1", "-", "played", "deal", ..]) => Some(Past::Kept),
        (_, ["u1", table, "analyse" | "replay", deal]) => {
            Some(Past::Numbered(table.parse().ok()?, deal.parse().ok()?))
        }
        _ => None,
    }
}

/// A card as the bot writes it: `hu` is a language, `HU` a card.
pub(super) fn code(text: &str) -> Option<Card> {
    text.parse().ok().filter(|card: &Card| card.to_string() == text)
}

/// The cards in a custom id: each of its words that is nothing but cards.
pub(super) fn written(custom_id: &str) -> CardSet {
    let cards = |word: &str| {
        let pairs = (0..word.len()).step_by(2).map(|at| code(word.get(at..at + 2)?));
        pairs.collect::<Option<CardSet>>().unwrap_or_default()
    };
    custom_id.split(':').map(cards).fold(CardSet::EMPTY, |all, cards| all | cards)
}

/// The tables and deals that the custom ids of a message are made for.
pub(super) fn marks(body: &Value) -> Vec<(i64, u32)> {
    let mut marks = Vec::new();
    each_string(body, &mut |_, text| {
        let words: Vec<&str> = text.split(':').collect();
        let deal = words.iter().skip(3).find_map(|word| word.split_once('.')?.0.parse().ok());
        if let (["u1", table, ..], Some(deal)) = (words.as_slice(), deal) {
            marks.extend(table.parse().ok().map(|table| (table, deal)));
        }
    });
    marks
}

pub(super) fn each_string<'a>(value: &'a Value, look: &mut impl FnMut(&'a str, &'a str)) {
    fn under<'a>(key: &'a str, value: &'a Value, look: &mut impl FnMut(&'a str, &'a str)) {
        match value {
            Value::String(text) => look(key, text),
            Value::Array(items) => items.iter().for_each(|item| under(key, item, look)),
            Value::Object(fields) => fields.iter().for_each(|(key, item)| under(key, item, look)),
            _ => {}
        }
    }
    under("", value, look);
}
