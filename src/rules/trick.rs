//! A trick, who wins it, and which cards may be added to it (`RULES §5`).

use super::{Card, CardSet, RankOrder, Seat, Trump};

/// Up to three cards, in the order in which they were played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trick {
    leader: Seat,
    cards: [Option<Card>; 3],
}

/// Which duty leaves only these cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// No duty: the whole hand.
    Free,
    /// The suit that was led.
    Follow,
    /// A trump, for want of the suit that was led.
    Trump,
    /// A card that beats the best one of the trick.
    Beat,
}

impl Trick {
    /// An empty trick, to be led by this seat.
    pub const fn new(leader: Seat) -> Self {
        Self { leader, cards: [None; 3] }
    }

    /// Who led, or is to lead.
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// How many cards lie: 0 to 3.
    pub const fn len(&self) -> usize {
        match self.cards {
            [None, ..] => 0,
            [_, None, _] => 1,
            [.., None] => 2,
            _ => 3,
        }
    }

    /// Whether no card lies yet.
    pub const fn is_empty(&self) -> bool {
        self.cards[0].is_none()
    }

    /// Whether all three cards lie.
    pub const fn is_full(&self) -> bool {
        self.cards[2].is_some()
    }

    /// Whose card comes next; the leader's again when the trick is full.
    pub const fn turn(&self) -> Seat {
        match self.len() {
            1 => self.leader.next(),
            2 => self.leader.next().next(),
            _ => self.leader,
        }
    }

    /// The card that was led.
    pub const fn led(&self) -> Option<Card> {
        self.cards[0]
    }

    /// The cards with who played them, in order.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> {
        self.leader.round().into_iter().zip(self.cards).filter_map(|(seat, card)| Some((seat, card?)))
    }

    /// Its cards as a set.
    pub fn cards(&self) -> CardSet {
        self.cards.into_iter().flatten().collect()
    }

    /// The card that this seat has played to it.
    pub fn card_of(&self, seat: Seat) -> Option<Card> {
        self.plays().find(|(player, _)| *player == seat).map(|(_, card)| card)
    }

    /// Adds the next card; a full trick takes no more.
    pub fn push(&mut self, card: Card) {
        let lying = self.len();
        if let Some(place) = self.cards.get_mut(lying) {
            *place = Some(card);
        }
    }

    /// The best card so far with who played it.
    pub fn best(&self, trump: Trump) -> Option<(Seat, Card)> {
        let [led, second, third] = self.cards;
        let mut best = (self.leader, led?);
        for (seat, card) in self.leader.others().into_iter().zip([second, third]) {
            if let Some(card) = card
                && card.beats(best.1, trump)
            {
                best = (seat, card);
            }
        }
        Some(best)
    }

    /// The cards of a hand that may be played now, and the duty that leaves only these.
    pub fn playable(&self, hand: CardSet, trump: Trump, must_beat: bool) -> (CardSet, Duty) {
        let (Some(led), Some((_, best))) = (self.led(), self.best(trump)) else {
            return (hand, Duty::Free);
        };
        let follow = hand.of_suit(led.suit());
        let trumps = trump.map_or(CardSet::EMPTY, |suit| hand.of_suit(suit));
        let (candidates, duty) = match (follow.is_empty(), trumps.is_empty()) {
            (false, _) => (follow, Duty::Follow),
            (true, false) => (trumps, Duty::Trump),
            (true, true) => return (hand, Duty::Free),
        };
        let beating = candidates & CardSet::above(best, RankOrder::of(trump));
        if must_beat && !beating.is_empty() { (beating, Duty::Beat) } else { (candidates, duty) }
    }
}
