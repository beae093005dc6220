//! The names of things: suits, ranks, games, kontra.

use crate::rules::{Game, Games, Rank, RuleSet, Scored, Side, Suit, Trump};

use super::{Lang, Text};

/// The key of a suit, to which `.accusative` may be added.
const fn suit_key(suit: Suit) -> &'static str {
    match suit {
        Suit::Acorns => "suit-acorns",
        Suit::Leaves => "suit-leaves",
        Suit::Hearts => "suit-hearts",
        Suit::Bells => "suit-bells",
    }
}

/// A suit: `zöld`, `leaves`.
pub fn suit(lang: Lang, suit: Suit) -> String {
    Text::new(lang).say(suit_key(suit))
}

/// A suit as what one plays or names: `zöldet`, `leaves`.
pub(super) fn suit_accusative(lang: Lang, suit: Suit) -> String {
    Text::new(lang).say(&format!("{}.accusative", suit_key(suit)))
}

/// Trumps: a suit, or that there are none.
pub fn trump(lang: Lang, trump: Trump) -> String {
    trump.map_or_else(|| Text::new(lang).say("trump-none"), |named| suit(lang, named))
}

const fn rank_key(rank: Rank) -> &'static str {
    match rank {
        Rank::Seven => "rank-seven",
        Rank::Eight => "rank-eight",
        Rank::Nine => "rank-nine",
        Rank::Ten => "rank-ten",
        Rank::Under => "rank-under",
        Rank::Over => "rank-over",
        Rank::King => "rank-king",
        Rank::Ace => "rank-ace",
    }
}

/// A rank in words: `hetes`, `alsó`, `VII`, `Under`.
pub fn rank(lang: Lang, rank: Rank) -> String {
    Text::new(lang).say(rank_key(rank))
}

/// A rank for a button: `VII VIII IX X`, then `Al F K A` or `U O K A`.
///
/// The numerals are those printed on the cards. Hungarian players write `A` for the ace; the under,
/// which by hand is a small `a`, gets a second letter, so that case alone never tells two cards apart.
pub fn rank_short(lang: Lang, rank: Rank) -> String {
    Text::new(lang).say(&format!("{}.short", rank_key(rank)))
}

const fn game_key(game: Game) -> &'static str {
    match game {
        Game::Parti => "game-parti",
        Game::TwentyHundred => "game-20-100",
        Game::FortyHundred => "game-40-100",
        Game::Ulti => "game-ulti",
        Game::FourAces => "game-four-aces",
        Game::FourTens => "game-four-tens",
        Game::Durchmars => "game-durchmars",
        Game::Betli => "game-betli",
    }
}

/// A game: `ulti`, `40-100`.
///
/// The lowest game is called parti in both languages: at the table it is mostly called "passz", but
/// so is not bidding, and a bot must not leave open which of the two it means.
pub fn game(lang: Lang, game: Game) -> String {
    Text::new(lang).say(game_key(game))
}

/// Several games in the order of a contract: `ulti és durchmars`.
pub fn games(lang: Lang, games: Games) -> String {
    let names: Vec<String> =
        Game::ALL.into_iter().filter(|one| games.contains(*one)).map(|one| game(lang, one)).collect();
    list(lang, &names)
}

/// What was won or lost: a game, or a silent one.
pub fn scored(lang: Lang, scored: Scored) -> String {
    let text = Text::new(lang);
    match scored {
        Scored::Game(one) => game(lang, one),
        Scored::SilentHundred => text.say("silent-hundred"),
        Scored::SilentUlti => text.say("silent-ulti"),
        Scored::SilentDurchmars => text.say("silent-durchmars"),
        Scored::SilentFourAces => text.say("silent-four-aces"),
        Scored::Renonsz => text.say("renonsz"),
    }
}

/// A side: `felvevő`, `védők`.
pub fn side(lang: Lang, side: Side) -> String {
    Text::new(lang).say(match side {
        Side::Declarer => "side-declarer",
        Side::Defence => "side-defence",
    })
}

/// What these rules call the doubling at a level: 1 kontra, 2 rekontra …; nothing is doubled at 0.
pub fn kontra_level(lang: Lang, rules: &RuleSet, level: u8) -> String {
    let named = usize::from(level).checked_sub(1).and_then(|place| rules.kontra_names.get(place));
    named.cloned().unwrap_or_else(|| Text::new(lang).with("kontra-level", &[("level", level.into())]))
}

/// A word as it begins a sentence or a label: `kontra` is `Kontra`.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A rule set by the name of its preset: `4M ulti`.
pub fn preset(lang: Lang, name: &str) -> String {
    Text::new(lang).say(&format!("preset-{name}"))
}

/// A list as it is said: `a, b és c`.
pub fn list(lang: Lang, things: &[String]) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => {
            let first = first.join(", ");
            Text::new(lang).with("list-last", &[("first", first.into()), ("last", last.into())])
        }
    }
}
