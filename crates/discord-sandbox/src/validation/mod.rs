//! Validation of requests against Discord's limits.
//!
//! Errors have the format of Discord's error 50035 "Invalid Form Body", which contains the path of each
//! invalid field. The error codes are listed under "JSON Error Codes" in Discord's documentation. The limits
//! are listed on the page of each object.

pub(crate) mod command;
pub(crate) mod component;
pub(crate) mod embed;
pub(crate) mod message;

use serde_json::{Map, Value, json};

/// A validation error for a single request field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldError {
    /// Path of the invalid field, such as `embeds.0.title`.
    pub(crate) path: String,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

/// A collector for validation errors in a request body.
#[derive(Debug, Default)]
pub(crate) struct Form {
    errors: Vec<FieldError>,
}

/// Returns the path of a nested field: `path.key`, or `key` if `path` is empty.
pub(crate) fn at(path: &str, key: impl std::fmt::Display) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}

pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

impl Form {
    pub(crate) fn error(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        self.errors.push(FieldError { path: path.to_owned(), code, message: message.into() });
    }

    pub(crate) fn errors(self) -> Vec<FieldError> {
        self.errors
    }

    /// Returns `value` as an object and records an error for each unknown field.
    ///
    /// `known` contains the names of the known fields, separated by spaces. Discord ignores unknown fields,
    /// but the sandbox reports them because they are probably typos.
    pub(crate) fn object<'a>(
        &mut self,
        path: &str,
        value: &'a Value,
        known: &str,
    ) -> Option<&'a Map<String, Value>> {
        let Value::Object(object) = value else {
            self.error(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
            return None;
        };
        for key in object.keys().filter(|key| !known.split(' ').any(|known| known == key.as_str())) {
            self.error(&at(path, key), "UNKNOWN_FIELD", format!("No such field: {key}"));
        }
        Some(object)
    }

    /// Returns the list in the field `key`, or an empty list if the field is missing or null.
    ///
    /// Records an error if the field is not a list or its length is not between `min` and `max`.
    pub(crate) fn list<'a>(
        &mut self,
        object: &'a Map<String, Value>,
        path: &str,
        key: &str,
        (min, max): (usize, usize),
    ) -> &'a [Value] {
        let path = at(path, key);
        let items = match object.get(key) {
            Some(Value::Array(items)) => items.as_slice(),
            None | Some(Value::Null) => &[],
            Some(_) => {
                self.error(&path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                return &[];
            }
        };
        if items.len() < min || items.len() > max {
            let message = format!("Must be between {min} and {max} in length.");
            self.error(&path, "BASE_TYPE_BAD_LENGTH", message);
        }
        items
    }

    /// Returns the string in the optional field `key`.
    ///
    /// Records an error if the field is not a string or its length in characters is not between `min` and
    /// `max`.
    pub(crate) fn text<'a>(
        &mut self,
        object: &'a Map<String, Value>,
        path: &str,
        key: &str,
        (min, max): (usize, usize),
    ) -> Option<&'a str> {
        let path = at(path, key);
        match object.get(key) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => {
                let length = length(text);
                if text.is_empty() && min > 0 {
                    self.missing(&path);
                } else if length > max && min == 0 {
                    self.error(&path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
                } else if length < min || length > max {
                    let message = format!("Must be between {min} and {max} in length.");
                    self.error(&path, "BASE_TYPE_BAD_LENGTH", message);
                }
                Some(text)
            }
            Some(_) => {
                self.error(&path, "STRING_TYPE_CONVERT", "Could not interpret value as string.");
                None
            }
        }
    }

    /// Returns the string in the required field `key`.
    ///
    /// Records an error if the field is missing or the string is too short or too long.
    pub(crate) fn required_text<'a>(
        &mut self,
        object: &'a Map<String, Value>,
        path: &str,
        key: &str,
        limits: (usize, usize),
    ) -> Option<&'a str> {
        if object.get(key).is_none_or(Value::is_null) {
            self.missing(&at(path, key));
        }
        self.text(object, path, key, limits)
    }

    pub(crate) fn missing(&mut self, path: &str) {
        self.error(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Returns the boolean in the field `key`, or `false` if the field is missing.
    pub(crate) fn flag(&mut self, object: &Map<String, Value>, path: &str, key: &str) -> bool {
        match object.get(key) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(value)) => *value,
            Some(_) => {
                self.error(&at(path, key), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
                false
            }
        }
    }

    /// Returns the integer in the optional field `key`.
    ///
    /// Records an error if the field is not an integer between `min` and `max`.
    pub(crate) fn number(
        &mut self,
        object: &Map<String, Value>,
        path: &str,
        key: &str,
        (min, max): (u64, u64),
    ) -> Option<u64> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        let number = value.as_u64();
        if number.is_none_or(|number| number < min || number > max) {
            let message = format!("int value should be between {min} and {max}.");
            self.error(&at(path, key), "NUMBER_TYPE_RANGE", message);
        }
        number
    }
}

/// Converts errors to Discord's nested format.
///
/// An error at `embeds.0.title` becomes `{"embeds": {"0": {"title": {"_errors": [{code, message}]}}}}`.
pub(crate) fn nest(errors: &[FieldError]) -> Value {
    let mut root = json!({});
    for error in errors {
        let mut place = &mut root;
        for key in error.path.split('.').filter(|key| !key.is_empty()) {
            place = &mut place[key];
        }
        if place["_errors"].is_null() {
            place["_errors"] = json!([]);
        }
        if let Some(list) = place["_errors"].as_array_mut() {
            list.push(json!({"code": error.code, "message": error.message}));
        }
    }
    root
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Formats each error as `path CODE`.
    pub(crate) fn codes(errors: &[FieldError]) -> Vec<String> {
        errors.iter().map(|error| format!("{} {}", error.path, error.code)).collect()
    }

    #[test]
    fn validation_errors_are_nested_by_field_path() {
        let mut form = Form::default();
        form.error("embeds.0.title", "A", "a");
        form.error("embeds.0.title", "B", "b");
        form.error("", "C", "c");
        let expected = json!({
            "embeds": {"0": {"title": {"_errors": [{"code": "A", "message": "a"}, {"code": "B", "message": "b"}]}}},
            "_errors": [{"code": "C", "message": "c"}],
        });
        assert_eq!(nest(&form.errors()), expected);
    }
}
