//! Why something may not be done, and what would work, in the player's language.

use crate::rules::{CardSet, Contract, Illegal, Rank, Seat, Suit, Trump};

use super::{Arg, Look, cards, contract, words};

type Args = Vec<(&'static str, Arg<'static>)>;

/// The sentence for a refusal; `names` gives the name of a seat, escaped.
pub fn refusal(look: Look, refused: &Illegal, names: &dyn Fn(Seat) -> String) -> String {
    look.text().with(key(refused), &args(look, refused, names))
}

fn key(refused: &Illegal) -> &'static str {
    match refused {
        Illegal::DealOver => "refusal-deal-over",
        Illegal::NotYourTurn { .. } => "refusal-not-your-turn",
        Illegal::NotInAuction => "refusal-not-in-auction",
        Illegal::NotInPlay => "refusal-not-in-play",
        Illegal::TrumpNotNamed => "refusal-trump-not-named",
        Illegal::TakeFirst => "refusal-take-first",
        Illegal::AlreadyTaken => "refusal-already-taken",
        Illegal::MustBid => "refusal-must-bid",
        Illegal::NothingOvercalls { .. } => "refusal-nothing-overcalls",
        Illegal::NotInBook { .. } => "refusal-not-in-book",
        Illegal::TooLow { .. } => "refusal-too-low",
        Illegal::DiscardTwo { .. } => "refusal-discard-two",
        Illegal::NothingToDiscard => "refusal-nothing-to-discard",
        Illegal::NotHeld { .. } => "refusal-not-held",
        Illegal::OnlyDeclarer { .. } => "refusal-only-declarer",
        Illegal::NotAChoice { .. } => "refusal-not-a-choice",
        Illegal::TrumpSettled => "refusal-trump-settled",
        Illegal::MustFollow { .. } => "refusal-must-follow",
        Illegal::MustTrump { .. } => "refusal-must-trump",
        Illegal::MustBeat { .. } => "refusal-must-beat",
        Illegal::SevenLocked { .. } => "refusal-seven-locked",
        Illegal::CannotKontra { open, .. } if open.is_empty() => "refusal-cannot-kontra",
        Illegal::CannotKontra { .. } => "refusal-cannot-kontra-these",
        Illegal::SplitsItem => "refusal-splits-item",
        Illegal::NothingOffered => "refusal-nothing-offered",
        Illegal::RaiseOffered { .. } => "refusal-raise-offered",
        Illegal::TooLateToFold => "refusal-too-late-to-fold",
        Illegal::NoFolding => "refusal-no-folding",
        Illegal::OnlyPlainPartiFolds => "refusal-only-plain-parti-folds",
        Illegal::CannotOpen => "refusal-cannot-open",
    }
}

fn args(look: Look, refused: &Illegal, names: &dyn Fn(Seat) -> String) -> Args {
    let name = |seat: &Seat| vec![("name", names(*seat).into())];
    let cards = |set: &CardSet| ("cards", cards::cards(look, *set).into());
    let suit = |suit: &Suit| ("suit", words::suit_accusative(look, *suit).into());
    let bid = |key, bid: &Contract| (key, contract(look, bid).into());
    match refused {
        Illegal::NotYourTurn { turn: seat }
        | Illegal::OnlyDeclarer { declarer: seat }
        | Illegal::RaiseOffered { seat } => name(seat),
        Illegal::NothingOvercalls { best } => vec![bid("best", best)],
        Illegal::NotInBook { contract, nearest } => vec![bid("contract", contract), bid("nearest", nearest)],
        Illegal::TooLow { contract, best } => vec![bid("contract", contract), bid("best", best)],
        Illegal::DiscardTwo { count } => vec![("count", (*count).into())],
        Illegal::NotHeld { cards: set } => vec![cards(set)],
        Illegal::SevenLocked { instead } => {
            vec![("seven", words::rank(look, Rank::Seven).into()), cards(instead)]
        }
        Illegal::NotAChoice { choices } => vec![("choices", trumps(look, choices).into())],
        Illegal::MustFollow { suit: wanted, instead } | Illegal::MustTrump { trump: wanted, instead } => {
            vec![suit(wanted), cards(instead)]
        }
        Illegal::MustBeat { best, instead } => {
            vec![("best", cards::card(look, *best).into()), cards(instead)]
        }
        Illegal::CannotKontra { games, open } => {
            vec![
                ("games", words::games(look.lang, *games).into()),
                ("open", words::games(look.lang, *open).into()),
            ]
        }
        _ => Vec::new(),
    }
}

fn trumps(look: Look, choices: &[Trump]) -> String {
    let said: Vec<String> = choices.iter().map(|choice| words::trump(look, *choice)).collect();
    said.join(", ")
}
