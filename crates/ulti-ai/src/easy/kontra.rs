//! The easy robot's choice of games to double (kontra).

use super::card_knowledge::SeatKnowledge;
use super::durchmars::holds;
use super::estimate::{Odds, count, marriage};
use ulti_rules::{CardSet, Game, Games, Rank, Suit, Trump, View};

/// A defender doubles a game (kontra) if the estimated probability of defeating it is at least this value.
const KONTRA: f32 = 0.68;
/// The declarer doubles a game again (rekontra) if the estimated probability of winning it is at least this
/// value.
const REKONTRA: f32 = 0.9;
/// Minimum estimated probability of success at which either side doubles a game beyond rekontra.
const FURTHER: f32 = 0.97;

/// Returns the games that the robot wants to double now, or `None` if there are none.
pub(super) fn choose(knowledge: &SeatKnowledge, view: &View) -> Option<Games> {
    let open = view.legal.kontra;
    if open.is_empty() {
        return None;
    }
    let level = view.board().map_or(0, |board| board.kontra.highest_level());
    let sure = match (knowledge.is_declarer(), level) {
        (false, 0 | 1) => KONTRA,
        (true, 0 | 1) => REKONTRA,
        _ => FURTHER,
    };
    let own = knowledge.trick.card_of(knowledge.me).map_or(CardSet::EMPTY, CardSet::of) | knowledge.hand;
    let confidence = |game| {
        if knowledge.is_declarer() {
            let talon = view.talon.unwrap_or_default();
            Odds::new(own, talon, knowledge.trump).of(game, knowledge.contract)
        } else if view.is_required_marriage_missing_for(game) {
            1.0
        } else {
            chance_of_failure(game, own, knowledge.trump)
        }
    };
    let wanted: Games = open.iter().filter(|game| confidence(*game) >= sure).collect();
    whole_items(view, wanted)
}

/// Returns the games in `wanted` that can be doubled now, or `None` if there are none.
///
/// Some games can only be doubled as a group. A group is included only if `wanted` contains all of its games.
pub(crate) fn whole_items(view: &View, wanted: Games) -> Option<Games> {
    let whole = view.kontra_items().into_iter().filter(|item| wanted.is_superset(*item));
    let games = whole.fold(Games::empty(), |all, item| all | item);
    (!games.is_empty()).then_some(games)
}

/// Estimates, from a defender's ten cards, the probability that the declarer loses a game.
pub(crate) fn chance_of_failure(game: Game, own: CardSet, trump: Trump) -> f32 {
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

/// Rates how well a defender can prevent an *ulti* (winning the last trick with the seven of trumps).
///
/// Holding the seven of trumps is decisive. A long trump suit also helps.
fn against_ulti(own: CardSet, trump: Trump) -> f32 {
    let Some(trump) = trump else { return 0.0 };
    if holds(own, trump, Rank::Seven) {
        return 10.0;
    }
    let high = [Rank::Ace, Rank::Ten].into_iter().filter(|rank| holds(own, trump, *rank)).count();
    let high = if high > 0 { 0.6 } else { 0.0 };
    1.2 * (count(own.of_suit(trump)) - 3.4) + high
}

pub(crate) fn plain_suits(trump: Trump) -> impl Iterator<Item = Suit> + use<> {
    Suit::ALL.into_iter().filter(move |suit| Some(*suit) != trump)
}

/// Returns `true` if the hand contains the king or the over of a suit.
///
/// No other player can then hold the marriage (king and over) in that suit.
pub(crate) fn breaks(own: CardSet, suit: Suit) -> bool {
    holds(own, suit, Rank::King) || holds(own, suit, Rank::Over)
}

/// Estimates the number of points that a defender's hand will win in tricks.
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

/// Estimates the number of tricks that a defender's hand will win against a declarer who must win every
/// trick.
fn stoppers(own: CardSet, trump: Trump) -> f32 {
    let stops = |suit| {
        let cards = own.of_suit(suit);
        if holds(own, suit, Rank::Ace) {
            1.3
        } else if holds(own, suit, Rank::King) && count(cards) >= 2.0 {
            0.4
        } else {
            0.0
        }
    };
    let long = trump.map_or(0.0, |trump| (count(own.of_suit(trump)) - 3.0).max(0.0));
    Suit::ALL.into_iter().map(stops).sum::<f32>() + long
}

/// Returns a score for the low cards in a defender's hand: 1.5 for each seven, 1 for each eight and 0.5 for
/// each nine.
///
/// Low cards let the defender avoid winning tricks and force the declarer to win one instead.
fn low_cards(own: CardSet) -> f32 {
    let of = |rank, worth| held(own, rank) * worth;
    of(Rank::Seven, 1.5) + of(Rank::Eight, 1.0) + of(Rank::Nine, 0.5)
}

fn held(own: CardSet, rank: Rank) -> f32 {
    count(own.iter().filter(|card| card.rank() == rank).collect())
}
