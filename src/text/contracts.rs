//! Names of contracts.

use ulti_rules::{BookEntry, Contract, Game, OfferedBid, PlayManner, Rank, Trump, TrumpRule};

use super::{Appearance, Lang, Text, args, names};

/// Returns the usual name of a contract, such as `piros 40-100 ulti`, `hearts 40-100 + ulti`, `terített
/// durchmars` or `open durchmars`.
pub fn contract(appearance: Appearance, contract: &Contract) -> String {
    let lang = appearance.lang;
    let mut name = String::new();
    if let Some(suit) = contract.suit() {
        name += &names::suit_of_bid(appearance, suit);
        name.push(' ');
    }
    name + &game_names(lang, *contract, "contract-open").join(match lang {
        Lang::Hu => " ",
        Lang::En => " + ",
    })
}

/// Returns the short name of a contract without its suit, for the table of contracts, such as
/// `40-100+ulti`.
pub(crate) fn contract_in_table(lang: Lang, contract: Contract) -> String {
    game_names(lang, contract, "contract-open-short").join("+")
}

/// Returns the names of a contract's games. The key `open` is for the name of a game that is played with an
/// open hand.
fn game_names(lang: Lang, contract: Contract, open: &str) -> Vec<String> {
    let text = Text::new(lang);
    let named = contract.named_games();
    let game_name = |game: Game| {
        let name = names::game(lang, game);
        match contract.manner() {
            PlayManner::Open if game.can_be_open() => text.with(open, args![game = name]),
            PlayManner::Re => text.with("contract-re", args![game = name]),
            PlayManner::Open | PlayManner::Closed => name,
        }
    };
    let mut names: Vec<String> =
        Game::ALL.into_iter().filter(|game| named.contains(*game)).map(game_name).collect();
    if contract.is_colourless()
        && let Some(first) = names.first_mut()
    {
        *first = format!("{} {first}", text.text("contract-colourless"));
    }
    names
}

/// Returns the name of a contract, followed by its trump suit in brackets, such as `ulti (zöld)`.
///
/// The suit is omitted if the name already contains it or if there are no trumps.
pub fn contract_with_trump(appearance: Appearance, played: &Contract, trump: Trump) -> String {
    let name = contract(appearance, played);
    match trump {
        Some(suit) if played.suit() != Some(suit) => {
            let suit = names::suit(appearance, suit);
            appearance.formatter().with("contract-trump", args![contract = name, suit])
        }
        _ => name,
    }
}

/// Returns one line that says what a contract requires and what it pays, such as `win the last trick with the
/// VII of trumps · +5 / −9 each` or `win no trick; no trumps · ±5 each`.
///
/// The amounts are points per defender if all games are won or lost and nothing is doubled. If the line is
/// longer than `limit` characters, the last games are only named; if it is still too long, an ellipsis
/// replaces the last requirements.
pub fn contract_terms(appearance: Appearance, entry: &BookEntry, limit: usize) -> String {
    let formatter = appearance.formatter();
    let (won, lost) = (entry.won(), entry.lost());
    let same = won == lost;
    let line = |goals: &[String]| formatter.with("terms", args![goals = goals.join("; "), won, lost, same]);
    let fits = |line: &str| line.chars().count() <= limit;
    let games = goals(appearance, entry);
    let conditions = conditions(appearance, entry);
    for explained in (0..=games.len()).rev() {
        let goal = |(at, (game, goal)): (usize, &(Game, String))| {
            if at < explained { goal.clone() } else { names::game(appearance.lang, *game) }
        };
        let line =
            line(&games.iter().enumerate().map(goal).chain(conditions.iter().cloned()).collect::<Vec<_>>());
        if fits(&line) {
            return line;
        }
    }
    let named: Vec<String> = games.iter().map(|(game, _)| names::game(appearance.lang, *game)).collect();
    let shortened = (1..named.len()).rev().map(|kept| line(&[&named[..kept], &["…".to_owned()]].concat()));
    shortened.into_iter().find(|line| fits(line)).unwrap_or_else(|| line(&named))
}

/// Returns the points per defender that a contract pays if all games are won or lost, such as `±5` or
/// `+5 / −9`.
pub fn stake(appearance: Appearance, won: i32, lost: i32) -> String {
    appearance.formatter().with("stake", args![won, lost, same = won == lost])
}

/// Returns the line of [`contract_terms`], with a warning before it if the contract cannot be won.
pub fn offered_bid_terms(appearance: Appearance, bid: OfferedBid<'_>, limit: usize) -> String {
    if !bid.is_out_of_reach {
        return contract_terms(appearance, bid.entry, limit);
    }
    let warn = |terms: &str| appearance.formatter().with("terms-out-of-reach", args![terms]);
    let space = limit.saturating_sub(warn("").chars().count());
    warn(&contract_terms(appearance, bid.entry, space))
}

/// Returns the requirement of each named game of a contract.
fn goals(appearance: Appearance, entry: &BookEntry) -> Vec<(Game, String)> {
    let rank = |rank| names::rank(appearance.undrawn(), rank).into();
    let args = [("seven", rank(Rank::Seven)), ("over", rank(Rank::Over)), ("king", rank(Rank::King))];
    let named = entry.contract.named_games();
    let games = Game::ALL.into_iter().filter(|game| named.contains(*game));
    games.map(|game| (game, appearance.formatter().with(&format!("goal-{}", game.name()), &args))).collect()
}

/// Returns the requirements of a contract that do not belong to one of its named games.
fn conditions(appearance: Appearance, entry: &BookEntry) -> Vec<String> {
    let contract = entry.contract;
    let has_unnamed_parti = contract.has(Game::Parti) && !contract.named_games().contains(Game::Parti);
    let has_no_trumps = entry.trump == TrumpRule::Fixed(None);
    let conditions = [
        (has_unnamed_parti, "goal-parti-too"),
        (has_no_trumps && contract.suit().is_none(), "goal-no-trumps"),
        (has_no_trumps && contract.suit().is_some(), "goal-no-trumps-in-suit"),
        (contract.manner() == PlayManner::Open, "goal-open"),
    ];
    let conditions = conditions.into_iter().filter(|(applies, _)| *applies);
    conditions.map(|(_, key)| appearance.formatter().text(key)).collect()
}
