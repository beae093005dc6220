//! Payments of a deal that a player left (`RULES §8`), with every layout of the hidden cards listed.

use std::collections::HashMap;

use super::cards::{PlainCard, RANKS, SUITS, in_order, playable};
use super::claim::{announced_alike, played, tricks};
use super::deal::{Deal, End, Stage};
use super::moves::Move;
use super::pay::Outcome;

/// The payments of the seats, and the points added to the window (the table's pot).
pub(crate) type Result = ([i32; 3], i32);

/// Something that a side wants to be large: what a seat receives, or what it pays.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    ReceivedBy(usize),
    PaidBy(usize),
}

impl Wanted {
    const fn amount(self, payments: [i32; 3]) -> i32 {
        match self {
            Self::ReceivedBy(seat) => payments[seat],
            Self::PaidBy(seat) => -payments[seat],
        }
    }

    fn is_wanted_by(self, seat: usize, declarer: usize) -> bool {
        match self {
            Self::ReceivedBy(who) => (who == declarer) == (seat == declarer),
            Self::PaidBy(who) => (who == declarer) != (seat == declarer),
        }
    }
}

impl Deal {
    /// Returns `true` if a player who leaves now pays at least what is certain.
    pub(crate) fn pays_what_is_certain(&self) -> bool {
        let is_played = self.stage == Stage::Play && !self.tricks.is_empty();
        is_played && self.rules.yes("renonsz") && self.rules.yes("renonsz_certain")
    }
}

/// Returns the penalty for a player who leaves, without regard to what was certain.
pub(crate) fn penalty(deal: &Deal, left: usize) -> Outcome {
    let mut over = deal.clone();
    over.stage = Stage::Over(End::Left(left));
    over.settle()
}

/// Returns the payments if a player leaves after the first trick.
pub(crate) fn payments(deal: &Deal, left: usize) -> Result {
    let declarer = deal.declarer().expect("bid was made");
    let mut paid = penalty(deal, left).payments;
    let mut window = 0;
    let layouts = layouts(deal, left);
    let without_window = layouts.iter().map(|deal| Deal { window: 0, ..deal.clone() }).collect::<Vec<_>>();
    for seat in (0..3).filter(|seat| *seat != left) {
        let due = certain(&layouts, Wanted::ReceivedBy(seat)).max(paid[seat]);
        let mut charged = due - paid[seat];
        if seat == declarer {
            // The points in the window are not the player's to pay.
            let rest = certain(&without_window, Wanted::ReceivedBy(seat)).max(paid[seat]);
            window -= due - rest;
            charged = rest - paid[seat];
        }
        paid[left] -= charged;
        paid[seat] = due;
    }
    let lost = certain(&layouts, Wanted::PaidBy(left));
    while -paid[left] < lost {
        for seat in (0..3).filter(|seat| *seat != left) {
            paid[seat] += 1;
            paid[left] -= 1;
        }
    }
    (paid, window)
}

/// Returns the layouts that agree with everything that the player has seen, as deals.
pub(crate) fn layouts(deal: &Deal, viewer: usize) -> Vec<Deal> {
    let hidden: Vec<usize> = (0..3).filter(|seat| *seat != viewer && !deal.open[*seat]).collect();
    let mut seen = deal.won_by(&[0, 1, 2]);
    seen.extend(deal.table.iter().map(|(_, card)| *card));
    seen.extend((0..3).filter(|seat| !hidden.contains(seat)).flat_map(|seat| &deal.hands[seat]));
    let mut empty = deal.clone();
    for seat in &hidden {
        empty.hands[*seat].clear();
    }
    if deal.declarer() == Some(viewer) {
        seen.extend(&deal.talon);
    } else {
        empty.talon.clear();
    }
    let deck = SUITS.chars().flat_map(|suit| RANKS.chars().map(move |rank| PlainCard { suit, rank }));
    let unseen: Vec<PlainCard> = deck.filter(|card| !seen.contains(card)).collect();
    let mut all = vec![empty];
    for card in unseen {
        all = all.iter().flat_map(|layout| with_card(layout, deal, &hidden, card)).collect();
    }
    all.retain(|layout| hidden.iter().all(|seat| is_consistent(deal, layout, *seat)));
    all.retain(|layout| hidden.iter().all(|seat| can_have_taken(deal, viewer, layout, *seat)));
    for layout in &mut all {
        for seat in 0..3 {
            layout.held[seat] = [played(deal, seat), layout.hands[seat].clone()].concat();
        }
    }
    all
}

/// Returns the layouts in which one of the hidden hands, or the talon, has one more card.
fn with_card(layout: &Deal, deal: &Deal, hidden: &[usize], card: PlainCard) -> Vec<Deal> {
    let mut found = Vec::new();
    for seat in hidden {
        if layout.hands[*seat].len() < deal.hands[*seat].len() {
            let mut next = layout.clone();
            next.hands[*seat].push(card);
            found.push(next);
        }
    }
    if layout.talon.len() < deal.talon.len() {
        let mut next = layout.clone();
        next.talon.push(card);
        found.push(next);
    }
    found
}

fn is_consistent(deal: &Deal, layout: &Deal, seat: usize) -> bool {
    was_legal(deal, seat, &layout.hands[seat]) && announced_alike(deal, seat, &layout.hands[seat])
}

/// Returns `true` if the seat has taken the talon since the viewer laid down any card that the seat holds.
fn can_have_taken(deal: &Deal, viewer: usize, layout: &Deal, seat: usize) -> bool {
    layout.hands[seat].iter().all(|card| {
        let mut bids = deal.laid_down.iter();
        let last = bids.rposition(|(bidder, cards)| *bidder == viewer && cards.contains(card));
        last.is_none_or(|last| deal.laid_down[last..].iter().any(|(bidder, _)| *bidder == seat))
    })
}

/// Returns `true` if every card that the seat has played was legal with this hand.
fn was_legal(deal: &Deal, seat: usize, hand: &[PlainCard]) -> bool {
    let mut held = [played(deal, seat), hand.to_vec()].concat();
    let locked =
        deal.rules.yes("ulti_seven_locked") && deal.declarer() == Some(seat) && deal.bid().has("ulti");
    tricks(deal).all(|trick| {
        let Some(place) = trick.iter().position(|(player, _)| *player == seat) else { return true };
        let lying: Vec<PlainCard> = trick[..place].iter().map(|(_, card)| *card).collect();
        let mut legal = playable(&held, &lying, deal.trump, deal.rules.yes("must_beat"));
        if locked && legal.len() > 1 {
            legal.retain(|card| card.rank != '7' || Some(card.suit) != deal.trump);
        }
        held.retain(|other| *other != trick[place].1);
        legal.contains(&trick[place].1)
    })
}

/// Returns the least amount of all layouts, with the best play of both sides in each of them.
fn certain(layouts: &[Deal], wanted: Wanted) -> i32 {
    let mut known = HashMap::new();
    layouts.iter().map(|deal| amount(deal, wanted, &mut known)).min().expect("at least one layout")
}

/// Everything that affects the amount in a position between two tricks.
type Key = ([Vec<PlainCard>; 3], [Vec<PlainCard>; 3], usize);

fn amount(deal: &Deal, wanted: Wanted, known: &mut HashMap<Key, i32>) -> i32 {
    if deal.is_over() {
        return wanted.amount(deal.settle().payments);
    }
    let key = deal.table.is_empty().then(|| {
        let in_order = |cards: Vec<PlainCard>| in_order(cards);
        let won = [0, 1, 2].map(|seat| in_order(deal.won_by(&[seat])));
        (deal.hands.clone().map(in_order), won, deal.turn)
    });
    if let Some(found) = key.as_ref().and_then(|key| known.get(key)) {
        return *found;
    }
    let cards = deal.legal(deal.turn).into_iter().filter(|choice| matches!(choice, Move::Play(_)));
    let amounts = cards.map(|choice| {
        let mut next = deal.clone();
        next.act(deal.turn, &choice).expect("legal card");
        amount(&next, wanted, known)
    });
    let declarer = deal.declarer().expect("bid was made");
    let is_wanted = wanted.is_wanted_by(deal.turn, declarer);
    let best = if is_wanted { amounts.max() } else { amounts.min() }.expect("card to play");
    if let Some(key) = key {
        known.insert(key, best);
    }
    best
}
