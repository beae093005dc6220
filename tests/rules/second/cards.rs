//! Cards as two letters, and which of them may be played to a trick (`RULES §1`, `§5`).

use std::fmt;

/// A card: the letters of its suit and its rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Paper {
    pub(crate) suit: char,
    pub(crate) rank: char,
}

/// The suits in the order of the deck.
pub(crate) const SUITS: &str = "ALHB";
/// The ranks in the order of the deck, which is their strength without trumps.
pub(crate) const RANKS: &str = "789XUOKA";

impl Paper {
    /// `H7`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let letters: Vec<char> = text.chars().collect();
        match letters.as_slice() {
            [suit, rank] if SUITS.contains(*suit) && RANKS.contains(*rank) => {
                Ok(Self { suit: *suit, rank: *rank })
            }
            _ => Err(format!("'{text}' is no card")),
        }
    }

    /// Its place in the deck.
    pub(crate) fn place(self) -> usize {
        SUITS.find(self.suit).unwrap_or(9) * 8 + RANKS.find(self.rank).unwrap_or(9)
    }

    /// Ten for an ace and for a ten.
    pub(crate) const fn grease(self) -> i32 {
        if matches!(self.rank, 'A' | 'X') { 10 } else { 0 }
    }

    fn strength(self, trump: Option<char>) -> Option<usize> {
        let order = if trump.is_some() { "789UOKXA" } else { RANKS };
        order.find(self.rank)
    }

    /// Whether it takes a trick from a card that is the best so far.
    pub(crate) fn beats(self, best: Self, trump: Option<char>) -> bool {
        if self.suit == best.suit {
            self.strength(trump) > best.strength(trump)
        } else {
            Some(self.suit) == trump
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit, self.rank)
    }
}

impl fmt::Debug for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The place in the trick of its best card.
pub(crate) fn best_place(trick: &[Paper], trump: Option<char>) -> usize {
    let mut best = 0;
    for place in 1..trick.len() {
        if trick[place].beats(trick[best], trump) {
            best = place;
        }
    }
    best
}

/// §5: follow suit, else trump, else anything; and beat the best card where that is possible.
pub(crate) fn playable(hand: &[Paper], trick: &[Paper], trump: Option<char>, must_beat: bool) -> Vec<Paper> {
    let Some(led) = trick.first() else { return hand.to_vec() };
    let mut duty = of_suit(hand, Some(led.suit));
    if duty.is_empty() {
        duty = of_suit(hand, trump);
    }
    if duty.is_empty() {
        return hand.to_vec();
    }
    let best = trick[best_place(trick, trump)];
    let beating: Vec<Paper> = duty.iter().copied().filter(|card| card.beats(best, trump)).collect();
    if must_beat && !beating.is_empty() { beating } else { duty }
}

fn of_suit(hand: &[Paper], suit: Option<char>) -> Vec<Paper> {
    hand.iter().copied().filter(|card| Some(card.suit) == suit).collect()
}

/// `H7 HA`, or the ranks of a suit together: `H7A`.
pub(crate) fn read_list(text: &str) -> Result<Vec<Paper>, String> {
    let mut list = Vec::new();
    for word in text.split_whitespace() {
        let mut letters = word.chars();
        let suit = letters.next().unwrap_or_default();
        for rank in letters {
            list.push(Paper::read(&format!("{suit}{rank}"))?);
        }
    }
    Ok(list)
}

/// In the order of the deck.
pub(crate) fn in_order(mut cards: Vec<Paper>) -> Vec<Paper> {
    cards.sort_by_key(|card| card.place());
    cards
}
