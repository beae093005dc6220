//! Sampled deals: complete distributions of the cards that are consistent with what a seat knows.

use crate::solver::Position;
use ulti_rules::{Board, BySeat, CardSet, Game, RuleSet, Seat, Trick, Trump};

/// A complete distribution of the cards: the three hands and the talon (the two cards laid aside).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct World {
    pub(super) hands: BySeat<CardSet>,
    pub(super) talon: CardSet,
}

impl World {
    /// Returns the current position, with the unseen cards distributed as in this sample.
    pub(super) fn position(&self, board: &Board, rules: &RuleSet) -> Position {
        let trick = if board.current.is_full() { Trick::new(board.turn) } else { board.current };
        Position {
            trump: board.trump,
            declarer: board.declarer,
            hands: self.hands,
            trick,
            must_beat: rules.must_beat,
            seven_locked: rules.ulti_seven_locked && board.contract.has(Game::Ulti),
        }
    }

    /// Returns the position before the first lead, with the cards distributed as in this sample.
    pub(super) fn first_lead(&self, declarer: Seat, trump: Trump, rules: &RuleSet) -> Position {
        Position {
            trump,
            declarer,
            hands: self.hands,
            trick: Trick::new(declarer),
            must_beat: rules.must_beat,
            seven_locked: false,
        }
    }
}
