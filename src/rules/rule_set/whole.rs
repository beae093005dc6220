//! Whole numbers in a rule set, asked for in words that say how far they go.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::{Deserializer, Error, Unexpected, Visitor};

use super::RuleSet;

/// Reads a number of type `N`. Whether it lies in the range is checked later, with the rule's name.
struct Whole<N> {
    range: RangeInclusive<i64>,
    number: PhantomData<N>,
}

impl<N: TryFrom<i64>> Visitor<'_> for Whole<N> {
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
    document.deserialize_any(Whole { range, number: PhantomData })
}

/// What a game is worth.
pub(super) fn worth<'de, D: Deserializer<'de>>(document: D) -> Result<i32, D::Error> {
    read(document, i64::from(*RuleSet::WORTH.start())..=i64::from(*RuleSet::WORTH.end()))
}

/// What a suit multiplies by.
pub(super) fn factor<'de, D: Deserializer<'de>>(document: D) -> Result<i32, D::Error> {
    read(document, i64::from(*RuleSet::FACTOR.start())..=i64::from(*RuleSet::FACTOR.end()))
}

/// How often a game can be doubled.
pub(super) fn kontra_limit<'de, D: Deserializer<'de>>(document: D) -> Result<u8, D::Error> {
    read(document, 0..=RuleSet::KONTRA_LIMIT.into())
}

/// What marriages count at most.
pub(super) fn marriages<'de, D: Deserializer<'de>>(document: D) -> Result<u32, D::Error> {
    read(document, 0..=RuleSet::MARRIAGES.into())
}
