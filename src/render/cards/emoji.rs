//! Emoji of cards and suits. They measure 128 by 128 pixels and remain distinguishable at a width of 22
//! pixels.

use crate::text::{self, Appearance, DeckStyle, Lang};
use ulti_rules::{Card, Rank, Suit};

use super::palette::{EDGE, Ink, paper};
use super::shapes;
use crate::render::svg::element::{Element, rect, svg};
use crate::render::svg::font::HEAVY;
use crate::render::svg::raster::{DrawError, png};

/// Width and height of an emoji in pixels. Discord expects emoji of this size.
const SIDE: f32 = 128.0;

/// A picture to upload to Discord as a custom emoji.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmojiPicture {
    /// Name of the emoji. It has at most 32 characters and contains only letters and underscores.
    ///
    /// The name must never change, so that previously uploaded emoji are recognized.
    pub name: String,
    /// The emoji as a PNG file of 128 by 128 pixels. The file is far smaller than Discord's limit of 256 KiB.
    pub png: Vec<u8>,
}

/// The card or suit shown in an emoji.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EmojiSubject {
    Card(Appearance, Card),
    Suit(DeckStyle, Suit),
}

/// Returns the emoji name for a card, such as `hungarian_hearts_seven` or `french_leaves_over`.
///
/// The name ends in `_magyar` if the rank's Hungarian abbreviation is shown and differs from the English one.
pub fn card_emoji_name(appearance: Appearance, card: Card) -> String {
    let name = format!("{}_{}_{}", style(appearance.faces), card.suit().word(), card.rank().word());
    if has_own_letters(appearance, card.rank()) { name + "_magyar" } else { name }
}

/// Returns the emoji name for a suit, such as `hungarian_hearts`.
pub fn suit_emoji_name(faces: DeckStyle, suit: Suit) -> String {
    format!("{}_{}", style(faces), suit.word())
}

/// Returns an SVG of the emoji for a card.
pub fn card_emoji_svg(appearance: Appearance, card: Card) -> String {
    EmojiSubject::Card(appearance, card).svg()
}

/// Returns an iterator over the pictures of all emoji. Each call to `next` draws one picture.
///
/// Drawing is slow, so the iterator should run on a separate thread.
pub fn emoji_pictures() -> impl Iterator<Item = Result<EmojiPicture, DrawError>> {
    all().map(|subject| Ok(EmojiPicture { name: subject.name(), png: png(&subject.svg())? }))
}

fn all() -> impl Iterator<Item = EmojiSubject> {
    let cards =
        Appearance::ALL.into_iter().flat_map(|appearance| Card::deck().map(move |card| (appearance, card)));
    let distinct = |(appearance, card): &(Appearance, Card)| {
        appearance.lang == Lang::En || has_own_letters(*appearance, card.rank())
    };
    let suits =
        DeckStyle::ALL.into_iter().flat_map(|faces| Suit::ALL.map(|suit| EmojiSubject::Suit(faces, suit)));
    cards.filter(distinct).map(|(appearance, card)| EmojiSubject::Card(appearance, card)).chain(suits)
}

/// Returns `true` if the rank's abbreviation in the appearance's language differs from the English one.
fn has_own_letters(appearance: Appearance, rank: Rank) -> bool {
    text::rank_short(appearance, rank) != text::rank_short(Appearance::new(Lang::En, appearance.faces), rank)
}

fn style(faces: DeckStyle) -> String {
    faces.code().replace('-', "_")
}

impl EmojiSubject {
    fn name(self) -> String {
        match self {
            Self::Card(appearance, card) => card_emoji_name(appearance, card),
            Self::Suit(faces, suit) => suit_emoji_name(faces, suit),
        }
    }

    fn svg(self) -> String {
        match self {
            Self::Card(appearance, card) => {
                let rank = text::rank_short(appearance, card.rank());
                tile(appearance.faces, card.suit())
                    .and(letters(appearance.faces, card.suit(), &rank))
                    .and(sign(appearance.faces, card.suit(), 36.0, 66.0, 52.0))
            }
            Self::Suit(faces, suit) => tile(faces, suit).and(sign(faces, suit, 16.0, 16.0, 96.0)),
        }
        .to_string()
    }
}

/// Draws the rank's abbreviation in the upper half of an emoji, as large as possible.
fn letters(faces: DeckStyle, suit: Suit, rank: &str) -> Element {
    const WIDTH: f32 = 106.0;
    const SIZE: f32 = 72.0;
    // Leaves room for an accent above the letter.
    let size = if rank.is_ascii() { SIZE } else { 60.0 };
    let size = size.min(SIZE * WIDTH / HEAVY.width(rank, SIZE));
    let colour = if faces == DeckStyle::FourColour { paper(faces) } else { Ink::of(faces, suit).line };
    let placed = HEAVY.text(rank, size).with("x", SIDE / 2.0).with("y", 61).with("text-anchor", "middle");
    placed.with("fill", colour)
}

/// Draws the background of an emoji: a blank card that fills the whole square.
///
/// In the four-colour deck, the background has the suit's colour, so that the suit can be recognized even in
/// a small emoji.
fn tile(faces: DeckStyle, suit: Suit) -> Element {
    let (ground, edge) = match faces {
        DeckStyle::FourColour => (Ink::of(faces, suit).line, paper(faces)),
        DeckStyle::Hungarian | DeckStyle::French => (paper(faces), EDGE),
    };
    svg(SIDE, SIDE).and(rect(3.0, 3.0, 122.0, 122.0, 20.0).with("fill", ground).stroke(edge, 6))
}

fn sign(faces: DeckStyle, suit: Suit, x: f32, y: f32, size: f32) -> Element {
    let white = Ink { line: paper(faces), fill: paper(faces), light: paper(faces) };
    match faces {
        DeckStyle::FourColour => shapes::sign_in(faces, suit, white, x, y, size),
        DeckStyle::Hungarian | DeckStyle::French => shapes::sign(faces, suit, x, y, size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rendered_emoji_names_are_valid_and_unique() {
        let mut names: Vec<String> = all().map(EmojiSubject::name).collect();
        let fits = |name: &String| {
            (2..=32).contains(&name.len())
                && name.bytes().all(|sign| sign.is_ascii_lowercase() || sign == b'_')
        };
        assert!(names.iter().all(fits), "{names:?}");
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        for appearance in Appearance::ALL {
            for card in Card::deck() {
                assert!(names.binary_search(&card_emoji_name(appearance, card)).is_ok());
            }
        }
    }
}
