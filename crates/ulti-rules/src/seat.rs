//! The three seats of a deal, and a container with one value per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// One of the three seats in a deal.
///
/// Turns pass from seat 0 to seat 1, then to seat 2, and back to seat 0 (`RULES §2`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "i64")]
pub enum Seat {
    /// The seat with number 0.
    Zero,
    /// The seat with number 1.
    One,
    /// The seat with number 2.
    Two,
}

impl Seat {
    /// All seats in turn order.
    pub const ALL: [Self; 3] = [Self::Zero, Self::One, Self::Two];

    /// Returns the seat number: 0, 1 or 2.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the seat with the given number, or `None` if the number is greater than 2.
    pub const fn from_index(index: usize) -> Option<Self> {
        match index {
            0 => Some(Self::Zero),
            1 => Some(Self::One),
            2 => Some(Self::Two),
            _ => None,
        }
    }

    /// Returns the next seat in turn order.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Zero => Self::One,
            Self::One => Self::Two,
            Self::Two => Self::Zero,
        }
    }

    /// Returns all three seats in turn order, starting with this one.
    pub const fn round(self) -> [Self; 3] {
        [self, self.next(), self.next().next()]
    }

    /// Returns the other two seats in turn order.
    pub const fn others(self) -> [Self; 2] {
        [self.next(), self.next().next()]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index())
    }
}

/// Error returned when the given number is not a valid seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown seat {0}: use 0, 1 or 2")]
pub struct UnknownSeat(pub i64);

impl TryFrom<i64> for Seat {
    type Error = UnknownSeat;

    fn try_from(number: i64) -> Result<Self, UnknownSeat> {
        usize::try_from(number).ok().and_then(Self::from_index).ok_or(UnknownSeat(number))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat as Self
    }
}

/// A container with one value for each of the three seats.
///
/// The container is indexed by [`Seat`], so an index is never out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(pub [T; 3]);

impl<T> BySeat<T> {
    /// Creates a container by calling `make` for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(&mut make))
    }

    /// Returns an iterator over the seats and their values, starting with seat 0.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// Returns an iterator over the values, starting with the value for seat 0.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    /// Applies `make` to each value and returns the results, keyed by the same seats.
    pub fn map<U>(self, make: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(make))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
