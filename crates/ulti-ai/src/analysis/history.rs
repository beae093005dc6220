//! All positions of a finished deal, each with a summary of the tricks before it.

use crate::solver::Position;
use ulti_rules::{Board, BySeat, Card, CardSet, Rank, Seat, Trick, View};

/// The results of the tricks before a position: the declarer's points and tricks, the cards won by the
/// defenders, and whether the seven of trumps won the last trick.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TrickSummary {
    /// Points that the declarer has won in tricks so far.
    pub(super) points: u32,
    /// Number of tricks that the declarer has won so far.
    pub(super) tricks: u32,
    /// Cards in the tricks won by the defenders.
    pub(super) lost: CardSet,
    /// `Some(true)` if the declarer won the last trick with the seven of trumps.
    ///
    /// `Some(false)` if the seven was played in any other way, and `None` if it has not been played.
    pub(super) seven: Option<bool>,
}

impl TrickSummary {
    /// Returns the results with one more trick added.
    ///
    /// `last` is `true` for the tenth trick.
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

/// A position in a deal, with the results of all earlier tricks.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlayState {
    /// The current position. After the last card, all hands are empty.
    pub(super) position: Position,
    /// Results of the tricks before the position.
    pub(super) past: TrickSummary,
}

impl PlayState {
    /// Returns `true` if no player has cards left.
    pub(super) fn is_end(&self) -> bool {
        self.position.hands.values().all(|hand| hand.is_empty()) && self.position.trick.is_empty()
    }

    /// Returns the position after `card` is played. If the card completes a trick, adds its result to `past`.
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

/// All cards played in a deal, in order, and the positions before and after each of them.
#[derive(Debug)]
pub(super) struct PlayHistory {
    /// All positions of the deal, starting before the first card. Contains one more element than `cards`.
    pub(super) states: Vec<PlayState>,
    /// The cards in the order they were played, each with the seat that played it.
    pub(super) cards: Vec<(Seat, Card)>,
}

impl PlayHistory {
    /// Reconstructs all positions of a finished deal from its cards. `view` must show all hands.
    pub(super) fn of(view: &View, board: &Board) -> Self {
        let plays = |trick: &Trick| trick.plays().collect::<Vec<_>>();
        let mut cards: Vec<(Seat, Card)> = board.tricks.iter().flat_map(|(trick, _)| plays(trick)).collect();
        // After the last card, the tenth trick is also the current one.
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
            seven_locked: rules.ulti_seven_locked && board.contract.has(ulti_rules::Game::Ulti),
        };
        let mut states = vec![PlayState { position, past: TrickSummary::default() }];
        for (_, card) in &cards {
            let next = states.last().map(|state| state.after(*card));
            states.extend(next);
        }
        Self { states, cards }
    }
}
