//! Formatting of numbers and dates.

pub(crate) mod dates;
pub(crate) mod numbers;
