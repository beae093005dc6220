//! House rules in words: what is different from the preset, and what can't be.

use serde_json::Value;

use crate::rules::{Contract, Contradiction, Game, HouseRule, RuleSet, RuleSetError, Scored};

use super::{Lang, Text, contract, words};

/// A question that people argue about: `Four tens`.
pub fn question(lang: Lang, question: &HouseRule) -> String {
    Text::new(lang).say(&format!("house-{}", question.name()))
}

/// An answer to it: `Four tens can be bid`.
pub fn answer(lang: Lang, question: &HouseRule, answer: &str) -> String {
    let text = Text::new(lang);
    match answer.parse::<i64>() {
        Ok(number) => text.with(&format!("house-{}-n", question.name()), &[("n", number.into())]),
        Err(_) => text.say(&format!("house-{}-{answer}", question.name())),
    }
}

/// What of these rules is not their preset's, a phrase each; nothing where all of it is.
pub fn house_rules(lang: Lang, rules: &RuleSet) -> Vec<String> {
    let Ok(preset) = RuleSet::preset(&rules.preset) else { return Vec::new() };
    if preset == *rules {
        return Vec::new();
    }
    let mut phrases = Vec::new();
    // The preset with the answers that these rules give: what is different beyond it has no words.
    let mut said = preset.clone();
    for question in HouseRule::ALL {
        let Some(given) =
            question.answered(rules).filter(|given| question.answered(&preset).as_ref() != Some(given))
        else {
            continue;
        };
        if let Ok(more) = question.answer(&said, &given) {
            phrases.push(answer(lang, &question, &given));
            said = more;
        }
    }
    let mut worth = Vec::new();
    for (path, value) in rules.unlike(&said) {
        match path.strip_prefix("values.").and_then(|game| game.rsplit_once('.')) {
            Some((game, _)) if worth.iter().any(|known| known == game) => {}
            Some((game, _)) => {
                phrases.push(worth_of(lang, rules, game));
                worth.push(game.to_owned());
            }
            None => phrases.push(other(lang, &path, &value)),
        }
    }
    phrases
}

fn worth_of(lang: Lang, rules: &RuleSet, game: &str) -> String {
    let side = |side: &str| rules.rule(&format!("values.{game}.{side}")).and_then(|value| value.as_i64());
    let (plain, hearts) = (side("plain").unwrap_or_default(), side("hearts").unwrap_or_default());
    let name = game_name(lang, game);
    Text::new(lang)
        .with("house-worth", &[("game", name.into()), ("plain", plain.into()), ("hearts", hearts.into())])
}

/// What stands in the table of values, in words.
fn game_name(lang: Lang, name: &str) -> String {
    let silent = match name {
        "silent-100" => Some(Scored::SilentHundred),
        "silent-ulti" => Some(Scored::SilentUlti),
        "silent-durchmars" => Some(Scored::SilentDurchmars),
        "silent-four-aces" => Some(Scored::SilentFourAces),
        _ => None,
    };
    if name == "silent-20-100" {
        return Text::new(lang).say("house-silent-20-100");
    }
    if let Some(silent) = silent {
        return words::scored(lang, silent);
    }
    if let Some(game) = Game::ALL.into_iter().find(|game| game.name() == name) {
        return words::game(lang, game);
    }
    let bid = name.replace("colourless-", "colourless ").parse::<Contract>();
    bid.map_or_else(|_| name.to_owned(), |bid| contract(lang.into(), &bid))
}

fn other(lang: Lang, rule: &str, value: &Value) -> String {
    let text = Text::new(lang);
    let rule = ("rule", format!("`{rule}`").into());
    match value {
        Value::Array(_) => text.with("house-other-list", &[rule]),
        Value::String(way) => text.with("house-other", &[rule, ("value", format!("`{way}`").into())]),
        value => text.with("house-other", &[rule, ("value", format!("`{value}`").into())]),
    }
}

/// The sentence for house rules that can't be: what is wrong, and the nearest right thing.
pub fn unknown_rules(lang: Lang, error: &RuleSetError) -> String {
    let text = Text::new(lang);
    let presets = || list(RuleSet::preset_names());
    match error {
        RuleSetError::UnknownPreset { found, nearest } => {
            text.with("house-no-preset", &[("found", tame(found).into()), ("nearest", nearest.into())])
        }
        RuleSetError::UnknownRule { found, nearest } => {
            text.with("house-no-rule", &[("found", tame(found).into()), ("nearest", tame(nearest).into())])
        }
        RuleSetError::WrongValue { rule, choices, .. } if choices.is_empty() => {
            text.with("house-wrong-value", &[("rule", tame(rule).into())])
        }
        RuleSetError::WrongValue { rule, choices, .. } => {
            let choices = list(choices.iter().map(String::as_str));
            text.with(
                "house-wrong-value-choices",
                &[("rule", tame(rule).into()), ("choices", choices.into())],
            )
        }
        RuleSetError::OutOfRange { rule, found, from, to } => text.with(
            "house-out-of-range",
            &[
                ("rule", tame(rule).into()),
                ("found", found.to_string().into()),
                ("from", (*from).into()),
                ("to", (*to).into()),
            ],
        ),
        RuleSetError::NoPreset => text.with("house-names-no-preset", &[("choices", presets().into())]),
        RuleSetError::Inconsistent(why) => {
            text.with("house-contradiction", &[("why", text.say(contradiction(*why)).into())])
        }
        RuleSetError::Unreadable(_) => text.say("house-unreadable"),
    }
}

const fn contradiction(why: Contradiction) -> &'static str {
    match why {
        Contradiction::FactorsWithoutSuits => "house-contradiction-factors",
        Contradiction::NoSilentTable => "house-contradiction-no-table",
        Contradiction::RowWithoutBids => "house-contradiction-row",
        Contradiction::KontraName => "house-contradiction-name",
        Contradiction::TooManyKontraNames => "house-contradiction-names",
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The beginning of what somebody typed, without what Discord would take for formatting.
fn tame(typed: &str) -> String {
    let harmless = |sign: &char| sign.is_alphanumeric() || " +-_.=".contains(*sign);
    let tame: String = typed.chars().filter(harmless).take(40).collect();
    if tame.trim().is_empty() { "?".to_owned() } else { tame }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(typed: &str) -> RuleSet {
        RuleSet::read(typed, &RuleSet::preset("4m").unwrap()).unwrap()
    }

    #[test]
    fn every_question_and_answer_has_words_that_fit_a_menu() {
        for lang in Lang::ALL {
            for one in HouseRule::ALL {
                let said =
                    one.answers().iter().map(|given| answer(lang, &one, given)).chain([question(lang, &one)]);
                for said in said {
                    assert!(!said.contains('⟨') && said.chars().count() <= 60, "{said}");
                }
            }
        }
    }

    #[test]
    fn a_preset_has_nothing_different_and_each_answer_is_one_phrase() {
        for name in RuleSet::preset_names() {
            let preset = RuleSet::preset(name).unwrap();
            assert_eq!(house_rules(Lang::En, &preset), [""; 0]);
            for one in HouseRule::ALL {
                for given in one.possible(&preset) {
                    let rules = one.answer(&preset, given).unwrap();
                    let wanted = (rules != preset).then(|| answer(Lang::En, &one, given));
                    assert_eq!(house_rules(Lang::En, &rules), Vec::from_iter(wanted), "{name}");
                }
            }
        }
    }

    #[test]
    fn what_is_different_in_words() {
        let rules = house(
            "rablo four_tens durchmars=7 values.betli.plain=6 values.betli.hearts=12 values.open-betli.plain=25 \
             values.silent-20-100.plain=3 tie_break=fewer_games",
        );
        insta::assert_snapshot!(house_rules(Lang::En, &rules).join("\n"));
        insta::assert_snapshot!(house_rules(Lang::Hu, &rules).join("\n"));
    }

    #[test]
    fn a_refusal_says_what_would_be_right() {
        let mut said = Vec::new();
        for typed in [
            "rabl",
            "4m four_ace",
            "4m silent_ulti=sdes",
            "4m marriages_at_most=lots",
            "4m kontra_limit=9",
            "4m silent_hundred=table",
            "4m suit_factors.hearts=2",
            "{ preset = ",
            "`**@everyone**`",
        ] {
            let error = RuleSet::read(typed, &house("")).unwrap_err();
            for lang in Lang::ALL {
                said.push(unknown_rules(lang, &error));
            }
        }
        insta::assert_snapshot!(said.join("\n"));
    }
}
