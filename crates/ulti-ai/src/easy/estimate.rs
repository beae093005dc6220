//! Estimates the probability that a hand wins each game, by fixed heuristics instead of a search.

use super::betli;
use super::durchmars::{self, holds};
use ulti_rules::{Book, CardSet, Contract, Game, Rank, Suit, Trump};

/// Factor by which possible losses are multiplied when the expected gain is computed.
///
/// It is above 1 because lost games are more often doubled (kontra).
const LOSS: f32 = 1.25;

/// Estimated probability of winning each game, indexed by [`Game`].
///
/// The estimates are for one hand of ten cards with a given talon and trump suit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Odds([f32; Game::ALL.len()]);

impl Odds {
    pub(crate) fn new(hand: CardSet, talon: CardSet, trump: Trump) -> Self {
        let mut odds = [0.0; Game::ALL.len()];
        odds[Game::Durchmars as usize] = durchmars::durchmars(hand, trump);
        odds[Game::FourAces as usize] = all_four(hand, talon, Rank::Ace, trump);
        odds[Game::FourTens as usize] = all_four(hand, talon, Rank::Ten, trump);
        if let Some(trump) = trump {
            let points = points_in_tricks(hand, trump);
            odds[Game::Parti as usize] = parti(hand, talon, trump, points);
            odds[Game::Ulti as usize] = ulti(hand, trump);
            if marriage(hand, trump) {
                odds[Game::FortyHundred as usize] = sigmoid((points - 63.0) / 8.0);
            }
            if Suit::ALL.into_iter().any(|suit| suit != trump && marriage(hand, suit)) {
                odds[Game::TwentyHundred as usize] = sigmoid((points - 84.0) / 7.0);
            }
        } else {
            odds[Game::Betli as usize] = betli::chance(hand);
        }
        Self(odds)
    }

    /// Returns the probability of winning `game` as part of `contract`.
    ///
    /// The probability is lower if the contract requires an open hand.
    pub(crate) fn of(&self, game: Game, contract: Contract) -> f32 {
        let odds = self.0[game as usize];
        if contract.is_open() && game.can_be_open() { odds.powi(2) } else { odds }
    }

    /// Returns the probability of winning a game if the declarer's hand stays hidden.
    pub(super) const fn closed(&self, game: Game) -> f32 {
        self.0[game as usize]
    }

    /// Returns the declarer's expected gain in points per defender.
    ///
    /// Possible losses are multiplied by [`LOSS`].
    pub(super) fn worth(&self, stakes: &Stakes) -> f32 {
        stakes.0.iter().map(|stake| stake.worth(self.of(stake.game, stakes.1))).sum()
    }
}

/// The points that the declarer can win or lose against each defender, for each game of a contract.
///
/// Losses are multiplied by [`LOSS`].
#[derive(Debug, Clone)]
pub(super) struct Stakes(Vec<Stake>, Contract);

#[derive(Debug, Clone, Copy)]
struct Stake {
    game: Game,
    won: f32,
    lost: f32,
}

impl Stake {
    fn worth(self, odds: f32) -> f32 {
        odds * self.won - (1.0 - odds) * self.lost
    }
}

impl Stakes {
    /// Looks up how many points the declarer wins or loses with each game of a contract.
    ///
    /// The returned stakes are empty if the contract cannot be bid.
    #[allow(clippy::cast_precision_loss)] // values are small
    pub(super) fn new(contract: Contract, book: &Book) -> Self {
        let stakes = book.find(&contract).map(|entry| {
            let stake = |game| {
                let stake = entry.stake(game);
                Stake { game, won: stake.won as f32, lost: (stake.lost + stake.again) as f32 * LOSS }
            };
            contract.games().iter().map(stake).collect()
        });
        Self(stakes.unwrap_or_default(), contract)
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[allow(clippy::cast_precision_loss)] // at most 32 cards
pub(super) fn count(cards: CardSet) -> f32 {
    cards.len() as f32
}

pub(crate) fn marriage(hand: CardSet, suit: Suit) -> bool {
    holds(hand, suit, Rank::King) && holds(hand, suit, Rank::Over)
}

/// Returns `true` if any of the cards has the given rank.
pub(crate) fn contains_rank(cards: CardSet, rank: Rank) -> bool {
    cards.iter().any(|card| card.rank() == rank)
}

/// Estimates the probability of winning all four cards of a rank in tricks.
///
/// Discarded cards do not count as won (`RULES §4`).
fn all_four(hand: CardSet, talon: CardSet, rank: Rank, trump: Trump) -> f32 {
    if contains_rank(talon, rank) {
        return 0.0;
    }
    let held = Suit::ALL.into_iter().filter(|suit| holds(hand, *suit, rank)).count();
    let trumps = trump.map_or(0.0, |suit| count(hand.of_suit(suit)));
    match held {
        4 if rank == Rank::Ace => sigmoid(trumps - 2.0),
        4 => sigmoid(trumps - 5.0),
        3 => sigmoid(trumps - 7.0),
        _ => 0.0,
    }
}

/// Estimates the number of points that the hand will win in tricks, from 0 to 90.
fn points_in_tricks(hand: CardSet, trump: Suit) -> f32 {
    let trumps = hand.of_suit(trump);
    let (ace, ten) = (holds(hand, trump, Rank::Ace), holds(hand, trump, Rank::Ten));
    let length = count(trumps);
    let mut points = 7.0 * (length - 3.0);
    points += if ace { 13.0 } else { 0.0 };
    points += match (ten, ace || length >= 4.0) {
        (true, true) => 13.0,
        (true, false) => 6.0,
        _ => 0.0,
    };
    points += if holds(hand, trump, Rank::King) { 4.0 } else { 0.0 };
    points += if holds(hand, trump, Rank::Over) { 2.0 } else { 0.0 };
    let side = Suit::ALL.into_iter().filter(|suit| *suit != trump);
    points += side.map(|suit| side_points(hand.of_suit(suit), suit, length)).sum::<f32>();
    points.clamp(0.0, 90.0)
}

fn side_points(cards: CardSet, suit: Suit, trumps: f32) -> f32 {
    let (ace, ten) = (holds(cards, suit, Rank::Ace), holds(cards, suit, Rank::Ten));
    match (ace, ten, cards.len()) {
        (true, true, _) => 22.0,
        (true, false, _) => 13.0,
        (false, true, 1) => 1.0,
        (false, true, _) => 6.0,
        (false, false, 0) if trumps >= 3.0 => 13.0,
        (false, false, 1) if trumps >= 3.0 => 6.0,
        _ => 0.0,
    }
}

fn parti(hand: CardSet, talon: CardSet, trump: Suit, points: f32) -> f32 {
    let mut lead = 2.0 * points - 90.0;
    #[allow(clippy::cast_precision_loss)] // at most 20
    let given = talon.points() as f32;
    lead -= given / 2.0;
    for suit in Suit::ALL {
        let worth = if suit == trump { 40.0 } else { 20.0 };
        if marriage(hand, suit) {
            lead += worth;
        } else if !holds(hand | talon, suit, Rank::King) && !holds(hand | talon, suit, Rank::Over) {
            lead -= 0.45 * worth;
        }
    }
    sigmoid(lead / 20.0)
}

fn ulti(hand: CardSet, trump: Suit) -> f32 {
    if !holds(hand, trump, Rank::Seven) {
        return 0.0;
    }
    let trumps = hand.of_suit(trump);
    let has = |rank| if holds(hand, trump, rank) { 1.0 } else { 0.0 };
    let mut lean = 1.5 * (count(trumps) - 5.0) - 0.6;
    lean += 0.6 * has(Rank::Ace) + 0.4 * has(Rank::Ten) + 0.3 * has(Rank::King);
    for suit in Suit::ALL.into_iter().filter(|suit| *suit != trump) {
        if holds(hand, suit, Rank::Ace) {
            lean += if holds(hand, suit, Rank::Ten) { 0.9 } else { 0.6 };
        }
    }
    sigmoid(lean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulti_rules::Card;

    #[test]
    fn discarding_an_ace_makes_four_aces_impossible() {
        let cards =
            |text: &str| text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect::<CardSet>();
        let hand = cards("AA AX AK AO AU A9 A8 A7 LA HA");
        let odds = |talon: &str| Odds::new(hand, cards(talon), Some(Suit::Acorns)).0[Game::FourAces as usize];
        assert!(odds("B7 B8") > 0.5);
        assert!(odds("B7 BA") < 0.01);
    }
}
