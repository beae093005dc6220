//! Names of suits, ranks, games, kontra levels and other terms.

use ulti_rules::{Game, Games, Rank, RuleSet, ScoredGame, Side, Suit, Trump};

use super::normalize::without_emoji;
use super::{Appearance, DeckStyle, Lang, Text, args};

/// Returns the name of a deck style followed by its suit symbols, such as `francia kártya ♣ ♠ ♥ ♦`.
pub fn faces(lang: Lang, faces: DeckStyle) -> String {
    let name = Text::new(lang).text(match faces {
        DeckStyle::Hungarian => "faces-hungarian",
        DeckStyle::French => "faces-french",
        DeckStyle::FourColour => "faces-four-colour",
    });
    Suit::ALL.into_iter().fold(name, |name, suit| name + " " + faces.sign(suit))
}

/// Returns the name of a deck style, followed by its suit symbols.
///
/// The symbols are omitted in text-only mode. The name never contains custom emoji.
pub fn faces_in(appearance: Appearance, named: DeckStyle) -> String {
    let name = faces(appearance.lang, named);
    if appearance.is_text_only() {
        without_emoji(&name.replace(['♣', '♠', '♥', '♦'], "")).trim().to_owned()
    } else {
        name
    }
}

/// Returns the message key for the name of a suit.
///
/// The key with `.accusative` appended is the key of the accusative form.
fn suit_key(faces: DeckStyle, suit: Suit) -> String {
    format!("suit-{}{}", deck(faces), suit.word())
}

/// Returns the part of a message key that depends on the deck: `french-`, or an empty string for the
/// Hungarian deck.
const fn deck(faces: DeckStyle) -> &'static str {
    if faces.is_french() { "french-" } else { "" }
}

/// Returns the name of a suit, such as `zöld` or `leaves`.
///
/// With a French deck style, the name is for example `pikk` or `spades`.
pub fn suit(appearance: Appearance, suit: Suit) -> String {
    Text::new(appearance.lang).text(&suit_key(appearance.faces, suit))
}

/// Returns the name of a suit in the accusative, such as `zöldet` or `leaves`.
pub(super) fn suit_accusative(appearance: Appearance, suit: Suit) -> String {
    Text::new(appearance.lang).text(&format!("{}.accusative", suit_key(appearance.faces, suit)))
}

/// Returns the name of a suit within a bid.
///
/// A bid in hearts is called `piros` with every deck style, because players and the rules use the word for
/// any game of double value.
pub(super) fn suit_of_bid(appearance: Appearance, named: Suit) -> String {
    match named {
        Suit::Hearts => suit(appearance.lang.into(), named),
        _ => suit(appearance, named),
    }
}

/// Returns the name of the trump suit, or a phrase such as "no trumps" if there is none.
pub fn trump(appearance: Appearance, trump: Trump) -> String {
    trump.map_or_else(|| Text::new(appearance.lang).text("trump-none"), |named| suit(appearance, named))
}

/// Names of the ranks as used in message keys, lowest rank first.
const RANKS: [&str; 8] = ["seven", "eight", "nine", "ten", "under", "over", "king", "ace"];

/// Returns the message key for the name of a rank.
///
/// The key with `.short` appended is the key of the abbreviation. The key with `.read` appended is the key of
/// the name for screen readers.
fn rank_key(faces: DeckStyle, rank: Rank) -> String {
    format!("rank-{}{}", deck(faces), RANKS[rank as usize])
}

/// Returns the name of a rank, such as `hetes`, `alsó`, `VII` or `Under`.
///
/// With a French deck style, the name is for example `bubi`, `7` or `Jack`.
pub fn rank(appearance: Appearance, rank: Rank) -> String {
    Text::new(appearance.lang).text(&rank_key(appearance.faces, rank))
}

/// Returns the abbreviation of a rank for buttons.
///
/// In the Hungarian deck, the abbreviations are `VII VIII IX X`, followed by `Al F K A` in Hungarian or `U O
/// K A` in English. In a French deck, they are `7 8 9 10`, followed by `B D K Á` or `J Q K A`.
///
/// The numerals are those printed on the cards. Hungarian players write `A` for the ace and `a` for the
/// under. The abbreviation of the under therefore has two letters here, so that no two abbreviations differ
/// only in case.
pub fn rank_short(appearance: Appearance, rank: Rank) -> String {
    Text::new(appearance.lang).text(&format!("{}.short", rank_key(appearance.faces, rank)))
}

/// Returns the name of a rank for screen readers, such as `seven` for a card marked `VII`.
pub(super) fn rank_read(appearance: Appearance, rank: Rank) -> String {
    Text::new(appearance.lang).text(&format!("{}.read", rank_key(appearance.faces, rank)))
}

/// Returns the name of a game, such as `ulti` or `40-100`.
///
/// The lowest game is called parti in both languages. Hungarian players usually call it "passz", but the same
/// word also means declining to bid.
pub fn game(lang: Lang, game: Game) -> String {
    Text::new(lang).text(&format!("game-{}", game.name()))
}

/// Returns the names of several games in contract order, such as `ulti és durchmars`.
pub fn games(lang: Lang, games: Games) -> String {
    let names: Vec<String> =
        Game::ALL.into_iter().filter(|one| games.contains(*one)).map(|one| game(lang, one)).collect();
    list(lang, &names)
}

/// Returns the name of a game for which points are paid, such as a bid game or a silent ulti.
pub fn scored(lang: Lang, scored: ScoredGame) -> String {
    let text = Text::new(lang);
    match scored {
        ScoredGame::Game(one) => game(lang, one),
        ScoredGame::SilentHundred => text.text("silent-hundred"),
        ScoredGame::SilentUlti => text.text("silent-ulti"),
        ScoredGame::SilentDurchmars => text.text("silent-durchmars"),
        ScoredGame::SilentFourAces => text.text("silent-four-aces"),
        ScoredGame::Renonsz => text.text("renonsz"),
    }
}

/// Returns the name of a side of a deal, such as `felvevő` (declarer) or `védők` (defenders).
pub fn side(lang: Lang, side: Side) -> String {
    Text::new(lang).text(match side {
        Side::Declarer => "side-declarer",
        Side::Defence => "side-defence",
    })
}

/// Returns the name of a kontra (doubling) level in the given rule set.
///
/// Level 1 is kontra and level 2 is rekontra. Level 0 means that nothing is doubled.
pub fn kontra_level(lang: Lang, rules: &RuleSet, level: u8) -> String {
    let named = usize::from(level).checked_sub(1).and_then(|place| rules.kontra_names.get(place));
    named.cloned().unwrap_or_else(|| Text::new(lang).with("kontra-level", args![level]))
}

/// Converts the first letter of a word to upper case, such as `kontra` to `Kontra`.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the display name of a preset of rules, such as `4M ulti`.
pub fn preset(lang: Lang, name: &str) -> String {
    Text::new(lang).text(&format!("preset-{name}"))
}

/// Joins items into a list with "and", such as `a, b és c`.
pub fn list(lang: Lang, things: &[String]) -> String {
    listed(lang, things, "list-last")
}

/// Joins alternatives into a list with "or", such as `a, b vagy c`.
pub fn either(lang: Lang, things: &[String]) -> String {
    listed(lang, things, "list-either")
}

fn listed(lang: Lang, things: &[String], end: &str) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => {
            let first = first.join(", ");
            Text::new(lang).with(end, args![first, last])
        }
    }
}
