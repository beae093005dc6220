//! Whether events that come from elsewhere than [`Deal::judge`] can be a deal: those of a journal that was
//! damaged, say.

use super::auction::Auction;
use super::deal::{Deal, Naming, Phase};
use super::{Event, Play, Step};

impl Deal {
    /// Whether an event can follow, as far as cards, turns and sums go.
    ///
    /// What was legal is not asked again: a deal that was played by an older version of this program stands.
    pub fn fits(&self, event: &Event) -> bool {
        // Hands are laid open by themselves, too.
        let follows = self.consequence();
        if Step::of(event).is_some() && follows.is_some_and(|expected| expected != *event) {
            return false;
        }
        match (&self.phase, event) {
            (Phase::Over(_), _) => false,
            (_, Event::Left { .. }) => true,
            (_, Event::Settled { settlement }) => settlement.sums_to_zero(),
            (Phase::Auction(auction), event) => auction.fits(self, event),
            (Phase::Naming(naming), event) => naming.fits(self, event),
            (Phase::Play(play), event) => play.fits(event),
        }
    }

    /// Whether this event follows by itself from what has happened: nobody does it.
    pub fn follows(&self, event: &Event) -> bool {
        self.consequence().is_some_and(|expected| expected == *event)
    }

    /// Whether all that follows by itself from what has happened has happened, too.
    ///
    /// Whether a claim can be proven is not looked into: without a settlement after it, play goes on with the
    /// hand laid open, and the cards decide all the same.
    pub fn is_complete(&self) -> bool {
        self.consequence().is_none()
    }
}

impl Auction {
    fn fits(&self, deal: &Deal, event: &Event) -> bool {
        match event {
            Event::Bid { seat, contract, discard } => {
                let is_held = match discard {
                    Some(cards) => self.holding && cards.len() == 2 && self.hands[*seat].is_superset(*cards),
                    None => !self.holding,
                };
                *seat == self.turn && is_held && deal.book.find(contract).is_some()
            }
            Event::TalonTaken { seat } | Event::Passed { seat } => *seat == self.turn && !self.holding,
            Event::AuctionClosed { declarer, contract } => {
                !self.holding && self.best() == Some((*declarer, *contract))
            }
            _ => false,
        }
    }
}

impl Naming {
    fn fits(&self, deal: &Deal, event: &Event) -> bool {
        let rule = || deal.book.find(&self.contract).map(|entry| entry.trump);
        match event {
            Event::TrumpNamed { seat, trump } => {
                *seat == self.declarer && rule().is_some_and(|rule| rule.allows(*trump))
            }
            Event::Folded { seat } => *seat == self.declarer,
            _ => false,
        }
    }
}

impl Play {
    fn fits(&self, event: &Event) -> bool {
        match event {
            Event::Kontra { seat, .. } => *seat == self.turn(),
            Event::NoKontra { seat } => self.raising == Some(*seat),
            Event::Played { seat, card } => {
                *seat == self.turn() && !self.current().is_full() && self.hands[*seat].contains(*card)
            }
            Event::TrickTaken { seat } => {
                let best = self.current().best(self.trump).filter(|_| self.current().is_full());
                !self.is_over() && best.is_some_and(|(winner, _)| winner == *seat)
            }
            Event::Folded { seat } => *seat == self.declarer,
            Event::Announced { .. } | Event::Opened { .. } | Event::Claimed { .. } => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{self, Level, Stop};
    use crate::rules::{Book, BySeat, Card, CardSet, Seat, Start};

    fn dealt() -> Deal {
        let hand = |cards: std::ops::Range<u8>| cards.filter_map(Card::from_index).collect::<CardSet>();
        let hands = BySeat([hand(0..12), hand(12..22), hand(22..32)]);
        let book = std::sync::Arc::new(Book::preset("4m").unwrap());
        Deal::new(book, Start { dealer: Seat::Two, hands, window: 0 }).unwrap()
    }

    /// A whole deal of random robots.
    fn events(seed: u64) -> Vec<Event> {
        let (mut deal, mut events) = (dealt(), Vec::new());
        let mut robot = ai::robot(Level::Random, seed);
        while let Some(turn) = deal.turn() {
            let action = robot.act(&deal.view(Some(turn)), &Stop::new()).unwrap();
            let happened = deal.judge(turn, action).unwrap();
            for event in &happened {
                deal.apply(event);
            }
            events.extend(happened);
        }
        events
    }

    #[test]
    fn what_was_judged_fits_and_what_is_said_twice_or_left_out_does_not() {
        for seed in 0..40 {
            let (mut deal, events) = (dealt(), events(seed));
            for (place, event) in events.iter().enumerate() {
                assert!(deal.fits(event), "{event:?} after {:?}", &events[..place]);
                let next = events.get(place + 1);
                let opens = matches!(event, Event::Opened { .. });
                let claimed = place > 0 && matches!(events[place - 1], Event::Claimed { .. });
                assert!(
                    opens || claimed || deal.is_complete() == Step::of(event).is_some(),
                    "before {event:?}"
                );
                let before = deal.clone();
                deal.apply(event);
                let is_card = matches!(event, Event::Played { .. });
                assert!(!is_card || !deal.fits(event), "{event:?} twice");
                if let Some(Event::Played { seat, .. }) = next.filter(|_| is_card) {
                    assert!(!before.fits(&events[place + 1]), "{seat} plays before their turn");
                }
            }
            assert!(deal.is_complete());
            assert!(events.iter().all(|event| !deal.fits(event)), "nothing follows the end");
        }
    }

    #[test]
    fn a_card_that_nobody_holds_and_a_sum_that_is_none_do_not_fit() {
        let deal = dealt();
        let foreign: CardSet = deal.start().hands[Seat::One].iter().take(2).collect();
        let (seat, contract) = (Seat::Zero, "ulti".parse().unwrap());
        assert!(!deal.fits(&Event::Bid { seat, contract, discard: Some(foreign) }));
        assert!(!deal.fits(&Event::Bid { seat, contract, discard: None }));
        let payments = BySeat([1, 1, 1]);
        let settlement = crate::rules::Settlement { payments, window: 0, items: Vec::new() };
        assert!(!deal.fits(&Event::Settled { settlement }));
        let payments = BySeat([i32::MAX, i32::MIN, 1]);
        let settlement = crate::rules::Settlement { payments, window: 0, items: Vec::new() };
        assert!(!deal.fits(&Event::Settled { settlement }));
    }
}
