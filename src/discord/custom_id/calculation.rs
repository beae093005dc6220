//! Calculations of the payments for hypothetical deals, as shown by `/rules score`.
//!
//! Every button of the message contains the whole calculation, so no server-side state is needed.

use ulti_rules::{
    Book, BookEntry, Contract, Game, Games, Kontra, Outcome, PriceError, PriceQuery, ScoredGame, Seat,
    Settlement, Side, SilentDurchmars, SilentHundredPayment, SilentHundredSide, Trump,
};

/// Seat assigned to the declarer in every payment calculation.
pub(crate) const DECLARER: Seat = Seat::Zero;
/// Seat assigned to the defender in results that a single defender achieves, such as winning all four aces.
pub(crate) const DEFENDER: Seat = Seat::One;

/// A hypothetical deal for which payments are calculated, with its contract, kontras and assumed outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calculation {
    /// The contract.
    pub(crate) contract: Contract,
    /// The trump suit, if any.
    pub(crate) trump: Trump,
    /// The kontra level of each game (the number of times it has been doubled), indexed by [`Game`].
    pub(crate) levels: [u8; Game::ALL.len()],
    /// The assumed outcome of the deal. The declarer's seat is [`DECLARER`].
    pub(crate) outcome: Outcome,
}

impl Calculation {
    /// Creates a calculation in which every game of the contract is won, with no kontras and no silent games.
    pub fn of(entry: &BookEntry) -> Self {
        let outcome = Outcome { made: entry.contract.games(), ..Outcome::default() };
        let trump = entry.trump.possible().first().copied().flatten();
        Self { contract: entry.contract, trump, levels: [0; Game::ALL.len()], outcome }
    }

    /// Calculates the payments for the deal.
    ///
    /// # Errors
    ///
    /// Returns an error if the assumed outcome is impossible.
    pub(crate) fn settlement(&self, book: &Book) -> Result<Settlement, PriceError> {
        let levels = self.contract.games().iter().map(|game| (game, self.levels[game as usize]));
        book.price(&PriceQuery {
            declarer: DECLARER,
            contract: self.contract,
            trump: self.trump,
            levels: levels.collect(),
            outcome: self.outcome,
            window: 0,
        })
    }

    /// Returns a copy of the calculation in which the result of `game` is toggled between won and lost.
    pub(crate) fn with_turned(mut self, game: Game) -> Self {
        if self.outcome.made.contains(game) {
            self.outcome.made -= game;
        } else {
            self.outcome.made |= game;
        }
        self
    }

    /// Returns the calculation with the kontra (doubling) level of `item` raised by one. If the level has
    /// already reached `limit`, it is reset to 0.
    ///
    /// `item` is a group of games that are doubled together.
    pub(crate) fn with_doubled(mut self, item: Games, limit: u8) -> Self {
        let level = self.level(item);
        for game in item {
            self.levels[game as usize] = if level >= limit { 0 } else { level + 1 };
        }
        self
    }

    /// Returns the kontra level of `item`, a group of games that are doubled together.
    pub(crate) fn level(&self, item: Games) -> u8 {
        item.iter().map(|game| self.levels[game as usize]).max().unwrap_or_default()
    }

    /// Returns the calculation with a different trump suit. Silent games that are impossible with that suit
    /// are removed.
    pub(crate) fn with_trump(mut self, trump: Trump, book: &Book) -> Self {
        self.trump = trump;
        let possible = book.silent_games(&self.contract, trump);
        for game in [ScoredGame::SilentHundred, ScoredGame::SilentUlti, ScoredGame::SilentFourAces] {
            if !possible.contains(&game) {
                self = self.without(game);
            }
        }
        self
    }

    fn without(mut self, game: ScoredGame) -> Self {
        match game {
            ScoredGame::SilentHundred => self.outcome.hundred = None,
            ScoredGame::SilentUlti => self.outcome.seven = None,
            ScoredGame::SilentDurchmars => self.outcome.tricks = None,
            ScoredGame::SilentFourAces => self.outcome.four_aces = None,
            ScoredGame::Game(_) | ScoredGame::Renonsz | ScoredGame::RenonszSupplement => {}
        }
        self
    }

    /// Returns the games of the contract in groups. The games of a group can only be doubled together.
    pub(crate) fn items(&self, book: &Book) -> Vec<Games> {
        let kontra = Kontra::new(DECLARER, &self.contract, self.trump, book.rules());
        kontra.items_of(self.contract.games()).collect()
    }

    /// Returns all possible changes to the results of silent games (games paid without having been bid).
    ///
    /// Each change affects one silent game and is paired with the calculation after the change.
    pub(crate) fn silent(&self, book: &Book) -> Vec<(SilentResult, Self)> {
        let games = book.silent_games(&self.contract, self.trump);
        let mut all = Vec::new();
        for game in games {
            let now = self.happened().into_iter().find(|happened| happened.game() == game);
            let each = SilentResult::ALL.into_iter().filter(|happened| happened.game() == game);
            let possible = each.filter(|happened| happened.is_possible(book, self.contract));
            all.extend(
                possible
                    .filter(|happened| Some(*happened) != now)
                    .map(|happened| (happened, self.with(happened))),
            );
            all.extend(now.map(|_| (SilentResult::Not(game), self.without(game))));
        }
        all
    }

    /// Adds the result of a silent game (a game paid without having been bid) to the calculation.
    ///
    /// [`SilentResult::Not`] removes the game's result instead.
    pub(crate) fn with(mut self, happened: SilentResult) -> Self {
        match happened {
            SilentResult::Hundred(reached) => self.outcome.hundred = Some(reached),
            SilentResult::Seven(seat, won) => self.outcome.seven = Some((seat, won)),
            SilentResult::Tricks(side, all) => self.outcome.tricks = Some((side, all)),
            SilentResult::FourAces(seat) => self.outcome.four_aces = Some(seat),
            SilentResult::Not(game) => self = self.without(game),
        }
        self
    }

    /// Returns the results of all silent games (games paid without having been bid) in the calculation.
    pub(crate) fn happened(&self) -> Vec<SilentResult> {
        let Outcome { hundred, seven, tricks, four_aces, .. } = self.outcome;
        [
            hundred.map(SilentResult::Hundred),
            seven.map(|(seat, won)| SilentResult::Seven(seat, won)),
            tricks.map(|(side, all)| SilentResult::Tricks(side, all)),
            four_aces.map(SilentResult::FourAces),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// The result of a silent game (a game paid without having been bid) in a payment calculation.
///
/// The variant [`Not`](Self::Not) is used to remove a silent game's result from the calculation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SilentResult {
    /// A silent hundred: a side reached 100 points without having bid them.
    Hundred(SilentHundredSide),
    /// The player at this seat played the VII of trumps to the last trick. The flag is `true` if the card won
    /// the trick.
    Seven(Seat, bool),
    /// A side won the first nine tricks. The flag is `true` if that side also won the last trick.
    Tricks(Side, bool),
    /// The player at this seat won all four aces in tricks.
    FourAces(Seat),
    /// Removes the result of the given silent game (a game paid without having been bid).
    Not(ScoredGame),
}

impl SilentResult {
    /// Every result that a silent game can have in the score calculator. Results of the same game are
    /// adjacent.
    pub(crate) const ALL: [Self; 14] = [
        Self::Hundred(SilentHundredSide { side: Side::Declarer, one_twenty: false }),
        Self::Hundred(SilentHundredSide { side: Side::Declarer, one_twenty: true }),
        Self::Hundred(SilentHundredSide { side: Side::Defence, one_twenty: false }),
        Self::Hundred(SilentHundredSide { side: Side::Defence, one_twenty: true }),
        Self::Seven(DECLARER, true),
        Self::Seven(DECLARER, false),
        Self::Seven(DEFENDER, true),
        Self::Seven(DEFENDER, false),
        Self::Tricks(Side::Declarer, true),
        Self::Tricks(Side::Declarer, false),
        Self::Tricks(Side::Defence, true),
        Self::Tricks(Side::Defence, false),
        Self::FourAces(DECLARER),
        Self::FourAces(DEFENDER),
    ];

    /// Returns the silent game to which the result belongs.
    pub(crate) const fn game(self) -> ScoredGame {
        match self {
            Self::Hundred(_) => ScoredGame::SilentHundred,
            Self::Seven(..) => ScoredGame::SilentUlti,
            Self::Tricks(..) => ScoredGame::SilentDurchmars,
            Self::FourAces(_) => ScoredGame::SilentFourAces,
            Self::Not(game) => game,
        }
    }

    /// Returns `true` if the result can affect the payments for the contract.
    fn is_possible(self, book: &Book, contract: Contract) -> bool {
        let Some(entry) = book.find(&contract) else { return false };
        match self {
            Self::Hundred(reached) => {
                !reached.one_twenty || entry.silent_hundred == SilentHundredPayment::Item
            }
            Self::Tricks(_, false) => {
                book.rules().silent_durchmars_lost && entry.silent_durchmars == SilentDurchmars::Item
            }
            Self::FourAces(DECLARER) => !contract.has(Game::FourAces) && !contract.has(Game::Durchmars),
            _ => true,
        }
    }
}
