//! Contracts as people type them, in either language.

use crate::rules::{Contract, Game, Games, Manner, NotAContract, ReDurchmars, RuleSet, Suit};

use super::Faces;
use super::parse_suit::{lettered, name_signs, suit_named};
use super::plain::{plain, words};

/// Why the text is no contract.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContractNotUnderstood {
    /// A word of it means nothing here.
    #[error("'{word}' is no game: did you mean '{nearest}'?")]
    Word {
        /// The word, small and without accents.
        word: String,
        /// The known word nearest to it.
        nearest: &'static str,
    },
    /// It names more than one suit, or a letter may mean any of these.
    #[error("a contract has one suit")]
    Suits(Vec<Suit>),
    /// Its words make no contract.
    #[error(transparent)]
    Contract(#[from] NotAContract),
}

/// The contract of a text in either language: `piros negyven-száz ulti`, `hearts 40-100 + ulti`,
/// `ulti, redurchmars`, `passz`, `♠ ulti`. The order of the words does not matter.
///
/// Whoever sees these faces is asked back where a letter is the initial of two suits.
///
/// What "re" means is a matter of the rules: an open hand (`4m`), or, where re-durchmars is a bid of
/// its own, that one, and in rebetli hearts (`rablo`). Whether the contract can be bid at a table is
/// for that table's book.
///
/// # Errors
/// The word that means nothing, or why the games make no contract.
pub fn parse_contract(faces: Faces, text: &str, rules: &RuleSet) -> Result<Contract, ContractNotUnderstood> {
    let written = plain(&name_signs(without_points(text)));
    let mut said = Said::default();
    let mut before = "";
    for word in words(&written) {
        said.hear(faces, before, word)?;
        before = word;
    }
    let mut suit = match said.suits.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => return Err(ContractNotUnderstood::Suits(said.suits)),
    };
    let own_bid = rules.re_durchmars == ReDurchmars::Bid;
    let manner = match (said.open, said.re) {
        (true, _) => Manner::Open,
        (false, true) if !own_bid => Manner::Open,
        (false, true) if said.games == Game::Betli => {
            suit = suit.or(Some(Suit::Hearts));
            Manner::Closed
        }
        (false, true) => Manner::Re,
        (false, false) => Manner::Closed,
    };
    Ok(Contract::new(said.games, suit, said.colourless, manner)?)
}

/// What was typed, without what it is worth behind it, as it stands in lists: `parti (1)`.
fn without_points(text: &str) -> &str {
    let inside = text.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once('('));
    inside.filter(|(_, points)| points.parse::<u32>().is_ok()).map_or(text, |(text, _)| text)
}

#[derive(Default)]
struct Said {
    games: Games,
    suits: Vec<Suit>,
    colourless: bool,
    open: bool,
    re: bool,
}

impl Said {
    /// Takes one word in, knowing the one before it.
    fn hear(&mut self, faces: Faces, before: &str, word: &str) -> Result<(), ContractNotUnderstood> {
        let second_half = |of: &[&str], words: &[&str]| of.contains(&before) && words.contains(&word);
        if OPEN.contains(&word) {
            self.open = true;
        } else if word == "re" {
            self.re = true;
        } else if COLOURLESS.contains(&word) {
            self.colourless = true;
        } else if second_half(&FOUR, &["asz", "aces"]) {
            self.games |= Game::FourAces;
        } else if second_half(&FOUR, &["tizes", "tiz", "tens"]) {
            self.games |= Game::FourTens;
        } else if let Some((game, re)) = game_of(word) {
            self.games |= game;
            self.re |= re;
        } else if !suits_of(faces, word).is_empty() {
            let new = suits_of(faces, word).into_iter().filter(|suit| !self.suits.contains(suit));
            self.suits.extend(new.collect::<Vec<_>>());
        } else if !second_half(&NUMBERS, &["100", "szaz", "hundred"]) && !FILLERS.contains(&word) {
            return Err(unknown(word));
        }
        Ok(())
    }
}

const OPEN: [&str; 3] = ["teritett", "teritve", "open"];
const COLOURLESS: [&str; 3] = ["szintelen", "colourless", "colorless"];
const FOUR: [&str; 3] = ["negy", "four", "4"];
const FILLERS: [&str; 7] = ["negy", "four", "4", "in", "with", "and", "es"];
const NUMBERS: [&str; 6] = ["20", "40", "husz", "negyven", "twenty", "forty"];

/// The game of a word, and whether the word begins with "re", as `rebetli` does.
fn game_of(word: &str) -> Option<(Game, bool)> {
    let known = |word: &str| KNOWN.iter().find(|(known, _)| *known == word).map(|(_, game)| *game);
    let re = || known(word.strip_prefix("re")?).filter(|game| game.can_be_open());
    known(word).map(|game| (game, false)).or_else(|| re().map(|game| (game, true)))
}

/// The suits of a word; of the letters only those of hearts, the one suit that most bids can name.
fn suits_of(faces: Faces, word: &str) -> Vec<Suit> {
    match word {
        "p" | "h" => lettered(faces, word).to_vec(),
        _ => suit_named(word).into_iter().collect(),
    }
}

const KNOWN: [(&str, Game); 24] = [
    ("ulti", Game::Ulti),
    ("ultimo", Game::Ulti),
    ("betli", Game::Betli),
    ("durchmars", Game::Durchmars),
    ("durchmarsch", Game::Durchmars),
    ("durmars", Game::Durchmars),
    ("durch", Game::Durchmars),
    ("parti", Game::Parti),
    ("party", Game::Parti),
    ("passz", Game::Parti),
    ("pass", Game::Parti),
    ("20", Game::TwentyHundred),
    ("husz", Game::TwentyHundred),
    ("twenty", Game::TwentyHundred),
    ("huszszaz", Game::TwentyHundred),
    ("20100", Game::TwentyHundred),
    ("40", Game::FortyHundred),
    ("negyven", Game::FortyHundred),
    ("forty", Game::FortyHundred),
    ("negyvenszaz", Game::FortyHundred),
    ("40100", Game::FortyHundred),
    ("negyasz", Game::FourAces),
    ("aces", Game::FourAces),
    ("tens", Game::FourTens),
];

fn unknown(word: &str) -> ContractNotUnderstood {
    let others =
        ["piros", "hearts", "pikk", "treff", "káró", "spades", "clubs", "diamonds", "terített", "open"];
    let known = KNOWN.iter().map(|(known, _)| *known).filter(|known| known.len() > 3).chain(others);
    let nearest = known.min_by_key(|known| strsim::levenshtein(&plain(known), word)).unwrap_or("ulti");
    ContractNotUnderstood::Word { word: word.to_owned(), nearest }
}
