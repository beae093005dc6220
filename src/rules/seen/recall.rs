//! From what a seat knows to its view: the actions are played again by the rules themselves, with
//! stand-ins for the cards that the seat can't see.
//!
//! During the auction a stand-in hand is the whole deck, so that anything can be laid down. In play it
//! is what the hand is known to have held: the cards it played and, where it lies open, those it
//! still has. So a revoke that shows is refused, and one that could not be seen is not.

use std::sync::Arc;

use super::super::deal::{Deal, Phase};
use super::super::{
    Action, Book, BySeat, Card, CardSet, Event, Hand, Play, Rank, Seat, Stage, Start, Step, View,
};
use super::{NotSeen, Seen};

pub(super) fn view(seen: &Seen, book: &Arc<Book>) -> Result<View, NotSeen> {
    if !(0..=Start::MOST_IN_WINDOW).contains(&seen.window) {
        return Err(NotSeen::Window(seen.window));
    }
    let recall = Recall::new(seen, seen.steps()?)?;
    let deal = recall.replay(book)?;
    recall.seen_in(&deal)
}

/// What is known of the cards.
struct Recall<'a> {
    seen: &'a Seen,
    steps: Vec<Step>,
    played: BySeat<CardSet>,
    /// What this seat laid down last.
    laid: Option<CardSet>,
}

impl<'a> Recall<'a> {
    fn new(seen: &'a Seen, steps: Vec<Step>) -> Result<Self, NotSeen> {
        let mut recall = Self { seen, steps, played: BySeat::default(), laid: None };
        let mut places = vec![seen.hand];
        for (place, step) in recall.steps.iter().enumerate() {
            match step.action {
                Action::Play(card) => {
                    recall.played[step.seat] |= card.into();
                    places.push(card.into());
                }
                Action::Bid { discard: Some(_), .. } if step.seat != seen.seat => {
                    return Err(NotSeen::HiddenDiscard { number: place + 1, seat: step.seat });
                }
                Action::Bid { discard: Some(cards), .. } => recall.laid = Some(cards),
                _ => {}
            }
        }
        places.extend(seen.talon);
        places.extend(seen.open.values().copied().flatten());
        once(&places)?;
        Ok(recall)
    }

    /// Everything that a seat is known to have held when play began.
    fn held(&self, seat: Seat) -> CardSet {
        let now = if seat == self.seen.seat { Some(self.seen.hand) } else { self.seen.open[seat] };
        self.played[seat] | now.unwrap_or_default()
    }

    /// The own talon, or a stand-in.
    fn talon(&self) -> CardSet {
        self.seen.talon.or(self.laid).unwrap_or_else(|| CardSet::DECK.iter().take(2).collect())
    }

    fn replay(&self, book: &Arc<Book>) -> Result<Deal, NotSeen> {
        let hands = BySeat([CardSet::DECK; 3]);
        let start = Start { dealer: self.seen.dealer, hands, window: self.seen.window };
        let mut deal = Deal::unchecked(Arc::clone(book), start);
        for (place, step) in self.steps.iter().enumerate() {
            let illegal = |reason| NotSeen::Illegal { number: place + 1, step: *step, reason };
            let action = with_stand_in(step.action, &deal);
            let mut event = Some(deal.judge_alone(step.seat, action).map_err(illegal)?);
            while let Some(happened) = event {
                self.apply(&mut deal, &happened);
                event = deal.consequence();
            }
        }
        Ok(deal)
    }

    fn apply(&self, deal: &mut Deal, event: &Event) {
        deal.apply(event);
        let held = || BySeat::from_fn(|seat| self.held(seat));
        match &mut deal.phase {
            Phase::Auction(auction) => auction.hands = BySeat([CardSet::DECK; 3]),
            Phase::Naming(naming) => (naming.hands, naming.talon) = (held(), self.talon()),
            Phase::Play(play) if !play.has_begun() => {
                (play.hands, play.talon) = (held(), self.talon());
                play.marriages = BySeat::from_fn(|seat| {
                    if seat == self.seen.seat {
                        self.held(seat).marriages()
                    } else {
                        self.seen.announced[seat]
                    }
                });
            }
            _ => {}
        }
    }

    /// The view of the deal, with the seat's own cards in place of the stand-ins.
    fn seen_in(&self, deal: &Deal) -> Result<View, NotSeen> {
        let seat = self.seen.seat;
        let mut view = deal.view(Some(seat));
        if matches!(view.stage, Stage::Over { .. }) {
            return Err(NotSeen::Over);
        }
        for whose in Seat::ALL {
            view.hands[whose] = self.hand(whose, &view)?;
        }
        self.check_announced(deal)?;
        view.talon = match (view.talon, self.seen.talon, self.laid) {
            (None, None, _) => None,
            (None, Some(_), _) => return Err(NotSeen::TalonHidden),
            (Some(_), Some(said), Some(laid)) if said != laid => return Err(NotSeen::OtherTalon(laid)),
            (Some(_), Some(said), _) if said.len() == 2 => Some(said),
            (Some(_), None, Some(laid)) => {
                once(&[laid, self.held(seat)])?;
                Some(laid)
            }
            (Some(_), ..) => return Err(NotSeen::TalonMissing(seat)),
        };
        Ok(view)
    }

    /// A hand as it is now, as this seat sees it.
    fn hand(&self, whose: Seat, view: &View) -> Result<Hand, NotSeen> {
        let wanted = match &view.stage {
            Stage::Auction { turn, holding: true, .. } if *turn == whose => 12,
            _ => 10 - self.played[whose].len().min(10),
        };
        let lies_open = view.board().is_some_and(|board| board.open[whose]);
        let cards = match (whose == self.seen.seat, self.seen.open[whose]) {
            (true, None) => self.seen.hand,
            (false, Some(cards)) if lies_open => cards,
            (_, Some(_)) => return Err(NotSeen::NotOpen(whose)),
            (false, None) if lies_open && wanted > 0 => return Err(NotSeen::OpenMissing(whose)),
            (false, None) if lies_open => CardSet::EMPTY,
            (false, None) => return Ok(Hand::Hidden(wanted)),
        };
        let count = cards.len();
        let fits = count == wanted;
        if fits { Ok(Hand::Known(cards)) } else { Err(NotSeen::HandSize { seat: whose, count, wanted }) }
    }

    /// Marriages have been announced as the rules do it, and their cards are not elsewhere.
    fn check_announced(&self, deal: &Deal) -> Result<(), NotSeen> {
        let play = match &deal.phase {
            Phase::Play(play) => Some(play),
            _ => None,
        };
        for (seat, said) in self.seen.announced.iter() {
            let own_left_out = seat == self.seen.seat && said.is_empty();
            if *said != play.map(|play| play.announced[seat]).unwrap_or_default() && !own_left_out {
                return Err(NotSeen::Announced(seat));
            }
            let elsewhere = play.map(|play| self.elsewhere(seat, play)).unwrap_or_default();
            let pair = |suit| [Rank::King, Rank::Over].map(|rank| Card::new(suit, rank));
            let impossible = |suit: &_| pair(*suit).into_iter().any(|card| elsewhere.contains(card));
            if let Some(suit) = said.iter().find(impossible) {
                return Err(NotSeen::Marriage { seat, suit });
            }
        }
        Ok(())
    }

    /// The cards that a seat is known not to have held.
    fn elsewhere(&self, seat: Seat, play: &Play) -> CardSet {
        let [one, other] = seat.others().map(|other| self.held(other));
        let talon = if play.declarer == self.seen.seat { self.talon() } else { CardSet::EMPTY };
        one | other | talon
    }
}

/// The action with stand-ins for cards that have to be laid down and are not known.
fn with_stand_in(action: Action, deal: &Deal) -> Action {
    match (action, &deal.phase) {
        (Action::Bid { contract, discard: None }, Phase::Auction(auction)) if auction.holding => {
            let discard = auction.hands[auction.turn].iter().take(2).collect();
            Action::Bid { contract, discard: Some(discard) }
        }
        _ => action,
    }
}

/// No card is in two of these places.
fn once(places: &[CardSet]) -> Result<(), NotSeen> {
    let (mut all, mut twice) = (CardSet::EMPTY, CardSet::EMPTY);
    for place in places {
        twice |= all & *place;
        all |= *place;
    }
    if twice.is_empty() { Ok(()) } else { Err(NotSeen::Twice(twice)) }
}
