//! Hands as they may be.

use crate::ai::solver::Position;
use crate::rules::{Board, BySeat, CardSet, Game, RuleSet, Seat, Trick, Trump};

/// All hands and the talon as someone imagines them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct World {
    pub(super) hands: BySeat<CardSet>,
    pub(super) talon: CardSet,
}

impl World {
    /// This moment of the play, if these were the hands.
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

    /// The first lead of a contract, if these were the hands.
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
