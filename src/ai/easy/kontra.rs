//! Which games to double.

use super::estimate::{Odds, count, marriage};
use super::lead::few;
use super::sight::Sight;
use super::solid::holds;
use crate::rules::{CardSet, Game, Games, Rank, Suit, Trump, View};

/// How sure a defender is that a game fails before saying kontra.
const KONTRA: f32 = 0.68;
/// How sure the declarer is of a game before saying rekontra.
const REKONTRA: f32 = 0.9;
/// How sure anyone is before going on from there.
const FURTHER: f32 = 0.97;

/// The games to double now, if any.
pub(super) fn choose(sight: &Sight, view: &View) -> Option<Games> {
    let open = view.legal.kontra;
    if open.is_empty() {
        return None;
    }
    let level = view.board().map_or(0, |board| board.kontra.highest_level());
    let sure = match (sight.is_declarer(), level) {
        (false, 0 | 1) => KONTRA,
        (true, 0 | 1) => REKONTRA,
        _ => FURTHER,
    };
    let own = sight.trick.card_of(sight.me).map_or(CardSet::EMPTY, CardSet::of) | sight.hand;
    let confidence = |game| {
        if sight.is_declarer() {
            let talon = view.talon.unwrap_or_default();
            Odds::new(own, talon, sight.trump).of(game, sight.contract)
        } else {
            fails(game, own, sight.trump)
        }
    };
    let wanted: Games = open.iter().filter(|game| confidence(*game) >= sure).collect();
    let whole = view.kontra_items().into_iter().filter(|item| wanted.is_superset(*item));
    let wanted = whole.fold(Games::empty(), |all, item| all | item);
    (!wanted.is_empty()).then_some(wanted)
}

/// How likely a game fails, to a defender with these ten cards.
pub(in crate::ai) fn fails(game: Game, own: CardSet, trump: Trump) -> f32 {
    let lean = match game {
        Game::Ulti => against_ulti(own, trump),
        Game::Parti => (strength(own, trump) + marriages(own, trump) - 42.0) / 8.0,
        Game::FortyHundred if trump.is_some_and(|trump| breaks(own, trump)) => 10.0,
        Game::FortyHundred => (strength(own, trump) - 30.0) / 6.0,
        Game::TwentyHundred if plain_suits(trump).all(|suit| breaks(own, suit)) => 10.0,
        Game::TwentyHundred => (strength(own, trump) - 18.0) / 5.0,
        Game::Durchmars => stoppers(own, trump) - 1.2,
        Game::Betli => (low_cards(own) - 6.5) / 0.8,
        Game::FourAces => held(own, Rank::Ace) - 1.5,
        Game::FourTens => held(own, Rank::Ten) - 0.5,
    };
    1.0 / (1.0 + (-lean).exp())
}

/// A trump VII in another hand, or trumps that outlast the declarer's.
fn against_ulti(own: CardSet, trump: Trump) -> f32 {
    let Some(trump) = trump else { return 0.0 };
    if holds(own, trump, Rank::Seven) {
        return 10.0;
    }
    let high = [Rank::Ace, Rank::Ten].into_iter().filter(|rank| holds(own, trump, *rank)).count();
    let high = if high > 0 { 0.6 } else { 0.0 };
    1.2 * (count(own.of_suit(trump)) - 3.4) + high
}

fn plain_suits(trump: Trump) -> impl Iterator<Item = Suit> + use<> {
    Suit::ALL.into_iter().filter(move |suit| Some(*suit) != trump)
}

/// Whether the hand holds a card without which nobody else has the suit's marriage.
fn breaks(own: CardSet, suit: Suit) -> bool {
    holds(own, suit, Rank::King) || holds(own, suit, Rank::Over)
}

/// The points that the hand brings home, roughly.
fn strength(own: CardSet, trump: Trump) -> f32 {
    let side: f32 = plain_suits(trump)
        .map(|suit| match (holds(own, suit, Rank::Ace), holds(own, suit, Rank::Ten)) {
            (true, true) => 17.0,
            (true, false) => 11.0,
            (false, true) if own.of_suit(suit).len() > 1 => 4.0,
            _ => 0.0,
        })
        .sum();
    let Some(trump) = trump else { return side };
    let ace = if holds(own, trump, Rank::Ace) { 11.0 } else { 0.0 };
    let ten = if holds(own, trump, Rank::Ten) && own.of_suit(trump).len() > 1 { 7.0 } else { 0.0 };
    side + ace + ten + 3.0 * count(own.of_suit(trump))
}

fn marriages(own: CardSet, trump: Trump) -> f32 {
    let worth = |suit| if trump == Some(suit) { 30.0 } else { 15.0 };
    Suit::ALL.into_iter().filter(|suit| marriage(own, *suit)).map(worth).sum()
}

/// Suits in which a trick is likely kept from a durchmars.
fn stoppers(own: CardSet, trump: Trump) -> f32 {
    let stops = |suit| {
        let cards = own.of_suit(suit);
        if holds(own, suit, Rank::Ace) {
            1.3
        } else if holds(own, suit, Rank::King) && few(cards) >= 2.0 {
            0.4
        } else {
            0.0
        }
    };
    let long = trump.map_or(0.0, |trump| (count(own.of_suit(trump)) - 3.0).max(0.0));
    Suit::ALL.into_iter().map(stops).sum::<f32>() + long
}

/// Cards that go under a betli.
fn low_cards(own: CardSet) -> f32 {
    let of = |rank, worth| held(own, rank) * worth;
    of(Rank::Seven, 1.5) + of(Rank::Eight, 1.0) + of(Rank::Nine, 0.5)
}

fn held(own: CardSet, rank: Rank) -> f32 {
    count(own.iter().filter(|card| card.rank() == rank).collect())
}
