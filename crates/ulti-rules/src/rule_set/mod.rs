//! The rules of a table as data.
//!
//! The engine never checks which preset is in use. Every difference between presets is a field of
//! [`RuleSet`]. Choices are enums (`choices.rs`), and amounts are grouped in [`Values`]. The presets are TOML
//! files in `presets/`. House rules are a preset with changed fields ([`RulesSpec`]).

mod check;
mod choices;
mod document;
mod error;
mod fields;
mod house;
mod limits;
mod nested_tables;
mod presets;
mod spec;
mod typed;
mod values;

pub use choices::{
    BidSuits, Fold, HeartsOpen, IndividualKontra, KontraItems, LoneDurchmarsTrump, Lost, OpenHands,
    ReDurchmars, RowHundred, SelfRaise, SilentDurchmars, SilentHundred, SilentKontra, SilentUlti, TieBreak,
    UnknownChoice,
};
pub use error::{Contradiction, RuleSetError};
pub use fields::{RuleSet, SilentRow};
pub use house::HouseRule;
pub use spec::RulesSpec;
pub use values::{SuitFactors, Value, Values};
