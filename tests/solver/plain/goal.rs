//! What the declarer plays for, and what each trick does to it (`RULES §4`, `§6`).

use super::position::{Plain, Taken};

/// What is asked of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    Points,
    Betli,
    Durchmars,
    Ulti,
    FourAces,
    FourTens,
}

/// What a trick leaves to be found out.
pub(crate) enum Then {
    /// This is the answer.
    Settled(u32),
    /// So much, and what the rest comes to.
    More(u32),
}

impl Goal {
    /// What it is worth when no card is left.
    pub(crate) const fn at_the_end(self) -> u32 {
        match self {
            Self::Points | Self::Ulti => 0,
            Self::Betli | Self::Durchmars | Self::FourAces | Self::FourTens => 1,
        }
    }

    /// What a trick makes of it.
    pub(crate) fn after(self, at: &Plain, taken: &Taken) -> Then {
        let won = taken.winner == at.declarer;
        let keeps = match self {
            Self::Points => return Then::More(if won { points(taken) } else { 0 }),
            Self::Ulti => return ulti(at, taken),
            Self::Betli => !won,
            Self::Durchmars => won,
            Self::FourAces => won || !holds(taken, 'A'),
            Self::FourTens => won || !holds(taken, 'X'),
        };
        if keeps { Then::More(0) } else { Then::Settled(0) }
    }
}

fn points(taken: &Taken) -> u32 {
    let cards: u32 = taken.cards.iter().map(|card| card.grease()).sum();
    cards + if taken.is_last { 10 } else { 0 }
}

fn ulti(at: &Plain, taken: &Taken) -> Then {
    let seven = |card: &super::card::Paper| card.rank == '7' && Some(card.suit) == at.trump;
    if taken.is_last {
        Then::Settled(u32::from(taken.winner == at.declarer && seven(&taken.by)))
    } else if taken.cards.iter().any(seven) {
        Then::Settled(0)
    } else {
        Then::More(0)
    }
}

fn holds(taken: &Taken, rank: char) -> bool {
    taken.cards.iter().any(|card| card.rank == rank)
}
