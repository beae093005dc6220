//! Pages of the `/rules` command. Chapters are in reading order, and most of them have a single page.

use ulti_rules::{Book, RuleSet};

use super::values::{figures, is_house};
use super::{contract_list, contract_table, house_rules_diff, rating_example};
use crate::text::{Appearance, Lang, Text, args, names};

/// Key of the chapter with the table of all contracts.
pub const BOOK: &str = "book";

/// Key of the chapter that describes how the rules differ from their preset.
pub(crate) const HOUSE: &str = "house";

/// Key of the chapter about ranked deals and ratings.
pub const RATING: &str = "rating";

/// Keys of all chapters of the rules in reading order, by group. The first element is the key of the group.
const GROUPS: [(&str, &[&str]); 4] = [
    ("basics", &["overview", "cards", "contracts", "play"]),
    ("deal", &["deal", "auction", BOOK, "trumps", "kontra", "fold", "claim"]),
    ("points", &["points", "marriages", "payment", "silent", "window"]),
    ("table", &[HOUSE, "leaving", "clock", RATING, "commands"]),
];

/// Maximum length of a page including its title, in UTF-16 code units.
///
/// Stays below Discord's limit to leave room for one more line.
const MAX_PAGE_LENGTH: usize = 1900;

/// Placeholder that message files use for a line without text.
///
/// Lines that contain only the placeholder are removed when a page is built.
const NOTHING: &str = "∅";

/// Returns the keys and titles of all chapters of the rules, in reading order.
pub fn topics(lang: Lang) -> Vec<(&'static str, String)> {
    keys().map(|key| (key, title(lang, key))).collect()
}

/// Returns the name of the group that a chapter belongs to, such as `Points and payment`. Returns `None` if
/// there is no chapter with the given key.
pub fn topic_group(lang: Lang, key: &str) -> Option<String> {
    let (group, _) = GROUPS.into_iter().find(|(_, chapters)| chapters.contains(&key))?;
    Some(Text::new(lang).text(&format!("topic-group-{group}")))
}

fn keys() -> impl Iterator<Item = &'static str> {
    GROUPS.into_iter().flat_map(|(_, chapters)| chapters.iter().copied())
}

/// Returns a chapter of the rules as pages with titles, or `None` if there is no chapter with the given key.
pub fn topic(appearance: Appearance, key: &str, book: &Book) -> Option<Vec<String>> {
    let pages = body(appearance, key, book)?;
    Some(pages.into_iter().map(|page| format!("## {}\n{page}", title(appearance.lang, key))).collect())
}

/// Returns the display name of a rule set.
///
/// If the rule set contains house rules, the name mentions them, as in `4M ulti, házi szabályokkal`.
pub fn rules(lang: Lang, rules: &RuleSet) -> String {
    let name = names::preset(lang, &rules.preset);
    // The time limit is shown on its own.
    let unlimited = RuleSet { time_limit: 0, ..rules.clone() };
    if is_house(&unlimited) { Text::new(lang).with("show-house-rules", args![rules = name]) } else { name }
}

/// Returns the message with the given key. The amounts and options of the rules in `book` are inserted into
/// the message.
///
/// Used for help messages that explain the rules to a player who is choosing an action.
pub fn by_the_rules(appearance: Appearance, key: &str, book: &Book) -> String {
    close_gaps(&appearance.formatter().with(key, &figures(appearance, book)))
}

fn title(lang: Lang, key: &str) -> String {
    Text::new(lang).text(&format!("topic-{key}.title"))
}

/// Returns a chapter of the rules as pages without titles, or `None` if there is no chapter with the given
/// key.
pub(crate) fn body(appearance: Appearance, key: &str, book: &Book) -> Option<Vec<String>> {
    let key = keys().find(|topic| *topic == key)?;
    if key == BOOK {
        return Some(if appearance.is_text_only() {
            contract_list::book(appearance, book)
        } else {
            contract_table::book(appearance, book)
        });
    }
    let mut figures = figures(appearance, book);
    if key == RATING {
        figures.extend(rating_example::figures(appearance.lang));
    }
    let text = close_gaps(&appearance.formatter().with(&format!("topic-{key}"), &figures));
    if key == HOUSE {
        return Some(listed(text, house_rules_diff::house_rules(appearance, book.rules())));
    }
    Some(vec![text])
}

/// Formats an introduction followed by a bulleted list, split into pages.
fn listed(above: String, points: Vec<String>) -> Vec<String> {
    let mut pages = vec![above];
    let room = MAX_PAGE_LENGTH - 100;
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

/// Removes placeholder lines and collapses consecutive empty lines into one.
fn close_gaps(page: &str) -> String {
    let mut lines: Vec<&str> = page.lines().map(str::trim_end).filter(|line| *line != NOTHING).collect();
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    lines.join("\n").trim().to_owned()
}
