//! Bids and their text form (`RULES §4`).

use super::rules::suit_word;

/// Names of all games, in the order in which a bid lists them.
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

/// A bid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Bid {
    /// The suit named in the bid.
    pub(crate) suit: Option<char>,
    pub(crate) colourless: bool,
    /// Names of the games in the bid, with prefixes such as `open-`. An implied parti is left out.
    pub(crate) games: Vec<String>,
}

/// Returns the name of a game without the prefix `open-` or `re-`.
pub(crate) fn kind(game: &str) -> &str {
    game.strip_prefix("open-").or_else(|| game.strip_prefix("re-")).unwrap_or(game)
}

impl Bid {
    /// Parses a bid.
    ///
    /// The games may be in any order, and an implied parti may be listed as well.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut bid = Self::default();
        let mut words: Vec<&str> = text.split(' ').collect();
        let games = words.pop().unwrap_or_default();
        for word in words {
            match "ALHB".chars().find(|suit| suit_word(*suit) == word) {
                Some(suit) if bid.suit.is_none() && !bid.colourless => bid.suit = Some(suit),
                None if word == "colourless" && !bid.colourless => bid.colourless = true,
                _ => return Err(format!("invalid bid '{text}'")),
            }
        }
        let named: Vec<&str> = games.split('+').collect();
        bid.games =
            WRITTEN.iter().filter(|game| named.contains(game)).map(|game| (*game).to_owned()).collect();
        if bid.games.len() != named.len() {
            return Err(format!("invalid bid '{text}'"));
        }
        if bid.games.len() > 1 && bid.games[0] == "parti" {
            bid.games.remove(0);
            if !bid.understands_parti() {
                return Err(format!("parti not allowed in '{text}'"));
            }
        }
        Ok(bid)
    }

    /// Returns the canonical text of the bid.
    pub(crate) fn text(&self) -> String {
        let suit = self.suit.map(|suit| format!("{} ", suit_word(suit))).unwrap_or_default();
        format!("{suit}{}{}", if self.colourless { "colourless " } else { "" }, self.games.join("+"))
    }

    /// Returns `true` if the bid contains an implied parti.
    ///
    /// This is the case if it names only ulti, four-aces and four-tens.
    fn understands_parti(&self) -> bool {
        self.games.iter().all(|game| ["ulti", "four-aces", "four-tens"].contains(&game.as_str()))
    }

    /// Returns the names of all games in the bid. If the bid implies a parti, `parti` comes first.
    pub(crate) fn all_games(&self) -> Vec<String> {
        let mut all = self.games.clone();
        if self.understands_parti() {
            all.insert(0, "parti".to_owned());
        }
        all
    }

    /// Returns `true` if the bid contains the game, open or not, implied or not.
    pub(crate) fn has(&self, game: &str) -> bool {
        self.all_games().iter().any(|own| kind(own) == game)
    }

    /// Returns `true` if `game` is the only game that the bid names. The prefixes `open-` and `re-` are
    /// ignored.
    pub(crate) fn is_only(&self, game: &str) -> bool {
        self.games.len() == 1 && kind(&self.games[0]) == game
    }

    /// Returns `true` if the bid contains an open game.
    pub(crate) fn is_open(&self) -> bool {
        self.games.iter().any(|game| game.starts_with("open-"))
    }
}
