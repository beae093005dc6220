//! Views: the part of a deal that one seat, or the public, may see.
//!
//! User interfaces and robots receive a [`View`] instead of a [`Deal`], so that they can't reveal or use
//! hidden cards. A hidden hand contains only its number of cards.

use std::sync::Arc;

use enumset::EnumSet;

use crate::auction::Call;
use crate::deal::{Deal, DealEnd, Phase};
use crate::{
    Book, BySeat, CardSet, Contract, Games, Kontra, Legal, Play, Seat, Settlement, Suit, Trick, Trump,
};

/// A hand as seen by a viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// The viewer knows the cards.
    Known(CardSet),
    /// The viewer knows only the number of cards.
    Hidden(u32),
}

impl Hand {
    /// Returns the cards, or `None` if they are hidden.
    pub const fn cards(self) -> Option<CardSet> {
        match self {
            Self::Known(cards) => Some(cards),
            Self::Hidden(_) => None,
        }
    }

    /// Returns the number of cards.
    pub const fn len(self) -> u32 {
        match self {
            Self::Known(cards) => cards.len(),
            Self::Hidden(count) => count,
        }
    }

    /// Returns `true` if the hand has no cards.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A seat's view of a deal, or the public view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The seat of the viewer, or `None` for the public.
    pub seat: Option<Seat>,
    /// The book of contracts allowed by the rules of the deal.
    pub book: Arc<Book>,
    /// Seat of the dealer.
    pub dealer: Seat,
    /// Number of events so far.
    pub version: u32,
    /// Points in the window (the common pot) before the deal.
    pub window: i32,
    /// All bids and passes so far.
    pub calls: Vec<Call>,
    /// The current hands.
    pub hands: BySeat<Hand>,
    /// The two cards laid down with the last bid, if the viewer laid them down or the deal is over.
    pub talon: Option<CardSet>,
    /// The stage of the deal, with its public state.
    pub stage: Stage,
    /// The viewer's legal actions.
    pub legal: Legal,
}

/// The stage of a deal, with its public state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// The players are bidding.
    Auction {
        /// Seat to act.
        turn: Seat,
        /// `true` if the seat to act holds the talon and must bid.
        holding: bool,
        /// The highest bid so far and its bidder.
        best: Option<(Seat, Contract)>,
    },
    /// The declarer has to name the trumps.
    Naming {
        /// Seat of the declarer.
        declarer: Seat,
        /// The contract to be played.
        contract: Contract,
    },
    /// The cards are being played.
    Play(Board),
    /// The deal is over.
    Over {
        /// Public state of the play at its end, or `None` if the deal ended before the play.
        board: Option<Board>,
        /// The payments of the deal.
        settlement: Settlement,
        /// Reason for the end of the deal.
        end: DealEnd,
        /// The dealt hands.
        dealt: BySeat<CardSet>,
    },
}

/// Public state of the play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Seat of the declarer.
    pub declarer: Seat,
    /// The contract that is played.
    pub contract: Contract,
    /// The trumps, or `None` for play without trumps.
    pub trump: Trump,
    /// The kontra on each game.
    pub kontra: Kontra,
    /// Suits of the announced marriages.
    pub announced: BySeat<EnumSet<Suit>>,
    /// The finished tricks with their winners, in order of play.
    pub tricks: Vec<(Trick, Seat)>,
    /// The trick to which cards are being played.
    pub current: Trick,
    /// Seat to act.
    pub turn: Seat,
    /// `true` if the seat to act may raise a kontra.
    pub raising: bool,
    /// `true` for each seat whose hand is face up.
    pub open: BySeat<bool>,
}

impl Board {
    fn of(play: &Play) -> Self {
        Self {
            declarer: play.declarer,
            contract: play.contract,
            trump: play.trump,
            kontra: play.kontra,
            announced: play.announced,
            tricks: play.finished_tricks().map(|(trick, winner)| (*trick, winner)).collect(),
            current: *play.current(),
            turn: play.turn(),
            raising: play.raising.is_some(),
            open: play.open,
        }
    }

    /// Returns the number of tricks that a seat has won.
    pub fn tricks_by(&self, seat: Seat) -> usize {
        self.tricks.iter().filter(|(_, winner)| *winner == seat).count()
    }
}

impl View {
    /// Returns the seat to act, or `None` if the deal is over.
    pub const fn turn(&self) -> Option<Seat> {
        match &self.stage {
            Stage::Auction { turn, .. } => Some(*turn),
            Stage::Naming { declarer, .. } => Some(*declarer),
            Stage::Play(board) => Some(board.turn),
            Stage::Over { .. } => None,
        }
    }

    /// Returns the viewer's own hand. The public view has an empty hand.
    pub fn own_hand(&self) -> CardSet {
        self.seat.and_then(|seat| self.hands[seat].cards()).unwrap_or_default()
    }

    /// Returns the public state of the play, or `None` if the play has not begun.
    pub const fn board(&self) -> Option<&Board> {
        match &self.stage {
            Stage::Play(board) | Stage::Over { board: Some(board), .. } => Some(board),
            _ => None,
        }
    }

    /// Returns the groups of games that the viewer may double now. The games of a group are doubled together.
    ///
    /// Depending on the rules, each game forms its own group, or the ulti forms one group and all other games
    /// another.
    pub fn kontra_items(&self) -> Vec<Games> {
        self.board().map(|board| board.kontra.items_of(self.legal.kontra).collect()).unwrap_or_default()
    }

    /// Returns the declarer and the contract, or `None` during the auction.
    pub fn contract(&self) -> Option<(Seat, Contract)> {
        match &self.stage {
            Stage::Auction { .. } => None,
            Stage::Naming { declarer, contract } => Some((*declarer, *contract)),
            Stage::Play(board) | Stage::Over { board: Some(board), .. } => {
                Some((board.declarer, board.contract))
            }
            Stage::Over { board: None, .. } => {
                self.calls.iter().rev().find_map(|call| Some((call.seat, call.bid?)))
            }
        }
    }
}

impl Deal {
    /// Returns the view of a seat, or the public view for `None`.
    pub fn view(&self, seat: Option<Seat>) -> View {
        View {
            seat,
            book: Arc::clone(&self.book),
            dealer: self.start.dealer,
            version: self.version,
            window: self.start.window,
            calls: self.calls_so_far().to_vec(),
            hands: BySeat::from_fn(|whose| self.hand_seen_by(seat, whose)),
            talon: self.talon_seen_by(seat),
            stage: self.stage(),
            legal: seat.map(|seat| self.legal(seat)).unwrap_or_default(),
        }
    }

    /// Returns a view with all cards visible, for the review of a finished deal.
    pub(crate) fn view_of_all(&self) -> View {
        let talon = Seat::ALL.into_iter().find_map(|seat| self.talon_seen_by(Some(seat)));
        View { hands: self.hands().map(Hand::Known), talon, ..self.view(None) }
    }

    fn calls_so_far(&self) -> &[Call] {
        match &self.phase {
            Phase::Auction(auction) => &auction.calls,
            _ => &self.calls,
        }
    }

    fn hand_seen_by(&self, viewer: Option<Seat>, whose: Seat) -> Hand {
        let cards = self.hands()[whose];
        let open = match &self.phase {
            Phase::Play(play) => play.open[whose],
            Phase::Over(_) => true,
            Phase::Auction(_) | Phase::Naming(_) => false,
        };
        if open || viewer == Some(whose) { Hand::Known(cards) } else { Hand::Hidden(cards.len()) }
    }

    /// Returns the talon if the viewer may see it: after laying it down, or at the end of the deal.
    fn talon_seen_by(&self, viewer: Option<Seat>) -> Option<CardSet> {
        let (talon, laid_by) = match &self.phase {
            Phase::Auction(auction) => (auction.talon, auction.best().map(|(seat, _)| seat)),
            Phase::Naming(naming) => (naming.talon, Some(naming.declarer)),
            Phase::Play(play) => (play.talon, Some(play.declarer)),
            Phase::Over(over) => return Some(over.talon),
        };
        (viewer.is_some() && viewer == laid_by && !talon.is_empty()).then_some(talon)
    }

    fn stage(&self) -> Stage {
        match &self.phase {
            Phase::Auction(auction) => {
                Stage::Auction { turn: auction.turn, holding: auction.holding, best: auction.best() }
            }
            Phase::Naming(naming) => Stage::Naming { declarer: naming.declarer, contract: naming.contract },
            Phase::Play(play) => Stage::Play(Board::of(play)),
            Phase::Over(over) => Stage::Over {
                board: over.play.as_ref().map(Board::of),
                settlement: over.settlement.clone(),
                end: over.end,
                dealt: self.start.hands,
            },
        }
    }
}
