//! Contracts by name.

use crate::rules::{Contract, Game, Manner, Trump};

use super::{Lang, Look, Text, words};

/// A contract as it is said at the table: `piros 40-100 ulti`, `hearts 40-100 + ulti`,
/// `terített durchmars`, `open durchmars`.
pub fn contract(look: Look, contract: &Contract) -> String {
    let lang = look.lang;
    let text = Text::new(lang);
    let mut said = String::new();
    if let Some(suit) = contract.suit() {
        said += &words::suit_of_bid(look, suit);
        said.push(' ');
    }
    if contract.is_colourless() {
        said += &text.say("contract-colourless");
        said.push(' ');
    }
    let named = contract.named_games();
    let games: Vec<String> = Game::ALL
        .into_iter()
        .filter(|game| named.contains(*game))
        .map(|game| {
            let name = words::game(lang, game);
            match contract.manner() {
                Manner::Open if game.can_be_open() => text.with("contract-open", &[("game", name.into())]),
                Manner::Re => text.with("contract-re", &[("game", name.into())]),
                Manner::Open | Manner::Closed => name,
            }
        })
        .collect();
    said + &games.join(match lang {
        Lang::Hu => " ",
        Lang::En => " + ",
    })
}

/// A contract with the trumps it is played with, where the name does not say them: `ulti (zöld)`.
pub fn contract_with_trump(look: Look, played: &Contract, trump: Trump) -> String {
    let name = contract(look, played);
    match trump {
        Some(suit) if played.suit() != Some(suit) => {
            let suit = words::suit(look, suit);
            look.text().with("contract-trump", &[("contract", name.into()), ("suit", suit.into())])
        }
        _ => name,
    }
}
