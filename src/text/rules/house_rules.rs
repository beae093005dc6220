//! Labels of house rules and their settings, and messages for invalid rules.

use ulti_rules::{Contradiction, HouseRule, RuleSet, RuleSetError};

use crate::text::normalize::{is_guess, sanitize};
use crate::text::{Lang, Text, args};

/// Characters other than letters and digits that are allowed when user input is quoted.
const ALLOWED: &str = " +-_.=";

/// Returns the label of a house rule, such as `Four tens`.
pub fn question(lang: Lang, question: &HouseRule) -> String {
    Text::new(lang).text(&format!("house-{}", question.name()))
}

/// Returns the label for one setting of a house rule, such as `Four tens can be bid`.
pub fn answer(lang: Lang, question: &HouseRule, answer: &str) -> String {
    let text = Text::new(lang);
    match answer.parse::<i64>() {
        Ok(number) => text.with(&format!("house-{}-n", question.name()), args![n = number]),
        Err(_) => text.text(&format!("house-{}-{answer}", question.name())),
    }
}

/// Returns the error message for invalid house rules.
///
/// If the error is a misspelled preset or rule, the message suggests the most similar name.
pub fn unknown_rules(lang: Lang, error: &RuleSetError) -> String {
    let text = Text::new(lang);
    let presets = || list(RuleSet::preset_names());
    match error {
        RuleSetError::UnknownPreset { found, nearest } if is_guess(found, nearest) => {
            text.with("house-no-preset", args![found = sanitize(found, ALLOWED), nearest])
        }
        RuleSetError::UnknownPreset { found, .. } => {
            text.with("house-unknown-preset", args![found = sanitize(found, ALLOWED)])
        }
        RuleSetError::UnknownRule { found, nearest } => text.with(
            "house-no-rule",
            args![found = sanitize(found, ALLOWED), nearest = sanitize(nearest, ALLOWED)],
        ),
        RuleSetError::WrongValue { rule, choices, .. } if choices.is_empty() => {
            text.with("house-wrong-value", args![rule = sanitize(rule, ALLOWED)])
        }
        RuleSetError::WrongValue { rule, choices, .. } => {
            let choices = list(choices.iter().map(String::as_str));
            text.with("house-wrong-value-choices", args![rule = sanitize(rule, ALLOWED), choices])
        }
        RuleSetError::OutOfRange { rule, found, from, to } => text.with(
            "house-out-of-range",
            args![rule = sanitize(rule, ALLOWED), found = found.to_string(), from = *from, to = *to],
        ),
        RuleSetError::NoPreset => text.with("house-names-no-preset", args![choices = presets()]),
        RuleSetError::Inconsistent(why) => {
            text.with("house-contradiction", args![why = text.text(contradiction(*why))])
        }
        RuleSetError::Unreadable(_) => text.text("house-unreadable"),
    }
}

const fn contradiction(why: Contradiction) -> &'static str {
    match why {
        Contradiction::FactorsWithoutSuits => "house-contradiction-factors",
        Contradiction::NoSilentTable => "house-contradiction-no-table",
        Contradiction::RowWithoutBids => "house-contradiction-row",
        Contradiction::CapBetweenMarriages => "house-contradiction-cap",
        Contradiction::KontraName => "house-contradiction-name",
        Contradiction::TooManyKontraNames => "house-contradiction-names",
        Contradiction::KontraTooHigh => "house-contradiction-kontra",
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(typed: &str) -> RuleSet {
        RuleSet::read(typed, &RuleSet::preset("4m").unwrap()).unwrap()
    }

    #[test]
    fn house_rule_labels_fit_in_menu() {
        for lang in Lang::ALL {
            for one in HouseRule::ALL {
                let labels =
                    one.answers().iter().map(|given| answer(lang, &one, given)).chain([question(lang, &one)]);
                for label in labels {
                    assert!(!label.contains('⟨') && label.chars().count() <= 60, "{label}");
                }
            }
        }
    }

    #[test]
    fn messages_about_invalid_house_rules_match_snapshot() {
        let mut said = Vec::new();
        for typed in [
            "rabl",
            "4m four_ace",
            "4m silent_ulti=sdes",
            "4m marriages_at_most=lots",
            "4m kontra_limit=16",
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
