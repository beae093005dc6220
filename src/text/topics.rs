//! The pages of the rules for people (`/rules`): chapters in reading order, most of a single page.

use crate::rules::{Book, RuleSet};

use super::figures::{figures, is_house};
use super::{Lang, Look, Text, book_table, changed, rated, words};

/// The chapter that lists every contract.
pub const BOOK: &str = "book";

/// The chapter that lists what is different from the preset.
pub(super) const HOUSE: &str = "house";

/// The chapter about ranked deals and ratings.
pub const RATING: &str = "rating";

/// The keys of the chapters, in reading order.
const TOPICS: [&str; 21] = [
    "overview",
    HOUSE,
    "cards",
    "deal",
    "auction",
    "contracts",
    BOOK,
    "trumps",
    "play",
    "marriages",
    "points",
    "kontra",
    "payment",
    "silent",
    "window",
    "fold",
    "claim",
    "leaving",
    RATING,
    "clock",
    "commands",
];

/// What a page may hold with its title, in UTF-16 units as Discord counts them, with room to spare
/// for a line above or below.
const PAGE: usize = 1900;

/// The line that a variant puts where there is nothing to say.
const NOTHING: &str = "∅";

/// The chapters in reading order: key and title.
pub fn topics(lang: Lang) -> Vec<(&'static str, String)> {
    TOPICS.into_iter().map(|key| (key, title(lang, key))).collect()
}

/// The pages of a chapter under its title, by these rules; `None` where there is no such chapter.
pub fn topic(look: Look, key: &str, book: &Book) -> Option<Vec<String>> {
    let pages = body(look, key, book)?;
    Some(pages.into_iter().map(|page| format!("## {}\n{page}", title(look.lang, key))).collect())
}

/// The name of a rule set, and whether a house changed it: `4M ulti, házi szabályokkal`.
pub fn rules(lang: Lang, rules: &RuleSet) -> String {
    let name = words::preset(lang, &rules.preset);
    if is_house(rules) { Text::new(lang).with("show-house-rules", &[("rules", name.into())]) } else { name }
}

/// A sentence that hangs on the rules, with all of their figures: help for the moment.
pub fn by_the_rules(look: Look, key: &str, book: &Book) -> String {
    close_gaps(&look.text().with(key, &figures(look, book)))
}

fn title(lang: Lang, key: &str) -> String {
    Text::new(lang).say(&format!("topic-{key}.title"))
}

/// The pages of a chapter without its title.
pub(super) fn body(look: Look, key: &str, book: &Book) -> Option<Vec<String>> {
    let key = TOPICS.into_iter().find(|topic| *topic == key)?;
    if key == BOOK {
        return Some(book_table::book(look, book));
    }
    let mut figures = figures(look, book);
    if key == RATING {
        figures.extend(rated::figures(look.lang));
    }
    let text = close_gaps(&look.text().with(&format!("topic-{key}"), &figures));
    if key == HOUSE {
        return Some(listed(text, changed::house_rules(look, book.rules())));
    }
    Some(vec![text])
}

/// A list under a sentence, on as many pages as it takes.
fn listed(above: String, points: Vec<String>) -> Vec<String> {
    let mut pages = vec![above];
    let room = PAGE - 100;
    for point in points {
        let line = format!("- {point}");
        match pages.last_mut() {
            Some(page) if units(page) + units(&line) < room => {
                page.push('\n');
                page.push_str(&line);
            }
            _ => pages.push(line),
        }
    }
    pages
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// What a variant leaves out takes its lines with it.
fn close_gaps(page: &str) -> String {
    let mut lines: Vec<&str> = page.lines().map(str::trim_end).filter(|line| *line != NOTHING).collect();
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    lines.join("\n").trim().to_owned()
}
