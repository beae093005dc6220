//! Conversion of a parsed JSON document, with errors that name the field.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IntoDeserializer as _, MapAccess, SeqAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, map};

use super::error::JsonError;

/// Converts a JSON document.
///
/// In contrast to `serde_json`, objects cannot be written as lists, enum variants cannot be written as
/// objects, and the keys of maps must be strings. This does not apply inside untagged enums and flattened
/// fields, whose values serde buffers.
///
/// # Errors Returns an error that names the first missing or invalid field.
pub(crate) fn read<T: DeserializeOwned>(document: &Value) -> Result<T, JsonError> {
    T::deserialize(Node { value: document, path: Path::Root })
        .map_err(|error: JsonError| error.at(Path::Root))
}

/// A value in a JSON document, with its path.
#[derive(Clone, Copy)]
struct Node<'a> {
    value: &'a Value,
    path: Path<'a>,
}

/// Place of a value in a document.
#[derive(Clone, Copy)]
enum Path<'a> {
    Root,
    Field(&'a Self, &'a str),
    Item(&'a Self, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(Self::Root, name) => f.write_str(name),
            Self::Field(parent, name) => write!(f, "{parent}.{name}"),
            Self::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

impl<'a> Node<'a> {
    fn unexpected(self, expected: impl fmt::Display) -> JsonError {
        JsonError::unexpected(expected, self.value)
    }

    fn visit_integer<'de, V: Visitor<'de>>(
        self,
        visitor: V,
        least: i64,
        most: u64,
    ) -> Result<V::Value, JsonError> {
        match (self.value.as_i64(), self.value.as_u64()) {
            (_, Some(number)) if number <= most => visitor.visit_u64(number),
            (Some(number), None) if number >= least => visitor.visit_i64(number),
            (None, None) => Err(self.unexpected("a whole number")),
            (_, Some(_)) => Err(self.unexpected(format_args!("a number of at most {most}"))),
            (Some(_), None) => Err(self.unexpected(format_args!("a number of at least {least}"))),
        }
    }

    fn visit_list<'de, V: Visitor<'de>>(self, visitor: V, list: &'a [Value]) -> Result<V::Value, JsonError> {
        let items = Items { rest: list.iter().enumerate(), path: &self.path };
        visitor.visit_seq(items)
    }

    fn visit_object<'de, V: Visitor<'de>>(
        self,
        visitor: V,
        object: &'a Map<String, Value>,
    ) -> Result<V::Value, JsonError> {
        let fields = Fields { rest: object.iter(), next: None, path: &self.path };
        visitor.visit_map(fields)
    }
}

macro_rules! integers {
    ($($method:ident: $type:ty,)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
            let most = u64::try_from(<$type>::MAX).unwrap_or(u64::MAX);
            self.visit_integer(visitor, i64::from(<$type>::MIN), most)
        }
    )+};
}

impl<'de> Deserializer<'de> for Node<'_> {
    type Error = JsonError;

    integers! {
        deserialize_i8: i8,
        deserialize_i16: i16,
        deserialize_i32: i32,
        deserialize_i64: i64,
        deserialize_u8: u8,
        deserialize_u16: u16,
        deserialize_u32: u32,
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        self.visit_integer(visitor, 0, u64::MAX)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::String(text) => visitor.visit_str(text),
            Value::Array(list) => self.visit_list(visitor, list),
            Value::Object(object) => self.visit_object(visitor, object),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let value = self.value.as_bool().ok_or_else(|| self.unexpected("true or false"))?;
        visitor.visit_bool(value)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let text = self.value.as_str().ok_or_else(|| self.unexpected("text in quotes"))?;
        visitor.visit_str(text)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let list = self.value.as_array().ok_or_else(|| self.unexpected("a list"))?;
        self.visit_list(visitor, list)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, JsonError> {
        let expected = format!("a list of {length}");
        match self.value.as_array() {
            Some(list) if list.len() == length => self.visit_list(visitor, list),
            Some(list) => {
                let found = list.len();
                Err(JsonError::new(format!("expected {expected}, found a list of {found}")))
            }
            None => Err(self.unexpected(expected)),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let object = self.value.as_object().ok_or_else(|| self.unexpected("an object"))?;
        self.visit_object(visitor, object)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        match self.value.as_object() {
            Some(object) => self.visit_object(visitor, object),
            None => Err(self.unexpected(&visitor as &dyn serde::de::Expected)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        let name = self.value.as_str();
        let name = name.ok_or_else(|| self.unexpected(format_args!("one of {}", variants.join(", "))))?;
        visitor.visit_enum(name.into_deserializer())
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 f32 f64 char bytes byte_buf unit unit_struct identifier }
}

/// The items of a list.
struct Items<'a> {
    rest: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
    path: &'a Path<'a>,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = JsonError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, JsonError> {
        let Some((index, value)) = self.rest.next() else { return Ok(None) };
        let path = Path::Item(self.path, index);
        seed.deserialize(Node { value, path }).map(Some).map_err(|error| error.at(path))
    }
}

/// The fields of an object.
struct Fields<'a> {
    rest: map::Iter<'a>,
    next: Option<(&'a str, &'a Value)>,
    path: &'a Path<'a>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = JsonError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, JsonError> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.next = Some((name, value));
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, JsonError> {
        let (name, value) = self.next.take().ok_or_else(|| JsonError::custom("value without a key"))?;
        let path = Path::Field(self.path, name);
        seed.deserialize(Node { value, path }).map_err(|error| error.at(path))
    }
}
