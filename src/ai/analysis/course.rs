//! The course of a deal: every position that it went through, with what had been taken by then.

use crate::ai::solver::Position;
use crate::rules::{Board, BySeat, Card, CardSet, Rank, Seat, Trick, View};

/// What had been taken when a card was played.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Past {
    /// The declarer's points in tricks.
    pub(super) points: u32,
    /// The declarer's tricks.
    pub(super) tricks: u32,
    /// The cards in the defenders' tricks.
    pub(super) lost: CardSet,
    /// Whether the trump VII, once it was played, had won the last trick for the declarer.
    pub(super) seven: Option<bool>,
}

impl Past {
    /// With a trick that is over; `last` is whether it was the tenth.
    fn with(mut self, position: &Position, trick: Trick, winner: Seat, last: bool) -> Self {
        let declarers = winner == position.declarer;
        if declarers {
            self.points += trick.cards().points() + if last { 10 } else { 0 };
            self.tricks += 1;
        } else {
            self.lost |= trick.cards();
        }
        let seven = position.trump.map(|trump| Card::new(trump, Rank::Seven));
        let played = seven.filter(|seven| trick.cards().contains(*seven));
        if let Some(seven) = played {
            let won = trick.best(position.trump).is_some_and(|best| best == (position.declarer, seven));
            self.seven = Some(last && won);
        }
        self
    }
}

/// A moment of the play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// How things stood; with empty hands once all is played.
    pub(super) position: Position,
    /// What had been taken.
    pub(super) past: Past,
}

impl Moment {
    /// Whether no card is left.
    pub(super) fn is_end(&self) -> bool {
        self.position.hands.values().all(|hand| hand.is_empty()) && self.position.trick.is_empty()
    }

    /// The moment after a card.
    pub(super) fn after(&self, card: Card) -> Self {
        let mut trick = self.position.trick;
        trick.push(card);
        let (position, taken) = self.position.after(card);
        let past = match taken {
            Some((winner, _)) => {
                let last = position.hands.values().all(|hand| hand.is_empty());
                self.past.with(&self.position, trick, winner, last)
            }
            None => self.past,
        };
        Self { position, past }
    }
}

/// Every moment of a play from the first lead on, and the cards between them.
#[derive(Debug)]
pub(super) struct Course {
    /// One more than there are cards.
    pub(super) moments: Vec<Moment>,
    /// What was played, in order.
    pub(super) cards: Vec<(Seat, Card)>,
}

impl Course {
    /// The course of a finished deal's play, whose hands all lie open.
    pub(super) fn of(view: &View, board: &Board) -> Self {
        let plays = |trick: &Trick| trick.plays().collect::<Vec<_>>();
        let mut cards: Vec<(Seat, Card)> = board.tricks.iter().flat_map(|(trick, _)| plays(trick)).collect();
        // The tenth trick is also the current one once all is played.
        if board.tricks.len() < 10 {
            cards.extend(plays(&board.current));
        }
        let mut hands: BySeat<CardSet> = view.hands.map(|hand| hand.cards().unwrap_or_default());
        for (seat, card) in &cards {
            hands[*seat] |= (*card).into();
        }
        let rules = view.book.rules();
        let position = Position {
            trump: board.trump,
            declarer: board.declarer,
            hands,
            trick: Trick::new(board.declarer),
            must_beat: rules.must_beat,
            seven_locked: rules.ulti_seven_locked && board.contract.has(crate::rules::Game::Ulti),
        };
        let mut moments = vec![Moment { position, past: Past::default() }];
        for (_, card) in &cards {
            let next = moments.last().map(|moment| moment.after(*card));
            moments.extend(next);
        }
        Self { moments, cards }
    }
}
