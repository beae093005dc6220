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

/// Rules that a revision added to all presets. Each tuple contains the revision and the rule's name. In
/// earlier revisions, the rule is `false`.
const ADDED: [(u32, &str); 3] = [(2, "renonsz_lost"), (2, "renonsz_certain"), (3, "hundred_announced")];

impl RuleSet {
    /// The newest revision of the presets.
    ///
    /// A revision changes how a preset is played. Documents written before a revision keep the earlier one.
    pub const REVISION: u32 = 3;
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

    /// Returns the rules of a preset in the given revision, from 1 to [`RuleSet::REVISION`].
    ///
    /// # Errors
    /// Returns an error if no preset has this name, or if there is no such revision.
    pub fn preset_in_revision(name: &str, revision: u32) -> Result<Self, RuleSetError> {
        if !(1..=Self::REVISION).contains(&revision) {
            return Err(RuleSetError::OutOfRange {
                rule: "revision".to_owned(),
                found: revision.into(),
                from: 1,
                to: Self::REVISION.into(),
            });
        }
        let later = ADDED.into_iter().filter(|(added, _)| *added > revision);
        let before = later.map(|(_, rule)| (rule.to_owned(), Value::Bool(false))).collect();
        Self::preset(name)?.with(&before)
    }
}
