//! Tricks that a player can win in a row without losing the lead, and the aces and tens in these tricks.

use crate::solver::bits::{above_all, highest, suits};

/// Returns the cards in a hand that win consecutive tricks when the player leads them one after another.
///
/// The player leads the top trumps first. Which cards of another suit win depends on the trumps that remain:
///
/// - If the other players have no trumps left, the top cards of the suit win. Lower cards of the suit also
///   win once the other players have no cards of the suit left.
/// - If another player still has trumps, a top card wins only while that player must follow suit.
pub(super) fn cashed(hand: u32, others: [u32; 2], trumps: u32) -> u32 {
    let [one, other] = others;
    let out = one | other;
    let top_trumps = above_all(hand & trumps, out & trumps);
    let longest = (one & trumps).count_ones().max((other & trumps).count_ones());
    let drawn = top_trumps.count_ones() >= longest;
    let mut won = if drawn { hand & trumps } else { top_trumps };
    for suit in suits() {
        if suit & trumps != 0 || hand & suit == 0 {
            continue;
        }
        let top = above_all(hand & suit, out & suit);
        let lengths = others.map(|hand| (hand & suit).count_ones());
        if drawn {
            won |= if top.count_ones() >= lengths[0].max(lengths[1]) { hand & suit } else { top };
            continue;
        }
        let mut safe = top.count_ones();
        for (hand, length) in others.into_iter().zip(lengths) {
            if hand & trumps != 0 {
                safe = safe.min(length);
            }
        }
        won |= highest_of(top, safe);
    }
    won
}

/// Returns the `count` highest cards in `cards`.
fn highest_of(cards: u32, count: u32) -> u32 {
    let mut rest = cards;
    for _ in 0..cards.count_ones().saturating_sub(count) {
        rest &= rest - 1;
    }
    rest
}

/// Returns a lower bound on the number of marked cards that an opponent must play to certain tricks.
///
/// The tricks are those won by the cards in `won`. Marked cards are those in `marks`, which count for the
/// search goal. The opponent must follow suit, but otherwise plays unmarked cards first.
///
/// There are two ways to count: for all tricks together, or for each suit separately. The result is the
/// higher count.
pub(super) fn captured(won: u32, enemy: u32, marks: u32) -> u32 {
    if enemy & marks == 0 {
        return 0;
    }
    let in_suits: u32 = suits()
        .map(|suit| beyond((won & suit).count_ones().min((enemy & suit).count_ones()), enemy & suit, marks))
        .sum();
    in_suits.max(beyond(won.count_ones(), enemy, marks))
}

/// Returns the minimum number of marked cards that a player must play when playing `lost` cards from a hand.
///
/// The player plays unmarked cards first. Marked cards are those in `marks`, which count for the search goal.
pub(super) fn beyond(lost: u32, cards: u32, marks: u32) -> u32 {
    lost.saturating_sub((cards & !marks).count_ones())
}

/// Returns the maximum number of marked cards that the partner can play to certain tricks.
///
/// The tricks are those won by the cards in `won`. Marked cards are those in `marks`, which count for the
/// search goal. The partner plays them when following suit, or discards them when unable to follow suit.
///
/// The rules on beating and trumping cards are ignored. They make no difference if the cards in `won` come
/// from [`cashed`].
pub(super) fn added(won: u32, partner: u32, marks: u32) -> u32 {
    if partner & marks == 0 {
        return 0;
    }
    let (mut following, mut spare, mut free) = (0, 0, won.count_ones());
    for suit in suits() {
        let follows = (won & suit).count_ones().min((partner & suit).count_ones());
        let marked = (partner & suit & marks).count_ones();
        following += follows.min(marked);
        spare += marked.saturating_sub(follows);
        free -= follows;
    }
    following + free.min(spare)
}

/// Returns `true` if the partner can pass the lead to the player who holds the cards in `won`.
///
/// The partner needs a card of the same suit as a card in `won`, but lower. The opponent must be unable to
/// trump the trick.
pub(super) fn enters(won: u32, partner: u32, enemy: u32, trumps: u32) -> bool {
    suits().any(|suit| {
        let (winners, leads) = (won & suit, partner & suit);
        let follows = suit & trumps != 0 || enemy & suit != 0 || enemy & trumps == 0;
        winners != 0 && leads != 0 && follows && highest(winners) > leads & leads.wrapping_neg()
    })
}

/// Returns `true` if a hand has enough trumps to be certain to win the last trick.
///
/// The hand needs trumps to draw the other players' trumps. It also needs a trump to regain the lead after
/// each card of another suit that may lose a trick.
pub(super) fn keeps_last(hand: u32, others: [u32; 2], trumps: u32, leads: bool) -> bool {
    let own = hand & trumps;
    let out = (others[0] | others[1]) & trumps;
    // A higher trump costs one of ours and the lead, a lower one costs one of ours.
    let drawing = match out.count_ones() {
        0 => 0,
        1 if own > out => 1,
        1 => 2,
        _ => return false,
    };
    let held = own.count_ones();
    if held <= drawing {
        return false;
    }
    let plain = suits().filter(|suit| suit & trumps == 0);
    let losers: u32 = plain.map(|suit| losers(hand & suit, others[0] & suit, others[1] & suit)).sum();
    if leads { held - drawing >= losers } else { held - drawing > losers }
}

/// Returns the number of cards in a plain suit that may lose a trick.
///
/// Assumes that the suit is led from the highest card down and that no player can trump.
pub(super) fn losers(mine: u32, next: u32, third: u32) -> u32 {
    let top = above_all(mine, next | third).count_ones();
    if top >= next.count_ones().max(third.count_ones()) { 0 } else { mine.count_ones() - top }
}
