//! Estimates the probability that a hand wins no trick.
//!
//! Players must beat the best card of a trick if they can, so low cards do not protect high ones. Each suit
//! is therefore solved exactly for every division of the other cards between the defenders. The solution
//! assumes that the defenders know the division and can lead the suit at any time.

use std::sync::LazyLock;

use ulti_rules::{Card, CardSet, RankOrder, Suit};

/// A set of ranks in one suit, stored as a bit mask.
///
/// Bit `r` represents `Rank::ALL[r]`. In play without trumps, a higher bit is a higher rank.
pub(super) type Ranks = u8;

/// Returns the ranks of all cards in `cards` that belong to `suit`.
pub(super) fn ranks(cards: CardSet, suit: Suit) -> Ranks {
    cards.of_suit(suit).iter().fold(0, |ranks, card| ranks | 1 << card.rank() as u8)
}

/// Probability that the declarer wins no trick in a suit, indexed by the declarer's [`Ranks`] in that suit.
static SAFETY_TABLE: LazyLock<Vec<f32>> =
    LazyLock::new(|| (0..=u8::MAX).map(|mine| safety(mine, !mine)).collect());

/// The cards of one suit in the hands of the declarer, the next player and the third player, in that order.
type Division = (Ranks, Ranks, Ranks);

/// For each way to divide a suit among the players, `true` if the defenders can force the declarer to win a
/// trick in the suit.
///
/// Indexed by [`place`].
static FORCED_TABLE: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let mut known = vec![None; 1 << 16];
    for mine in 0..=u8::MAX {
        for_each_subset(!mine, |next| {
            catch((mine, next, !mine & !next), &mut known);
        });
    }
    known.into_iter().map(Option::unwrap_or_default).collect()
});

/// Returns the probability that the declarer wins no trick in a suit.
///
/// `mine` contains the declarer's cards, and `theirs` contains the defenders' cards. Every division of
/// `theirs` between the defenders is considered equally likely. The defenders are assumed to force the
/// declarer to win a trick whenever they can.
pub(super) fn safety(mine: Ranks, theirs: Ranks) -> f32 {
    let (mut safe, mut all) = (0.0, 0.0);
    for_each_subset(theirs, |next| {
        all += 1.0;
        safe += if FORCED_TABLE[place((mine, next, theirs & !next))] { 0.0 } else { 1.0 };
    });
    safe / all
}

pub(super) fn for_each_subset(of: Ranks, mut visit: impl FnMut(Ranks)) {
    let mut subset = of;
    loop {
        visit(subset);
        if subset == 0 {
            return;
        }
        subset = (subset - 1) & of;
    }
}

/// Returns the index in [`FORCED_TABLE`] for a division of a suit among the players.
///
/// The index has two bits per rank: 0 for a card that is out of play, or 1 to 3 for the player who holds the
/// card.
fn place((mine, next, third): Division) -> usize {
    let spread = |ranks: Ranks| bits(ranks).map(|bit| usize::from(bit) * usize::from(bit)).sum::<usize>();
    spread(mine) + 2 * spread(next) + 3 * spread(third)
}

/// Returns the ranks in a set as single-bit masks, lowest first.
fn bits(ranks: Ranks) -> impl Iterator<Item = Ranks> + Clone {
    (0..8).map(|bit| 1 << bit).filter(move |bit| ranks & bit != 0)
}

/// Returns the cards that a hand may play when `best` is the highest card of the trick so far.
///
/// If the hand contains a higher card, it must play one. For an empty hand, the iterator yields a single 0.
fn answers(hand: Ranks, best: Ranks) -> impl Iterator<Item = Ranks> + Clone {
    let above = hand & !(best | (best - 1));
    let choice = if above == 0 { hand } else { above };
    bits(choice).chain((choice == 0).then_some(0))
}

fn catch(division: Division, known: &mut [Option<bool>]) -> bool {
    let (mine, next, third) = division;
    if mine == 0 {
        return false;
    }
    if let Some(caught) = known[place(division)] {
        return caught;
    }
    let caught = bits(next).any(|lead| led_by_next(division, lead, known))
        || bits(third).any(|lead| led_by_third(division, lead, known));
    known[place(division)] = Some(caught);
    caught
}

/// Returns `true` if the defenders can force the declarer to win this or a later trick when the player after
/// the declarer leads `lead`.
///
/// The declarer plays the third card of this trick.
fn led_by_next((mine, next, third): Division, lead: Ranks, known: &mut [Option<bool>]) -> bool {
    answers(third, lead).any(|over| {
        let best = lead.max(over);
        answers(mine, best)
            .all(|card| card > best || catch((mine & !card, next & !lead, third & !over), known))
    })
}

/// Returns `true` if the defenders can force the declarer to win a trick.
///
/// The player before the declarer leads `lead`, and the declarer plays the second card. The defenders succeed
/// if the declarer must win either this trick or a later one.
fn led_by_third((mine, next, third): Division, lead: Ranks, known: &mut [Option<bool>]) -> bool {
    answers(mine, lead).all(|card| {
        let best = lead.max(card);
        answers(next, best).any(|over| {
            let wins = card == best && over < card;
            wins || catch((mine & !card, next & !over, third & !lead), known)
        })
    })
}

/// Estimates the probability that a declarer who leads first wins no trick with this hand.
///
/// The declarer is assumed to lead the card returned by [`best_lead`].
pub(crate) fn chance(hand: CardSet) -> f32 {
    best_lead(hand).map_or(0.0, |(_, chance)| chance)
}

/// Returns the best opening lead for a declarer who must not win a trick, and the estimated probability of
/// success.
///
/// Considers only cards that the defenders can beat. Returns `None` if the hand contains no such card.
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
        SAFETY_TABLE[usize::from(mine)].powf(softened(mine))
    };
    Suit::ALL.into_iter().map(of_suit).product()
}

/// Returns the exponent applied to the probability of winning no trick in a suit: 0.6 for a single card,
/// otherwise 1.
///
/// A single card is less dangerous than the precomputed probability suggests. The declarer can often discard
/// it before the defenders lead the suit.
const fn softened(mine: Ranks) -> f32 {
    if mine.is_power_of_two() { 0.6 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(cards: &str) -> CardSet {
        cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn robot_estimates_higher_betli_chance_with_low_cards() {
        assert!(chance(hand("A7 A8 A9 L7 L8 L9 H7 H8 B7 B8")) > 0.99);
        assert!(chance(hand("A7 A8 A9 L7 L8 L9 H7 H8 B7 BK")) > 0.99, "king is led first");
        assert!(chance(hand("A7 A8 A9 AU AA L7 L8 H7 H8 BU")) < 0.6, "low cards do not protect the ace");
        assert!(chance(hand("AA AK AO L7 L8 L9 H7 H8 BK BA")) < 0.05);
    }
}
