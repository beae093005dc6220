//! Discord's limits on what a bot sends, checked on every message and command and refused as Discord refuses:
//! 50035 "Invalid Form Body", with the path of each field (Discord's page "Opcodes and Status Codes: JSON Error
//! Codes", and the limits on the pages of each object).

pub(super) mod command;
pub(super) mod component;
pub(super) mod embed;
pub(super) mod message;

use serde_json::{Map, Value, json};

/// What is wrong with one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldError {
    /// `embeds.0.title`.
    pub(super) path: String,
    pub(super) code: &'static str,
    pub(super) message: String,
}

/// Collects what is wrong with a request's body.
#[derive(Debug, Default)]
pub(super) struct Form {
    errors: Vec<FieldError>,
}

/// `path.key`, or `key` at the top.
pub(super) fn at(path: &str, key: impl std::fmt::Display) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}

pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

impl Form {
    pub(super) fn wrong(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        self.errors.push(FieldError { path: path.to_owned(), code, message: message.into() });
    }

    pub(super) fn errors(self) -> Vec<FieldError> {
        self.errors
    }

    /// An object, all of whose fields are known. Discord lets unknown fields pass in silence; here a misspelt one
    /// must not.
    pub(super) fn object<'a>(
        &mut self,
        path: &str,
        value: &'a Value,
        known: &[&str],
    ) -> Option<&'a Map<String, Value>> {
        let Value::Object(object) = value else {
            self.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
            return None;
        };
        for key in object.keys().filter(|key| !known.contains(&key.as_str())) {
            self.wrong(&at(path, key), "UNKNOWN_FIELD", format!("No such field: {key}"));
        }
        Some(object)
    }

    /// A list of at most `max`; an absent or null one is empty.
    pub(super) fn list<'a>(
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
                self.wrong(&path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                return &[];
            }
        };
        if items.len() < min || items.len() > max {
            let message = format!("Must be between {min} and {max} in length.");
            self.wrong(&path, "BASE_TYPE_BAD_LENGTH", message);
        }
        items
    }

    /// A text of `min` to `max` characters, if there is one.
    pub(super) fn text<'a>(
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
                    self.required(&path);
                } else if length > max && min == 0 {
                    self.wrong(&path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
                } else if length < min || length > max {
                    let message = format!("Must be between {min} and {max} in length.");
                    self.wrong(&path, "BASE_TYPE_BAD_LENGTH", message);
                }
                Some(text)
            }
            Some(_) => {
                self.wrong(&path, "STRING_TYPE_CONVERT", "Could not interpret value as string.");
                None
            }
        }
    }

    /// The same, where there must be one.
    pub(super) fn must<'a>(
        &mut self,
        object: &'a Map<String, Value>,
        path: &str,
        key: &str,
        limits: (usize, usize),
    ) -> Option<&'a str> {
        if object.get(key).is_none_or(Value::is_null) {
            self.required(&at(path, key));
        }
        self.text(object, path, key, limits)
    }

    pub(super) fn required(&mut self, path: &str) {
        self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// A boolean, or nothing.
    pub(super) fn flag(&mut self, object: &Map<String, Value>, path: &str, key: &str) -> bool {
        match object.get(key) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(value)) => *value,
            Some(_) => {
                self.wrong(&at(path, key), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
                false
            }
        }
    }

    /// A number from `min` to `max`, or nothing.
    pub(super) fn number(
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
            self.wrong(&at(path, key), "NUMBER_TYPE_RANGE", message);
        }
        number
    }
}

/// The errors as Discord nests them: `{"embeds": {"0": {"title": {"_errors": [{code, message}]}}}}`.
pub(super) fn nest(errors: &[FieldError]) -> Value {
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
pub(super) mod tests {
    use super::*;

    /// The paths and codes of what is wrong, as `path CODE`.
    pub(crate) fn told(errors: &[FieldError]) -> Vec<String> {
        errors.iter().map(|error| format!("{} {}", error.path, error.code)).collect()
    }

    #[test]
    fn errors_nest_by_path() {
        let mut form = Form::default();
        form.wrong("embeds.0.title", "A", "a");
        form.wrong("embeds.0.title", "B", "b");
        form.wrong("", "C", "c");
        let expected = json!({
            "embeds": {"0": {"title": {"_errors": [{"code": "A", "message": "a"}, {"code": "B", "message": "b"}]}}},
            "_errors": [{"code": "C", "message": "c"}],
        });
        assert_eq!(nest(&form.errors()), expected);
    }
}
