//! The rules as a Markdown document. It contains the chapters of `/rules` about the game, and a table of all
//! contracts.

use std::fmt::Write as _;

use ulti_rules::{Book, BookEntry};

use super::pages::{self, BOOK, body};
use super::{contract_table, values};
use crate::text::{Arg, Lang, Text, args, contracts, names};

/// Keys of the chapters about the bot itself. The Markdown version of the rules omits these chapters.
const BOT_CHAPTERS: [&str; 3] = [pages::RATING, "clock", "commands"];

/// Returns the rules of `book` as a Markdown document.
///
/// The introduction mentions `command`, the shell command that regenerates the document.
pub fn document(lang: Lang, book: &Book, command: &str) -> String {
    let text = Text::new(lang);
    let rules = names::capital(&pages::rules(lang, book.rules()));
    let title = text.with("document-title", args![rules]);
    let about = text.with("document-about", args![command]);
    let mut page = format!("# {title}\n\n{about}\n\n## {}\n\n", text.text("document-contents"));
    let chapters = chapters(lang, book);
    for (_, title) in &chapters {
        let _ = writeln!(page, "- [{title}](#{})", anchor(title));
    }
    for (key, title) in chapters {
        let text = if key == BOOK { table(lang, book) } else { chapter(lang, key, book) };
        let _ = write!(page, "\n## {title}\n\n{text}\n");
    }
    page
}

fn chapters(lang: Lang, book: &Book) -> Vec<(&'static str, String)> {
    let unchanged = !values::is_house(book.rules());
    let is_left_out = |key: &str| BOT_CHAPTERS.contains(&key) || (key == pages::HOUSE && unchanged);
    pages::topics(lang).into_iter().filter(|(key, _)| !is_left_out(key)).collect()
}

/// Returns a chapter of the rules as Markdown.
///
/// Inserts an empty line before each list, which Markdown requires but Discord does not.
fn chapter(lang: Lang, key: &str, book: &Book) -> String {
    let text = body(lang.into(), key, book).unwrap_or_default().join("\n");
    let mut previous = "";
    let mut lines = Vec::new();
    for line in text.lines() {
        if is_item(line) && !is_item(previous) && !previous.is_empty() {
            lines.push("");
        }
        lines.push(line);
        previous = line;
    }
    lines.join("\n")
}

/// Returns `true` if the line is an item of a bulleted or numbered list.
fn is_item(line: &str) -> bool {
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || (after_number.len() < line.len() && after_number.starts_with(". "))
}

/// Returns the anchor that GitHub would generate for a heading.
fn anchor(title: &str) -> String {
    let c = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' => Some(c),
        _ => None,
    };
    title.to_lowercase().chars().filter_map(c).collect()
}

fn table(lang: Lang, book: &Book) -> String {
    let text = Text::new(lang);
    let columns = ["order", "contract", "points", "won", "lost", "trumps", "silent"];
    let head = columns.map(|column| text.text(&format!("document-{column}")));
    let rows = contract_table::orders(book).into_iter().map(|(order, entry)| row(lang, book, order, entry));
    let line = |cells: [String; 7]| format!("| {} |", cells.join(" | "));
    let under = "| ---: | --- | ---: | ---: | ---: | --- | --- |".to_owned();
    let lines: Vec<String> = [line(head), under].into_iter().chain(rows.map(line)).collect();
    let above: Vec<String> = [Some(text.text("document-table")), contract_table::explained(lang, book)]
        .into_iter()
        .flatten()
        .collect();
    format!("{}\n\n{}", above.join(" "), lines.join("\n"))
}

fn row(lang: Lang, book: &Book, order: usize, entry: &BookEntry) -> [String; 7] {
    let silent: Vec<String> =
        contract_table::signs(book, entry).into_iter().map(|sign| sign.description(lang)).collect();
    [
        order.to_string(),
        contracts::contract(lang.into(), &entry.contract),
        entry.points.to_string(),
        entry.won().to_string(),
        entry.lost().to_string(),
        trumps(lang, entry),
        silent.join(", "),
    ]
}

/// Returns the possible trumps of a contract as text, such as `acorns, leaves or bells`.
fn trumps(lang: Lang, entry: &BookEntry) -> String {
    let names: Vec<String> =
        entry.trump.possible().into_iter().map(|trump| names::trump(lang.into(), trump)).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => {
            let about: [(&str, Arg<'_>); 2] = [("first", first.join(", ").into()), ("last", last.into())];
            Text::new(lang).with("document-or", &about)
        }
        names => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heading_anchors_follow_github_format() {
        assert_eq!(anchor("Marriages: twenty and forty"), "marriages-twenty-and-forty");
        assert_eq!(anchor("Bélák: húsz és negyven"), "bélák-húsz-és-negyven");
    }
}
