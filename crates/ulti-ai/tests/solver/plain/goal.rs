//! Goals of the declarer, and the effect of a completed trick on each goal (`RULES §4`, `§6`).

use super::position::{FinishedTrick, PlainPosition};

/// A goal of the declarer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    Points,
    Betli,
    Durchmars,
    Ulti,
    FourAces,
    FourTens,
}

/// Effect of a completed trick on the goal.
pub(crate) enum TrickOutcome {
    /// The trick decides the result. Contains the final value.
    Settled(u32),
    /// Play continues after the trick. Contains the value of the trick.
    More(u32),
}

impl Goal {
    /// Returns the value of the goal when no cards are left.
    pub(crate) const fn at_the_end(self) -> u32 {
        match self {
            Self::Points | Self::Ulti => 0,
            Self::Betli | Self::Durchmars | Self::FourAces | Self::FourTens => 1,
        }
    }

    /// Returns the effect of a completed trick on the goal.
    pub(crate) fn after(self, at: &PlainPosition, taken: &FinishedTrick) -> TrickOutcome {
        let won = taken.winner == at.declarer;
        let keeps = match self {
            Self::Points => return TrickOutcome::More(if won { points(taken) } else { 0 }),
            Self::Ulti => return ulti(at, taken),
            Self::Betli => !won,
            Self::Durchmars => won,
            Self::FourAces => won || !holds(taken, 'A'),
            Self::FourTens => won || !holds(taken, 'X'),
        };
        if keeps { TrickOutcome::More(0) } else { TrickOutcome::Settled(0) }
    }
}

fn points(taken: &FinishedTrick) -> u32 {
    let cards: u32 = taken.cards.iter().map(|card| card.points()).sum();
    cards + if taken.is_last { 10 } else { 0 }
}

fn ulti(at: &PlainPosition, taken: &FinishedTrick) -> TrickOutcome {
    let seven = |card: &super::card::TextCard| card.rank == '7' && Some(card.suit) == at.trump;
    if taken.is_last {
        TrickOutcome::Settled(u32::from(taken.winner == at.declarer && seven(&taken.by)))
    } else if taken.cards.iter().any(seven) {
        TrickOutcome::Settled(0)
    } else {
        TrickOutcome::More(0)
    }
}

fn holds(taken: &FinishedTrick, rank: char) -> bool {
    taken.cards.iter().any(|card| card.rank == rank)
}
