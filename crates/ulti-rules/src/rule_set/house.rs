//! Common house rules, each with a list of settings to choose from.

use serde_json::{Map, Value, json};

use super::choices;
use super::document::{fields, read_toml};
use super::spec::{REVISION, base};
use super::{RuleSet, RuleSetError};
use crate::nearest::nearest;

/// A fixed list of names, such as the names of games or settings.
type Names = &'static [&'static str];

/// Games whose values are scaled together with the value of *durchmars* (winning every trick).
const DURCHMARS: &[&str] =
    &["durchmars", "open-durchmars", "re-durchmars", "colourless-durchmars", "colourless-open-durchmars"];

/// A common variation of the rules, with the settings that users can choose for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseRule {
    name: &'static str,
    answers: Names,
    effect: Effect,
}

/// The part of a rule set that a house rule changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Changes the rule-set field that has the same name as the house rule.
    Rule,
    /// Changes the point values of the listed games.
    ///
    /// The chosen setting becomes the value of the first game in contracts that are not in hearts. All other
    /// values of the listed games are scaled by the same factor.
    Worth(Names),
}

const YES_NO: &[&str] = &["true", "false"];

impl HouseRule {
    /// All house rules, starting with those that change the values of games.
    pub const ALL: [Self; 22] = [
        Self::worth("durchmars", &["6", "7"], DURCHMARS),
        Self::worth("20-100", &["6", "8"], &["20-100"]),
        Self::rule("score_limit", &["0", "20", "50", "100", "200", "500"]),
        Self::rule("time_limit", &["0", "30", "60", "90", "120", "180"]),
        Self::rule("re_betli", YES_NO),
        Self::rule("four_aces", YES_NO),
        Self::rule("four_tens", YES_NO),
        Self::rule("silent_hundred", choices::SilentHundred::NAMES),
        Self::rule("silent_ulti", choices::SilentUlti::NAMES),
        Self::rule("silent_durchmars", choices::SilentDurchmars::NAMES),
        Self::rule("silent_four_aces", YES_NO),
        Self::rule("individual_kontra", choices::IndividualKontra::NAMES),
        Self::rule("kontra_limit", &["0", "1", "2", "3", "4", "5", "6", "7", "15"]),
        Self::rule("must_beat", YES_NO),
        Self::rule("open_hands", choices::OpenHands::NAMES),
        Self::rule("fold", choices::Fold::NAMES),
        Self::rule("concede", YES_NO),
        Self::rule("last_trick_hidden", YES_NO),
        Self::rule("window", YES_NO),
        Self::rule("four_players", YES_NO),
        Self::rule("marriage_needs_trick", YES_NO),
        Self::rule("hundred_announced", YES_NO),
    ];

    /// House rules that set the value of a game. They can be written, but no menu offers them.
    const GAME_VALUES: [Self; 6] = [
        Self::worth("parti", &[], &["parti"]),
        Self::worth("40-100", &[], &["40-100"]),
        Self::worth("ulti", &[], &["ulti"]),
        Self::worth("four-aces", &[], &["four-aces"]),
        Self::worth("four-tens", &[], &["four-tens"]),
        Self::worth("betli", &[], &["betli", "open-betli"]),
    ];

    const fn rule(name: &'static str, answers: Names) -> Self {
        Self { name, answers, effect: Effect::Rule }
    }

    const fn worth(name: &'static str, answers: Names, games: Names) -> Self {
        Self { name, answers, effect: Effect::Worth(games) }
    }

    /// Returns the house rule with the given name, or `None` if the name is unknown or if menus do not offer
    /// the rule.
    pub fn named(name: &str) -> Option<&'static Self> {
        const ALL: &[HouseRule] = &HouseRule::ALL;
        ALL.iter().find(|question| question.name == name)
    }

    /// Like [`HouseRule::named`], but also returns the house rules that menus do not offer.
    pub(super) fn written(name: &str) -> Option<&'static Self> {
        const GAME_VALUES: &[HouseRule] = &HouseRule::GAME_VALUES;
        Self::named(name).or_else(|| GAME_VALUES.iter().find(|rule| rule.name == name))
    }

    /// Returns `true` if the house rule sets the value of a game.
    pub(super) const fn is_game_value(&self) -> bool {
        matches!(self.effect, Effect::Worth(_))
    }

    /// Returns the name of the house rule.
    ///
    /// A house rule is named after the rule or game that it changes.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the settings that users are offered for the house rule, such as `"true"` and `"false"`.
    pub const fn answers(&self) -> Names {
        self.answers
    }

    /// Returns the current setting of the house rule in `rules`.
    ///
    /// Returns `None` if the game values in `rules` do not match any setting.
    pub fn answered(&self, rules: &RuleSet) -> Option<String> {
        match self.effect {
            Effect::Rule => rules.rule(self.name).map(|value| text_of(&value)),
            Effect::Worth(games) => {
                let answer = rules.rule(&format!("values.{}.plain", games.first()?))?.to_string();
                (self.answer(rules, &answer).as_ref() == Ok(rules)).then_some(answer)
            }
        }
    }

    /// Returns a copy of `rules` in which the house rule is set to `answer`.
    ///
    /// # Errors
    /// Returns an error if `answer` is invalid or contradicts the other rules.
    pub fn answer(&self, rules: &RuleSet, answer: &str) -> Result<RuleSet, RuleSetError> {
        match self.effect {
            Effect::Rule => rules.with_rule(self.name, value_of(answer)),
            Effect::Worth(games) => {
                rules.with(&self.values(&RuleSet::preset(&rules.preset)?, games, answer)?)
            }
        }
    }

    /// Returns the settings that users can choose for this house rule without contradicting the other rules.
    pub fn possible(&self, rules: &RuleSet) -> Vec<&'static str> {
        self.answers.iter().copied().filter(|answer| self.answer(rules, answer).is_ok()).collect()
    }

    /// Returns the values of `games`, scaled from the values in `preset`.
    ///
    /// All values are scaled by the same factor, so that the first game's value becomes `answer` in contracts
    /// that are not in hearts.
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
            reason: format!("'{answer}' is not a possible value of a game"),
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

impl RuleSet {
    /// Parses a rule set from a TOML document.
    ///
    /// The document must name a preset. Fields that are missing from the document are taken from the preset.
    ///
    /// # Errors
    /// Returns an error that names the invalid line or rule.
    pub fn from_toml(text: &str) -> Result<Self, RuleSetError> {
        Self::house(&read_toml(text)?)
    }

    /// Creates a rule set from a preset and a set of changed fields.
    ///
    /// `changed` contains the name of the preset and the changed fields. It can also contain the names of
    /// [`HouseRule`]s and of games, whose values are then set.
    ///
    /// # Errors
    /// Returns an error that names the invalid rule and suggests a correction.
    pub fn house(changed: &Map<String, Value>) -> Result<Self, RuleSetError> {
        rules(changed, None)
    }
}

/// Parses user input as a boolean or a number. Any other input is kept as a string.
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

/// Creates the error for a name that is neither a field in a rule set nor a house rule.
pub(super) fn unknown_rule(found: &str, fields: &Map<String, Value>) -> RuleSetError {
    let rules = HouseRule::ALL.iter().chain(&HouseRule::GAME_VALUES);
    let names = fields.keys().map(String::as_str).chain(rules.map(|rule| rule.name));
    RuleSetError::UnknownRule { found: found.to_owned(), nearest: nearest(found, names).to_owned() }
}

/// Creates a rule set by applying changes to a base rule set.
///
/// `changed` maps the names of fields or house rules to their new values. Its entry `preset` contains the
/// name of the preset to use as the base, and `revision` its revision. If there is no preset, the base is
/// `usual`.
///
/// Returns an error if there is no base or if a change is invalid.
pub(super) fn rules(changed: &Map<String, Value>, usual: Option<&RuleSet>) -> Result<RuleSet, RuleSetError> {
    let mut rules = base(changed, usual, RuleSet::REVISION)?;
    let known = fields(&rules)?;
    let mut plain = Map::new();
    for (name, value) in changed {
        match HouseRule::written(name) {
            _ if name == REVISION => {}
            _ if known.contains_key(name) => drop(plain.insert(name.clone(), value.clone())),
            Some(question) => rules = question.answer(&rules, &text_of(value))?,
            None => return Err(unknown_rule(name, &known)),
        }
    }
    rules.with(&plain)
}

#[cfg(test)]
mod tests {
    use super::super::document::names_of;
    use super::*;

    fn presets() -> Vec<RuleSet> {
        RuleSet::preset_names().map(|name| RuleSet::preset(name).unwrap()).collect()
    }

    #[test]
    fn changed_house_rule_can_be_changed_back() {
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
    fn changing_durchmars_value_affects_all_durchmars_contracts() {
        let worth = |preset: &str, answer: &str| {
            let rules = HouseRule::ALL[0].answer(&RuleSet::preset(preset).unwrap(), answer).unwrap();
            let of = |value: crate::rule_set::Value| (value.plain, value.hearts);
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
    fn value_of_every_game_can_be_written() {
        for preset in presets() {
            for game in crate::Game::ALL {
                let changed = Map::from_iter([
                    ("preset".to_owned(), json!(preset.preset)),
                    (game.name().to_owned(), json!(16)),
                ]);
                let house = RuleSet::house(&changed).unwrap();
                let value = |rules: &RuleSet, side| rules.rule(&format!("values.{game}.{side}")).unwrap();
                assert_eq!(value(&house, "plain"), 16, "{} {game}", preset.preset);
                let ratio = |rules| {
                    value(rules, "hearts").as_i64().unwrap() * 100 / value(rules, "plain").as_i64().unwrap()
                };
                assert_eq!(ratio(&house), ratio(&preset), "{} {game}", preset.preset);
            }
        }
        let betli = Map::from_iter([("preset".to_owned(), json!("4m")), ("betli".to_owned(), json!(6))]);
        let betli = RuleSet::house(&betli).unwrap().values.open_betli;
        assert_eq!((betli.plain, betli.hearts), (24, 24));
    }

    #[test]
    fn changing_one_house_rule_does_not_change_others() {
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
    fn custom_house_rule_value_matches_no_menu_option() {
        let rules =
            RuleSet::preset("4m").unwrap().with_rule("values.open-durchmars.plain", json!(20)).unwrap();
        assert_eq!(HouseRule::ALL[0].answered(&rules), None);
        assert!(matches!(HouseRule::ALL[0].answer(&rules, "much"), Err(RuleSetError::WrongValue { .. })));
        let huge = HouseRule::ALL[0].answer(&rules, "2000000000");
        assert!(matches!(huge, Err(RuleSetError::OutOfRange { found: 2_000_000_000, .. })), "{huge:?}");
    }

    #[test]
    fn every_rule_lists_its_possible_values() {
        for (rule, value) in fields(&RuleSet::preset("rablo").unwrap()).unwrap() {
            let listed = names_of(&rule);
            let wanted = (value.is_string() || value.is_boolean()) && rule != "preset";
            assert_eq!(wanted, listed.contains(&&*text_of(&value)), "{rule}");
        }
    }
}
