//! The possible layouts of the cards that the declarer does not see (`RULES §5`).

use crate::announcements::Announcements;
use crate::{BySeat, Card, CardSet, Play, Rank, RuleSet, Seat, Suit, Trick, Trump};

/// The layouts of the defenders' cards that are consistent with everything that the declarer has seen.
///
/// Each card that a player has played can only exclude other cards from that player's hand. Together with the
/// marriages, this describes the layouts exactly, so that they need not be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Hidden {
    declarer: Seat,
    /// The declarer's hand, and the cards that each defender holds in every layout.
    held: BySeat<CardSet>,
    /// The cards that are with one defender in some layouts and with the other in the rest.
    unknown: CardSet,
    /// Kings and overs in `unknown` that form a marriage which nobody has announced. In every layout, each
    /// defender holds one card of such a pair.
    split: CardSet,
    /// Number of cards in each hand.
    sizes: BySeat<u32>,
}

impl Hidden {
    /// Determines the layouts for a position of the play as the declarer sees it.
    ///
    /// `play` contains the hands that lie open and no other cards of the defenders. Returns `None` if no
    /// layout is consistent, which is impossible in a legal deal.
    pub(super) fn of(play: &Play, rules: &RuleSet) -> Option<Self> {
        let declarer = play.declarer;
        let played = play.tricks.iter().fold(CardSet::EMPTY, |all, trick| all | trick.cards());
        let known = play.hands.values().fold(played | play.talon, |all, hand| all | *hand);
        let left = |seat| {
            let in_trick = u32::from(play.current().card_of(seat).is_some());
            10 - u32::try_from(play.tricks_taken()).unwrap_or(10) - in_trick
        };
        let mut hidden = Self {
            declarer,
            held: play.hands,
            unknown: CardSet::DECK - known,
            split: CardSet::EMPTY,
            sizes: BySeat::from_fn(left),
        };
        for seat in declarer.others() {
            hidden = hidden.without(seat, excluded(play, seat, rules))?;
        }
        if play.announcements == Announcements::All {
            for suit in Suit::ALL {
                hidden = hidden.with_marriage(suit, play)?;
            }
        }
        hidden.with_forced_holders()
    }

    /// Returns the declarer's hand.
    pub(super) fn own(&self) -> CardSet {
        self.held[self.declarer]
    }

    /// Returns the cards that a seat holds in at least one layout.
    pub(super) fn possible(&self, seat: Seat) -> CardSet {
        if seat == self.declarer { self.held[seat] } else { self.held[seat] | self.unknown }
    }

    /// Returns the cards that a seat holds in every layout.
    pub(super) fn known(&self, seat: Seat) -> CardSet {
        self.held[seat]
    }

    /// Returns the kings and overs of which each defender holds one.
    pub(super) const fn split(&self) -> CardSet {
        self.split
    }

    /// Returns all cards in the hands of the defenders.
    pub(super) fn theirs(&self) -> CardSet {
        self.declarer.others().into_iter().fold(self.unknown, |all, seat| all | self.held[seat])
    }

    /// Returns the largest number of cards of a suit that one defender holds in any layout.
    pub(super) fn longest(&self, suit: Suit) -> u32 {
        let pairs = self.split.len() / 2;
        let single = (self.unknown - self.split).of_suit(suit).len();
        let of_pair = self.split.of_suit(suit).len() / 2;
        let of = |seat: Seat| {
            let free = single.min(self.missing(seat).saturating_sub(pairs));
            self.held[seat].of_suit(suit).len() + free + of_pair
        };
        self.declarer.others().map(of).into_iter().max().unwrap_or(0)
    }

    /// Returns the hands of one of the layouts.
    pub(super) fn layout(&self) -> BySeat<CardSet> {
        let [one, other] = self.declarer.others();
        let mut hands = self.held;
        let mut single = self.unknown - self.split;
        for suit in Suit::ALL {
            for (seat, card) in [one, other].into_iter().zip(self.split.of_suit(suit)) {
                hands[seat] |= card.into();
            }
        }
        for seat in [one, other] {
            let wanted = self.sizes[seat].saturating_sub(hands[seat].len());
            let taken: CardSet = single.iter().take(usize::try_from(wanted).unwrap_or(0)).collect();
            hands[seat] |= taken;
            single -= taken;
        }
        hands
    }

    /// Returns the layouts in which the seat can legally play `card` to the trick, after the card was played.
    ///
    /// Returns `None` if there are none. The declarer's own choice does not change what the declarer knows.
    pub(super) fn after(
        &self,
        seat: Seat,
        card: Card,
        trick: Trick,
        trump: Trump,
        rules: &RuleSet,
    ) -> Option<Self> {
        let mut next = *self;
        next.sizes[seat] = next.sizes[seat].checked_sub(1)?;
        next.held[seat] -= card.into();
        if seat == self.declarer {
            return Some(next);
        }
        if self.unknown.contains(card) {
            next.unknown -= card.into();
            next.resolve(card, next.other(seat));
        }
        next.without(seat, trick.ruled_out_by(card, trump, rules.must_beat))?.with_forced_holders()
    }

    const fn other(&self, defender: Seat) -> Seat {
        let [one, other] = self.declarer.others();
        if one as u8 == defender as u8 { other } else { one }
    }

    /// Returns the number of cards in `unknown` that belong to the defender.
    fn missing(&self, defender: Seat) -> u32 {
        self.sizes[defender].saturating_sub(self.held[defender].len())
    }

    /// Gives the other card of the pair in `split` that contains `card`, if any, to `seat`.
    fn resolve(&mut self, card: Card, seat: Seat) {
        if self.split.contains(card) {
            let pair = self.split.of_suit(card.suit());
            self.split -= pair;
            let partner = (pair - card.into()) & self.unknown;
            self.unknown -= partner;
            self.held[seat] |= partner;
        }
    }

    /// Returns the layouts in which the defender holds none of the given cards, or `None` if there are none.
    fn without(mut self, defender: Seat, cards: CardSet) -> Option<Self> {
        if !(self.held[defender] & cards).is_empty() {
            return None;
        }
        let other = self.other(defender);
        for card in cards & self.unknown {
            if !self.unknown.contains(card) {
                // Excluding the other card of the pair has already given this card to the defender.
                return None;
            }
            self.unknown -= card.into();
            self.held[other] |= card.into();
            self.resolve(card, defender);
        }
        Some(self)
    }

    /// Returns the layouts that agree with what the defenders have announced, or not announced, in a suit.
    ///
    /// Claims are decided after the first trick, when every defender has announced all marriages. A defender
    /// who has not announced a marriage therefore did not hold both cards.
    fn with_marriage(mut self, suit: Suit, play: &Play) -> Option<Self> {
        let pair = CardSet::marriage(suit);
        let defenders = self.declarer.others();
        if let Some(seat) = defenders.into_iter().find(|seat| play.announced[*seat].contains(suit)) {
            return self.without(self.other(seat), pair);
        }
        for seat in defenders {
            let had = played_by(play, seat) | self.held[seat];
            if !(pair & had).is_empty() {
                self = self.without(seat, pair - had)?;
            }
        }
        if self.unknown.is_superset(pair) {
            self.split |= pair;
        }
        Some(self)
    }

    /// Moves the cards whose holder follows from the sizes of the hands out of `unknown`.
    ///
    /// Returns `None` if no layout has hands of these sizes.
    fn with_forced_holders(mut self) -> Option<Self> {
        let [one, other] = self.declarer.others();
        let pairs = self.split.len() / 2;
        let single = self.unknown - self.split;
        let fits = |seat: Seat| {
            let wanted = self.sizes[seat].checked_sub(self.held[seat].len())?;
            wanted.checked_sub(pairs)
        };
        match (fits(one)?, fits(other)?) {
            (to_one, to_other) if to_one + to_other != single.len() => None,
            (0, _) => {
                self.held[other] |= single;
                self.unknown -= single;
                Some(self)
            }
            (_, 0) => {
                self.held[one] |= single;
                self.unknown -= single;
                Some(self)
            }
            _ => Some(self),
        }
    }
}

/// Returns the cards that a seat has played so far.
pub(super) fn played_by(play: &Play, seat: Seat) -> CardSet {
    play.tricks.iter().filter_map(|trick| trick.card_of(seat)).collect()
}

/// Returns the cards that a seat cannot hold, because one of its earlier cards would not have been legal.
pub(super) fn excluded(play: &Play, seat: Seat, rules: &RuleSet) -> CardSet {
    let mut excluded = CardSet::EMPTY;
    let held_back =
        if seat == play.declarer && play.locks_seven(rules) { seven_of_trumps(play) } else { None };
    for trick in &play.tricks {
        let mut partial = Trick::new(trick.leader());
        for (player, card) in trick.plays() {
            if player == seat {
                excluded |= partial.ruled_out_by(card, play.trump, rules.must_beat);
                if held_back == Some(card) {
                    // The seven was the declarer's last trump.
                    excluded |= CardSet::suit(card.suit());
                }
            }
            partial.push(card);
        }
    }
    excluded
}

fn seven_of_trumps(play: &Play) -> Option<Card> {
    play.trump.map(|trump| Card::new(trump, Rank::Seven))
}
