//! Operations on nested tables of rules: merging, comparing and listing.

use serde::Serialize;
use serde_json::{Map, Value};

use super::RuleSetError;
use crate::json;
use crate::nearest::nearest;

/// Merges the nested table `over` into `base`.
///
/// # Errors
/// Returns an error if `over` contains a name that is not in `base`, or a plain value where `base` has a
/// table.
pub(super) fn merge(
    base: &mut Map<String, Value>,
    over: &Map<String, Value>,
    place: &str,
) -> Result<(), RuleSetError> {
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
                let reason =
                    format!("expected a table of {}, found {}", names.join(", "), json::description(found));
                return Err(RuleSetError::WrongValue { rule: path, reason, choices: Vec::new() });
            }
            (Some(old), value) => old.clone_from(value),
        }
    }
    Ok(())
}

/// Returns the fields of `own` that are missing from `base` or have a different value there.
pub(super) fn difference(base: &Map<String, Value>, own: Map<String, Value>) -> Map<String, Value> {
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

/// Returns all numbers in a nested table together with their paths, such as `betli.plain`.
pub(super) fn numbers(table: &impl Serialize) -> Result<Vec<(String, i64)>, RuleSetError> {
    let value = serde_json::to_value(table).map_err(|error| RuleSetError::Unreadable(error.to_string()))?;
    let mut found = Vec::new();
    flatten(value, String::new(), &mut found);
    Ok(found.into_iter().filter_map(|(path, value)| Some((path, value.as_i64()?))).collect())
}

/// Collects all values in a nested table together with their paths, such as `values.betli.plain`.
pub(super) fn flatten(value: Value, path: String, found: &mut Vec<(String, Value)>) {
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
