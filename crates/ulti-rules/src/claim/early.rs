//! The search of version 0.1.0, which decides the claims of records that do not state the outcome.
//!
//! The search must never change: a different budget or order of cards would change how old records replay.

use crate::{BookEntry, Card, CardSet, Game, Play, Rank, RankOrder, RuleSet, Settlement};

/// Maximum number of positions to search when verifying a claim of the remaining tricks.
const BUDGET: u32 = 60_000;

/// Tries to prove the declarer's claim of the remaining tricks, and returns the resulting payments.
///
/// The claim is proven if the declarer can force exactly these payments whatever the defenders play. Returns
/// `None` if no proof is found within the search limit, or if the first trick is not complete.
pub(crate) fn proven(play: &Play, entry: &BookEntry, rules: &RuleSet, window: i32) -> Option<Settlement> {
    if play.tricks_taken() == 0 {
        return None; // kontra can still change the payments
    }
    let mut search = Search { entry, rules, window, budget: BUDGET };
    let mut best = None;
    let value = search.value(play, i32::MIN, i32::MAX, &mut best)?;
    let settlement = best?;
    debug_assert_eq!(settlement.payments[play.declarer], value);
    search.can_force(play, &settlement)?.then_some(settlement)
}

struct Search<'a> {
    entry: &'a BookEntry,
    rules: &'a RuleSet,
    window: i32,
    budget: u32,
}

impl Search<'_> {
    /// Returns the points that the declarer receives if both sides play perfectly, or `None` if the search
    /// limit is reached.
    ///
    /// Runs an alpha-beta search with all cards known. Sets `at` to the settlement that results from perfect
    /// play.
    fn value(
        &mut self,
        play: &Play,
        mut alpha: i32,
        mut beta: i32,
        at: &mut Option<Settlement>,
    ) -> Option<i32> {
        self.budget = self.budget.checked_sub(1)?;
        if play.is_over() {
            let settlement = play.settle(self.entry, self.rules, self.window);
            let value = settlement.payments[play.declarer];
            *at = Some(settlement);
            return Some(value);
        }
        let declarers = play.turn() == play.declarer;
        let mut best = if declarers { i32::MIN } else { i32::MAX };
        for card in moves(play, self.entry, self.rules) {
            let mut reached = None;
            let value = self.value(&after(play, card), alpha, beta, &mut reached)?;
            if at.is_none() || (declarers && value > best) || (!declarers && value < best) {
                best = value;
                *at = reached;
            }
            if declarers {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Returns `true` if the declarer can force the payments in `wanted` against any defence.
    ///
    /// Returns `None` if the search limit is reached.
    fn can_force(&mut self, play: &Play, wanted: &Settlement) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        if play.is_over() {
            let settlement = play.settle(self.entry, self.rules, self.window);
            return Some(settlement.payments == wanted.payments && settlement.window == wanted.window);
        }
        let declarers = play.turn() == play.declarer;
        for card in moves(play, self.entry, self.rules) {
            if self.can_force(&after(play, card), wanted)? == declarers {
                return Some(declarers);
            }
        }
        Some(!declarers)
    }
}

/// Returns a copy of `play` in which the seat whose turn it is has played `card`.
fn after(play: &Play, card: Card) -> Play {
    let mut next = *play;
    next.advance(card);
    next
}

/// Returns the legal cards of the seat whose turn it is, strongest first. Of several cards that are
/// interchangeable in play, only the strongest is included.
fn moves(play: &Play, entry: &BookEntry, rules: &RuleSet) -> impl Iterator<Item = Card> + use<> {
    let order = RankOrder::of(play.trump);
    let (playable, _) = play.playable(rules);
    let others = play.current().cards()
        | play
            .hands
            .iter()
            .filter(|(seat, _)| *seat != play.turn())
            .fold(CardSet::EMPTY, |all, (_, hand)| all | *hand);
    let seven = play.trump.map(|suit| Card::new(suit, Rank::Seven));
    let mut cards: Vec<Card> = playable.iter().collect();
    cards.sort_by_key(|card| (std::cmp::Reverse(order.strength(card.rank())), card.suit()));
    // An ace and a ten are equivalent unless collecting all four of a rank is paid.
    let contract = entry.contract;
    let ranks_pay = rules.silent_four_aces || contract.has(Game::FourAces) || contract.has(Game::FourTens);
    let equivalent = move |high: &Card, low: &Card| {
        let between = CardSet::above(*low, order) - CardSet::above(*high, order) - CardSet::of(*high);
        high.suit() == low.suit()
            && high.points() == low.points()
            && !(ranks_pay && high.points() > 0)
            && (between & others).is_empty()
            && Some(*low) != seven
    };
    let mut kept: Vec<Card> = Vec::with_capacity(cards.len());
    for card in cards {
        let is_equivalent = kept.iter().any(|high| equivalent(high, &card));
        if !is_equivalent {
            kept.push(card);
        }
    }
    kept.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Book, BySeat, ScoredGame, Seat};

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    /// Tests a position in which the ace and the ten of leaves are not equivalent.
    ///
    /// Seat 2 leads leaves, and the other defender holds a trump. The declarer must play the ten and keep the
    /// ace for the last trick.
    #[test]
    fn ace_and_ten_are_not_interchangeable_in_four_aces_contract() {
        let book = Book::preset("rablo").unwrap();
        let entry = book.find(&"hearts four-aces".parse().unwrap()).unwrap();
        let hand = |text: &str| cards(text).into_iter().collect::<CardSet>();
        let hands = BySeat([
            hand("AA BA HX HK HO HU A7 LA LX HA"),
            hand("AU A9 LO LK BU BO BK H7 B7 BX"),
            hand("AX AK AO L8 L9 LU H8 L7 B8 B9"),
        ]);
        let trump = Some(crate::Suit::Hearts);
        let mut play = Play::new(Seat::Zero, entry, trump, hands, hand("A8 H9"), book.rules());
        for card in cards("AA A9 AO BA BU L8 HX BO L9 HK BK LU HO LO H8 HU LK AK A7 AU AX L7") {
            play.advance(card);
        }
        let settled = proven(&play, entry, book.rules(), 0).unwrap();
        let aces = settled.items.iter().find(|item| item.game == ScoredGame::Game(Game::FourAces)).unwrap();
        assert!(aces.made, "{settled:?}");
    }
}
