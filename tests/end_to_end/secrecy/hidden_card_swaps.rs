//! Comparison of deals that differ only in cards hidden from a viewer.
//!
//! Their views must be equal. Messages and pictures are made from views alone.

use std::sync::Arc;

use fastrand::Rng;
use ulti_rules::{Book, BySeat, Card, CardSet, Deal, Event, RuleSet, Seat, Start, View};
use ulti_testkit::random_action;

/// Returns the cards that a seat, or the public, has seen.
fn seen(viewer: Option<Seat>, start: &Start, events: &[Event]) -> CardSet {
    let (mut hands, mut talon) = (start.hands, CardSet::EMPTY);
    let mut seen = viewer.map(|seat| hands[seat]).unwrap_or_default();
    for event in events {
        match event {
            Event::TalonTaken { seat } => {
                hands[*seat] |= talon;
                talon = CardSet::EMPTY;
            }
            Event::Bid { seat, discard: Some(cards), .. } => {
                hands[*seat] -= *cards;
                talon = *cards;
            }
            Event::Played { seat, card } => {
                hands[*seat] -= CardSet::of(*card);
                seen |= CardSet::of(*card);
            }
            Event::Opened { seat } | Event::Claimed { seat } => seen |= hands[*seat],
            _ => {}
        }
        seen |= viewer.map(|seat| hands[seat]).unwrap_or_default();
    }
    seen
}

fn swap_cards(cards: CardSet, [one, other]: [Card; 2]) -> CardSet {
    let swap = |card| match card {
        card if card == one => other,
        card if card == other => one,
        card => card,
    };
    cards.iter().map(swap).collect()
}

/// Returns the same deal with two cards swapped.
fn swapped(deal: &Deal, events: &[Event], pair: [Card; 2]) -> Deal {
    let hands = deal.start().hands.map(|hand| swap_cards(hand, pair));
    let mut swapped = Deal::new(Arc::clone(deal.book()), Start { hands, ..deal.start().clone() }).unwrap();
    for event in events {
        swapped.apply(&match event {
            Event::Bid { seat, contract, discard } => {
                let discard = discard.map(|cards| swap_cards(cards, pair));
                Event::Bid { seat: *seat, contract: *contract, discard }
            }
            event => event.clone(),
        });
    }
    swapped
}

fn dealt(dice: &mut Rng) -> Deal {
    let presets: Vec<&str> = RuleSet::preset_names().collect();
    let book = Arc::new(Book::preset(dice.choice(presets).unwrap()).unwrap());
    let mut deck: Vec<Card> = Card::deck().collect();
    dice.shuffle(&mut deck);
    let dealer = dice.choice(Seat::ALL).unwrap();
    let mut hands = BySeat::default();
    hands[dealer.next()] = deck[..12].iter().copied().collect();
    hands[dealer.next().next()] = deck[12..22].iter().copied().collect();
    hands[dealer] = deck[22..].iter().copied().collect();
    Deal::new(book, Start { dealer, hands, window: 0 }).unwrap()
}

/// Plays a deal at random, and returns the number of views compared and the number of swaps visible to
/// another seat.
fn play(dice: &mut Rng) -> [usize; 2] {
    let (mut deal, mut events, mut sum) = (dealt(dice), Vec::new(), [0, 0]);
    while let Some(turn) = deal.turn() {
        for viewer in Seat::ALL.into_iter().map(Some).chain([None]) {
            let mut hidden: Vec<Card> =
                (CardSet::DECK - seen(viewer, deal.start(), &events)).iter().collect();
            dice.shuffle(&mut hidden);
            let [one, other, ..] = hidden[..] else { continue };
            let swapped = swapped(&deal, &events, [one, other]);
            assert_eq!(swapped.view(viewer), deal.view(viewer), "{one} and {other}, after {events:?}");
            let differs = |seat| swapped.view(Some(seat)) != deal.view(Some(seat));
            sum = [sum[0] + 1, sum[1] + usize::from(Seat::ALL.into_iter().any(differs))];
        }
        let view: View = deal.view(Some(turn));
        let action = random_action(dice, &view);
        let happened = deal.judge(turn, action).expect("listed action is illegal");
        for event in &happened {
            assert!(deal.fits(event), "{event:?} after {events:?} of {happened:?}");
            deal.apply(event);
        }
        assert!(deal.is_complete(), "{happened:?} after {events:?}");
        events.extend(happened);
    }
    sum
}

#[test]
fn player_view_does_not_depend_on_hidden_cards() {
    let (deals, first) =
        (super::env_number("ULTI_SECRECY_TWINS", 1000), super::env_number("ULTI_SECRECY_SEED", 1));
    let mut sum = [0, 0];
    for seed in 0..deals {
        let more = play(&mut Rng::with_seed((first * 1_000_000 + seed) as u64));
        sum = [sum[0] + more[0], sum[1] + more[1]];
    }
    eprintln!("{deals} deals: {} views compared, {} swaps visible to another seat", sum[0], sum[1]);
    assert!(sum[1] > 20 * deals, "swaps are hardly visible to other seats: {sum:?}");
}
