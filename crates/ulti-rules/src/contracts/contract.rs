//! Contracts. A contract consists of one or more games and of the suit or qualifier named in the bid (`RULES
//! §4`).

use std::fmt;
use std::str::FromStr;

use enumset::EnumSet;
use serde_with::{DeserializeFromStr, SerializeDisplay};

use crate::contracts::game::UnknownGame;
use crate::json::Excerpt;
use crate::nearest::nearest;
use crate::{Card, CardSet, Game, Games, Rank, Suit, Trump};

/// A contract: the games that the declarer undertakes to win.
///
/// A contract can also name a suit, and whether it is played with an open hand. A [`Book`](crate::Book) lists
/// the contracts that can be bid under its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SerializeDisplay, DeserializeFromStr)]
pub struct Contract {
    games: Games,
    suit: Option<Suit>,
    colourless: bool,
    manner: PlayManner,
}

/// Manner in which a *betli* (win no trick) or *durchmars* (win every trick) is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlayManner {
    /// The declarer's hand stays hidden during play.
    #[default]
    Closed,
    /// The declarer's hand is laid face up after the first trick.
    Open,
    /// The contract is a *re-durchmars*: a more valuable durchmars (win every trick) that is played without
    /// trumps.
    Re,
}

/// Error returned when a contract cannot be parsed or created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContractError {
    /// The contract contains no games.
    #[error("a contract needs at least one game")]
    NoGame,
    /// The two given games cannot be combined in one contract. They are equal if a text names a game twice.
    #[error("{0} and {1} cannot be combined: remove one of them")]
    DoNotCombine(Game, Game),
    /// The prefix `open-` was used with a game other than betli or durchmars.
    #[error("only betli and durchmars can be open")]
    NotOpen,
    /// The prefix `re-` was used in a contract other than a durchmars bid on its own.
    #[error("only a lone durchmars can be re-durchmars")]
    NotRe,
    /// The word `colourless` was used together with the prefix `re-`, or in a contract other than a durchmars
    /// bid on its own.
    #[error("only a lone durchmars can be colourless")]
    NotColourless,
    /// The contract has an unknown word before the names of its games. Only a suit and the word `colourless`
    /// may precede the games.
    #[error("unknown word '{}': did you mean '{nearest}'?", Excerpt(found))]
    UnknownWord {
        /// The unknown word.
        found: String,
        /// The valid word that is most similar to the unknown word.
        nearest: &'static str,
    },
    /// The contract names an unknown game.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
}

impl Contract {
    /// Creates a contract from the games named in a bid.
    ///
    /// A *parti* (win more points than the opponents) is added if the bid names no games other than ulti,
    /// four-aces and four-tens.
    ///
    /// # Errors
    /// Returns an error if `named` is empty, if the games exclude each other, or if they cannot be combined
    /// with `colourless` or `manner`.
    pub fn new(
        named: Games,
        suit: Option<Suit>,
        colourless: bool,
        manner: PlayManner,
    ) -> Result<Self, ContractError> {
        let mut games = named;
        if named.is_empty() {
            return Err(ContractError::NoGame);
        }
        if named.iter().all(Game::implies_parti) {
            games |= Game::Parti;
        }
        if let Some((one, other)) = conflicting_games(games) {
            return Err(ContractError::DoNotCombine(one, other));
        }
        let lone_durchmars = games == Games::only(Game::Durchmars);
        if manner == PlayManner::Open && !games.iter().any(Game::can_be_open) {
            return Err(ContractError::NotOpen);
        }
        if manner == PlayManner::Re && !lone_durchmars {
            return Err(ContractError::NotRe);
        }
        if colourless && (!lone_durchmars || manner == PlayManner::Re) {
            return Err(ContractError::NotColourless);
        }
        Ok(Self { games, suit, colourless, manner })
    }

    /// Returns all games of the contract, including an implied *parti* (win more points than the opponents).
    pub const fn games(&self) -> Games {
        self.games
    }

    /// Returns the games that are named in the text of the contract.
    ///
    /// An implied *parti* (win more points than the opponents) is excluded.
    pub fn named_games(&self) -> Games {
        if self.games.len() > 1 { self.games - Game::Parti } else { self.games }
    }

    /// Returns `true` if the contract includes the game.
    pub fn has(&self, game: Game) -> bool {
        self.games.contains(game)
    }

    /// Returns `true` if the contract consists of only this game.
    pub fn is_lone(&self, game: Game) -> bool {
        self.games == Games::only(game)
    }

    /// Returns the games of the contract that the declarer is certain to lose (`RULES §4`).
    ///
    /// `hand` contains at least the cards that the declarer holds when play begins. `talon` contains only
    /// cards that the declarer laid down. A game is certain to be lost in these cases:
    ///
    /// - ulti, if the hand does not contain the trump VII;
    /// - 40-100 and 20-100, if the hand does not contain the required marriage;
    /// - 20-100, if the points in the talon leave fewer than 80 points to win in tricks;
    /// - four-aces and four-tens, if one of the four cards lies in the talon.
    ///
    /// ```
    /// use ulti_rules::{CardSet, Contract, Game, Suit};
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

    /// Returns those of `trumps` with which no game of the contract is certain to be lost.
    ///
    /// `hand` and `talon` are the same as for [`out_of_reach`](Self::out_of_reach).
    pub fn winnable_trumps(&self, hand: CardSet, talon: CardSet, trumps: &[Trump]) -> Vec<Trump> {
        trumps.iter().copied().filter(|trump| self.out_of_reach(hand, talon, *trump).is_empty()).collect()
    }

    /// Returns the suit named in the bid, or `None` if the bid names no suit.
    pub const fn suit(&self) -> Option<Suit> {
        self.suit
    }

    /// Returns `true` if the contract's suit is hearts. Most presets give such contracts higher values.
    pub fn is_hearts(&self) -> bool {
        self.suit == Some(Suit::Hearts)
    }

    /// Returns `true` if the contract is *colourless*: a durchmars (win every trick) without trumps.
    pub const fn is_colourless(&self) -> bool {
        self.colourless
    }

    /// Returns `true` if the contract is played with the declarer's hand face up.
    pub const fn is_open(&self) -> bool {
        matches!(self.manner, PlayManner::Open)
    }

    /// Returns `true` if the contract is a *re-durchmars*. This is a durchmars (win every trick) without
    /// trumps that is worth more than an ordinary one.
    pub const fn is_re(&self) -> bool {
        matches!(self.manner, PlayManner::Re)
    }

    /// Returns how the contract is played: with a hidden hand, with an open hand, or as a re-durchmars.
    pub const fn manner(&self) -> PlayManner {
        self.manner
    }

    /// Returns a copy of the contract without its suit.
    #[must_use]
    pub const fn without_suit(mut self) -> Self {
        self.suit = None;
        self
    }

    /// Returns a copy of the contract without the game *four-tens*. If no other game was named, the copy is a
    /// *parti*.
    #[must_use]
    pub fn without_four_tens(mut self) -> Self {
        self.games -= Game::FourTens;
        self
    }

    /// Returns a copy of the contract with the given manner of play, such as open.
    #[must_use]
    pub(crate) const fn in_manner(mut self, manner: PlayManner) -> Self {
        self.manner = manner;
        self
    }
}

/// Returns two games in the set that cannot be combined in one contract, or `None` if there are none.
fn conflicting_games(games: Games) -> Option<(Game, Game)> {
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
                PlayManner::Open if game.can_be_open() => "open-",
                PlayManner::Re => "re-",
                _ => "",
            };
            write!(f, "{plus}{manner}{game}")?;
        }
        Ok(())
    }
}

impl FromStr for Contract {
    type Err = ContractError;

    fn from_str(text: &str) -> Result<Self, ContractError> {
        let (mut suit, mut colourless, mut manner) = (None, false, PlayManner::Closed);
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
            let (found, name) = match (word.strip_prefix("open-"), word.strip_prefix("re-")) {
                (Some(game), _) => (PlayManner::Open, game),
                (_, Some(game)) => (PlayManner::Re, game),
                _ => (PlayManner::Closed, word),
            };
            let game: Game = name.parse()?;
            match found {
                PlayManner::Open if !game.can_be_open() => return Err(ContractError::NotOpen),
                PlayManner::Re if game != Game::Durchmars => return Err(ContractError::NotRe),
                PlayManner::Closed => {}
                PlayManner::Open | PlayManner::Re if ![PlayManner::Closed, found].contains(&manner) => {
                    return Err(ContractError::NotRe);
                }
                PlayManner::Open | PlayManner::Re => manner = found,
            }
            if !games.insert(game) {
                return Err(ContractError::DoNotCombine(game, game));
            }
        }
        Self::new(games, suit, colourless, manner)
    }
}

/// Returns `true` if the text begins with the name of a game.
///
/// The name may follow the word `colourless` or a prefix such as `open-`.
fn begins_with_game(text: &str) -> bool {
    let games = text.trim().trim_start_matches("colourless ");
    let first = games.split('+').next().unwrap_or_default().trim();
    let name = first.strip_prefix("open-").or_else(|| first.strip_prefix("re-")).unwrap_or(first);
    name.parse::<Game>().is_ok()
}

/// Creates the error for an unknown word in a contract. The error suggests the most similar valid word.
fn unknown_word(word: &str) -> ContractError {
    let known = Suit::ALL.map(Suit::word).into_iter().chain(["colourless"]);
    ContractError::UnknownWord { found: word.to_owned(), nearest: nearest(word, known) }
}
