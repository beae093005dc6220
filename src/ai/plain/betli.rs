//! How safe a hand is from winning a trick.
//!
//! With the duty to beat, the defender who plays after the declarer has to go over the declarer's
//! card if able: a card is caught only where one defender leads below it and the other has nothing
//! above it left.

use std::sync::LazyLock;

use crate::rules::{Card, CardSet, RankOrder, Suit};

/// The ranks of one suit, bit `r` standing for `Rank::ALL[r]`: weakest first without trumps.
pub(super) type Ranks = u8;

/// The ranks that a set holds of a suit.
pub(super) fn ranks(cards: CardSet, suit: Suit) -> Ranks {
    cards.of_suit(suit).iter().fold(0, |ranks, card| ranks | 1 << card.rank() as u8)
}

/// The safety of every holding when the seven or fewer other cards of the suit are all out.
static FRESH: LazyLock<Vec<f32>> = LazyLock::new(|| (0..=u8::MAX).map(|mine| safety(mine, !mine)).collect());

/// How likely this suit never wins a trick against these cards: the share of their divisions
/// between the defenders in which no card of it is caught.
pub(super) fn safety(mine: Ranks, theirs: Ranks) -> f32 {
    if mine == 0 || theirs == 0 {
        return 1.0;
    }
    let (mut safe, mut all) = (0.0, 0.0);
    let mut one = theirs;
    loop {
        all += 1.0;
        if !caught(mine, one, theirs & !one) && !caught(mine, theirs & !one, one) {
            safe += 1.0;
        }
        if one == 0 {
            break;
        }
        one = (one - 1) & theirs;
    }
    safe / all
}

/// Whether a defender who leads low can catch a card, the other having shed the highest first.
fn caught(mine: Ranks, leader: Ranks, other: Ranks) -> bool {
    let (mut mine, mut leader, mut other) = (mine, leader, other);
    while mine != 0 && leader != 0 {
        let card = mine.trailing_zeros();
        let nothing_above = other == 0 || 7 - other.leading_zeros() < card;
        if leader.trailing_zeros() < card && nothing_above {
            return true;
        }
        mine &= mine - 1;
        leader &= leader - 1;
        if other != 0 {
            other &= !(0x80 >> other.leading_zeros());
        }
    }
    false
}

/// How likely a betli with these ten cards is made, when the declarer leads first and gets rid of
/// the worst card that is surely beaten.
pub(super) fn chance(hand: CardSet) -> f32 {
    best_lead(hand).map_or(0.0, |(_, chance)| chance)
}

/// The first lead of a betli, with the chance that it leaves: a card that can be beaten has to be.
pub(super) fn best_lead(hand: CardSet) -> Option<(Card, f32)> {
    let order = RankOrder::WithoutTrumps;
    hand.iter()
        .filter(|card| !(CardSet::above(*card, order) - hand).is_empty())
        .map(|card| (card, of_all_suits(hand - card.into())))
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
}

fn of_all_suits(hand: CardSet) -> f32 {
    let of_suit = |suit| {
        let mine = ranks(hand, suit);
        FRESH[usize::from(mine)].powf(softened(mine))
    };
    Suit::ALL.into_iter().map(of_suit).product()
}

/// A lone high card is often thrown away before anyone finds it.
const fn softened(mine: Ranks) -> f32 {
    if mine.count_ones() == 1 { 0.6 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(cards: &str) -> CardSet {
        cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn low_cards_are_safe_and_high_ones_are_not() {
        assert!(chance(hand("A7 A8 A9 L7 L8 L9 H7 H8 B7 B8")) > 0.99);
        assert!(chance(hand("A7 A8 A9 L7 L8 L9 H7 H8 B7 BK")) > 0.99, "the king is led away");
        assert!(chance(hand("AA AK AO L7 L8 L9 H7 H8 BK BA")) < 0.05);
    }
}
