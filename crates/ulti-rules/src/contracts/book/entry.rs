//! Contracts that can be bid, each with its values and payment rules.

use crate::rule_set::{Fold, Lost, RowHundred, SilentDurchmars, SilentHundred, SilentUlti};
use crate::{CardSet, Contract, Game, RuleSet, TrumpRule};

/// The points at stake in one game of a contract.
///
/// The amounts are per defender, before any kontra (doubling).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stake {
    /// Points that the declarer receives if the game is won. A kontra (doubling) multiplies this amount.
    pub won: i32,
    /// Points that the declarer pays if the game is lost. A kontra (doubling) multiplies this amount.
    pub lost: i32,
    /// Additional points that the declarer pays if the game is lost. A kontra (doubling) does not multiply
    /// this amount.
    pub again: i32,
}

/// Payment rule for a *silent hundred* in a contract (`RULES §8`).
///
/// A side scores a silent hundred by reaching 100 points without having bid them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SilentHundredPayment {
    /// A silent hundred (100 points reached without having been bid) is not paid.
    #[default]
    None,
    /// The silent hundred is paid as a separate amount that no kontra (doubling) multiplies.
    Item,
    /// The silent hundred doubles the payment for the *parti* (winning more points than the opponents).
    DoublesParti,
    /// The silent hundred is paid separately, and the amount is multiplied by the contract's highest kontra
    /// (doubling) factor.
    Multiplied,
}

/// A contract that can be bid, with its trump suits and the points paid for its games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookEntry {
    /// The contract in its canonical form.
    ///
    /// If the rules treat several contracts as the same bid, only one of them is the canonical form.
    pub contract: Contract,
    /// Total value of the contract's games. A contract overcalls any contract with fewer points.
    pub points: i32,
    /// The trump suit of the contract, or the suits from which the declarer may choose.
    pub trump: TrumpRule,
    /// Payment rule for a *silent hundred* (100 points that were not bid) in this contract.
    pub silent_hundred: SilentHundredPayment,
    /// `true` if a *silent ulti* is paid in this contract.
    ///
    /// A silent ulti is an ulti that is made without having been bid. It requires a trump suit.
    pub silent_ulti: bool,
    /// Payment rule for a *silent durchmars* (winning every trick without having bid it) in this contract.
    pub silent_durchmars: SilentDurchmars,
    lone_parti: bool,
    stakes: [Stake; Game::ALL.len()],
}

/// A contract that a player may bid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferedBid<'a> {
    /// The contract with its values.
    pub entry: &'a BookEntry,
    /// `true` if the contract cannot be won with the player's cards. It may be bid nevertheless.
    pub is_out_of_reach: bool,
}

impl BookEntry {
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

    /// Returns `true` if the contract cannot be won with the cards in `hand`, whatever is laid down and
    /// whichever suit is named as trumps (`RULES §4`).
    ///
    /// `hand` is the hand from which the declarer bids, before two cards are laid down.
    ///
    /// ```
    /// use ulti_rules::{Book, CardSet};
    ///
    /// let book = Book::preset("4m")?;
    /// let hand: CardSet = ["L7", "LA", "HK", "BO"].iter().map(|card| card.parse().unwrap()).collect();
    /// let entry = |contract: &str| book.find(&contract.parse().unwrap()).unwrap();
    /// assert!(!entry("ulti").is_out_of_reach(hand), "leaves may be named as trumps");
    /// assert!(entry("hearts ulti").is_out_of_reach(hand), "the seven of hearts is missing");
    /// # Ok::<(), ulti_rules::RuleSetError>(())
    /// ```
    pub fn is_out_of_reach(&self, hand: CardSet) -> bool {
        self.contract.winnable_trumps(hand, CardSet::EMPTY, &self.trump.possible()).is_empty()
    }

    /// Returns the points at stake in a game. All amounts are zero if the contract does not contain the game.
    pub const fn stake(&self, game: Game) -> Stake {
        self.stakes[game as usize]
    }

    /// Returns the points that each defender pays if the declarer wins every game and no game was doubled.
    pub fn won(&self) -> i32 {
        self.stakes.iter().map(|stake| stake.won).sum()
    }

    /// Returns the points that each defender receives if the declarer loses every game and no game was
    /// doubled.
    pub fn lost(&self) -> i32 {
        self.stakes.iter().map(|stake| stake.lost + stake.again).sum()
    }

    /// Returns the points that the declarer pays each defender for one game when folding (giving up the
    /// contract).
    pub const fn folded(&self, game: Game, fold: Fold) -> i32 {
        let stake = self.stake(game);
        match fold {
            Fold::KontraLost if self.lone_parti => 0,
            Fold::KontraLost => 2 * stake.lost + stake.again,
            Fold::TwiceWon | Fold::PlainParti | Fold::Never => 2 * stake.won,
        }
    }

    /// Returns the total points that the declarer pays each defender when folding (giving up the contract).
    pub fn folding_costs(&self, fold: Fold) -> i32 {
        self.contract.games().iter().map(|game| self.folded(game, fold)).sum()
    }

    /// Returns `true` if marriages (king and over of one suit) are announced and score points in this
    /// contract.
    pub fn counts_marriages(&self) -> bool {
        self.contract.has(Game::Parti) || self.silent_hundred == SilentHundredPayment::Multiplied
    }
}

fn stake(rules: &RuleSet, game: Game, contract: Contract) -> Stake {
    let won = rules.value(game, &contract);
    let again = if game == Game::Ulti && rules.lost_ulti_again { won } else { 0 };
    // `again` already doubles the cost of a lost ulti.
    let twice = rules.lost == Lost::Double && is_doubled(game, contract) && again == 0;
    Stake { won, lost: if twice { 2 * won } else { won }, again }
}

/// Returns `true` if the rule `Lost::Double` doubles the cost of losing the game in the given contract.
fn is_doubled(game: Game, contract: Contract) -> bool {
    let lone_four_aces = contract.named_games() == Game::FourAces;
    match game {
        Game::Betli => false,
        Game::Parti => contract.is_lone(Game::Parti),
        _ => !lone_four_aces,
    }
}

fn silent_hundred(rules: &RuleSet, contract: Contract) -> SilentHundredPayment {
    let parti = contract.has(Game::Parti);
    let row = rules.silent_row(contract).map_or(RowHundred::None, |row| row.hundred);
    let listed = rules.silent_table.is_empty() || row != RowHundred::None;
    match (rules.silent_hundred, row) {
        (SilentHundred::Item, _) if parti && listed => SilentHundredPayment::Item,
        (SilentHundred::DoublesParti, _) if parti && listed => SilentHundredPayment::DoublesParti,
        (SilentHundred::Table, RowHundred::Parti) if parti => SilentHundredPayment::DoublesParti,
        (SilentHundred::Table, RowHundred::Max) => SilentHundredPayment::Multiplied,
        _ => SilentHundredPayment::None,
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
