//! How likely a suit loses no trick when it is led from the top.

use std::sync::LazyLock;

use crate::rules::{Card, CardSet, Rank, RankOrder, Suit, Trump};

/// Every holding's chance; bit `s` is the card of strength `s`.
static CHANCES: LazyLock<Vec<f32>> = LazyLock::new(|| (0..=u8::MAX).map(chance).collect());

/// The share of the divisions of the other cards between two defenders in which each card led
/// from the top wins.
fn chance(mine: u8) -> f32 {
    let theirs = !mine;
    let (mut good, mut all) = (0.0, 0.0);
    let mut one = theirs;
    loop {
        all += 1.0;
        if runs(mine, one) && runs(mine, theirs & !one) {
            good += 1.0;
        }
        if one == 0 {
            return good / all;
        }
        one = (one - 1) & theirs;
    }
}

/// Whether no card is beaten by a defender who keeps the highest for it.
fn runs(mine: u8, defender: u8) -> bool {
    let (mut mine, highest) = (mine, defender);
    let mut left = defender.count_ones();
    while mine != 0 && left > 0 {
        let card = 0x80_u8 >> mine.leading_zeros();
        if highest > card {
            return false;
        }
        mine &= !card;
        left -= 1;
    }
    true
}

/// How likely the holding in this suit loses no trick, trumps being out of the way.
pub(super) fn suit(hand: CardSet, suit: Suit, trump: Trump) -> f32 {
    let order = RankOrder::of(trump);
    let strengths =
        hand.of_suit(suit).iter().fold(0_u8, |bits, card| bits | 1 << order.strength(card.rank()));
    CHANCES[usize::from(strengths)]
}

/// How likely a durchmars with these cards is made. Defenders do not know what to keep: self-play
/// makes more of them than the divisions of the cards allow.
pub(super) fn durchmars(hand: CardSet, trump: Trump) -> f32 {
    let allowed: f32 = Suit::ALL.into_iter().map(|each| suit(hand, each, trump)).product();
    allowed.powf(0.7)
}

/// Whether the set holds the card.
pub(super) fn holds(hand: CardSet, suit: Suit, rank: Rank) -> bool {
    hand.contains(Card::new(suit, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solid_hand_is_sure_and_a_missing_ace_is_fatal() {
        let hand = |cards: &str| cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect();
        assert!(durchmars(hand("AA AK AO AU AX LA LK HA HK BA"), None) > 0.99);
        assert!(durchmars(hand("AK AO AU AX A9 LA LK HA HK BA"), None) < 0.01);
    }
}
