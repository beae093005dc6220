//! How safe a hand is from winning a trick.
//!
//! Under the duty to beat low cards do not cover high ones: whoever can go over a lead has to. So a
//! suit is played out exactly, for each division of the other cards between the defenders, as if they
//! saw all of it and could lead it whenever they liked.

use std::sync::LazyLock;

use crate::rules::{Card, CardSet, RankOrder, Suit};

/// The ranks of one suit, bit `r` standing for `Rank::ALL[r]`: weakest first without trumps.
pub(super) type Ranks = u8;

/// The ranks that a set holds of a suit.
pub(super) fn ranks(cards: CardSet, suit: Suit) -> Ranks {
    cards.of_suit(suit).iter().fold(0, |ranks, card| ranks | 1 << card.rank() as u8)
}

/// The safety of every holding when all other cards of the suit are out.
static FRESH: LazyLock<Vec<f32>> = LazyLock::new(|| (0..=u8::MAX).map(|mine| safety(mine, !mine)).collect());

/// One suit: the declarer's cards, those of the defender who plays next, those of the third.
type Division = (Ranks, Ranks, Ranks);

/// Whether the declarer can be made to win a trick in it, for every division of a suit.
static CAUGHT: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let mut known = vec![None; 1 << 16];
    for mine in 0..=u8::MAX {
        for_each_subset(!mine, |next| {
            catch((mine, next, !mine & !next), &mut known);
        });
    }
    known.into_iter().map(Option::unwrap_or_default).collect()
});

/// How likely this suit never wins a trick against these cards: the share of their divisions
/// between the defenders in which it can't be caught.
pub(super) fn safety(mine: Ranks, theirs: Ranks) -> f32 {
    let (mut safe, mut all) = (0.0, 0.0);
    for_each_subset(theirs, |next| {
        all += 1.0;
        safe += if CAUGHT[place((mine, next, theirs & !next))] { 0.0 } else { 1.0 };
    });
    safe / all
}

fn for_each_subset(of: Ranks, mut visit: impl FnMut(Ranks)) {
    let mut subset = of;
    loop {
        visit(subset);
        if subset == 0 {
            return;
        }
        subset = (subset - 1) & of;
    }
}

/// Two bits a rank: nobody's, the declarer's, the next defender's, the third's.
fn place((mine, next, third): Division) -> usize {
    let spread = |ranks: Ranks| bits(ranks).map(|bit| usize::from(bit) * usize::from(bit)).sum::<usize>();
    spread(mine) + 2 * spread(next) + 3 * spread(third)
}

/// The single ranks of a holding.
fn bits(ranks: Ranks) -> impl Iterator<Item = Ranks> + Clone {
    (0..8).map(|bit| 1 << bit).filter(move |bit| ranks & bit != 0)
}

/// The cards that may be added to a best card: those above it, else all; no card where there is none.
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

/// The next defender leads, so that the declarer plays last.
fn led_by_next((mine, next, third): Division, lead: Ranks, known: &mut [Option<bool>]) -> bool {
    answers(third, lead).any(|over| {
        let best = lead.max(over);
        answers(mine, best)
            .all(|card| card > best || catch((mine & !card, next & !lead, third & !over), known))
    })
}

/// The third leads, so that the declarer plays in between.
fn led_by_third((mine, next, third): Division, lead: Ranks, known: &mut [Option<bool>]) -> bool {
    answers(mine, lead).all(|card| {
        let best = lead.max(card);
        answers(next, best).any(|over| {
            let wins = card == best && over < card;
            wins || catch((mine & !card, next & !over, third & !lead), known)
        })
    })
}

/// How likely a betli with these ten cards is made, when the declarer leads first and gets rid of
/// the worst card that is surely beaten.
pub(in crate::ai) fn chance(hand: CardSet) -> f32 {
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
    if mine.is_power_of_two() { 0.6 } else { 1.0 }
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
        assert!(chance(hand("A7 A8 A9 AU AA L7 L8 H7 H8 BU")) < 0.6, "low cards do not cover the ace");
        assert!(chance(hand("AA AK AO L7 L8 L9 H7 H8 BK BA")) < 0.05);
    }
}
