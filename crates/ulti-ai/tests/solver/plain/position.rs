//! Positions and legal cards (`RULES §5`).

use super::card::TextCard;

/// A position with all cards known.
#[derive(Debug, Clone)]
pub(crate) struct PlainPosition {
    pub(crate) trump: Option<char>,
    pub(crate) declarer: usize,
    pub(crate) hands: [Vec<TextCard>; 3],
    /// Seat that led to the trick, or leads to the next one.
    pub(crate) leader: usize,
    pub(crate) trick: Vec<TextCard>,
    pub(crate) must_beat: bool,
    pub(crate) seven_locked: bool,
}

/// A completed trick.
pub(crate) struct FinishedTrick {
    pub(crate) winner: usize,
    pub(crate) by: TextCard,
    pub(crate) cards: Vec<TextCard>,
    pub(crate) is_last: bool,
}

impl PlainPosition {
    pub(crate) fn turn(&self) -> usize {
        (self.leader + self.trick.len()) % 3
    }

    /// Returns `true` if every card has been played.
    pub(crate) fn is_over(&self) -> bool {
        self.trick.is_empty() && self.hands.iter().all(Vec::is_empty)
    }

    /// Returns the cards that may be played.
    ///
    /// A player must follow suit if possible, otherwise play a trump if possible, otherwise any card. If
    /// `must_beat` is set, the player must beat the best card if possible. If `seven_locked` is set, the
    /// declarer must keep the seven of trumps while another card is legal.
    pub(crate) fn playable(&self) -> Vec<TextCard> {
        let seat = self.turn();
        let mut cards = self.by_duty(&self.hands[seat]);
        if self.seven_locked && seat == self.declarer && cards.len() > 1 {
            cards.retain(|card| card.rank != '7' || Some(card.suit) != self.trump);
        }
        cards
    }

    fn by_duty(&self, hand: &[TextCard]) -> Vec<TextCard> {
        let Some(led) = self.trick.first() else { return hand.to_vec() };
        let mut duty = of_suit(hand, Some(led.suit));
        if duty.is_empty() {
            duty = of_suit(hand, self.trump);
        }
        if duty.is_empty() {
            return hand.to_vec();
        }
        let best = self.trick[self.best_place()];
        let mut beating = duty.clone();
        beating.retain(|card| card.beats(best, self.trump));
        if self.must_beat && !beating.is_empty() { beating } else { duty }
    }

    /// Returns the index of the trick's best card.
    fn best_place(&self) -> usize {
        let mut best = 0;
        for place in 1..self.trick.len() {
            if self.trick[place].beats(self.trick[best], self.trump) {
                best = place;
            }
        }
        best
    }

    /// Returns the position after `card` has been played, and the finished trick if the card completes it.
    pub(crate) fn after(&self, card: TextCard) -> (Self, Option<FinishedTrick>) {
        let mut next = self.clone();
        let seat = self.turn();
        next.hands[seat].retain(|own| *own != card);
        next.trick.push(card);
        if next.trick.len() < 3 {
            return (next, None);
        }
        let place = next.best_place();
        next.leader = (next.leader + place) % 3;
        let cards = std::mem::take(&mut next.trick);
        let is_last = next.hands.iter().all(Vec::is_empty);
        let taken = FinishedTrick { winner: next.leader, by: cards[place], cards, is_last };
        (next, Some(taken))
    }
}

fn of_suit(hand: &[TextCard], suit: Option<char>) -> Vec<TextCard> {
    let mut cards = hand.to_vec();
    cards.retain(|card| Some(card.suit) == suit);
    cards
}
