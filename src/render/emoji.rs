//! Cards and suits as emojis of the application: 128 by 128, to be told apart at 22.

use crate::rules::{Card, Rank, Suit};
use crate::text::{self, Faces, Lang, Look};

use super::art;
use super::font::HEAVY;
use super::palette::{EDGE, Ink, paper};
use super::raster::{DrawError, png};
use super::xml::{Element, rect, svg};

/// How wide and tall Discord wants an emoji, in pixels.
const SIDE: f32 = 128.0;

/// A picture to be uploaded as an emoji.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmojiPicture {
    /// Its name: letters and underscores, at most 32; the same picture has it for good.
    pub name: String,
    /// A PNG of 128 by 128 pixels, far below Discord's 256 KiB.
    pub png: Vec<u8>,
}

/// What an emoji shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Card(Look, Card),
    Suit(Faces, Suit),
}

/// The name of a card's emoji: `hungarian_hearts_seven`, `french_leaves_over`.
///
/// Where Hungarian has a letter of its own for the rank, the name ends in `_magyar`.
pub fn card_emoji_name(look: Look, card: Card) -> String {
    let name = format!("{}_{}_{}", style(look.faces), card.suit().word(), rank_word(card.rank()));
    if is_own(look, card.rank()) { name + "_magyar" } else { name }
}

/// The name of a suit's emoji: `hungarian_hearts`.
pub fn suit_emoji_name(faces: Faces, suit: Suit) -> String {
    format!("{}_{}", style(faces), suit.word())
}

/// A card as an emoji, as SVG.
pub fn card_emoji_svg(look: Look, card: Card) -> String {
    Shown::Card(look, card).svg()
}

/// The names of all emojis, each once: the cards of every deck in every language, and the suits.
pub fn emoji_names() -> Vec<String> {
    all().map(Shown::name).collect()
}

/// Draws every emoji, one after the other. It is some work: a thread of its own does it best.
pub fn emoji_pictures() -> impl Iterator<Item = Result<EmojiPicture, DrawError>> {
    all().map(|shown| Ok(EmojiPicture { name: shown.name(), png: png(&shown.svg())? }))
}

fn all() -> impl Iterator<Item = Shown> {
    let cards = Look::ALL.into_iter().flat_map(|look| Card::deck().map(move |card| (look, card)));
    let own = |(look, card): &(Look, Card)| look.lang == Lang::En || is_own(*look, card.rank());
    let suits = Faces::ALL.into_iter().flat_map(|faces| Suit::ALL.map(|suit| Shown::Suit(faces, suit)));
    cards.filter(own).map(|(look, card)| Shown::Card(look, card)).chain(suits)
}

/// Whether this language has its own letters for a rank; those of English are the common ones.
fn is_own(look: Look, rank: Rank) -> bool {
    text::rank_short(look, rank) != text::rank_short(Look::new(Lang::En, look.faces), rank)
}

const fn style(faces: Faces) -> &'static str {
    match faces {
        Faces::Hungarian => "hungarian",
        Faces::French => "french",
        Faces::FourColour => "four_colour",
    }
}

const fn rank_word(rank: Rank) -> &'static str {
    match rank {
        Rank::Seven => "seven",
        Rank::Eight => "eight",
        Rank::Nine => "nine",
        Rank::Ten => "ten",
        Rank::Under => "under",
        Rank::Over => "over",
        Rank::King => "king",
        Rank::Ace => "ace",
    }
}

impl Shown {
    fn name(self) -> String {
        match self {
            Self::Card(look, card) => card_emoji_name(look, card),
            Self::Suit(faces, suit) => suit_emoji_name(faces, suit),
        }
    }

    fn svg(self) -> String {
        match self {
            Self::Card(look, card) => {
                let rank = text::rank_short(look, card.rank());
                tile(look.faces, card.suit()).and(letters(look.faces, card.suit(), &rank)).and(sign(
                    look.faces,
                    card.suit(),
                    36.0,
                    66.0,
                    52.0,
                ))
            }
            Self::Suit(faces, suit) => tile(faces, suit).and(sign(faces, suit, 16.0, 16.0, 96.0)),
        }
        .to_string()
    }
}

/// The rank across the upper half, as large as it can be.
fn letters(faces: Faces, suit: Suit, rank: &str) -> Element {
    const WIDTH: f32 = 106.0;
    const SIZE: f32 = 72.0;
    // An accent needs room above the letter.
    let size = if rank.is_ascii() { SIZE } else { 60.0 };
    let size = size.min(SIZE * WIDTH / HEAVY.width(rank, SIZE));
    let colour = if faces == Faces::FourColour { paper(faces) } else { Ink::of(faces, suit).line };
    let placed = HEAVY.text(rank, size).with("x", SIDE / 2.0).with("y", 61).with("text-anchor", "middle");
    placed.with("fill", colour)
}

/// A card that fills the square. With four colours the suit's colour is the ground, so that even a
/// speck of it says which suit it is.
fn tile(faces: Faces, suit: Suit) -> Element {
    let (ground, edge) = match faces {
        Faces::FourColour => (Ink::of(faces, suit).line, paper(faces)),
        Faces::Hungarian | Faces::French => (paper(faces), EDGE),
    };
    svg(SIDE, SIDE).and(
        rect(3.0, 3.0, 122.0, 122.0, 20.0).with("fill", ground).with("stroke", edge).with("stroke-width", 6),
    )
}

fn sign(faces: Faces, suit: Suit, x: f32, y: f32, size: f32) -> Element {
    let white = Ink { line: paper(faces), fill: paper(faces), light: paper(faces) };
    match faces {
        Faces::FourColour => art::sign_in(faces, suit, white, x, y, size),
        Faces::Hungarian | Faces::French => art::sign(faces, suit, x, y, size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_discords_and_each_stands_once() {
        let mut names = emoji_names();
        let fits = |name: &String| {
            (2..=32).contains(&name.len())
                && name.bytes().all(|sign| sign.is_ascii_lowercase() || sign == b'_')
        };
        assert!(names.iter().all(fits), "{names:?}");
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        for look in Look::ALL {
            for card in Card::deck() {
                assert!(names.binary_search(&card_emoji_name(look, card)).is_ok());
            }
        }
    }
}
