//! A rule set as the second program understands it: a table of fields, nothing more.

use serde_json::{Map, Value};

use super::bid::Bid;
use super::table::Rows;

/// The names of the presets.
pub(crate) const PRESETS: [&str; 5] = ["4m", "rablo", "pagat", "basic", "szinlicit"];

/// The fields of a rule set, and the rows of its table of silent games.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    fields: Map<String, Value>,
    rows: Rows,
}

/// One of the five tables of `presets.toml`, its base filled in.
pub(crate) fn preset(name: &str) -> Result<Map<String, Value>, String> {
    let all: Value = toml::from_str(include_str!("presets.toml")).map_err(|error| error.to_string())?;
    let Some(Value::Object(table)) = all.get(name) else { return Err(format!("no preset '{name}'")) };
    match table.get("like").and_then(Value::as_str) {
        Some(like) => {
            let mut fields = preset(like)?;
            fields.extend(table.clone());
            fields.remove("like");
            Ok(fields)
        }
        None => Ok(table.clone()),
    }
}

/// `values` and `suit_factors` are merged, everything else is replaced.
fn merge(base: &mut Map<String, Value>, own: &Map<String, Value>) {
    for (name, value) in own {
        match (base.get_mut(name), value) {
            (Some(Value::Object(inner)), Value::Object(more)) => merge(inner, more),
            _ => {
                base.insert(name.clone(), value.clone());
            }
        }
    }
}

impl Rules {
    /// A preset's name, or an object of a preset and what is different.
    pub(crate) fn read(note: &Value) -> Result<Self, String> {
        let fields = match note {
            Value::String(name) => preset(name)?,
            Value::Object(own) => {
                let name = own.get("preset").and_then(Value::as_str).ok_or("house rules of no preset")?;
                let mut fields = preset(name)?;
                merge(&mut fields, own);
                fields
            }
            other => return Err(format!("no rules: {other}")),
        };
        let rows = Rows::read(fields.get("silent_table").unwrap_or(&Value::Null))?;
        Ok(Self { fields, rows })
    }

    /// A preset as it is.
    pub(crate) fn preset(name: &str) -> Self {
        Self::read(&Value::from(name)).expect("a preset")
    }

    /// Its fields.
    pub(crate) const fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    /// The rows of silent games.
    pub(crate) const fn rows(&self) -> &Rows {
        &self.rows
    }

    /// A field that is a word.
    pub(crate) fn word(&self, field: &str) -> &str {
        self.fields.get(field).and_then(Value::as_str).unwrap_or_else(|| panic!("no word {field}"))
    }

    /// Whether a field is this word.
    pub(crate) fn is(&self, field: &str, word: &str) -> bool {
        self.word(field) == word
    }

    /// A field that is yes or no.
    pub(crate) fn yes(&self, field: &str) -> bool {
        self.fields.get(field).and_then(Value::as_bool).unwrap_or_else(|| panic!("no yes or no: {field}"))
    }

    /// A field that is a number.
    pub(crate) fn number(&self, field: &str) -> i32 {
        whole(self.fields.get(field)).unwrap_or_else(|| panic!("no number {field}"))
    }

    /// Whether every suit is named in a bid.
    pub(crate) fn all_suits(&self) -> bool {
        self.is("bid_suits", "all")
    }

    fn value(&self, name: &str, column: &str) -> i32 {
        let value = self.fields["values"].get(name).and_then(|value| value.get(column));
        whole(value).unwrap_or_else(|| panic!("no value {name} {column}"))
    }

    fn factor(&self, suit: Option<char>) -> i32 {
        let word = suit.map(suit_word).unwrap_or_default();
        whole(self.fields["suit_factors"].get(word)).expect("a factor for every suit")
    }

    /// What a game of this bid is worth, by its written name (`open-durchmars`).
    pub(crate) fn game_value(&self, game: &str, bid: &Bid) -> i32 {
        let name = if bid.colourless { format!("colourless-{game}") } else { game.to_owned() };
        if self.all_suits() {
            return self.value(&name, "plain") * self.factor(bid.suit);
        }
        self.value(&name, if bid.suit == Some('H') { "hearts" } else { "plain" })
    }

    /// What a silent game is worth beside this bid, with these trumps.
    pub(crate) fn silent_value(&self, name: &str, bid: &Bid, trump: Option<char>) -> i32 {
        if self.all_suits() {
            return self.value(name, "plain") * self.factor(bid.suit);
        }
        self.value(name, if trump == Some('H') { "hearts" } else { "plain" })
    }
}

fn whole(value: Option<&Value>) -> Option<i32> {
    i32::try_from(value?.as_i64()?).ok()
}

/// The word of a suit in a bid.
pub(crate) const fn suit_word(suit: char) -> &'static str {
    match suit {
        'A' => "acorns",
        'L' => "leaves",
        'B' => "bells",
        _ => "hearts",
    }
}
