//! Layout of the suit symbols on sevens, eights, nines and tens.

use crate::text::DeckStyle;
use ulti_rules::{Rank, Suit};

use super::geometry::turned;
use super::shapes;
use crate::render::svg::element::Element;

/// Width and height of each suit symbol in SVG units.
const SIZE: f32 = 25.0;

/// X coordinate of the left column of suit symbols, in SVG units.
const LEFT: f32 = 37.0;
/// X coordinate of the right column of suit symbols, in SVG units.
const RIGHT: f32 = 83.0;
/// X coordinate of the middle column of suit symbols, in SVG units.
const MIDDLE: f32 = 60.0;

/// Centres of suit symbols on a card, as x and y coordinates.
type PipLayout = &'static [(f32, f32)];

/// Positions of the suit symbols on a seven: five upright symbols and two upside-down ones.
///
/// The second list is for the upside-down symbols. They are drawn upright at these positions and then rotated
/// by 180 degrees around the centre of the card.
const SEVEN: [PipLayout; 2] = [
    &[(LEFT, 54.0), (RIGHT, 54.0), (LEFT, 95.0), (RIGHT, 95.0), (MIDDLE, 74.5)],
    &[(LEFT, 54.0), (RIGHT, 54.0)],
];
const EIGHT: [PipLayout; 2] = [SEVEN[0], &[(LEFT, 54.0), (RIGHT, 54.0), (MIDDLE, 74.5)]];
const FOUR: PipLayout = &[(LEFT, 51.0), (RIGHT, 51.0), (LEFT, 80.5), (RIGHT, 80.5)];
const NINE: [PipLayout; 2] =
    [&[(LEFT, 51.0), (RIGHT, 51.0), (LEFT, 80.5), (RIGHT, 80.5), (MIDDLE, 95.0)], FOUR];
const FIVE: PipLayout = &[(LEFT, 51.0), (RIGHT, 51.0), (LEFT, 80.5), (RIGHT, 80.5), (MIDDLE, 65.75)];
const TEN: [PipLayout; 2] = [FIVE, FIVE];

/// Draws the suit symbols of a seven, eight, nine or ten. Returns an empty group for other ranks.
pub(crate) fn of(faces: DeckStyle, suit: Suit, rank: Rank) -> Element {
    let [upright, rotated] = places(rank);
    let sign = |(x, y): &(f32, f32)| shapes::sign(faces, suit, x - SIZE / 2.0, y - SIZE / 2.0, SIZE);
    Element::new("g").all(upright.iter().map(sign)).and(turned().all(rotated.iter().map(sign)))
}

const fn places(rank: Rank) -> [PipLayout; 2] {
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
    fn number_of_suit_symbols_on_card_equals_its_rank() {
        for (rank, wanted) in [(Rank::Seven, 7), (Rank::Eight, 8), (Rank::Nine, 9), (Rank::Ten, 10)] {
            assert_eq!(places(rank).map(<[_]>::len).iter().sum::<usize>(), wanted);
        }
    }
}
