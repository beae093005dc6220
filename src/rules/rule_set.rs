//! The rules of a table, as data (`RULES`, the presets; a preset is a file in `presets/`).
//!
//! No code asks which preset it plays: it asks for a field. An enum below holds the ways of doing
//! a thing that the engine knows; a preset that needs another way adds a variant here.

use serde::{Deserialize, Serialize};

use super::{Contract, Game};

/// What a game, or a silent game, is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// Where the contract is not in hearts.
    pub plain: i32,
    /// In a hearts contract.
    pub hearts: i32,
}

impl Value {
    /// The one of the two that counts.
    pub const fn of(self, hearts: bool) -> i32 {
        if hearts { self.hearts } else { self.plain }
    }
}

/// What decides between two bids of equal points (`RULES §3`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// The bid of fewer games is stronger; ulti with its parti is two.
    FewerGames,
    /// A bid without a parti is stronger than one with it.
    OverParti,
}

/// How the bidder may raise the own bid when the others have passed (`RULES §3`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelfRaise {
    /// Only by taking the talon up again.
    TakeTalon,
    /// Also without touching it.
    MayLeaveTalon,
}

/// Which trumps a lone durchmars has (`RULES §4`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoneDurchmarsTrump {
    /// None, in hearts neither.
    None,
}

/// Whose hands lie open in an open game (`RULES §5`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenHands {
    /// The declarer's.
    Declarer,
    /// Everybody's.
    All,
    /// The declarer's, and a defender may lay the own hand open then.
    DeclarerOthersMay,
}

/// What can be kontra'd by itself (`RULES §7`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KontraItems {
    /// Each game of the contract.
    EachGame,
    /// The ulti, and all the rest together.
    UltiAndRest,
}

/// Which games' kontra binds only the defender who says it (`RULES §7`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndividualKontra {
    /// Betli and durchmars.
    BetliAndDurchmars,
    /// Betli, and durchmars played without trumps.
    NoTrumpGames,
    /// None.
    Never,
}

/// What folding before the first lead costs (`RULES §8`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fold {
    /// Every game as lost kontra'd; a lone parti costs nothing.
    KontraLost,
    /// Nobody may fold.
    Never,
}

/// A side that reached 100 points without having bid it (`RULES §8`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "pays", rename_all = "snake_case", deny_unknown_fields)]
pub enum SilentHundred {
    /// Nothing.
    Nothing,
    /// Besides the parti, never multiplied.
    Beside {
        /// What it is worth.
        value: Value,
        /// What it is worth where the side's only marriage is one twenty.
        one_twenty: Value,
    },
}

/// The trump VII in the last trick, unbid (`RULES §8`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "pays", rename_all = "snake_case", deny_unknown_fields)]
pub enum SilentUlti {
    /// Nothing.
    Nothing,
    /// Whoever played it gets from, or pays to, each of the two others, the partner included.
    Alone {
        /// What each pays when it wins the trick.
        made: Value,
        /// What each gets when it loses the trick.
        lost: Value,
    },
}

/// All ten tricks without a durchmars bid (`RULES §8`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "pays", rename_all = "snake_case", deny_unknown_fields)]
pub enum SilentDurchmars {
    /// Nothing.
    Nothing,
    /// Besides the rest, never multiplied.
    Beside {
        /// What it is worth.
        value: Value,
    },
}

/// What each game is worth; `None` is a game that these rules do not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // the fields are the games
pub struct Values {
    pub parti: Value,
    #[serde(rename = "40-100")]
    pub forty_hundred: Value,
    #[serde(rename = "20-100")]
    pub twenty_hundred: Value,
    pub ulti: Value,
    pub betli: Value,
    #[serde(rename = "open-betli")]
    pub open_betli: Value,
    pub durchmars: Value,
    #[serde(rename = "open-durchmars")]
    pub open_durchmars: Value,
    #[serde(rename = "four-aces", default, skip_serializing_if = "Option::is_none")]
    pub four_aces: Option<Value>,
    #[serde(rename = "four-tens", default, skip_serializing_if = "Option::is_none")]
    pub four_tens: Option<Value>,
}

/// The rules of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// The preset these rules started from.
    pub preset: String,
    /// Between bids of equal points.
    pub tie_break: TieBreak,
    /// Raising one's own bid.
    pub self_raise: SelfRaise,
    /// The trumps of a lone durchmars.
    pub lone_durchmars_trump: LoneDurchmarsTrump,
    /// The duty to beat the best card of the trick.
    pub must_beat: bool,
    /// Whether a declarer who bid ulti must keep the trump VII to the end.
    pub ulti_seven_locked: bool,
    /// Whose hands lie open in an open game.
    pub open_hands: OpenHands,
    /// Whether a claim that no defence can refute ends the deal.
    pub claim: bool,
    /// What can be kontra'd by itself.
    pub kontra_items: KontraItems,
    /// Which kontras are individual.
    pub individual_kontra: IndividualKontra,
    /// How often a game can be doubled.
    pub kontra_limit: u8,
    /// Whether a lost ulti costs its value once more, not multiplied.
    pub lost_ulti_again: bool,
    /// Folding.
    pub fold: Fold,
    /// Whether a deal that leaves all at zero fills the window.
    pub window: bool,
    /// Whether leaving a deal for good is paid as a renonsz.
    pub renonsz: bool,
    /// The silent hundred.
    pub silent_hundred: SilentHundred,
    /// The silent ulti.
    pub silent_ulti: SilentUlti,
    /// The silent durchmars.
    pub silent_durchmars: SilentDurchmars,
    /// What the games are worth.
    pub values: Values,
}

/// Why a text is no rule set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleSetError {
    /// No preset has this name.
    #[error("unknown rules '{found}': did you mean '{nearest}'?")]
    UnknownPreset {
        /// What was asked for.
        found: String,
        /// The nearest name there is.
        nearest: String,
    },
    /// The text is not TOML, or not a rule set.
    #[error("these rules can't be read: {0}")]
    Unreadable(String),
    /// A value that no game is worth.
    #[error("a value is {0}: from 0 to 1000")]
    Value(i32),
    /// A limit that the engine can't count to.
    #[error("kontra_limit is {0}: at most 7")]
    KontraLimit(u8),
}

/// What a game can be worth.
const WORTH: std::ops::RangeInclusive<i32> = 0..=1000;

const PRESETS: [(&str, &str); 1] = [("4m", include_str!("presets/4m.toml"))];

impl RuleSet {
    /// The names of the presets.
    pub fn preset_names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, _)| *name)
    }

    /// The rules of a preset.
    pub fn preset(name: &str) -> Result<Self, RuleSetError> {
        let Some((_, text)) = PRESETS.iter().find(|(preset, _)| *preset == name) else {
            let nearest = Self::preset_names().min_by_key(|preset| strsim::levenshtein(preset, name));
            return Err(RuleSetError::UnknownPreset {
                found: name.to_owned(),
                nearest: nearest.unwrap_or_default().to_owned(),
            });
        };
        Self::from_toml(text)
    }

    /// The rules written in a TOML document that names every field.
    pub fn from_toml(text: &str) -> Result<Self, RuleSetError> {
        let rules: Self =
            toml::from_str(text).map_err(|error| RuleSetError::Unreadable(error.to_string()))?;
        rules.checked()
    }

    /// The rules, if the engine can count as far as they go.
    pub(super) fn checked(self) -> Result<Self, RuleSetError> {
        if self.kontra_limit > 7 {
            return Err(RuleSetError::KontraLimit(self.kontra_limit));
        }
        let worth = self.all_values().into_iter().flat_map(|value| [value.plain, value.hearts]);
        worth
            .into_iter()
            .find(|value| !WORTH.contains(value))
            .map_or(Ok(self), |value| Err(RuleSetError::Value(value)))
    }

    fn all_values(&self) -> Vec<Value> {
        let values = &self.values;
        let mut all =
            vec![values.parti, values.forty_hundred, values.twenty_hundred, values.ulti, values.betli];
        all.extend([values.open_betli, values.durchmars, values.open_durchmars]);
        all.extend(values.four_aces.into_iter().chain(values.four_tens));
        if let SilentHundred::Beside { value, one_twenty } = self.silent_hundred {
            all.extend([value, one_twenty]);
        }
        if let SilentUlti::Alone { made, lost } = self.silent_ulti {
            all.extend([made, lost]);
        }
        if let SilentDurchmars::Beside { value } = self.silent_durchmars {
            all.push(value);
        }
        all
    }

    /// What a game of this contract is worth, before any kontra; `None` where these rules do not
    /// have the game.
    pub fn value(&self, game: Game, contract: &Contract) -> Option<i32> {
        let open = contract.is_open();
        let value = match game {
            Game::Parti => Some(self.values.parti),
            Game::TwentyHundred => Some(self.values.twenty_hundred),
            Game::FortyHundred => Some(self.values.forty_hundred),
            Game::Ulti => Some(self.values.ulti),
            Game::FourAces => self.values.four_aces,
            Game::FourTens => self.values.four_tens,
            Game::Durchmars if open => Some(self.values.open_durchmars),
            Game::Durchmars => Some(self.values.durchmars),
            Game::Betli if open => Some(self.values.open_betli),
            Game::Betli => Some(self.values.betli),
        };
        value.map(|value| value.of(contract.is_hearts()))
    }

    /// What the contract's games are worth together: the strength of the bid. `None` where a game
    /// is unknown to these rules.
    pub fn points(&self, contract: &Contract) -> Option<i32> {
        contract.games().iter().map(|game| self.value(game, contract)).sum()
    }
}
