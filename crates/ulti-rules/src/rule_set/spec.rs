//! Serialized form of rules: a preset's name, or a preset with changed fields.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::document::fields;
use super::nested_tables::difference;
use super::{RuleSet, RuleSetError};
use crate::json;

/// The key of a document that contains the revision of its preset.
pub(super) const REVISION: &str = "revision";

/// The serialized form of a rule set, as used in records and settings.
///
/// This is either the name of a preset, such as `"4m"`, or a preset with changed fields, such as `{"preset":
/// "rablo", "four_tens": true, "values": {"durchmars": {"plain": 7, "hearts": 14}}}`. Nested tables are
/// merged with those in the preset. Lists are replaced as a whole.
///
/// Records and journals must keep their rules when a later version changes a preset. They therefore contain
/// the revision of the preset: `{"preset": "rablo", "revision": 2}`. A document without it was written before
/// there were revisions and has revision 1. [`RulesSpec::of`] and [`RulesSpec::rules`] use this form.
///
/// Settings name a preset and follow it through its revisions: without a revision, the newest one counts.
/// [`RulesSpec::of_setting`] and [`RulesSpec::rules_of_setting`] use this form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "rules are a preset's name, or a table with a preset and what is changed")]
pub enum RulesSpec {
    /// The name of an unmodified preset.
    Preset(String),
    /// A preset with changed fields. The key `preset` contains the name of the preset, and `revision` its
    /// revision.
    House(Map<String, Value>),
}

impl RulesSpec {
    /// Converts a rule set to its serialized form in records and journals.
    ///
    /// The form contains only the fields that differ from the preset, in the revision of the preset with the
    /// fewest differences.
    ///
    /// # Errors
    /// Returns an error if the rules are not based on a known preset.
    pub fn of(rules: &RuleSet) -> Result<Self, RuleSetError> {
        let mut best: Option<(u32, Map<String, Value>)> = None;
        for revision in (1..=RuleSet::REVISION).rev() {
            let preset = RuleSet::preset_in_revision(&rules.preset, revision)?;
            let changed = difference(&fields(&preset)?, fields(rules)?);
            if best.as_ref().is_none_or(|(_, fewest)| changed.len() < fewest.len()) {
                best = Some((revision, changed));
            }
        }
        let (revision, changed) = best.unwrap_or_default();
        Ok(Self::new(&rules.preset, (revision > 1).then_some(revision), changed))
    }

    /// Converts a rule set to its serialized form in settings.
    ///
    /// The form contains only the fields that differ from the newest revision of the preset.
    ///
    /// # Errors
    /// Returns an error if the rules are not based on a known preset.
    pub fn of_setting(rules: &RuleSet) -> Result<Self, RuleSetError> {
        let preset = RuleSet::preset(&rules.preset)?;
        Ok(Self::new(&rules.preset, None, difference(&fields(&preset)?, fields(rules)?)))
    }

    fn new(preset: &str, revision: Option<u32>, mut changed: Map<String, Value>) -> Self {
        if revision.is_none() && changed.is_empty() {
            return Self::Preset(preset.to_owned());
        }
        if let Some(revision) = revision {
            changed.shift_insert(0, REVISION.to_owned(), revision.into());
        }
        changed.shift_insert(0, "preset".to_owned(), Value::String(preset.to_owned()));
        Self::House(changed)
    }

    /// Returns the rules of a record or a journal: the preset in the document's revision, with the changed
    /// fields applied.
    ///
    /// # Errors
    /// Returns an error that names the invalid rule and suggests a correction.
    pub fn rules(&self) -> Result<RuleSet, RuleSetError> {
        match self {
            Self::Preset(name) => RuleSet::preset_in_revision(name, 1),
            Self::House(changed) => base(changed, None, 1)?.with(&without_revision(changed)),
        }
    }

    /// Returns the rules of a setting: the preset in the stated revision, or else in the newest one, with the
    /// changed fields applied.
    ///
    /// # Errors
    /// Returns an error that names the invalid rule and suggests a correction.
    pub fn rules_of_setting(&self) -> Result<RuleSet, RuleSetError> {
        match self {
            Self::Preset(name) => RuleSet::preset(name),
            Self::House(changed) => base(changed, None, RuleSet::REVISION)?.with(&without_revision(changed)),
        }
    }
}

fn without_revision(changed: &Map<String, Value>) -> Map<String, Value> {
    changed
        .iter()
        .filter(|(name, _)| *name != REVISION)
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn read_revision(value: &Value) -> Result<u32, RuleSetError> {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(|| RuleSetError::WrongValue {
        rule: REVISION.to_owned(),
        reason: format!("{} is not a revision number", json::description(value)),
        choices: Vec::new(),
    })
}

/// Returns the preset named by the key `preset` in `changed`, or `usual` if the key is missing.
///
/// `revision` is the revision of the preset if `changed` does not state one.
pub(super) fn base(
    changed: &Map<String, Value>,
    usual: Option<&RuleSet>,
    revision: u32,
) -> Result<RuleSet, RuleSetError> {
    let stated = changed.get(REVISION).map(read_revision).transpose()?;
    match (changed.get("preset"), usual) {
        (Some(Value::String(name)), _) => RuleSet::preset_in_revision(name, stated.unwrap_or(revision)),
        (Some(other), _) => Err(RuleSetError::WrongValue {
            rule: "preset".to_owned(),
            reason: format!("{} is not the name of a preset", json::description(other)),
            choices: RuleSet::preset_names().map(str::to_owned).collect(),
        }),
        (None, Some(usual)) if stated.is_none() => Ok(usual.clone()),
        (None, _) => Err(RuleSetError::NoPreset),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(document: &Value) -> RulesSpec {
        serde_json::from_value(document.clone()).unwrap()
    }

    #[test]
    fn records_without_revision_have_rules_of_first_revision() {
        let in_revision = |revision| RuleSet::preset_in_revision("rablo", revision).unwrap();
        let (before, second, now) = (in_revision(1), in_revision(2), RuleSet::preset("rablo").unwrap());
        let of_leaving = |rules: &RuleSet| (rules.renonsz_certain, rules.renonsz_lost);
        assert_eq!([&before, &second, &now].map(of_leaving), [(false, false), (true, true), (true, true)]);
        assert_eq!([&before, &second, &now].map(|rules| rules.hundred_announced), [false, false, true]);
        let house = |rules: &RuleSet| rules.with_rule("four_tens", json!(true)).unwrap();
        for (document, rules) in [
            (json!("rablo"), before.clone()),
            (json!({"preset": "rablo", "four_tens": true}), house(&before)),
            (json!({"preset": "rablo", "revision": 2}), second.clone()),
            (json!({"preset": "rablo", "revision": 3}), now.clone()),
            (json!({"preset": "rablo", "revision": 3, "four_tens": true}), house(&now)),
        ] {
            assert_eq!(read(&document).rules().unwrap(), rules, "{document}");
            assert_eq!(serde_json::to_value(RulesSpec::of(&rules).unwrap()).unwrap(), document);
        }
    }

    #[test]
    fn settings_follow_newest_revision() {
        let now = RuleSet::preset("rablo").unwrap();
        let free = now.with_rule("renonsz_certain", json!(false)).unwrap();
        for (document, rules) in
            [(json!("rablo"), &now), (json!({"preset": "rablo", "renonsz_certain": false}), &free)]
        {
            assert_eq!(read(&document).rules_of_setting().unwrap(), *rules, "{document}");
            assert_eq!(serde_json::to_value(RulesSpec::of_setting(rules).unwrap()).unwrap(), document);
        }
        let first = RuleSet::preset_in_revision("rablo", 1).unwrap();
        let earlier = json!({"preset": "rablo", "revision": 1});
        assert_eq!(read(&earlier).rules_of_setting().unwrap(), first);
        assert_eq!(RuleSet::read("rablo revision=1", &now).unwrap(), first);
        assert_eq!(RuleSet::read("{ preset = \"rablo\", revision = 1 }", &now).unwrap(), first);
        assert_eq!(RuleSet::read("revision=1", &now), Err(RuleSetError::NoPreset));
    }

    #[test]
    fn unknown_revision_is_refused() {
        for (revision, message) in [
            (json!(4), "rule 'revision' is 4: use a number from 1 to 3"),
            (json!(0), "rule 'revision' is 0: use a number from 1 to 3"),
            (json!("new"), "rule 'revision': 'new' is not a revision number"),
        ] {
            let spec = read(&json!({"preset": "4m", "revision": revision}));
            assert_eq!(spec.rules().unwrap_err().to_string(), message);
            assert_eq!(spec.rules_of_setting().unwrap_err().to_string(), message);
        }
    }
}
