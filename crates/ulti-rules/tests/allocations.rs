//! Checks that querying legal actions and applying events do not allocate memory during card play.
//!
//! The event that settles the deal is not checked, because it contains lists.
#![allow(clippy::expect_used)] // tests may panic

use std::hint::black_box;
use std::sync::Arc;

use allocation_counter::measure;
use ulti_rules::{Action, Book, Deal, Event, RuleSet, Seat};

#[allow(dead_code)] // tests/rules uses all of it
#[path = "rules/random.rs"]
mod random;

use random::{Dice, PlayStyle, play_out, start};

const DEALS: u64 = 120;

fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

/// Numbers of queries and events that were checked for one preset of the rules.
#[derive(Default)]
struct Seen {
    asked: usize,
    cards: usize,
    raises: usize,
    opened: usize,
}

impl Seen {
    fn check(&mut self, deal: &Deal, action: Action, events: &[Event]) {
        if deal.view(None).board().is_none() {
            return;
        }
        for seat in Seat::ALL {
            let asking = allocations(|| _ = black_box(deal.legal(seat)));
            assert_eq!(asking, 0, "allocations of legal() for seat {seat}");
            self.asked += 1;
        }
        let mut next = deal.clone();
        for event in events.iter().filter(|event| !matches!(event, Event::Settled { .. })) {
            let applying = allocations(|| next.apply(event));
            assert_eq!(applying, 0, "allocations of apply() for {event:?}");
        }
        self.cards += usize::from(matches!(action, Action::Play(_)));
        self.raises += usize::from(matches!(action, Action::Kontra(_)) && raise_offered(deal));
        self.opened += events.iter().filter(|event| matches!(event, Event::Opened { .. })).count();
    }
}

fn raise_offered(deal: &Deal) -> bool {
    deal.turn().is_some_and(|seat| deal.legal(seat).no_kontra)
}

/// Asserts that judging a played card allocates only the list of events.
///
/// A card that ends the deal is not checked.
fn check_judging(deal: &Deal, seat: Seat, action: Action, events: &[Event]) {
    let settles = events.iter().any(|event| matches!(event, Event::Settled { .. }));
    if matches!(action, Action::Play(_)) && !settles {
        let judging = allocations(|| _ = black_box(deal.judge(seat, action)));
        assert_eq!(judging, 1, "allocations of judge() for {action:?}");
    }
}

#[test]
fn playing_a_card_allocates_no_heap_memory() {
    for name in RuleSet::preset_names() {
        let book = Arc::new(Book::preset(name).expect("known preset"));
        let mut seen = Seen::default();
        for seed in 0..DEALS {
            let mut dice = Dice(seed);
            let deal = Deal::new(Arc::clone(&book), start(&mut dice)).expect("valid deal");
            let style = PlayStyle { claim: 5, ..PlayStyle::plain(&mut dice) };
            play_out(deal, style, &mut dice, |deal, seat, action, events| {
                seen.check(deal, action, events);
                check_judging(deal, seat, action, events);
            });
        }
        let Seen { asked, cards, raises, opened } = seen;
        println!("{name}: {asked} queries, {cards} cards, {raises} raises, {opened} opened");
        assert!(cards > 2000 && raises > 0 && opened > 0, "{name}: too few cards, raises or open hands");
    }
}

#[test]
fn allocation_counter_detects_heap_allocations() {
    assert_eq!(allocations(|| _ = black_box(Box::new(7))), 1);
}
