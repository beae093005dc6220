//! The rules of a new table, as typed: a preset, the server's, or house rules.

use super::would_work;
use crate::discord::autocomplete::Choice;
use crate::rules::{HouseRule, RuleSet, RuleSetError};
use crate::text::{self, Lang, Text};

/// The value of the choice of the server's own rules.
const SERVER: &str = "server";
/// The longest value of a choice.
const LONGEST: usize = 100;

fn servers_rules(lang: Lang) -> String {
    Text::new(lang).say("house-server-choice")
}

/// The presets as choices.
fn presets(lang: Lang) -> Vec<Choice> {
    RuleSet::preset_names().map(|name| Choice::new(text::preset(lang, name), name)).collect()
}

/// What can be chosen: a preset, or the server's rules; after them, one answer more.
pub(in super::super) fn offered_rules(lang: Lang, typed: &str) -> Vec<Choice> {
    let server = Choice::new(servers_rules(lang), SERVER);
    let mut choices = presets(lang);
    choices.push(server);
    let begun = typed.rsplit_once(char::is_whitespace).map(|(begun, _)| begun.trim());
    choices
        .extend(begun.filter(|begun| !begun.is_empty()).into_iter().flat_map(|begun| going_on(lang, begun)));
    choices
}

/// House rules that have been begun, with each answer that could come next.
fn going_on(lang: Lang, begun: &str) -> Vec<Choice> {
    // The server's own rules are not known here; their answers are offered as the usual rules' are.
    let Ok(usual) = RuleSet::preset(RuleSet::USUAL) else { return Vec::new() };
    // Behind a table in braces nothing can stand.
    if begun.starts_with('{') {
        return Vec::new();
    }
    let Ok(so_far) = rules(lang, begun, &usual) else { return Vec::new() };
    let mut choices = Vec::new();
    for question in &HouseRule::ALL {
        let now = question.answered(&so_far);
        let possible = question.possible(&so_far);
        for answer in possible.into_iter().filter(|answer| now.as_deref() != Some(*answer)) {
            let value = format!("{begun} {}={answer}", question.name());
            let said = text::house_answer(lang, question, answer);
            let choice = Choice::new(format!("{value} – {said}"), value.clone());
            if value.chars().count() <= LONGEST {
                choices.push(choice.found_by([format!("{begun} {said}")]));
            }
        }
    }
    choices
}

/// Whether the server's own rules are asked for.
pub(in super::super) fn is_servers_rules(typed: &str) -> bool {
    let wanted = typed.trim().to_lowercase();
    let is_called = |lang: Lang| servers_rules(lang).to_lowercase() == wanted;
    wanted.is_empty() || wanted == SERVER || Lang::ALL.into_iter().any(is_called)
}

/// The rules that were typed, beginning with a preset by its name in either language, or with the
/// server's.
pub(in super::super) fn rules(lang: Lang, typed: &str, server: &RuleSet) -> Result<RuleSet, String> {
    if is_servers_rules(typed) {
        return Ok(server.clone());
    }
    RuleSet::read(&in_short(typed.trim()), server).map_err(|error| {
        let sentence = text::unknown_rules(lang, &error);
        match error {
            RuleSetError::UnknownPreset { .. } => format!("{sentence} {}", would_work(lang, &presets(lang))),
            _ => sentence,
        }
    })
}

/// What was typed with the name at its beginning as rules have it: `Rablóulti four_tens` is
/// `rablo four_tens`.
fn in_short(typed: &str) -> String {
    let names = |lang: Lang| RuleSet::preset_names().map(move |name| (text::preset(lang, name), name));
    let names = Lang::ALL.into_iter().flat_map(names);
    let servers = Lang::ALL.into_iter().map(|lang| (servers_rules(lang), ""));
    for (called, name) in names.chain(servers).chain([(SERVER.to_owned(), "")]) {
        let begins =
            typed.get(..called.len()).is_some_and(|begin| begin.to_lowercase() == called.to_lowercase());
        let rest = typed.get(called.len()..).unwrap_or_default();
        let ends = rest.chars().next().is_none_or(|sign| sign.is_whitespace() || sign == ',');
        if begins && ends {
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
    fn presets_are_understood_by_their_names_alone_and_with_house_rules() {
        for lang in Lang::ALL {
            for name in RuleSet::preset_names() {
                let preset = RuleSet::preset(name).unwrap();
                let called = text::preset(lang, name);
                for typed in [called.clone(), called.to_uppercase(), name.to_owned()] {
                    assert_eq!(rules(lang, &typed, &usual()), Ok(preset.clone()), "{typed}");
                }
                let house = rules(lang, &format!("{called} kontra_limit=3"), &usual()).unwrap();
                assert_eq!((house.preset.as_str(), house.kontra_limit), (name, 3));
            }
        }
    }

    #[test]
    fn the_servers_rules_are_the_beginning_where_none_is_named() {
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
    fn what_is_offered_can_be_played() {
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
    fn a_refusal_says_what_would_work() {
        let said = rules(Lang::En, "rablo four_ace=true", &usual()).unwrap_err();
        assert!(said.contains("`four_aces`"), "{said}");
        let said = rules(Lang::Hu, "rabl", &usual()).unwrap_err();
        assert!(said.contains("`rablo`") && said.contains("nemzetközi ulti"), "{said}");
    }
}
