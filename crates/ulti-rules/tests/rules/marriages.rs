//! The marriages that a view lists before they are announced.

use proptest::prelude::*;
use ulti_rules::{Action, BySeat, Event, Seat};

use crate::properties::fresh;
use crate::random::play_out;

proptest! {
    #[test]
    fn view_lists_marriages_that_first_card_announces(seed: u64) {
        let (deal, style, mut dice) = fresh(seed);
        let mut played = BySeat::<bool>::default();
        play_out(deal, style, &mut dice, |deal, seat, action, events| {
            if deal.view(None).board().is_none() {
                return;
            }
            for other in Seat::ALL {
                let expected = deal.view(Some(other)).marriages_to_announce();
                assert!(!played[other] || expected.is_empty(), "{other}: {expected:?}");
            }
            if let (Action::Play(_), false) = (action, played[seat]) {
                let announced = events.iter().find_map(|event| match event {
                    Event::Announced { suits, .. } => Some(*suits),
                    _ => None,
                });
                assert_eq!(deal.view(Some(seat)).marriages_to_announce(), announced.unwrap_or_default());
                assert!(deal.view(None).marriages_to_announce().is_empty());
                played[seat] = true;
            }
        });
    }
}
