//! Decides claims (`RULES §5`) by listing every layout of the cards that the declarer does not see.

use std::collections::HashMap;

use super::cards::{PlainCard, RANKS, SUITS, in_order, playable};
use super::deal::Deal;
use super::moves::Move;

/// Result of checking a declarer's claim to the remaining tricks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// One plan leads to the claimed result in every layout, and no plan leads to a better one.
    Proven,
    /// No plan leads to the claimed result, or one leads to a better result.
    Wrong,
    /// There are too many layouts, or the search exceeded its limit.
    TooLong,
}

/// The payments of the seats, and the points added to the window (the table's pot).
pub(crate) type Result = ([i32; 3], i32);

/// The hands of the two defenders, in the order of [`Deal::defenders`].
pub(crate) type Layout = [Vec<PlainCard>; 2];

/// Maximum number of positions that the search visits to check a claim.
const MAX_POSITIONS: usize = 1_000;
/// Maximum number of cards that the declarer does not see.
const MAX_UNSEEN: usize = 10;

/// Decides if the given result is the best one that a plan of the declarer leads to.
pub(crate) fn judge(deal: &Deal, wanted: Result) -> Claim {
    if deal.raising.is_some() || deal.tricks.is_empty() {
        return Claim::Wrong;
    }
    if unseen(deal).len() > MAX_UNSEEN {
        return Claim::TooLong;
    }
    let declarer = deal.declarer().expect("bid was made");
    match forced(deal, &layouts(deal), MAX_POSITIONS) {
        None => Claim::TooLong,
        Some(all) if all.iter().any(|(paid, _)| paid[declarer] > wanted.0[declarer]) => Claim::Wrong,
        Some(all) if all.contains(&wanted) => Claim::Proven,
        Some(_) => Claim::Wrong,
    }
}

/// Returns the cards that the declarer does not see.
fn unseen(deal: &Deal) -> Vec<PlainCard> {
    let seats = [0, 1, 2];
    let mut seen = deal.won_by(&seats);
    seen.extend(deal.table.iter().map(|(_, card)| *card));
    seen.extend(&deal.talon);
    for seat in seats {
        if deal.open[seat] || deal.declarer() == Some(seat) {
            seen.extend(&deal.hands[seat]);
        }
    }
    let deck = SUITS.chars().flat_map(|suit| RANKS.chars().map(move |rank| PlainCard { suit, rank }));
    deck.filter(|card| !seen.contains(card)).collect()
}

/// Returns every layout that agrees with all that the declarer has seen.
pub(crate) fn layouts(deal: &Deal) -> Vec<Layout> {
    let [one, other] = deal.defenders();
    let unseen = unseen(deal);
    let open = |seat: usize| if deal.open[seat] { deal.hands[seat].clone() } else { Vec::new() };
    let mut found = Vec::new();
    for chosen in 0_u32..1 << unseen.len() {
        let (mut first, mut second) = (open(one), open(other));
        for (place, card) in unseen.iter().enumerate() {
            if chosen >> place & 1 == 1 { first.push(*card) } else { second.push(*card) }
        }
        let layout = [in_order(first), in_order(second)];
        if is_consistent(deal, &layout) {
            found.push(layout);
        }
    }
    found
}

fn is_consistent(deal: &Deal, layout: &Layout) -> bool {
    deal.defenders().into_iter().zip(layout).all(|(seat, hand)| {
        let fits_seen_cards = deal.hands[seat].len() == hand.len()
            && (!deal.open[seat] || in_order(deal.hands[seat].clone()) == *hand);
        fits_seen_cards && was_legal(deal, seat, hand) && announced_alike(deal, seat, hand)
    })
}

/// Returns all tricks so far, the current one included.
pub(super) fn tricks(deal: &Deal) -> impl Iterator<Item = &[(usize, PlainCard)]> {
    deal.tricks.iter().map(|trick| trick.cards.as_slice()).chain([deal.table.as_slice()])
}

/// Returns the cards that a seat has played.
pub(super) fn played(deal: &Deal, seat: usize) -> Vec<PlainCard> {
    tricks(deal).flatten().filter(|(player, _)| *player == seat).map(|(_, card)| *card).collect()
}

/// Returns `true` if every card that the seat has played was legal with this hand.
pub(super) fn was_legal(deal: &Deal, seat: usize, hand: &[PlainCard]) -> bool {
    let mut held = [played(deal, seat), hand.to_vec()].concat();
    tricks(deal).all(|trick| {
        let Some(place) = trick.iter().position(|(player, _)| *player == seat) else { return true };
        let lying: Vec<PlainCard> = trick[..place].iter().map(|(_, card)| *card).collect();
        let card = trick[place].1;
        let legal = playable(&held, &lying, deal.trump, deal.rules.yes("must_beat")).contains(&card);
        held.retain(|other| *other != card);
        legal
    })
}

/// Returns `true` if a seat with this hand would have announced the marriages that it has announced.
pub(super) fn announced_alike(deal: &Deal, seat: usize, hand: &[PlainCard]) -> bool {
    let held = [played(deal, seat), hand.to_vec()].concat();
    let has = |suit: char, rank: char| held.contains(&PlainCard { suit, rank });
    let married: Vec<char> = SUITS.chars().filter(|suit| has(*suit, 'K') && has(*suit, 'O')).collect();
    deal.announced_with(seat, married) == deal.announced(seat)
}

/// Returns every result to which one plan of the declarer leads in all layouts and against every defence.
///
/// Returns `None` if the search exceeds `limit` positions.
pub(crate) fn forced(deal: &Deal, layouts: &[Layout], limit: usize) -> Option<Vec<Result>> {
    Search { budget: limit, known: HashMap::new() }.forced(deal, layouts)
}

/// Everything that affects the continuations of a position between two tricks and their results: the
/// declarer's hand, the layouts, the cards that each seat has won, and the leader.
type Key = (Vec<PlainCard>, Vec<Layout>, [Vec<PlainCard>; 3], usize);

struct Search {
    budget: usize,
    known: HashMap<Key, Vec<Result>>,
}

impl Search {
    fn forced(&mut self, deal: &Deal, layouts: &[Layout]) -> Option<Vec<Result>> {
        if deal.is_over() {
            let outcome = deal.settle();
            return Some(vec![(outcome.payments, outcome.window)]);
        }
        let key = deal.table.is_empty().then(|| key(deal, layouts));
        if let Some(known) = key.as_ref().and_then(|key| self.known.get(key)) {
            return Some(known.clone());
        }
        self.budget = self.budget.checked_sub(1)?;
        let found = if deal.declarer() == Some(deal.turn) {
            self.by_declarer(deal, layouts)?
        } else {
            self.by_defender(deal, layouts)?
        };
        if let Some(key) = key {
            self.known.insert(key, found.clone());
        }
        Some(found)
    }

    fn by_declarer(&mut self, deal: &Deal, layouts: &[Layout]) -> Option<Vec<Result>> {
        let mut all: Vec<Result> = Vec::new();
        for choice in deal.legal(deal.turn).into_iter().filter(|choice| matches!(choice, Move::Play(_))) {
            let mut next = deal.clone();
            next.act(deal.turn, &choice).expect("legal card");
            for result in self.forced(&next, layouts)? {
                if !all.contains(&result) {
                    all.push(result);
                }
            }
        }
        Some(all)
    }

    /// Returns the results that are forced after each card that is legal in some layout.
    fn by_defender(&mut self, deal: &Deal, layouts: &[Layout]) -> Option<Vec<Result>> {
        let place = deal.defenders().iter().position(|seat| *seat == deal.turn).expect("defender");
        let lying: Vec<PlainCard> = deal.table.iter().map(|(_, card)| *card).collect();
        let legal: Vec<Vec<PlainCard>> = layouts
            .iter()
            .map(|hands| playable(&hands[place], &lying, deal.trump, deal.rules.yes("must_beat")))
            .collect();
        let mut cards = in_order(legal.concat());
        cards.dedup();
        let mut common: Option<Vec<Result>> = None;
        for card in cards {
            let agreeing = layouts.iter().zip(&legal).filter(|(_, legal)| legal.contains(&card));
            let mut left: Vec<Layout> = agreeing.map(|(hands, _)| hands.clone()).collect();
            let mut next = deal.clone();
            for (seat, hand) in deal.defenders().into_iter().zip(&left[0]) {
                next.hands[seat].clone_from(hand);
            }
            next.act(deal.turn, &Move::Play(card)).expect("legal card");
            for hands in &mut left {
                hands[place].retain(|other| *other != card);
            }
            let below = self.forced(&next, &left)?;
            let so_far = common.take().unwrap_or_else(|| below.clone());
            let both: Vec<Result> = so_far.into_iter().filter(|result| below.contains(result)).collect();
            if both.is_empty() {
                return Some(both);
            }
            common = Some(both);
        }
        common
    }
}

fn key(deal: &Deal, layouts: &[Layout]) -> Key {
    let declarer = deal.declarer().expect("bid was made");
    let won = [0, 1, 2].map(|seat| in_order(deal.won_by(&[seat])));
    (in_order(deal.hands[declarer].clone()), layouts.to_vec(), won, deal.turn)
}
