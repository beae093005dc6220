//! Validation of requests against Discord's limits.
//!
//! Errors have the format of Discord's error 50035 "Invalid Form Body", which contains the path of each
//! invalid field. The error codes are listed under "JSON Error Codes" in Discord's documentation. The limits
//! are listed on the page of each object.

pub(crate) mod choices;
pub(crate) mod command;
pub(crate) mod component;
pub(crate) mod embed;
mod locale;
pub(crate) mod message;

use std::cell::RefCell;
use std::fmt::Display;

use serde_json::{Map, Value, json};

/// Error code of a field that Discord ignores. It is the only code that is not Discord's.
pub(crate) const UNKNOWN_FIELD: &str = "UNKNOWN_FIELD";

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
    errors: RefCell<Vec<FieldError>>,
}

/// An object in a request body. Validation errors in its fields are recorded in a [`Form`].
#[derive(Debug)]
pub(crate) struct Object<'a> {
    form: &'a Form,
    path: String,
    fields: &'a Map<String, Value>,
}

/// Returns the path of a nested field: `path.key`, or `key` if `path` is empty.
pub(crate) fn at(path: &str, key: impl Display) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}

pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

impl Form {
    pub(crate) fn error(&self, path: &str, code: &'static str, message: impl Into<String>) {
        let error = FieldError { path: path.to_owned(), code, message: message.into() };
        self.errors.borrow_mut().push(error);
    }

    pub(crate) fn errors(self) -> Vec<FieldError> {
        self.errors.into_inner()
    }

    /// Returns `value` as an object and records an error for each unknown field.
    ///
    /// `known` contains the names of the known fields, separated by spaces. Discord ignores unknown fields,
    /// but the sandbox reports them because they are probably typos.
    pub(crate) fn object<'a>(&'a self, path: &str, value: &'a Value, known: &str) -> Option<Object<'a>> {
        let Value::Object(fields) = value else {
            self.error(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
            return None;
        };
        for key in fields.keys().filter(|key| !known.split(' ').any(|known| known == key.as_str())) {
            self.error(&at(path, key), UNKNOWN_FIELD, format!("No such field: {key}"));
        }
        Some(Object { form: self, path: path.to_owned(), fields })
    }
}

impl<'a> Object<'a> {
    /// Returns the value of a field, or `None` if the field is absent or null.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.fields.get(key).filter(|value| !value.is_null())
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Returns the number in the field `type`, or `None` if there is no such number.
    pub(crate) fn kind(&self) -> Option<u64> {
        self.get("type")?.as_u64()
    }

    /// Returns the full path of the field `key`, such as `embeds.0.title`.
    pub(crate) fn at(&self, key: impl Display) -> String {
        at(&self.path, key)
    }

    /// Records an error that concerns the object as a whole.
    pub(crate) fn error(&self, code: &'static str, message: impl Into<String>) {
        self.form.error(&self.path, code, message);
    }

    pub(crate) fn field_error(&self, key: impl Display, code: &'static str, message: impl Into<String>) {
        self.form.error(&self.at(key), code, message);
    }

    /// Returns the object in the optional field `key` and records an error for each unknown field in it.
    ///
    /// See [`Form::object`].
    pub(crate) fn object(&self, key: &str, known: &str) -> Option<Self> {
        self.form.object(&self.at(key), self.get(key)?, known)
    }

    /// Returns the object in the optional field `key`, which may have any fields.
    pub(crate) fn map(&self, key: &str) -> Option<Self> {
        let Value::Object(fields) = self.get(key)? else {
            self.field_error(key, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
            return None;
        };
        Some(Self { form: self.form, path: self.at(key), fields })
    }

    /// Wraps `value` as an [`Object`] and records an error for each unknown field in it. `key` is the field
    /// that contains `value`.
    ///
    /// See [`Form::object`].
    pub(crate) fn open<'b>(&'b self, key: &str, value: &'b Value, known: &str) -> Option<Object<'b>> {
        self.form.object(&self.at(key), value, known)
    }

    /// Returns the list in the field `key`, or an empty list if the field is missing or null.
    ///
    /// Records an error if the field is not a list or its length is not between `min` and `max`.
    pub(crate) fn list(&self, key: &str, (min, max): (usize, usize)) -> &'a [Value] {
        let items = match self.get(key) {
            Some(Value::Array(items)) => items.as_slice(),
            None => &[],
            Some(_) => {
                self.field_error(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                return &[];
            }
        };
        if items.len() < min || items.len() > max {
            let message = format!("Must be between {min} and {max} in length.");
            self.field_error(key, "BASE_TYPE_BAD_LENGTH", message);
        }
        items
    }

    /// Returns an iterator over the objects in `items`, the list stored in the field `key`.
    ///
    /// Records an error for each element that is not an object, and for each unknown field. See
    /// [`Form::object`].
    pub(crate) fn objects(&self, key: &str, items: &'a [Value], known: &str) -> impl Iterator<Item = Self> {
        let open = move |(n, item)| self.form.object(&self.at(format!("{key}.{n}")), item, known);
        items.iter().enumerate().filter_map(open)
    }

    /// Returns the string in the optional field `key`.
    ///
    /// Records an error if the field is not a string or its length in characters is not between `min` and
    /// `max`.
    pub(crate) fn text(&self, key: &str, (min, max): (usize, usize)) -> Option<&'a str> {
        let Value::String(text) = self.get(key)? else {
            self.field_error(key, "STRING_TYPE_CONVERT", "Could not interpret value as string.");
            return None;
        };
        let length = length(text);
        if text.is_empty() && min > 0 {
            self.missing(key);
        } else if length > max && min == 0 {
            self.field_error(key, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        } else if length < min || length > max {
            let message = format!("Must be between {min} and {max} in length.");
            self.field_error(key, "BASE_TYPE_BAD_LENGTH", message);
        }
        Some(text)
    }

    /// Returns the string in the required field `key`.
    ///
    /// Records an error if the field is missing or the string is too short or too long.
    pub(crate) fn required_text(&self, key: &str, limits: (usize, usize)) -> Option<&'a str> {
        if !self.has(key) {
            self.missing(key);
        }
        self.text(key, limits)
    }

    pub(crate) fn missing(&self, key: &str) {
        self.field_error(key, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Returns the boolean in the field `key`, or `false` if the field is missing.
    pub(crate) fn flag(&self, key: &str) -> bool {
        let value = self.get(key);
        if value.is_some_and(|value| !value.is_boolean()) {
            self.field_error(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
        }
        value == Some(&Value::Bool(true))
    }

    /// Returns the integer in the optional field `key`.
    ///
    /// Records an error if the field is not an integer between `min` and `max`.
    pub(crate) fn number(&self, key: &str, (min, max): (u64, u64)) -> Option<u64> {
        let number = self.get(key)?.as_u64();
        if number.is_none_or(|number| number < min || number > max) {
            let message = format!("int value should be between {min} and {max}.");
            self.field_error(key, "NUMBER_TYPE_RANGE", message);
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
    fn validation_errors_are_grouped_by_field() {
        let form = Form::default();
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
