//! A bid as its text says it (`RULES §4`).

use super::rules::suit_word;

/// The games in the order in which they are written.
pub(crate) const WRITTEN: [&str; 11] = [
    "parti",
    "20-100",
    "40-100",
    "ulti",
    "four-aces",
    "four-tens",
    "durchmars",
    "open-durchmars",
    "re-durchmars",
    "betli",
    "open-betli",
];

/// What was bid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Bid {
    /// The suit named in it.
    pub(crate) suit: Option<char>,
    pub(crate) colourless: bool,
    /// As written, `open-` and all; an understood parti is not among them.
    pub(crate) games: Vec<String>,
}

/// `open-durchmars` is a durchmars.
pub(crate) fn kind(game: &str) -> &str {
    game.strip_prefix("open-").or_else(|| game.strip_prefix("re-")).unwrap_or(game)
}

impl Bid {
    /// From its text; the games in any order, the understood parti said or not.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut bid = Self::default();
        let mut words: Vec<&str> = text.split(' ').collect();
        let games = words.pop().unwrap_or_default();
        for word in words {
            match "ALHB".chars().find(|suit| suit_word(*suit) == word) {
                Some(suit) if bid.suit.is_none() && !bid.colourless => bid.suit = Some(suit),
                None if word == "colourless" && !bid.colourless => bid.colourless = true,
                _ => return Err(format!("'{text}' is no bid")),
            }
        }
        let said: Vec<&str> = games.split('+').collect();
        bid.games =
            WRITTEN.iter().filter(|game| said.contains(game)).map(|game| (*game).to_owned()).collect();
        if bid.games.len() != said.len() {
            return Err(format!("'{text}' is no bid"));
        }
        if bid.games.len() > 1 && bid.games[0] == "parti" {
            bid.games.remove(0);
            if !bid.understands_parti() {
                return Err(format!("'{text}' has no parti"));
            }
        }
        Ok(bid)
    }

    /// Its canonical text.
    pub(crate) fn text(&self) -> String {
        let suit = self.suit.map(|suit| format!("{} ", suit_word(suit))).unwrap_or_default();
        format!("{suit}{}{}", if self.colourless { "colourless " } else { "" }, self.games.join("+"))
    }

    /// The parti is understood beside nothing but ulti, four-aces and four-tens.
    fn understands_parti(&self) -> bool {
        self.games.iter().all(|game| ["ulti", "four-aces", "four-tens"].contains(&game.as_str()))
    }

    /// Its games as written, the understood parti first.
    pub(crate) fn all_games(&self) -> Vec<String> {
        let mut all = self.games.clone();
        if self.understands_parti() {
            all.insert(0, "parti".to_owned());
        }
        all
    }

    /// Whether it has a game of this kind (`durchmars` open or not, `parti` understood or not).
    pub(crate) fn has(&self, game: &str) -> bool {
        self.all_games().iter().any(|own| kind(own) == game)
    }

    /// Whether this kind of game is all there is, an understood parti aside.
    pub(crate) fn is_only(&self, game: &str) -> bool {
        self.games.len() == 1 && kind(&self.games[0]) == game
    }

    /// Whether a hand is laid open.
    pub(crate) fn is_open(&self) -> bool {
        self.games.iter().any(|game| game.starts_with("open-"))
    }
}
