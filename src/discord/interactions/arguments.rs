//! Parses the options of commands leniently, and explains input that cannot be parsed.

mod house_rules;

use super::choice::{Choice, is_called, would_work};
use super::context::UserContext;
use super::reply::Reply;
use crate::discord::messages;
use crate::text::{self, Appearance, CardNotUnderstood, Lang, Text};
pub(crate) use house_rules::{is_servers_rules, offered_rules, rules};
use ulti_ai::Level;
use ulti_rules::{Card, Contract, Game, Games, RuleSet, Trump, View};

/// Maximum number of input characters quoted in an error message.
const LONGEST_QUOTE: usize = 40;
/// The games that a user wants to double.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubling {
    /// All games that can be doubled.
    All,
    /// The listed games.
    Games(Games),
    /// No games. The user declines to double.
    None,
}

impl Doubling {
    /// Value of the autocomplete choice for doubling all games.
    pub(crate) const ALL: &'static str = "all";
    /// Value of the autocomplete choice for declining to double.
    pub(crate) const NONE: &'static str = "none";
}

/// Prepares the user's input for quoting. Removes Markdown, mentions and invisible characters, and truncates
/// the text.
fn quote(typed: &str) -> String {
    let is_harmless =
        |sign: &char| !sign.is_control() && !messages::is_unseen(*sign) && !"`*_~|<>@[]#\\".contains(*sign);
    let plain: String = typed.chars().filter(is_harmless).collect();
    plain.chars().take(LONGEST_QUOTE).collect()
}

fn sentence(lang: Lang, key: &str, typed: &str) -> String {
    Text::new(lang).with(key, &[("found", quote(typed).into())])
}

/// Parses a card, such as `H7`, `h7`, `♥7`, `piros hetes`, `hearts VII` or `Qs`.
pub(crate) fn card(appearance: Appearance, typed: &str) -> Result<Card, String> {
    let exact = typed.parse::<Card>().ok();
    exact
        .map_or_else(|| text::parse_card(appearance.faces, typed), Ok)
        .map_err(|error| text::unknown_card(appearance, &error))
}

/// Returns `true` if the last one or two words of the input name a card, as in `ulti p7 makk alsó`.
///
/// A name that matches several cards counts only if it contains a digit.
pub(crate) fn ends_with_a_card(appearance: Appearance, typed: &str) -> bool {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let names_a_card = |count: usize| {
        let Some(last) = words.len().checked_sub(count).map(|from| words[from..].join(" ")) else {
            return false;
        };
        match text::parse_card(appearance.faces, &last) {
            Ok(_) => true,
            Err(CardNotUnderstood::Ambiguous(..)) => last.contains(|sign: char| sign.is_ascii_digit()),
            Err(CardNotUnderstood::Unknown(_)) => last.parse::<Card>().is_ok(),
        }
    };
    (1..=2).any(names_a_card)
}

/// Parses a contract. The input is either in record notation or the contract's name under the given rules.
pub(crate) fn contract(appearance: Appearance, rules: &RuleSet, typed: &str) -> Result<Contract, String> {
    match typed.parse::<Contract>() {
        Ok(contract) => Ok(contract),
        Err(_) => text::parse_contract(appearance.faces, typed, rules)
            .map_err(|error| text::unknown_contract(appearance, &error)),
    }
}

/// Parses a trump suit from any of its names, or a word that means no trumps.
pub(crate) fn trump(appearance: Appearance, typed: &str) -> Result<Trump, String> {
    let wanted = typed.trim().to_lowercase();
    let none = wanted == Doubling::NONE
        || Appearance::ALL
            .into_iter()
            .any(|appearance| text::trump(appearance, None).to_lowercase() == wanted);
    if none {
        return Ok(None);
    }
    text::parse_suit(appearance.faces, typed)
        .map(Some)
        .map_err(|error| text::unknown_suit(appearance, &error))
}

/// Parses the games to double, given as a list separated by `+` or commas, or as the word `all` or `none`.
pub(crate) fn doubling(lang: Lang, typed: &str) -> Result<Doubling, String> {
    let wanted = typed.trim().to_lowercase();
    let is_label = |key: &str| is_called(&wanted, |lang| Text::new(lang).text(key));
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
    Game::ALL.into_iter().find(|game| game.name() == name || is_called(name, |lang| text::game(lang, *game)))
}

/// Returns the robot levels as autocomplete choices, with the default level first.
pub(crate) fn levels(lang: Lang) -> Vec<Choice> {
    let mut levels = Level::AT_TABLES;
    levels.sort_by_key(|level| *level != Level::USUAL);
    levels.map(|level| Choice::new(level_name(lang, level), level.name())).into()
}

fn level_name(lang: Lang, level: Level) -> String {
    Text::new(lang).text(&format!("door-level-{}", level.name()))
}

/// Parses a robot level from its name in any language.
pub(crate) fn level(lang: Lang, typed: &str) -> Result<Level, String> {
    let wanted = typed.trim().to_lowercase();
    let called =
        |level: &Level| level.name() == wanted || is_called(&wanted, |lang| level_name(lang, *level));
    Level::AT_TABLES.into_iter().find(called).ok_or_else(|| not_understood_alone(lang, typed, &levels(lang)))
}

/// Returns an error message for input that was not understood, followed by the valid choices.
pub(crate) fn not_understood_alone(lang: Lang, typed: &str, choices: &[Choice]) -> String {
    format!("{} {}", sentence(lang, "door-not-understood", typed), would_work(lang, choices))
}

/// Creates the reply to input that cannot be parsed. The reply lists the currently valid choices.
pub(crate) async fn not_understood(
    user: &UserContext<'_>,
    sentence: String,
    choices: impl Fn(&View, Appearance) -> Vec<Choice>,
) -> Reply {
    let now = user.read_here().await;
    let view = now.as_ref().ok().and_then(|now| now.player_view.as_deref());
    let choices = view.map(|view| choices(view, user.appearance)).unwrap_or_default();
    Reply::ephemeral(
        format!("{sentence}\n{}", would_work(user.appearance.lang, &choices)).trim_end().to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::DeckStyle;
    use ulti_rules::Suit;

    #[test]
    fn alternative_spellings_of_cards_are_parsed() {
        for typed in ["H7", "h7", "♥7", "piros hetes", "hearts VII"] {
            assert_eq!(card(Lang::En.into(), typed).unwrap().to_string(), "H7", "{typed}");
        }
    }

    #[test]
    fn ambiguous_card_name_is_rejected() {
        let refused = card(Appearance::new(Lang::En, DeckStyle::French), "p7").unwrap_err();
        assert!(refused.contains("7 of spades") && refused.contains("7 of hearts"), "{refused}");
        assert_eq!(card(Lang::Hu.into(), "p7").unwrap().to_string(), "H7");
        let refused = contract(Lang::Hu.into(), &RuleSet::preset("4m").unwrap(), "♠ ♥ ulti").unwrap_err();
        assert!(refused.contains("♥\u{a0}piros"), "{refused}");
    }

    #[test]
    fn error_message_sanitizes_user_input() {
        let sentence = card(Lang::En.into(), "`@everyone` **nope** <@1>").unwrap_err();
        assert!(!sentence.contains("@everyone") && !sentence.contains("**"), "{sentence}");
        let rules = RuleSet::preset("4m").unwrap();
        assert!(contract(Lang::En.into(), &rules, &"x".repeat(5000)).unwrap_err().len() < 400);
    }

    #[test]
    fn suit_names_are_parsed_in_both_languages() {
        for typed in ["acorns", "makk", "Makk", "a", "♣", "🌰 makk", "clubs", "treff", "♣\u{a0}clubs"] {
            assert_eq!(trump(Lang::Hu.into(), typed), Ok(Some(Suit::Acorns)), "{typed}");
        }
        assert_eq!(trump(Lang::Hu.into(), "none"), Ok(None));
        assert_eq!(trump(Lang::Hu.into(), "t"), Ok(Some(Suit::Bells)));
        let refused = trump(Appearance::new(Lang::Hu, DeckStyle::French), "t").unwrap_err();
        assert!(refused.contains("♦\u{a0}káró, ♣\u{a0}treff"), "{refused}");
        assert!(trump(Lang::Hu.into(), "swords").is_err());
    }

    #[test]
    fn kontra_command_accepts_one_or_more_games() {
        assert_eq!(doubling(Lang::En, "ulti"), Ok(Doubling::Games(Games::only(Game::Ulti))));
        assert_eq!(doubling(Lang::En, "ulti + 40-100"), Ok(Doubling::Games(Game::Ulti | Game::FortyHundred)));
        assert_eq!(doubling(Lang::En, "all"), Ok(Doubling::All));
        assert_eq!(doubling(Lang::En, "none"), Ok(Doubling::None));
        assert!(doubling(Lang::En, "").is_err());
    }

    #[test]
    fn robot_level_names_are_parsed() {
        for lang in Lang::ALL {
            for one in Level::AT_TABLES {
                assert_eq!(level(lang, &level_name(lang, one)), Ok(one));
            }
        }
    }
}
