//! Converts each question of an input line to a search of the solver.

use ulti_ai::solver::Question;
use ulti_rules::{Game, Rank};

use super::line_error::LineError;
use super::parti;
use super::question::SolveQuestion;
use super::request::SolveRequest;

/// Method of answering one question about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionPlan {
    /// The solver must search for the answer.
    Ask(Question),
    /// The answer is known without a search, because every line of play leads to it.
    Known(u32),
}

impl SolveRequest {
    /// Decides how to answer a question about the position.
    pub(super) fn plan(&self, part: SolveQuestion) -> Result<QuestionPlan, LineError> {
        let needs_trumps = matches!(part, SolveQuestion::Game(Game::Ulti | Game::Parti));
        if needs_trumps && self.position.trump.is_none() {
            return Err(LineError::NoTrumps(part.name()));
        }
        let laid_aside = |rank: Rank| self.talon.iter().any(|card| card.rank() == rank);
        Ok(QuestionPlan::Ask(match part {
            SolveQuestion::Points => Question::Points,
            SolveQuestion::Game(game) => match game {
                Game::FortyHundred => Question::AtLeast(60),
                Game::TwentyHundred => Question::AtLeast(80),
                Game::Betli => Question::Betli,
                Game::Durchmars => Question::Durchmars,
                Game::Ulti => Question::Ulti,
                // Both games are lost if a card of the rank has been laid aside.
                Game::FourAces if laid_aside(Rank::Ace) => return Ok(QuestionPlan::Known(0)),
                Game::FourTens if laid_aside(Rank::Ten) => return Ok(QuestionPlan::Known(0)),
                Game::FourAces => Question::FourAces,
                Game::FourTens => Question::FourTens,
                Game::Parti => parti::question(self)?,
            },
        }))
    }
}
