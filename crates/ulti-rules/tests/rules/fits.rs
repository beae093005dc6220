//! Validation of events with [`Deal::fits`].

use ulti_rules::{Book, BySeat, Card, CardSet, Deal, Event, Seat, SeatAction, Settlement, Start};

use super::random::{Dice, PlayStyle, play_out};

fn dealt() -> Deal {
    let hand = |cards: std::ops::Range<u8>| cards.filter_map(Card::from_index).collect::<CardSet>();
    let hands = BySeat([hand(0..12), hand(12..22), hand(22..32)]);
    let book = std::sync::Arc::new(Book::preset("4m").unwrap());
    Deal::new(book, Start { dealer: Seat::Two, hands, window: 0 }).unwrap()
}

/// Plays a random deal and returns its events.
fn events(seed: u64) -> Vec<Event> {
    let mut dice = Dice(seed);
    let style = PlayStyle::any(&mut dice);
    let mut events = Vec::new();
    play_out(dealt(), style, &mut dice, |_, _, _, happened| events.extend_from_slice(happened));
    events
}

#[test]
fn deal_events_are_accepted_only_once_and_in_order() {
    for seed in 0..40 {
        let (mut deal, events) = (dealt(), events(seed));
        for (place, event) in events.iter().enumerate() {
            assert!(deal.fits(event), "{event:?} does not fit after {:?}", &events[..place]);
            let next = events.get(place + 1);
            let opens = matches!(event, Event::Opened { .. });
            let claimed = place > 0 && matches!(events[place - 1], Event::Claimed { .. });
            assert!(
                opens || claimed || deal.is_complete() == SeatAction::of(event).is_some(),
                "before {event:?}"
            );
            let before = deal.clone();
            deal.apply(event);
            let is_card = matches!(event, Event::Played { .. });
            assert!(!is_card || !deal.fits(event), "{event:?} fits twice");
            if let Some(Event::Played { seat, .. }) = next.filter(|_| is_card) {
                assert!(!before.fits(&events[place + 1]), "{seat} plays out of turn");
            }
        }
        assert!(deal.is_complete());
        assert!(events.iter().all(|event| !deal.fits(event)), "event fits after the end");
    }
}

#[test]
fn event_with_wrong_cards_or_payments_is_rejected() {
    let deal = dealt();
    let foreign: CardSet = deal.start().hands[Seat::One].iter().take(2).collect();
    let (seat, contract) = (Seat::Zero, "ulti".parse().unwrap());
    assert!(!deal.fits(&Event::Bid { seat, contract, discard: Some(foreign) }));
    assert!(!deal.fits(&Event::Bid { seat, contract, discard: None }));
    let payments = BySeat([1, 1, 1]);
    let settlement = Settlement { payments, window: 0, items: Vec::new() };
    assert!(!deal.fits(&Event::Settled { settlement }));
    let payments = BySeat([i32::MAX, i32::MIN, 1]);
    let settlement = Settlement { payments, window: 0, items: Vec::new() };
    assert!(!deal.fits(&Event::Settled { settlement }));
}
