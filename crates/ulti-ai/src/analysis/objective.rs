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

/// The number of points that the declarer must win in tricks to win a game, as known in some position.
///
/// The two numbers differ only if the rule `marriage_needs_trick` is set and the marriage of a defender who
/// has not won a trick may still count (`RULES §6`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PointsNeeded {
    /// The declarer can win the game with this number of points, but with no smaller number. `None` if the
    /// game is not decided by points, or if no number is enough.
    possible: Option<u32>,
    /// The declarer wins the game with this number of points, whichever defenders win tricks. `None` if the
    /// game is not decided by points, or if no number is certainly enough.
    certain: Option<u32>,
}

impl PointsNeeded {
    const fn exactly(points: Option<u32>) -> Self {
        Self { possible: points, certain: points }
    }

    /// Returns the number of points if it does not depend on who wins the remaining tricks.
    pub(super) fn exact(self) -> Option<u32> {
        self.certain.filter(|certain| Some(*certain) == self.possible)
    }

    /// Returns `true` if the declarer wins the game with `points` in tricks.
    ///
    /// Returns `None` if that depends on which defenders win tricks.
    pub(super) fn is_reached(self, points: u32) -> Option<bool> {
        let reaches = |needed: Option<u32>| needed.is_some_and(|needed| points >= needed);
        (reaches(self.certain) == reaches(self.possible)).then(|| reaches(self.certain))
    }
}

/// The facts of a deal on which the number of points needed for each game depends.
pub(super) struct PointsNeededRules<'a> {
    rules: &'a RuleSet,
    board: &'a Board,
    /// The hands when play began.
    hands: &'a BySeat<CardSet>,
    talon: u32,
    counts_marriages: bool,
}

impl<'a> PointsNeededRules<'a> {
    /// Collects the facts from a finished deal. `hands` are the hands when play began.
    pub(super) fn of(view: &'a View, board: &'a Board, hands: &'a BySeat<CardSet>) -> Self {
        let entry = view.book.find(&board.contract);
        let counts_marriages = entry.is_some_and(ulti_rules::BookEntry::counts_marriages);
        let talon = view.talon.unwrap_or_default().points();
        Self { rules: view.book.rules(), board, hands, talon, counts_marriages }
    }

    /// Returns the number of points that the declarer needs for a game, as known after `cards` cards were
    /// played.
    pub(super) fn needed(&self, game: Game, cards: usize) -> PointsNeeded {
        let declarer = self.board.declarer;
        let has_marriage =
            |of_trumps| self.suits(declarer).any(|suit| (Some(suit) == self.board.trump) == of_trumps);
        match game {
            Game::FortyHundred => PointsNeeded::exactly(has_marriage(true).then_some(60)),
            Game::TwentyHundred => PointsNeeded::exactly(has_marriage(false).then_some(80)),
            Game::Parti => {
                let [counted, all] = self.marriages_of_defenders(cards);
                PointsNeeded { possible: self.parti(counted), certain: self.parti(all) }
            }
            _ => PointsNeeded::default(),
        }
    }

    fn suits(&self, seat: Seat) -> impl Iterator<Item = Suit> {
        self.hands[seat].marriages().iter()
    }

    /// Returns the points of the marriages of some seats, limited as in `RULES §6`.
    fn marriages(&self, seats: impl Iterator<Item = Seat>) -> u32 {
        let worth = |suit: Suit| if Some(suit) == self.board.trump { 40 } else { 20 };
        let sum: u32 = seats.flat_map(|seat| self.suits(seat)).map(worth).sum();
        if self.counts_marriages { sum.min(self.rules.marriages_at_most) } else { 0 }
    }

    /// Returns the fewest and the most points that the marriages of the defenders can count, as known after
    /// `cards` cards were played.
    fn marriages_of_defenders(&self, cards: usize) -> [u32; 2] {
        let tricks = &self.board.tricks[..(cards / 3).min(self.board.tricks.len())];
        let has_trick = |seat: &Seat| tricks.iter().any(|(_, winner)| winner == seat);
        let counts = |seat: &Seat| !self.rules.marriage_needs_trick || has_trick(seat);
        let can_count = |seat: &Seat| tricks.len() < 10 || counts(seat);
        let defenders = || self.board.declarer.others().into_iter();
        [self.marriages(defenders().filter(counts)), self.marriages(defenders().filter(can_count))]
    }

    /// Returns the minimum number of points that the declarer must win in tricks to win the *parti* if the
    /// marriages of the defenders count `theirs` points. Returns `None` if no number is enough.
    ///
    /// To win the *parti*, the declarer must score more points than the defenders. Points in tricks and
    /// points for marriages both count. If `parti_needs_points` is set, a side without points in tricks
    /// scores 0 in total (`RULES §6`).
    fn parti(&self, theirs: u32) -> Option<u32> {
        let own = self.marriages(std::iter::once(self.board.declarer));
        let all = 90 - self.talon;
        let total = |points: u32, more: u32| {
            if self.rules.parti_needs_points && points == 0 { 0 } else { points + more }
        };
        let wins = |points: &u32| total(*points, own) > total(all - points, theirs + self.talon);
        (0..=all).step_by(10).find(wins)
    }
}
