//! The presets, read from the TOML files in `presets/`.

use serde_json::Value;

use super::document::{read_toml, rule_set};
use super::{RuleSet, RuleSetError};
use crate::nearest::nearest;

/// The built-in presets. Each tuple contains a preset's name, its TOML document and the name of its base
/// preset, if any.
///
/// If a preset has a base, its document contains only the fields that differ from the base.
const PRESETS: [(&str, &str, Option<&str>); 5] = [
    ("4m", include_str!("../presets/4m.toml"), None),
    ("rablo", include_str!("../presets/rablo.toml"), None),
    ("pagat", include_str!("../presets/pagat.toml"), None),
    ("basic", include_str!("../presets/basic.toml"), None),
    ("szinlicit", include_str!("../presets/szinlicit.toml"), Some("rablo")),
];

impl RuleSet {
    /// Name of the default preset.
    pub const USUAL: &'static str = "4m";

    /// Returns the names of all built-in presets.
    pub fn preset_names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, ..)| *name)
    }

    /// Returns the rules of the preset with the given name.
    ///
    /// # Errors
    /// Returns [`RuleSetError::UnknownPreset`] with the most similar name if no preset has this name.
    pub fn preset(name: &str) -> Result<Self, RuleSetError> {
        let Some((_, text, base)) = PRESETS.iter().find(|(preset, ..)| *preset == name) else {
            return Err(RuleSetError::UnknownPreset {
                found: name.to_owned(),
                nearest: nearest(name, Self::preset_names()).to_owned(),
            });
        };
        let different = read_toml(text)?;
        match base {
            None => rule_set(&Value::Object(different)),
            Some(base) => Self::preset(base)?.with(&different),
        }
    }
}
