//! The book of a rule set: every contract that can be bid, what it is worth, and which overcalls
//! which (`RULES §4`). Whatever lists bids asks the book.

use std::cmp::Reverse;

use enumset::EnumSet;

use super::rule_set::{LoneDurchmarsTrump, TieBreak};
use super::{Contract, Game, Games, RuleSet, RuleSetError, Suit};

/// The trumps of a deal: a suit, or none.
pub type Trump = Option<Suit>;

/// Which trumps a contract is played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrumpRule {
    /// The bid says it.
    Fixed(Trump),
    /// The declarer names them before the first lead.
    Named {
        /// The suits to choose from.
        suits: EnumSet<Suit>,
        /// Whether "none" is a choice too.
        none: bool,
    },
}

impl TrumpRule {
    /// Whether the declarer may name this.
    pub fn allows(self, trump: Trump) -> bool {
        match (self, trump) {
            (Self::Fixed(_), _) => false,
            (Self::Named { suits, .. }, Some(suit)) => suits.contains(suit),
            (Self::Named { none, .. }, None) => none,
        }
    }

    /// What there is to choose from.
    pub fn choices(self) -> Vec<Trump> {
        match self {
            Self::Fixed(_) => Vec::new(),
            Self::Named { suits, none } => suits.iter().map(Some).chain(none.then_some(None)).collect(),
        }
    }
}

/// A contract of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The contract.
    pub contract: Contract,
    /// What it is worth unkontra'd: its strength in the auction.
    pub points: i32,
    /// Its trumps.
    pub trump: TrumpRule,
}

/// A rule set with the list of its contracts, weakest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    rules: RuleSet,
    entries: Vec<Entry>,
}

impl Book {
    /// The book that these rules yield.
    pub fn new(rules: RuleSet) -> Self {
        let mut entries: Vec<Entry> = combinations().filter_map(|contract| entry(&rules, contract)).collect();
        entries.sort_by_key(|entry| {
            (entry.points, Reverse(tie(&rules, entry.contract)), entry.contract.is_hearts())
        });
        Self { rules, entries }
    }

    /// The book of a preset.
    pub fn preset(name: &str) -> Result<Self, RuleSetError> {
        Ok(Self::new(RuleSet::preset(name)?))
    }

    /// The rules it comes from.
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Every contract, weakest first; those of equal strength beside each other.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The book's own form of a contract, synonyms resolved (hearts open-betli is open-betli),
    /// or `None` where it can't be bid.
    pub fn find(&self, contract: &Contract) -> Option<&Entry> {
        let exact = |wanted: Contract| self.entries.iter().find(move |entry| entry.contract == wanted);
        let synonym = contract.is_hearts() && contract.is_open() && contract.games().len() == 1;
        exact(*contract).or_else(|| synonym.then(|| exact(contract.without_suit())).flatten())
    }

    /// Whether one contract may be bid over another (`RULES §3`). Contracts that are not in the
    /// book overcall nothing.
    pub fn overcalls(&self, new: &Contract, old: &Contract) -> bool {
        let (Some(new), Some(old)) = (self.find(new), self.find(old)) else { return false };
        let strength = |entry: &Entry| (entry.points, Reverse(tie(&self.rules, entry.contract)));
        strength(new) > strength(old)
    }

    /// The contracts that can be bid over this one, weakest first; all of them over nothing.
    pub fn overcalling(&self, old: Option<Contract>) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| old.is_none_or(|old| self.overcalls(&entry.contract, &old)))
    }
}

/// What speaks against a contract among those of equal points.
fn tie(rules: &RuleSet, contract: Contract) -> usize {
    match rules.tie_break {
        TieBreak::FewerGames => contract.games().len(),
        TieBreak::OverParti => usize::from(contract.has(Game::Parti)),
    }
}

/// Every contract whose games may stand together, plain and in hearts, closed and open.
fn combinations() -> impl Iterator<Item = Contract> {
    let sets = (0u32..1 << Game::ALL.len()).map(|bits| -> Games {
        Game::ALL
            .into_iter()
            .enumerate()
            .filter(|(place, _)| bits & (1 << place) != 0)
            .map(|(_, game)| game)
            .collect()
    });
    sets.filter(|games| games.len() == 1 || !games.contains(Game::Parti)).flat_map(|games| {
        let variants = [(None, false), (Some(Suit::Hearts), false), (None, true), (Some(Suit::Hearts), true)];
        variants.into_iter().filter_map(move |(suit, open)| Contract::new(games, suit, false, open).ok())
    })
}

/// The entry of a contract, or `None` where these rules do not have it.
fn entry(rules: &RuleSet, contract: Contract) -> Option<Entry> {
    let lone_open = contract.is_open() && contract.games().len() == 1;
    if lone_open && contract.is_hearts() {
        return None; // a synonym of the plain one
    }
    Some(Entry { contract, points: rules.points(&contract)?, trump: trump_rule(rules, contract) })
}

fn trump_rule(rules: &RuleSet, contract: Contract) -> TrumpRule {
    if contract.has(Game::Betli) {
        TrumpRule::Fixed(None)
    } else if contract.is_lone(Game::Durchmars) {
        match rules.lone_durchmars_trump {
            LoneDurchmarsTrump::None => TrumpRule::Fixed(None),
        }
    } else if let Some(suit) = contract.suit() {
        TrumpRule::Fixed(Some(suit))
    } else {
        TrumpRule::Named { suits: EnumSet::all() - Suit::Hearts, none: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overcalls(new: &str, old: &str) -> bool {
        let book = Book::preset("4m").unwrap();
        book.overcalls(&new.parse().unwrap(), &old.parse().unwrap())
    }

    #[test]
    fn four_m_strength_follows_the_worked_results() {
        assert!(overcalls("betli", "ulti"));
        assert!(overcalls("20-100", "40-100+ulti"));
        assert!(overcalls("hearts 40-100", "40-100+ulti"));
        assert!(!overcalls("20-100", "hearts 40-100"));
        assert!(!overcalls("hearts 40-100", "20-100"));
    }

    #[test]
    fn hearts_open_betli_is_a_synonym() {
        let book = Book::preset("4m").unwrap();
        let entry = book.find(&"hearts open-betli".parse().unwrap()).unwrap();
        assert_eq!(entry.contract.to_string(), "open-betli");
        assert_eq!(book.find(&"hearts open-durchmars+ulti".parse().unwrap()).unwrap().points, 36);
    }

    #[test]
    fn every_text_of_the_book_reads_back() {
        for entry in Book::preset("4m").unwrap().entries() {
            assert_eq!(entry.contract.to_string().parse(), Ok(entry.contract));
            println!("{:>3} {}", entry.points, entry.contract);
        }
    }
}
