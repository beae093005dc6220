//! Recognition of cards and deals in messages and custom ids.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde_json::Value;
use ulti::discord::custom_id::RulesPage;
use ulti::discord::messages;
use ulti::text::{self, Appearance, Lang, Text};
use ulti_rules::{Book, Card, CardSet};

/// Reference to a finished deal in a command, button or menu.
pub(super) enum FinishedDeal {
    /// A deal that the user selected from the history, which lists only finished deals.
    Kept,
    /// A deal identified by its table id and deal number.
    Numbered(i64, u32),
}

/// Returns the names of all cards in both languages and all decks, each paired with its card. The longest
/// names come first.
pub fn card_names() -> Vec<(String, Card)> {
    let written = |appearance: Appearance, card: Card| {
        [text::card_short(appearance, card), text::card(appearance, card)]
    };
    let in_each = |appearance: Appearance| {
        Card::deck().flat_map(move |card| written(appearance, card).map(|name| (name, card)))
    };
    let mut names: Vec<(String, Card)> = Appearance::ALL.into_iter().flat_map(in_each).collect();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    names.dedup();
    names
}

/// All lines of text on the rules pages. Cards mentioned on these pages are examples and reveal nothing about
/// a deal.
pub(super) static RULES_PAGE_LINES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let book = Book::preset("4m").unwrap();
    let page = |appearance: Appearance, key: &str| {
        messages::rules_page(&RulesPage::first(key), &book, appearance).content
    };
    let in_each = |appearance: Appearance| {
        text::topics(appearance.lang).into_iter().map(move |(key, _)| (appearance, key))
    };
    let pages = Appearance::ALL.into_iter().flat_map(in_each).map(|(appearance, key)| page(appearance, key));
    pages.flat_map(|page| page.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
});

/// The texts of the welcome message. Its picture shows a fixed example of a table.
pub(super) static WELCOME_TEXTS: LazyLock<[String; 2]> =
    LazyLock::new(|| Lang::ALL.map(|lang| messages::welcome(lang.into()).content));

/// Returns the heading of a deal's analysis, in each language.
pub(super) fn analysis_titles(number: u32) -> [String; 2] {
    Lang::ALL
        .map(|lang| format!("### {}", Text::new(lang).with("analysis-title", &[("number", number.into())])))
}

/// Returns the finished deal that an interaction requests, or `None` if it does not request one.
pub(super) fn finished_deal(data: &Value) -> Option<FinishedDeal> {
    let chosen = data["values"][0].as_str().or(data["custom_id"].as_str());
    let words: Vec<&str> = chosen.unwrap_or_default().split(':').collect();
    match (data["name"].as_str(), words.as_slice()) {
        (Some("replay" | "verify"), _) | (_, ["u1", "-", "played", "deal", ..]) => Some(FinishedDeal::Kept),
        (_, ["u1", table, "analyse" | "replay" | "own", deal]) => {
            Some(FinishedDeal::Numbered(table.parse().ok()?, deal.parse().ok()?))
        }
        _ => None,
    }
}

/// Beginning and end of clauses that name cards which the reader does not hold.
const ABSENT_CARDS: [(&str, &str); 2] = [("You do not hold ", ", so "), ("Nincs nálad ", ", ezért ")];

/// Returns a text without clauses that name cards which the reader does not hold. Such a clause reveals
/// nothing that the reader does not see in their own hand.
pub fn without_absent_cards(text: &str) -> String {
    ABSENT_CARDS.into_iter().fold(text.to_owned(), |text, (start, end)| {
        let rest = text.split_once(start).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
        rest.map(|(before, after)| format!("{before}{end}{after}")).unwrap_or(text)
    })
}

/// Parses a card code in upper case.
///
/// Lowercase codes are rejected because they can have other meanings. For example, `hu` is a language code.
pub(super) fn code(text: &str) -> Option<Card> {
    text.parse().ok().filter(|card: &Card| card.to_string() == text)
}

/// Returns the cards in a custom id. Only segments that consist entirely of card codes are considered.
pub(super) fn cards_in_custom_id(custom_id: &str) -> CardSet {
    let cards = |word: &str| {
        let pairs = (0..word.len()).step_by(2).map(|at| code(word.get(at..at + 2)?));
        pairs.collect::<Option<CardSet>>().unwrap_or_default()
    };
    custom_id.split(':').map(cards).fold(CardSet::EMPTY, |all, cards| all | cards)
}

/// Returns the table ids and deal numbers found in a message's custom ids.
pub(super) fn referenced_deals(body: &Value) -> Vec<(i64, u32)> {
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

pub(super) fn each_string<'a>(value: &'a Value, visit: &mut impl FnMut(&'a str, &'a str)) {
    fn under<'a>(key: &'a str, value: &'a Value, visit: &mut impl FnMut(&'a str, &'a str)) {
        match value {
            Value::String(text) => visit(key, text),
            Value::Array(items) => items.iter().for_each(|item| under(key, item, visit)),
            Value::Object(fields) => fields.iter().for_each(|(key, item)| under(key, item, visit)),
            _ => {}
        }
    }
    under("", value, visit);
}
