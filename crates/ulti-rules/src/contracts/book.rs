//! The book of a rule set: the list of all contracts that can be bid. Each contract has a value and a rank in
//! the auction (`RULES §4`).
//!
//! Legal bids, autocompletion and documentation are all derived from the book.

mod entry;

use std::cmp::Reverse;
use std::collections::HashMap;

use enumset::EnumSet;

use crate::contracts::contract::PlayManner;
use crate::rule_set::{BidSuits, HeartsOpen, LoneDurchmarsTrump, ReDurchmars, TieBreak};
use crate::{Contract, Game, Games, RuleSet, RuleSetError, Suit, TrumpRule};

pub use entry::{BookEntry, OfferedBid, SilentHundredPayment, Stake};

/// A rule set together with all contracts that can be bid under it.
///
/// The contracts are sorted from weakest to strongest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    rules: RuleSet,
    entries: Vec<BookEntry>,
    positions: HashMap<Contract, usize>,
}

impl Book {
    /// Creates the book for a rule set by listing every contract that can be bid.
    pub fn new(rules: RuleSet) -> Self {
        let mut entries: Vec<BookEntry> = contracts(&rules)
            .map(|contract| BookEntry::of(&rules, contract, trump_rule(&rules, contract)))
            .collect();
        entries.sort_by_key(|entry| {
            (entry.points, Reverse(tie_penalty(&rules, entry.contract)), entry.contract.is_hearts())
        });
        let positions = entries.iter().enumerate().map(|(place, entry)| (entry.contract, place)).collect();
        Self { rules, entries, positions }
    }

    /// Creates the book (the list of legal contracts) for the preset with the given name.
    ///
    /// # Errors
    /// Returns [`RuleSetError::UnknownPreset`] if no preset has this name.
    pub fn preset(name: &str) -> Result<Self, RuleSetError> {
        Ok(Self::new(RuleSet::preset(name)?))
    }

    /// Returns the rule set that this book was created from.
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Returns all contracts that can be bid, weakest first. Contracts of equal strength are adjacent.
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// Looks up a contract in the book. Returns `None` if the contract cannot be bid.
    ///
    /// Synonyms are resolved. For example, hearts open-betli is a synonym of open-betli in the preset `4m`.
    pub fn find(&self, contract: &Contract) -> Option<&BookEntry> {
        let exact = |wanted| self.positions.get(&wanted).map(|place| &self.entries[*place]);
        exact(*contract).or_else(|| exact(self.synonym(*contract)))
    }

    /// Returns the contracts in the book that differ from a contract only in their suit, weakest first.
    pub fn in_any_suit(&self, contract: Contract) -> impl Iterator<Item = &BookEntry> {
        let wanted = contract.without_suit();
        self.entries.iter().filter(move |entry| entry.contract.without_suit() == wanted)
    }

    /// If the contract is a synonym under the rules, returns the contract that it stands for. Otherwise,
    /// returns the contract unchanged.
    fn synonym(&self, contract: Contract) -> Contract {
        let re = contract.is_re() && self.rules.re_durchmars == ReDurchmars::Synonym;
        let contract = if re { contract.in_manner(PlayManner::Open) } else { contract };
        let lone_open = contract.is_open() && contract.games().len() == 1;
        let hearts = contract.is_hearts() && self.rules.hearts_open == HeartsOpen::Synonym;
        if lone_open && hearts && self.rules.bid_suits == BidSuits::Hearts {
            contract.without_suit()
        } else {
            contract
        }
    }

    /// Returns `true` if `new` overcalls `old`, which means that it may be bid after `old` (`RULES §3`).
    ///
    /// Returns `false` if either contract cannot be bid at all.
    pub fn overcalls(&self, new: &Contract, old: &Contract) -> bool {
        let (Some(new), Some(old)) = (self.find(new), self.find(old)) else { return false };
        self.strength(new) > self.strength(old)
    }

    /// Returns the contracts that may be bid after `old`, from weakest to strongest. If `old` is `None`,
    /// returns all contracts.
    pub fn overcalling(&self, old: Option<Contract>) -> impl Iterator<Item = &BookEntry> {
        let found = old.map(|old| self.find(&old).map(|old| self.strength(old)));
        let stronger = move |entry: &BookEntry, old| self.strength(entry) > old;
        self.entries.iter().filter(move |entry| {
            found.is_none_or(|found| found.is_some_and(|strength| stronger(entry, strength)))
        })
    }

    /// Returns the sort key of a contract. A contract overcalls every contract with a smaller key.
    fn strength(&self, entry: &BookEntry) -> (i32, Reverse<usize>) {
        (entry.points, Reverse(tie_penalty(&self.rules, entry.contract)))
    }

    /// Returns the legal contract that is most similar to `to`. Used to suggest corrections.
    ///
    /// The comparison considers the games first, then the manner of play (such as open or closed), and then
    /// the suit.
    pub fn nearest(&self, to: &Contract) -> Contract {
        let distance = |contract: &Contract| {
            let games = contract.games().symmetric_difference(to.games()).len();
            let manner = contract.manner() != to.manner() || contract.is_colourless() != to.is_colourless();
            let suit = (contract.suit() != to.suit(), contract.suit().is_some());
            (games, manner, suit)
        };
        self.entries.iter().map(|entry| entry.contract).min_by_key(distance).unwrap_or(*to)
    }
}

/// Returns a rank that breaks ties between contracts with equal points.
///
/// The contract with the lowest rank is the strongest.
fn tie_penalty(rules: &RuleSet, contract: Contract) -> usize {
    match rules.tie_break {
        TieBreak::FewerGames => contract.games().len(),
        TieBreak::OverParti => usize::from(contract.has(Game::Parti)),
    }
}

/// Returns an iterator over all contracts that can be bid under the rules, in unspecified order.
fn contracts(rules: &RuleSet) -> impl Iterator<Item = Contract> {
    let sets = (0u32..1 << Game::ALL.len()).map(|bits| -> Games {
        let chosen = |(place, _): &(usize, Game)| bits & (1 << place) != 0;
        Game::ALL.into_iter().enumerate().filter(chosen).map(|(_, game)| game).collect()
    });
    let suits: &[Option<Suit>] = match rules.bid_suits {
        BidSuits::Hearts => &[None, Some(Suit::Hearts)],
        BidSuits::All => &[Some(Suit::Acorns), Some(Suit::Leaves), Some(Suit::Bells), Some(Suit::Hearts)],
    };
    // `Contract::new` adds the implied parti, so only a lone parti is listed here.
    let named = sets.filter(|games| games.len() == 1 || !games.contains(Game::Parti));
    named.flat_map(move |games| {
        let forms = suits.iter().flat_map(|suit| {
            let manners = [PlayManner::Closed, PlayManner::Open, PlayManner::Re];
            manners.into_iter().flat_map(move |manner| [(*suit, manner, false), (*suit, manner, true)])
        });
        forms
            .filter_map(move |(suit, manner, colourless)| Contract::new(games, suit, colourless, manner).ok())
            .filter(|contract| admits(rules, *contract))
    })
}

/// Returns `true` if the rules allow the contract to be bid.
///
/// Assumes that the contract's suit can be bid.
fn admits(rules: &RuleSet, contract: Contract) -> bool {
    let lone_betli = contract.has(Game::Betli) && !contract.is_open();
    let known = (rules.re_betli || !lone_betli || !contract.is_hearts())
        && (rules.four_aces || !contract.has(Game::FourAces))
        && (rules.four_tens || !contract.has(Game::FourTens))
        && (rules.re_durchmars == ReDurchmars::Bid || !contract.is_re())
        && (rules.lone_durchmars_trump == LoneDurchmarsTrump::Bid || !contract.is_colourless());
    known && (rules.bid_suits == BidSuits::All || !contract.is_hearts() || admits_hearts(rules, contract))
}

/// Returns `true` if a contract in hearts can be bid separately from the same contract without a suit.
///
/// Returns `false` if the rules do not allow the hearts contract. Also returns `false` if the rules treat it
/// as the same bid as the contract without a suit.
fn admits_hearts(rules: &RuleSet, contract: Contract) -> bool {
    if contract.is_colourless() || contract.is_re() {
        return false;
    }
    if !contract.is_open() {
        return true;
    }
    match (rules.hearts_open, contract.games().len() == 1) {
        (HeartsOpen::Synonym, lone) => !lone,
        (HeartsOpen::Bid, _) => !contract.has(Game::Betli),
        (HeartsOpen::Never, _) => false,
    }
}

fn trump_rule(rules: &RuleSet, contract: Contract) -> TrumpRule {
    let plain = EnumSet::all() - Suit::Hearts;
    let lone_durchmars = contract.is_lone(Game::Durchmars);
    if contract.has(Game::Betli) || contract.is_colourless() || contract.is_re() {
        return TrumpRule::Fixed(None);
    }
    match (contract.suit(), rules.lone_durchmars_trump) {
        (_, LoneDurchmarsTrump::None) if lone_durchmars => TrumpRule::Fixed(None),
        (Some(suit), LoneDurchmarsTrump::Chosen) if lone_durchmars => {
            TrumpRule::Named { suits: suit.into(), none: true }
        }
        (None, LoneDurchmarsTrump::Chosen) if lone_durchmars => {
            let any = contract.is_open() && rules.hearts_open != HeartsOpen::Never;
            TrumpRule::Named { suits: if any { EnumSet::all() } else { plain }, none: true }
        }
        (Some(suit), _) => TrumpRule::Fixed(Some(suit)),
        (None, _) => TrumpRule::Named { suits: plain, none: false },
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
    fn preset_4m_ranks_betli_above_ulti() {
        assert!(overcalls("betli", "ulti"));
        assert!(overcalls("20-100", "40-100+ulti"));
        assert!(overcalls("hearts 40-100", "40-100+ulti"));
        assert!(!overcalls("20-100", "hearts 40-100"));
        assert!(!overcalls("hearts 40-100", "20-100"));
    }

    #[test]
    fn preset_4m_ignores_hearts_for_open_betli() {
        let book = Book::preset("4m").unwrap();
        let entry = book.find(&"hearts open-betli".parse().unwrap()).unwrap();
        assert_eq!(entry.contract.to_string(), "open-betli");
        assert_eq!(book.find(&"hearts open-durchmars+ulti".parse().unwrap()).unwrap().points, 36);
    }

    #[test]
    fn formatted_contract_parses_back_to_same_contract() {
        for preset in RuleSet::preset_names() {
            let book = Book::preset(preset).unwrap();
            for entry in book.entries() {
                assert_eq!(entry.contract.to_string().parse(), Ok(entry.contract));
                assert_eq!(book.find(&entry.contract), Some(entry), "{preset}: {}", entry.contract);
            }
        }
    }
}
