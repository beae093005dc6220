//! Names of contracts.

use ulti_rules::{Contract, Game, PlayManner, Trump};

use super::{Appearance, Lang, Text, args, names};

/// Returns the usual name of a contract, such as `piros 40-100 ulti`, `hearts 40-100 + ulti`, `terített
/// durchmars` or `open durchmars`.
pub fn contract(appearance: Appearance, contract: &Contract) -> String {
    let lang = appearance.lang;
    let text = Text::new(lang);
    let mut name = String::new();
    if let Some(suit) = contract.suit() {
        name += &names::suit_of_bid(appearance, suit);
        name.push(' ');
    }
    if contract.is_colourless() {
        name += &text.text("contract-colourless");
        name.push(' ');
    }
    let named = contract.named_games();
    let games: Vec<String> = Game::ALL
        .into_iter()
        .filter(|game| named.contains(*game))
        .map(|game| {
            let game_name = names::game(lang, game);
            match contract.manner() {
                PlayManner::Open if game.can_be_open() => text.with("contract-open", args![game = game_name]),
                PlayManner::Re => text.with("contract-re", args![game = game_name]),
                PlayManner::Open | PlayManner::Closed => game_name,
            }
        })
        .collect();
    name + &games.join(match lang {
        Lang::Hu => " ",
        Lang::En => " + ",
    })
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
