//! Doubling of the games of a contract (`RULES §7`).

use crate::rule_set::{IndividualKontra, KontraItems};
use crate::{BySeat, Contract, Game, Games, RuleSet, Seat, Trump};

/// The number of times that each game of a contract has been doubled, stored separately for each defender.
///
/// A level of 0 means not doubled, 1 means kontra, 2 means rekontra, and so on. The defenders announce the
/// odd levels, and the declarer announces the even ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kontra {
    declarer: Seat,
    games: Games,
    /// The games for which a kontra (doubling) by one defender also applies to the other defender.
    common: Games,
    ulti_separate: bool,
    limit: u8,
    levels: [BySeat<u8>; Game::ALL.len()],
    declined: BySeat<Games>,
}

impl Kontra {
    /// Creates the kontra (doubling) levels for a contract, with no games doubled.
    pub fn new(declarer: Seat, contract: &Contract, trump: Trump, rules: &RuleSet) -> Self {
        let individual = match rules.individual_kontra {
            IndividualKontra::BetliAndDurchmars => Game::Betli | Game::Durchmars,
            IndividualKontra::NoTrumpGames if trump.is_none() => Game::Betli | Game::Durchmars,
            IndividualKontra::NoTrumpGames | IndividualKontra::Never => Games::empty(),
        };
        Self {
            declarer,
            games: contract.games(),
            common: contract.games() - individual,
            ulti_separate: rules.kontra_items == KontraItems::UltiAndRest,
            limit: rules.kontra_limit,
            levels: [BySeat::default(); Game::ALL.len()],
            declined: BySeat::default(),
        }
    }

    /// Like [`Kontra::new`], but doubles each game to the kontra level that `level` returns for it. The
    /// levels apply to both defenders.
    pub(crate) fn at(
        declarer: Seat,
        contract: Contract,
        trump: Trump,
        rules: &RuleSet,
        level: impl Fn(Game) -> u8,
    ) -> Self {
        let mut kontra = Self::new(declarer, &contract, trump, rules);
        for game in contract.games() {
            for defender in declarer.others() {
                kontra.levels[game as usize][defender] = level(game);
            }
        }
        kontra
    }

    /// Returns the number of times that a game has been doubled for one defender.
    pub fn level(&self, game: Game, defender: Seat) -> u8 {
        self.levels[game as usize][defender]
    }

    /// Returns the number of times that a game has been doubled, from the point of view of a seat: for a
    /// defender, the level that applies to this defender, and for the declarer, the higher of both levels.
    pub(crate) fn level_for(&self, game: Game, seat: Seat) -> u8 {
        let counts = |defender: &Seat| seat == self.declarer || *defender == seat;
        let levels = self.declarer.others().into_iter().filter(counts);
        levels.map(|defender| self.level(game, defender)).max().unwrap_or(0)
    }

    /// Returns the highest kontra (doubling) level that the rules allow.
    pub(crate) const fn limit(&self) -> u8 {
        self.limit
    }

    /// Returns `true` if the seat can no longer double the game because it did not do so when it could.
    pub(crate) fn has_declined(&self, game: Game, seat: Seat) -> bool {
        self.declined[seat].contains(game)
    }

    /// Returns the factor by which kontras (doublings) multiply a game's value for one defender.
    pub fn multiplier(&self, game: Game, defender: Seat) -> i32 {
        1 << self.level(game, defender)
    }

    /// Returns the factor by which a game's value is multiplied. If the defenders have different factors,
    /// returns the larger one.
    pub fn highest_multiplier(&self, game: Game) -> i32 {
        self.declarer.others().map(|defender| self.multiplier(game, defender)).into_iter().max().unwrap_or(1)
    }

    /// Returns the highest kontra (doubling) factor among all games and both defenders.
    pub fn highest_of_all(&self) -> i32 {
        1 << self.highest_level()
    }

    /// Returns the highest kontra (doubling) level among all games and both defenders.
    pub fn highest_level(&self) -> u8 {
        self.levels.iter().flat_map(BySeat::values).copied().max().unwrap_or(0)
    }

    /// Returns `true` if a kontra (doubling) of this game applies only to the defender who announces it.
    pub fn is_individual(&self, game: Game) -> bool {
        !self.common.contains(game)
    }

    /// Returns the games that a defender may double before playing a card to the first trick.
    pub fn open_to(&self, defender: Seat) -> Games {
        if defender == self.declarer || self.limit == 0 {
            return Games::empty();
        }
        (self.games - self.declined[defender])
            .iter()
            .filter(|game| self.level(*game, defender) == 0)
            .collect()
    }

    /// Returns the games that a seat may double again once the first trick is complete.
    pub fn raisable_by(&self, seat: Seat) -> Games {
        (self.games - self.declined[seat])
            .iter()
            .filter(|game| self.raised_towards(*game, seat).next().is_some())
            .collect()
    }

    /// Returns the defenders whose kontra (doubling) level for `game` rises if `seat` doubles the game again.
    fn raised_towards(&self, game: Game, seat: Seat) -> impl Iterator<Item = Seat> {
        let declarer = seat == self.declarer;
        self.declarer
            .others()
            .into_iter()
            .filter(move |defender| declarer || self.common.contains(game) || *defender == seat)
            .filter(move |defender| {
                let level = self.level(game, *defender);
                level > 0 && level < self.limit && (level % 2 == 1) == declarer
            })
    }

    /// Returns the first seat after `after`, in turn order, that may double a game again. Returns `None` if
    /// no seat may do so.
    pub fn next_to_raise(&self, after: Seat) -> Option<Seat> {
        after.next().round().into_iter().find(|seat| !self.raisable_by(*seat).is_empty())
    }

    /// Splits games into groups that must be doubled together.
    ///
    /// Depending on the rules, each game forms its own group, or the ulti forms one group and all other games
    /// form another.
    pub fn items_of(&self, games: Games) -> impl Iterator<Item = Games> + use<> {
        let ulti = games & Game::Ulti;
        let joined = if self.ulti_separate { [ulti, games - Game::Ulti] } else { [Games::empty(); 2] };
        let each = if self.ulti_separate { Games::empty() } else { games };
        joined.into_iter().filter(|item| !item.is_empty()).chain(each.iter().map(Games::only))
    }

    /// Returns `true` if `games` does not split a group of games that must be doubled together.
    ///
    /// `open` contains the games that can be doubled now. Of each group in `open`, `games` must contain
    /// either all games or none.
    pub fn whole_items(&self, games: Games, open: Games) -> bool {
        self.items_of(open).all(|item| (item & games).is_empty() || games.is_superset(item))
    }

    /// Applies the kontra (doubling) that a defender announces before playing to the first trick.
    pub fn announce(&mut self, defender: Seat, games: Games) {
        for game in games {
            for bound in self.declarer.others() {
                if bound == defender || self.common.contains(game) {
                    self.levels[game as usize][bound] = 1;
                }
            }
        }
    }

    /// Removes a defender's right to double any games that have not been doubled yet.
    pub fn waive(&mut self, defender: Seat) {
        let open = self.open_to(defender);
        self.declined[defender] |= open;
    }

    /// Doubles each of `games` once more on behalf of a seat.
    ///
    /// If the seat could also have doubled other games, the seat loses the right to double them.
    pub fn raise(&mut self, seat: Seat, games: Games) {
        let (before, offered) = (*self, self.raisable_by(seat));
        for game in games & offered {
            for defender in before.raised_towards(game, seat) {
                self.levels[game as usize][defender] += 1;
            }
        }
        self.declined[seat] |= offered - games;
    }

    /// Returns each doubled game, with its number of doublings for each defender.
    pub fn doubled(&self) -> impl Iterator<Item = (Game, BySeat<u8>)> {
        self.games
            .iter()
            .map(|game| (game, self.levels[game as usize]))
            .filter(|(_, levels)| levels.values().any(|level| *level > 0))
    }
}
