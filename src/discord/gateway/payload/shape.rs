//! Descriptions of the parts of a JSON value that the bot reads.
//!
//! A field whose absence means something, such as the members of a list of all servers, is never
//! [`optional`]: otherwise an odd value would be mistaken for an absent one.

use serde_json::{Map, Number, Value};

/// A description of a JSON value, which determines what [`read`](Self::read) keeps of it.
#[derive(Debug)]
pub(super) enum Shape {
    /// The id of an object: a positive integer, usually as a string.
    Id,
    /// A string.
    Text,
    /// A boolean.
    Flag,
    /// An integer from 0 to 2^64 - 1.
    Number,
    /// An integer from 0 to a maximum. Larger integers become the maximum, and negative ones become 0.
    ///
    /// serenity represents the values of an enumeration as `u8` and accepts unknown ones.
    Limited(u64),
    /// One of the listed integers.
    OneOf(&'static [u64]),
    /// A set of bits: an integer of any length, usually as a string. Bits above the 64th are removed.
    Bits,
    /// A string with a date and time.
    Time,
    /// Any value.
    Any,
    /// An object with the given fields. Its other fields are removed.
    Object(&'static [Field]),
    /// An array. It does not fit if one of its elements does not fit.
    List(&'static Shape),
    /// An array, from which elements that do not fit are removed.
    ListOfFitting(&'static Shape),
    /// An object with ids as keys, from which entries that do not fit are removed.
    MapOfFitting(&'static Shape),
}

/// A field of an object.
#[derive(Debug)]
pub(super) struct Field {
    name: &'static str,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// The object does not fit if the field does not fit.
    Required(&'static Shape),
    /// The field may be missing or null. The object does not fit if the field has another value that does not
    /// fit.
    IfPresent(&'static Shape),
    /// The field is removed if it does not fit.
    Optional(&'static Shape),
    /// The field gets a default value, given as JSON, if it does not fit.
    Or(&'static Shape, &'static str),
    /// The bot does not read the field, but serenity requires it. It always gets the same value, given as
    /// JSON.
    Placeholder(&'static str),
}

/// Describes a field without which the object cannot be used.
pub(super) const fn required(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, content: Content::Required(shape) }
}

/// Describes a field that may be missing, but makes the object unusable if its value does not fit.
pub(super) const fn if_present(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, content: Content::IfPresent(shape) }
}

/// Describes a field that may be missing.
pub(super) const fn optional(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, content: Content::Optional(shape) }
}

/// Describes a field that gets the value `default`, given as JSON, if it is missing.
pub(super) const fn or(name: &'static str, shape: &'static Shape, default: &'static str) -> Field {
    Field { name, content: Content::Or(shape, default) }
}

/// Describes a field that the bot does not read, but that serenity requires. Its value becomes `value`, given
/// as JSON.
pub(super) const fn placeholder(name: &'static str, value: &'static str) -> Field {
    Field { name, content: Content::Placeholder(value) }
}

impl Shape {
    /// Returns the described parts of a value, or `None` if the value does not fit.
    pub(super) fn read(&self, value: &Value) -> Option<Value> {
        match self {
            Self::Id => id(value),
            Self::Text => value.is_string().then(|| value.clone()),
            Self::Flag => value.is_boolean().then(|| value.clone()),
            Self::Number => value.as_u64().map(Value::from),
            Self::Limited(max) => limited(value.as_number()?, *max).map(Value::from),
            Self::OneOf(values) => value.as_u64().filter(|value| values.contains(value)).map(Value::from),
            Self::Bits => bits(value).map(|bits| Value::from(bits.to_string())),
            Self::Time => time(value),
            Self::Any => Some(value.clone()),
            Self::Object(fields) => object(fields, value.as_object()?),
            Self::List(shape) => value.as_array()?.iter().map(|element| shape.read(element)).collect(),
            Self::ListOfFitting(shape) => {
                Some(value.as_array()?.iter().filter_map(|element| shape.read(element)).collect())
            }
            Self::MapOfFitting(shape) => {
                let fitting = value.as_object()?.iter().filter_map(|(key, value)| {
                    id(&Value::from(key.as_str()))?;
                    Some((key.clone(), shape.read(value)?))
                });
                Some(Value::Object(fitting.collect()))
            }
        }
    }
}

impl Field {
    /// Returns the value of the field in `object`, and `None` if it has none. Returns an error if the object
    /// does not fit.
    fn read(&self, object: &Map<String, Value>) -> Result<Option<Value>, DoesNotFit> {
        let read = |shape: &Shape| object.get(self.name).and_then(|value| shape.read(value));
        match self.content {
            Content::Required(shape) => read(shape).map(Some).ok_or(DoesNotFit),
            Content::IfPresent(shape) => match object.get(self.name) {
                None | Some(Value::Null) => Ok(None),
                Some(value) => shape.read(value).map(Some).ok_or(DoesNotFit),
            },
            Content::Optional(shape) => Ok(read(shape)),
            Content::Or(shape, default) => Ok(Some(read(shape).unwrap_or_else(|| json(default)))),
            Content::Placeholder(value) => Ok(Some(json(value))),
        }
    }
}

struct DoesNotFit;

fn object(fields: &[Field], object: &Map<String, Value>) -> Option<Value> {
    let mut kept = Map::new();
    for field in fields {
        if let Some(value) = field.read(object).ok()? {
            kept.insert(field.name.to_owned(), value);
        }
    }
    Some(Value::Object(kept))
}

/// Parses a constant. The tests read every constant.
fn json(constant: &str) -> Value {
    serde_json::from_str(constant).unwrap_or(Value::Null)
}

fn id(value: &Value) -> Option<Value> {
    let id = match value {
        Value::String(text) => text.parse().ok()?,
        value => value.as_u64()?,
    };
    // serenity reserves the largest number.
    (id != 0 && id != u64::MAX).then(|| Value::from(id.to_string()))
}

fn limited(number: &Number, max: u64) -> Option<u64> {
    match (number.as_u64(), number.as_f64()) {
        (Some(number), _) => Some(number.min(max)),
        (None, Some(number)) => Some(if number > 0.0 { max } else { 0 }),
        (None, None) => None,
    }
}

fn bits(value: &Value) -> Option<u64> {
    let text = match value {
        Value::String(text) => text.as_str(),
        value => return value.as_u64(),
    };
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let add = |bits: u64, digit: u8| bits.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
    is_number.then(|| text.bytes().fold(0, add))
}

fn time(value: &Value) -> Option<Value> {
    poise::serenity_prelude::Timestamp::parse(value.as_str()?).ok().map(|_| value.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const POINT: Shape = Shape::Object(&[
        required("id", &Shape::Id),
        optional("name", &Shape::Text),
        if_present("list", &Shape::List(&Shape::Id)),
        or("kind", &Shape::Limited(255), "7"),
        placeholder("flags", "0"),
    ]);

    #[test]
    fn described_fields_are_kept() {
        let full = json!({"id": 5, "name": "Anna", "kind": 3, "flags": 9, "other": {}});
        assert_eq!(POINT.read(&full), Some(json!({"id": "5", "name": "Anna", "kind": 3, "flags": 0})));
        let odd = json!({"id": "5", "name": ["Anna"], "kind": null});
        assert_eq!(POINT.read(&odd), Some(json!({"id": "5", "kind": 7, "flags": 0})));
        assert!(POINT.read(&json!({"id": 5, "list": null})).is_some());
        let wrong_list = json!({"id": 5, "list": ["x"]});
        for wrong in
            [json!({}), json!({"id": 0}), json!({"id": "x"}), json!({"id": null}), json!([]), wrong_list]
        {
            assert_eq!(POINT.read(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_limited() {
        for (number, read) in [("3", 3), ("255", 255), ("256", 255), ("17592186044416", 255), ("1e30", 255)] {
            assert_eq!(Shape::Limited(255).read(&json(number)), Some(json!(read)), "{number}");
        }
        for number in ["-1", "-1e30"] {
            assert_eq!(Shape::Limited(255).read(&json(number)), Some(json!(0)), "{number}");
        }
        assert_eq!(Shape::Limited(255).read(&json!("3")), None);
        assert_eq!(Shape::Number.read(&json!(u64::MAX)), Some(json!(u64::MAX)));
        assert_eq!((Shape::Number.read(&json!(-1)), Shape::Number.read(&json!(1e30))), (None, None));
        assert_eq!(
            (Shape::OneOf(&[0, 1]).read(&json!(1)), Shape::OneOf(&[0, 1]).read(&json!(2))),
            (Some(json!(1)), None)
        );
    }

    #[test]
    fn sets_of_bits_of_any_length_are_read() {
        let read = |value: Value| Shape::Bits.read(&value);
        assert_eq!(read(json!("2048")), Some(json!("2048")));
        assert_eq!(read(json!(64)), Some(json!("64")));
        // 2^64 + 2^11
        assert_eq!(read(json!("18446744073709553664")), Some(json!("2048")));
        for wrong in [json!(""), json!("-1"), json!("0x10"), json!(-1), json!(1e30), json!(null)] {
            assert_eq!(read(wrong.clone()), None, "{wrong}");
        }
    }

    #[test]
    fn elements_that_do_not_fit_are_removed_or_rejected() {
        let list = json!([{"id": 1}, {"name": "Anna"}, 3]);
        let fitting = json!([{"id": "1", "kind": 7, "flags": 0}]);
        assert_eq!(Shape::ListOfFitting(&POINT).read(&list), Some(fitting));
        assert_eq!(Shape::List(&POINT).read(&list), None);
        let map = json!({"1": true, "x": true, "2": "true"});
        assert_eq!(Shape::MapOfFitting(&Shape::Flag).read(&map), Some(json!({"1": true})));
    }

    #[test]
    fn times_are_those_that_serenity_reads() {
        let read = |text: &str| Shape::Time.read(&json!(text)).is_some();
        assert!(read("2026-11-30T08:00:00.000000+00:00") && read("2026-11-30T08:00:00Z"));
        assert!(!read("yesterday") && !read("") && !read("99999-01-01T00:00:00Z"));
    }
}
