//! What house rules change, in words.

use crate::rules::{Contract, HouseRule, RuleSet, Scored, Value};

use super::figures::{amount, of_rules};
use super::house::answer;
use super::{Look, contracts, words};

/// What of these rules is not their preset's, a phrase each; nothing where all of it is.
pub fn house_rules(look: Look, rules: &RuleSet) -> Vec<String> {
    let Ok(preset) = RuleSet::preset(&rules.preset) else {
        return vec![look.text().say("changed-unknown")];
    };
    if preset == *rules {
        return Vec::new();
    }
    let mut phrases = Vec::new();
    // The preset with the answers that these rules give: the rest is said rule by rule.
    let mut said = preset.clone();
    // Answers that go with rules which only the rest says, as a silent hundred by rows with the rows.
    let mut ahead = Vec::new();
    for question in HouseRule::ALL {
        let given =
            question.answered(rules).filter(|given| question.answered(&preset).as_ref() != Some(given));
        let Some(given) = given else { continue };
        match question.answer(&said, &given) {
            Ok(more) => said = more,
            Err(_) => ahead.push(question.name()),
        }
        phrases.push(answer(look.lang, &question, &given));
    }
    let mut paths: Vec<String> =
        rules.unlike(&said).iter().map(|(path, _)| named_part(path).to_owned()).collect();
    paths.dedup();
    paths.retain(|path| !ahead.contains(&&**path));
    let figures = of_rules(look, rules);
    let phrase = |path: &String| match path.strip_prefix("values.") {
        Some(game) => worth(look, rules, &preset, game),
        None => Some(look.text().with(&format!("changed-{path}"), &figures)),
    };
    phrases.extend(paths.iter().filter_map(phrase));
    phrases
}

/// The part of a path that has a phrase: the rule, or the game of the values.
fn named_part(path: &str) -> &str {
    let (rule, rest) = path.split_once('.').unwrap_or((path, ""));
    match rest.split_once('.') {
        Some((game, _)) if rule == "values" => &path[..rule.len() + 1 + game.len()],
        _ => rule,
    }
}

fn worth(look: Look, rules: &RuleSet, preset: &RuleSet, game: &str) -> Option<String> {
    let worth =
        |of: &RuleSet| -> Option<Value> { serde_json::from_value(of.rule(&format!("values.{game}"))?).ok() };
    // Both in the form of these rules' bids, so that they can be compared.
    let (now, before) = (amount(rules, worth(rules)?), amount(rules, worth(preset)?));
    let about = [("game", named(look, game).into()), ("now", now.into()), ("before", before.into())];
    Some(look.text().with("changed-value", &about))
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
        Err(_) => look.text().say(&format!("changed-value-{name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn a_preset_has_nothing_different_and_each_answer_is_one_phrase() {
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
    fn an_answer_is_said_though_the_preset_alone_would_refuse_it() {
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
    fn what_is_different_in_words() {
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
