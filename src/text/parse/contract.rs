//! Parser for contracts typed by users, in either language.

use ulti_rules::{Book, Contract, ContractError, Game, Games, PlayManner, ReDurchmars, RuleSet, Suit};

use super::suit::suits_of;
use crate::text::DeckStyle;
use crate::text::normalize::{is_guess, name_signs, normalized, typed_words};

/// Error returned when a text cannot be parsed as a contract.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContractNotUnderstood {
    /// The text contains an unknown word.
    #[error("'{word}' is not a game: did you mean '{nearest}'?")]
    Word {
        /// Unknown word. In errors of [`parse_contract`] it is spelled as the user typed it.
        word: String,
        /// Known word that is most similar to the unknown one.
        nearest: &'static str,
    },
    /// The text names more than one suit, or it contains a letter that can stand for more than one suit.
    /// Contains all possible suits.
    #[error("a contract can have only one suit")]
    Suits(Vec<Suit>),
    /// The text names no suit, but the rules offer the contract only in the given suits.
    #[error("a bid names its suit")]
    NoSuit(Vec<Suit>),
    /// The games and the suit do not form a valid contract.
    #[error(transparent)]
    Contract(#[from] ContractError),
}

impl ContractNotUnderstood {
    /// Replaces an unknown word with its spelling by the user.
    fn with_word(self, typed: &str) -> Self {
        match self {
            Self::Word { nearest, .. } => Self::Word { word: typed.to_owned(), nearest },
            other => other,
        }
    }

    /// Returns `true` if the text contains no contract, and nothing that resembles one.
    pub fn is_unknown(&self) -> bool {
        match self {
            Self::Word { .. } => !self.has_guess(),
            Self::Contract(ContractError::NoGame | ContractError::UnknownGame(_)) => true,
            Self::Suits(_) | Self::NoSuit(_) | Self::Contract(_) => false,
        }
    }

    /// Returns `true` if the message for the error names a word that the user probably meant.
    pub fn has_guess(&self) -> bool {
        let Self::Word { word, nearest } = self else { return false };
        is_guess(word, nearest)
    }
}

/// Parses a contract such as `piros negyven-száz ulti`, `hearts 40-100 + ulti`, `ulti, redurchmars`, `passz`
/// or `♠ ulti`.
///
/// Accepts both languages. The games and the suit may be in any order. The meaning of a suit's initial
/// depends on the deck style, and an initial shared by two suits is an error.
///
/// Terms after the contract are ignored, as in `parti · more points than the defenders · ±1 each`: some
/// Discord clients send the label of an autocomplete choice instead of its value.
///
/// The meaning of "re" depends on the rules. Usually (`4m`), it means an open hand. If re-durchmars is a
/// separate bid (`rablo`), "re" means that bid, and rebetli means betli in hearts. The result may be a
/// contract that the table's rules do not offer.
///
/// # Errors
/// Returns an error if a word is unknown, if the suit is ambiguous, or if the games do not form a contract.
pub fn parse_contract(
    faces: DeckStyle,
    text: &str,
    rules: &RuleSet,
) -> Result<Contract, ContractNotUnderstood> {
    let parsed = ParsedWords::of(faces, text)?;
    if parsed.forintos && parsed.games != Game::Betli {
        return Err(unknown(FORINTOS));
    }
    let mut suit = match parsed.suits.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => return Err(ContractNotUnderstood::Suits(parsed.suits)),
    };
    let own_bid = rules.re_durchmars == ReDurchmars::Bid;
    let manner = match (parsed.open, parsed.re) {
        (true, _) => PlayManner::Open,
        (false, true) if !own_bid => PlayManner::Open,
        (false, true) if parsed.games == Game::Betli => {
            suit = suit.or(Some(Suit::Hearts));
            PlayManner::Closed
        }
        (false, true) => PlayManner::Re,
        (false, false) => PlayManner::Closed,
    };
    Ok(Contract::new(parsed.games, suit, parsed.colourless, manner)?)
}

/// Returns the contract, unless it names no suit and the rules offer it only with one. Also returns contracts
/// that the rules do not offer at all.
///
/// # Errors
/// Returns an error with the possible suits if the suit is missing.
pub fn require_suit(contract: Contract, book: &Book) -> Result<Contract, ContractNotUnderstood> {
    if contract.suit().is_some() || book.find(&contract).is_some() {
        return Ok(contract);
    }
    let suits: Vec<Suit> = book.in_any_suit(contract).filter_map(|entry| entry.contract.suit()).collect();
    if suits.len() > 1 { Err(ContractNotUnderstood::NoSuit(suits)) } else { Ok(contract) }
}

/// Parses the names of games of a contract, such as `ulti`, `ulti és 40-100` or `negyvenszáz + passz`. Suits
/// and words for an open hand are ignored.
///
/// # Errors
/// Returns an error if a word is unknown, or if no game is named.
pub fn parse_games(faces: DeckStyle, text: &str) -> Result<Games, ContractNotUnderstood> {
    match ParsedWords::of(faces, text)?.games {
        none if none.is_empty() => Err(ContractError::NoGame.into()),
        games => Ok(games),
    }
}

/// Removes a number in brackets at the end of a contract, such as the `(1)` in `parti (1)`.
///
/// Users type such numbers when they copy a contract from a list that shows points.
fn without_points(text: &str) -> &str {
    let inside = text.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once('('));
    inside.filter(|(_, points)| points.parse::<u32>().is_ok()).map_or(text, |(text, _)| text)
}

#[derive(Default)]
struct ParsedWords {
    games: Games,
    suits: Vec<Suit>,
    colourless: bool,
    open: bool,
    re: bool,
    /// `true` if the text contains [`FORINTOS`].
    forintos: bool,
}

impl ParsedWords {
    /// Parses all words of a contract. If there are unknown words after `·`, ignores what follows it.
    fn of(faces: DeckStyle, text: &str) -> Result<Self, ContractNotUnderstood> {
        let text = without_points(text);
        let whole = Self::of_all(faces, text);
        match text.split_once('·') {
            Some((contract, _)) if whole.is_err() => Self::of_all(faces, contract),
            _ => whole,
        }
    }

    fn of_all(faces: DeckStyle, text: &str) -> Result<Self, ContractNotUnderstood> {
        let text = name_signs(text);
        let mut parsed = Self::default();
        let mut previous = String::new();
        for typed in typed_words(&text) {
            let word = normalized(typed);
            parsed.add_word(faces, &previous, &word).map_err(|error| error.with_word(typed))?;
            previous = word;
        }
        Ok(parsed)
    }

    /// Parses one word of a contract and stores the game, suit or other property that it stands for.
    ///
    /// `previous` is the preceding word. It is needed for names that consist of two words, such as `four
    /// aces`.
    fn add_word(
        &mut self,
        faces: DeckStyle,
        previous: &str,
        word: &str,
    ) -> Result<(), ContractNotUnderstood> {
        let second_half = |of: &[&str], words: &[&str]| of.contains(&previous) && words.contains(&word);
        if OPEN.contains(&word) {
            self.open = true;
        } else if word == "re" {
            self.re = true;
        } else if word == FORINTOS {
            self.forintos = true;
            if !self.suits.contains(&Suit::Hearts) {
                self.suits.push(Suit::Hearts);
            }
        } else if COLOURLESS.contains(&word) {
            self.colourless = true;
        } else if second_half(&FOUR, &ACES) {
            self.games |= Game::FourAces;
        } else if second_half(&FOUR, &TENS) {
            self.games |= Game::FourTens;
        } else if let Some((game, re)) = game_of(word) {
            self.games |= game;
            self.re |= re;
        } else if !suits_in_contract(faces, word).is_empty() {
            let new = suits_in_contract(faces, word).into_iter().filter(|suit| !self.suits.contains(suit));
            self.suits.extend(new.collect::<Vec<_>>());
        } else if !second_half(&NUMBERS, &HUNDRED) && !FILLERS.contains(&word) {
            return Err(unknown(word));
        }
        Ok(())
    }
}

/// Word for hearts that is used only for a betli: *forintos betli*.
pub(super) const FORINTOS: &str = "forintos";
pub(super) const OPEN: [&str; 3] = ["teritett", "teritve", "open"];
pub(super) const COLOURLESS: [&str; 3] = ["szintelen", "colourless", "colorless"];
const FOUR: [&str; 3] = ["negy", "four", "4"];
const FILLERS: [&str; 7] = ["negy", "four", "4", "in", "with", "and", "es"];
// Second words of games whose names consist of two words.
pub(super) const ACES: [&str; 2] = ["asz", "aces"];
pub(super) const TENS: [&str; 3] = ["tizes", "tiz", "tens"];
pub(super) const HUNDRED: [&str; 3] = ["100", "szaz", "hundred"];
const NUMBERS: [&str; 6] = ["20", "40", "husz", "negyven", "twenty", "forty"];

/// Parses the name of a game. Returns `None` if the word is not the name of a game.
///
/// The returned flag is `true` if the name starts with the prefix "re", as in `rebetli`.
fn game_of(word: &str) -> Option<(Game, bool)> {
    let known = |word: &str| KNOWN.iter().find(|(_, names)| names.contains(&word)).map(|(game, _)| *game);
    let re = || known(word.strip_prefix("re")?).filter(|game| game.can_be_open());
    known(word).map(|game| (game, false)).or_else(|| re().map(|game| (game, true)))
}

/// Returns all suits that a word in a contract can stand for.
///
/// The letters `a` and `s` are not accepted, because they are words too: an article, and a short form of `és`
/// ("and").
fn suits_in_contract(faces: DeckStyle, word: &str) -> Vec<Suit> {
    if ["a", "s"].contains(&word) { Vec::new() } else { suits_of(faces, word) }
}

/// Normalized names that users may type for each game.
pub(super) const KNOWN: [(Game, &[&str]); 8] = [
    (Game::Ulti, &["ulti", "ultimo"]),
    (Game::Betli, &["betli"]),
    (Game::Durchmars, &["durchmars", "durchmarsch", "durmars", "durch"]),
    (Game::Parti, &["parti", "party", "passz", "pass"]),
    (Game::TwentyHundred, &["20", "husz", "twenty", "huszszaz", "20100"]),
    (Game::FortyHundred, &["40", "negyven", "forty", "negyvenszaz", "40100"]),
    (Game::FourAces, &["negyasz", "aces"]),
    (Game::FourTens, &["tens"]),
];

fn unknown(word: &str) -> ContractNotUnderstood {
    let others =
        ["piros", "hearts", "pikk", "treff", "káró", "spades", "clubs", "diamonds", "terített", "open"];
    let known =
        KNOWN.iter().flat_map(|(_, names)| *names).copied().filter(|known| known.len() > 3).chain(others);
    let nearest = known.min_by_key(|known| strsim::levenshtein(&normalized(known), word)).unwrap_or("ulti");
    let accented = ACCENTED.iter().find(|(plain, _)| *plain == nearest);
    ContractNotUnderstood::Word { word: word.to_owned(), nearest: accented.map_or(nearest, |(_, name)| name) }
}

/// Names in [`KNOWN`] that are written with accents.
const ACCENTED: [(&str, &str); 4] =
    [("husz", "húsz"), ("huszszaz", "húszszáz"), ("negyvenszaz", "negyvenszáz"), ("negyasz", "négyász")];
