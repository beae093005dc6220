//! Conversion of values between Rust and SQL.

use crate::store::StoreError;
use ulti_rules::Seat;

/// Reinterprets an unsigned 64-bit id as the signed integer that is stored in the database.
///
/// The order of ids below 2⁶³ does not change. All Discord ids are below this limit.
pub(crate) const fn to_sql(id: u64) -> i64 {
    id.cast_signed()
}

/// Restores an unsigned id that was converted by [`to_sql`].
pub(crate) const fn from_sql(id: i64) -> u64 {
    id.cast_unsigned()
}

/// Converts a count read from the database to `u32`.
///
/// # Errors
/// Returns [`StoreError::Damaged`] if the number is negative or does not fit into a `u32`.
pub(crate) fn small(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Damaged(format!("invalid count {number}")))
}

/// Converts a seat number read from the database.
///
/// # Errors
/// Returns [`StoreError::Damaged`] if the number is not 0, 1 or 2.
pub(crate) fn seat(number: i64) -> Result<Seat, StoreError> {
    usize::try_from(number)
        .ok()
        .and_then(Seat::from_index)
        .ok_or_else(|| StoreError::Damaged(format!("invalid seat {number}")))
}

/// Converts a seat to the number stored in the database, 0 to 2.
pub(crate) fn seat_to_sql(seat: Seat) -> i64 {
    u8::from(seat).into()
}
