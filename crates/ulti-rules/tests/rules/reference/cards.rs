//! Cards, and the cards that may be played to a trick (`RULES §1`, `§5`).

use std::fmt;

/// A card, as the letters of its suit and rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PlainCard {
    pub(crate) suit: char,
    pub(crate) rank: char,
}

/// The suits in deck order.
pub(crate) const SUITS: &str = "ALHB";
/// The ranks in deck order, which is also their order of strength without trumps.
pub(crate) const RANKS: &str = "789XUOKA";

impl PlainCard {
    /// Parses a card such as `H7`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let letters: Vec<char> = text.chars().collect();
        match letters.as_slice() {
            [suit, rank] if SUITS.contains(*suit) && RANKS.contains(*rank) => {
                Ok(Self { suit: *suit, rank: *rank })
            }
            _ => Err(format!("invalid card '{text}'")),
        }
    }

    /// Returns the position of the card in the unshuffled deck.
    pub(crate) fn place(self) -> usize {
        SUITS.find(self.suit).unwrap_or(9) * 8 + RANKS.find(self.rank).unwrap_or(9)
    }

    /// Returns the points of the card: 10 for an ace or a ten, otherwise 0.
    pub(crate) const fn points_in_trick(self) -> i32 {
        if matches!(self.rank, 'A' | 'X') { 10 } else { 0 }
    }

    fn strength(self, trump: Option<char>) -> Option<usize> {
        let order = if trump.is_some() { "789UOKXA" } else { RANKS };
        order.find(self.rank)
    }

    /// Returns `true` if the card beats `best`, the strongest card of the trick so far.
    pub(crate) fn beats(self, best: Self, trump: Option<char>) -> bool {
        if self.suit == best.suit {
            self.strength(trump) > best.strength(trump)
        } else {
            Some(self.suit) == trump
        }
    }
}

impl fmt::Display for PlainCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit, self.rank)
    }
}

impl fmt::Debug for PlainCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Returns the position of the best card in the trick.
pub(crate) fn best_place(trick: &[PlainCard], trump: Option<char>) -> usize {
    let mut best = 0;
    for place in 1..trick.len() {
        if trick[place].beats(trick[best], trump) {
            best = place;
        }
    }
    best
}

/// Returns the cards of a hand that may be played to a trick (`RULES §5`).
pub(crate) fn playable(
    hand: &[PlainCard],
    trick: &[PlainCard],
    trump: Option<char>,
    must_beat: bool,
) -> Vec<PlainCard> {
    let Some(led) = trick.first() else { return hand.to_vec() };
    let mut duty = of_suit(hand, Some(led.suit));
    if duty.is_empty() {
        duty = of_suit(hand, trump);
    }
    if duty.is_empty() {
        return hand.to_vec();
    }
    let best = trick[best_place(trick, trump)];
    let beating: Vec<PlainCard> = duty.iter().copied().filter(|card| card.beats(best, trump)).collect();
    if must_beat && !beating.is_empty() { beating } else { duty }
}

fn of_suit(hand: &[PlainCard], suit: Option<char>) -> Vec<PlainCard> {
    hand.iter().copied().filter(|card| Some(card.suit) == suit).collect()
}

/// Parses cards such as `H7 HA`, or several ranks of a suit such as `H7A`.
pub(crate) fn read_list(text: &str) -> Result<Vec<PlainCard>, String> {
    let mut list = Vec::new();
    for word in text.split_whitespace() {
        let mut letters = word.chars();
        let suit = letters.next().unwrap_or_default();
        for rank in letters {
            list.push(PlainCard::read(&format!("{suit}{rank}"))?);
        }
    }
    Ok(list)
}

/// Sorts the cards in deck order.
pub(crate) fn in_order(mut cards: Vec<PlainCard>) -> Vec<PlainCard> {
    cards.sort_by_key(|card| card.place());
    cards
}
