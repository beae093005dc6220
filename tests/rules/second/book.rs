//! All bids of a rule set, and which is stronger (`RULES §3`, `§4`).

use super::bid::Bid;
use super::rules::Rules;

/// A bid that these rules have.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    pub(crate) bid: Bid,
    pub(crate) text: String,
    pub(crate) points: i32,
    /// The trumps it can be played with.
    pub(crate) trumps: Vec<Option<char>>,
}

/// Every bid there is.
#[derive(Debug, Clone)]
pub(crate) struct Book {
    pub(crate) pages: Vec<Page>,
    fewer_games: bool,
    synonyms: Vec<(String, String)>,
}

impl Book {
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut pages = Vec::new();
        for games in combinations(rules) {
            for suit in suits(rules) {
                for colourless in [false, true] {
                    let bid = Bid { suit, colourless, games: games.clone() };
                    if exists(&bid, rules) {
                        pages.push(page(bid, rules));
                    }
                }
            }
        }
        pages.sort_by_key(|page| page.points);
        Self { pages, fewer_games: rules.is("tie_break", "fewer_games"), synonyms: synonyms(rules) }
    }

    /// The page that a text means.
    pub(crate) fn find(&self, text: &str) -> Option<&Page> {
        let text = Bid::read(text).ok()?.text();
        let meant = self.synonyms.iter().find(|(word, _)| *word == text).map_or(&text, |(_, bid)| bid);
        self.pages.iter().find(|page| page.text == *meant)
    }

    /// Whether the first may be bid over the second.
    pub(crate) fn stronger(&self, new: &Page, old: &Page) -> bool {
        if new.points != old.points {
            return new.points > old.points;
        }
        if self.fewer_games {
            new.bid.all_games().len() < old.bid.all_games().len()
        } else {
            old.bid.has("parti") && !new.bid.has("parti")
        }
    }

    /// Every bid over this one, or every bid.
    pub(crate) fn over(&self, old: Option<&str>) -> Vec<&Page> {
        let old = old.and_then(|text| self.find(text));
        self.pages.iter().filter(|page| old.is_none_or(|old| self.stronger(page, old))).collect()
    }
}

/// The sets of games that may stand together, as written.
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
                    for march in ["", "durchmars", "open-durchmars"] {
                        if aces.is_empty() || march.is_empty() {
                            all.push(vec![hundred, ulti, aces, tens, march]);
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

/// Whether the rules have this bid; its games may stand together.
fn exists(bid: &Bid, rules: &Rules) -> bool {
    let lone_march = bid.games == ["durchmars"] || bid.games == ["open-durchmars"];
    if bid.colourless && !(lone_march && rules.is("lone_durchmars_trump", "bid")) {
        return false;
    }
    // Where every suit is bid, hearts are a suit as any other.
    if bid.suit != Some('H') || rules.all_suits() {
        return true;
    }
    if bid.is_open() && rules.is("hearts_open", "never") {
        return false;
    }
    let no_hearts = bid.colourless || bid.games == ["open-betli"] || bid.games == ["re-durchmars"];
    !no_hearts && (bid.games != ["open-durchmars"] || rules.is("hearts_open", "bid"))
}

fn page(bid: Bid, rules: &Rules) -> Page {
    let points = bid.all_games().iter().map(|game| rules.game_value(game, &bid)).sum();
    Page { text: bid.text(), points, trumps: trumps(&bid, rules), bid }
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
