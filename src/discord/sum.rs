//! A deal that is priced without having been played (`/rules score`). Its state stands on every
//! button of the message, so nothing has to be remembered.

use crate::rules::{
    Book, Contract, Entry, Game, Games, Hundred, Impossible, Kontra, Outcome, Question, Reached, Scored,
    Seat, Settlement, Side, SilentDurchmars, Trump,
};

/// Who plays alone in it.
pub(super) const DECLARER: Seat = Seat::Zero;
/// The defender who does what one defender can do alone.
pub(super) const DEFENDER: Seat = Seat::One;

/// A contract with what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    /// What is played.
    pub(super) contract: Contract,
    /// The trumps it is played with.
    pub(super) trump: Trump,
    /// How often each game was doubled, by the game's place.
    pub(super) levels: [u8; Game::ALL.len()],
    /// What came of it, [`DECLARER`] playing alone.
    pub(super) outcome: Outcome,
}

impl Sum {
    /// A contract of the book with every game made, undoubled, and nothing silent.
    pub fn of(entry: &Entry) -> Self {
        let outcome = Outcome { made: entry.contract.games(), ..Outcome::default() };
        let trump = entry.trump.possible().first().copied().flatten();
        Self { contract: entry.contract, trump, levels: [0; Game::ALL.len()], outcome }
    }

    /// What it pays.
    ///
    /// # Errors
    /// Why no deal can come to this.
    pub(super) fn settlement(&self, book: &Book) -> Result<Settlement, Impossible> {
        let levels = self.contract.games().iter().map(|game| (game, self.levels[game as usize]));
        book.price(&Question {
            declarer: DECLARER,
            contract: self.contract,
            trump: self.trump,
            levels: levels.collect(),
            outcome: self.outcome,
            window: 0,
        })
    }

    /// The same with a game made that was lost, or the other way round.
    pub(super) fn with_turned(mut self, game: Game) -> Self {
        if self.outcome.made.contains(game) {
            self.outcome.made -= game;
        } else {
            self.outcome.made |= game;
        }
        self
    }

    /// The same, doubled once more; not at all after the last doubling there is.
    pub(super) fn with_doubled(mut self, item: Games, limit: u8) -> Self {
        let level = self.level(item);
        for game in item {
            self.levels[game as usize] = if level >= limit { 0 } else { level + 1 };
        }
        self
    }

    /// How often an item was doubled.
    pub(super) fn level(&self, item: Games) -> u8 {
        item.iter().map(|game| self.levels[game as usize]).max().unwrap_or_default()
    }

    /// The same with other trumps; silent games that these leave out of the question are dropped.
    pub(super) fn with_trump(mut self, trump: Trump, book: &Book) -> Self {
        self.trump = trump;
        let possible = book.silent_games(&self.contract, trump);
        for game in [Scored::SilentHundred, Scored::SilentUlti, Scored::SilentFourAces] {
            if !possible.contains(&game) {
                self = self.without(game);
            }
        }
        self
    }

    fn without(mut self, game: Scored) -> Self {
        match game {
            Scored::SilentHundred => self.outcome.hundred = None,
            Scored::SilentUlti => self.outcome.seven = None,
            Scored::SilentDurchmars => self.outcome.tricks = None,
            Scored::SilentFourAces => self.outcome.four_aces = None,
            Scored::Game(_) | Scored::Renonsz => {}
        }
        self
    }

    /// What can be doubled by itself.
    pub(super) fn items(&self, book: &Book) -> Vec<Games> {
        let kontra = Kontra::new(DECLARER, &self.contract, self.trump, book.rules());
        kontra.items_of(self.contract.games()).collect()
    }

    /// Every silent thing that can have happened in this contract, with what the sum is then; what
    /// is so already is left out, and can be taken back.
    pub(super) fn silent(&self, book: &Book) -> Vec<(Happened, Self)> {
        let games = book.silent_games(&self.contract, self.trump);
        let mut all = Vec::new();
        for game in games {
            let now = self.happened().into_iter().find(|happened| happened.game() == game);
            let each = Happened::ALL.into_iter().filter(|happened| happened.game() == game);
            let possible = each.filter(|happened| happened.is_possible(book, self.contract));
            all.extend(
                possible
                    .filter(|happened| Some(*happened) != now)
                    .map(|happened| (happened, self.with(happened))),
            );
            all.extend(now.map(|_| (Happened::Not(game), self.without(game))));
        }
        all
    }

    pub(super) fn with(mut self, happened: Happened) -> Self {
        match happened {
            Happened::Hundred(reached) => self.outcome.hundred = Some(reached),
            Happened::Seven(seat, won) => self.outcome.seven = Some((seat, won)),
            Happened::Tricks(side, all) => self.outcome.tricks = Some((side, all)),
            Happened::FourAces(seat) => self.outcome.four_aces = Some(seat),
            Happened::Not(game) => self = self.without(game),
        }
        self
    }

    /// The silent things that did happen.
    pub(super) fn happened(&self) -> Vec<Happened> {
        let Outcome { hundred, seven, tricks, four_aces, .. } = self.outcome;
        [
            hundred.map(Happened::Hundred),
            seven.map(|(seat, won)| Happened::Seven(seat, won)),
            tricks.map(|(side, all)| Happened::Tricks(side, all)),
            four_aces.map(Happened::FourAces),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Something silent, or that it did not happen after all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Happened {
    Hundred(Reached),
    Seven(Seat, bool),
    Tricks(Side, bool),
    FourAces(Seat),
    Not(Scored),
}

impl Happened {
    /// All there is, but for taking back.
    pub(super) const ALL: [Self; 14] = [
        Self::Hundred(Reached { side: Side::Declarer, one_twenty: false }),
        Self::Hundred(Reached { side: Side::Declarer, one_twenty: true }),
        Self::Hundred(Reached { side: Side::Defence, one_twenty: false }),
        Self::Hundred(Reached { side: Side::Defence, one_twenty: true }),
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

    pub(super) const fn game(self) -> Scored {
        match self {
            Self::Hundred(_) => Scored::SilentHundred,
            Self::Seven(..) => Scored::SilentUlti,
            Self::Tricks(..) => Scored::SilentDurchmars,
            Self::FourAces(_) => Scored::SilentFourAces,
            Self::Not(game) => game,
        }
    }

    /// Whether it makes a difference in this contract.
    fn is_possible(self, book: &Book, contract: Contract) -> bool {
        let Some(entry) = book.find(&contract) else { return false };
        match self {
            Self::Hundred(reached) => !reached.one_twenty || entry.silent_hundred == Hundred::Item,
            Self::Tricks(_, false) => {
                book.rules().silent_durchmars_lost && entry.silent_durchmars == SilentDurchmars::Item
            }
            Self::FourAces(DECLARER) => !contract.has(Game::FourAces) && !contract.has(Game::Durchmars),
            _ => true,
        }
    }
}
