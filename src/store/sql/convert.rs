//! Conversion of values between Rust and SQL.

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArgumentsBuffer, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Encode, Sqlite, Type};

use crate::store::{DealId, Result, SeasonId, StoreError};
use crate::table::{ChannelId, RequestId, ServerId, TableId, UnixMillis, UserId};
use ulti_rules::Seat;

/// Implements the sqlx traits that store an id or a time as an SQL integer, using the given conversions to
/// and from `i64`.
///
/// Unsigned ids are reinterpreted as signed integers. This preserves the order of ids below 2⁶³, which
/// includes all Discord ids.
macro_rules! stored_as_integer {
    ($($stored:ident: $to:path, $from:path;)*) => {$(
        impl Type<Sqlite> for $stored {
            fn type_info() -> SqliteTypeInfo {
                <i64 as Type<Sqlite>>::type_info()
            }

            fn compatible(info: &SqliteTypeInfo) -> bool {
                <i64 as Type<Sqlite>>::compatible(info)
            }
        }

        impl Encode<'_, Sqlite> for $stored {
            fn encode_by_ref(&self, arguments: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
                Encode::<Sqlite>::encode($to(self.0), arguments)
            }
        }

        impl<'r> Decode<'r, Sqlite> for $stored {
            fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
                Ok(Self($from(<i64 as Decode<Sqlite>>::decode(value)?)))
            }
        }
    )*};
}

stored_as_integer! {
    UserId: u64::cast_signed, i64::cast_unsigned;
    ChannelId: u64::cast_signed, i64::cast_unsigned;
    ServerId: u64::cast_signed, i64::cast_unsigned;
    RequestId: u64::cast_signed, i64::cast_unsigned;
    TableId: i64::from, i64::from;
    DealId: i64::from, i64::from;
    SeasonId: i64::from, i64::from;
    UnixMillis: i64::from, i64::from;
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
