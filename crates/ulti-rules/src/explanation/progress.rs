//! Tricks and points of both sides after each trick, recomputed from a view.

use enumset::EnumSet;

use crate::{Board, Card, CardSet, Game, Hand, RuleSet, Seat, Settlement, Side, Suit, View};

/// Points of the cards in all tricks and the talon, and of the last trick (`RULES §6`).
const POINTS: u32 = 90;

/// The card play of a finished deal.
#[derive(Clone, Copy)]
pub(super) struct Progress<'a> {
    pub(super) board: &'a Board,
    pub(super) talon: CardSet,
    pub(super) rules: &'a RuleSet,
    view: &'a View,
}

/// Tricks and points that a side has won at some time of the card play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Won {
    tricks: usize,
    /// Points of aces, tens and the last trick.
    pub(super) in_tricks: u32,
    /// Card points of the side if the deal ended now.
    pub(super) total: u32,
}

impl Won {
    /// Returns `true` if the side has no card points because it won no trick, or no points in tricks.
    pub(super) const fn is_empty(self, rules: &RuleSet) -> bool {
        self.tricks == 0 || (rules.parti_needs_points && self.in_tricks == 0)
    }
}

impl<'a> Progress<'a> {
    pub(super) fn of(view: &'a View, board: &'a Board) -> Self {
        Self { board, talon: view.talon.unwrap_or_default(), rules: view.book.rules(), view }
    }

    /// Returns the number of complete tricks.
    pub(super) fn tricks(self) -> u8 {
        self.board.tricks.len().try_into().unwrap_or(10)
    }

    /// Returns the side of a seat.
    pub(super) fn side(self, seat: Seat) -> Side {
        if seat == self.board.declarer { Side::Declarer } else { Side::Defence }
    }

    /// Returns the tricks and points of a side after the first `tricks` tricks.
    pub(super) fn won(self, side: Side, tricks: u8) -> Won {
        let own = |(_, winner): &&(_, Seat)| self.side(*winner) == side;
        let played = &self.board.tricks[..usize::from(tricks).min(self.board.tricks.len())];
        let cards: u32 = played.iter().filter(own).map(|(trick, _)| trick.cards().points()).sum();
        let last = played.get(9).filter(own).map_or(0, |_| 10);
        let mut won = Won { tricks: played.iter().filter(own).count(), in_tricks: cards + last, total: 0 };
        if !won.is_empty(self.rules) {
            won.total = won.in_tricks + self.talon_of(side) + self.marriages(side, tricks);
        }
        won
    }

    /// Returns the points of a side's announced marriages that count after the first `tricks` tricks, limited
    /// as in `RULES §6`.
    pub(super) fn marriages(self, side: Side, tricks: u8) -> u32 {
        self.marriages_of(side, |seat| !self.rules.marriage_needs_trick || self.has_trick(seat, tricks))
    }

    /// Returns the most points that a side's announced marriages can still count after the first `tricks`
    /// tricks.
    fn possible_marriages(self, side: Side, tricks: u8) -> u32 {
        match (10_u8.saturating_sub(tricks), side) {
            (0, _) => self.marriages(side, tricks),
            // Only one of the defenders can win the last trick.
            (1, Side::Defence) if self.rules.marriage_needs_trick => {
                let with =
                    |last: Seat| self.marriages_of(side, |seat| seat == last || self.has_trick(seat, tricks));
                self.board.declarer.others().map(with).into_iter().max().unwrap_or_default()
            }
            _ => self.marriages_of(side, |_| true),
        }
    }

    fn marriages_of(self, side: Side, counts: impl Fn(Seat) -> bool) -> u32 {
        let seats = Seat::ALL.into_iter().filter(|seat| self.side(*seat) == side && counts(*seat));
        let suits = seats.fold(EnumSet::<Suit>::empty(), |all, seat| all | self.board.announced[seat]);
        let worth = |suit| if Some(suit) == self.board.trump { 40 } else { 20 };
        suits.iter().map(worth).sum::<u32>().min(self.rules.marriages_at_most)
    }

    fn has_trick(self, seat: Seat, tricks: u8) -> bool {
        self.board.tricks.iter().take(tricks.into()).any(|(_, winner)| *winner == seat)
    }

    /// Returns the card points in the deal: 90, and all announced marriages that count.
    ///
    /// If the deal ended early, marriages that could still count are included.
    pub(super) fn total(self) -> u32 {
        let marriages =
            [Side::Declarer, Side::Defence].map(|side| self.possible_marriages(side, self.tricks()));
        POINTS + marriages.iter().sum::<u32>()
    }

    /// Returns the highest number of points in tricks that a side can still have, if it wins every trick
    /// after the first `tricks` tricks.
    pub(super) fn most_in_tricks(self, side: Side, tricks: u8) -> u32 {
        POINTS - self.talon.points() - self.won(side.opponent(), tricks).in_tricks
    }

    /// Returns the highest number of card points that a side can still have, if it wins every trick after the
    /// first `tricks` tricks.
    pub(super) fn most(self, side: Side, tricks: u8) -> u32 {
        let in_tricks = self.most_in_tricks(side, tricks);
        let has_none = tricks >= 10 && self.won(side, tricks).tricks == 0;
        if has_none || (self.rules.parti_needs_points && in_tricks == 0) {
            return 0;
        }
        in_tricks + self.talon_of(side) + self.possible_marriages(side, tricks)
    }

    /// Returns the points of the talon, which belong to the defenders (`RULES §6`).
    fn talon_of(self, side: Side) -> u32 {
        if side == Side::Defence { self.talon.points() } else { 0 }
    }

    /// Returns the first number of tricks, from 0, at which `holds` returns `true`, or `None` if it never
    /// does.
    pub(super) fn first(self, holds: impl Fn(u8) -> bool) -> Option<u8> {
        (0..=self.tricks()).find(|tricks| holds(*tricks))
    }

    /// Returns the cards that the declarer held when play began.
    pub(super) fn held(self) -> CardSet {
        let declarer = self.board.declarer;
        let tricks = self.board.tricks.iter().map(|(trick, _)| trick).chain([&self.board.current]);
        let played: CardSet = tricks.filter_map(|trick| trick.card_of(declarer)).collect();
        played | Hand::cards(self.view.hands[declarer]).unwrap_or_default()
    }

    /// Returns `true` if the declarer held a king and over that a 40-100 or 20-100 requires.
    pub(super) fn holds_marriage(self, game: Game) -> bool {
        let trump = self.board.trump.map_or(EnumSet::empty(), EnumSet::only);
        let suits = if game == Game::FortyHundred { trump } else { EnumSet::all() - trump };
        !(self.held().marriages() & suits).is_empty()
    }

    /// Returns the number of the trick, counted from 1, to which a card was played, with the trick's winner
    /// and the card that won it.
    pub(super) fn trick_of(self, card: Card) -> Option<(u8, Seat, Card)> {
        let number = (1..).zip(&self.board.tricks).find(|(_, (trick, _))| trick.cards().contains(card));
        number.and_then(|(number, _)| Some((number, self.winner(number)?.0, self.winner(number)?.1)))
    }

    /// Returns the seat and the card that won the trick with this number, counted from 1.
    pub(super) fn winner(self, number: u8) -> Option<(Seat, Card)> {
        let (trick, winner) = self.board.tricks.get(usize::from(number).checked_sub(1)?)?;
        Some((*winner, trick.card_of(*winner)?))
    }

    /// Returns the first trick, counted from 1, that was won by a side, with the winner and the card.
    pub(super) fn first_trick_of(self, side: Side) -> Option<(u8, Seat, Card)> {
        (1..=self.tricks()).find_map(|number| {
            let (seat, card) = self.winner(number)?;
            (self.side(seat) == side).then_some((number, seat, card))
        })
    }
}

/// Returns the seat of the declarer, or the seat that left if there is no contract.
pub(super) fn declarer_of(view: &View, settlement: &Settlement) -> Seat {
    let left = || settlement.items.iter().find_map(|item| item.seat);
    view.contract().map(|(seat, _)| seat).or_else(left).unwrap_or(Seat::Zero)
}
