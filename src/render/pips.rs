//! The signs on a seven, eight, nine or ten: as many as it says.

use crate::rules::{Rank, Suit};
use crate::text::Faces;

use super::art;
use super::card::turned;
use super::xml::Element;

/// How large a sign is.
const SIZE: f32 = 25.0;

/// The middles of the columns.
const LEFT: f32 = 37.0;
const RIGHT: f32 = 83.0;
const MIDDLE: f32 = 60.0;

/// The middles of signs.
type Places = &'static [(f32, f32)];

/// The signs that stand, and those that are turned, their places written as if they stood.
const SEVEN: [Places; 2] = [
    &[(LEFT, 54.0), (RIGHT, 54.0), (LEFT, 95.0), (RIGHT, 95.0), (MIDDLE, 74.5)],
    &[(LEFT, 54.0), (RIGHT, 54.0)],
];
const EIGHT: [Places; 2] = [SEVEN[0], &[(LEFT, 54.0), (RIGHT, 54.0), (MIDDLE, 74.5)]];
const FOUR: Places = &[(LEFT, 51.0), (RIGHT, 51.0), (LEFT, 80.5), (RIGHT, 80.5)];
const NINE: [Places; 2] = [&[(LEFT, 51.0), (RIGHT, 51.0), (LEFT, 80.5), (RIGHT, 80.5), (MIDDLE, 95.0)], FOUR];
const FIVE: Places = &[(LEFT, 51.0), (RIGHT, 51.0), (LEFT, 80.5), (RIGHT, 80.5), (MIDDLE, 65.75)];
const TEN: [Places; 2] = [FIVE, FIVE];

/// The signs of such a card; none on a card with a person or on an ace.
pub(super) fn of(faces: Faces, suit: Suit, rank: Rank) -> Element {
    let [standing, hanging] = places(rank);
    let sign = |(x, y): &(f32, f32)| art::sign(faces, suit, x - SIZE / 2.0, y - SIZE / 2.0, SIZE);
    Element::new("g").all(standing.iter().map(sign)).and(turned().all(hanging.iter().map(sign)))
}

const fn places(rank: Rank) -> [Places; 2] {
    match rank {
        Rank::Seven => SEVEN,
        Rank::Eight => EIGHT,
        Rank::Nine => NINE,
        Rank::Ten => TEN,
        Rank::Under | Rank::Over | Rank::King | Rank::Ace => [&[], &[]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_signs_as_the_rank_says() {
        for (rank, wanted) in [(Rank::Seven, 7), (Rank::Eight, 8), (Rank::Nine, 9), (Rank::Ten, 10)] {
            assert_eq!(places(rank).map(<[_]>::len).iter().sum::<usize>(), wanted);
        }
    }
}
