//! Parses the rules of a new table, which are a preset, the server's rules, or house rules.

use crate::discord::interactions::choice::{Choice, is_called, would_work};
use crate::text::{self, Lang, Text, searchable};
use ulti_rules::{HouseRule, RuleSet, RuleSetError};

/// Value of the autocomplete choice for the server's own rules.
const SERVER: &str = "server";
/// Maximum length of the value of an autocomplete choice, in characters.
const LONGEST: usize = 100;

/// Maximum length of a name of rules that a user types, in bytes.
const LONGEST_NAME: usize = 100;

/// Separates a choice's value from its explanation.
const EXPLAINED: &str = " – ";

fn servers_rules(lang: Lang) -> String {
    Text::new(lang).text("house-server-choice")
}

/// Returns the preset rule sets as autocomplete choices.
fn presets(lang: Lang) -> Vec<Choice> {
    RuleSet::preset_names().map(|name| Choice::new(text::preset(lang, name), name)).collect()
}

/// Returns the presets and the server's rules as autocomplete choices.
///
/// If the user has already typed a valid rule set, also returns choices that add one more house rule to it.
pub(crate) fn offered_rules(lang: Lang, typed: &str) -> Vec<Choice> {
    let server = Choice::new(servers_rules(lang), SERVER);
    let begun = typed.rsplit_once(char::is_whitespace).map(|(begun, _)| begun.trim());
    let begun = begun.filter(|begun| !begun.is_empty()).into_iter();
    presets(lang)
        .into_iter()
        .chain([server])
        .chain(begun.flat_map(|begun| continuations(lang, begun)))
        .collect()
}

/// Returns autocomplete choices that add one more house rule to the rules typed so far.
fn continuations(lang: Lang, begun: &str) -> Vec<Choice> {
    // The server's rules are not known here, so the default rules stand in for them.
    let so_far = RuleSet::preset(RuleSet::USUAL).ok().and_then(|usual| rules(lang, begun, &usual).ok());
    // Nothing may follow an inline table.
    let Some(so_far) = so_far.filter(|_| !begun.starts_with('{')) else { return Vec::new() };
    let mut choices = Vec::new();
    for question in &HouseRule::ALL {
        let now = question.answered(&so_far);
        let possible = question.possible(&so_far);
        for answer in possible.into_iter().filter(|answer| now.as_deref() != Some(*answer)) {
            let value = format!("{begun} {}={answer}", question.name());
            let said = text::house_answer(lang, question, answer);
            let choice = Choice::new(format!("{value}{EXPLAINED}{said}"), value.clone());
            if value.chars().count() <= LONGEST {
                choices.push(choice.found_by([format!("{begun} {said}")]));
            }
        }
    }
    choices
}

/// Returns `true` if the input is empty or names the server's own rules.
pub(crate) fn is_servers_rules(typed: &str) -> bool {
    let wanted = typed.trim().to_lowercase();
    wanted.is_empty() || wanted == SERVER || is_called(typed, servers_rules)
}

/// Parses a rule set. The input may begin with the name of a preset, in any language, or with the name of the
/// server's rules.
pub(crate) fn rules(lang: Lang, typed: &str, server: &RuleSet) -> Result<RuleSet, String> {
    if is_servers_rules(typed) {
        return Ok(server.clone());
    }
    RuleSet::read(&with_short_name(without_explanation(typed).trim()), server).map_err(|error| {
        let sentence = text::unknown_rules(lang, &error);
        match error {
            RuleSetError::UnknownPreset { .. } => format!("{sentence} {}", would_work(lang, &presets(lang))),
            _ => sentence,
        }
    })
}

/// Removes the explanation from the name of an autocomplete choice, which some Discord clients send instead
/// of its value. The name may be cut.
fn without_explanation(typed: &str) -> &str {
    let value = typed.split_once(EXPLAINED).map_or(typed, |(value, _)| value);
    value.strip_suffix(EXPLAINED.trim_end()).unwrap_or(value)
}

/// Replaces a translated preset name at the start of the input with the preset's short name. For example,
/// `Rablóulti four_tens` becomes `rablo four_tens`.
///
/// If the input starts with a name for the server's own rules instead, removes that name.
fn with_short_name(typed: &str) -> String {
    let names = |lang: Lang| RuleSet::preset_names().map(move |name| (text::preset(lang, name), name));
    let names = Lang::ALL.into_iter().flat_map(names);
    let short = RuleSet::preset_names().map(|name| (name.to_owned(), name));
    let servers = Lang::ALL.into_iter().map(|lang| (servers_rules(lang), ""));
    let all: Vec<(String, &str)> = names
        .chain(short)
        .chain(servers)
        .chain([(SERVER.to_owned(), "")])
        .map(|(called, name)| (searchable(&called), name))
        .collect();
    let ends = typed.match_indices(|sign: char| sign.is_whitespace() || sign == ',').map(|(end, _)| end);
    let ends = ends.chain([typed.len()]).take_while(|end| *end <= LONGEST_NAME);
    // The longest name comes first: one name can be the beginning of another one.
    let ends: Vec<usize> = ends.filter(|end| typed[..*end].ends_with(char::is_alphanumeric)).collect();
    for (begin, rest) in ends.into_iter().rev().map(|end| typed.split_at(end)) {
        let begin = searchable(begin);
        if let Some((_, name)) = all.iter().find(|(called, _)| *called == begin) {
            return format!("{name}{rest}");
        }
    }
    typed.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> RuleSet {
        RuleSet::preset("pagat").unwrap()
    }

    #[test]
    fn localized_preset_names_are_found_by_any_spelling() {
        for lang in Lang::ALL {
            for name in RuleSet::preset_names() {
                let preset = RuleSet::preset(name).unwrap();
                let called = text::preset(lang, name);
                for typed in [called.clone(), called.to_uppercase(), name.to_owned(), searchable(&called)] {
                    assert_eq!(rules(lang, &typed, &usual()), Ok(preset.clone()), "{typed}");
                }
                let house = rules(lang, &format!("{called} kontra_limit=3"), &usual()).unwrap();
                assert_eq!((house.preset.as_str(), house.kontra_limit), (name, 3));
            }
        }
    }

    #[test]
    fn house_rules_without_preset_extend_server_rules() {
        for typed in ["", "server", "This server's rules", "A SZERVER SZABÁLYAI"] {
            assert_eq!(rules(Lang::En, typed, &usual()), Ok(usual()), "{typed}");
        }
        for typed in ["four_tens", "server four_tens=true", "This server's rules, four_tens = yes"] {
            assert_eq!(
                rules(Lang::En, typed, &usual()),
                Ok(usual().with_rule("four_tens", true.into()).unwrap())
            );
        }
    }

    #[test]
    fn house_rules_suggested_by_autocomplete_are_valid() {
        assert_eq!(offered_rules(Lang::En, "").len(), 6);
        let more = offered_rules(Lang::Hu, "rablo durchmars=7 né");
        assert!(more.iter().any(|choice| choice.value == "rablo durchmars=7 four_tens=true"), "{more:?}");
        assert!(!more.iter().any(|choice| choice.value.ends_with(" durchmars=7")));
        for choice in offered_rules(Lang::En, "4m ") {
            assert!(rules(Lang::En, &choice.value, &usual()).is_ok(), "{choice:?}");
        }
        assert_eq!(offered_rules(Lang::En, "nonsense fo").len(), 6);
        for begun in ["{ preset = \"rablo\" } ", "server ", "szabalyok ", "4m, four_tens ", "preset=pagat "] {
            for choice in offered_rules(Lang::En, begun) {
                assert!(rules(Lang::En, &choice.value, &usual()).is_ok(), "{begun}: {choice:?}");
            }
        }
    }

    #[test]
    fn error_for_unknown_rule_suggests_similar_rules() {
        for typed in ["Rabló, four_aces", "Rablóulti\u{a0}four_aces"] {
            assert_eq!(rules(Lang::Hu, typed, &usual()).unwrap().preset, "rablo", "{typed}");
        }
        assert!(rules(Lang::Hu, "rablo ???", &usual()).is_err());
        let said = rules(Lang::En, "nonsense", &usual()).unwrap_err();
        assert!(!said.contains('?') && said.contains("4M Ulti"), "{said}");
        let said = rules(Lang::En, "rablo four_ace=true", &usual()).unwrap_err();
        assert!(said.contains("`four_aces`"), "{said}");
        let said = rules(Lang::Hu, "rabl", &usual()).unwrap_err();
        assert!(said.contains("`rablo`") && said.contains("nemzetközi ulti"), "{said}");
    }
}
