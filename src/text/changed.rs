//! What house rules change, in words.

use serde_json::Value as Json;

use crate::rules::{Contract, RuleSet, RulesNote, Scored, Value};

use super::figures::{Figures, amount};
use super::{Look, Text, contracts, words};

/// One sentence for each rule that is not the preset's; none where all of them are.
pub(super) fn differences(look: Look, rules: &RuleSet, figures: &Figures) -> Vec<String> {
    let text = Text::new(look.lang);
    let Ok(preset) = RuleSet::preset(&rules.preset) else { return vec![text.say("changed-unknown")] };
    let different = match RulesNote::of(rules) {
        Ok(RulesNote::House(different)) => different,
        Ok(RulesNote::Preset(_)) => return Vec::new(),
        Err(_) => return vec![text.say("changed-unknown")],
    };
    let of_rule = |(rule, new): (String, Json)| match rule.as_str() {
        "preset" => Vec::new(),
        "values" => values(look, rules, &preset, &new),
        _ => vec![text.with(&format!("changed-{rule}"), figures)],
    };
    different.into_iter().flat_map(of_rule).collect()
}

fn values(look: Look, rules: &RuleSet, preset: &RuleSet, different: &Json) -> Vec<String> {
    let names = different.as_object().into_iter().flat_map(serde_json::Map::keys);
    let sentence = |name: &String| {
        let worth = |of: &RuleSet| -> Option<Value> {
            serde_json::from_value(of.rule(&format!("values.{name}"))?).ok()
        };
        // Both in the form of these rules' bids, so that they can be compared.
        let (now, before) = (amount(rules, worth(rules)?), amount(rules, worth(preset)?));
        let about: [(&str, super::Arg<'_>); 3] =
            [("game", named(look, name).into()), ("now", now.into()), ("before", before.into())];
        Some(Text::new(look.lang).with("changed-value", &about))
    };
    names.filter_map(sentence).collect()
}

/// What a field of the values is called.
fn named(look: Look, name: &str) -> String {
    let silent = [Scored::SilentHundred, Scored::SilentUlti, Scored::SilentDurchmars, Scored::SilentFourAces];
    if let Some(scored) = silent.into_iter().find(|scored| scored.name() == name) {
        return words::scored(look.lang, scored);
    }
    let contract =
        name.strip_prefix("colourless-").map_or(name.to_owned(), |rest| format!("colourless {rest}"));
    match contract.parse::<Contract>() {
        Ok(contract) => contracts::contract(look, &contract),
        Err(_) => Text::new(look.lang).say(&format!("changed-value-{name}")),
    }
}
