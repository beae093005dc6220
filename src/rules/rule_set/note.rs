//! Rules as they are written down: a preset's name, or a preset and what is different.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ways::{names_of, nearest};
use super::{RuleSet, RuleSetError};

/// The rules of a record, of a server, of a table: `"4m"`, or
/// `{"preset": "rablo", "four_tens": true, "values": {"durchmars": {"plain": 7, "hearts": 14}}}`.
///
/// Tables are merged name by name, at every depth; lists are replaced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "rules are a preset's name, or a table with a preset and what is different")]
pub enum RulesNote {
    /// A preset as it is.
    Preset(String),
    /// A preset and what is different.
    House(Map<String, Value>),
}

impl RulesNote {
    /// How these rules are written in a record: only what is not the preset's.
    ///
    /// # Errors
    /// Where the rules started from no known preset.
    pub fn of(rules: &RuleSet) -> Result<Self, RuleSetError> {
        let preset = RuleSet::preset(&rules.preset)?;
        if preset == *rules {
            return Ok(Self::Preset(preset.preset));
        }
        let mut different = difference(&fields(&preset)?, fields(rules)?);
        different.shift_insert(0, "preset".to_owned(), Value::String(preset.preset));
        Ok(Self::House(different))
    }

    /// The rules it stands for.
    ///
    /// # Errors
    /// What is wrong with them, with the name of the rule and the nearest right thing.
    pub fn rules(&self) -> Result<RuleSet, RuleSetError> {
        match self {
            Self::Preset(name) => RuleSet::preset(name),
            Self::House(different) => match different.get("preset") {
                Some(Value::String(name)) => RuleSet::preset(name)?.with(different),
                Some(other) => Err(no_preset(other)),
                None => Err(RuleSetError::NoPreset),
            },
        }
    }
}

impl RuleSet {
    /// These rules with some fields changed.
    ///
    /// # Errors
    /// For an unknown rule, a value it can't have, or rules that contradict themselves.
    pub fn with(&self, different: &Map<String, Value>) -> Result<Self, RuleSetError> {
        let mut all = fields(self)?;
        merge(&mut all, different, "")?;
        rule_set(Value::Object(all))
    }

    /// These rules with one field changed; `values.durchmars.plain` names a field of a table.
    ///
    /// # Errors
    /// As [`RuleSet::with`].
    pub fn with_rule(&self, path: &str, value: Value) -> Result<Self, RuleSetError> {
        let nested = path
            .rsplit('.')
            .fold(value, |inner, name| Value::Object(Map::from_iter([(name.to_owned(), inner)])));
        let Value::Object(different) = nested else { unreachable!("a path has at least one name") };
        self.with(&different)
    }

    /// What of these rules is not as in others: each field with its path, and with its value here.
    pub fn unlike(&self, others: &Self) -> Vec<(String, Value)> {
        let (Ok(base), Ok(own)) = (fields(others), fields(self)) else { return Vec::new() };
        let mut found = Vec::new();
        flatten(Value::Object(difference(&base, own)), String::new(), &mut found);
        found
    }

    /// The value of a field as it is written; `None` where there is no such field.
    pub fn rule(&self, path: &str) -> Option<Value> {
        let all = Value::Object(fields(self).ok()?);
        path.split('.').try_fold(&all, |value, name| value.get(name)).cloned()
    }
}

/// The refusal of something that stands where a preset's name should.
pub(super) fn no_preset(found: &Value) -> RuleSetError {
    RuleSetError::WrongValue {
        rule: "preset".to_owned(),
        reason: format!("{found} is no name of a preset"),
        choices: RuleSet::preset_names().map(str::to_owned).collect(),
    }
}

/// Lays `over` onto `base`; a name that `base` does not have is an unknown rule.
fn merge(base: &mut Map<String, Value>, over: &Map<String, Value>, place: &str) -> Result<(), RuleSetError> {
    for (name, value) in over {
        let path = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
        let nearest = nearest(name, base.keys().map(String::as_str)).to_owned();
        match (base.get_mut(name), value) {
            (None, _) => {
                let nearest = if place.is_empty() { nearest } else { format!("{place}.{nearest}") };
                return Err(RuleSetError::UnknownRule { found: path, nearest });
            }
            (Some(Value::Object(inner)), Value::Object(over)) => merge(inner, over, &path)?,
            (Some(Value::Object(inner)), found) => {
                let names: Vec<&str> = inner.keys().map(String::as_str).collect();
                let reason = format!("{found} is no table of {}", names.join(", "));
                return Err(RuleSetError::WrongValue { rule: path, reason, choices: Vec::new() });
            }
            (Some(old), value) => old.clone_from(value),
        }
    }
    Ok(())
}

/// What of `own` is not in `base`.
fn difference(base: &Map<String, Value>, own: Map<String, Value>) -> Map<String, Value> {
    own.into_iter()
        .filter_map(|(name, value)| match (base.get(&name), value) {
            (Some(Value::Object(base)), Value::Object(own)) => {
                let inner = difference(base, own);
                (!inner.is_empty()).then_some((name, Value::Object(inner)))
            }
            (base, value) => (base != Some(&value)).then_some((name, value)),
        })
        .collect()
}

/// The rule set of a document that names every field.
pub(super) fn rule_set(document: Value) -> Result<RuleSet, RuleSetError> {
    let rules: RuleSet = serde_path_to_error::deserialize(document).map_err(|error| {
        let (rule, reason) = (error.path().to_string(), error.inner().to_string());
        if rule == "." {
            return RuleSetError::Unreadable(reason);
        }
        let choices = names_of(&rule).iter().map(|name| (*name).to_owned()).collect();
        RuleSetError::WrongValue { rule, reason, choices }
    })?;
    rules.checked()
}

pub(super) fn read_toml(text: &str) -> Result<Map<String, Value>, RuleSetError> {
    toml::from_str(text).map_err(|error| RuleSetError::Unreadable(error.to_string().trim_end().to_owned()))
}

pub(super) fn fields(rules: &RuleSet) -> Result<Map<String, Value>, RuleSetError> {
    match serde_json::to_value(rules) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(other) => Err(RuleSetError::Unreadable(other.to_string())),
        Err(error) => Err(RuleSetError::Unreadable(error.to_string())),
    }
}

/// Every number of a table with its path.
pub(super) fn numbers(table: &impl Serialize) -> Result<Vec<(String, i64)>, RuleSetError> {
    let value = serde_json::to_value(table).map_err(|error| RuleSetError::Unreadable(error.to_string()))?;
    let mut found = Vec::new();
    flatten(value, String::new(), &mut found);
    Ok(found.into_iter().filter_map(|(path, value)| Some((path, value.as_i64()?))).collect())
}

/// Everything in a value that is no table, with its path.
fn flatten(value: Value, path: String, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(inner) => {
            for (name, value) in inner {
                let path = if path.is_empty() { name } else { format!("{path}.{name}") };
                flatten(value, path, found);
            }
        }
        other => found.push((path, other)),
    }
}
