//! What is bid: one or more games, with the suit or the word that the bid names (`RULES §4`).

use std::fmt;
use std::str::FromStr;

use enumset::EnumSet;
use serde::{Deserialize, Serialize};

use super::game::UnknownGame;
use super::{Card, CardSet, Game, Games, Rank, Suit, Trump};

/// A contract whose games may stand together. Whether it can be bid at a table is for that table's
/// [`Book`](super::Book) to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Contract {
    games: Games,
    suit: Option<Suit>,
    colourless: bool,
    manner: Manner,
}

/// How the betli or the durchmars of a contract is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Manner {
    /// With a closed hand.
    #[default]
    Closed,
    /// With an open hand.
    Open,
    /// Re-durchmars: without trumps, and for more.
    Re,
}

/// Why a set of words makes no contract.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAContract {
    /// It names no game at all.
    #[error("a contract names at least one game")]
    NoGame,
    /// Two games exclude each other.
    #[error("{0} and {1} do not go together: leave one of them out")]
    DoNotCombine(Game, Game),
    /// `open` before a game that can't be.
    #[error("only betli and durchmars can be open")]
    NotOpen,
    /// `re-` before anything but a durchmars that stands alone.
    #[error("only a durchmars that stands alone can be re-durchmars")]
    NotRe,
    /// `colourless` before anything but a durchmars that stands alone.
    #[error("only a durchmars that stands alone can be colourless")]
    NotColourless,
    /// A word before the games that is no suit.
    #[error("unknown word '{found}': did you mean '{nearest}'?")]
    UnknownWord {
        /// What was written.
        found: String,
        /// The nearest word that can stand there.
        nearest: &'static str,
    },
    /// A word that is no game.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
}

impl Contract {
    /// The contract of these games; the parti that is understood with a lone ulti, four-aces or
    /// four-tens is added.
    ///
    /// # Errors
    /// Which of them do not go together.
    pub fn new(
        named: Games,
        suit: Option<Suit>,
        colourless: bool,
        manner: Manner,
    ) -> Result<Self, NotAContract> {
        let mut games = named;
        if named.is_empty() {
            return Err(NotAContract::NoGame);
        }
        if named.iter().all(Game::implies_parti) {
            games |= Game::Parti;
        }
        if let Some((one, other)) = clash(games) {
            return Err(NotAContract::DoNotCombine(one, other));
        }
        let lone_durchmars = games == Games::only(Game::Durchmars);
        if manner == Manner::Open && !games.iter().any(Game::can_be_open) {
            return Err(NotAContract::NotOpen);
        }
        if manner == Manner::Re && !lone_durchmars {
            return Err(NotAContract::NotRe);
        }
        if colourless && (!lone_durchmars || manner == Manner::Re) {
            return Err(NotAContract::NotColourless);
        }
        Ok(Self { games, suit, colourless, manner })
    }

    /// Its games, an understood parti included.
    pub const fn games(&self) -> Games {
        self.games
    }

    /// The games that its text names: without an understood parti.
    pub fn named_games(&self) -> Games {
        if self.games.len() > 1 { self.games - Game::Parti } else { self.games }
    }

    /// Whether the game is part of it.
    pub fn has(&self, game: Game) -> bool {
        self.games.contains(game)
    }

    /// Whether this game is all of it.
    pub fn is_lone(&self, game: Game) -> bool {
        self.games == Games::only(game)
    }

    /// The games of it that a declarer is certain to lose with at most these cards in hand when play begins,
    /// at least these in the talon and these trumps (`RULES §4`): an ulti without the trump VII, 40-100 and
    /// 20-100 without their marriage, 20-100 with too few points left, four aces or tens with one laid down.
    ///
    /// ```
    /// use ulti::rules::{CardSet, Contract, Game, Suit};
    ///
    /// let hand: CardSet = ["H7", "HA", "LK", "LO"].iter().map(|card| card.parse().unwrap()).collect();
    /// let talon: CardSet = ["B8", "B9"].iter().map(|card| card.parse().unwrap()).collect();
    /// let contract: Contract = "40-100+ulti".parse().unwrap();
    /// let lost = contract.out_of_reach(hand, talon, Some(Suit::Hearts));
    /// assert_eq!(lost, Game::FortyHundred);
    /// ```
    pub fn out_of_reach(&self, hand: CardSet, talon: CardSet, trump: Trump) -> Games {
        let married = hand.marriages();
        let trumps: EnumSet<Suit> = trump.into_iter().collect();
        let laid_down = |rank| talon.iter().any(|card| card.rank() == rank);
        let is_lost = |game: &Game| match game {
            Game::Ulti => !trump.is_some_and(|trump| hand.contains(Card::new(trump, Rank::Seven))),
            Game::FortyHundred => (married & trumps).is_empty(),
            Game::TwentyHundred => (married - trumps).is_empty() || 90 - talon.points() < 80,
            Game::FourAces => laid_down(Rank::Ace),
            Game::FourTens => laid_down(Rank::Ten),
            Game::Parti | Game::Betli | Game::Durchmars => false,
        };
        self.games.iter().filter(is_lost).collect()
    }

    /// The suit that the bid names.
    pub const fn suit(&self) -> Option<Suit> {
        self.suit
    }

    /// Whether the bid names hearts, so that every game counts its hearts value.
    pub fn is_hearts(&self) -> bool {
        self.suit == Some(Suit::Hearts)
    }

    /// Whether it says "colourless".
    pub const fn is_colourless(&self) -> bool {
        self.colourless
    }

    /// Whether its betli or durchmars is played with an open hand.
    pub const fn is_open(&self) -> bool {
        matches!(self.manner, Manner::Open)
    }

    /// Whether it is a re-durchmars.
    pub const fn is_re(&self) -> bool {
        matches!(self.manner, Manner::Re)
    }

    /// How its betli or durchmars is played.
    pub const fn manner(&self) -> Manner {
        self.manner
    }

    /// The same contract without its suit.
    #[must_use]
    pub const fn without_suit(mut self) -> Self {
        self.suit = None;
        self
    }

    /// The same contract without its four-tens; a lone four-tens leaves its parti.
    #[must_use]
    pub fn without_four_tens(mut self) -> Self {
        self.games -= Game::FourTens;
        self
    }

    /// The same contract, played in another manner.
    #[must_use]
    pub(super) const fn in_manner(mut self, manner: Manner) -> Self {
        self.manner = manner;
        self
    }
}

/// Two games of the set that exclude each other, if there are any.
fn clash(games: Games) -> Option<(Game, Game)> {
    let beside = |game: Game| games.iter().find(|other| *other != game);
    if games.contains(Game::Betli)
        && let Some(other) = beside(Game::Betli)
    {
        return Some((Game::Betli, other));
    }
    if games.contains(Game::Parti)
        && let Some(other) = games.iter().find(|game| *game != Game::Parti && !game.implies_parti())
    {
        return Some((Game::Parti, other));
    }
    [(Game::TwentyHundred, Game::FortyHundred), (Game::FourAces, Game::Durchmars)]
        .into_iter()
        .find(|(one, other)| games.contains(*one) && games.contains(*other))
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(suit) = self.suit {
            write!(f, "{suit} ")?;
        }
        if self.colourless {
            f.write_str("colourless ")?;
        }
        let named = self.named_games();
        for (place, game) in Game::ALL.into_iter().filter(|game| named.contains(*game)).enumerate() {
            let plus = if place == 0 { "" } else { "+" };
            let manner = match self.manner {
                Manner::Open if game.can_be_open() => "open-",
                Manner::Re => "re-",
                _ => "",
            };
            write!(f, "{plus}{manner}{game}")?;
        }
        Ok(())
    }
}

impl FromStr for Contract {
    type Err = NotAContract;

    fn from_str(text: &str) -> Result<Self, NotAContract> {
        let (mut suit, mut colourless, mut manner) = (None, false, Manner::Closed);
        let mut rest = text.trim();
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        if let Ok(named) = word.parse() {
            (suit, rest) = (Some(named), after.trim());
        }
        if let Some(after) = rest.strip_prefix("colourless ") {
            (colourless, rest) = (true, after.trim());
        }
        if let Some((word, after)) = rest.split_once(' ')
            && word.parse::<Game>().is_err()
            && begins_with_game(after)
        {
            return Err(unknown_word(word));
        }
        let mut games = Games::empty();
        for word in rest.split('+').map(str::trim).filter(|word| !word.is_empty()) {
            let (said, name) = match (word.strip_prefix("open-"), word.strip_prefix("re-")) {
                (Some(game), _) => (Manner::Open, game),
                (_, Some(game)) => (Manner::Re, game),
                _ => (Manner::Closed, word),
            };
            let game: Game = name.parse()?;
            match said {
                Manner::Open if !game.can_be_open() => return Err(NotAContract::NotOpen),
                Manner::Re if game != Game::Durchmars => return Err(NotAContract::NotRe),
                Manner::Closed => {}
                Manner::Open | Manner::Re if ![Manner::Closed, said].contains(&manner) => {
                    return Err(NotAContract::NotRe);
                }
                Manner::Open | Manner::Re => manner = said,
            }
            games |= game;
        }
        Self::new(games, suit, colourless, manner)
    }
}

/// Whether the text goes on as a contract without a suit does.
fn begins_with_game(text: &str) -> bool {
    let games = text.trim().trim_start_matches("colourless ");
    let first = games.split('+').next().unwrap_or_default().trim();
    let name = first.strip_prefix("open-").or_else(|| first.strip_prefix("re-")).unwrap_or(first);
    name.parse::<Game>().is_ok()
}

/// The refusal of a word that stands before the games.
fn unknown_word(word: &str) -> NotAContract {
    let known = Suit::ALL.map(Suit::word).into_iter().chain(["colourless"]);
    let nearest = known.min_by_key(|known| strsim::levenshtein(known, word)).unwrap_or_default();
    NotAContract::UnknownWord { found: word.to_owned(), nearest }
}

impl From<Contract> for String {
    fn from(contract: Contract) -> Self {
        contract.to_string()
    }
}

impl TryFrom<String> for Contract {
    type Error = NotAContract;

    fn try_from(text: String) -> Result<Self, NotAContract> {
        text.parse()
    }
}
