//! Three hands and a trick (`RULES §5`).

use super::card::Paper;

/// A position of play, all cards open.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    pub(crate) trump: Option<char>,
    pub(crate) declarer: usize,
    pub(crate) hands: [Vec<Paper>; 3],
    /// Who led the cards that lie, or leads next.
    pub(crate) leader: usize,
    pub(crate) trick: Vec<Paper>,
    pub(crate) must_beat: bool,
    pub(crate) seven_locked: bool,
}

/// A trick that is complete.
pub(crate) struct Taken {
    pub(crate) winner: usize,
    pub(crate) by: Paper,
    pub(crate) cards: Vec<Paper>,
    pub(crate) is_last: bool,
}

impl Plain {
    pub(crate) fn turn(&self) -> usize {
        (self.leader + self.trick.len()) % 3
    }

    /// Whether every card has been played.
    pub(crate) fn is_over(&self) -> bool {
        self.trick.is_empty() && self.hands.iter().all(Vec::is_empty)
    }

    /// Follow suit, else trump, else anything; beat the best card if able; keep a locked VII.
    pub(crate) fn playable(&self) -> Vec<Paper> {
        let seat = self.turn();
        let mut cards = self.by_duty(&self.hands[seat]);
        if self.seven_locked && seat == self.declarer && cards.len() > 1 {
            cards.retain(|card| card.rank != '7' || Some(card.suit) != self.trump);
        }
        cards
    }

    fn by_duty(&self, hand: &[Paper]) -> Vec<Paper> {
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

    /// The place in the trick of its best card.
    fn best_place(&self) -> usize {
        let mut best = 0;
        for place in 1..self.trick.len() {
            if self.trick[place].beats(self.trick[best], self.trump) {
                best = place;
            }
        }
        best
    }

    /// The position after a card, and the trick that it completed.
    pub(crate) fn after(&self, card: Paper) -> (Self, Option<Taken>) {
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
        let taken = Taken { winner: next.leader, by: cards[place], cards, is_last };
        (next, Some(taken))
    }
}

fn of_suit(hand: &[Paper], suit: Option<char>) -> Vec<Paper> {
    let mut cards = hand.to_vec();
    cards.retain(|card| Some(card.suit) == suit);
    cards
}
