//! The order of the cards in the searches for claims.

use crate::{Card, CardSet, Game, Play, Rank, RankOrder};

/// Returns those of the cards in `playable` that differ in play, most promising first. Of several cards that
/// are interchangeable, only the strongest is included.
///
/// `others` contains all cards that are in other hands or that may be there.
pub(super) fn distinct(play: &Play, playable: CardSet, others: CardSet, ranks_pay: bool) -> Vec<Card> {
    let order = RankOrder::of(play.trump);
    let others = others | play.current().cards();
    let mut cards: Vec<Card> = playable.iter().collect();
    cards.sort_by_key(|card| std::cmp::Reverse(order.strength(card.rank())));
    let mut kept: Vec<Card> = Vec::with_capacity(cards.len());
    for card in cards {
        if !kept.iter().any(|high| is_equivalent(play, *high, card, others, ranks_pay)) {
            kept.push(card);
        }
    }
    sort(play, &mut kept);
    kept
}

/// Returns `true` if playing `low` has the same effect as playing `high`, a stronger card of the same hand.
fn is_equivalent(play: &Play, high: Card, low: Card, others: CardSet, ranks_pay: bool) -> bool {
    let order = RankOrder::of(play.trump);
    let between = CardSet::above(low, order) - CardSet::above(high, order) - CardSet::of(high);
    have_equal_worth(play, high, low, ranks_pay) && (between & others).is_empty()
}

/// Returns `true` if two cards are of one suit and of equal worth in a trick. `high` is the stronger one.
///
/// The VII of trumps differs from all others, because the last trick may be paid for. It is always the weaker
/// card.
pub(super) fn have_equal_worth(play: &Play, high: Card, low: Card, ranks_pay: bool) -> bool {
    high.suit() == low.suit()
        && high.points() == low.points()
        && !(ranks_pay && high.points() > 0)
        && play.trump.map(|suit| Card::new(suit, Rank::Seven)) != Some(low)
}

/// Puts the most promising cards first: trumps for a lead, and in a betli the weakest cards, which force
/// the declarer to win a trick or avoid it.
pub(super) fn sort(play: &Play, cards: &mut [Card]) {
    let order = RankOrder::of(play.trump);
    cards.sort_by_key(|card| (std::cmp::Reverse(order.strength(card.rank())), card.suit()));
    let follows = !play.current().is_empty();
    if play.contract.has(Game::Betli) {
        if play.turn() != play.declarer || !follows {
            cards.reverse();
        }
    } else if follows && play.turn() != play.declarer {
        cards.sort_by_key(|card| card.points() > 0);
    } else if let Some(trump) = play.trump {
        cards.sort_by_key(|card| card.suit() != trump);
    }
}
