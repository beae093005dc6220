//! The names of things: suits, ranks, games, kontra.

use crate::rules::{Game, Games, Rank, RuleSet, Scored, Side, Suit, Trump};

use super::plain::without_emoji;
use super::{Faces, Lang, Look, Text};

/// A deck's faces by name, with the signs of its suits: `francia kártya ♣ ♠ ♥ ♦`.
pub fn faces(lang: Lang, faces: Faces) -> String {
    let name = Text::new(lang).say(match faces {
        Faces::Hungarian => "faces-hungarian",
        Faces::French => "faces-french",
        Faces::FourColour => "faces-four-colour",
    });
    Suit::ALL.into_iter().fold(name, |name, suit| name + " " + faces.sign(suit))
}

/// The same in a look: by name alone where there is to be no sign, and never with small pictures.
pub fn faces_in(look: Look, named: Faces) -> String {
    let name = faces(look.lang, named);
    if look.is_text_only() {
        without_emoji(&name.replace(['♣', '♠', '♥', '♦'], "")).trim().to_owned()
    } else {
        name
    }
}

/// The key of a suit, to which `.accusative` may be added.
const fn suit_key(faces: Faces, suit: Suit) -> &'static str {
    match (faces, suit) {
        (Faces::Hungarian, Suit::Acorns) => "suit-acorns",
        (Faces::Hungarian, Suit::Leaves) => "suit-leaves",
        (Faces::Hungarian, Suit::Hearts) => "suit-hearts",
        (Faces::Hungarian, Suit::Bells) => "suit-bells",
        (Faces::French | Faces::FourColour, Suit::Acorns) => "suit-french-acorns",
        (Faces::French | Faces::FourColour, Suit::Leaves) => "suit-french-leaves",
        (Faces::French | Faces::FourColour, Suit::Hearts) => "suit-french-hearts",
        (Faces::French | Faces::FourColour, Suit::Bells) => "suit-french-bells",
    }
}

/// A suit: `zöld`, `leaves`; `pikk`, `spades`.
pub fn suit(look: Look, suit: Suit) -> String {
    Text::new(look.lang).say(suit_key(look.faces, suit))
}

/// A suit as what one plays or names: `zöldet`, `leaves`.
pub(super) fn suit_accusative(look: Look, suit: Suit) -> String {
    Text::new(look.lang).say(&format!("{}.accusative", suit_key(look.faces, suit)))
}

/// A suit as a bid names it. A bid in hearts is called `piros` with whatever deck it is played: that
/// is the name of a game that counts double, in the rules as at the table.
pub(super) fn suit_of_bid(look: Look, named: Suit) -> String {
    match named {
        Suit::Hearts => suit(look.lang.into(), named),
        _ => suit(look, named),
    }
}

/// Trumps: a suit, or that there are none.
pub fn trump(look: Look, trump: Trump) -> String {
    trump.map_or_else(|| Text::new(look.lang).say("trump-none"), |named| suit(look, named))
}

const fn rank_key(faces: Faces, rank: Rank) -> &'static str {
    match (faces, rank) {
        (Faces::Hungarian, Rank::Seven) => "rank-seven",
        (Faces::Hungarian, Rank::Eight) => "rank-eight",
        (Faces::Hungarian, Rank::Nine) => "rank-nine",
        (Faces::Hungarian, Rank::Ten) => "rank-ten",
        (Faces::Hungarian, Rank::Under) => "rank-under",
        (Faces::Hungarian, Rank::Over) => "rank-over",
        (Faces::Hungarian, Rank::King) => "rank-king",
        (Faces::Hungarian, Rank::Ace) => "rank-ace",
        (Faces::French | Faces::FourColour, Rank::Seven) => "rank-french-seven",
        (Faces::French | Faces::FourColour, Rank::Eight) => "rank-french-eight",
        (Faces::French | Faces::FourColour, Rank::Nine) => "rank-french-nine",
        (Faces::French | Faces::FourColour, Rank::Ten) => "rank-french-ten",
        (Faces::French | Faces::FourColour, Rank::Under) => "rank-french-under",
        (Faces::French | Faces::FourColour, Rank::Over) => "rank-french-over",
        (Faces::French | Faces::FourColour, Rank::King) => "rank-french-king",
        (Faces::French | Faces::FourColour, Rank::Ace) => "rank-french-ace",
    }
}

/// A rank in words: `hetes`, `alsó`, `VII`, `Under`; `bubi`, `7`, `Jack`.
pub fn rank(look: Look, rank: Rank) -> String {
    Text::new(look.lang).say(rank_key(look.faces, rank))
}

/// A rank for a button: `VII VIII IX X`, then `Al F K A` or `U O K A`; of the French deck `7 8 9 10`,
/// then `B D K Á` or `J Q K A`.
///
/// The numerals are those printed on the cards. Hungarian players write `A` for the ace; the under,
/// which by hand is a small `a`, gets a second letter, so that case alone never tells two cards apart.
pub fn rank_short(look: Look, rank: Rank) -> String {
    Text::new(look.lang).say(&format!("{}.short", rank_key(look.faces, rank)))
}

/// A rank as a screen reader should read it: `seven` where the card says `VII`.
pub(super) fn rank_read(look: Look, rank: Rank) -> String {
    Text::new(look.lang).say(&format!("{}.read", rank_key(look.faces, rank)))
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
    listed(lang, things, "list-last")
}

/// What there is to choose from: `a, b vagy c`.
pub fn either(lang: Lang, things: &[String]) -> String {
    listed(lang, things, "list-either")
}

fn listed(lang: Lang, things: &[String], end: &str) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => {
            let first = first.join(", ");
            Text::new(lang).with(end, &[("first", first.into()), ("last", last.into())])
        }
    }
}
