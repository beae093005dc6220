//! Serialized form of rules: a preset's name, or a preset with changed fields.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::document::fields;
use super::nested_tables::difference;
use super::{RuleSet, RuleSetError};
use crate::json;

/// The serialized form of a rule set, as used in records and settings.
///
/// This is either the name of a preset, such as `"4m"`, or a preset with changed fields, such as `{"preset":
/// "rablo", "four_tens": true, "values": {"durchmars": {"plain": 7, "hearts": 14}}}`. Nested tables are
/// merged with those in the preset. Lists are replaced as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "rules are a preset's name, or a table with a preset and what is changed")]
pub enum RulesSpec {
    /// The name of an unmodified preset.
    Preset(String),
    /// A preset with changed fields. The key `preset` contains the name of the preset.
    House(Map<String, Value>),
}

impl RulesSpec {
    /// Converts a rule set to its serialized form, which contains only the fields that differ from the
    /// preset.
    ///
    /// # Errors
    /// Returns an error if the rules are not based on a known preset.
    pub fn of(rules: &RuleSet) -> Result<Self, RuleSetError> {
        let preset = RuleSet::preset(&rules.preset)?;
        if preset == *rules {
            return Ok(Self::Preset(preset.preset));
        }
        let mut changed = difference(&fields(&preset)?, fields(rules)?);
        changed.shift_insert(0, "preset".to_owned(), Value::String(preset.preset));
        Ok(Self::House(changed))
    }

    /// Returns the preset's rules with the changed fields applied.
    ///
    /// # Errors
    /// Returns an error that names the invalid rule and suggests a correction.
    pub fn rules(&self) -> Result<RuleSet, RuleSetError> {
        match self {
            Self::Preset(name) => RuleSet::preset(name),
            Self::House(changed) => base(changed, None)?.with(changed),
        }
    }
}

/// Returns the preset named by the key `preset` in `changed`, or `usual` if the key is missing.
pub(super) fn base(changed: &Map<String, Value>, usual: Option<&RuleSet>) -> Result<RuleSet, RuleSetError> {
    match (changed.get("preset"), usual) {
        (Some(Value::String(name)), _) => RuleSet::preset(name),
        (Some(other), _) => Err(RuleSetError::WrongValue {
            rule: "preset".to_owned(),
            reason: format!("{} is not the name of a preset", json::description(other)),
            choices: RuleSet::preset_names().map(str::to_owned).collect(),
        }),
        (None, Some(usual)) => Ok(usual.clone()),
        (None, None) => Err(RuleSetError::NoPreset),
    }
}
