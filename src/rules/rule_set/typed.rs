//! House rules as people type them: `rablo four_tens=true durchmars=7`, or TOML in one line.

use serde_json::{Map, Value};

use super::house::{self, HouseRule, value_of};
use super::note::{fields, read_toml};
use super::ways::nearest;
use super::{RuleSet, RuleSetError};

/// The longest that is read: more than any rules take.
const LONGEST: usize = 2000;
/// How deep a rule lies at most: `values.betli.plain`.
const DEEPEST: usize = 3;

impl RuleSet {
    /// The rules that someone typed: a preset, or `usual` where none is named, then what is
    /// different, as words (`four_tens=true`, `values.betli.plain=6`; `four_tens` alone says yes) or
    /// as one TOML table (`{ preset = "rablo", four_tens = true }`). [`HouseRule`]s are answered by
    /// their names: `durchmars=7`.
    ///
    /// # Errors
    /// What is wrong, with the name of the rule and the nearest right thing.
    pub fn read(typed: &str, usual: &Self) -> Result<Self, RuleSetError> {
        let typed = typed.trim();
        if typed.len() > LONGEST {
            return Err(RuleSetError::Unreadable(format!("longer than {LONGEST} letters")));
        }
        if typed.starts_with('{') {
            let mut document = read_toml(&format!("rules = {typed}"))?;
            return match document.remove("rules") {
                Some(Value::Object(different)) if document.is_empty() => {
                    house::rules(&different, Some(usual))
                }
                _ => Err(RuleSetError::Unreadable("one table in braces".to_owned())),
            };
        }
        let mut different = Map::new();
        for (place, word) in words(typed).into_iter().enumerate() {
            match word.split_once('=') {
                Some((name, value)) => {
                    let value = value.trim_matches(['"', '\'', '“', '”', '„']);
                    insert(&mut different, &known(name, usual)?, value_of(value));
                }
                None if place == 0 && !is_switch(&word, usual) => {
                    let preset = Self::preset(&word.to_lowercase())?.preset;
                    different.insert("preset".to_owned(), Value::String(preset));
                }
                None => drop(different.insert(known(&word, usual)?, Value::Bool(true))),
            }
        }
        house::rules(&different, Some(usual))
    }
}

/// What stands between spaces and commas; spaces around `=` do not part.
fn words(typed: &str) -> Vec<String> {
    let parts: Vec<&str> = typed.split('=').map(str::trim).collect();
    let joined = parts.join("=");
    let between = |sign: char| sign.is_whitespace() || sign == ',' || sign == ';';
    joined.split(between).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether a word alone is meant for a rule that says yes or no, and not for a preset: no preset's
/// name is of several words.
fn is_switch(word: &str, usual: &RuleSet) -> bool {
    word.contains(['_', '-']) || usual.rule(&word.to_lowercase()).is_some_and(|value| value.is_boolean())
}

/// The name of a rule or a question as it is written; a dash does for an underscore.
fn known(typed: &str, usual: &RuleSet) -> Result<String, RuleSetError> {
    let typed = typed.to_lowercase();
    let fields = fields(usual)?;
    let is_known = |name: &str| {
        let first = name.split('.').next().unwrap_or_default();
        let shallow = name.split('.').count() <= DEEPEST;
        (fields.contains_key(first) && shallow) || HouseRule::named(name).is_some()
    };
    let written = [typed.clone(), typed.replace('-', "_")].into_iter().find(|name| is_known(name));
    written.ok_or_else(|| {
        let names = fields.keys().map(String::as_str).chain(HouseRule::ALL.map(|one| one.name()));
        let nearest = nearest(&typed, names).to_owned();
        RuleSetError::UnknownRule { found: typed, nearest }
    })
}

/// Puts a value at `values.betli.plain`.
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
    fn the_same_rules_in_many_spellings() {
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
    fn without_a_preset_it_is_the_usual_rules_that_are_changed() {
        let usual = RuleSet::preset("pagat").unwrap();
        assert_eq!(RuleSet::read("", &usual).unwrap(), usual);
        let house = RuleSet::read("four_tens", &usual).unwrap();
        assert_eq!(house, usual.with_rule("four_tens", Value::Bool(true)).unwrap());
        assert_eq!(RuleSet::read("{ four_tens = true }", &usual).unwrap(), house);
        let needs_both = "suit_factors.hearts=4 bid_suits=all";
        assert_eq!(RuleSet::read(needs_both, &usual).unwrap().suit_factors.hearts, 4);
    }

    #[test]
    fn an_error_names_the_place_and_the_nearest_right_thing() {
        assert_eq!(error("rabl"), "unknown rules 'rabl': did you mean 'rablo'?");
        assert_eq!(error("four_ace=true"), "unknown rule 'four_ace': did you mean 'four_aces'?");
        assert_eq!(error("four_ten"), "unknown rule 'four_ten': did you mean 'four_tens'?");
        assert_eq!(error("rabl nonsense"), error("rabl"));
        assert_eq!(error("rablo four_ten"), "unknown rule 'four_ten': did you mean 'four_tens'?");
        assert_eq!(error("durchmasr=7"), "unknown rule 'durchmasr': did you mean 'durchmars'?");
        assert_eq!(error("{ four_ace = true }"), "unknown rule 'four_ace': did you mean 'four_aces'?");
        let said = error("values.bettli.plain=6");
        assert_eq!(said, "unknown rule 'values.bettli': did you mean 'values.betli'?");
        assert_eq!(error("kontra_limit=9"), "rule 'kontra_limit' is 9: from 0 to 7");
        assert_eq!(error("durchmars=-1"), "rule 'durchmars' is -1: from 0 to 1000");
        let said = error("silent_ulti=sdes");
        assert!(said.contains("'silent_ulti'") && said.contains("did you mean 'sides'?"), "{said}");
        assert!(error("durchmars=lots").contains("'lots'"));
        let said = error("suit_factors.hearts=4");
        assert!(said.contains("suit_factors other than 1 need bid_suits"), "{said}");
        assert!(error("4m silent_hundred=table").contains("silent_table"));
        assert!(error("{ four_tens = ").contains("can't be read"));
        assert!(error("{}\nmore = 1").contains("can't be read"));
    }

    #[test]
    fn nonsense_is_refused_and_nothing_breaks() {
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
