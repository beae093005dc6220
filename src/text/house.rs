//! What house rules change, in words.

use serde_json::Value as Json;

use crate::rules::{Contract, RuleSet, RulesNote, Scored, Value};

use super::figures::{Figures, amount};
use super::{Lang, Text, contracts, words};

/// One sentence for each rule that is not the preset's; none where all of them are.
pub(super) fn differences(lang: Lang, rules: &RuleSet, figures: &Figures) -> Vec<String> {
    let text = Text::new(lang);
    let Ok(preset) = RuleSet::preset(&rules.preset) else { return vec![text.say("house-unknown")] };
    let different = match RulesNote::of(rules) {
        Ok(RulesNote::House(different)) => different,
        Ok(RulesNote::Preset(_)) => return Vec::new(),
        Err(_) => return vec![text.say("house-unknown")],
    };
    let of_rule = |(rule, new): (String, Json)| match rule.as_str() {
        "preset" => Vec::new(),
        "values" => values(lang, rules, &preset, &new),
        _ => vec![text.with(&format!("house-{rule}"), figures)],
    };
    different.into_iter().flat_map(of_rule).collect()
}

fn values(lang: Lang, rules: &RuleSet, preset: &RuleSet, different: &Json) -> Vec<String> {
    let names = different.as_object().into_iter().flat_map(serde_json::Map::keys);
    let sentence = |name: &String| {
        let worth = |of: &RuleSet| -> Option<Value> {
            serde_json::from_value(of.rule(&format!("values.{name}"))?).ok()
        };
        // Both in the form of these rules' bids, so that they can be compared.
        let (now, before) = (amount(rules, worth(rules)?), amount(rules, worth(preset)?));
        let about: [(&str, super::Arg<'_>); 3] =
            [("game", named(lang, name).into()), ("now", now.into()), ("before", before.into())];
        Some(Text::new(lang).with("house-value", &about))
    };
    names.filter_map(sentence).collect()
}

/// What a field of the values is called.
fn named(lang: Lang, name: &str) -> String {
    let silent = [Scored::SilentHundred, Scored::SilentUlti, Scored::SilentDurchmars, Scored::SilentFourAces];
    if let Some(scored) = silent.into_iter().find(|scored| scored.name() == name) {
        return words::scored(lang, scored);
    }
    let contract =
        name.strip_prefix("colourless-").map_or(name.to_owned(), |rest| format!("colourless {rest}"));
    match contract.parse::<Contract>() {
        Ok(contract) => contracts::contract(lang, &contract),
        Err(_) => Text::new(lang).say(&format!("house-value-{name}")),
    }
}
