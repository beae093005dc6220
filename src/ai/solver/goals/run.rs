//! Tricks that whoever leads can take at once, whatever the others do, and what comes with them.

use super::{above_all, highest, losers, suits};

/// The cards of a hand that win a trick each when they are led one after another.
///
/// The highest trumps come first, and draw the others' trumps where they reach. Once drawn, a top
/// card of a plain suit is safe, and the cards below it too when the top ones outlast the others'.
/// Else a top card is safe as often as everyone who could ruff has to follow.
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

/// The highest so many cards of a set.
fn highest_of(cards: u32, count: u32) -> u32 {
    let mut rest = cards;
    for _ in 0..cards.count_ones().saturating_sub(count) {
        rest &= rest - 1;
    }
    rest
}

/// How many of the marked cards that an enemy holds fall when these winners are led.
///
/// An enemy loses a card to each winner, so keeps no more marked cards than are left after the
/// unmarked ones. The same holds for each suit by itself: as many of its cards are lost as there are
/// winners in it, or all, since those that are thrown away before are lost too.
pub(super) fn captured(won: u32, enemy: u32, marks: u32) -> u32 {
    if enemy & marks == 0 {
        return 0;
    }
    let in_suits: u32 = suits()
        .map(|suit| beyond((won & suit).count_ones().min((enemy & suit).count_ones()), enemy & suit, marks))
        .sum();
    in_suits.max(beyond(won.count_ones(), enemy, marks))
}

/// How many marked cards go when so many of these cards are lost, the unmarked ones first.
pub(super) fn beyond(lost: u32, cards: u32, marks: u32) -> u32 {
    lost.saturating_sub((cards & !marks).count_ones())
}

/// How many of these marked cards the partner can add when these winners are led.
///
/// The partner chooses: a marked card where a suit is followed, any marked card where it is not. A
/// suit has enough cards for both: what is thrown away are the marked ones that following does not
/// take. The duty to beat is met by the winner, and the duty to ruff does not arise ([`cashed`]).
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

/// Whether a lead of the partner's brings the hand with these winners in, as if it had led one itself:
/// they have one above a card of the partner's, and the enemy can't ruff.
pub(super) fn enters(won: u32, partner: u32, enemy: u32, trumps: u32) -> bool {
    suits().any(|suit| {
        let (winners, leads) = (won & suit, partner & suit);
        let follows = suit & trumps != 0 || enemy & suit != 0 || enemy & trumps == 0;
        winners != 0 && leads != 0 && follows && highest(winners) > leads & leads.wrapping_neg()
    })
}

/// Whether the hand with the long trumps is sure of the last trick too, when it draws the one trump that
/// may be out, cashes what is safe and then leads the rest of its plain cards: each may lose the lead,
/// which a trump wins back.
pub(super) fn keeps_last(hand: u32, others: [u32; 2], trumps: u32, leads: bool) -> bool {
    let own = hand & trumps;
    let out = (others[0] | others[1]) & trumps;
    // A higher trump costs one of ours and the lead, a lower one only one of ours.
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
