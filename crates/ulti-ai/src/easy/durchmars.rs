//! Estimates the probability that a suit loses no trick if its cards are led from the highest down.

use std::sync::LazyLock;

use super::betli::for_each_subset;
use ulti_rules::{Card, CardSet, Rank, RankOrder, Suit, Trump};

/// Probability of losing no trick in a suit, indexed by the set of cards that the player holds in the suit.
///
/// Bit `s` of the index represents the card with strength `s`.
static CHANCES: LazyLock<Vec<f32>> = LazyLock::new(|| (0..=u8::MAX).map(chance).collect());

/// Returns the probability that every card in `mine` wins its trick when the cards are led from highest to
/// lowest.
///
/// Every division of the other cards between the two defenders is considered equally likely.
fn chance(mine: u8) -> f32 {
    let (mut good, mut all) = (0.0, 0.0);
    for_each_subset(!mine, |one| {
        all += 1.0;
        good += if runs(mine, one) && runs(mine, !mine & !one) { 1.0 } else { 0.0 };
    });
    good / all
}

/// Returns `true` if a defender cannot beat any card in `mine` when these cards are led from highest to
/// lowest.
///
/// The defender is assumed to keep their highest card as long as possible.
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

/// Returns the probability of losing no trick in a suit once the other players have no trumps left.
pub(super) fn suit(hand: CardSet, suit: Suit, trump: Trump) -> f32 {
    let order = RankOrder::of(trump);
    let strengths =
        hand.of_suit(suit).iter().fold(0_u8, |bits, card| bits | 1 << order.strength(card.rank()));
    CHANCES[usize::from(strengths)]
}

/// Estimates the probability of winning every trick with this hand.
///
/// The estimate is the product of the probabilities for all suits, raised to a power below 1. The exponent
/// increases the estimate, because defenders do not know which cards to keep. Its value was fitted to games
/// between robots.
pub(super) fn durchmars(hand: CardSet, trump: Trump) -> f32 {
    let allowed: f32 = Suit::ALL.into_iter().map(|each| suit(hand, each, trump)).product();
    allowed.powf(0.7)
}

/// Returns `true` if the hand contains the card with the given suit and rank.
pub(super) fn holds(hand: CardSet, suit: Suit, rank: Rank) -> bool {
    hand.contains(Card::new(suit, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_ace_makes_durchmars_unlikely() {
        let hand = |cards: &str| cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect();
        assert!(durchmars(hand("AA AK AO AU AX LA LK HA HK BA"), None) > 0.99);
        assert!(durchmars(hand("AK AO AU AX A9 LA LK HA HK BA"), None) < 0.01);
    }
}
