//! Compares the contracts of the preset `rablo` with its published bid table (`data/rablo-table.csv`).

use std::collections::BTreeSet;

use ulti_rules::{Book, BookEntry, Contract, Game, SilentDurchmars, SilentHundredPayment, Suit, TrumpRule};

const TABLE: &str = include_str!("data/rablo-table.csv");

/// A row of the published bid table. An empty field stands for a dash in that table.
struct Row {
    win: &'static str,
    lose: &'static str,
    contract: Contract,
    silent_100: &'static str,
    silent_100_kontra: &'static str,
    silent_ulti: &'static str,
    silent_durchmars: &'static str,
    trump: &'static str,
}

fn rows() -> Vec<Row> {
    let mut lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let columns =
        "win,lose,contract,hungarian,silent_100,silent_100_kontra,silent_ulti,silent_durchmars,trump";
    assert_eq!(lines.next(), Some(columns));
    lines.map(row).collect()
}

fn row(line: &'static str) -> Row {
    let columns: Vec<&str> = line.split(',').collect();
    let [win, lose, text, _, silent_100, silent_100_kontra, silent_ulti, silent_durchmars, trump] =
        columns[..]
    else {
        panic!("expected nine columns: {line}");
    };
    let contract = text.parse().unwrap();
    Row { win, lose, contract, silent_100, silent_100_kontra, silent_ulti, silent_durchmars, trump }
}

/// Parses a sum of amounts, such as `8+1`.
fn sum(text: &str) -> i32 {
    text.split('+').map(|part| part.parse::<i32>().unwrap()).sum()
}

impl Row {
    /// Returns `true` if the bid contains a parti.
    ///
    /// In the table, the value of a parti follows a plus sign, unless the parti is the only game.
    fn has_parti(&self) -> bool {
        self.win.contains('+') || self.contract.is_lone(Game::Parti)
    }

    /// Returns `true` if this bid is stronger than `other` (`RULES §3`).
    ///
    /// A bid is stronger if it has more points. Of two bids with equal points, the one without a parti is
    /// stronger.
    fn overcalls(&self, other: &Self) -> bool {
        let (new, old) = (sum(self.win), sum(other.win));
        new > old || (new == old && other.has_parti() && !self.has_parti())
    }
}

/// Formats an amount as in the bid table. Returns an empty string for `None`.
fn written(amount: Option<i32>) -> String {
    amount.map_or(String::new(), |amount| amount.to_string())
}

fn trump(rule: TrumpRule) -> &'static str {
    match rule {
        TrumpRule::Fixed(None) => "none",
        TrumpRule::Fixed(Some(Suit::Hearts)) => "hearts",
        TrumpRule::Named { suits, none: false } if suits.len() == 3 && !suits.contains(Suit::Hearts) => {
            "plain"
        }
        _ => "another",
    }
}

/// Returns the amount of a silent hundred (100 points reached without a bid) and the doubling that multiplies
/// it.
///
/// The doubling is that of the parti (`parti`) or the highest one (`max`).
fn silent_hundred(book: &Book, entry: &BookEntry, hearts: bool) -> (Option<i32>, &'static str) {
    match entry.silent_hundred {
        SilentHundredPayment::None => (None, ""),
        SilentHundredPayment::DoublesParti => (Some(2 * entry.stake(Game::Parti).won), "parti"),
        SilentHundredPayment::Multiplied => (Some(book.rules().values.silent_hundred.of(hearts)), "max"),
        SilentHundredPayment::Item => panic!("{}: unexpected item that is never multiplied", entry.contract),
    }
}

#[test]
fn rablo_contract_values_match_published_table() {
    let book = Book::preset("rablo").unwrap();
    for row in rows() {
        let contract = row.contract;
        let entry = book.find(&contract).unwrap_or_else(|| panic!("{contract} is not in the book"));
        assert_eq!(entry.contract, contract, "canonical contract");
        assert_eq!(entry.won(), sum(row.win), "{contract} won");
        assert_eq!(entry.points, sum(row.win), "{contract} bid");
        assert_eq!(entry.lost(), sum(row.lose), "{contract} lost");
        assert_eq!(trump(entry.trump), row.trump, "trumps of {contract}");
        assert_eq!(contract.has(Game::Parti), row.has_parti(), "parti of {contract}");
    }
}

#[test]
fn rablo_preset_has_expected_values_for_silent_games() {
    let book = Book::preset("rablo").unwrap();
    let values = &book.rules().values;
    for row in rows() {
        let contract = row.contract;
        let entry = book.find(&contract).unwrap();
        let hearts = row.trump == "hearts";
        let (amount, by) = silent_hundred(&book, entry, hearts);
        assert_eq!(
            (written(amount).as_str(), by),
            (row.silent_100, row.silent_100_kontra),
            "100, {contract}"
        );
        let ulti = entry.silent_ulti.then_some(values.silent_ulti.of(hearts));
        assert_eq!(written(ulti), row.silent_ulti, "silent ulti of {contract}");
        let item = entry.silent_durchmars == SilentDurchmars::Item;
        let durchmars = item.then_some(values.silent_durchmars.of(hearts));
        assert_eq!(written(durchmars), row.silent_durchmars, "silent durchmars of {contract}");
    }
}

#[test]
fn rablo_preset_contains_same_bids_as_csv_table() {
    let names = |contracts: Vec<Contract>| -> BTreeSet<String> {
        contracts.iter().map(Contract::to_string).collect()
    };
    let book = Book::preset("rablo").unwrap();
    let of_book = names(book.entries().iter().map(|entry| entry.contract).collect());
    let of_table = names(rows().iter().map(|row| row.contract).collect());
    assert_eq!(of_book.difference(&of_table).collect::<Vec<_>>(), Vec::<&String>::new(), "in the book only");
    assert_eq!(of_table.difference(&of_book).collect::<Vec<_>>(), Vec::<&String>::new(), "in the table only");
    assert_eq!(rows().len(), book.entries().len());
}

#[test]
fn rablo_bid_table_is_sorted_by_strength() {
    for pair in rows().windows(2) {
        assert!(!pair[0].overcalls(&pair[1]), "{} before {}", pair[0].contract, pair[1].contract);
    }
}

#[test]
fn rablo_bid_order_matches_published_table() {
    let book = Book::preset("rablo").unwrap();
    for new in &rows() {
        for old in &rows() {
            let found = book.overcalls(&new.contract, &old.contract);
            assert_eq!(found, new.overcalls(old), "{} over {}", new.contract, old.contract);
        }
    }
}
