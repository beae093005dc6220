//! Parser for house rules typed by a user: `rablo four_tens=true durchmars=7`, or an inline TOML table.

use serde_json::{Map, Value};

use super::document::{fields, read_toml};
use super::house::{self, HouseRule, unknown_rule, value_of};
use super::spec::REVISION;
use super::{RuleSet, RuleSetError};

/// Maximum length, in bytes, of rules typed by a user.
const MAX_LENGTH: usize = 2000;
/// Maximum number of segments in the path of a rule. For example, `values.betli.plain` has three segments.
const MAX_DEPTH: usize = 3;

impl RuleSet {
    /// Parses rules typed by a user: an optional preset name, followed by changes.
    ///
    /// The changes can be separate words (`four_tens=true`, `values.betli.plain=6`, or `four_tens` as a
    /// shorthand for `four_tens=true`) or a single TOML table (`{ preset = "rablo", four_tens = true }`).
    /// They can also use the names of [`HouseRule`]s and of games, whose values are then set (`durchmars=7`).
    /// If the input does not name a preset, the changes are applied to `usual`.
    ///
    /// # Errors
    /// Returns an error that names the invalid rule and suggests a correction.
    pub fn read(typed: &str, usual: &Self) -> Result<Self, RuleSetError> {
        let typed = typed.trim();
        if typed.len() > MAX_LENGTH {
            return Err(RuleSetError::Unreadable(format!("longer than {MAX_LENGTH} bytes")));
        }
        if typed.starts_with('{') {
            let mut document = read_toml(&format!("rules = {typed}"))?;
            return match document.remove("rules") {
                Some(Value::Object(changed)) if document.is_empty() => house::rules(&changed, Some(usual)),
                _ => Err(RuleSetError::Unreadable("expected a single table in braces".to_owned())),
            };
        }
        let mut changed = Map::new();
        for (place, word) in words(typed).into_iter().enumerate() {
            match word.split_once('=') {
                Some((name, value)) => {
                    let value = value.trim_matches(['"', '\'', '“', '”', '„']);
                    let (value, game) = (value_of(value), game_of(name));
                    let name = match game.filter(|_| value.is_number()) {
                        Some(game) => game.to_owned(),
                        None => canonical_name(name, usual)?,
                    };
                    insert(&mut changed, &name, value);
                }
                None if place == 0 && !is_boolean_rule(&word, usual) => {
                    let preset = Self::preset(&word.to_lowercase())?.preset;
                    changed.insert("preset".to_owned(), Value::String(preset));
                }
                None => drop(changed.insert(canonical_name(&word, usual)?, Value::Bool(true))),
            }
        }
        house::rules(&changed, Some(usual))
    }
}

/// Splits the input at whitespace, commas and semicolons. Removes whitespace around `=`.
fn words(typed: &str) -> Vec<String> {
    let parts: Vec<&str> = typed.split('=').map(str::trim).collect();
    let joined = parts.join("=");
    let between = |sign: char| sign.is_whitespace() || sign == ',' || sign == ';';
    joined.split(between).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns `true` if a word without `=` names a boolean rule rather than a preset.
fn is_boolean_rule(word: &str, usual: &RuleSet) -> bool {
    word.contains(['_', '-']) || usual.rule(&word.to_lowercase()).is_some_and(|value| value.is_boolean())
}

/// Returns the name of the game whose value a user sets, or `None` if `typed` does not name one.
///
/// The games four-aces and four-tens differ from the rules `four_aces` and `four_tens` only in their values:
/// the latter are `true` or `false`.
fn game_of(typed: &str) -> Option<&'static str> {
    let typed = typed.to_lowercase().replace('_', "-");
    HouseRule::written(&typed).filter(|rule| rule.is_game_value()).map(HouseRule::name)
}

/// Returns the canonical name of a rule or house rule.
///
/// `typed` can contain uppercase letters, and hyphens in place of underscores.
fn canonical_name(typed: &str, usual: &RuleSet) -> Result<String, RuleSetError> {
    let typed = typed.to_lowercase();
    let fields = fields(usual)?;
    let is_known = |name: &str| {
        let first = name.split('.').next().unwrap_or_default();
        let shallow = name.split('.').count() <= MAX_DEPTH;
        (fields.contains_key(first) && shallow) || HouseRule::named(name).is_some() || name == REVISION
    };
    let written = [typed.clone(), typed.replace('-', "_")].into_iter().find(|name| is_known(name));
    let written = written.or_else(|| Some(HouseRule::written(&typed)?.name().to_owned()));
    written.ok_or_else(|| unknown_rule(&typed, &fields))
}

/// Inserts a value at a nested path, such as `values.betli.plain`.
fn insert(into: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => drop(into.insert(path.to_owned(), value)),
        Some((first, rest)) => {
            let inner = into.entry(first).or_insert_with(|| Value::Object(Map::new()));
            if !inner.is_object() {
                *inner = Value::Object(Map::new());
            }
            if let Value::Object(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(typed: &str) -> Result<RuleSet, RuleSetError> {
        RuleSet::read(typed, &RuleSet::preset("4m").unwrap())
    }

    fn error(typed: &str) -> String {
        read(typed).unwrap_err().to_string()
    }

    #[test]
    fn house_rules_can_be_typed_in_several_formats() {
        let wanted = RuleSet::from_toml(
            "preset = \"rablo\"\nfour_tens = true\ndurchmars = 7\nvalues = { betli = { plain = 6 } }",
        )
        .unwrap();
        assert_eq!((wanted.values.durchmars.hearts, wanted.values.betli.plain), (14, 6));
        for typed in [
            "rablo four_tens=true durchmars=7 values.betli.plain=6",
            "  RABLO, four-tens = yes, durchmars = \"7\"; values.betli.plain = 6",
            "durchmars=7 four_tens values.betli.plain=6 preset=rablo",
            "{ preset = \"rablo\", four_tens = true, durchmars = 7, values = { betli = { plain = 6 } } }",
            "{ preset = \"rablo\", four_tens = true, durchmars = 7, values.betli.plain = 6 }",
        ] {
            assert_eq!(read(typed).unwrap(), wanted, "{typed}");
        }
    }

    #[test]
    fn house_rules_without_preset_are_based_on_default_rules() {
        let usual = RuleSet::preset("pagat").unwrap();
        assert_eq!(RuleSet::read("", &usual).unwrap(), usual);
        let house = RuleSet::read("four_tens", &usual).unwrap();
        assert_eq!(house, usual.with_rule("four_tens", Value::Bool(true)).unwrap());
        assert_eq!(RuleSet::read("{ four_tens = true }", &usual).unwrap(), house);
        let needs_both = "suit_factors.hearts=4 bid_suits=all";
        assert_eq!(RuleSet::read(needs_both, &usual).unwrap().suit_factors.hearts, 4);
    }

    #[test]
    fn error_for_invalid_rule_suggests_correction() {
        assert_eq!(error("rabl"), "unknown rules 'rabl': did you mean 'rablo'?");
        assert_eq!(error("four_ace=true"), "unknown rule 'four_ace': did you mean 'four_aces'?");
        assert_eq!(error("four_ten"), "unknown rule 'four_ten': did you mean 'four_tens'?");
        assert_eq!(error("rabl nonsense"), error("rabl"));
        assert_eq!(error("rablo four_ten"), "unknown rule 'four_ten': did you mean 'four_tens'?");
        assert_eq!(error("durchmasr=7"), "unknown rule 'durchmasr': did you mean 'durchmars'?");
        assert_eq!(error("{ four_ace = true }"), "unknown rule 'four_ace': did you mean 'four_aces'?");
        let message = error("values.bettli.plain=6");
        assert_eq!(message, "unknown rule 'values.bettli': did you mean 'values.betli'?");
        assert_eq!(error("kontra_limit=16"), "rule 'kontra_limit' is 16: use a number from 0 to 15");
        assert_eq!(error("durchmars=-1"), "rule 'durchmars' is -1: use a number from 0 to 1000");
        let message = error("silent_ulti=sdes");
        assert!(message.contains("'silent_ulti'") && message.contains("did you mean 'sides'?"), "{message}");
        assert!(error("durchmars=lots").contains("'lots'"));
        let message = error("suit_factors.hearts=4");
        assert!(message.contains("suit_factors other than 1 need bid_suits"), "{message}");
        assert!(error("4m silent_hundred=table").contains("silent_table"));
        assert!(error("{ four_tens = ").contains("failed to parse rules"));
        assert!(error("{}\nmore = 1").contains("failed to parse rules"));
    }

    #[test]
    fn value_of_game_differs_from_rule_that_allows_it() {
        for typed in ["rablo four-tens=10 four-tens=true", "rablo four_tens four_tens=10"] {
            let rules = read(typed).unwrap();
            assert_eq!((rules.four_tens, rules.values.four_tens.plain), (true, 10), "{typed}");
        }
        let rules = read("ULTI=5 parti=2 40-100=3 betli=6 20-100=6").unwrap();
        let values =
            [rules.values.ulti, rules.values.parti, rules.values.forty_hundred, rules.values.open_betli];
        assert_eq!(values.map(|value| value.plain), [5, 2, 3, 24]);
        assert_eq!(rules.values.twenty_hundred.hearts, 12);
        assert!(error("ulti=much").contains("'much'"));
        assert_eq!(error("ulti=2000"), "rule 'ulti' is 2000: use a number from 0 to 1000");
        assert_eq!(error("silent-ulti=5"), "rule 'silent_ulti': expected text in quotes, found 5");
    }

    #[test]
    fn malformed_house_rules_are_rejected() {
        let long = "x=".repeat(3000);
        let deep = format!("values{}=1", ".a".repeat(990));
        let deep_key = format!("{{ values{} = 1 }}", ".a".repeat(990));
        let deep_table = format!("{}1{}", "{ values = ".repeat(170), " }".repeat(80));
        let deep_list = format!("{{ values = {}", "[".repeat(1900));
        for typed in [
            "=",
            "==",
            "a=b=c",
            "....=1",
            "values=1",
            "values.=1",
            "preset=",
            "preset.x=1",
            "♥",
            &long,
            &deep,
            &deep_key,
            &deep_table,
            &deep_list,
        ] {
            assert!(read(typed).is_err(), "{typed}");
        }
    }
}
