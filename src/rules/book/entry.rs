//! A contract of the book with everything that is paid for it.

use crate::rules::rule_set::{Fold, Lost, RowHundred, SilentDurchmars, SilentHundred, SilentUlti};
use crate::rules::{Contract, Game, RuleSet};

use super::TrumpRule;

/// What one game of a contract pays each defender, or gets from each, before any kontra.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stake {
    /// What it is worth when won; times the kontra.
    pub won: i32,
    /// What it costs when lost; times the kontra.
    pub lost: i32,
    /// What it costs besides when lost, whatever the kontra.
    pub again: i32,
}

/// What a contract's silent hundred is (`RULES §8`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hundred {
    /// There is none.
    #[default]
    None,
    /// An item of its own, never multiplied.
    Item,
    /// The parti pays twice.
    DoublesParti,
    /// An item of its own, times the highest kontra.
    Multiplied,
}

/// A contract of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The contract.
    pub contract: Contract,
    /// What its games are worth together: its strength in the auction.
    pub points: i32,
    /// Its trumps.
    pub trump: TrumpRule,
    /// Its silent hundred.
    pub silent_hundred: Hundred,
    /// Whether it has a silent ulti, where it is played with trumps.
    pub silent_ulti: bool,
    /// Its silent durchmars.
    pub silent_durchmars: SilentDurchmars,
    lone_parti: bool,
    stakes: [Stake; Game::ALL.len()],
}

impl Entry {
    pub(super) fn of(rules: &RuleSet, contract: Contract, trump: TrumpRule) -> Self {
        let mut stakes = [Stake::default(); Game::ALL.len()];
        for game in contract.games() {
            stakes[game as usize] = stake(rules, game, contract);
        }
        let row = rules.silent_row(contract);
        let listed = |allowed: bool| rules.silent_table.is_empty() || allowed;
        let silent_ulti = rules.silent_ulti != SilentUlti::None
            && !contract.has(Game::Ulti)
            && listed(row.is_some_and(|row| row.ulti));
        Self {
            contract,
            points: rules.points(&contract),
            trump,
            silent_hundred: silent_hundred(rules, contract),
            silent_ulti,
            silent_durchmars: if listed(row.is_some_and(|row| row.durchmars)) {
                silent_durchmars(rules, contract)
            } else {
                SilentDurchmars::None
            },
            lone_parti: contract.is_lone(Game::Parti),
            stakes,
        }
    }

    /// What a game of the contract pays; nothing for another game.
    pub const fn stake(&self, game: Game) -> Stake {
        self.stakes[game as usize]
    }

    /// What each defender pays for the contract when every game of it is won, without kontra.
    pub fn won(&self) -> i32 {
        self.stakes.iter().map(|stake| stake.won).sum()
    }

    /// What each defender gets when every game of it is lost, without kontra.
    pub fn lost(&self) -> i32 {
        self.stakes.iter().map(|stake| stake.lost + stake.again).sum()
    }

    /// What a game of the contract costs each way when it is folded before the first lead.
    pub const fn folded(&self, game: Game, fold: Fold) -> i32 {
        let stake = self.stake(game);
        match fold {
            Fold::KontraLost if self.lone_parti => 0,
            Fold::KontraLost => 2 * stake.lost + stake.again,
            Fold::TwiceWon | Fold::PlainParti | Fold::Never => 2 * stake.won,
        }
    }

    /// What each defender gets when the contract is folded.
    pub fn folding_costs(&self, fold: Fold) -> i32 {
        self.contract.games().iter().map(|game| self.folded(game, fold)).sum()
    }

    /// Whether marriages are announced and count.
    pub fn counts_marriages(&self) -> bool {
        self.contract.has(Game::Parti) || self.silent_hundred == Hundred::Multiplied
    }
}

fn stake(rules: &RuleSet, game: Game, contract: Contract) -> Stake {
    let won = rules.value(game, &contract);
    let again = if game == Game::Ulti && rules.lost_ulti_again { won } else { 0 };
    // A lost ulti that is paid once more costs twice its value by that alone.
    let twice = rules.lost == Lost::Double && is_doubled(game, contract) && again == 0;
    Stake { won, lost: if twice { 2 * won } else { won }, again }
}

/// Whether a lost game costs twice its value where lost games do.
fn is_doubled(game: Game, contract: Contract) -> bool {
    let lone_four_aces = contract.named_games() == Game::FourAces;
    match game {
        Game::Betli => false,
        Game::Parti => contract.is_lone(Game::Parti),
        _ => !lone_four_aces,
    }
}

fn silent_hundred(rules: &RuleSet, contract: Contract) -> Hundred {
    let parti = contract.has(Game::Parti);
    let row = rules.silent_row(contract).map_or(RowHundred::None, |row| row.hundred);
    let listed = rules.silent_table.is_empty() || row != RowHundred::None;
    match (rules.silent_hundred, row) {
        (SilentHundred::Item, _) if parti && listed => Hundred::Item,
        (SilentHundred::DoublesParti, _) if parti && listed => Hundred::DoublesParti,
        (SilentHundred::Table, RowHundred::Parti) if parti => Hundred::DoublesParti,
        (SilentHundred::Table, RowHundred::Max) => Hundred::Multiplied,
        _ => Hundred::None,
    }
}

fn silent_durchmars(rules: &RuleSet, contract: Contract) -> SilentDurchmars {
    let possible = match rules.silent_durchmars {
        SilentDurchmars::None => false,
        SilentDurchmars::Item => !contract.has(Game::Betli) && !contract.has(Game::Durchmars),
        SilentDurchmars::TriplesParti => contract.has(Game::Parti),
    };
    if possible { rules.silent_durchmars } else { SilentDurchmars::None }
}
