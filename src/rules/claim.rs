//! Whether a claimed deal is settled at once (`RULES §5`): a perfect-information search for a way
//! of the declarer's to reach the same payments whatever the defence does.

use super::{Card, CardSet, Entry, Game, Play, Rank, RankOrder, RuleSet, Settlement};

/// Positions looked at before the search gives up; a claim that needs more is played on open.
/// A count, not a time, so that every machine decides alike.
const BUDGET: u32 = 60_000;

/// The settlement that the declarer can force against any defence and that the defence can force
/// the declarer down to, if a search within the budget finds it.
pub(super) fn proven(play: &Play, entry: &Entry, rules: &RuleSet, window: i32) -> Option<Settlement> {
    if play.tricks_taken() == 0 {
        return None; // kontra may still change what is at stake
    }
    let mut search = Search { entry, rules, window, left: BUDGET };
    let mut best = None;
    let value = search.value(play, i32::MIN, i32::MAX, &mut best)?;
    let settlement = best?;
    debug_assert_eq!(settlement.payments[play.declarer], value);
    search.can_force(play, &settlement)?.then_some(settlement)
}

struct Search<'a> {
    entry: &'a Entry,
    rules: &'a RuleSet,
    window: i32,
    left: u32,
}

impl Search<'_> {
    /// What the declarer gets when both sides see all cards, and a settlement that gives it.
    fn value(
        &mut self,
        play: &Play,
        mut alpha: i32,
        mut beta: i32,
        at: &mut Option<Settlement>,
    ) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
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

    /// Whether the declarer can reach just these payments against every defence.
    fn can_force(&mut self, play: &Play, wanted: &Settlement) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
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

/// The position after a card and what follows from it.
fn after(play: &Play, card: Card) -> Play {
    let mut next = *play;
    next.advance(card);
    next
}

/// The cards worth trying, strongest first: of cards that do the same only one.
fn moves(play: &Play, entry: &Entry, rules: &RuleSet) -> impl Iterator<Item = Card> + use<> {
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
    // An ace and a ten do the same unless all four of a rank pay.
    let contract = entry.contract;
    let ranks_pay = rules.silent_four_aces || contract.has(Game::FourAces) || contract.has(Game::FourTens);
    let same = move |high: &Card, low: &Card| {
        let between = CardSet::above(*low, order) - CardSet::above(*high, order) - CardSet::of(*high);
        high.suit() == low.suit()
            && high.points() == low.points()
            && !(ranks_pay && high.points() > 0)
            && (between & others).is_empty()
            && Some(*low) != seven
    };
    let mut kept: Vec<Card> = Vec::with_capacity(cards.len());
    for card in cards {
        let repeats = kept.iter().any(|high| same(high, &card));
        if !repeats {
            kept.push(card);
        }
    }
    kept.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Book, BySeat, Scored, Seat};

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    /// Seat 2 leads leaves into the declarer's ace and ten with a trump behind: only the ten saves
    /// the ace for the last trick.
    #[test]
    fn an_ace_is_not_as_good_as_a_ten_where_all_four_pay() {
        let book = Book::preset("rablo").unwrap();
        let entry = book.find(&"hearts four-aces".parse().unwrap()).unwrap();
        let hand = |text: &str| cards(text).into_iter().collect::<CardSet>();
        let hands = BySeat([
            hand("AA BA HX HK HO HU A7 LA LX HA"),
            hand("AU A9 LO LK BU BO BK H7 B7 BX"),
            hand("AX AK AO L8 L9 LU H8 L7 B8 B9"),
        ]);
        let trump = Some(crate::rules::Suit::Hearts);
        let mut play = Play::new(Seat::Zero, entry, trump, hands, hand("A8 H9"), book.rules());
        for card in cards("AA A9 AO BA BU L8 HX BO L9 HK BK LU HO LO H8 HU LK AK A7 AU AX L7") {
            play.advance(card);
        }
        let settled = proven(&play, entry, book.rules(), 0).unwrap();
        let aces = settled.items.iter().find(|item| item.game == Scored::Game(Game::FourAces)).unwrap();
        assert!(aces.made, "{settled:?}");
    }
}
