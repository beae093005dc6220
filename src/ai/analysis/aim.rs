//! What each game asks of the cards, and what of it is decided by what has been taken.

use super::course::Moment;
use crate::ai::solver::{Question, Solver};
use crate::rules::{Board, Card, CardSet, Game, Rank, RuleSet, Suit, View};

/// Something that a search measures: points, or whether a game is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The declarer's points in tricks.
    Points,
    /// Whether this game is made, 1 or 0.
    Made(Game),
}

impl Aim {
    /// What decides this game.
    pub(super) const fn of(game: Game) -> Self {
        match game {
            Game::Parti | Game::FortyHundred | Game::TwentyHundred => Self::Points,
            _ => Self::Made(game),
        }
    }

    const fn question(self) -> Question {
        match self {
            Self::Points | Self::Made(Game::Parti | Game::FortyHundred | Game::TwentyHundred) => {
                Question::Points
            }
            Self::Made(Game::Ulti) => Question::Ulti,
            Self::Made(Game::Betli) => Question::Betli,
            Self::Made(Game::Durchmars) => Question::Durchmars,
            Self::Made(Game::FourAces) => Question::FourAces,
            Self::Made(Game::FourTens) => Question::FourTens,
        }
    }

    /// What the declarer comes to in the whole deal from this moment on, everyone at their best.
    pub(super) fn value(self, moment: &Moment, talon: CardSet, solver: &mut Solver) -> u32 {
        if let Some(value) = self.decided(moment, talon) {
            return value;
        }
        let before = if self == Self::Points { moment.past.points } else { 0 };
        before + solver.value(&moment.position, self.question())
    }

    /// The cards that keep that value; all that may be played where it is decided.
    pub(super) fn best(self, moment: &Moment, talon: CardSet, solver: &mut Solver) -> CardSet {
        if self.decided(moment, talon).is_some() {
            return moment.position.playable();
        }
        solver.best(&moment.position, self.question())
    }

    /// The value, where no card can change it any more.
    pub(super) fn decided(self, moment: &Moment, talon: CardSet) -> Option<u32> {
        let (past, end) = (&moment.past, moment.is_end());
        let game = match self {
            Self::Points => return end.then_some(past.points),
            Self::Made(game) => game,
        };
        let trump = moment.position.trump;
        let lost = match game {
            Game::Betli => past.tricks > 0,
            Game::Durchmars => !past.lost.is_empty(),
            Game::FourAces => !((past.lost | talon) & all(Rank::Ace)).is_empty(),
            Game::FourTens => !((past.lost | talon) & all(Rank::Ten)).is_empty(),
            Game::Ulti => past.seven == Some(false) || trump.is_none() || (end && past.seven.is_none()),
            Game::Parti | Game::FortyHundred | Game::TwentyHundred => false,
        };
        if lost { Some(0) } else { end.then_some(1) }
    }
}

fn all(rank: Rank) -> CardSet {
    Card::deck().filter(|card| card.rank() == rank).collect()
}

/// How many points in tricks make a game; `None` where no number would, and for a game that is not
/// about points.
pub(super) fn needed(game: Game, view: &View, board: &Board, hands: Hands, talon: CardSet) -> Option<u32> {
    let rules = view.book.rules();
    let own: Vec<Suit> = hands.declarer.marriages().iter().collect();
    match game {
        Game::FortyHundred => own.iter().any(|suit| Some(*suit) == board.trump).then_some(60),
        Game::TwentyHundred => own.iter().any(|suit| Some(*suit) != board.trump).then_some(80),
        Game::Parti => {
            let counted = view.book.find(&board.contract).is_some_and(crate::rules::Entry::counts_marriages);
            let worth = |suits: Vec<Suit>| {
                let one = |suit: Suit| if Some(suit) == board.trump { 40 } else { 20 };
                let all: u32 = suits.into_iter().map(one).sum();
                if counted { all.min(rules.marriages_at_most) } else { 0 }
            };
            let defence = hands.defence.into_iter().flat_map(CardSet::marriages).collect();
            parti(rules, worth(own), worth(defence), talon.points())
        }
        _ => None,
    }
}

/// The fewest points in tricks with which the declarer has more than the defence. Who has none has
/// nothing, by rules that want points with the marriages; a side without a trick has none.
fn parti(rules: &RuleSet, own: u32, theirs: u32, talon: u32) -> Option<u32> {
    let all = 90 - talon;
    let total = |points: u32, more: u32| {
        if rules.parti_needs_points && points == 0 { 0 } else { points + more }
    };
    (0..=all).step_by(10).find(|points| total(*points, own) > total(all - points, theirs + talon))
}

/// The hands at the first lead, by side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hands {
    pub(super) declarer: CardSet,
    pub(super) defence: [CardSet; 2],
}
