//! Proven claims (`RULES` §5), checked by trying every card of the last tricks.

use std::collections::HashSet;
use std::sync::Arc;

use ulti::rules::{Action, Book, Deal, Event, RuleSet, Seat, Settlement};

use crate::random::{Dice, Habit, play_out, start};

const DEALS: u64 = 2400;

fn after(deal: &Deal, seat: Seat, action: Action) -> Deal {
    let mut next = deal.clone();
    deal.judge(seat, action).expect("legal").iter().for_each(|event| next.apply(event));
    next
}

fn paid(settlement: &Settlement) -> ([i32; 3], i32) {
    (settlement.payments.0, settlement.window)
}

/// Every position one card on.
fn next_positions(deal: &Deal, seat: Seat) -> impl Iterator<Item = Deal> {
    deal.legal(seat).cards.iter().map(move |card| after(deal, seat, Action::Play(card)))
}

/// Whether the declarer can reach this whatever the defenders do.
fn can_force(deal: &Deal, declarer: Seat, wanted: ([i32; 3], i32)) -> bool {
    let Some(turn) = deal.turn() else { return deal.settlement().map(paid) == Some(wanted) };
    let mut next = next_positions(deal, turn).map(|deal| can_force(&deal, declarer, wanted));
    if turn == declarer { next.any(|can| can) } else { next.all(|can| can) }
}

/// Everything that the deal can still come to.
fn reachable(deal: &Deal, found: &mut HashSet<([i32; 3], i32)>) {
    match deal.turn() {
        None => found.extend(deal.settlement().map(paid)),
        Some(turn) => next_positions(deal, turn).for_each(|deal| reachable(&deal, found)),
    }
}

/// Whether the claim was proven here.
fn check_claim(deal: &Deal) -> bool {
    let (declarer, _) = deal.contract().expect("play");
    let claimed = after(deal, declarer, Action::Claim);
    if let Some(settlement) = claimed.settlement() {
        assert!(can_force(deal, declarer, paid(settlement)), "{settlement:?} in {deal:#?}");
        return true;
    }
    let mut all = HashSet::new();
    reachable(deal, &mut all);
    assert!(all.len() > 1, "nothing can change {all:?}, and the claim is not proven: {deal:#?}");
    false
}

/// Every preset, and rules by which all four aces and all four tens pay.
fn books() -> Vec<Arc<Book>> {
    let presets = RuleSet::preset_names().map(|name| RuleSet::preset(name).expect("a preset"));
    let rablo = RuleSet::preset("rablo").expect("a preset");
    let with_tens = rablo.with_rule("four_tens", true.into()).expect("house rules");
    presets.chain([with_tens]).map(|rules| Arc::new(Book::new(rules))).collect()
}

#[test]
fn a_proven_claim_pays_what_no_defence_can_change() {
    let (mut proven, mut open) = (0, 0);
    let books = books();
    for seed in 0..DEALS {
        let mut dice = Dice(seed);
        let book = &books[usize::try_from(seed).expect("small") % books.len()];
        let deal = Deal::new(Arc::clone(book), start(&mut dice)).expect("a deal");
        let habit = Habit::plain(&mut dice);
        play_out(deal, habit, &mut dice, |deal, _, _, events| {
            let late = deal.view(None).board().is_some_and(|board| board.tricks.len() >= 7);
            if late && events.iter().any(|event| matches!(event, Event::Played { .. })) {
                *(if check_claim(deal) { &mut proven } else { &mut open }) += 1;
            }
        });
    }
    assert!(proven > 100 && open > 100, "{proven} proven, {open} not");
}
