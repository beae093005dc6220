//! Conversion of values between Rust and SQL.

use sqlx::error::BoxDynError;
use sqlx::postgres::{PgTypeInfo, PgValueRef};
use sqlx::sqlite::{SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Postgres, Sqlite, Type};

use crate::store::{DealId, ProcessId, Result, SeasonId, StoreError};
use crate::table::{ChannelId, RequestId, ServerId, TableId, UnixMillis, UserId};
use ulti_rules::Seat;

/// Implements the sqlx traits that read an id or a time from an SQL integer of either database, using the
/// given conversion from `i64`.
///
/// Unsigned ids are reinterpreted as signed integers. This preserves the order of ids below 2⁶³, which
/// includes all Discord ids.
macro_rules! stored_as_integer {
    ($($stored:ident: $from:path;)*) => {$(
        stored_as_integer!($stored, $from, Sqlite, SqliteTypeInfo, SqliteValueRef);
        stored_as_integer!($stored, $from, Postgres, PgTypeInfo, PgValueRef);
    )*};
    ($stored:ident, $from:path, $database:ident, $type_info:ident, $value:ident) => {
        impl Type<$database> for $stored {
            fn type_info() -> $type_info {
                <i64 as Type<$database>>::type_info()
            }

            fn compatible(info: &$type_info) -> bool {
                <i64 as Type<$database>>::compatible(info)
            }
        }

        impl<'r> Decode<'r, $database> for $stored {
            fn decode(value: $value<'r>) -> Result<Self, BoxDynError> {
                Ok(Self($from(<i64 as Decode<$database>>::decode(value)?)))
            }
        }
    };
}

stored_as_integer! {
    UserId: i64::cast_unsigned;
    ChannelId: i64::cast_unsigned;
    ServerId: i64::cast_unsigned;
    RequestId: i64::cast_unsigned;
    TableId: i64::from;
    DealId: i64::from;
    SeasonId: i64::from;
    ProcessId: i64::from;
    UnixMillis: i64::from;
    StoredSeat: i64::from;
}

/// The number of a seat in the database.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoredSeat(i64);

impl TryFrom<StoredSeat> for Seat {
    type Error = StoreError;

    fn try_from(stored: StoredSeat) -> Result<Self> {
        seat(stored.0)
    }
}

/// Converts a seat number from the database to a [`Seat`].
///
/// # Errors
/// Returns [`StoreError::Damaged`] if the number is not 0, 1 or 2.
pub(crate) fn seat(number: i64) -> Result<Seat> {
    usize::try_from(number)
        .ok()
        .and_then(Seat::from_index)
        .ok_or_else(|| StoreError::Damaged(format!("invalid seat {number}")))
}

/// Converts a seat to the number that is stored in the database (0, 1 or 2).
pub(crate) fn seat_to_sql(seat: Seat) -> i64 {
    u8::from(seat).into()
}
