//! State of a deal from the first bid to its end (`RULES §3`, `§5`, `§7`).

use std::rc::Rc;

use super::bid::Bid;
use super::book::Book;
use super::cards::{PlainCard, best_place};
use super::kontra::Doubling;
use super::rules::Rules;

/// Stage of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Auction,
    /// The declarer has to name the trumps.
    Naming,
    Play,
    Over(End),
}

/// Reason for the end of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Played,
    Folded,
    /// The declarer gave up after the first trick.
    Conceded,
    Left(usize),
}

/// The winner of a trick that the declarer conceded to the defenders together.
pub(crate) const TOGETHER: usize = 3;

/// A finished trick with its winner.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    pub(crate) winner: usize,
    pub(crate) cards: Vec<(usize, PlainCard)>,
}

/// The complete state of a deal.
#[derive(Debug, Clone)]
pub(crate) struct Deal {
    pub(crate) rules: Rc<Rules>,
    pub(crate) book: Rc<Book>,
    pub(crate) hands: [Vec<PlainCard>; 3],
    pub(crate) talon: Vec<PlainCard>,
    /// The cards that each bidder laid down, in order.
    pub(crate) laid_down: Vec<(usize, Vec<PlainCard>)>,
    /// Points in the window (the table's pot) before the deal.
    pub(crate) window: i32,
    pub(crate) stage: Stage,
    pub(crate) turn: usize,
    /// `true` if the seat to act has taken up the talon (the two cards laid aside).
    pub(crate) holding: bool,
    /// The last bid and its bidder.
    pub(crate) last: Option<(usize, Bid)>,
    /// Number of passes since the last bid.
    pub(crate) passes: usize,
    pub(crate) trump: Option<char>,
    /// The cards that each seat held when play began.
    pub(crate) held: [Vec<PlainCard>; 3],
    pub(crate) doubling: Option<Doubling>,
    pub(crate) tricks: Vec<Taken>,
    /// The cards of the current trick.
    pub(crate) table: Vec<(usize, PlainCard)>,
    /// The seat that may double again after the first trick.
    pub(crate) raising: Option<usize>,
    /// One flag for each seat: `true` if the seat's hand is face up.
    pub(crate) open: [bool; 3],
    /// Number of finished tricks at the last claim. Only one claim per trick is allowed.
    pub(crate) claimed_at: Option<usize>,
    /// The defender who had or held all aces when the declarer conceded.
    pub(super) all_aces: Option<usize>,
    /// The defender who held the seven as the last trump when the declarer conceded.
    pub(super) last_trump: Option<usize>,
}

impl Deal {
    /// Creates a deal before its first bid.
    pub(crate) fn new(
        rules: Rc<Rules>,
        book: Rc<Book>,
        dealer: usize,
        hands: [Vec<PlainCard>; 3],
        window: i32,
    ) -> Result<Self, String> {
        let forehand = (dealer + 1) % 3;
        let all: Vec<PlainCard> = hands.concat();
        let twice = all.iter().enumerate().any(|(place, card)| all[..place].contains(card));
        let counts = (0..3).all(|seat| hands[seat].len() == if seat == forehand { 12 } else { 10 });
        if twice || !counts {
            return Err("invalid deal".to_owned());
        }
        Ok(Self {
            rules,
            book,
            hands,
            talon: Vec::new(),
            laid_down: Vec::new(),
            window,
            stage: Stage::Auction,
            turn: forehand,
            holding: true,
            last: None,
            passes: 0,
            trump: None,
            held: Default::default(),
            doubling: None,
            tricks: Vec::new(),
            table: Vec::new(),
            raising: None,
            open: [false; 3],
            claimed_at: None,
            all_aces: None,
            last_trump: None,
        })
    }

    /// Returns the seat of the declarer, who is the last bidder.
    pub(crate) fn declarer(&self) -> Option<usize> {
        self.last.as_ref().map(|(seat, _)| *seat)
    }

    /// Returns the seats of the two defenders.
    pub(crate) fn defenders(&self) -> [usize; 2] {
        let declarer = self.declarer().expect("bid was made");
        [(declarer + 1) % 3, (declarer + 2) % 3]
    }

    /// Returns the last bid.
    pub(crate) fn bid(&self) -> &Bid {
        &self.last.as_ref().expect("bid was made").1
    }

    pub(crate) const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// Returns the seat to act, or `None` if the deal is over.
    pub(crate) fn whose_turn(&self) -> Option<usize> {
        if self.is_over() { None } else { Some(self.raising.unwrap_or(self.turn)) }
    }

    /// Returns `true` if the seat is a defender who is about to play to the first trick.
    pub(crate) fn before_playing(&self, seat: usize) -> bool {
        self.stage == Stage::Play
            && self.tricks.is_empty()
            && self.raising.is_none()
            && self.turn == seat
            && self.declarer() != Some(seat)
    }

    pub(super) fn take(&mut self) {
        let talon = std::mem::take(&mut self.talon);
        self.hands[self.turn].extend(talon);
        self.holding = true;
    }

    pub(super) fn say_bid(&mut self, text: &str, discard: Option<&[PlainCard]>) {
        let seat = self.turn;
        if let Some(cards) = discard {
            self.hands[seat].retain(|card| !cards.contains(card));
            self.talon = cards.to_vec();
            self.laid_down.push((seat, cards.to_vec()));
        }
        let entry = self.book.find(text).expect("bid is in the book");
        let (bid, text) = (entry.bid.clone(), entry.text.clone());
        self.last = Some((seat, bid));
        self.passes = 0;
        self.holding = false;
        self.turn = (seat + 1) % 3;
        if self.book.over(Some(&text)).is_empty() {
            self.close_auction();
        }
    }

    pub(super) fn pass(&mut self) {
        self.passes += 1;
        self.turn = (self.turn + 1) % 3;
        if self.passes == 3 {
            self.close_auction();
        }
    }

    fn close_auction(&mut self) {
        self.turn = self.declarer().expect("bid was made");
        match self.trump_choice().as_slice() {
            [only] => self.begin(*only),
            _ => self.stage = Stage::Naming,
        }
    }

    pub(super) fn begin(&mut self, trump: Option<char>) {
        self.trump = trump;
        self.held = self.hands.clone();
        self.doubling = Some(Doubling::new(self.turn, self.bid(), trump, &self.rules));
        self.stage = Stage::Play;
    }

    pub(super) fn kontra(&mut self, seat: usize, games: &[String]) {
        let before = self.before_playing(seat);
        self.doubling.as_mut().expect("deal is in play").say(seat, games, before);
        self.after_raise(seat);
    }

    pub(super) fn after_raise(&mut self, seat: usize) {
        if self.raising.is_some() {
            let doubling = self.doubling.as_mut().expect("deal is in play");
            doubling.let_go(seat, false);
            self.raising = doubling.next_offer(seat);
            self.take_trick();
        }
    }

    pub(super) fn play(&mut self, card: PlainCard) {
        let seat = self.turn;
        if self.before_playing(seat) {
            self.doubling.as_mut().expect("deal is in play").let_go(seat, true);
        }
        self.hands[seat].retain(|own| *own != card);
        self.table.push((seat, card));
        self.turn = (seat + 1) % 3;
        if self.table.len() == 3 && self.tricks.is_empty() {
            // The declarer led, so the declarer is asked first.
            self.raising = self.doubling.as_ref().expect("deal is in play").next_offer(seat);
        }
        self.take_trick();
    }

    /// Gives all remaining tricks to the defenders together.
    ///
    /// Notes which defender has or holds all aces, and who holds the seven of trumps as the last trump.
    pub(super) fn concede(&mut self) {
        let plain: Vec<PlainCard> = self.table.iter().map(|(_, card)| *card).collect();
        let leads = (!plain.is_empty()).then(|| self.table[best_place(&plain, self.trump)].0);
        let is_ace = |card: &&PlainCard| card.rank == 'A';
        let aces = |seat: usize| {
            let on_table = plain.iter().filter(is_ace).count() * usize::from(leads == Some(seat));
            self.hands[seat].iter().filter(is_ace).count()
                + self.won_by(&[seat]).iter().filter(is_ace).count()
                + on_table
        };
        let is_trump = |card: &PlainCard| Some(card.suit) == self.trump;
        let trumps: Vec<PlainCard> = self.hands.iter().flatten().copied().filter(is_trump).collect();
        let seven = |seat: &usize| {
            trumps.len() == 1 && trumps[0].rank == '7' && self.hands[*seat].contains(&trumps[0])
        };
        self.all_aces = self.defenders().into_iter().find(|seat| aces(*seat) == 4);
        self.last_trump = self.defenders().into_iter().find(seven);
        let table = std::mem::take(&mut self.table);
        let hands = std::mem::take(&mut self.hands);
        let held = hands
            .into_iter()
            .enumerate()
            .flat_map(|(seat, hand)| hand.into_iter().map(move |card| (seat, card)));
        let cards: Vec<(usize, PlainCard)> = table.into_iter().chain(held).collect();
        self.tricks.extend(cards.chunks(3).map(|cards| Taken { winner: TOGETHER, cards: cards.to_vec() }));
        self.stage = Stage::Over(End::Conceded);
    }

    fn take_trick(&mut self) {
        if self.table.len() < 3 || self.raising.is_some() {
            return;
        }
        let cards = std::mem::take(&mut self.table);
        let plain_cards: Vec<PlainCard> = cards.iter().map(|(_, card)| *card).collect();
        let winner = cards[best_place(&plain_cards, self.trump)].0;
        self.tricks.push(Taken { winner, cards });
        self.turn = winner;
        if self.tricks.len() == 1 && self.bid().is_open() {
            self.lay_open();
        }
        if self.tricks.len() == 10 || self.is_decided() {
            self.stage = Stage::Over(End::Played);
        }
    }

    /// Lays the declarer's hand, or all hands, face up in an open game.
    fn lay_open(&mut self) {
        let all = self.rules.is("open_hands", "all");
        for seat in 0..3 {
            self.open[seat] |= all || self.declarer() == Some(seat);
        }
    }

    /// Returns `true` if the last trick decided a betli or durchmars that was bid alone.
    fn is_decided(&self) -> bool {
        let winner = self.tricks.last().map(|trick| trick.winner);
        let own = winner == self.declarer();
        (own && self.bid().is_only("betli")) || (!own && self.bid().is_only("durchmars"))
    }
}
