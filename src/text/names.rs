//! Names of suits, ranks, games, kontra levels and other terms.

use ulti_rules::{Contract, Game, Games, PlayManner, Rank, RuleSet, ScoredGame, Side, Suit, Trump};

use super::normalize::without_emoji;
use super::{Appearance, DeckStyle, Lang, Text, args};

/// Returns the name of a deck style, followed by its suit symbols, such as `francia kártya ♣ ♠ ♥ ♦`.
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
/// Omits the symbols in text-only mode. Never uses custom emoji.
pub fn faces_in(appearance: Appearance, named: DeckStyle) -> String {
    let name = faces(appearance.lang, named);
    if appearance.is_text_only() {
        without_emoji(&name.replace(['♣', '♠', '♥', '♦'], "")).trim().to_owned()
    } else {
        name
    }
}

/// Returns the message key for a suit's name.
///
/// Append `.accusative` to get the key for the accusative form.
fn suit_key(faces: DeckStyle, suit: Suit) -> String {
    format!("suit-{}{}", deck(faces), suit.word())
}

/// Returns the deck-specific part of a message key: `french-` for French decks, otherwise an empty string.
const fn deck(faces: DeckStyle) -> &'static str {
    if faces.is_french() { "french-" } else { "" }
}

/// Returns the name of a suit, such as `zöld` or `leaves`.
///
/// For French decks, the corresponding names are `pikk` and `spades`.
pub fn suit(appearance: Appearance, suit: Suit) -> String {
    Text::new(appearance.lang).text(&suit_key(appearance.faces, suit))
}

/// Returns the accusative form of a suit's name, such as `zöldet` in Hungarian. English names do not change.
pub(super) fn suit_accusative(appearance: Appearance, suit: Suit) -> String {
    Text::new(appearance.lang).text(&format!("{}.accusative", suit_key(appearance.faces, suit)))
}

/// Returns the name of a suit as it appears in a bid.
///
/// In Hungarian bids, hearts are called `piros` even with a French deck. The usual name of the French suit,
/// `kőr`, is not used in bids.
pub(super) fn suit_of_bid(appearance: Appearance, named: Suit) -> String {
    match named {
        Suit::Hearts => suit(appearance.lang.into(), named),
        _ => suit(appearance, named),
    }
}

/// Returns the name of the trump suit, or the phrase for "no trumps".
pub fn trump(appearance: Appearance, trump: Trump) -> String {
    trump.map_or_else(|| Text::new(appearance.lang).text("trump-none"), |named| suit(appearance, named))
}

/// Joins trump suits into a list of alternatives, such as `makk vagy zöld`.
pub fn either_trump(appearance: Appearance, trumps: &[Trump]) -> String {
    let named: Vec<String> = trumps.iter().map(|one| trump(appearance.undrawn(), *one)).collect();
    either(appearance.lang, &named)
}

/// Returns the message key for a rank's name.
///
/// Append `.short` to get the key for the abbreviation, or `.read` to get the key for the name read by screen
/// readers.
fn rank_key(faces: DeckStyle, rank: Rank) -> String {
    format!("rank-{}{}", deck(faces), rank.word())
}

/// Returns the name of a rank, such as `hetes`, `alsó`, `VII` or `Under`.
///
/// Names for French decks include `bubi`, `7` and `Jack`. In text-only mode, a Roman numeral is written as a
/// word for screen readers, such as `seven`.
pub fn rank(appearance: Appearance, rank: Rank) -> String {
    if appearance.is_text_only() {
        return rank_read(appearance, rank);
    }
    Text::new(appearance.lang).text(&rank_key(appearance.faces, rank))
}

/// Returns the abbreviation of a rank for button labels.
///
/// | Deck | Hungarian | English |
/// | --- | --- | --- |
/// | Hungarian | `VII VIII IX X Al F K A` | `VII VIII IX X U O K A` |
/// | French | `7 8 9 10 B D K Á` | `7 8 9 10 J Q K A` |
///
/// Hungarian players usually write `A` for the ace and `a` for the under. This function returns `Al` for the
/// under instead, because abbreviations that differ only in case are easy to confuse.
pub fn rank_short(appearance: Appearance, rank: Rank) -> String {
    Text::new(appearance.lang).text(&format!("{}.short", rank_key(appearance.faces, rank)))
}

/// Returns the name of a rank for screen readers, such as `seven` for `VII`.
fn rank_read(appearance: Appearance, rank: Rank) -> String {
    Text::new(appearance.lang).text(&format!("{}.read", rank_key(appearance.faces, rank)))
}

/// Returns the name of a game, such as `ulti` or `40-100`.
///
/// The lowest game is called "parti" in both languages. Its usual Hungarian name, "passz", also means "pass"
/// in the auction.
pub fn game(lang: Lang, game: Game) -> String {
    Text::new(lang).text(&format!("game-{}", game.name()))
}

/// Joins the names of several games into a list, such as `ulti és durchmars`.
pub fn games(lang: Lang, games: Games) -> String {
    let names: Vec<String> =
        Game::ALL.into_iter().filter(|one| games.contains(*one)).map(|one| game(lang, one)).collect();
    list(lang, &names)
}

/// Joins the names of several games into a list that can be the object of a sentence, such as
/// `az ultit és a durchmarsot` or `the ulti and the durchmars`.
pub fn games_as_object(lang: Lang, games: Games) -> String {
    list(lang, &objects(lang, games))
}

/// Joins the names of several games into a list that can be the object of a negative sentence, such as
/// `sem az ultit, sem a durchmarsot` or `the ulti or the durchmars`.
pub(super) fn no_game_as_object(lang: Lang, games: Games) -> String {
    listed(lang, &objects(lang, games), "list-neither")
}

fn objects(lang: Lang, games: Games) -> Vec<String> {
    let object = |game: Game| Text::new(lang).text(&format!("game-{}.object", game.name()));
    Game::ALL.into_iter().filter(|one| games.contains(*one)).map(object).collect()
}

/// Returns the name of what a payment is for, such as a game that was bid, a silent ulti or a penalty.
pub fn scored(lang: Lang, scored: ScoredGame) -> String {
    let text = Text::new(lang);
    match scored {
        ScoredGame::Game(one) => game(lang, one),
        ScoredGame::SilentHundred => text.text("silent-hundred"),
        ScoredGame::SilentUlti => text.text("silent-ulti"),
        ScoredGame::SilentDurchmars => text.text("silent-durchmars"),
        ScoredGame::SilentFourAces => text.text("silent-four-aces"),
        ScoredGame::Renonsz => text.text("renonsz"),
        ScoredGame::RenonszSupplement => text.text("renonsz-supplement"),
    }
}

/// Like [`scored`], but says if a game of the contract was played with an open hand or as a *re-durchmars*.
pub(super) fn scored_in(lang: Lang, contract: Contract, item: ScoredGame) -> String {
    let name = scored(lang, item);
    match (item, contract.manner()) {
        (ScoredGame::Game(game), PlayManner::Open) if game.can_be_open() => {
            Text::new(lang).with("contract-open", args![game = name])
        }
        (ScoredGame::Game(_), PlayManner::Re) => Text::new(lang).with("contract-re", args![game = name]),
        _ => name,
    }
}

/// Returns the name of a side, such as `felvevő` (declarer) or `védők` (defenders).
pub fn side(lang: Lang, side: Side) -> String {
    Text::new(lang).text(match side {
        Side::Declarer => "side-declarer",
        Side::Defence => "side-defence",
    })
}

/// Returns the name that a rule set gives to a kontra level (the number of times a game has been doubled).
///
/// Level 1 is kontra, and level 2 is rekontra. At level 0, the game has not been doubled.
pub fn kontra_level(lang: Lang, rules: &RuleSet, level: u8) -> String {
    let named = usize::from(level).checked_sub(1).and_then(|place| rules.kontra_names.get(place));
    named.cloned().unwrap_or_else(|| Text::new(lang).with("kontra-level", args![level]))
}

/// Capitalizes the first letter of a word.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the display name of a rules preset, such as `4M ulti`.
pub fn preset(lang: Lang, name: &str) -> String {
    Text::new(lang).text(&format!("preset-{name}"))
}

/// Returns what distinguishes a rules preset from the others, in at most 100 characters.
pub fn about_preset(lang: Lang, name: &str) -> String {
    Text::new(lang).text(&format!("preset-about-{name}"))
}

/// Joins items with commas and a final "and", such as `a, b és c`.
pub fn list(lang: Lang, things: &[String]) -> String {
    listed(lang, things, "list-last")
}

/// Joins items with commas and a final "or", such as `a, b vagy c`.
fn either(lang: Lang, things: &[String]) -> String {
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
