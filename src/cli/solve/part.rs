//! The questions by their names, each by itself.

use crate::ai::solver::Question;
use crate::rules::{Card, Game, Rank};

use super::note::Asked;
use super::parti;
use super::refused::Refused;

/// One question of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The number of points.
    Points,
    /// Whether a game is made.
    Game(Game),
}

/// How a part is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    /// By a search.
    Ask(Question),
    /// Whatever is played.
    Known(u32),
}

impl Part {
    /// Every one.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        [Self::Points].into_iter().chain(Game::ALL.map(Self::Game))
    }

    /// As it is written.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Game(game) => game.name(),
        }
    }

    /// The parts of a question, joined by `+`.
    pub(super) fn read_all(text: &str) -> Result<Vec<Self>, Refused> {
        let mut parts = Vec::new();
        for word in text.split('+').map(str::trim) {
            let part = Self::read(word)?;
            if parts.contains(&part) {
                return Err(Refused::PartTwice(part.name()));
            }
            parts.push(part);
        }
        Ok(parts)
    }

    fn read(word: &str) -> Result<Self, Refused> {
        Self::all().find(|part| part.name() == word).ok_or_else(|| {
            let nearest = Self::all().map(Self::name).min_by_key(|name| strsim::levenshtein(name, word));
            Refused::UnknownQuestion { found: word.to_owned(), nearest: nearest.unwrap_or_default() }
        })
    }
}

impl Asked {
    /// How to answer a part of it.
    pub(super) fn plan(&self, part: Part) -> Result<Plan, Refused> {
        let needs_trumps = matches!(part, Part::Game(Game::Ulti | Game::Parti));
        if needs_trumps && self.position.trump.is_none() {
            return Err(Refused::NoTrumps(part.name()));
        }
        Ok(match part {
            Part::Points => Plan::Ask(Question::Points),
            Part::Game(Game::FortyHundred) => Plan::Ask(Question::AtLeast(60)),
            Part::Game(Game::TwentyHundred) => Plan::Ask(Question::AtLeast(80)),
            Part::Game(Game::Betli) => Plan::Ask(Question::Betli),
            Part::Game(Game::Durchmars) => Plan::Ask(Question::Durchmars),
            Part::Game(Game::Ulti) => Plan::Ask(Question::Ulti),
            Part::Game(Game::FourAces) => self.all_of(Rank::Ace, Question::FourAces),
            Part::Game(Game::FourTens) => self.all_of(Rank::Ten, Question::FourTens),
            Part::Game(Game::Parti) => parti::plan(self)?,
        })
    }

    /// A card in the talon can't be won any more.
    fn all_of(&self, rank: Rank, question: Question) -> Plan {
        let laid_down = self.talon.iter().any(|card: Card| card.rank() == rank);
        if laid_down { Plan::Known(0) } else { Plan::Ask(question) }
    }
}
