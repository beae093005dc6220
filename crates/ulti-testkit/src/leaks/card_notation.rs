//! Recognition of cards and deals in messages and custom ids.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde_json::Value;
use ulti::discord::custom_id::RulesPage;
use ulti::discord::messages;
use ulti::text::{self, Appearance, Lang, Text};
use ulti_rules::{Book, Card, CardSet, Suit};

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

/// A suit as lists of cards name it once before its ranks, such as `leaves Ace, King`.
pub(super) struct ListedSuit {
    /// Name of the suit in lowercase, with a space.
    name: String,
    /// Names of the ranks in lowercase, each with its card. The longest names come first.
    ranks: Vec<(String, Card)>,
}

impl ListedSuit {
    /// Returns the suits in both languages and all decks.
    pub(super) fn all() -> Vec<Self> {
        let of_look = |appearance: Appearance| Suit::ALL.map(|suit| Self::new(appearance, suit));
        Appearance::ALL.into_iter().flat_map(of_look).collect()
    }

    fn new(appearance: Appearance, suit: Suit) -> Self {
        let mut name = String::new();
        let mut ranks = Vec::new();
        for card in Card::deck().filter(|card| card.suit() == suit) {
            let listed = text::cards_by_suit(appearance, &[card]).to_lowercase();
            let (suit, rank) = listed.rsplit_once(' ').expect("a list names a suit and a rank");
            name = format!("{suit} ");
            ranks.push((rank.to_owned(), card));
        }
        ranks.sort_by_key(|(rank, _)| std::cmp::Reverse(rank.len()));
        Self { name, ranks }
    }

    /// Returns the cards of the suit that the lists in a line name. The line is in lowercase.
    pub(super) fn cards_in(&self, line: &str) -> CardSet {
        let starts = line.match_indices(&self.name).map(|(at, name)| (&line[..at], &line[at + name.len()..]));
        let lists = starts.filter(|(before, _)| !before.ends_with(char::is_alphanumeric));
        lists.flat_map(|(_, list)| self.listed(list)).collect()
    }

    /// Returns the cards at the beginning of a text that lists ranks.
    fn listed(&self, mut list: &str) -> Vec<Card> {
        let mut cards = Vec::new();
        loop {
            let found = self.ranks.iter().find_map(|(rank, card)| {
                let rest = list.strip_prefix(rank.as_str())?;
                (!rest.starts_with(char::is_alphanumeric)).then_some((*card, rest))
            });
            let Some((card, rest)) = found else { return cards };
            cards.push(card);
            let Some(rest) = rest.strip_prefix(", ") else { return cards };
            list = rest;
        }
    }
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
