//! Text table of all contracts that can be bid.

use ulti_rules::{Book, BookEntry, SilentDurchmars, SilentHundredPayment, Suit, Trump};

use crate::text::contracts::contract;
use crate::text::{Appearance, DeckStyle, Lang, Text, args};

/// Maximum length of the table rows on a page, in UTF-16 units.
///
/// The rest of the page is needed for the heading and the legend.
const MAX_ROWS_LENGTH: usize = 1300;

/// Returns a table of all contracts, weakest first, split into pages of at most 1900 UTF-16 units.
///
/// Each page has a title. The columns are order, points when won, points when lost, trumps, silent games and
/// contract.
pub(crate) fn book(appearance: Appearance, book: &Book) -> Vec<String> {
    let text = appearance.formatter();
    let rows: Vec<[String; 6]> = rows(appearance, book);
    let head = ["order", "won", "lost", "trumps", "silent", "contract"]
        .map(|column| text.text(&format!("book-{column}")));
    let widths = widths(&head, &rows);
    let signs = legend(appearance.lang, book);
    let below = [Some(text.with("book-suits", args![faces = appearance.faces.code()])), signs]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n-# ");
    let page = |body: String| {
        let head = line(&head, &widths);
        format!("{}\n```\n{head}\n{body}```\n-# {below}", text.text("book-title"))
    };
    bodies(rows.iter().map(|row| line(row, &widths))).into_iter().map(page).collect()
}

/// Returns every contract that can be bid, with its rank in bidding order.
///
/// Contracts of equal rank cannot overcall each other.
pub fn orders(book: &Book) -> Vec<(usize, &BookEntry)> {
    let mut order = 0;
    let mut before: Option<&BookEntry> = None;
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

fn rows(appearance: Appearance, book: &Book) -> Vec<[String; 6]> {
    let row = |(order, entry): (usize, &BookEntry)| {
        [
            order.to_string(),
            entry.won().to_string(),
            entry.lost().to_string(),
            trumps(appearance, entry),
            signs(book, entry).into_iter().map(|mark| mark.texts().0).collect(),
            contract(appearance, &entry.contract),
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

/// Formats a row of the contract table. Numbers are right-aligned and words are left-aligned.
fn line(row: &[String; 6], widths: &[usize; 6]) -> String {
    let cell = |(column, text): (usize, &String)| {
        let width = widths[column];
        if column < 3 { format!("{text:>width$}") } else { format!("{text:<width$}") }
    };
    let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
    cells.join(" ").trim_end().to_owned()
}

/// Splits the rows of the contract table into pages of at most [`MAX_ROWS_LENGTH`] UTF-16 units.
fn bodies(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut bodies = vec![String::new()];
    for line in lines {
        match bodies.last_mut() {
            Some(body) if body.encode_utf16().count() + line.encode_utf16().count() < MAX_ROWS_LENGTH => {
                body.push_str(&line);
                body.push('\n');
            }
            _ => bodies.push(line + "\n"),
        }
    }
    bodies
}

/// Returns the possible trump suits of a contract, each as one letter or symbol. `-` means no trumps.
fn trumps(appearance: Appearance, entry: &BookEntry) -> String {
    entry.trump.possible().into_iter().map(|trump| trump_letter(appearance, trump)).collect()
}

fn trump_letter(appearance: Appearance, trump: Trump) -> String {
    let Some(suit) = trump else { return "-".to_owned() };
    match (appearance.faces, appearance.lang, suit) {
        (DeckStyle::French | DeckStyle::FourColour, ..) => appearance.faces.sign(suit).to_owned(),
        (_, Lang::En, suit) => suit.letter().to_string(),
        (_, Lang::Hu, Suit::Acorns) => "M".to_owned(),
        (_, Lang::Hu, Suit::Leaves) => "Z".to_owned(),
        (_, Lang::Hu, Suit::Hearts) => "P".to_owned(),
        (_, Lang::Hu, Suit::Bells) => "T".to_owned(),
    }
}

/// A kind of silent game (a result paid without having been bid) that a contract can have.
///
/// The contract table marks each kind with one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SilentGameMark {
    /// A silent hundred (100 points reached without a bid) that is paid as a separate amount.
    Item,
    /// A silent hundred (100 points reached without a bid) that doubles the payment for the parti.
    Doubles,
    /// A silent ulti (an ulti that was not bid).
    Ulti,
    /// A silent durchmars (all tricks won without a bid) that is paid as a separate amount.
    Durchmars,
    /// A silent durchmars (all tricks won without a bid) that triples the payment for the parti.
    Triples,
    /// Silent four-aces (all four aces won without a bid).
    FourAces,
}

impl SilentGameMark {
    const ALL: [Self; 6] =
        [Self::Item, Self::Doubles, Self::Ulti, Self::Durchmars, Self::Triples, Self::FourAces];

    /// Returns the texts for a kind of silent game.
    ///
    /// These are its character in the contract table, its name in JSON output, and the message keys of its
    /// legend and its description.
    const fn texts(self) -> (char, &'static str, &'static str, &'static str) {
        match self {
            Self::Item => ('+', "silent-100", "book-sign-item", "document-hundred"),
            Self::Doubles => {
                ('2', "silent-100-doubles-parti", "book-sign-doubles", "document-hundred-doubles")
            }
            Self::Ulti => ('u', "silent-ulti", "book-sign-ulti", "document-ulti"),
            Self::Durchmars => ('d', "silent-durchmars", "book-sign-durchmars", "document-durchmars"),
            Self::Triples => {
                ('3', "silent-durchmars-triples-parti", "book-sign-triples", "document-durchmars-triples")
            }
            Self::FourAces => ('a', "silent-four-aces", "book-sign-four-aces", "document-four-aces"),
        }
    }

    /// Returns the identifier of the silent game in JSON output, such as `silent-ulti`.
    pub const fn name(self) -> &'static str {
        self.texts().1
    }

    /// Returns a description of the silent game for the contract table in a Markdown document.
    pub(crate) fn description(self, lang: Lang) -> String {
        Text::new(lang).text(self.texts().3)
    }
}

/// Returns the kinds of silent games (results paid without a bid) that can be paid in a contract.
///
/// All possible trumps of the contract are considered.
pub fn signs(book: &Book, entry: &BookEntry) -> Vec<SilentGameMark> {
    let with_trumps = entry.trump.possible().into_iter().any(|trump| trump.is_some());
    let hundred = match entry.silent_hundred {
        SilentHundredPayment::None => None,
        SilentHundredPayment::Item | SilentHundredPayment::Multiplied => Some(SilentGameMark::Item),
        SilentHundredPayment::DoublesParti => Some(SilentGameMark::Doubles),
    };
    let durchmars = match entry.silent_durchmars {
        SilentDurchmars::None => None,
        SilentDurchmars::Item => Some(SilentGameMark::Durchmars),
        SilentDurchmars::TriplesParti => Some(SilentGameMark::Triples),
    };
    let ulti = (entry.silent_ulti && with_trumps).then_some(SilentGameMark::Ulti);
    let four_aces = (book.rules().silent_four_aces && with_trumps).then_some(SilentGameMark::FourAces);
    [hundred, ulti, durchmars, four_aces].into_iter().flatten().collect()
}

/// Returns the kinds of silent games (results paid without a bid) that can be paid in at least one contract.
fn used(book: &Book) -> impl Iterator<Item = SilentGameMark> {
    let used: Vec<SilentGameMark> = book.entries().iter().flat_map(|entry| signs(book, entry)).collect();
    SilentGameMark::ALL.into_iter().filter(move |sign| used.contains(sign))
}

/// Returns a sentence that explains the symbols for silent games in the Markdown contract table.
///
/// Returns `None` if the table contains no such symbols.
pub(crate) fn explained(lang: Lang, book: &Book) -> Option<String> {
    let text = Text::new(lang);
    let key = |sign| match sign {
        SilentGameMark::Item => Some("document-sign-item"),
        SilentGameMark::Doubles => Some("document-sign-doubles"),
        SilentGameMark::Triples => Some("document-sign-triples"),
        SilentGameMark::Ulti | SilentGameMark::Durchmars | SilentGameMark::FourAces => None,
    };
    let phrases: Vec<String> = used(book).filter_map(key).map(|key| text.text(key)).collect();
    (!phrases.is_empty()).then(|| text.with("document-signs", args![signs = phrases.join(", ")]))
}

/// Returns the legend for the characters that mark silent games in the contract table.
///
/// Returns `None` if the table does not contain such characters.
fn legend(lang: Lang, book: &Book) -> Option<String> {
    let text = Text::new(lang);
    let phrases: Vec<String> = used(book).map(|sign| text.text(sign.texts().2)).collect();
    (!phrases.is_empty()).then(|| text.with("book-signs", args![signs = phrases.join(", ")]))
}
