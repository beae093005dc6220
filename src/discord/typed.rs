//! What people type into the options of commands, read generously; and what they hear when it can't
//! be read.

mod house;

use super::act::Person;
use super::autocomplete::Choice;
use super::respond::Say;
use super::show;
use crate::ai::Level;
use crate::rules::{Card, Contract, Game, Games, RuleSet, Trump, View};
use crate::text::{self, CardNotUnderstood, Lang, Look, Text};
pub(super) use house::{is_servers_rules, offered_rules, rules};

/// How much of what was typed is said back.
const LONGEST_QUOTE: usize = 40;
/// How many choices a sentence lists.
const MOST_CHOICES: usize = 12;

/// What is to be doubled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubling {
    /// Everything that can be.
    All,
    /// These.
    Games(Games),
    /// Nothing: the offer is declined.
    None,
}

impl Doubling {
    /// The value of the choice for everything.
    pub(super) const ALL: &'static str = "all";
    /// The value of the choice that declines.
    pub(super) const NONE: &'static str = "none";
}

/// What was typed, harmless and short enough to be said back.
fn quote(typed: &str) -> String {
    let is_harmless =
        |sign: &char| !sign.is_control() && !show::is_unseen(*sign) && !"`*_~|<>@[]#\\".contains(*sign);
    let plain: String = typed.chars().filter(is_harmless).collect();
    plain.chars().take(LONGEST_QUOTE).collect()
}

fn sentence(lang: Lang, key: &str, typed: &str) -> String {
    Text::new(lang).with(key, &[("found", quote(typed).into())])
}

/// A card: `H7`, `h7`, `♥7`, `piros hetes`, `hearts VII`, `Qs`.
pub(super) fn card(look: Look, typed: &str) -> Result<Card, String> {
    let exact = typed.parse::<Card>().ok();
    exact
        .map_or_else(|| text::parse_card(look.faces, typed), Ok)
        .map_err(|error| text::unknown_card(look, &error))
}

/// Whether the last word, or the last two, name a card, if not a single one: `ulti p7 makk alsó`.
pub(super) fn ends_with_a_card(look: Look, typed: &str) -> bool {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let names_a_card = |count: usize| {
        let Some(last) = words.len().checked_sub(count).map(|from| words[from..].join(" ")) else {
            return false;
        };
        match text::parse_card(look.faces, &last) {
            Ok(_) => true,
            Err(CardNotUnderstood::Ambiguous(..)) => last.contains(|sign: char| sign.is_ascii_digit()),
            Err(CardNotUnderstood::Unknown(_)) => last.parse::<Card>().is_ok(),
        }
    };
    (1..=2).any(names_a_card)
}

/// A contract: as in a record, or as people say it by these rules.
pub(super) fn contract(look: Look, rules: &RuleSet, typed: &str) -> Result<Contract, String> {
    match typed.parse::<Contract>() {
        Ok(contract) => Ok(contract),
        Err(_) => text::parse_contract(look.faces, typed, rules)
            .map_err(|error| text::unknown_contract(look, &error)),
    }
}

/// A suit in any of its names, or the word for none.
pub(super) fn trump(look: Look, typed: &str) -> Result<Trump, String> {
    let wanted = typed.trim().to_lowercase();
    let none = wanted == Doubling::NONE
        || Look::ALL.into_iter().any(|look| text::trump(look, None).to_lowercase() == wanted);
    if none {
        return Ok(None);
    }
    text::parse_suit(look.faces, typed).map(Some).map_err(|error| text::unknown_suit(look, &error))
}

/// Games with `+`, commas or spaces between them; `all`, `none`.
pub(super) fn doubling(lang: Lang, typed: &str) -> Result<Doubling, String> {
    let wanted = typed.trim().to_lowercase();
    let is_label =
        |key: &str| Lang::ALL.into_iter().any(|lang| Text::new(lang).say(key).to_lowercase() == wanted);
    if wanted == Doubling::ALL || is_label("button-kontra-all") {
        return Ok(Doubling::All);
    }
    if wanted == Doubling::NONE || is_label("button-no-kontra") {
        return Ok(Doubling::None);
    }
    let games: Option<Games> = wanted.split(['+', ',']).map(|name| game(name.trim())).collect();
    games
        .filter(|games| !games.is_empty())
        .map(Doubling::Games)
        .ok_or_else(|| sentence(lang, "door-not-understood", typed))
}

fn game(name: &str) -> Option<Game> {
    let called = |game: &Game| {
        game.name() == name
            || Lang::ALL.into_iter().any(|lang| text::game(lang, *game).to_lowercase() == name)
    };
    Game::ALL.into_iter().find(called)
}

/// The levels of robots as choices, the usual one first.
pub(super) fn levels(lang: Lang) -> Vec<Choice> {
    let mut levels = Level::AT_TABLES;
    levels.sort_by_key(|level| *level != Level::USUAL);
    levels.map(|level| Choice::new(level_name(lang, level), level.name())).into()
}

fn level_name(lang: Lang, level: Level) -> String {
    Text::new(lang).say(&format!("door-level-{}", level.name()))
}

/// A level by its name in either language.
pub(super) fn level(lang: Lang, typed: &str) -> Result<Level, String> {
    let wanted = typed.trim().to_lowercase();
    let called = |level: &Level| {
        level.name() == wanted
            || Lang::ALL.into_iter().any(|lang| level_name(lang, *level).to_lowercase() == wanted)
    };
    Level::AT_TABLES.into_iter().find(called).ok_or_else(|| not_understood_alone(lang, typed, &levels(lang)))
}

/// The refusal of something that is none of these.
pub(super) fn not_understood_alone(lang: Lang, typed: &str, choices: &[Choice]) -> String {
    format!("{} {}", sentence(lang, "door-not-understood", typed), would_work(lang, choices))
}

/// The choices that there are, as a sentence; nothing where there are none.
fn would_work(lang: Lang, choices: &[Choice]) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = choices.iter().take(MOST_CHOICES).map(|choice| choice.name.as_str()).collect();
    let more = if choices.len() > MOST_CHOICES { ", …" } else { "" };
    Text::new(lang).with("door-would-work", &[("choices", format!("{}{more}", names.join(", ")).into())])
}

/// The refusal of something that no autocomplete offered: what is wrong, and what would work now.
pub(super) async fn not_understood(
    person: &Person<'_>,
    sentence: String,
    choices: impl Fn(&View, Look) -> Vec<Choice>,
) -> Say {
    let now = person.look_here().await;
    let view = now.as_ref().ok().and_then(|now| now.view.as_deref());
    let choices = view.map(|view| choices(view, person.look)).unwrap_or_default();
    Say::aside(format!("{sentence}\n{}", would_work(person.look.lang, &choices)).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Suit;
    use crate::text::Faces;

    #[test]
    fn cards_are_understood_as_people_write_them() {
        for typed in ["H7", "h7", "♥7", "piros hetes", "hearts VII"] {
            assert_eq!(card(Lang::En.into(), typed).unwrap().to_string(), "H7", "{typed}");
        }
    }

    #[test]
    fn what_may_be_two_cards_is_none() {
        let refused = card(Look::new(Lang::En, Faces::French), "p7").unwrap_err();
        assert!(refused.contains("7 of spades") && refused.contains("7 of hearts"), "{refused}");
        assert_eq!(card(Lang::Hu.into(), "p7").unwrap().to_string(), "H7");
        let refused = contract(Lang::Hu.into(), &RuleSet::preset("4m").unwrap(), "♠ ♥ ulti").unwrap_err();
        assert!(refused.contains("♥\u{a0}piros"), "{refused}");
    }

    #[test]
    fn what_is_typed_is_said_back_harmless() {
        let sentence = card(Lang::En.into(), "`@everyone` **nope** <@1>").unwrap_err();
        assert!(!sentence.contains("@everyone") && !sentence.contains("**"), "{sentence}");
        let rules = RuleSet::preset("4m").unwrap();
        assert!(contract(Lang::En.into(), &rules, &"x".repeat(5000)).unwrap_err().len() < 400);
    }

    #[test]
    fn suits_are_understood_in_both_languages() {
        for typed in ["acorns", "makk", "Makk", "a", "♣", "🌰 makk", "clubs", "treff", "♣\u{a0}clubs"] {
            assert_eq!(trump(Lang::Hu.into(), typed), Ok(Some(Suit::Acorns)), "{typed}");
        }
        assert_eq!(trump(Lang::Hu.into(), "none"), Ok(None));
        assert_eq!(trump(Lang::Hu.into(), "t"), Ok(Some(Suit::Bells)));
        let refused = trump(Look::new(Lang::Hu, Faces::French), "t").unwrap_err();
        assert!(refused.contains("♦\u{a0}káró, ♣\u{a0}treff"), "{refused}");
        assert!(trump(Lang::Hu.into(), "swords").is_err());
    }

    #[test]
    fn games_are_understood_alone_and_together() {
        assert_eq!(doubling(Lang::En, "ulti"), Ok(Doubling::Games(Games::only(Game::Ulti))));
        assert_eq!(doubling(Lang::En, "ulti + 40-100"), Ok(Doubling::Games(Game::Ulti | Game::FortyHundred)));
        assert_eq!(doubling(Lang::En, "all"), Ok(Doubling::All));
        assert_eq!(doubling(Lang::En, "none"), Ok(Doubling::None));
        assert!(doubling(Lang::En, "").is_err());
    }

    #[test]
    fn every_level_has_a_name_and_is_understood_by_it() {
        for lang in Lang::ALL {
            for one in Level::AT_TABLES {
                assert_eq!(level(lang, &level_name(lang, one)), Ok(one));
            }
        }
    }
}
