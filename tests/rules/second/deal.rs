//! A deal from the first bid to its end (`RULES §3`, `§5`, `§7`).

use std::rc::Rc;

use super::bid::Bid;
use super::book::Book;
use super::cards::{Paper, best_place};
use super::kontra::Doubling;
use super::rules::Rules;

/// Where a deal stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Auction,
    /// The declarer names the trumps.
    Naming,
    Play,
    Over(End),
}

/// How a deal ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Played,
    Folded,
    Left(usize),
}

/// A trick that was taken: by whom, and its cards with who played them.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    pub(crate) winner: usize,
    pub(crate) cards: Vec<(usize, Paper)>,
}

/// Everything there is to know of a deal.
#[derive(Debug, Clone)]
pub(crate) struct Deal {
    pub(crate) rules: Rc<Rules>,
    pub(crate) book: Rc<Book>,
    pub(crate) hands: [Vec<Paper>; 3],
    pub(crate) talon: Vec<Paper>,
    /// What lay in the window before the deal.
    pub(crate) window: i32,
    pub(crate) stage: Stage,
    pub(crate) turn: usize,
    /// Whether the seat whose turn it is has taken the talon up, or was dealt it.
    pub(crate) holding: bool,
    /// Who bid last, and what.
    pub(crate) last: Option<(usize, Bid)>,
    /// How many have passed since.
    pub(crate) passes: usize,
    pub(crate) trump: Option<char>,
    /// The hands when play began.
    pub(crate) held: [Vec<Paper>; 3],
    pub(crate) doubling: Option<Doubling>,
    pub(crate) tricks: Vec<Taken>,
    /// The cards of the trick that is being played.
    pub(crate) table: Vec<(usize, Paper)>,
    /// Whose raise is awaited, once the first trick lies.
    pub(crate) raising: Option<usize>,
    /// Whose hands lie open.
    pub(crate) open: [bool; 3],
    /// How many tricks were taken at the last claim: there is one claim a trick.
    pub(crate) claimed_at: Option<usize>,
}

impl Deal {
    /// Before the first bid.
    pub(crate) fn new(
        rules: Rc<Rules>,
        book: Rc<Book>,
        dealer: usize,
        hands: [Vec<Paper>; 3],
        window: i32,
    ) -> Result<Self, String> {
        let forehand = (dealer + 1) % 3;
        let all: Vec<Paper> = hands.concat();
        let twice = all.iter().enumerate().any(|(place, card)| all[..place].contains(card));
        let counts = (0..3).all(|seat| hands[seat].len() == if seat == forehand { 12 } else { 10 });
        if twice || !counts {
            return Err("the hands are no deal".to_owned());
        }
        Ok(Self {
            rules,
            book,
            hands,
            talon: Vec::new(),
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
        })
    }

    /// Who plays alone: who bid last.
    pub(crate) fn declarer(&self) -> Option<usize> {
        self.last.as_ref().map(|(seat, _)| *seat)
    }

    /// The two others.
    pub(crate) fn defenders(&self) -> [usize; 2] {
        let declarer = self.declarer().expect("a bid");
        [(declarer + 1) % 3, (declarer + 2) % 3]
    }

    /// What was bid last.
    pub(crate) fn bid(&self) -> &Bid {
        &self.last.as_ref().expect("a bid").1
    }

    pub(crate) const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// Whose turn it is.
    pub(crate) fn whose_turn(&self) -> Option<usize> {
        if self.is_over() { None } else { Some(self.raising.unwrap_or(self.turn)) }
    }

    /// A defender's turn to play to the first trick.
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

    pub(super) fn say_bid(&mut self, text: &str, discard: Option<&[Paper]>) {
        let seat = self.turn;
        if let Some(cards) = discard {
            self.hands[seat].retain(|card| !cards.contains(card));
            self.talon = cards.to_vec();
        }
        let page = self.book.find(text).expect("a bid of the book");
        let (bid, text) = (page.bid.clone(), page.text.clone());
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
        self.turn = self.declarer().expect("a bid");
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
        self.doubling.as_mut().expect("play").say(seat, games, before);
        self.after_raise(seat);
    }

    pub(super) fn after_raise(&mut self, seat: usize) {
        if self.raising.is_some() {
            let doubling = self.doubling.as_mut().expect("play");
            doubling.let_go(seat, false);
            self.raising = doubling.next_offer(seat);
            self.take_trick();
        }
    }

    pub(super) fn play(&mut self, card: Paper) {
        let seat = self.turn;
        if self.before_playing(seat) {
            self.doubling.as_mut().expect("play").let_go(seat, true);
        }
        self.hands[seat].retain(|own| *own != card);
        self.table.push((seat, card));
        self.turn = (seat + 1) % 3;
        if self.table.len() == 3 && self.tricks.is_empty() {
            // The declarer led, so is the first to be asked.
            self.raising = self.doubling.as_ref().expect("play").next_offer(seat);
        }
        self.take_trick();
    }

    fn take_trick(&mut self) {
        if self.table.len() < 3 || self.raising.is_some() {
            return;
        }
        let cards = std::mem::take(&mut self.table);
        let papers: Vec<Paper> = cards.iter().map(|(_, card)| *card).collect();
        let winner = cards[best_place(&papers, self.trump)].0;
        self.tricks.push(Taken { winner, cards });
        self.turn = winner;
        if self.tricks.len() == 1 && self.bid().is_open() {
            self.lay_open();
        }
        if self.tricks.len() == 10 || self.is_decided() {
            self.stage = Stage::Over(End::Played);
        }
    }

    /// An open game: the declarer's hand, or all of them.
    fn lay_open(&mut self) {
        let all = self.rules.is("open_hands", "all");
        for seat in 0..3 {
            self.open[seat] |= all || self.declarer() == Some(seat);
        }
    }

    /// A lone betli ends at the declarer's first trick, a lone durchmars at the first one lost.
    fn is_decided(&self) -> bool {
        let winner = self.tricks.last().map(|trick| trick.winner);
        let own = winner == self.declarer();
        (own && self.bid().is_only("betli")) || (!own && self.bid().is_only("durchmars"))
    }
}
