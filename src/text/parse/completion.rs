//! Contracts that a user may be typing, for autocomplete.

use ulti_rules::{Contract, RuleSet};

use super::contract::{ACES, COLOURLESS, FORINTOS, HUNDRED, KNOWN, OPEN, TENS, parse_contract};
use super::suit::SUIT_NAMES;
use crate::text::DeckStyle;
use crate::text::normalize::{normalized, words};

/// Maximum length of a text with a contract, in characters.
const LONGEST: usize = 200;

/// Returns the contracts that the text stands for, followed by those that it stands for once its last word is
/// completed. For example, `negyvensz` is the beginning of `negyvenszáz` and stands for 40-100.
///
/// Everything that [`parse_contract`] accepts is found, in either language. Nothing is found in a text that
/// is longer than any contract.
pub fn contracts_begun(faces: DeckStyle, text: &str, rules: &RuleSet) -> Vec<Contract> {
    let mut found = Vec::new();
    if text.chars().count() > LONGEST {
        return found;
    }
    for text in [text.to_owned()].into_iter().chain(completed(text)) {
        found.extend(parse_contract(faces, &text, rules).ok().filter(|contract| !found.contains(contract)));
    }
    found
}

/// Returns the text once for each word that begins with its last word, with that word in its place.
///
/// Returns nothing if the text does not end with a word.
fn completed(text: &str) -> Vec<String> {
    let text = normalized(text);
    let Some(last) = words(&text).pop().filter(|last| text.ends_with(last)) else { return Vec::new() };
    let (before, _) = text.split_at(text.len() - last.len());
    let longer = vocabulary().into_iter().filter(|word| word.len() > last.len() && word.starts_with(last));
    longer.map(|word| format!("{before}{word}")).collect()
}

/// `forintos` is valid only before `betli`, so the pair is completed as a unit.
const FORINTOS_BETLI: [&str; 2] = [FORINTOS, "forintos betli"];

/// Returns the words that contracts consist of.
fn vocabulary() -> Vec<String> {
    let games = KNOWN.iter().flat_map(|(_, names)| *names);
    let suits = SUIT_NAMES.iter().flat_map(|(_, names)| *names);
    let others = OPEN.iter().chain(&COLOURLESS).chain(&FORINTOS_BETLI);
    let second = ACES.iter().chain(&TENS).chain(&HUNDRED);
    let open = KNOWN.iter().filter(|(game, _)| game.can_be_open()).flat_map(|(_, names)| *names);
    let words = games.chain(suits).chain(others).chain(second).map(|word| (*word).to_owned());
    words.chain(open.map(|name| format!("re{name}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulti_rules::Game;

    fn begun(text: &str) -> Vec<String> {
        let rules = RuleSet::preset("4m").unwrap();
        let found = contracts_begun(DeckStyle::Hungarian, text, &rules);
        found.iter().map(Contract::to_string).collect()
    }

    #[test]
    fn last_word_is_completed() {
        for (text, first) in [
            ("negyvensz", "40-100"),
            ("Negyven sz", "40-100"),
            ("pas", "parti"),
            ("rebet", "open-betli"),
            ("ulti, forin", ""),
            ("forintos", "hearts betli"),
            ("piros ul", "hearts ulti"),
            ("ulti pir", "hearts ulti"),
            ("négy ás", "four-aces"),
            ("negy tiz", "four-tens"),
            ("ulti ", "ulti"),
            ("", ""),
            ("swords", ""),
        ] {
            assert_eq!(begun(text).first().map_or("", String::as_str), first, "{text}");
        }
    }

    #[test]
    fn contract_that_was_typed_in_full_comes_first() {
        assert_eq!(begun("durch"), ["durchmars"]);
        assert_eq!(begun("40")[0], "40-100");
        assert_eq!(begun("ulti 20")[0], "20-100+ulti");
    }

    #[test]
    fn every_game_is_found_before_its_name_is_complete() {
        for game in Game::ALL {
            let name = game.name().replace('-', " ");
            let typed = &name[..name.len() - 1];
            assert!(begun(typed).contains(&game.name().to_owned()), "{typed}: {:?}", begun(typed));
        }
        assert_eq!(begun(&"ulti ".repeat(100)), [""; 0]);
    }
}
