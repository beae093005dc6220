//! The bid table of rablóulti (`../data/rablo-table.csv`), and tables of silent games.

use serde_json::Value;

use super::bid::Bid;

/// A row of the bid table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CsvRow {
    pub(crate) bid: String,
    /// Points for winning the contract. Sums in the file, such as `4+1`, are added up.
    pub(crate) won: i32,
    pub(crate) lost: i32,
    pub(crate) hundred: Option<i32>,
    /// Kontra level that applies to a silent 100: `parti` for that of the parti, `max` for the highest, or
    /// empty.
    pub(crate) hundred_kontra: String,
    pub(crate) ulti: Option<i32>,
    pub(crate) durchmars: Option<i32>,
    /// Trump suit of the contract: `hearts`, `plain` for the other suits, or `none`.
    pub(crate) trump: String,
}

/// Returns all rows of the bid table, in the order of the file.
pub(crate) fn csv() -> Vec<CsvRow> {
    let text = include_str!("../data/rablo-table.csv");
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(csv_row).collect()
}

fn csv_row(line: &str) -> CsvRow {
    let cells: Vec<&str> = line.split(',').collect();
    let [won, lost, bid, _, hundred, hundred_kontra, ulti, durchmars, trump] = cells.as_slice() else {
        panic!("expected nine columns: {line}");
    };
    let sum = |cell: &str| cell.split('+').map(|part| part.parse::<i32>().expect("valid number")).sum();
    let maybe = |cell: &str| if cell.is_empty() { None } else { Some(sum(cell)) };
    CsvRow {
        bid: (*bid).to_owned(),
        won: sum(won),
        lost: sum(lost),
        hundred: maybe(hundred),
        hundred_kontra: (*hundred_kontra).to_owned(),
        ulti: maybe(ulti),
        durchmars: maybe(durchmars),
        trump: (*trump).to_owned(),
    }
}

/// The silent games that can be paid with a bid (`RULES §8`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// Kontra level that applies to a silent 100: `parti` for that of the parti, `max` for the highest.
    /// `none` if a silent 100 is not paid.
    pub(crate) hundred: String,
    pub(crate) ulti: bool,
    pub(crate) durchmars: bool,
}

/// The silent table of a rule set, which lists the silent games of each bid. Empty if the rules have no such
/// table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows(Vec<(String, Row)>);

impl Rows {
    /// Parses the field `silent_table`, which contains either the word `rablo-table` or a list of rows.
    pub(crate) fn read(field: &Value) -> Result<Self, String> {
        match field {
            Value::String(word) if word == "rablo-table" => Ok(Self(csv().iter().map(of_csv).collect())),
            Value::Array(list) => {
                let rows: Vec<Vec<(String, Row)>> = list.iter().map(of_entry).collect::<Result<_, _>>()?;
                Ok(Self(rows.concat()))
            }
            Value::Null => Ok(Self::default()),
            other => Err(format!("invalid silent_table: {other}")),
        }
    }

    /// Returns `true` if the rules have no silent table.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the row of a bid. Ignores four-tens, and also ignores the suit if bids can name every suit.
    pub(crate) fn find(&self, bid: &Bid, all_suits: bool) -> Option<&Row> {
        let mut looked_up = bid.clone();
        looked_up.games.retain(|game| game != "four-tens");
        if looked_up.games.is_empty() {
            looked_up.games.push("parti".to_owned());
        }
        if all_suits {
            looked_up.suit = None;
        }
        let text = looked_up.text();
        self.0.iter().find(|(name, _)| *name == text).map(|(_, row)| row)
    }
}

fn of_csv(row: &CsvRow) -> (String, Row) {
    let hundred = if row.hundred.is_some() { row.hundred_kontra.clone() } else { "none".to_owned() };
    let (ulti, durchmars) = (row.ulti.is_some(), row.durchmars.is_some());
    (row.bid.clone(), Row { hundred, ulti, durchmars })
}

fn of_entry(entry: &Value) -> Result<Vec<(String, Row)>, String> {
    let wrong = || format!("invalid row of silent_table: {entry}");
    let bids = entry.get("bids").and_then(Value::as_array).ok_or_else(wrong)?;
    let flag = |name: &str| entry.get(name).and_then(Value::as_bool).unwrap_or(false);
    let hundred = entry.get("hundred").and_then(Value::as_str).unwrap_or("none").to_owned();
    let row = Row { hundred, ulti: flag("ulti"), durchmars: flag("durchmars") };
    bids.iter().map(|bid| Ok((Bid::read(bid.as_str().ok_or_else(wrong)?)?.text(), row.clone()))).collect()
}
