//! Views: the part of a deal that one seat, or the public, may see.
//!
//! User interfaces and robots receive a [`View`] instead of a [`Deal`], so that they can't reveal or use
//! hidden cards. A hidden hand contains only its number of cards.

use std::sync::Arc;

use enumset::EnumSet;

use crate::announcements::Announcements;
use crate::auction::Call;
use crate::deal::{Deal, DealEnd, Phase};
use crate::{
    Book, BookEntry, BySeat, CardSet, Contract, Game, Games, Kontra, Legal, OfferedBid, Play, Seat,
    Settlement, Suit, Trick, Trump,
};

/// A player's hand, as seen by a viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// The cards in a hand that is visible to the viewer.
    Known(CardSet),
    /// The number of cards in a hand that is hidden from the viewer.
    Hidden(u32),
}

impl Hand {
    /// Returns the cards in the hand, or `None` if they are hidden.
    pub const fn cards(self) -> Option<CardSet> {
        match self {
            Self::Known(cards) => Some(cards),
            Self::Hidden(_) => None,
        }
    }

    /// Returns the number of cards in the hand.
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

/// A deal as seen by one seat, or as seen by everyone (the public view).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The viewer's seat, or `None` for the public view.
    pub seat: Option<Seat>,
    /// The rules of the deal and all contracts that can be bid.
    pub book: Arc<Book>,
    /// Seat of the dealer.
    pub dealer: Seat,
    /// Number of events that have been applied to the deal.
    pub version: u32,
    /// Points in the window (the table's pot) before the deal.
    pub window: i32,
    /// All bids and passes in the auction so far.
    pub calls: Vec<Call>,
    /// The current hands, as seen by the viewer.
    pub hands: BySeat<Hand>,
    /// The talon (the two cards discarded with the last bid).
    ///
    /// This is `None` unless the viewer discarded the talon or the deal is over.
    pub talon: Option<CardSet>,
    /// The two cards that the viewer has taken from the talon.
    ///
    /// This is empty unless the viewer has taken the talon and has not yet laid two cards down. It is always
    /// empty in a view restored from a [`SeatDocument`](crate::SeatDocument), which omits these cards.
    pub from_talon: CardSet,
    /// The current stage of the deal, such as the auction or the card play.
    pub stage: Stage,
    /// The viewer's legal actions.
    pub legal: Legal,
}

/// The stage of a deal (auction, naming the trump suit, card play or over), with its public information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// The players are bidding in the auction.
    Auction {
        /// The seat that must bid or pass next.
        turn: Seat,
        /// `true` if the seat to act has picked up the talon (the two discarded cards) and must bid.
        holding: bool,
        /// The highest bid so far and the seat that made it.
        best: Option<(Seat, Contract)>,
    },
    /// The declarer must name the trump suit.
    Naming {
        /// Seat of the declarer.
        declarer: Seat,
        /// The contract that will be played.
        contract: Contract,
    },
    /// The cards are being played, trick by trick.
    Play(Board),
    /// The deal is over.
    Over {
        /// The tricks and other public information from the card play, or `None` if the deal ended before
        /// card play began.
        board: Option<Board>,
        /// The payments of the deal.
        settlement: Settlement,
        /// The reason why the deal ended.
        end: DealEnd,
        /// The hand that was dealt to each seat.
        dealt: BySeat<CardSet>,
    },
}

/// The public information about the card play, such as the contract, the trump suit and the tricks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Seat of the declarer.
    pub declarer: Seat,
    /// The contract being played.
    pub contract: Contract,
    /// The trump suit, or `None` for play without trumps.
    pub trump: Trump,
    /// The kontra (doubling) level of each game.
    pub kontra: Kontra,
    /// The suits in which each seat has announced a marriage (king and over).
    pub announced: BySeat<EnumSet<Suit>>,
    /// The completed tricks, each with its winner, oldest first.
    pub tricks: Vec<(Trick, Seat)>,
    /// The trick that is currently being played.
    pub current: Trick,
    /// The seat that must act next.
    pub turn: Seat,
    /// `true` if the seat to act must either raise a kontra (double) or decline to do so.
    pub raising: bool,
    /// For each seat, `true` if its hand is face up.
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
    /// Returns the seat that must act next, or `None` if the deal is over.
    pub const fn turn(&self) -> Option<Seat> {
        match &self.stage {
            Stage::Auction { turn, .. } => Some(*turn),
            Stage::Naming { declarer, .. } => Some(*declarer),
            Stage::Play(board) => Some(board.turn),
            Stage::Over { .. } => None,
        }
    }

    /// Returns `true` if the highest bid of the auction is the viewer's.
    pub fn has_best_bid(&self) -> bool {
        matches!(self.stage, Stage::Auction { best: Some((seat, _)), .. } if self.seat == Some(seat))
    }

    /// Returns the viewer's own hand. Returns an empty set for the public view.
    pub fn own_hand(&self) -> CardSet {
        self.seat.and_then(|seat| self.hands[seat].cards()).unwrap_or_default()
    }

    /// Returns the contracts that the viewer may bid, weakest first, except that contracts that cannot be won
    /// with the viewer's cards come last.
    pub fn offered_bids(&self) -> Vec<OfferedBid<'_>> {
        let hand = self.own_hand();
        let offered = |entry| OfferedBid { entry, is_out_of_reach: BookEntry::is_out_of_reach(entry, hand) };
        let entries = self.legal.bids.iter().filter_map(|contract| self.book.find(contract));
        let mut bids: Vec<OfferedBid<'_>> = entries.map(offered).collect();
        bids.sort_by_key(|bid| bid.is_out_of_reach);
        bids
    }

    /// Returns `true` if the contract contains a 40-100 or 20-100, and the declarer has not announced the
    /// marriage (king and over of a suit) that this game requires. Everybody then knows that it is lost.
    ///
    /// Returns `false` if the rules do not demand the announcement (`RULES §5`).
    pub fn is_required_marriage_missing(&self) -> bool {
        let Some(board) = self.board() else { return false };
        let has_led = !board.tricks.is_empty() || !board.current.is_empty();
        let entry = self.book.find(&board.contract);
        let announcements = entry.map(|entry| Announcements::of(entry, self.book.rules()));
        let is_announced = !board.announced[board.declarer].is_empty();
        has_led && announcements == Some(Announcements::Required) && !is_announced
    }

    /// Returns `true` if the game is the 40-100 or 20-100 for which
    /// [the required marriage is missing](Self::is_required_marriage_missing).
    pub fn is_required_marriage_missing_for(&self, game: Game) -> bool {
        matches!(game, Game::FortyHundred | Game::TwentyHundred) && self.is_required_marriage_missing()
    }

    /// Returns the suits of the marriages that the viewer will announce with the first card (`RULES §5`).
    /// Returns an empty set once the viewer has played a card.
    pub fn marriages_to_announce(&self) -> EnumSet<Suit> {
        let (Some(board), Some(seat)) = (self.board(), self.seat) else { return EnumSet::empty() };
        let has_played = board.tricks.iter().map(|(trick, _)| trick).chain([&board.current]);
        if has_played.flat_map(Trick::plays).any(|(player, _)| player == seat) {
            return EnumSet::empty();
        }
        let Some(entry) = self.book.find(&board.contract) else { return EnumSet::empty() };
        let (held, meant) = (self.own_hand().marriages(), (board.contract, board.trump));
        Announcements::of(entry, self.book.rules()).made_by(seat == board.declarer, held, meant)
    }

    /// Returns `true` if the rules hide the last trick, because the next one has begun.
    pub fn hides_last_trick(&self) -> bool {
        let Stage::Play(board) = &self.stage else { return false };
        self.book.rules().last_trick_hidden && !board.current.is_empty()
    }

    /// Returns the public information about the card play, or `None` if no card play has taken place yet.
    pub const fn board(&self) -> Option<&Board> {
        match &self.stage {
            Stage::Play(board) | Stage::Over { board: Some(board), .. } => Some(board),
            _ => None,
        }
    }

    /// Returns the groups of games that the viewer may double now. The games in a group can only be doubled
    /// together.
    ///
    /// Depending on the rules, each game forms its own group, or *ulti* forms one group and all other games
    /// form another.
    pub fn kontra_items(&self) -> Vec<Games> {
        self.board().map(|board| board.kontra.items_of(self.legal.kontra).collect()).unwrap_or_default()
    }

    /// Returns the declarer and the contract of the deal, or `None` during the auction.
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
    /// Returns the deal as seen by one seat. If `seat` is `None`, returns the public view.
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
            from_talon: self.taken_by(seat),
            stage: self.stage(),
            legal: seat.map(|seat| self.legal(seat)).unwrap_or_default(),
        }
    }

    /// Returns a view of the deal with all cards visible. Used to review a finished deal.
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

    /// Returns the talon (the two discarded cards) if the viewer may see it.
    ///
    /// The talon is visible to the seat that discarded it. After the deal, everyone can see it.
    fn talon_seen_by(&self, viewer: Option<Seat>) -> Option<CardSet> {
        let (talon, laid_by) = match &self.phase {
            Phase::Auction(auction) => (auction.talon, auction.best().map(|(seat, _)| seat)),
            Phase::Naming(naming) => (naming.talon, Some(naming.declarer)),
            Phase::Play(play) => (play.talon, Some(play.declarer)),
            Phase::Over(over) => return Some(over.talon),
        };
        (viewer.is_some() && viewer == laid_by && !talon.is_empty()).then_some(talon)
    }

    /// Returns the two cards that the viewer has taken from the talon and not yet laid down.
    fn taken_by(&self, viewer: Option<Seat>) -> CardSet {
        match &self.phase {
            Phase::Auction(auction) if viewer == Some(auction.turn) => auction.taken(),
            _ => CardSet::EMPTY,
        }
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
