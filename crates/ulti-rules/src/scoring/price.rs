//! Computation of payments for hypothetical deals, for example for the command `/rules score`.

mod consistency;

use crate::rule_set::SilentDurchmars;
use crate::scoring::outcome::Outcome;
use crate::scoring::score::Ended;
use crate::scoring::settlement::ScoredGame;
use crate::{Book, Contract, Game, Kontra, Seat, Settlement, SilentHundredPayment, Start, Trump};
use consistency::contradiction;

/// A hypothetical deal for which [`Book::price`] computes the payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceQuery {
    /// Seat of the declarer in the hypothetical deal.
    pub declarer: Seat,
    /// The contract of the hypothetical deal.
    pub contract: Contract,
    /// The trump suit, or `None` for play without trumps.
    pub trump: Trump,
    /// Kontra (doubling) level of each game, the same for both defenders. Games that are not listed are not
    /// doubled.
    pub levels: Vec<(Game, u8)>,
    /// The result of the hypothetical deal, such as the games that were won.
    pub outcome: Outcome,
    /// Points in the window (the table's pot) before the deal.
    ///
    /// Clamped to the range from 0 to [`Start::MOST_IN_WINDOW`].
    pub window: i32,
}

/// The reason why the payments of a hypothetical deal cannot be computed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// The contract cannot be bid under the rules.
    #[error("no such contract in these rules")]
    NotInBook,
    /// The contract cannot be played with the given trump suit.
    #[error("the contract cannot be played with these trumps")]
    Trump {
        /// The trump suits with which the contract can be played.
        possible: Vec<Trump>,
    },
    /// The contract does not contain the given game.
    #[error("the contract has no {0}")]
    NoSuchGame(Game),
    /// The kontra (doubling) level exceeds the limit set by the rules.
    #[error("a game can be doubled {limit} times")]
    TooHigh {
        /// The highest kontra (doubling) level that the rules allow.
        limit: u8,
    },
    /// Games that must be doubled together have different kontra (doubling) levels.
    #[error("the ulti is doubled separately, all other games together")]
    SplitsItem,
    /// In this contract, the rules pay nothing for the given silent game (a game that was not bid).
    #[error("the contract has no {}", .0.name())]
    NoSuchSilentGame(ScoredGame),
    /// The two given results cannot occur in the same deal.
    #[error("{} and {} exclude each other", .0.name(), .1.name())]
    NotTogether(ScoredGame, ScoredGame),
}

impl Book {
    /// Computes the payments of a hypothetical deal.
    ///
    /// The payments are computed in the same way as for a deal that was actually played.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow the deal, or if two of its results exclude each other.
    pub fn price(&self, question: &PriceQuery) -> Result<Settlement, PriceError> {
        let entry = self.find(&question.contract).ok_or(PriceError::NotInBook)?;
        let possible = entry.trump.possible();
        if !possible.contains(&question.trump) {
            return Err(PriceError::Trump { possible });
        }
        let kontra = self.doubled(question)?;
        let silent = self.silent_games(&entry.contract, question.trump);
        check(question.outcome, entry.contract, &silent)?;
        if let Some((one, other)) = contradiction(question.outcome, entry.contract, question.declarer) {
            return Err(PriceError::NotTogether(one, other));
        }
        let at = Ended {
            entry,
            rules: self.rules(),
            declarer: question.declarer,
            trump: question.trump,
            kontra: &kontra,
            outcome: question.outcome,
        };
        Ok(at.settlement(question.window.clamp(0, Start::MOST_IN_WINDOW)))
    }

    /// Returns the silent games (results paid without a bid) that are paid in a contract with the given trump
    /// suit.
    pub fn silent_games(&self, contract: &Contract, trump: Trump) -> Vec<ScoredGame> {
        let Some(entry) = self.find(contract) else { return Vec::new() };
        let four_aces = self.rules().silent_four_aces && trump.is_some();
        [
            (
                ScoredGame::SilentHundred,
                entry.silent_hundred != SilentHundredPayment::None && trump.is_some(),
            ),
            (ScoredGame::SilentUlti, entry.silent_ulti && trump.is_some()),
            (ScoredGame::SilentDurchmars, entry.silent_durchmars != SilentDurchmars::None),
            (ScoredGame::SilentFourAces, four_aces),
        ]
        .into_iter()
        .filter_map(|(game, possible)| possible.then_some(game))
        .collect()
    }

    fn doubled(&self, question: &PriceQuery) -> Result<Kontra, PriceError> {
        let limit = self.rules().kontra_limit;
        let games = question.contract.games();
        if let Some((game, _)) = question.levels.iter().find(|(game, _)| !games.contains(*game)) {
            return Err(PriceError::NoSuchGame(*game));
        }
        if question.levels.iter().any(|(_, level)| *level > limit) {
            return Err(PriceError::TooHigh { limit });
        }
        let level = |game| question.levels.iter().find(|(of, _)| *of == game).map_or(0, |(_, level)| *level);
        let kontra = Kontra::at(question.declarer, question.contract, question.trump, self.rules(), level);
        let split = kontra.items_of(games).any(|item| {
            let mut levels = item.iter().map(level);
            let first = levels.next();
            levels.any(|other| Some(other) != first)
        });
        if split { Err(PriceError::SplitsItem) } else { Ok(kontra) }
    }
}

/// Checks that the outcome contains only games of the contract and silent games listed in `possible`.
///
/// Silent games are results paid without a bid.
fn check(outcome: Outcome, contract: Contract, possible: &[ScoredGame]) -> Result<(), PriceError> {
    if let Some(game) = outcome.made.iter().find(|game| !contract.has(*game)) {
        return Err(PriceError::NoSuchGame(game));
    }
    let results = [
        (ScoredGame::SilentHundred, outcome.hundred.is_some()),
        (ScoredGame::SilentUlti, outcome.seven.is_some()),
        (ScoredGame::SilentDurchmars, outcome.tricks.is_some()),
        (ScoredGame::SilentFourAces, outcome.four_aces.is_some()),
    ];
    if let Some((game, _)) =
        results.into_iter().find(|(game, occurred)| *occurred && !possible.contains(game))
    {
        return Err(PriceError::NoSuchSilentGame(game));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SilentHundredSide;
    use crate::scoring::settlement::Side;

    fn price(preset: &str, contract: &str, change: impl FnOnce(&mut PriceQuery)) -> Result<i32, PriceError> {
        let book = Book::preset(preset).unwrap();
        let contract: Contract = contract.parse().unwrap();
        let trump = book.find(&contract).ok_or(PriceError::NotInBook)?.trump.possible()[0];
        let (outcome, levels, window) = (Outcome::default(), Vec::new(), 0);
        let mut question = PriceQuery { declarer: Seat::Zero, contract, trump, levels, outcome, window };
        change(&mut question);
        book.price(&question).map(|settlement| settlement.payments[Seat::One])
    }

    #[test]
    fn payment_for_won_ulti_includes_parti() {
        let both = |question: &mut PriceQuery| question.outcome.made = Game::Ulti | Game::Parti;
        assert_eq!(price("4m", "ulti", both), Ok(-5));
        assert_eq!(price("rablo", "hearts ulti", both), Ok(-10));
        assert_eq!(price("szinlicit", "bells ulti", both), Ok(-15));
    }

    #[test]
    fn penalty_for_lost_ulti_depends_on_rule_preset() {
        let rekontra = |question: &mut PriceQuery| {
            question.outcome.made = Game::Parti.into();
            question.levels = vec![(Game::Ulti, 2)];
        };
        assert_eq!(price("rablo", "ulti", rekontra), Ok(20 - 1));
        assert_eq!(price("basic", "ulti", rekontra), Ok(16 - 1));
    }

    #[test]
    fn score_calculator_rejects_impossible_results() {
        let hundred = |side| Some(SilentHundredSide { side, one_twenty: false });
        let lost_with_a_hundred =
            |question: &mut PriceQuery| question.outcome.hundred = hundred(Side::Declarer);
        assert_eq!(
            price("4m", "parti", lost_with_a_hundred),
            Err(PriceError::NotTogether(ScoredGame::Game(Game::Parti), ScoredGame::SilentHundred))
        );
        let in_betli = |question: &mut PriceQuery| question.outcome.hundred = hundred(Side::Defence);
        assert_eq!(
            price("4m", "betli", in_betli),
            Err(PriceError::NoSuchSilentGame(ScoredGame::SilentHundred))
        );
        let too_high = |question: &mut PriceQuery| question.levels = vec![(Game::Parti, 3)];
        assert_eq!(price("basic", "parti", too_high), Err(PriceError::TooHigh { limit: 2 }));
        let split = |question: &mut PriceQuery| question.levels = vec![(Game::Durchmars, 1)];
        assert_eq!(price("pagat", "40-100+durchmars", split), Err(PriceError::SplitsItem));
        assert_eq!(price("4m", "four-aces", |_| ()), Err(PriceError::NotInBook));
    }

    /// Parses an outcome from words separated by spaces. `D` stands for the declarer (seat 0) and `d` for the
    /// defence (seat 1).
    ///
    /// - `100:d`: the defence reached 100 points
    /// - `vii:D+`: the declarer won the last trick with the seven of trumps
    /// - `vii:D-`: the declarer played the seven of trumps to the last trick and lost the trick
    /// - `all:D`: the declarer won all ten tricks
    /// - `nine:d`: the defence won the first nine tricks but not the tenth
    /// - `aces:d`: seat 1 won all four aces
    /// - any other word: the name of a game that the declarer won
    fn outcome(facts: &str) -> Outcome {
        let side = |letter: &str| if letter.starts_with('D') { Side::Declarer } else { Side::Defence };
        let seat = |letter: &str| if letter.starts_with('D') { Seat::Zero } else { Seat::One };
        let mut outcome = Outcome::default();
        for fact in facts.split_whitespace() {
            match fact.split_once(':') {
                Some(("100", of)) => {
                    outcome.hundred = Some(SilentHundredSide { side: side(of), one_twenty: false });
                }
                Some(("vii", of)) => outcome.seven = Some((seat(of), of.ends_with('+'))),
                Some(("all", of)) => outcome.tricks = Some((side(of), true)),
                Some(("nine", of)) => outcome.tricks = Some((side(of), false)),
                Some(("aces", of)) => outcome.four_aces = Some(seat(of)),
                _ => outcome.made |= fact.parse::<Game>().unwrap(),
            }
        }
        outcome
    }

    /// Preset, contract and outcome of hypothetical deals, and `true` if the outcome is possible.
    const OUTCOMES: [(&str, &str, &str, bool); 47] = [
        ("4m", "parti", "parti 100:D", true),
        ("4m", "parti", "parti 100:d", false),
        ("4m", "parti", "100:D", false),
        ("4m", "parti", "100:d", true),
        ("4m", "parti", "parti all:D", true),
        ("4m", "parti", "parti all:d", false),
        ("4m", "parti", "all:D", false),
        ("4m", "parti", "all:d", true),
        ("4m", "parti", "parti all:D vii:d+", false),
        ("4m", "parti", "parti all:D vii:D-", false),
        ("4m", "parti", "parti all:D vii:D+", true),
        ("4m", "parti", "parti all:D vii:d-", true),
        ("4m", "parti", "all:d vii:d+", true),
        ("4m", "parti", "all:d vii:D-", true),
        ("4m", "parti", "all:d vii:D+", false),
        ("4m", "parti", "all:d 100:D", false),
        ("4m", "parti", "parti all:D 100:d", false),
        ("4m", "ulti", "ulti parti", true),
        ("4m", "ulti", "ulti all:d", false),
        ("4m", "ulti", "ulti 100:d", true),
        ("4m", "40-100", "40-100 all:d", false),
        ("4m", "40-100", "40-100 vii:d+", true),
        ("4m", "40-100", "vii:D- 40-100", true),
        ("4m", "40-100+ulti", "ulti all:d", false),
        ("4m", "40-100+ulti", "40-100 all:d", false),
        ("4m", "40-100+durchmars", "40-100 durchmars vii:D+", true),
        ("4m", "40-100+durchmars", "40-100 durchmars vii:D-", false),
        ("4m", "40-100+durchmars", "40-100 durchmars vii:d+", false),
        ("4m", "40-100+durchmars", "40-100 durchmars vii:d-", true),
        ("4m", "40-100+durchmars", "40-100 vii:d+", true),
        ("rablo", "parti", "parti nine:D", true),
        ("rablo", "parti", "parti nine:D vii:D+", false),
        ("rablo", "parti", "parti nine:D vii:d+", true),
        ("rablo", "parti", "nine:d vii:d+", false),
        ("rablo", "parti", "nine:d vii:D+", true),
        ("rablo", "parti", "parti aces:D", true),
        ("rablo", "parti", "parti aces:d", true),
        ("rablo", "parti", "parti all:D aces:d", false),
        ("rablo", "parti", "all:d aces:D", false),
        ("rablo", "four-aces", "four-aces parti", true),
        ("rablo", "four-aces", "four-aces parti aces:d", false),
        ("rablo", "four-aces", "parti aces:d", true),
        ("rablo", "40-100+four-aces", "40-100 four-aces vii:d+", true),
        ("rablo", "hearts ulti+durchmars", "ulti durchmars 100:d", false),
        ("rablo", "hearts ulti+durchmars", "ulti 100:d", true),
        ("rablo", "durchmars", "durchmars vii:D+", true),
        ("rablo", "durchmars", "durchmars aces:d", false),
    ];

    #[test]
    fn score_calculator_accepts_only_possible_outcomes() {
        for (preset, contract, facts, possible) in OUTCOMES {
            let answer = price(preset, contract, |question| question.outcome = outcome(facts));
            assert_eq!(answer.is_ok(), possible, "{preset}, {contract}: {facts}: {answer:?}");
        }
    }

    #[test]
    fn silent_games_depend_on_contract_and_trumps() {
        let names = |preset: &str, contract: &str, trump| {
            let book = Book::preset(preset).unwrap();
            let games = book.silent_games(&contract.parse().unwrap(), trump);
            games.iter().map(|game| game.name()).collect::<Vec<_>>().join(" ")
        };
        let leaves = Some(crate::Suit::Leaves);
        assert_eq!(names("4m", "parti", leaves), "silent-100 silent-ulti silent-durchmars");
        assert_eq!(names("4m", "40-100", leaves), "silent-ulti silent-durchmars");
        assert_eq!(names("4m", "ulti", leaves), "silent-100 silent-durchmars");
        assert_eq!(names("4m", "betli", None), "");
        assert_eq!(names("4m", "durchmars", None), "");
        assert_eq!(names("pagat", "durchmars", leaves), "silent-ulti");
        assert_eq!(names("pagat", "durchmars", None), "");
        assert_eq!(names("rablo", "ulti+four-aces", leaves), "silent-100 silent-four-aces");
        assert_eq!(names("rablo", "colourless durchmars", None), "");
    }
}
