//! Allowed ranges of the numbers in a rule set, and functions that deserialize these numbers.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::{Deserializer, Error, Unexpected, Visitor};

/// Highest kontra (doubling) level that any rule set can allow. Stands for kontra without a limit.
pub(super) const KONTRA_LIMIT: u8 = 15;
/// Highest product of a game's value, a suit's factor and the factor of the highest kontra.
///
/// Keeps all payments of a deal within 32 bits.
pub(super) const HIGHEST_STAKE: i64 = 10_000_000;
/// Highest number of points at which an evening can end.
pub(super) const SCORE_LIMIT: u32 = 1_000_000;
/// Highest number of minutes after which an evening can end: one week.
pub(super) const TIME_LIMIT: u32 = 7 * 24 * 60;
/// Allowed range for the value of a game, in points.
pub(super) const WORTH: RangeInclusive<i32> = 0..=1000;
/// Allowed range for the factor by which a suit multiplies a bid's value.
pub(super) const FACTOR: RangeInclusive<i32> = 1..=10;
/// Total points for all four marriages: 40 in the trump suit and 20 in each of the other suits.
pub(super) const MARRIAGES: u32 = 100;

/// A visitor that deserializes an integer of type `N`.
///
/// `range` is used only in error messages. `RuleSet::checked` enforces it.
struct Integer<N> {
    range: RangeInclusive<i64>,
    number: PhantomData<N>,
}

impl<N: TryFrom<i64>> Visitor<'_> for Integer<N> {
    type Value = N;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.range.start(), self.range.end())
    }

    fn visit_i64<E: Error>(self, found: i64) -> Result<N, E> {
        N::try_from(found).map_err(|_| E::invalid_value(Unexpected::Signed(found), &self))
    }

    fn visit_u64<E: Error>(self, found: u64) -> Result<N, E> {
        let number = i64::try_from(found).ok().and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(found), &self))
    }
}

fn read<'de, N: TryFrom<i64>, D: Deserializer<'de>>(
    document: D,
    range: RangeInclusive<i64>,
) -> Result<N, D::Error> {
    document.deserialize_any(Integer { range, number: PhantomData })
}

/// Deserializes a game's value without checking its range.
pub(super) fn worth<'de, D: Deserializer<'de>>(document: D) -> Result<i32, D::Error> {
    read(document, i64::from(*WORTH.start())..=i64::from(*WORTH.end()))
}

/// Deserializes the factor by which a suit multiplies a bid's value. Does not check the range of the factor.
pub(super) fn factor<'de, D: Deserializer<'de>>(document: D) -> Result<i32, D::Error> {
    read(document, i64::from(*FACTOR.start())..=i64::from(*FACTOR.end()))
}

/// Deserializes the maximum kontra (doubling) level without checking its range.
pub(super) fn kontra_limit<'de, D: Deserializer<'de>>(document: D) -> Result<u8, D::Error> {
    read(document, 0..=KONTRA_LIMIT.into())
}

/// Deserializes the number of points at which an evening ends, without checking its range.
pub(super) fn score_limit<'de, D: Deserializer<'de>>(document: D) -> Result<u32, D::Error> {
    read(document, 0..=SCORE_LIMIT.into())
}

/// Deserializes the number of minutes after which an evening ends, without checking its range.
pub(super) fn time_limit<'de, D: Deserializer<'de>>(document: D) -> Result<u32, D::Error> {
    read(document, 0..=TIME_LIMIT.into())
}

/// Deserializes the maximum number of points for marriages (king and over of a suit), without checking its
/// range.
pub(super) fn marriages<'de, D: Deserializer<'de>>(document: D) -> Result<u32, D::Error> {
    read(document, 0..=MARRIAGES.into())
}
