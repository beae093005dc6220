//! The book of a rule set: every contract that can be bid, what it is worth, and which overcalls
//! which (`RULES §4`). Whatever lists bids asks the book.

mod entry;

use std::cmp::Reverse;
use std::collections::HashMap;

use enumset::EnumSet;

use super::contract::Manner;
use super::rule_set::{BidSuits, HeartsOpen, LoneDurchmarsTrump, ReDurchmars, TieBreak};
use super::{Contract, Game, Games, RuleSet, RuleSetError, Suit};

pub use entry::{Entry, Hundred, Stake};

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

    /// Every trump that the contract can come to be played with: the fixed one, or the choices.
    pub fn possible(self) -> Vec<Trump> {
        match self {
            Self::Fixed(trump) => vec![trump],
            Self::Named { .. } => self.choices(),
        }
    }
}

/// A rule set with the list of its contracts, weakest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    rules: RuleSet,
    entries: Vec<Entry>,
    places: HashMap<Contract, usize>,
}

impl Book {
    /// The book that these rules yield.
    pub fn new(rules: RuleSet) -> Self {
        let mut entries: Vec<Entry> = contracts(&rules)
            .map(|contract| Entry::of(&rules, contract, trump_rule(&rules, contract)))
            .collect();
        entries.sort_by_key(|entry| {
            (entry.points, Reverse(tie(&rules, entry.contract)), entry.contract.is_hearts())
        });
        let places = entries.iter().enumerate().map(|(place, entry)| (entry.contract, place)).collect();
        Self { rules, entries, places }
    }

    /// The book of a preset.
    ///
    /// # Errors
    /// Where no preset has this name.
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

    /// The book's own form of a contract, synonyms resolved (in `4m` hearts open-betli is
    /// open-betli), or `None` where it can't be bid.
    pub fn find(&self, contract: &Contract) -> Option<&Entry> {
        let exact = |wanted| self.places.get(&wanted).map(|place| &self.entries[*place]);
        exact(*contract).or_else(|| exact(self.synonym(*contract)))
    }

    /// What these rules call a contract of another name; the contract itself where it has no other.
    fn synonym(&self, contract: Contract) -> Contract {
        let re = contract.is_re() && self.rules.re_durchmars == ReDurchmars::Synonym;
        let contract = if re { contract.in_manner(Manner::Open) } else { contract };
        let lone_open = contract.is_open() && contract.games().len() == 1;
        let hearts = contract.is_hearts() && self.rules.hearts_open == HeartsOpen::Synonym;
        if lone_open && hearts && self.rules.bid_suits == BidSuits::Hearts {
            contract.without_suit()
        } else {
            contract
        }
    }

    /// Whether one contract may be bid over another (`RULES §3`). Contracts that are not in the
    /// book overcall nothing.
    pub fn overcalls(&self, new: &Contract, old: &Contract) -> bool {
        let (Some(new), Some(old)) = (self.find(new), self.find(old)) else { return false };
        self.strength(new) > self.strength(old)
    }

    /// The contracts that can be bid over this one, weakest first; all of them over nothing.
    pub fn overcalling(&self, old: Option<Contract>) -> impl Iterator<Item = &Entry> {
        let found = old.map(|old| self.find(&old).map(|old| self.strength(old)));
        let stronger = move |entry: &Entry, old| self.strength(entry) > old;
        self.entries.iter().filter(move |entry| {
            found.is_none_or(|found| found.is_some_and(|strength| stronger(entry, strength)))
        })
    }

    /// What decides which of two overcalls the other.
    fn strength(&self, entry: &Entry) -> (i32, Reverse<usize>) {
        (entry.points, Reverse(tie(&self.rules, entry.contract)))
    }

    /// The contract of the book that has most in common with this one: its games first, then the
    /// manner they are played in, then the suit.
    pub fn nearest(&self, to: &Contract) -> Contract {
        let far = |contract: &Contract| {
            let games = contract.games().symmetric_difference(to.games()).len();
            let manner = contract.manner() != to.manner() || contract.is_colourless() != to.is_colourless();
            let suit = (contract.suit() != to.suit(), contract.suit().is_some());
            (games, manner, suit)
        };
        self.entries.iter().map(|entry| entry.contract).min_by_key(far).unwrap_or(*to)
    }
}

/// What speaks against a contract among those of equal points.
fn tie(rules: &RuleSet, contract: Contract) -> usize {
    match rules.tie_break {
        TieBreak::FewerGames => contract.games().len(),
        TieBreak::OverParti => usize::from(contract.has(Game::Parti)),
    }
}

/// Every contract of these rules.
fn contracts(rules: &RuleSet) -> impl Iterator<Item = Contract> {
    let sets = (0u32..1 << Game::ALL.len()).map(|bits| -> Games {
        let chosen = |(place, _): &(usize, Game)| bits & (1 << place) != 0;
        Game::ALL.into_iter().enumerate().filter(chosen).map(|(_, game)| game).collect()
    });
    let suits: &[Option<Suit>] = match rules.bid_suits {
        BidSuits::Hearts => &[None, Some(Suit::Hearts)],
        BidSuits::All => &[Some(Suit::Acorns), Some(Suit::Leaves), Some(Suit::Bells), Some(Suit::Hearts)],
    };
    // The understood parti is named nowhere, and is added by `Contract::new`.
    let named = sets.filter(|games| games.len() == 1 || !games.contains(Game::Parti));
    named.flat_map(move |games| {
        let forms = suits.iter().flat_map(|suit| {
            let manners = [Manner::Closed, Manner::Open, Manner::Re];
            manners.into_iter().flat_map(move |manner| [(*suit, manner, false), (*suit, manner, true)])
        });
        forms
            .filter_map(move |(suit, manner, colourless)| Contract::new(games, suit, colourless, manner).ok())
            .filter(|contract| admits(rules, *contract))
    })
}

/// Whether a contract of these rules' suits is in their book.
fn admits(rules: &RuleSet, contract: Contract) -> bool {
    let known = (rules.four_aces || !contract.has(Game::FourAces))
        && (rules.four_tens || !contract.has(Game::FourTens))
        && (rules.re_durchmars == ReDurchmars::Bid || !contract.is_re())
        && (rules.lone_durchmars_trump == LoneDurchmarsTrump::Bid || !contract.is_colourless());
    known && (rules.bid_suits == BidSuits::All || !contract.is_hearts() || admits_hearts(rules, contract))
}

/// Whether a contract is one more bid when hearts is said with it.
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
    fn every_text_of_every_book_reads_back() {
        for preset in RuleSet::preset_names() {
            let book = Book::preset(preset).unwrap();
            for entry in book.entries() {
                assert_eq!(entry.contract.to_string().parse(), Ok(entry.contract));
                assert_eq!(book.find(&entry.contract), Some(entry), "{preset}: {}", entry.contract);
            }
        }
    }
}
