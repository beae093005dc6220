//! Numbers on their way into the database and out of it.

use std::fmt;

use super::StoreError;
use crate::rules::Seat;

/// A deal that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DealId(pub i64);

/// A season of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeasonId(pub i64);

impl fmt::Display for DealId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for SeasonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An unsigned id as SQL keeps it. SQL's largest integer is signed, so the 64 bits are kept as they
/// are and only read differently: nothing is lost, and ids below 2⁶³, which Discord's are, keep
/// their order.
pub(super) const fn to_sql(id: u64) -> i64 {
    id.cast_signed()
}

/// The way back of [`to_sql`].
pub(super) const fn from_sql(id: i64) -> u64 {
    id.cast_unsigned()
}

/// A number that is small and not negative by the schema.
pub(super) fn small(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Damaged(format!("{number} stands where a count belongs")))
}

/// A seat of the schema, 0 to 2.
pub(super) fn seat(number: i64) -> Result<Seat, StoreError> {
    usize::try_from(number)
        .ok()
        .and_then(Seat::from_index)
        .ok_or_else(|| StoreError::Damaged(format!("there is no seat {number}")))
}

/// A seat as SQL keeps it.
pub(super) fn seat_to_sql(seat: Seat) -> i64 {
    u8::from(seat).into()
}
