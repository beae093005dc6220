//! The goals: when a trick decides, what can be seen without a search, which cards to try first.

use super::board::{Board, Lying, SEVEN};
use super::moves::Moves;
use super::search::{Goal, Taken};
use super::table::Bounds;

const OPEN: Bounds = Bounds { low: 0, high: 1 };
const MADE: Bounds = Bounds { low: 1, high: 1 };
const LOST: Bounds = Bounds { low: 0, high: 0 };

#[derive(Debug, Clone, Copy)]
pub(super) struct Points;
#[derive(Debug, Clone, Copy)]
pub(super) struct Betli;
#[derive(Debug, Clone, Copy)]
pub(super) struct Durchmars;
#[derive(Debug, Clone, Copy)]
pub(super) struct Ulti;
#[derive(Debug, Clone, Copy)]
pub(super) struct AllMarked;

const fn decides(made: bool) -> Taken {
    Taken::Decides(if made { 1 } else { 0 })
}

fn all_falling(cards: u32) -> Moves {
    let mut rest = cards;
    let mut m = Moves::default();
    m.falling(&mut rest, u32::MAX);
    m
}
fn all_rising(cards: u32) -> Moves {
    let mut rest = cards;
    let mut m = Moves::default();
    m.rising(&mut rest, u32::MAX);
    m
}

impl Goal for Points {
    fn taken(&self, board: &Board, lying: &Lying, last: bool) -> Taken {
        let worth = (lying.cards & board.marks).count_ones() as i8 + i8::from(last);
        Taken::Gains(if lying.owner == 0 { worth } else { 0 })
    }
    fn bounds(&self, board: &Board, _lead: usize, _trumps: u32) -> Bounds {
        Bounds { low: 0, high: board.marks.count_ones() as i8 + 1 }
    }
    fn order(&self, _board: &Board, _lying: &Lying, _place: usize, cards: u32, _trumps: u32) -> Moves {
        all_falling(cards)
    }
}

impl Goal for Betli {
    fn taken(&self, _board: &Board, lying: &Lying, last: bool) -> Taken {
        if lying.owner == 0 {
            decides(false)
        } else if last {
            decides(true)
        } else {
            Taken::Gains(0)
        }
    }
    fn bounds(&self, _board: &Board, _lead: usize, _trumps: u32) -> Bounds {
        OPEN
    }
    fn order(&self, _board: &Board, _lying: &Lying, place: usize, cards: u32, _trumps: u32) -> Moves {
        if place == 0 { all_falling(cards) } else { all_rising(cards) }
    }
}

impl Goal for Durchmars {
    fn taken(&self, _board: &Board, lying: &Lying, last: bool) -> Taken {
        if lying.owner != 0 {
            decides(false)
        } else if last {
            decides(true)
        } else {
            Taken::Gains(0)
        }
    }
    fn bounds(&self, _board: &Board, _lead: usize, _trumps: u32) -> Bounds {
        OPEN
    }
    fn order(&self, _board: &Board, _lying: &Lying, place: usize, cards: u32, _trumps: u32) -> Moves {
        if place == 0 { all_falling(cards) } else { all_rising(cards) }
    }
}

impl Goal for Ulti {
    fn taken(&self, board: &Board, lying: &Lying, last: bool) -> Taken {
        if last {
            decides(lying.owner == 0 && lying.best == SEVEN && board.locked != 0)
        } else if lying.cards & SEVEN != 0 {
            decides(false)
        } else {
            Taken::Gains(0)
        }
    }
    fn bounds(&self, _board: &Board, _lead: usize, _trumps: u32) -> Bounds {
        OPEN
    }
    fn order(&self, _board: &Board, _lying: &Lying, _place: usize, cards: u32, _trumps: u32) -> Moves {
        all_falling(cards)
    }
}

impl Goal for AllMarked {
    fn taken(&self, board: &Board, lying: &Lying, last: bool) -> Taken {
        if lying.owner != 0 && lying.cards & board.marks != 0 {
            decides(false)
        } else if last || board.marks & !lying.cards == 0 {
            decides(true)
        } else {
            Taken::Gains(0)
        }
    }
    fn bounds(&self, board: &Board, _lead: usize, _trumps: u32) -> Bounds {
        if board.marks == 0 { MADE } else { OPEN }
    }
    fn order(&self, _board: &Board, _lying: &Lying, _place: usize, cards: u32, _trumps: u32) -> Moves {
        all_falling(cards)
    }
}
