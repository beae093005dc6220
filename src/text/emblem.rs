//! Small pictures that stand for cards and suits, where whoever shows the text has some.

use std::collections::HashMap;

use super::{Faces, Lang, Look};
use crate::rules::{Card, Suit};

/// What a small picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// A card's face.
    Card(Card),
    /// A suit's sign.
    Suit(Suit),
}

impl Sign {
    /// All that a deck has: its cards, then its suits.
    pub fn all() -> impl Iterator<Item = Self> {
        Card::deck().map(Self::Card).chain(Suit::ALL.map(Self::Suit))
    }
}

/// A small picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emblem {
    /// Its number where it is kept.
    pub id: u64,
    /// Its name where it is kept.
    pub name: String,
    /// How it is written within a line.
    pub inline: String,
}

/// The small pictures that there are. What has none is said in signs that every system has.
/// A picture with letters on it is another one in each language.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Emblems(HashMap<(Lang, Faces, Sign), Emblem>);

impl Emblems {
    /// The emblem of a card or a suit.
    pub fn get(&self, look: Look, sign: Sign) -> Option<&Emblem> {
        self.0.get(&(look.lang, look.faces, sign))
    }

    /// All of them, each with the look and what it shows.
    pub fn iter(&self) -> impl Iterator<Item = (Look, Sign, &Emblem)> {
        self.0.iter().map(|((lang, faces, sign), emblem)| (Look::new(*lang, *faces), *sign, emblem))
    }
}

impl FromIterator<(Look, Sign, Emblem)> for Emblems {
    fn from_iter<I: IntoIterator<Item = (Look, Sign, Emblem)>>(emblems: I) -> Self {
        let keyed = |(look, sign, emblem): (Look, _, _)| ((look.lang, look.faces, sign), emblem);
        Self(emblems.into_iter().map(keyed).collect())
    }
}
