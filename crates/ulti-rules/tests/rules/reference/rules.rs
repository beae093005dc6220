//! A rule set as a map from field names to values.

use serde_json::{Map, Value, json};

use super::bid::Bid;
use super::table::Rows;

/// Names of the presets.
pub(crate) const PRESETS: [&str; 5] = ["4m", "rablo", "pagat", "basic", "szinlicit"];

/// The fields of a rule set, and the rows of its silent table.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    fields: Map<String, Value>,
    rows: Rows,
}

/// Returns a table of `presets.toml`, merged with its base preset.
pub(crate) fn preset(name: &str) -> Result<Map<String, Value>, String> {
    let all: Value = toml::from_str(include_str!("presets.toml")).map_err(|error| error.to_string())?;
    let Some(Value::Object(table)) = all.get(name) else { return Err(format!("unknown preset '{name}'")) };
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

/// Copies all fields of `own` into `base`. Nested tables are merged field by field.
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

/// Returns the fields of a preset in the given revision. Fields added by later revisions are `false`.
fn in_revision(mut fields: Map<String, Value>, revision: u64) -> Map<String, Value> {
    for (added, field) in [(2, "renonsz_lost"), (2, "renonsz_certain"), (3, "hundred_announced")] {
        if revision < added {
            fields.insert(field.to_owned(), Value::Bool(false));
        }
    }
    fields
}

impl Rules {
    /// Parses rules from JSON: the name of a preset, or an object with a preset and changed fields.
    pub(crate) fn read(note: &Value) -> Result<Self, String> {
        let fields = match note {
            Value::String(name) => in_revision(preset(name)?, 1),
            Value::Object(own) => {
                let name = own.get("preset").and_then(Value::as_str).ok_or("missing preset")?;
                let revision = own.get("revision").and_then(Value::as_u64).unwrap_or(1);
                let mut fields = in_revision(preset(name)?, revision);
                merge(&mut fields, own);
                fields
            }
            other => return Err(format!("invalid rules: {other}")),
        };
        let rows = Rows::read(fields.get("silent_table").unwrap_or(&Value::Null))?;
        Ok(Self { fields, rows })
    }

    /// Returns the rules of a preset.
    pub(crate) fn preset(name: &str) -> Self {
        Self::read(&json!({"preset": name, "revision": 3})).expect("known preset")
    }

    /// Returns all fields of the rule set.
    pub(crate) const fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    /// Returns the rows of the silent table.
    pub(crate) const fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Returns the value of a text field.
    pub(crate) fn word(&self, field: &str) -> &str {
        self.fields.get(field).and_then(Value::as_str).unwrap_or_else(|| panic!("no text in field {field}"))
    }

    /// Returns `true` if a text field has this value.
    pub(crate) fn is(&self, field: &str, word: &str) -> bool {
        self.word(field) == word
    }

    /// Returns the value of a boolean field.
    pub(crate) fn yes(&self, field: &str) -> bool {
        self.fields
            .get(field)
            .and_then(Value::as_bool)
            .unwrap_or_else(|| panic!("no boolean in field {field}"))
    }

    /// Returns the value of a numeric field.
    pub(crate) fn number(&self, field: &str) -> i32 {
        whole(self.fields.get(field)).unwrap_or_else(|| panic!("no number in field {field}"))
    }

    /// Returns `true` if bids can name every suit.
    pub(crate) fn all_suits(&self) -> bool {
        self.is("bid_suits", "all")
    }

    fn value(&self, name: &str, column: &str) -> i32 {
        let value = self.fields["values"].get(name).and_then(|value| value.get(column));
        whole(value).unwrap_or_else(|| panic!("missing value {name} {column}"))
    }

    fn factor(&self, suit: Option<char>) -> i32 {
        let word = suit.map(suit_word).unwrap_or_default();
        whole(self.fields["suit_factors"].get(word)).expect("factor of every suit")
    }

    /// Returns the value of a game in this bid. `game` may have a prefix, as in `open-durchmars`.
    pub(crate) fn game_value(&self, game: &str, bid: &Bid) -> i32 {
        let name = if bid.colourless { format!("colourless-{game}") } else { game.to_owned() };
        if self.all_suits() {
            return self.value(&name, "plain") * self.factor(bid.suit);
        }
        self.value(&name, if bid.suit == Some('H') { "hearts" } else { "plain" })
    }

    /// Returns the value of a silent game in this bid with these trumps.
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

/// Returns the name of a suit in bids.
pub(crate) const fn suit_word(suit: char) -> &'static str {
    match suit {
        'A' => "acorns",
        'L' => "leaves",
        'B' => "bells",
        _ => "hearts",
    }
}
