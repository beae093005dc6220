//! Descriptions of the differences between house rules and their preset.

use ulti_rules::{Contract, HouseRule, RuleSet, ScoredGame, Value};

use super::house_rules::answer;
use super::values::{amount, of_rules};
use crate::text::{Appearance, args, contracts, names};

/// Describes each difference between a rule set and its preset in one phrase.
///
/// The list is empty if the rule set is identical to its preset.
pub fn house_rules(appearance: Appearance, rules: &RuleSet) -> Vec<String> {
    let Ok(preset) = RuleSet::preset(&rules.preset) else {
        return vec![appearance.formatter().text("changed-unknown")];
    };
    if preset == *rules {
        return Vec::new();
    }
    let mut phrases = Vec::new();
    // The preset plus the answers described so far. The remaining differences are described rule by rule.
    let mut described = preset.clone();
    // Answers that the preset rejects without other changed rules, such as a silent hundred by table without
    // the table.
    let mut dependent = Vec::new();
    for question in HouseRule::ALL {
        let given =
            question.answered(rules).filter(|given| question.answered(&preset).as_ref() != Some(given));
        let Some(given) = given else { continue };
        match question.answer(&described, &given) {
            Ok(more) => described = more,
            Err(_) => dependent.push(question.name()),
        }
        phrases.push(answer(appearance.lang, &question, &given));
    }
    let mut paths: Vec<String> =
        rules.unlike(&described).iter().map(|(path, _)| named_part(path).to_owned()).collect();
    paths.dedup();
    paths.retain(|path| !dependent.contains(&&**path));
    let figures = of_rules(appearance, rules);
    let phrase = |path: &String| match path.strip_prefix("values.") {
        Some(game) => worth(appearance, rules, &preset, game),
        None => Some(appearance.formatter().with(&format!("changed-{path}"), &figures)),
    };
    phrases.extend(paths.iter().filter_map(phrase));
    phrases
}

/// Returns the key of the phrase that describes a change to the rule at `path`.
///
/// For a game's value, such as `values.betli.plain`, the key is `values.` followed by the name of the game.
/// For any other rule, it is the first component of the path.
fn named_part(path: &str) -> &str {
    let (rule, rest) = path.split_once('.').unwrap_or((path, ""));
    match rest.split_once('.') {
        Some((game, _)) if rule == "values" => &path[..rule.len() + 1 + game.len()],
        _ => rule,
    }
}

fn worth(appearance: Appearance, rules: &RuleSet, preset: &RuleSet, game: &str) -> Option<String> {
    let worth =
        |of: &RuleSet| -> Option<Value> { serde_json::from_value(of.rule(&format!("values.{game}"))?).ok() };
    // Both values are formatted for the bid suits of the changed rules, so that they can be compared.
    let (now, before) = (amount(rules, worth(rules)?), amount(rules, worth(preset)?));
    Some(appearance.formatter().with("changed-value", args![game = named(appearance, game), now, before]))
}

/// Returns the display name of a game, given its field name in the `values` section of the rule set.
fn named(appearance: Appearance, name: &str) -> String {
    let silent = [
        ScoredGame::SilentHundred,
        ScoredGame::SilentUlti,
        ScoredGame::SilentDurchmars,
        ScoredGame::SilentFourAces,
    ];
    if let Some(scored) = silent.into_iter().find(|scored| scored.name() == name) {
        return names::scored(appearance.lang, scored);
    }
    let contract =
        name.strip_prefix("colourless-").map_or(name.to_owned(), |rest| format!("colourless {rest}"));
    match contract.parse::<Contract>() {
        Ok(contract) => contracts::contract(appearance, &contract),
        Err(_) => appearance.formatter().text(&format!("changed-value-{name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn house_rules_summary_lists_each_changed_rule_once() {
        for name in RuleSet::preset_names() {
            let preset = RuleSet::preset(name).unwrap();
            assert_eq!(house_rules(Lang::En.into(), &preset), [""; 0]);
            for one in HouseRule::ALL {
                for given in one.possible(&preset) {
                    let rules = one.answer(&preset, given).unwrap();
                    let wanted = (rules != preset).then(|| answer(Lang::En, &one, given));
                    assert_eq!(house_rules(Lang::En.into(), &rules), Vec::from_iter(wanted), "{name}");
                }
            }
        }
    }

    #[test]
    fn house_rules_list_shows_custom_payment_table() {
        let rows = &RuleSet::preset("rablo").unwrap().silent_table;
        let own = serde_json::json!({"preset": "pagat", "silent_hundred": "table", "silent_table": rows});
        let rules = RuleSet::house(own.as_object().unwrap()).unwrap();
        let (hundred, table) = (HouseRule::named("silent_hundred").unwrap(), "changed-silent_table");
        assert!(hundred.answer(&RuleSet::preset("pagat").unwrap(), "table").is_err());
        for lang in Lang::ALL {
            let figures = of_rules(lang.into(), &rules);
            let wanted = [answer(lang, hundred, "table"), crate::text::Text::new(lang).with(table, &figures)];
            assert_eq!(house_rules(lang.into(), &rules), wanted);
        }
    }

    #[test]
    fn house_rules_text_lists_differences_from_preset() {
        let rules = RuleSet::read(
            "rablo four_tens durchmars=7 values.betli.plain=6 values.betli.hearts=12 values.open-betli.plain=25 \
             values.silent-20-100.plain=3 tie_break=fewer_games",
            &RuleSet::preset("4m").unwrap(),
        )
        .unwrap();
        insta::assert_snapshot!(house_rules(Lang::En.into(), &rules).join("\n"));
        insta::assert_snapshot!(house_rules(Lang::Hu.into(), &rules).join("\n"));
    }
}
