//! The pages of the rules for people (`/rules`).

use crate::rules::RuleSet;

use super::{Lang, Look, Text, figures::figures};

/// The keys of the pages, in reading order.
const TOPICS: [&str; 18] = [
    "overview",
    "cards",
    "deal",
    "auction",
    "contracts",
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
    "clock",
    "commands",
];

/// The pages in reading order: key and title.
pub fn topics(lang: Lang) -> Vec<(&'static str, String)> {
    let text = Text::new(lang);
    TOPICS.into_iter().map(|key| (key, text.say(&format!("topic-{key}.title")))).collect()
}

/// A page, its figures those of these rules; `None` where there is no such page.
pub fn topic(look: Look, key: &str, rules: &RuleSet) -> Option<String> {
    let key = TOPICS.into_iter().find(|topic| *topic == key)?;
    let text = Text::new(look.lang);
    let title = text.say(&format!("topic-{key}.title"));
    let page = text.with(&format!("topic-{key}"), &figures(look, rules));
    Some(format!("## {title}\n{}", close_gaps(&page)))
}

/// What a variant leaves out takes its empty lines with it.
fn close_gaps(page: &str) -> String {
    let mut lines: Vec<&str> = page.lines().map(str::trim_end).collect();
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    lines.join("\n").trim().to_owned()
}
