//! Arguments of SQL queries.

use sqlx::Arguments as _;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;

use crate::store::{DealId, ProcessId, SeasonId};
use crate::table::{ChannelId, RequestId, ServerId, TableId, UnixMillis, UserId};

/// The value of an argument, in one of the types that both databases store. `None` is `NULL`.
///
/// `NULL` has a type because PostgreSQL checks the types of all arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Boolean(Option<bool>),
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnType {
    Integer,
    Real,
    Text,
    Boolean,
}

/// A type whose values can be arguments of a query.
pub(crate) trait Argument {
    /// SQL value of `None`.
    const NULL: Value;

    /// Converts the argument to a value of an SQL type.
    fn into_value(self) -> Value;
}

impl<T: Argument> Argument for Option<T> {
    const NULL: Value = T::NULL;

    fn into_value(self) -> Value {
        self.map_or(T::NULL, T::into_value)
    }
}

impl<T: Argument + Clone> Argument for &T {
    const NULL: Value = T::NULL;

    fn into_value(self) -> Value {
        self.clone().into_value()
    }
}

impl Argument for &str {
    const NULL: Value = Value::Text(None);

    fn into_value(self) -> Value {
        Value::Text(Some(self.to_owned()))
    }
}

impl Argument for String {
    const NULL: Value = Value::Text(None);

    fn into_value(self) -> Value {
        Value::Text(Some(self))
    }
}

impl Argument for bool {
    const NULL: Value = Value::Boolean(None);

    fn into_value(self) -> Value {
        Value::Boolean(Some(self))
    }
}

impl Argument for f64 {
    const NULL: Value = Value::Real(None);

    fn into_value(self) -> Value {
        Value::Real(Some(self))
    }
}

/// Implements [`Argument`] for types that are stored as integers, with the given conversions to `i64`.
macro_rules! integer_arguments {
    ($($argument:ty: |$it:ident| $to:expr;)*) => {$(
        impl Argument for $argument {
            const NULL: Value = Value::Integer(None);

            fn into_value(self) -> Value {
                let $it = self;
                Value::Integer(Some($to))
            }
        }
    )*};
}

integer_arguments! {
    i64: |number| number;
    i32: |number| number.into();
    u32: |number| number.into();
    UserId: |id| id.0.cast_signed();
    ChannelId: |id| id.0.cast_signed();
    ServerId: |id| id.0.cast_signed();
    RequestId: |id| id.0.cast_signed();
    TableId: |id| id.0;
    DealId: |id| id.0;
    SeasonId: |id| id.0;
    ProcessId: |id| id.0;
    UnixMillis: |time| time.0;
}

/// Converts values to arguments of a SQLite query.
pub(super) fn sqlite(values: Vec<Value>) -> sqlx::Result<SqliteArguments> {
    let mut arguments = SqliteArguments::default();
    arguments.reserve(values.len(), 0);
    for value in values {
        match value {
            Value::Integer(number) => arguments.add(number),
            Value::Real(number) => arguments.add(number),
            Value::Text(text) => arguments.add(text),
            Value::Boolean(is_true) => arguments.add(is_true),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// Converts values to arguments of a PostgreSQL query.
pub(super) fn postgres(values: Vec<Value>) -> sqlx::Result<PgArguments> {
    let mut arguments = PgArguments::default();
    arguments.reserve(values.len(), 0);
    for value in values {
        match value {
            Value::Integer(number) => arguments.add(number),
            Value::Real(number) => arguments.add(number),
            Value::Text(text) => arguments.add(text.map(without_nul)),
            Value::Boolean(is_true) => arguments.add(is_true),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// Replaces the character U+0000, which PostgreSQL cannot store, by the replacement character.
pub(crate) fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_has_the_type_of_its_argument() {
        assert_eq!(None::<UserId>.into_value(), Value::Integer(None));
        assert_eq!(None::<&str>.into_value(), Value::Text(None));
        assert_eq!(None::<&f64>.into_value(), Value::Real(None));
        assert_eq!(Some(&UserId(u64::MAX)).into_value(), Value::Integer(Some(-1)));
    }
}
