//! Text table of all contracts that can be bid.

use ulti_rules::{BidSuits, Book, BookEntry, SilentDurchmars, SilentHundredPayment, Suit};

use crate::text::contracts::contract_in_table;
use crate::text::{Appearance, DeckStyle, Lang, Text, args};

/// Maximum total length of the contract table's rows on one page, in UTF-16 code units.
///
/// Leaves room for the heading and legend of the page.
const MAX_ROWS_LENGTH: usize = 1300;

/// Maximum length of a line of the contract table, in characters. A phone shows that many characters of a
/// code block in one line.
const LONGEST_LINE: usize = 36;

/// Formats a table of all contracts, from weakest to strongest. Returns the table as pages of at most 1900
/// UTF-16 code units.
///
/// Each page contains the title, the legend and the column headings. The columns are the rank in bidding
/// order, the points when won and when lost, and the contract, followed by the marks of its silent games. A
/// contract that does not fit in [`LONGEST_LINE`] continues on the next line.
pub(crate) fn book(appearance: Appearance, book: &Book) -> Vec<String> {
    let text = appearance.formatter();
    let rows: Vec<[String; 4]> = rows(appearance, book);
    let head = ["order", "won", "lost", "contract"].map(|column| text.text(&format!("book-{column}")));
    let widths = widths(&head, &rows);
    let letters = book.rules().bid_suits == BidSuits::All && appearance.faces == DeckStyle::Hungarian;
    let suits = letters.then(|| text.text("book-suits"));
    let legends = suits.into_iter().chain(legend(appearance.lang, book));
    let legends = legends.fold(String::new(), |above, legend| above + "\n-# " + &legend);
    let page = |body: String| {
        let head = line(&head, &widths);
        format!("{}{legends}\n```\n{head}\n{body}```", text.text("book-title"))
    };
    pages_of(rows.iter().map(|row| wrapped_line(row, &widths))).into_iter().map(page).collect()
}

/// Returns all contracts that can be bid, each with its rank in bidding order.
///
/// Contracts with the same rank cannot overcall each other.
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

fn rows(appearance: Appearance, book: &Book) -> Vec<[String; 4]> {
    let row = |(order, entry): (usize, &BookEntry)| {
        let marks: String = signs(book, entry).into_iter().map(|mark| mark.texts().0).collect();
        let suit = entry.contract.suit().map(|suit| suit_mark(appearance, book, suit));
        let contract = contract_in_table(appearance.lang, entry.contract);
        let words = [suit.unwrap_or_default(), contract, marks];
        [
            order.to_string(),
            entry.won().to_string(),
            entry.lost().to_string(),
            words.iter().filter(|word| !word.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" "),
        ]
    };
    orders(book).into_iter().map(row).collect()
}

/// Returns the widths of the columns of numbers, in characters.
fn widths(head: &[String; 4], rows: &[[String; 4]]) -> [usize; 4] {
    std::array::from_fn(|column| {
        let cells = rows.iter().chain([head]).map(|row| row[column].chars().count());
        if column < 3 { cells.max().unwrap_or_default() } else { 0 }
    })
}

/// Formats one row of the contract table, with right-aligned numbers.
fn line(row: &[String; 4], widths: &[usize; 4]) -> String {
    let cells = row.iter().zip(widths).map(|(text, &width)| format!("{text:>width$}"));
    cells.collect::<Vec<_>>().join(" ")
}

/// Formats one row of the contract table. A contract that is too long for its line is split after a `+`, or
/// else between two words, and continues below its first part.
fn wrapped_line(row: &[String; 4], widths: &[usize; 4]) -> String {
    let numbers: usize = widths[..3].iter().map(|width| width + 1).sum();
    let space = LONGEST_LINE.saturating_sub(numbers);
    let length = |text: &str| text.trim_end().chars().count();
    let parts = row[3]
        .split_inclusive('+')
        .flat_map(|game| if length(game) > space { game.split_inclusive(' ').collect() } else { vec![game] });
    let mut lines = vec![String::new()];
    for part in parts {
        match lines.last_mut() {
            // A `+` after a space is a mark.
            Some(line) if line.ends_with(" +") || line.chars().count() + length(part) <= space => {
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    let contract = lines.join(&format!("\n{:numbers$}", ""));
    line(&[row[0].clone(), row[1].clone(), row[2].clone(), contract], widths)
}

/// Returns the character that represents the suit of a bid in the contract table.
///
/// If bids can name only hearts, this is a heart in every deck style.
fn suit_mark(appearance: Appearance, book: &Book, suit: Suit) -> String {
    if book.rules().bid_suits == BidSuits::Hearts {
        return "♥".to_owned();
    }
    match (appearance.faces, appearance.lang) {
        (DeckStyle::French | DeckStyle::FourColour, _) => appearance.faces.sign(suit).to_owned(),
        (DeckStyle::Hungarian, Lang::En) => suit.letter().to_string(),
        (DeckStyle::Hungarian, Lang::Hu) => ["M", "Z", "P", "T"][suit as usize].to_owned(),
    }
}

/// Splits lines into pages of at most [`MAX_ROWS_LENGTH`] UTF-16 code units.
pub(super) fn pages_of(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut pages = vec![String::new()];
    for line in lines {
        match pages.last_mut() {
            Some(page) if page.encode_utf16().count() + line.encode_utf16().count() < MAX_ROWS_LENGTH => {
                page.push_str(&line);
                page.push('\n');
            }
            _ => pages.push(line + "\n"),
        }
    }
    pages
}

/// A silent game (a game that is paid without having been bid) and how it is paid.
///
/// Each variant is represented by one character in the contract table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SilentGameMark {
    /// A silent hundred (100 points without a bid) that is paid separately.
    Item,
    /// A silent hundred (100 points without a bid) that doubles the value of the parti.
    Doubles,
    /// A silent ulti (an ulti without a bid).
    Ulti,
    /// A silent durchmars (winning every trick although durchmars was not bid) that is paid separately.
    Durchmars,
    /// A silent durchmars (winning every trick without a bid) that triples the value of the parti.
    Triples,
    /// Silent four-aces (winning all four aces without a bid).
    FourAces,
}

impl SilentGameMark {
    const ALL: [Self; 6] =
        [Self::Item, Self::Doubles, Self::Ulti, Self::Durchmars, Self::Triples, Self::FourAces];

    /// Returns the texts that represent the silent game, in this order:
    ///
    /// 1. Character in the contract table.
    /// 2. Identifier in JSON output.
    /// 3. Message key for the legend of the table.
    /// 4. Message key for the description.
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

    /// Returns the identifier used in JSON output, such as `silent-ulti`.
    pub const fn name(self) -> &'static str {
        self.texts().1
    }

    /// Returns the description of this silent game for the list of contracts in text-only mode.
    pub(super) fn spoken(self, lang: Lang) -> String {
        let key = match self {
            Self::Item => "book-spoken-item",
            Self::Doubles => "book-spoken-doubles",
            Self::Ulti => "book-spoken-ulti",
            Self::Durchmars => "book-spoken-durchmars",
            Self::Triples => "book-spoken-triples",
            Self::FourAces => "book-spoken-four-aces",
        };
        Text::new(lang).text(key)
    }

    /// Returns the description of this silent game for the contract table in a Markdown document.
    pub(crate) fn description(self, lang: Lang) -> String {
        Text::new(lang).text(self.texts().3)
    }
}

/// Returns the silent games (games paid without a bid) that are possible in a contract.
///
/// Includes games that are possible only if certain trumps are named.
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

/// Returns the silent games (games paid without a bid) that are possible in at least one contract.
fn used(book: &Book) -> impl Iterator<Item = SilentGameMark> {
    let used: Vec<SilentGameMark> = book.entries().iter().flat_map(|entry| signs(book, entry)).collect();
    SilentGameMark::ALL.into_iter().filter(move |sign| used.contains(sign))
}

/// Returns a sentence that explains the silent-game symbols in the contract table of a Markdown document.
///
/// Returns `None` if none of the symbols in the table needs an explanation.
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

/// Returns the legend for the characters that represent silent games in the contract table.
///
/// Returns `None` if no contract allows a silent game.
fn legend(lang: Lang, book: &Book) -> Option<String> {
    let text = Text::new(lang);
    let phrases: Vec<String> = used(book).map(|sign| text.text(sign.texts().2)).collect();
    (!phrases.is_empty()).then(|| text.with("book-signs", args![signs = phrases.join(", ")]))
}
