//! The rules as one document in Markdown: the chapters of `/rules` that are about the game, and the
//! contracts as a table with room for words.

use std::fmt::Write as _;

use crate::rules::{Book, Entry};

use super::topics::{self, BOOK, body};
use super::{Arg, Lang, Text, book_table, contracts, figures, words};

/// The chapters that are about the bot and not about the game.
const OF_THE_BOT: [&str; 3] = [topics::RATING, "clock", "commands"];

/// The rules of this book as a page to read; `command` is what makes it again.
pub fn document(lang: Lang, book: &Book, command: &str) -> String {
    let text = Text::new(lang);
    let rules = words::capital(&topics::rules(lang, book.rules()));
    let title = text.with("document-title", &[("rules", rules.into())]);
    let about = text.with("document-about", &[("command", command.into())]);
    let mut page = format!("# {title}\n\n{about}\n\n## {}\n\n", text.say("document-contents"));
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
    let unchanged = !figures::is_house(book.rules());
    let is_left_out = |key: &str| OF_THE_BOT.contains(&key) || (key == topics::HOUSE && unchanged);
    topics::topics(lang).into_iter().filter(|(key, _)| !is_left_out(key)).collect()
}

/// A chapter; a list has an empty line before it, which Discord does not need.
fn chapter(lang: Lang, key: &str, book: &Book) -> String {
    let text = body(lang.into(), key, book).unwrap_or_default().join("\n");
    let mut before = "";
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("- ") && !before.starts_with("- ") && !before.is_empty() {
            lines.push("");
        }
        lines.push(line);
        before = line;
    }
    lines.join("\n")
}

/// What a heading is called in a link, as GitHub makes it.
fn anchor(title: &str) -> String {
    let sign = |sign: char| match sign {
        ' ' => Some('-'),
        sign if sign.is_alphanumeric() || sign == '-' => Some(sign),
        _ => None,
    };
    title.to_lowercase().chars().filter_map(sign).collect()
}

fn table(lang: Lang, book: &Book) -> String {
    let text = Text::new(lang);
    let columns = ["order", "contract", "points", "won", "lost", "trumps", "silent"];
    let head = columns.map(|column| text.say(&format!("document-{column}")));
    let rows = book_table::orders(book).into_iter().map(|(order, entry)| row(lang, book, order, entry));
    let line = |cells: [String; 7]| format!("| {} |", cells.join(" | "));
    let under = "| ---: | --- | ---: | ---: | ---: | --- | --- |".to_owned();
    let lines: Vec<String> = [line(head), under].into_iter().chain(rows.map(line)).collect();
    let above: Vec<String> =
        [Some(text.say("document-table")), book_table::explained(lang, book)].into_iter().flatten().collect();
    format!("{}\n\n{}", above.join(" "), lines.join("\n"))
}

fn row(lang: Lang, book: &Book, order: usize, entry: &Entry) -> [String; 7] {
    let silent: Vec<String> =
        book_table::signs(book, entry).into_iter().map(|sign| sign.said(lang)).collect();
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

/// `acorns, leaves or bells`.
fn trumps(lang: Lang, entry: &Entry) -> String {
    let names: Vec<String> =
        entry.trump.possible().into_iter().map(|trump| words::trump(lang.into(), trump)).collect();
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
    fn anchors_are_as_github_makes_them() {
        assert_eq!(anchor("Marriages: twenty and forty"), "marriages-twenty-and-forty");
        assert_eq!(anchor("Bélák: húsz és negyven"), "bélák-húsz-és-negyven");
    }
}
