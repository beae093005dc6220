//! Questions that `ulti solve` answers, and their names.

use ulti_rules::Game;

use super::line_error::LineError;

/// A question that `ulti solve` answers about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SolveQuestion {
    /// Asks how many points the declarer wins.
    Points,
    /// Asks whether the declarer wins the game. The answer is 1 for yes and 0 for no.
    Game(Game),
}

impl SolveQuestion {
    /// Returns an iterator over all questions.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        [Self::Points].into_iter().chain(Game::ALL.map(Self::Game))
    }

    /// Returns the name of the question, as used in the `question` field of an input line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Game(game) => game.name(),
        }
    }

    /// Parses question names separated by `+`.
    ///
    /// # Errors
    /// Returns an error if a name is unknown or appears more than once.
    pub(super) fn read_all(text: &str) -> Result<Vec<Self>, LineError> {
        let mut parts = Vec::new();
        for word in text.split('+').map(str::trim) {
            let part = Self::read(word)?;
            if parts.contains(&part) {
                return Err(LineError::PartTwice(part.name()));
            }
            parts.push(part);
        }
        Ok(parts)
    }

    fn read(word: &str) -> Result<Self, LineError> {
        Self::all().find(|part| part.name() == word).ok_or_else(|| {
            let nearest = Self::all().map(Self::name).min_by_key(|name| strsim::levenshtein(name, word));
            LineError::UnknownQuestion { found: word.to_owned(), nearest: nearest.unwrap_or_default() }
        })
    }
}
