//! Parsing of JSON text.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};

use super::error::JsonError;
use super::excerpt::Excerpt;

/// Parses JSON text. A byte-order mark at the beginning is ignored.
///
/// # Errors Returns an error if the text is not valid JSON, or if a key appears twice in an object. JSON
/// parsers differ in which of the two values they use.
pub(crate) fn parse(text: &str) -> Result<Value, JsonError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str::<UniqueKeys>(text).map(|document| document.0).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        JsonError::new(match error.classify() {
            Category::Data => error.to_string(), // from ValueVisitor
            Category::Eof => format!("the JSON text ends too early, at line {line} column {column}"),
            Category::Syntax | Category::Io => format!("not valid JSON at line {line} column {column}"),
        })
    })
}

/// A JSON value in which no object contains a key twice.
struct UniqueKeys(Value);

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(document: D) -> Result<Self, D::Error> {
        document.deserialize_any(ValueVisitor).map(Self)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(UniqueKeys(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            if fields.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key '{}' appears twice", Excerpt(&key))));
            }
            let UniqueKeys(value) = object.next_value()?;
            let _: Option<Value> = fields.insert(key, value);
        }
        Ok(Value::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn all_json_values_are_parsed() {
        let document = json!({"a": [null, true, -1, u64::MAX, 0.5, "é\n"], "b": {"a": {}}});
        assert_eq!(parse(&document.to_string()).unwrap(), document);
        assert_eq!(parse("\u{feff}{}").unwrap(), json!({}));
    }

    #[test]
    fn syntax_errors_name_the_place() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error("{\"a\" 1}"), "not valid JSON at line 1 column 6");
        assert_eq!(error("{\n\"a\": 0x0}"), "not valid JSON at line 2 column 7");
        assert_eq!(error("[1, "), "the JSON text ends too early, at line 1 column 4");
        assert_eq!(error(""), "the JSON text ends too early, at line 1 column 0");
        assert_eq!(error(&"[".repeat(200)), "not valid JSON at line 1 column 128");
    }

    #[test]
    fn repeated_key_is_rejected_at_any_depth() {
        for text in [r#"{"a": 1, "a": 1}"#, r#"[{"b": {"a": 1, "\u0061": 2}}]"#] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with("the key 'a' appears twice at line 1 column "), "{error}");
        }
    }
}
