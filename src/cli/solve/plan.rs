//! Converts each question of an input line to a search of the solver.

use ulti_ai::solver::Question;
use ulti_rules::{Card, Game, Rank};

use super::line_error::LineError;
use super::parti;
use super::question::SolveQuestion;
use super::request::SolveRequest;

/// How one question about a position is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionPlan {
    /// The question is answered by a search of the solver. Contains the solver's question.
    Ask(Question),
    /// The answer is known without a search, because it is the same for every line of play.
    Known(u32),
}

impl SolveRequest {
    /// Returns how a question is answered.
    ///
    /// # Errors
    /// Returns an error if the question does not apply to the position.
    pub(super) fn plan(&self, part: SolveQuestion) -> Result<QuestionPlan, LineError> {
        let needs_trumps = matches!(part, SolveQuestion::Game(Game::Ulti | Game::Parti));
        if needs_trumps && self.position.trump.is_none() {
            return Err(LineError::NoTrumps(part.name()));
        }
        Ok(match part {
            SolveQuestion::Points => QuestionPlan::Ask(Question::Points),
            SolveQuestion::Game(Game::FortyHundred) => QuestionPlan::Ask(Question::AtLeast(60)),
            SolveQuestion::Game(Game::TwentyHundred) => QuestionPlan::Ask(Question::AtLeast(80)),
            SolveQuestion::Game(Game::Betli) => QuestionPlan::Ask(Question::Betli),
            SolveQuestion::Game(Game::Durchmars) => QuestionPlan::Ask(Question::Durchmars),
            SolveQuestion::Game(Game::Ulti) => QuestionPlan::Ask(Question::Ulti),
            SolveQuestion::Game(Game::FourAces) => self.all_of(Rank::Ace, Question::FourAces),
            SolveQuestion::Game(Game::FourTens) => self.all_of(Rank::Ten, Question::FourTens),
            SolveQuestion::Game(Game::Parti) => QuestionPlan::Ask(parti::question(self)?),
        })
    }

    /// Returns how a question about four aces or four tens is answered.
    ///
    /// Both games are lost if a card of the rank has been laid aside.
    fn all_of(&self, rank: Rank, question: Question) -> QuestionPlan {
        let laid_down = self.talon.iter().any(|card: Card| card.rank() == rank);
        if laid_down { QuestionPlan::Known(0) } else { QuestionPlan::Ask(question) }
    }
}
