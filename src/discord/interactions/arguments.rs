//! Parses the options of commands leniently, and explains input that cannot be parsed.

mod house_rules;

use super::choice::{Choice, is_called, would_work};
use super::context::UserContext;
use super::reply::Reply;
use crate::discord::messages;
use crate::text::{
    self, Appearance, CardNotUnderstood, ContractNotUnderstood, DeckStyle, Lang, Text, args, searchable,
};
use crate::visible_text::is_invisible;
pub(crate) use house_rules::{is_servers_rules, offered_rules, rules};
use ulti_ai::Level;
use ulti_rules::{Book, Card, Contract, Games, RuleSet, Trump, View};

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
        |sign: &char| !sign.is_control() && !is_invisible(*sign) && !"`*_~|<>@[]#\\".contains(*sign);
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
pub(crate) fn contract(
    appearance: Appearance,
    rules: &RuleSet,
    typed: &str,
) -> Result<Contract, ContractNotUnderstood> {
    typed.parse().or_else(|_| text::parse_contract(appearance.faces, typed, rules))
}

/// Parses a contract that is to be bid under the rules of a book. In contrast to [`contract`], the suit must
/// be named if the contract is offered in several suits only.
pub(crate) fn contract_to_bid(
    appearance: Appearance,
    book: &Book,
    typed: &str,
) -> Result<Contract, ContractNotUnderstood> {
    contract(appearance, book.rules(), typed).and_then(|contract| text::require_suit(contract, book))
}

/// Parses a trump suit from any of its names, or a word that means no trumps.
pub(crate) fn trump(appearance: Appearance, typed: &str) -> Result<Trump, String> {
    if searchable(typed) == Doubling::NONE || is_called(typed, |lang| text::trump(lang.into(), None)) {
        return Ok(None);
    }
    text::parse_suit(appearance.faces, typed)
        .map(Some)
        .map_err(|error| text::unknown_suit(appearance, &error))
}

/// Parses the games to double, given as a list, such as `ulti + 40-100` or `ulti és parti`, or as a label for
/// all or no games.
pub(crate) fn doubling(lang: Lang, typed: &str) -> Result<Doubling, String> {
    let words = searchable(typed);
    if ALL_WORDS.contains(&words.as_str()) || is_called(without_level(typed), all_games) {
        return Ok(Doubling::All);
    }
    if NONE_WORDS.contains(&words.as_str())
        || is_called(typed, |lang| Text::new(lang).text("button-no-kontra"))
    {
        return Ok(Doubling::None);
    }
    // A user who types this means the opposite of a kontra on the parti, which is also called passz.
    let games = if PASS.contains(&words.as_str()) { None } else { games(typed) };
    games.map(Doubling::Games).ok_or_else(|| sentence(lang, "door-not-understood", typed))
}

/// Words for doubling all games.
const ALL_WORDS: [&str; 5] = [Doubling::ALL, "everything", "minden", "mindet", "mindent"];

/// Words for declining to double.
const NONE_WORDS: [&str; 5] = [Doubling::NONE, "no", "nothing", "nem", "semmi"];

/// Words for passing in the auction. Alone, they are not accepted as the name of a game to double.
const PASS: [&str; 2] = ["pass", "passz"];

/// Parses the names of games. A list that begins or ends with a plus sign or a comma is unfinished and is not
/// accepted, because a kontra cannot be taken back.
fn games(typed: &str) -> Option<Games> {
    let is_unfinished = typed.trim().starts_with(['+', ',']) || typed.trim().ends_with(['+', ',']);
    if is_unfinished { None } else { text::parse_games(DeckStyle::default(), typed).ok() }
}

/// Returns the label for doubling all games, without the name of the kontra level.
fn all_games(lang: Lang) -> String {
    Text::new(lang).with("button-kontra-all", args![level = ""])
}

/// Removes the name of the kontra level from a label such as `Kontra: all`.
fn without_level(typed: &str) -> &str {
    let parts = typed.rsplit_once(':').filter(|(level, _)| games(level).is_none());
    parts.map_or(typed, |(_, games)| games)
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
    let called = |level: &Level| {
        searchable(typed) == level.name() || is_called(typed, |lang| level_name(lang, *level))
    };
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
    let turn = now.as_ref().ok().and_then(|now| messages::whose_turn(now, user.appearance));
    // A player whose turn comes later has no choices.
    let advice = match turn.filter(|_| choices.is_empty()) {
        Some(turn) => turn,
        None => would_work(user.appearance.lang, &choices),
    };
    Reply::ephemeral(format!("{sentence}\n{advice}").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::DeckStyle;
    use ulti_rules::{Game, Suit};

    fn contract_error(typed: &str) -> String {
        let refused = contract(Lang::Hu.into(), &RuleSet::preset("4m").unwrap(), typed).unwrap_err();
        text::unknown_contract(Lang::Hu.into(), &refused)
    }

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
        let refused = contract_error("♠ ♥ ulti");
        assert!(refused.contains("♥\u{a0}piros"), "{refused}");
    }

    #[test]
    fn error_message_sanitizes_user_input() {
        let sentence = card(Lang::En.into(), "`@everyone` **nope** <@1>").unwrap_err();
        assert!(!sentence.contains("@everyone") && !sentence.contains("**"), "{sentence}");
        assert!(contract_error(&"x".repeat(5000)).len() < 400);
    }

    #[test]
    fn unknown_words_are_quoted_as_they_were_typed() {
        for (typed, quoted) in [("nyílt ulti", "„nyílt”"), ("Negyvenszáss", "„Negyvenszáss”"), ("!!", "“!!”")]
        {
            let refused =
                if typed == "!!" { card(Lang::En.into(), typed).unwrap_err() } else { contract_error(typed) };
            assert!(refused.contains(quoted), "{refused}");
        }
        assert!(contract_error("Negyvenszáss").contains("`negyvenszáz`"));
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
        for typed in ["ulti és 40-100", "negyvenszáz, ulti", "40 100 and ulti", "ulti · 40-100"] {
            let games = Doubling::Games(Game::Ulti | Game::FortyHundred);
            assert_eq!(doubling(Lang::En, typed), Ok(games), "{typed}");
        }
        for typed in ["Kontra: all", "Fedák Sári: mind", "mind", "ALL", "minden"] {
            assert_eq!(doubling(Lang::En, typed), Ok(Doubling::All), "{typed}");
        }
        for typed in ["ulti all", "ulti: all", "pass", "Passz", "swords", "ulti +", ", ulti"] {
            assert!(doubling(Lang::En, typed).is_err(), "{typed}");
        }
        for typed in ["none", "Nem", "no"] {
            assert_eq!(doubling(Lang::En, typed), Ok(Doubling::None), "{typed}");
        }
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
