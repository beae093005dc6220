//! Restores a seat's view of a deal by replaying the actions with placeholder cards.
//!
//! During the auction, every hand is set to the whole deck, so that any cards can be laid down. During play,
//! a hand is set to its known cards: the cards played and, if the hand is face up, the remaining ones. A
//! revoke is therefore rejected only if the known cards prove it.

use std::sync::Arc;

use super::document::SeatDocument;
use super::error::{SEAT_FORMAT, SeatDocumentError};
use crate::deal::{Deal, Phase};
use crate::records::seat_action::RawStep;
use crate::{
    Action, Book, BySeat, Card, CardSet, Event, Hand, Legal, Play, Rank, Seat, SeatAction, Stage, Start, View,
};

impl SeatDocument {
    /// Restores the seat's view of the deal from the document.
    ///
    /// # Errors
    /// Returns an error if the document contradicts itself or the rules.
    pub fn view(&self) -> Result<View, SeatDocumentError> {
        self.view_with(&Arc::new(Book::new(self.rules.rules()?)))
    }

    /// Restores the seat's view of the deal from the document.
    ///
    /// Unlike [`SeatDocument::view`], this method uses an existing book (the list of legal contracts) instead
    /// of creating one. `book` must have been created from the document's rules.
    pub fn view_with(&self, book: &Arc<Book>) -> Result<View, SeatDocumentError> {
        if self.format != SEAT_FORMAT {
            return Err(SeatDocumentError::UnknownFormat(self.format.clone()));
        }
        if !(0..=Start::MOST_IN_WINDOW).contains(&self.window) {
            return Err(SeatDocumentError::Window(self.window));
        }
        let known = KnownCards::new(self, self.steps()?)?;
        let view = known.view_of(&known.replay(book)?)?;
        // Earlier versions listed a claim under rules without claims.
        let claim = |given: &Legal| given.claim && book.rules().claim;
        match &self.legal {
            Some(given) if !Legal { claim: claim(given), ..given.clone() }.is_equivalent(&view.legal) => {
                Err(SeatDocumentError::OtherLegal(serde_json::to_string(&view.legal)?))
            }
            _ => Ok(view),
        }
    }

    /// Parses the document's actions, in order.
    fn steps(&self) -> Result<Vec<SeatAction>, SeatDocumentError> {
        let read = |(number, raw): (usize, &RawStep)| {
            SeatAction::try_from(raw.clone()).map_err(|reason| SeatDocumentError::NotAStep { number, reason })
        };
        (1..).zip(&self.actions).map(read).collect()
    }
}

/// The cards in a deal that are known to one seat.
struct KnownCards<'a> {
    seen: &'a SeatDocument,
    steps: Vec<SeatAction>,
    played: BySeat<CardSet>,
    /// The cards that this seat discarded with its last bid.
    discard: Option<CardSet>,
}

impl<'a> KnownCards<'a> {
    fn new(seen: &'a SeatDocument, steps: Vec<SeatAction>) -> Result<Self, SeatDocumentError> {
        let mut known = Self { seen, steps, played: BySeat::default(), discard: None };
        let mut places = vec![seen.hand];
        for (place, step) in known.steps.iter().enumerate() {
            match step.action {
                Action::Play(card) => {
                    known.played[step.seat] |= card.into();
                    places.push(card.into());
                }
                Action::Bid { discard: Some(_), .. } if step.seat != seen.seat => {
                    return Err(SeatDocumentError::HiddenDiscard { number: place + 1, seat: step.seat });
                }
                Action::Bid { discard: Some(cards), .. } => known.discard = Some(cards),
                _ => {}
            }
        }
        places.extend(seen.talon);
        places.extend(seen.open.values().copied().flatten());
        check_disjoint(&places)?;
        Ok(known)
    }

    /// Returns the cards that a seat is known to have held at the start of play.
    fn held(&self, seat: Seat) -> CardSet {
        let now = if seat == self.seen.seat { Some(self.seen.hand) } else { self.seen.open[seat] };
        self.played[seat] | now.unwrap_or_default()
    }

    /// Returns the talon (the two discarded cards) if it is known, or two placeholder cards otherwise.
    fn talon(&self) -> CardSet {
        self.seen.talon.or(self.discard).unwrap_or_else(|| CardSet::DECK.iter().take(2).collect())
    }

    fn replay(&self, book: &Arc<Book>) -> Result<Deal, SeatDocumentError> {
        let hands = BySeat([CardSet::DECK; 3]);
        let start = Start { dealer: self.seen.dealer, hands, window: self.seen.window };
        let mut deal = Deal::unchecked(Arc::clone(book), start);
        for (place, step) in self.steps.iter().enumerate() {
            let illegal = |reason| SeatDocumentError::Illegal { number: place + 1, step: *step, reason };
            let action = with_placeholders(deal.recorded(step.action), &deal);
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

    /// Returns the seat's view of the replayed deal, with the placeholder cards replaced by the known cards.
    fn view_of(&self, deal: &Deal) -> Result<View, SeatDocumentError> {
        let seat = self.seen.seat;
        let mut view = deal.view(Some(seat));
        if matches!(view.stage, Stage::Over { .. }) {
            return Err(SeatDocumentError::Over);
        }
        for whose in Seat::ALL {
            view.hands[whose] = self.hand(whose, &view)?;
        }
        self.check_announced(deal)?;
        view.talon = match (view.talon, self.seen.talon, self.discard) {
            (None, None, _) => None,
            (None, Some(_), _) => return Err(SeatDocumentError::TalonHidden),
            (Some(_), Some(given), Some(discard)) if given != discard => {
                return Err(SeatDocumentError::OtherTalon(discard));
            }
            (Some(_), Some(given), _) if given.len() == 2 => Some(given),
            (Some(_), None, Some(discard)) => {
                check_disjoint(&[discard, self.held(seat)])?;
                Some(discard)
            }
            (Some(_), ..) => return Err(SeatDocumentError::TalonMissing(seat)),
        };
        // In the restored deal, these are placeholder cards.
        view.from_talon = CardSet::EMPTY;
        Ok(view)
    }

    /// Returns the current hand of the seat `whose`, as known to the viewing seat.
    fn hand(&self, whose: Seat, view: &View) -> Result<Hand, SeatDocumentError> {
        let wanted = match &view.stage {
            Stage::Auction { turn, holding: true, .. } if *turn == whose => 12,
            _ => 10 - self.played[whose].len().min(10),
        };
        let lies_open = view.board().is_some_and(|board| board.open[whose]);
        let cards = match (whose == self.seen.seat, self.seen.open[whose]) {
            (true, None) => self.seen.hand,
            (false, Some(cards)) if lies_open => cards,
            (_, Some(_)) => return Err(SeatDocumentError::NotOpen(whose)),
            (false, None) if lies_open && wanted > 0 => return Err(SeatDocumentError::OpenMissing(whose)),
            (false, None) if lies_open => CardSet::EMPTY,
            (false, None) => return Ok(Hand::Hidden(wanted)),
        };
        let count = cards.len();
        let fits = count == wanted;
        if fits {
            Ok(Hand::Known(cards))
        } else {
            Err(SeatDocumentError::HandSize { seat: whose, count, wanted })
        }
    }

    /// Checks that the marriages (king and over of a suit) in the document can have been announced.
    ///
    /// A seat announces its marriages with its first card if they count in the contract. If the rules say so,
    /// the declarer announces the marriage that a 40-100 or 20-100 requires. The king and over must not be
    /// known to have been in another hand or in the talon. If the seat is known to have held both, it must
    /// have announced them.
    fn check_announced(&self, deal: &Deal) -> Result<(), SeatDocumentError> {
        let play = match &deal.phase {
            Phase::Play(play) => Some(play),
            _ => None,
        };
        for (seat, given) in self.seen.announced.iter() {
            let own_left_out = seat == self.seen.seat && given.is_empty();
            if *given != play.map(|play| play.announced[seat]).unwrap_or_default() && !own_left_out {
                return Err(SeatDocumentError::Announced(seat));
            }
            let not_held = play.map(|play| self.not_held(seat, play)).unwrap_or_default();
            let pair = |suit| [Rank::King, Rank::Over].map(|rank| Card::new(suit, rank));
            let impossible = |suit: &_| pair(*suit).into_iter().any(|card| not_held.contains(card));
            if let Some(suit) = given.iter().find(impossible) {
                return Err(SeatDocumentError::Marriage { seat, suit });
            }
            let has_played = !self.played[seat].is_empty() && !own_left_out;
            let left_out = |play: &Play| self.held(seat).marriages() & play.ruled_out_marriages(seat);
            if let Some(suit) = play.filter(|_| has_played).and_then(|play| left_out(play).iter().next()) {
                return Err(SeatDocumentError::NotAnnounced { seat, suit });
            }
        }
        Ok(())
    }

    /// Returns the cards that a seat cannot have held, because they are known to have been in another hand or
    /// in the talon, or because all ten cards of the seat are known.
    fn not_held(&self, seat: Seat, play: &Play) -> CardSet {
        let [one, other] = seat.others().map(|other| self.held(other));
        let talon = if play.declarer == self.seen.seat { self.talon() } else { CardSet::EMPTY };
        let held = self.held(seat);
        let others = if held.len() == 10 { CardSet::DECK - held } else { CardSet::EMPTY };
        one | other | talon | others
    }
}

/// Returns the action with two placeholder cards as its discarded cards, if it is a bid whose discarded cards
/// are unknown.
///
/// Returns any other action unchanged.
fn with_placeholders(action: Action, deal: &Deal) -> Action {
    match (action, &deal.phase) {
        (Action::Bid { contract, discard: None }, Phase::Auction(auction)) if auction.holding => {
            let discard = auction.hands[auction.turn].iter().take(2).collect();
            Action::Bid { contract, discard: Some(discard) }
        }
        _ => action,
    }
}

/// Checks that no card occurs in more than one of the sets.
fn check_disjoint(places: &[CardSet]) -> Result<(), SeatDocumentError> {
    let (mut all, mut twice) = (CardSet::EMPTY, CardSet::EMPTY);
    for place in places {
        twice |= all & *place;
        all |= *place;
    }
    if twice.is_empty() { Ok(()) } else { Err(SeatDocumentError::Twice(twice)) }
}
