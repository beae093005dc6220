//! The book of contracts as a table of text.

use crate::rules::{Book, Entry, Hundred, SilentDurchmars, Suit, Trump};

use super::{Faces, Lang, Look, Text, contracts::contract};

/// How many UTF-16 units the rows of a page may take, with what stands above and below them.
const ROOM: usize = 1300;

/// Every contract with its order, what it pays won (its points) and lost, its trumps and its silent
/// games, weakest first, as pages of at most 1900 UTF-16 units with their title.
pub(super) fn book(look: Look, book: &Book) -> Vec<String> {
    let text = look.text();
    let rows: Vec<[String; 6]> = rows(look, book);
    let head = ["order", "won", "lost", "trumps", "silent", "contract"]
        .map(|column| text.say(&format!("book-{column}")));
    let widths = widths(&head, &rows);
    let signs = legend(look.lang, book);
    let below = [Some(text.with("book-suits", &[("faces", look.faces.code().into())])), signs]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n-# ");
    let page = |body: String| {
        let head = line(&head, &widths);
        format!("{}\n```\n{head}\n{body}```\n-# {below}", text.say("book-title"))
    };
    bodies(rows.iter().map(|row| line(row, &widths))).into_iter().map(page).collect()
}

/// The place of each contract's strength: contracts that share a number do not overcall each other.
pub fn orders(book: &Book) -> Vec<(usize, &Entry)> {
    let mut order = 0;
    let mut before: Option<&Entry> = None;
    let mut orders = Vec::with_capacity(book.entries().len());
    for entry in book.entries() {
        if before.is_none_or(|before| book.overcalls(&entry.contract, &before.contract)) {
            order += 1;
        }
        before = Some(entry);
        orders.push((order, entry));
    }
    orders
}

fn rows(look: Look, book: &Book) -> Vec<[String; 6]> {
    let row = |(order, entry): (usize, &Entry)| {
        [
            order.to_string(),
            entry.won().to_string(),
            entry.lost().to_string(),
            trumps(look, entry),
            signs(book, entry).into_iter().map(Sign::letter).collect(),
            contract(look, &entry.contract),
        ]
    };
    orders(book).into_iter().map(row).collect()
}

fn widths(head: &[String; 6], rows: &[[String; 6]]) -> [usize; 6] {
    std::array::from_fn(|column| {
        let cells = rows.iter().chain([head]).map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    })
}

/// A row: numbers to the right, words to the left.
fn line(row: &[String; 6], widths: &[usize; 6]) -> String {
    let cell = |(column, text): (usize, &String)| {
        let width = widths[column];
        if column < 3 { format!("{text:>width$}") } else { format!("{text:<width$}") }
    };
    let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
    cells.join(" ").trim_end().to_owned()
}

/// The rows, as many on a page as leave room for the rest.
fn bodies(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut bodies = vec![String::new()];
    for line in lines {
        match bodies.last_mut() {
            Some(body) if body.encode_utf16().count() + line.encode_utf16().count() < ROOM => {
                body.push_str(&line);
                body.push('\n');
            }
            _ => bodies.push(line + "\n"),
        }
    }
    bodies
}

/// The trumps that a contract can come to be played with, a letter each.
fn trumps(look: Look, entry: &Entry) -> String {
    entry.trump.possible().into_iter().map(|trump| trump_letter(look, trump)).collect()
}

fn trump_letter(look: Look, trump: Trump) -> String {
    let Some(suit) = trump else { return "-".to_owned() };
    match (look.faces, look.lang, suit) {
        (Faces::French | Faces::FourColour, ..) => look.faces.sign(suit).to_owned(),
        (_, Lang::En, suit) => suit.letter().to_string(),
        (_, Lang::Hu, Suit::Acorns) => "M".to_owned(),
        (_, Lang::Hu, Suit::Leaves) => "Z".to_owned(),
        (_, Lang::Hu, Suit::Hearts) => "P".to_owned(),
        (_, Lang::Hu, Suit::Bells) => "T".to_owned(),
    }
}

/// A silent game that a contract can end in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// A silent hundred that is an item of its own.
    Item,
    /// A silent hundred that doubles the parti.
    Doubles,
    /// A silent ulti.
    Ulti,
    /// A silent durchmars that is an item of its own.
    Durchmars,
    /// A silent durchmars that triples the parti.
    Triples,
    /// Silent four aces.
    FourAces,
}

impl Sign {
    const ALL: [Self; 6] =
        [Self::Item, Self::Doubles, Self::Ulti, Self::Durchmars, Self::Triples, Self::FourAces];

    const fn letter(self) -> char {
        match self {
            Self::Item => '+',
            Self::Doubles => '2',
            Self::Ulti => 'u',
            Self::Durchmars => 'd',
            Self::Triples => '3',
            Self::FourAces => 'a',
        }
    }

    /// The name of the silent game in a document that others read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Item => "silent-100",
            Self::Doubles => "silent-100-doubles-parti",
            Self::Ulti => "silent-ulti",
            Self::Durchmars => "silent-durchmars",
            Self::Triples => "silent-durchmars-triples-parti",
            Self::FourAces => "silent-four-aces",
        }
    }

    const fn keys(self) -> (&'static str, &'static str) {
        match self {
            Self::Item => ("book-sign-item", "document-hundred"),
            Self::Doubles => ("book-sign-doubles", "document-hundred-doubles"),
            Self::Ulti => ("book-sign-ulti", "document-ulti"),
            Self::Durchmars => ("book-sign-durchmars", "document-durchmars"),
            Self::Triples => ("book-sign-triples", "document-durchmars-triples"),
            Self::FourAces => ("book-sign-four-aces", "document-four-aces"),
        }
    }

    /// Its words for a table with room.
    pub(super) fn said(self, lang: Lang) -> String {
        Text::new(lang).say(self.keys().1)
    }
}

/// The silent games that a contract can end in, whatever its trumps turn out to be.
pub fn signs(book: &Book, entry: &Entry) -> Vec<Sign> {
    let with_trumps = entry.trump.possible().into_iter().any(|trump| trump.is_some());
    let hundred = match entry.silent_hundred {
        Hundred::None => None,
        Hundred::Item | Hundred::Multiplied => Some(Sign::Item),
        Hundred::DoublesParti => Some(Sign::Doubles),
    };
    let durchmars = match entry.silent_durchmars {
        SilentDurchmars::None => None,
        SilentDurchmars::Item => Some(Sign::Durchmars),
        SilentDurchmars::TriplesParti => Some(Sign::Triples),
    };
    let ulti = (entry.silent_ulti && with_trumps).then_some(Sign::Ulti);
    let four_aces = (book.rules().silent_four_aces && with_trumps).then_some(Sign::FourAces);
    [hundred, ulti, durchmars, four_aces].into_iter().flatten().collect()
}

/// The signs that the contracts of this book have.
fn used(book: &Book) -> impl Iterator<Item = Sign> {
    let used: Vec<Sign> = book.entries().iter().flat_map(|entry| signs(book, entry)).collect();
    Sign::ALL.into_iter().filter(move |sign| used.contains(sign))
}

/// What stands in brackets in a table with room, where this book has any of it.
pub(super) fn explained(lang: Lang, book: &Book) -> Option<String> {
    let text = Text::new(lang);
    let key = |sign| match sign {
        Sign::Item => Some("document-sign-item"),
        Sign::Doubles => Some("document-sign-doubles"),
        Sign::Triples => Some("document-sign-triples"),
        Sign::Ulti | Sign::Durchmars | Sign::FourAces => None,
    };
    let said: Vec<String> = used(book).filter_map(key).map(|key| text.say(key)).collect();
    (!said.is_empty()).then(|| text.with("document-signs", &[("signs", said.join(", ").into())]))
}

/// What the signs of this book mean, where it has any.
fn legend(lang: Lang, book: &Book) -> Option<String> {
    let text = Text::new(lang);
    let said: Vec<String> = used(book).map(|sign| text.say(sign.keys().0)).collect();
    (!said.is_empty()).then(|| text.with("book-signs", &[("signs", said.join(", ").into())]))
}
