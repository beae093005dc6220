//! Conversion between rule sets and TOML or JSON documents.

use serde_json::{Map, Value};

use super::choices::CHOICES;
use super::nested_tables::{difference, flatten, merge};
use super::{RuleSet, RuleSetError};
use crate::json;

impl RuleSet {
    /// Returns a copy of the rules with the fields in `changed` replaced.
    ///
    /// # Errors
    /// Returns an error if a field is unknown, if a value is invalid, or if the resulting rules contradict
    /// each other.
    pub fn with(&self, changed: &Map<String, Value>) -> Result<Self, RuleSetError> {
        let mut all = fields(self)?;
        merge(&mut all, changed, "")?;
        rule_set(&Value::Object(all))
    }

    /// Returns a copy of the rules with one field replaced.
    ///
    /// Use dots in `path` to address a nested field, such as `values.durchmars.plain`.
    ///
    /// # Errors
    /// Returns the same errors as [`RuleSet::with`].
    pub fn with_rule(&self, path: &str, value: Value) -> Result<Self, RuleSetError> {
        let nested = path
            .rsplit('.')
            .fold(value, |inner, name| Value::Object(Map::from_iter([(name.to_owned(), inner)])));
        let Value::Object(changed) = nested else { unreachable!("a path has at least one name") };
        self.with(&changed)
    }

    /// Returns the fields whose values differ from those in `others`.
    ///
    /// Each tuple contains the path of a field, such as `values.durchmars.plain`, and its value in `self`.
    pub fn unlike(&self, others: &Self) -> Vec<(String, Value)> {
        let (Ok(base), Ok(own)) = (fields(others), fields(self)) else { return Vec::new() };
        let mut found = Vec::new();
        flatten(Value::Object(difference(&base, own)), String::new(), &mut found);
        found
    }

    /// Returns the value of a rule, or `None` if the rule does not exist.
    ///
    /// Use dots in `path` to address a nested field, such as `values.durchmars.plain`.
    pub fn rule(&self, path: &str) -> Option<Value> {
        let all = Value::Object(fields(self).ok()?);
        path.split('.').try_fold(&all, |value, name| value.get(name)).cloned()
    }

    /// Serializes the rules as TOML that [`RuleSet::from_toml`] can parse.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

/// Deserializes and validates a complete rule set. Missing fields are not filled in from a preset.
pub(super) fn rule_set(document: &Value) -> Result<RuleSet, RuleSetError> {
    let rules: RuleSet = json::read(document).map_err(|error| {
        let (rule, reason) = (error.path().to_owned(), error.reason().to_owned());
        if rule.is_empty() {
            return RuleSetError::Unreadable(reason);
        }
        let choices = names_of(&rule).iter().map(|name| (*name).to_owned()).collect();
        RuleSetError::WrongValue { rule, reason, choices }
    })?;
    rules.checked()
}

/// Returns the names of all possible values of a rule. Returns an empty slice if the values cannot be listed,
/// for example for numbers.
pub(super) fn names_of(rule: &str) -> &'static [&'static str] {
    let is_boolean = || {
        let usual = RuleSet::preset(RuleSet::USUAL).ok()?;
        usual.rule(rule).filter(Value::is_boolean)
    };
    match CHOICES.iter().find(|(name, _)| *name == rule) {
        Some((_, names)) => names,
        None if is_boolean().is_some() => &["true", "false"],
        None => &[],
    }
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
