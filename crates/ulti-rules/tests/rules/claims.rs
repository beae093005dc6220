//! Proven claims (`RULES §5`), checked by exhaustive search of the last tricks.

use std::collections::HashSet;
use std::sync::Arc;

use ulti_rules::{Action, Book, Deal, Event, RuleSet, Seat, Settlement};

use crate::random::{Dice, PlayStyle, play_out, start};

const DEALS: u64 = 2400;

fn after(deal: &Deal, seat: Seat, action: Action) -> Deal {
    let mut next = deal.clone();
    deal.judge(seat, action).expect("legal action").iter().for_each(|event| next.apply(event));
    next
}

fn paid(settlement: &Settlement) -> ([i32; 3], i32) {
    (settlement.payments.0, settlement.window)
}

/// Returns the deals that result from playing each legal card.
fn next_positions(deal: &Deal, seat: Seat) -> impl Iterator<Item = Deal> {
    deal.legal(seat).cards.iter().map(move |card| after(deal, seat, Action::Play(card)))
}

/// Returns `true` if the declarer can force this result against every defence.
fn can_force(deal: &Deal, declarer: Seat, wanted: ([i32; 3], i32)) -> bool {
    let Some(turn) = deal.turn() else { return deal.settlement().map(paid) == Some(wanted) };
    let mut next = next_positions(deal, turn).map(|deal| can_force(&deal, declarer, wanted));
    if turn == declarer { next.any(|can| can) } else { next.all(|can| can) }
}

/// Adds every result that the deal can still reach to `found`.
fn reachable(deal: &Deal, found: &mut HashSet<([i32; 3], i32)>) {
    match deal.turn() {
        None => found.extend(deal.settlement().map(paid)),
        Some(turn) => next_positions(deal, turn).for_each(|deal| reachable(&deal, found)),
    }
}

/// Checks a claim in this position. Returns `true` if the claim was proven.
fn check_claim(deal: &Deal) -> bool {
    let (declarer, _) = deal.contract().expect("deal is in play");
    let claimed = after(deal, declarer, Action::Claim);
    if let Some(settlement) = claimed.settlement() {
        assert!(
            can_force(deal, declarer, paid(settlement)),
            "result is not forced: {settlement:?} in {deal:#?}"
        );
        return true;
    }
    let mut all = HashSet::new();
    reachable(deal, &mut all);
    assert!(all.len() > 1, "claim not proven although the result is certain: {all:?} in {deal:#?}");
    false
}

/// Returns the books (lists of legal contracts) of all presets, and of a rule set that pays for collecting
/// all four aces or tens.
fn books() -> Vec<Arc<Book>> {
    let presets = RuleSet::preset_names().map(|name| RuleSet::preset(name).expect("known preset"));
    let rablo = RuleSet::preset("rablo").expect("known preset");
    let with_tens = rablo.with_rule("four_tens", true.into()).expect("valid house rules");
    presets.chain([with_tens]).map(|rules| Arc::new(Book::new(rules))).collect()
}

#[test]
fn claim_ends_deal_only_if_declarer_can_force_result() {
    let (mut proven, mut open) = (0, 0);
    let books = books();
    for seed in 0..DEALS {
        let mut dice = Dice(seed);
        let book = &books[usize::try_from(seed).expect("number fits") % books.len()];
        let deal = Deal::new(Arc::clone(book), start(&mut dice)).expect("valid deal");
        let style = PlayStyle::plain(&mut dice);
        play_out(deal, style, &mut dice, |deal, _, _, events| {
            let late = deal.view(None).board().is_some_and(|board| board.tricks.len() >= 7);
            if late && events.iter().any(|event| matches!(event, Event::Played { .. })) {
                *(if check_claim(deal) { &mut proven } else { &mut open }) += 1;
            }
        });
    }
    assert!(proven > 100 && open > 100, "too few claims: {proven} proven, {open} not proven");
}
