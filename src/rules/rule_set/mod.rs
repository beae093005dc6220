//! The rules of a table, as data (`RULES`, the presets; a preset is a file in `presets/`).
//!
//! No code asks which preset it plays: it asks for a field. Ways of doing a thing are fields of
//! their own ([`ways`]), amounts stand together in [`Values`]. House rules are a preset and what is
//! different ([`RulesNote`]).

mod error;
mod house;
mod note;
mod typed;
mod values;
mod ways;
mod whole;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::{Contract, Game};

pub use error::{Contradiction, RuleSetError};
pub use house::HouseRule;
pub use note::RulesNote;
pub use values::{SuitFactors, Value, Values};
pub use ways::{
    BidSuits, Fold, HeartsOpen, IndividualKontra, KontraItems, LoneDurchmarsTrump, Lost, OpenHands,
    ReDurchmars, RowHundred, SelfRaise, SilentDurchmars, SilentHundred, SilentKontra, SilentUlti, TieBreak,
    UnknownWay,
};

/// Which silent games the bids of a row have (`RULES §8`, "by the table").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SilentRow {
    /// The bids; where every suit can be bid they stand here without one.
    pub bids: Vec<Contract>,
    /// Their silent hundred, where `silent_hundred` says "table".
    #[serde(default = "no_hundred")]
    pub hundred: RowHundred,
    /// Whether they have a silent ulti.
    #[serde(default)]
    pub ulti: bool,
    /// Whether they have a silent durchmars.
    #[serde(default)]
    pub durchmars: bool,
}

const fn no_hundred() -> RowHundred {
    RowHundred::None
}

/// The rules of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// The preset these rules started from.
    pub preset: String,
    /// Whether a fourth player may sit down; the dealer sits out then.
    pub four_players: bool,
    /// Between bids of equal points.
    pub tie_break: TieBreak,
    /// Raising one's own bid.
    pub self_raise: SelfRaise,
    /// Which suits a bid names.
    pub bid_suits: BidSuits,
    /// Lone open games in hearts.
    pub hearts_open: HeartsOpen,
    /// The trumps of a lone durchmars.
    pub lone_durchmars_trump: LoneDurchmarsTrump,
    /// The re-durchmars.
    pub re_durchmars: ReDurchmars,
    /// Whether four-aces can be bid.
    pub four_aces: bool,
    /// Whether four-tens can be bid.
    pub four_tens: bool,
    /// The duty to beat the best card of the trick.
    pub must_beat: bool,
    /// Whether a declarer who bid ulti must keep the trump VII to the end.
    pub ulti_seven_locked: bool,
    /// Whose hands lie open in an open game.
    pub open_hands: OpenHands,
    /// Whether a claim that no defence can refute ends the deal.
    pub claim: bool,
    /// The most that a side's marriages count together, in points of cards.
    #[serde(deserialize_with = "whole::marriages")]
    pub marriages_at_most: u32,
    /// Whether a side needs an ace, a ten or the last trick to have any points at all.
    pub parti_needs_points: bool,
    /// What can be kontra'd by itself.
    pub kontra_items: KontraItems,
    /// Which kontras are individual.
    pub individual_kontra: IndividualKontra,
    /// How often a game can be doubled.
    #[serde(deserialize_with = "whole::kontra_limit")]
    pub kontra_limit: u8,
    /// What the doublings are called, first to last.
    pub kontra_names: Vec<String>,
    /// What a lost game costs.
    pub lost: Lost,
    /// Whether a lost ulti costs its value once more, not multiplied.
    pub lost_ulti_again: bool,
    /// Folding.
    pub fold: Fold,
    /// Whether a deal that leaves all at zero fills the window.
    pub window: bool,
    /// Whether leaving a deal for good is paid as a renonsz.
    pub renonsz: bool,
    /// Whether the partner of a defender who left pays the same.
    pub renonsz_partner: bool,
    /// The silent hundred.
    pub silent_hundred: SilentHundred,
    /// The silent ulti.
    pub silent_ulti: SilentUlti,
    /// Whether a lost silent ulti costs its value once more, not multiplied.
    pub lost_silent_ulti_again: bool,
    /// Whether the parti of a kontra'd lone parti is not paid when a silent ulti is made.
    pub silent_ulti_spares_parti: bool,
    /// The silent durchmars.
    pub silent_durchmars: SilentDurchmars,
    /// Whether the first nine tricks without the tenth are a silent durchmars lost.
    pub silent_durchmars_lost: bool,
    /// Whether all four aces, unbid, pay.
    pub silent_four_aces: bool,
    /// What multiplies silent games.
    pub silent_kontra: SilentKontra,
    /// What the suits of bids multiply by.
    pub suit_factors: SuitFactors,
    /// Which bids have which silent games; every bid has all where the table is empty.
    #[serde(default)]
    pub silent_table: Vec<SilentRow>,
    /// What the games are worth.
    pub values: Values,
}

/// The presets by name: the file, and the preset that it only changes.
const PRESETS: [(&str, &str, Option<&str>); 5] = [
    ("4m", include_str!("../presets/4m.toml"), None),
    ("rablo", include_str!("../presets/rablo.toml"), None),
    ("pagat", include_str!("../presets/pagat.toml"), None),
    ("basic", include_str!("../presets/basic.toml"), None),
    ("szinlicit", include_str!("../presets/szinlicit.toml"), Some("rablo")),
];

impl RuleSet {
    /// The preset that is played where nobody says anything else.
    pub const USUAL: &'static str = "4m";
    /// How often a game can be doubled at all.
    pub const KONTRA_LIMIT: u8 = 7;
    /// What a game can be worth.
    pub const WORTH: std::ops::RangeInclusive<i32> = 0..=1000;
    /// What a suit can multiply by.
    pub const FACTOR: std::ops::RangeInclusive<i32> = 1..=10;
    /// What marriages can count at most: all four of them.
    pub const MARRIAGES: u32 = 100;

    /// The names of the presets.
    pub fn preset_names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, ..)| *name)
    }

    /// The rules of a preset.
    ///
    /// # Errors
    /// [`RuleSetError::UnknownPreset`] with the nearest name there is.
    pub fn preset(name: &str) -> Result<Self, RuleSetError> {
        let Some((_, text, base)) = PRESETS.iter().find(|(preset, ..)| *preset == name) else {
            return Err(RuleSetError::UnknownPreset {
                found: name.to_owned(),
                nearest: ways::nearest(name, Self::preset_names()).to_owned(),
            });
        };
        let different = note::read_toml(text)?;
        match base {
            None => note::rule_set(serde_json::Value::Object(different)),
            Some(base) => Self::preset(base)?.with(&different),
        }
    }

    /// The rules written in a TOML document: a preset and what is different, or every field.
    ///
    /// # Errors
    /// What is wrong, with the line or the name of the rule.
    pub fn from_toml(text: &str) -> Result<Self, RuleSetError> {
        Self::house(&note::read_toml(text)?)
    }

    /// House rules: a preset, what is different, and answers to [`HouseRule`]s by their names.
    ///
    /// # Errors
    /// What is wrong, with the name of the rule and the nearest right thing.
    pub fn house(different: &Map<String, serde_json::Value>) -> Result<Self, RuleSetError> {
        house::rules(different, None)
    }

    /// Every field as a TOML document that [`RuleSet::from_toml`] reads.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// The rules, if the engine can count as far as they go and they do not contradict themselves.
    pub(super) fn checked(self) -> Result<Self, RuleSetError> {
        let within = |rule: &str, found: i64, from: i64, to: i64| {
            if (from..=to).contains(&found) {
                Ok(())
            } else {
                Err(RuleSetError::OutOfRange { rule: rule.to_owned(), found, from, to })
            }
        };
        within("kontra_limit", self.kontra_limit.into(), 0, Self::KONTRA_LIMIT.into())?;
        within("marriages_at_most", self.marriages_at_most.into(), 0, Self::MARRIAGES.into())?;
        for (name, number) in note::numbers(&self.suit_factors)? {
            let (from, to) = (*Self::FACTOR.start(), *Self::FACTOR.end());
            within(&format!("suit_factors.{name}"), number, from.into(), to.into())?;
        }
        for (name, number) in note::numbers(&self.values)? {
            let (from, to) = (*Self::WORTH.start(), *Self::WORTH.end());
            within(&format!("values.{name}"), number, from.into(), to.into())?;
        }
        match self.contradiction() {
            Some(reason) => Err(RuleSetError::Inconsistent(reason)),
            None => Ok(self),
        }
    }

    /// Why these rules can't be played, if they can't.
    fn contradiction(&self) -> Option<Contradiction> {
        // Letters that are drawn as nothing.
        let unseen = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
        let bad_name = |name: &String| {
            !name.contains(char::is_alphanumeric)
                || name.contains(unseen)
                || name.chars().count() > 32
                || name.contains(|c: char| !c.is_alphanumeric() && c != ' ' && c != '-')
        };
        if self.bid_suits == BidSuits::Hearts && self.suit_factors != SuitFactors::ONE {
            return Some(Contradiction::FactorsWithoutSuits);
        }
        if self.silent_hundred == SilentHundred::Table && self.silent_table.is_empty() {
            return Some(Contradiction::NoSilentTable);
        }
        if self.silent_table.iter().any(|row| row.bids.is_empty()) {
            return Some(Contradiction::RowWithoutBids);
        }
        if !self.marriages_at_most.is_multiple_of(20) {
            return Some(Contradiction::CapBetweenMarriages);
        }
        if self.kontra_names.iter().any(bad_name) {
            return Some(Contradiction::KontraName);
        }
        if self.kontra_names.len() > usize::from(Self::KONTRA_LIMIT) {
            return Some(Contradiction::TooManyKontraNames);
        }
        None
    }

    /// How many can sit at a table; with four the dealer sits out.
    pub const fn most_players(&self) -> usize {
        if self.four_players { 4 } else { 3 }
    }

    /// What a game of this contract is worth, before any kontra, whether these rules have the
    /// contract in their book or not.
    pub fn value(&self, game: Game, contract: &Contract) -> i32 {
        self.amount(self.values.of(game, contract), *contract, contract.is_hearts())
    }

    /// The one of an amount's two sides that counts for a contract, times the factor of its suit.
    pub(super) const fn amount(&self, value: Value, contract: Contract, hearts: bool) -> i32 {
        match self.bid_suits {
            BidSuits::Hearts => value.of(hearts),
            BidSuits::All => value.plain * self.suit_factors.of(contract.suit()),
        }
    }

    /// What the contract's games are worth together: the strength of the bid.
    pub fn points(&self, contract: &Contract) -> i32 {
        contract.games().iter().map(|game| self.value(game, contract)).sum()
    }

    /// The row of the silent table that a contract falls under: that of the same bid without suit
    /// where every suit can be bid, and without its four-tens.
    pub(super) fn silent_row(&self, contract: Contract) -> Option<&SilentRow> {
        let suitless = if self.bid_suits == BidSuits::All { contract.without_suit() } else { contract };
        let named = suitless.without_four_tens();
        self.silent_table.iter().find(|row| row.bids.contains(&named))
    }
}
