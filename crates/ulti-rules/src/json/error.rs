//! Errors in JSON documents.

use std::fmt::{self, Display};

use serde::de::{Error, Expected, Unexpected};
use serde_json::Value;

use super::excerpt::Excerpt;

/// Error returned when a field of a JSON document is missing or has an invalid value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    path: Option<String>,
    reason: String,
}

impl JsonError {
    pub(super) fn new(reason: String) -> Self {
        Self { path: None, reason }
    }

    /// Creates the error for a value of the wrong type or out of range.
    pub(super) fn unexpected(expected: impl Display, found: &Value) -> Self {
        Self::new(format!("expected {expected}, found {}", description(found)))
    }

    /// Adds the path of the field. Does nothing if the path is known, because it belongs to an inner field.
    #[must_use]
    pub(super) fn at(self, path: impl Display) -> Self {
        Self { path: self.path.or_else(|| Some(path.to_string())), ..self }
    }

    /// Returns the path of the field, such as `actions[3].play`. Empty if the error concerns the whole
    /// document.
    pub fn path(&self) -> &str {
        self.path.as_deref().unwrap_or_default()
    }

    /// Returns the reason why the value is invalid.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path().is_empty() {
            write!(f, "{}: ", Excerpt(self.path()))?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for JsonError {}

impl Error for JsonError {
    fn custom<T: Display>(reason: T) -> Self {
        Self::new(reason.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Bool(found) => Value::from(found),
            Unexpected::Unsigned(found) => Value::from(found),
            Unexpected::Signed(found) => Value::from(found),
            Unexpected::Float(found) => Value::from(found),
            Unexpected::Char(found) => Value::from(found.to_string()),
            Unexpected::Str(found) => Value::from(found),
            Unexpected::Seq | Unexpected::TupleVariant => Value::Array(Vec::new()),
            Unexpected::Map | Unexpected::StructVariant => Value::Object(serde_json::Map::new()),
            Unexpected::Other(found) => return Self::new(format!("expected {expected}, found {found}")),
            _ => Value::Null,
        };
        Self::unexpected(expected, &found)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(format!("expected {expected}, found a list of {length}"))
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        Self::unexpected(format_args!("one of {}", expected.join(", ")), &Value::from(found))
    }

    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Self {
        Self::new(format!("unknown key '{}': use one of {}", Excerpt(found), expected.join(", ")))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(format!("'{field}' is missing"))
    }
}

/// Describes a value in an error message.
pub(crate) fn description(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("'{}'", Excerpt(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}
