//! What people argue about before they play: questions with their answers, as data.

use serde_json::{Map, Value, json};

use super::note::{fields, no_preset};
use super::ways::{self, nearest};
use super::{RuleSet, RuleSetError};

/// The games whose values follow that of the durchmars.
const DURCHMARS: &[&str] =
    &["durchmars", "open-durchmars", "re-durchmars", "colourless-durchmars", "colourless-open-durchmars"];

/// A question that a table settles, with the answers it is mostly given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseRule {
    name: &'static str,
    answers: &'static [&'static str],
    about: About,
}

/// What an answer changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    /// The rule of the question's name.
    Rule,
    /// What the first of these games is worth; the others, and hearts, in the preset's proportion.
    Worth(&'static [&'static str]),
}

const YES_NO: &[&str] = &["true", "false"];

impl HouseRule {
    /// Every question, the values first.
    pub const ALL: [Self; 15] = [
        Self::worth("durchmars", &["6", "7"], DURCHMARS),
        Self::worth("20-100", &["6", "8"], &["20-100"]),
        Self::rule("four_aces", YES_NO),
        Self::rule("four_tens", YES_NO),
        Self::rule("silent_hundred", ways::SilentHundred::NAMES),
        Self::rule("silent_ulti", ways::SilentUlti::NAMES),
        Self::rule("silent_durchmars", ways::SilentDurchmars::NAMES),
        Self::rule("silent_four_aces", YES_NO),
        Self::rule("individual_kontra", ways::IndividualKontra::NAMES),
        Self::rule("kontra_limit", &["0", "1", "2", "3", "4", "5", "6", "7"]),
        Self::rule("must_beat", YES_NO),
        Self::rule("open_hands", ways::OpenHands::NAMES),
        Self::rule("fold", ways::Fold::NAMES),
        Self::rule("window", YES_NO),
        Self::rule("four_players", YES_NO),
    ];

    const fn rule(name: &'static str, answers: &'static [&'static str]) -> Self {
        Self { name, answers, about: About::Rule }
    }

    const fn worth(
        name: &'static str,
        answers: &'static [&'static str],
        games: &'static [&'static str],
    ) -> Self {
        Self { name, answers, about: About::Worth(games) }
    }

    /// The question of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        const ALL: &[HouseRule] = &HouseRule::ALL;
        ALL.iter().find(|question| question.name == name)
    }

    /// Its name: that of a rule, or of a game whose value it is about.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The usual answers.
    pub const fn answers(&self) -> &'static [&'static str] {
        self.answers
    }

    /// What the rules answer; `None` where they say something that is no answer, such as values out
    /// of proportion.
    pub fn answered(&self, rules: &RuleSet) -> Option<String> {
        match self.about {
            About::Rule => rules.rule(self.name).map(|value| text_of(&value)),
            About::Worth(games) => {
                let answer = rules.rule(&format!("values.{}.plain", games.first()?))?.to_string();
                (self.answer(rules, &answer).as_ref() == Ok(rules)).then_some(answer)
            }
        }
    }

    /// The rules with this answer.
    ///
    /// # Errors
    /// For something that is no answer, or that contradicts the other rules.
    pub fn answer(&self, rules: &RuleSet, answer: &str) -> Result<RuleSet, RuleSetError> {
        match self.about {
            About::Rule => rules.with_rule(self.name, value_of(answer)),
            About::Worth(games) => {
                rules.with(&self.values(&RuleSet::preset(&rules.preset)?, games, answer)?)
            }
        }
    }

    /// The usual answers that do not contradict these rules.
    pub fn possible(&self, rules: &RuleSet) -> Vec<&'static str> {
        self.answers.iter().copied().filter(|answer| self.answer(rules, answer).is_ok()).collect()
    }

    /// The games' values where the first is worth so much.
    fn values(
        &self,
        preset: &RuleSet,
        games: &[&str],
        answer: &str,
    ) -> Result<Map<String, Value>, RuleSetError> {
        let worth = |game: &str, side: &str| {
            preset.rule(&format!("values.{game}.{side}")).and_then(|value| value.as_i64()).unwrap_or_default()
        };
        let usual = games.first().map_or(0, |game| worth(game, "plain")).max(1);
        let wrong = || RuleSetError::WrongValue {
            rule: self.name.to_owned(),
            reason: format!("'{answer}' is not what a game can be worth"),
            choices: self.answers.iter().map(|answer| (*answer).to_owned()).collect(),
        };
        let wanted = i64::from(answer.parse::<i32>().map_err(|_| wrong())?);
        let (from, to) = (i64::from(*RuleSet::WORTH.start()), i64::from(*RuleSet::WORTH.end()));
        if !(from..=to).contains(&wanted) {
            return Err(RuleSetError::OutOfRange { rule: self.name.to_owned(), found: wanted, from, to });
        }
        let scaled = |old: i64| (old * wanted % usual == 0).then_some(old * wanted / usual).ok_or_else(wrong);
        let mut values = Map::new();
        for game in games {
            let (plain, hearts) = (scaled(worth(game, "plain"))?, scaled(worth(game, "hearts"))?);
            values.insert((*game).to_owned(), json!({"plain": plain, "hearts": hearts}));
        }
        Ok(Map::from_iter([("values".to_owned(), Value::Object(values))]))
    }
}

/// A value as people type it.
pub(super) fn value_of(text: &str) -> Value {
    match text {
        "true" | "yes" => Value::Bool(true),
        "false" | "no" => Value::Bool(false),
        other => other.parse::<i64>().map_or_else(|_| Value::String(other.to_owned()), Value::from),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The rules of a table as people write it: a preset, or `usual` where none is named, and what is
/// different; answers to questions stand among the fields.
pub(super) fn rules(
    different: &Map<String, Value>,
    usual: Option<&RuleSet>,
) -> Result<RuleSet, RuleSetError> {
    let base = match (different.get("preset"), usual) {
        (Some(Value::String(name)), _) => RuleSet::preset(name)?,
        (Some(other), _) => return Err(no_preset(other)),
        (None, Some(usual)) => usual.clone(),
        (None, None) => return Err(RuleSetError::NoPreset),
    };
    let known = fields(&base)?;
    let mut rules = base;
    let mut plain = Map::new();
    for (name, value) in different {
        match HouseRule::named(name) {
            _ if known.contains_key(name) => drop(plain.insert(name.clone(), value.clone())),
            Some(question) => rules = question.answer(&rules, &text_of(value))?,
            None => {
                let names = known.keys().map(String::as_str).chain(HouseRule::ALL.map(|one| one.name));
                let nearest = nearest(name, names).to_owned();
                return Err(RuleSetError::UnknownRule { found: name.clone(), nearest });
            }
        }
    }
    rules.with(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn presets() -> Vec<RuleSet> {
        RuleSet::preset_names().map(|name| RuleSet::preset(name).unwrap()).collect()
    }

    #[test]
    fn every_possible_answer_is_recognised_again_on_every_preset() {
        for preset in presets() {
            for question in HouseRule::ALL {
                let name = question.name();
                let was = question.answered(&preset).unwrap();
                assert!(question.answers().contains(&&*was), "{}: {name} {was}", preset.preset);
                assert_eq!(question.answer(&preset, &was).unwrap(), preset, "{name} {was}");
                let possible = question.possible(&preset);
                let impossible = question.answers().iter().filter(|answer| !possible.contains(answer));
                let impossible: Vec<_> = impossible.map(|answer| (name, *answer)).collect();
                assert!(impossible.iter().all(|one| *one == ("silent_hundred", "table")), "{impossible:?}");
                for answer in possible {
                    let house = question.answer(&preset, answer).unwrap();
                    assert_eq!(question.answered(&house).as_deref(), Some(answer), "{name}");
                    assert_eq!(question.answer(&house, &was).unwrap(), preset, "{name} {answer} and back");
                }
            }
        }
    }

    #[test]
    fn the_values_of_a_durchmars_keep_their_proportion() {
        let worth = |preset: &str, answer: &str| {
            let rules = HouseRule::ALL[0].answer(&RuleSet::preset(preset).unwrap(), answer).unwrap();
            let of = |value: super::super::Value| (value.plain, value.hearts);
            let values = &rules.values;
            [
                of(values.durchmars),
                of(values.open_durchmars),
                of(values.re_durchmars),
                of(values.colourless_durchmars),
                of(values.colourless_open_durchmars),
            ]
        };
        assert_eq!(worth("rablo", "7"), [(7, 14), (14, 28), (14, 14), (7, 7), (28, 28)]);
        assert_eq!(worth("pagat", "7"), [(7, 14), (28, 28), (28, 28), (7, 14), (28, 28)]);
        assert_eq!(worth("4m", "6"), [(6, 12), (24, 24), (24, 24), (6, 12), (24, 24)]);
    }

    #[test]
    fn no_answer_changes_another() {
        let preset = RuleSet::preset("rablo").unwrap();
        let all = HouseRule::ALL.map(|question| question.answered(&preset));
        for (place, question) in HouseRule::ALL.iter().enumerate() {
            for answer in question.possible(&preset) {
                let house = question.answer(&preset, answer).unwrap();
                let mut wanted = all.clone();
                wanted[place] = Some(answer.to_owned());
                let now = HouseRule::ALL.map(|question| question.answered(&house));
                assert_eq!(now, wanted, "{} {answer}", question.name);
            }
        }
    }

    #[test]
    fn values_out_of_proportion_are_no_answer() {
        let rules =
            RuleSet::preset("4m").unwrap().with_rule("values.open-durchmars.plain", json!(20)).unwrap();
        assert_eq!(HouseRule::ALL[0].answered(&rules), None);
        assert!(matches!(HouseRule::ALL[0].answer(&rules, "much"), Err(RuleSetError::WrongValue { .. })));
        let huge = HouseRule::ALL[0].answer(&rules, "2000000000");
        assert!(matches!(huge, Err(RuleSetError::OutOfRange { found: 2_000_000_000, .. })), "{huge:?}");
    }

    #[test]
    fn whatever_is_a_word_or_a_yes_can_be_listed() {
        for (rule, value) in fields(&RuleSet::preset("rablo").unwrap()).unwrap() {
            let listed = ways::names_of(&rule);
            let wanted = (value.is_string() || value.is_boolean()) && rule != "preset";
            assert_eq!(wanted, listed.contains(&&*text_of(&value)), "{rule}");
        }
    }
}
