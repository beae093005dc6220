//! Doubling, game by game (`RULES §7`).

use super::rule_set::{IndividualKontra, KontraItems};
use super::{BySeat, Contract, Game, Games, RuleSet, Seat, Trump};

/// How often each game has been doubled, for each defender, and who can't go on.
///
/// Level 0 is no kontra, 1 kontra, 2 rekontra, and so on; odd levels are the defence's word, even
/// ones the declarer's. The declarer's own place in the levels is unused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kontra {
    declarer: Seat,
    games: Games,
    /// Games whose kontra binds both defenders, whoever says it.
    common: Games,
    ulti_apart: bool,
    limit: u8,
    levels: [BySeat<u8>; Game::ALL.len()],
    out: BySeat<Games>,
}

impl Kontra {
    /// No kontra yet, on a contract played with these trumps.
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
            ulti_apart: rules.kontra_items == KontraItems::UltiAndRest,
            limit: rules.kontra_limit,
            levels: [BySeat::default(); Game::ALL.len()],
            out: BySeat::default(),
        }
    }

    /// Every game at a level, towards both defenders alike.
    pub(super) fn at(
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

    /// The level of a game towards one defender.
    pub fn level(&self, game: Game, defender: Seat) -> u8 {
        self.levels[game as usize][defender]
    }

    /// What a game's value is multiplied by towards one defender.
    pub fn multiplier(&self, game: Game, defender: Seat) -> i32 {
        1 << self.level(game, defender)
    }

    /// The highest multiplier of a game towards any defender.
    pub fn highest_multiplier(&self, game: Game) -> i32 {
        self.declarer.others().map(|defender| self.multiplier(game, defender)).into_iter().max().unwrap_or(1)
    }

    /// The highest multiplier of any game.
    pub fn highest_of_all(&self) -> i32 {
        1 << self.highest_level()
    }

    /// The highest level of any game.
    pub fn highest_level(&self) -> u8 {
        self.levels.iter().flat_map(BySeat::values).copied().max().unwrap_or(0)
    }

    /// Whether only the defender who says it is bound by a kontra of this game.
    pub fn is_individual(&self, game: Game) -> bool {
        !self.common.contains(game)
    }

    /// The games a defender may kontra before playing to the first trick.
    pub fn open_to(&self, defender: Seat) -> Games {
        if defender == self.declarer || self.limit == 0 {
            return Games::empty();
        }
        (self.games - self.out[defender]).iter().filter(|game| self.level(*game, defender) == 0).collect()
    }

    /// The games this seat may raise once the first trick lies complete.
    pub fn raisable_by(&self, seat: Seat) -> Games {
        (self.games - self.out[seat])
            .iter()
            .filter(|game| self.raised_towards(*game, seat).next().is_some())
            .collect()
    }

    /// The defenders towards whom a raise of the game by this seat would count.
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

    /// The next seat, after this one, that has something to raise.
    pub fn next_to_raise(&self, after: Seat) -> Option<Seat> {
        after.next().round().into_iter().find(|seat| !self.raisable_by(*seat).is_empty())
    }

    /// The items that can be doubled by themselves, of these games: each game, or the ulti and all
    /// the rest.
    pub fn items_of(&self, games: Games) -> impl Iterator<Item = Games> + use<> {
        let ulti = games & Game::Ulti;
        let joined = if self.ulti_apart { [ulti, games - Game::Ulti] } else { [Games::empty(); 2] };
        let each = if self.ulti_apart { Games::empty() } else { games };
        joined.into_iter().filter(|item| !item.is_empty()).chain(each.iter().map(Games::only))
    }

    /// Whether a kontra may name just these games of those that are open: items are not split.
    pub fn whole_items(&self, games: Games, open: Games) -> bool {
        self.items_of(open).all(|item| (item & games).is_empty() || games.is_superset(item))
    }

    /// A defender's kontra before playing.
    pub fn say(&mut self, defender: Seat, games: Games) {
        for game in games {
            for bound in self.declarer.others() {
                if bound == defender || self.common.contains(game) {
                    self.levels[game as usize][bound] = 1;
                }
            }
        }
    }

    /// A defender plays to the first trick: the chances not taken are gone.
    pub fn let_go(&mut self, defender: Seat) {
        let open = self.open_to(defender);
        self.out[defender] |= open;
    }

    /// A raise after the first trick; what was offered and not raised is gone.
    pub fn raise(&mut self, seat: Seat, games: Games) {
        let (before, offered) = (*self, self.raisable_by(seat));
        for game in games & offered {
            for defender in before.raised_towards(game, seat) {
                self.levels[game as usize][defender] += 1;
            }
        }
        self.out[seat] |= offered - games;
    }

    /// The games that have been doubled, with the level towards each defender.
    pub fn doubled(&self) -> impl Iterator<Item = (Game, BySeat<u8>)> {
        self.games
            .iter()
            .map(|game| (game, self.levels[game as usize]))
            .filter(|(_, levels)| levels.values().any(|level| *level > 0))
    }
}
