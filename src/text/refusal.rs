//! Messages that explain why an action is illegal and which actions are legal instead.

use ulti_rules::{CardSet, Contract, Game, IllegalAction, Rank, Seat, Suit, Trump};

use super::{Appearance, Arg, cards, contract, names};

type Args = Vec<(&'static str, Arg<'static>)>;

/// Returns a message that explains why an action is illegal.
///
/// `names` returns the display name of the player at a seat, with Markdown escaped.
pub fn refusal(appearance: Appearance, refused: &IllegalAction, names: &dyn Fn(Seat) -> String) -> String {
    let said = appearance.formatter().with(&key(refused), &args(appearance, refused, names));
    match refused {
        IllegalAction::CannotKontra { open, .. } if !open.is_empty() => {
            let open = names::games_as_object(appearance.lang, *open);
            format!("{said} {}", appearance.formatter().with("refusal-kontra-open", &[("open", open.into())]))
        }
        _ => said,
    }
}

/// Returns the key of the message that explains why an action is illegal.
///
/// The key contains the name of the [`IllegalAction`] variant.
fn key(refused: &IllegalAction) -> String {
    format!("refusal-{}", <&str>::from(refused))
}

fn args(appearance: Appearance, refused: &IllegalAction, names: &dyn Fn(Seat) -> String) -> Args {
    let name = |seat: &Seat| vec![("name", names(*seat).into())];
    let cards = |set: &CardSet| ("cards", cards::cards(appearance, *set).into());
    let suit = |suit: &Suit| ("suit", names::suit_accusative(appearance, *suit).into());
    let bid = |key, bid: &Contract| (key, contract(appearance, bid).into());
    match refused {
        IllegalAction::NotYourTurn { turn: seat } | IllegalAction::OnlyDeclarer { declarer: seat } => {
            name(seat)
        }
        IllegalAction::NothingOvercalls { best } => vec![bid("best", best)],
        IllegalAction::NotInBook { contract, nearest } => {
            // A parti is part of many contracts that have nothing else in common.
            let shared = contract.games() & nearest.games();
            let is_similar = shared.iter().any(|game| game != Game::Parti);
            vec![bid("contract", contract), bid("nearest", nearest), ("similar", is_similar.into())]
        }
        IllegalAction::TooLow { contract, best } => vec![bid("contract", contract), bid("best", best)],
        IllegalAction::DiscardTwo { count } => vec![("count", (*count).into())],
        IllegalAction::NotHeld { cards: set } => vec![cards(set)],
        IllegalAction::SevenLocked { instead } => {
            vec![("seven", names::rank(appearance, Rank::Seven).into()), cards(instead)]
        }
        IllegalAction::NotAChoice { choices } => vec![("choices", trumps(appearance, choices).into())],
        IllegalAction::MustFollow { suit: wanted, instead }
        | IllegalAction::MustTrump { trump: wanted, instead } => {
            vec![suit(wanted), cards(instead)]
        }
        IllegalAction::MustBeat { best, instead } => {
            vec![("best", cards::card(appearance, *best).into()), cards(instead)]
        }
        IllegalAction::CannotKontra { games, reason, .. } => {
            vec![
                ("games", names::games(appearance.lang, *games).into()),
                ("them", names::games_as_object(appearance.lang, *games).into()),
                ("any", names::no_game_as_object(appearance.lang, *games).into()),
                ("reason", <&str>::from(reason).into()),
            ]
        }
        _ => Vec::new(),
    }
}

fn trumps(appearance: Appearance, choices: &[Trump]) -> String {
    let names: Vec<String> = choices.iter().map(|choice| names::trump(appearance, *choice)).collect();
    names.join(", ")
}
