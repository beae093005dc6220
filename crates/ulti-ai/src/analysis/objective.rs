//! Solver values for the games of a contract, and checks for games that are already decided.

use super::history::PlayState;
use crate::solver::{Question, Solver};
use ulti_rules::{Board, BySeat, Card, CardSet, Game, Rank, RuleSet, Seat, Suit, View};

/// Quantity that the solver computes for a position: the declarer's points, or the result of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Number of points that the declarer wins in tricks.
    Points,
    /// 1 if the declarer wins the given game, otherwise 0.
    Made(Game),
}

impl Aim {
    /// Returns [`Points`](Self::Points) for a game decided by points, and [`Made`](Self::Made) for any other
    /// game.
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

    /// Returns the declarer's result for the whole deal under perfect play from `state` onwards.
    ///
    /// The result is the declarer's points in tricks for [`Points`](Self::Points). For [`Made`](Self::Made),
    /// it is 1 for a win and 0 for a loss.
    pub(super) fn value(self, state: &PlayState, talon: CardSet, solver: &mut Solver) -> u32 {
        if let Some(value) = self.decided(state, talon) {
            return value;
        }
        let before = if self == Self::Points { state.past.points } else { 0 };
        before + solver.value(&state.position, self.question())
    }

    /// Returns the best cards for the player whose turn it is.
    ///
    /// If the result is already decided, returns all playable cards.
    pub(super) fn best(self, state: &PlayState, talon: CardSet, solver: &mut Solver) -> CardSet {
        if self.decided(state, talon).is_some() {
            return state.position.playable();
        }
        solver.best(&state.position, self.question())
    }

    /// Returns the declarer's result if it is already decided in `state`, otherwise `None`.
    ///
    /// For example, a *betli* is lost as soon as the declarer has won a trick.
    pub(super) fn decided(self, state: &PlayState, talon: CardSet) -> Option<u32> {
        let (past, end) = (&state.past, state.is_end());
        let game = match self {
            Self::Points => return end.then_some(past.points),
            Self::Made(game) => game,
        };
        let trump = state.position.trump;
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

/// Returns the number of points that the declarer must win in tricks to win a game.
///
/// Returns `None` if the game is not decided by points, if no number of points is enough, or if the number
/// depends on which defenders win tricks.
pub(super) fn needed(game: Game, view: &View, board: &Board, hands: &BySeat<CardSet>) -> Option<u32> {
    let rules = view.book.rules();
    let own: Vec<Suit> = hands[board.declarer].marriages().iter().collect();
    match game {
        Game::FortyHundred => own.iter().any(|suit| Some(*suit) == board.trump).then_some(60),
        Game::TwentyHundred => own.iter().any(|suit| Some(*suit) != board.trump).then_some(80),
        Game::Parti => {
            let counted =
                view.book.find(&board.contract).is_some_and(ulti_rules::BookEntry::counts_marriages);
            let worth = |suits: Vec<Suit>| {
                let one = |suit: Suit| if Some(suit) == board.trump { 40 } else { 20 };
                let all: u32 = suits.into_iter().map(one).sum();
                if counted { all.min(rules.marriages_at_most) } else { 0 }
            };
            let defence =
                board.declarer.others().into_iter().flat_map(|seat| hands[seat].marriages()).collect();
            let has_marriage = |seat: &Seat| !hands[*seat].marriages().is_empty();
            if counted && rules.marriage_needs_trick && board.declarer.others().iter().any(has_marriage) {
                return None;
            }
            parti(rules, worth(own), worth(defence), view.talon.unwrap_or_default().points())
        }
        _ => None,
    }
}

/// Returns the minimum number of points that the declarer must win in tricks to win the *parti*. Returns
/// `None` if no number is enough.
///
/// To win the *parti*, the declarer must score more points than the defenders. Points in tricks and points
/// for marriages both count. If `parti_needs_points` is set, a side without points in tricks scores 0 in
/// total (`RULES §6`).
fn parti(rules: &RuleSet, own: u32, theirs: u32, talon: u32) -> Option<u32> {
    let all = 90 - talon;
    let total = |points: u32, more: u32| {
        if rules.parti_needs_points && points == 0 { 0 } else { points + more }
    };
    (0..=all).step_by(10).find(|points| total(*points, own) > total(all - points, theirs + talon))
}
