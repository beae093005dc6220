//! What one seat, or the public, may know of a deal.
//!
//! The one door through which cards leave the engine: robots, texts, pictures and messages are made
//! from a [`View`], never from a [`Deal`]. A hidden hand is a number and holds no cards.

use std::sync::Arc;

use enumset::EnumSet;

use super::auction::Call;
use super::deal::{Deal, End, Phase};
use super::{
    Book, BySeat, CardSet, Contract, Games, Kontra, Legal, Play, Seat, Settlement, Suit, Trick, Trump,
};

/// A hand as someone sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// Its cards can be seen.
    Known(CardSet),
    /// Only how many there are.
    Hidden(u32),
}

impl Hand {
    /// Its cards, where they can be seen.
    pub const fn cards(self) -> Option<CardSet> {
        match self {
            Self::Known(cards) => Some(cards),
            Self::Hidden(_) => None,
        }
    }

    /// How many cards it has.
    pub const fn len(self) -> u32 {
        match self {
            Self::Known(cards) => cards.len(),
            Self::Hidden(count) => count,
        }
    }

    /// Whether it has no cards.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// What a deal looks like from one seat, or from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Whose eyes; `None` is the public.
    pub seat: Option<Seat>,
    /// The contracts and rules.
    pub book: Arc<Book>,
    /// Who dealt.
    pub dealer: Seat,
    /// How many events have happened.
    pub version: u32,
    /// What lies in the window before this deal.
    pub window: i32,
    /// Every call of the auction so far.
    pub calls: Vec<Call>,
    /// The hands as they are now.
    pub hands: BySeat<Hand>,
    /// The two cards laid down, where this viewer laid them or the deal is over.
    pub talon: Option<CardSet>,
    /// What is going on.
    pub stage: Stage,
    /// What the viewer may do.
    pub legal: Legal,
}

/// What is going on, with what is publicly known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// The auction.
    Auction {
        /// Whose turn it is.
        turn: Seat,
        /// Whether that seat holds the talon and must bid.
        holding: bool,
        /// The bid that stands, with who made it.
        best: Option<(Seat, Contract)>,
    },
    /// The declarer is to name the trumps.
    Naming {
        /// Who.
        declarer: Seat,
        /// What is played.
        contract: Contract,
    },
    /// The cards are being played.
    Play(Board),
    /// The deal is over.
    Over {
        /// The play as it ended, where there was one.
        board: Option<Board>,
        /// What is paid.
        settlement: Settlement,
        /// How it ended.
        end: End,
        /// The hands as dealt.
        dealt: BySeat<CardSet>,
    },
}

/// What lies on the table for all to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Who plays alone.
    pub declarer: Seat,
    /// What is played.
    pub contract: Contract,
    /// The trumps.
    pub trump: Trump,
    /// The doubling.
    pub kontra: Kontra,
    /// The marriages made known.
    pub announced: BySeat<EnumSet<Suit>>,
    /// The tricks taken, with who took them, first to last.
    pub tricks: Vec<(Trick, Seat)>,
    /// The trick on the table.
    pub current: Trick,
    /// Whose turn it is.
    pub turn: Seat,
    /// Whether that seat is offered a raise.
    pub raising: bool,
    /// Whose hands lie open.
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

    /// How many tricks a seat has taken.
    pub fn tricks_by(&self, seat: Seat) -> usize {
        self.tricks.iter().filter(|(_, winner)| *winner == seat).count()
    }
}

impl View {
    /// Whose turn it is, until the deal is over.
    pub const fn turn(&self) -> Option<Seat> {
        match &self.stage {
            Stage::Auction { turn, .. } => Some(*turn),
            Stage::Naming { declarer, .. } => Some(*declarer),
            Stage::Play(board) => Some(board.turn),
            Stage::Over { .. } => None,
        }
    }

    /// The viewer's own hand; empty for the public.
    pub fn own_hand(&self) -> CardSet {
        self.seat.and_then(|seat| self.hands[seat].cards()).unwrap_or_default()
    }

    /// The cards on the table, during play and after it.
    pub const fn board(&self) -> Option<&Board> {
        match &self.stage {
            Stage::Play(board) | Stage::Over { board: Some(board), .. } => Some(board),
            _ => None,
        }
    }

    /// What the viewer can double now, item by item: each game, or where the rules join them the
    /// ulti and all the rest.
    pub fn kontra_items(&self) -> Vec<Games> {
        self.board().map(|board| board.kontra.items_of(self.legal.kontra).collect()).unwrap_or_default()
    }

    /// The declarer and the contract, once the auction is over.
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
    /// What this seat may know, or the public for `None`.
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

    /// The deal with every card in sight: for looking back at one that is over, and nothing else.
    pub(super) fn view_of_all(&self) -> View {
        let talon = Seat::ALL.into_iter().find_map(|seat| self.talon_seen_by(Some(seat)));
        View { hands: self.hands().map(Hand::Known), talon, ..self.view(None) }
    }

    fn calls_so_far(&self) -> &[Call] {
        match &self.phase {
            Phase::Auction(auction) => &auction.calls,
            _ => &self.calls,
        }
    }

    /// The cards in each hand now.
    pub(super) fn hands(&self) -> BySeat<CardSet> {
        match &self.phase {
            Phase::Auction(auction) => auction.hands,
            Phase::Naming(naming) => naming.hands,
            Phase::Play(play) => play.hands,
            Phase::Over(over) => over.hands,
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

    /// The talon is known to whoever laid it last, and to all when the deal is over.
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
