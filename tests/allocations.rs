//! While cards are played, asking what is legal and taking an event in leave the heap alone: counted,
//! not believed. The settlement is the one event that brings a list with it.
#![allow(clippy::expect_used)] // a test ends by panicking

use std::hint::black_box;
use std::sync::Arc;

use allocation_counter::measure;
use ulti::rules::{Action, Book, Deal, Event, RuleSet, Seat};

#[allow(dead_code)] // shared with the tests of the rules, which use all of it
#[path = "rules/random.rs"]
mod random;

use random::{Dice, Habit, play_out, start};

const DEALS: u64 = 120;

fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

/// What was seen of one preset.
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
            assert_eq!(asking, 0, "asking what {seat} may do");
            self.asked += 1;
        }
        let mut next = deal.clone();
        for event in events.iter().filter(|event| !matches!(event, Event::Settled { .. })) {
            let applying = allocations(|| next.apply(event));
            assert_eq!(applying, 0, "{event:?}");
        }
        self.cards += usize::from(matches!(action, Action::Play(_)));
        self.raises += usize::from(matches!(action, Action::Kontra(_)) && raise_offered(deal));
        self.opened += events.iter().filter(|event| matches!(event, Event::Opened { .. })).count();
    }
}

fn raise_offered(deal: &Deal) -> bool {
    deal.turn().is_some_and(|seat| deal.legal(seat).no_kontra)
}

/// A judged card allocates the list of its events, and nothing else until it settles the deal.
fn check_judging(deal: &Deal, seat: Seat, action: Action, events: &[Event]) {
    let settles = events.iter().any(|event| matches!(event, Event::Settled { .. }));
    if matches!(action, Action::Play(_)) && !settles {
        let judging = allocations(|| _ = black_box(deal.judge(seat, action)));
        assert_eq!(judging, 1, "{action:?}");
    }
}

#[test]
fn playing_leaves_the_heap_alone() {
    for name in RuleSet::preset_names() {
        let book = Arc::new(Book::preset(name).expect("a preset"));
        let mut seen = Seen::default();
        for seed in 0..DEALS {
            let mut dice = Dice(seed);
            let deal = Deal::new(Arc::clone(&book), start(&mut dice)).expect("a deal");
            let habit = Habit { claim: 5, ..Habit::plain(&mut dice) };
            play_out(deal, habit, &mut dice, |deal, seat, action, events| {
                seen.check(deal, action, events);
                check_judging(deal, seat, action, events);
            });
        }
        let Seen { asked, cards, raises, opened } = seen;
        println!("{name}: asked {asked} times, {cards} cards, {raises} raises, {opened} opened");
        assert!(cards > 2000 && raises > 0 && opened > 0, "{name}: too little was seen");
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| _ = black_box(Box::new(7))), 1);
}
