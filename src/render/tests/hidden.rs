//! Tests that hidden cards do not affect pictures: two deals that differ only in cards hidden from the reader
//! have identical pictures, byte for byte.

use std::sync::Arc;

use super::deal::hand;
use crate::discord::messages::fixtures::TestTable;
use crate::render::{CachedPictures, Pictures as _, Subject};
use crate::text::Appearance;
use ulti_rules::{Card, CardSet, Deal, Event, Seat, Start};

/// Returns the hands that are hidden from a reader.
fn hidden_from(table: &TestTable, reader: Option<Seat>) -> Vec<CardSet> {
    let view = table.deal.view(reader);
    let is_hidden = |seat: &Seat| view.hands[*seat].cards().is_none();
    Seat::ALL.into_iter().filter(is_hidden).map(|seat| table.deal.view(Some(seat)).own_hand()).collect()
}

/// Returns the table with one card exchanged between the hidden hands, or `None` if fewer than two hands are
/// hidden.
fn twin(table: &TestTable, reader: Option<Seat>, place: usize) -> Option<TestTable> {
    let hidden = hidden_from(table, reader);
    let card = |hand: &CardSet| hand.iter().nth(place % hand.len().max(1) as usize);
    let (one, other) = (hidden.first().and_then(card)?, hidden.get(1).and_then(card)?);
    let swap = |card: Card| {
        if card == one {
            other
        } else if card == other {
            one
        } else {
            card
        }
    };
    let swapped = |cards: CardSet| -> CardSet { cards.iter().map(swap).collect() };
    let hands = table.deal.start().hands.map(swapped);
    let start = Start { hands, ..table.deal.start().clone() };
    let mut twin =
        TestTable { deal: Deal::new(Arc::clone(table.deal.book()), start).unwrap(), ..table.clone() };
    for event in &mut twin.events {
        if let Event::Bid { discard: Some(cards), .. } = event {
            *cards = swapped(*cards);
        }
        twin.deal.apply(event);
    }
    Some(twin)
}

#[test]
fn pictures_do_not_reveal_hidden_cards() {
    let mut compared = 0;
    for seed in 0..8 {
        let table =
            TestTable::shuffled(seed).until(|deal| deal.version() >= 3 + 3 * u32::try_from(seed).unwrap());
        if table.deal.turn().is_none() {
            continue;
        }
        let drawn = CachedPictures::default();
        for seat in Seat::ALL {
            let Some(twin) = twin(&table, Some(seat), usize::try_from(seed).unwrap()) else { continue };
            assert_ne!(twin.deal, table.deal);
            let [one, other] = [&table, &twin]
                .map(|table| CachedPictures::default().draw(&hand(table, seat), Appearance::default()));
            assert_eq!(one, other, "seat {seat}, seed {seed}");
            compared += usize::from(one.is_some());
        }
        if let Some(twin) = twin(&table, None, 1) {
            let picture = |table: &TestTable| {
                CachedPictures::default()
                    .draw(&Subject::Table(table.table_view().into()), Appearance::default())
            };
            let (one, other) = (picture(&table), picture(&twin));
            assert_eq!(one, other, "the table, seed {seed}");
            compared += usize::from(one.is_some());
            assert!(Subject::Table(table.table_view().into()).drawing(Appearance::default()).is_some());
            // The pictures do depend on the cards: those of the hidden hands differ.
            let [own, others] = [&table, &twin]
                .map(|table| Seat::ALL.map(|seat| drawn.draw(&hand(table, seat), Appearance::default())));
            assert_ne!(own, others);
        }
    }
    assert!(compared > 16, "too few pictures compared: {compared}");
}
