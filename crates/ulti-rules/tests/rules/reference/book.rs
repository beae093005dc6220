//! All bids of a rule set and their order (`RULES §3`, `§4`).

use super::bid::Bid;
use super::rules::Rules;

/// A bid that is allowed by the rules.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) bid: Bid,
    pub(crate) text: String,
    pub(crate) points: i32,
    /// The trumps with which the bid can be played.
    pub(crate) trumps: Vec<Option<char>>,
}

/// All bids of a rule set.
#[derive(Debug, Clone)]
pub(crate) struct Book {
    pub(crate) entries: Vec<Entry>,
    fewer_games: bool,
    synonyms: Vec<(String, String)>,
}

impl Book {
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut entries = Vec::new();
        for games in combinations(rules) {
            for suit in suits(rules) {
                for colourless in [false, true] {
                    let bid = Bid { suit, colourless, games: games.clone() };
                    if exists(&bid, rules) {
                        entries.push(entry(bid, rules));
                    }
                }
            }
        }
        entries.sort_by_key(|entry| entry.points);
        Self { entries, fewer_games: rules.is("tie_break", "fewer_games"), synonyms: synonyms(rules) }
    }

    /// Finds the entry for a text, resolving synonyms.
    pub(crate) fn find(&self, text: &str) -> Option<&Entry> {
        let text = Bid::read(text).ok()?.text();
        let meant = self.synonyms.iter().find(|(word, _)| *word == text).map_or(&text, |(_, bid)| bid);
        self.entries.iter().find(|entry| entry.text == *meant)
    }

    /// Returns `true` if `new` may be bid after `old`.
    pub(crate) fn stronger(&self, new: &Entry, old: &Entry) -> bool {
        if new.points != old.points {
            return new.points > old.points;
        }
        if self.fewer_games {
            new.bid.all_games().len() < old.bid.all_games().len()
        } else {
            old.bid.has("parti") && !new.bid.has("parti")
        }
    }

    /// Returns the bids that may be bid after `old`, or all bids if `old` is `None`.
    pub(crate) fn over(&self, old: Option<&str>) -> Vec<&Entry> {
        let old = old.and_then(|text| self.find(text));
        self.entries.iter().filter(|entry| old.is_none_or(|old| self.stronger(entry, old))).collect()
    }
}

/// Returns all valid combinations of games, including variants such as `open-betli`.
fn combinations(rules: &Rules) -> Vec<Vec<String>> {
    let aces: &[&str] = if rules.yes("four_aces") { &["", "four-aces"] } else { &[""] };
    let tens: &[&str] = if rules.yes("four_tens") { &["", "four-tens"] } else { &[""] };
    let mut all: Vec<Vec<&str>> = vec![vec!["betli"], vec!["open-betli"]];
    if rules.is("re_durchmars", "bid") {
        all.push(vec!["re-durchmars"]);
    }
    for hundred in ["", "20-100", "40-100"] {
        for ulti in ["", "ulti"] {
            for aces in aces {
                for tens in tens {
                    for durchmars in ["", "durchmars", "open-durchmars"] {
                        if aces.is_empty() || durchmars.is_empty() {
                            all.push(vec![hundred, ulti, aces, tens, durchmars]);
                        }
                    }
                }
            }
        }
    }
    all.into_iter().map(without_gaps).collect()
}

fn without_gaps(games: Vec<&str>) -> Vec<String> {
    let named: Vec<String> = games.into_iter().filter(|game| !game.is_empty()).map(str::to_owned).collect();
    if named.is_empty() { vec!["parti".to_owned()] } else { named }
}

fn suits(rules: &Rules) -> Vec<Option<char>> {
    if rules.all_suits() { "ALHB".chars().map(Some).collect() } else { vec![None, Some('H')] }
}

/// Returns `true` if the rules contain this bid. The caller ensures that its games can be combined.
fn exists(bid: &Bid, rules: &Rules) -> bool {
    let lone_durchmars = bid.games == ["durchmars"] || bid.games == ["open-durchmars"];
    if bid.colourless && !(lone_durchmars && rules.is("lone_durchmars_trump", "bid")) {
        return false;
    }
    if bid.games == ["betli"] && bid.suit == Some('H') && !rules.yes("re_betli") {
        return false;
    }
    // If bids can name every suit, hearts is not special.
    if bid.suit != Some('H') || rules.all_suits() {
        return true;
    }
    if bid.is_open() && rules.is("hearts_open", "never") {
        return false;
    }
    let no_hearts = bid.colourless || bid.games == ["open-betli"] || bid.games == ["re-durchmars"];
    !no_hearts && (bid.games != ["open-durchmars"] || rules.is("hearts_open", "bid"))
}

fn entry(bid: Bid, rules: &Rules) -> Entry {
    let points = bid.all_games().iter().map(|game| rules.game_value(game, &bid)).sum();
    Entry { text: bid.text(), points, trumps: trumps(&bid, rules), bid }
}

fn trumps(bid: &Bid, rules: &Rules) -> Vec<Option<char>> {
    let suits: Vec<Option<char>> = match bid.suit {
        Some(suit) => vec![Some(suit)],
        None => vec![Some('A'), Some('L'), Some('B')],
    };
    if bid.colourless || bid.is_only("betli") || bid.games == ["re-durchmars"] {
        return vec![None];
    }
    match rules.word("lone_durchmars_trump") {
        "none" if bid.is_only("durchmars") => vec![None],
        "chosen" if bid.is_only("durchmars") => {
            let mut choice = vec![None];
            choice.extend(suits);
            if bid.is_open() && bid.suit.is_none() && !rules.is("hearts_open", "never") {
                choice.push(Some('H'));
            }
            choice
        }
        _ => suits,
    }
}

fn synonyms(rules: &Rules) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    if rules.is("hearts_open", "synonym") && !rules.all_suits() {
        pairs.push(("hearts open-betli", "open-betli"));
        pairs.push(("hearts open-durchmars", "open-durchmars"));
    }
    if rules.is("re_durchmars", "synonym") {
        pairs.push(("re-durchmars", "open-durchmars"));
    }
    pairs.into_iter().map(|(word, bid)| (word.to_owned(), bid.to_owned())).collect()
}
