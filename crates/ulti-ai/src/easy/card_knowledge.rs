//! Knowledge of a seat during play: the cards that each hand may contain and the odds of winning a trick.

use ulti_rules::{
    Board, BySeat, Card, CardSet, Contract, Game, Hand, Rank, RankOrder, Seat, Suit, Trick, Trump, View,
};

/// Knowledge of the player at one seat during play, including the cards that each other player may hold.
#[derive(Debug)]
pub(crate) struct SeatKnowledge {
    pub(super) me: Seat,
    pub(super) declarer: Seat,
    pub(super) contract: Contract,
    pub(super) trump: Trump,
    pub(super) hand: CardSet,
    pub(super) legal: CardSet,
    pub(super) trick: Trick,
    pub(super) tricks_taken: usize,
    /// For each seat, the cards that it could still hold.
    possible: BySeat<CardSet>,
    /// For each seat, the probability that it holds a given card of its `possible` cards.
    ///
    /// The probability is the same for all of these cards. It is 1 if the seat's hand is known.
    share: BySeat<f32>,
    /// `true` if the declarer has won every trick so far.
    unbroken: bool,
}

/// The objective of play in the current contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The declarer must not win a trick.
    NoTrick,
    /// The declarer must win every trick and has won all tricks so far.
    EveryTrick,
    /// Both sides try to win points. In some contracts, they also try to win the last trick.
    Points,
}

impl SeatKnowledge {
    /// Derives what a player knows about the cards from the player's view. Returns `None` for the public
    /// view.
    pub(crate) fn of(view: &View, board: &Board) -> Option<Self> {
        let me = view.seat?;
        let mut knowledge = Self {
            me,
            declarer: board.declarer,
            contract: board.contract,
            trump: board.trump,
            hand: view.own_hand(),
            legal: view.legal.cards,
            trick: board.current,
            tricks_taken: board.tricks.len(),
            possible: BySeat::default(),
            share: BySeat::default(),
            unbroken: board.tricks.iter().all(|(_, winner)| *winner == board.declarer),
        };
        knowledge.find_cards(view, board);
        Some(knowledge)
    }

    fn find_cards(&mut self, view: &View, board: &Board) {
        let played = board.tricks.iter().fold(board.current.cards(), |all, (trick, _)| all | trick.cards());
        let known =
            view.hands.values().filter_map(|hand| hand.cards()).fold(CardSet::EMPTY, |all, hand| all | hand);
        let talon = view.talon.unwrap_or_default();
        let unseen = CardSet::DECK - played - known - talon;
        let ruled_out = ruled_out(board, view.book.rules().must_beat);
        for (seat, hand) in view.hands.iter() {
            (self.possible[seat], self.share[seat]) = match hand {
                Hand::Known(cards) => (*cards, 1.0),
                Hand::Hidden(count) => (unseen - ruled_out[seat], ratio(*count, unseen.len())),
            };
        }
        self.place_marriages(board, unseen);
    }

    /// Assigns the unplayed cards of each announced marriage (king and over of a suit) to the seat that
    /// announced it.
    fn place_marriages(&mut self, board: &Board, unseen: CardSet) {
        for (seat, suits) in board.announced.iter() {
            let pair = |suit| [Rank::King, Rank::Over].map(|rank| Card::new(suit, rank));
            let held = suits.iter().flat_map(pair).collect::<CardSet>() & unseen;
            for other in seat.others() {
                if other != self.me {
                    self.possible[other] -= held;
                }
            }
        }
    }

    /// Returns the cards that the given seat may hold.
    pub(crate) fn possible(&self, seat: Seat) -> CardSet {
        self.possible[seat]
    }

    pub(super) fn is_declarer(&self) -> bool {
        self.me == self.declarer
    }

    pub(super) fn order(&self) -> RankOrder {
        RankOrder::of(self.trump)
    }

    pub(super) fn aim(&self) -> Aim {
        if self.contract.has(Game::Betli) {
            Aim::NoTrick
        } else if self.contract.has(Game::Durchmars) && self.unbroken {
            Aim::EveryTrick
        } else {
            Aim::Points
        }
    }

    /// Returns the strength of a card within its suit, from 0 to 7.
    pub(super) fn strength(&self, card: Card) -> f32 {
        f32::from(self.order().strength(card.rank()))
    }

    pub(super) fn is_trump(&self, card: Card) -> bool {
        self.trump == Some(card.suit())
    }

    /// Returns the cards that at least one of the other two seats may hold.
    pub(super) fn out(&self) -> CardSet {
        let [one, other] = self.me.others();
        self.possible[one] | self.possible[other]
    }

    /// Returns the trumps that at least one of the other two seats may hold.
    pub(super) fn trumps_out(&self) -> CardSet {
        self.trump.map_or(CardSet::EMPTY, |suit| self.out().of_suit(suit))
    }

    pub(super) fn my_trumps(&self) -> CardSet {
        self.trump.map_or(CardSet::EMPTY, |suit| self.hand.of_suit(suit))
    }

    pub(super) fn seven(&self) -> CardSet {
        self.trump.map_or(CardSet::EMPTY, |suit| Card::new(suit, Rank::Seven).into())
    }

    /// Returns `true` if neither of the other two seats can hold a higher card of the same suit.
    pub(super) fn is_master(&self, card: Card) -> bool {
        (CardSet::above(card, self.order()) & self.out()).is_empty()
    }

    /// Returns the cards of a suit that a seat may hold.
    pub(super) fn may_hold(&self, seat: Seat, suit: Suit) -> CardSet {
        self.possible[seat].of_suit(suit)
    }

    /// Returns the probability that a seat holds none of the given cards.
    pub(super) fn lacks(&self, seat: Seat, cards: CardSet) -> f32 {
        let candidates = i32::try_from((cards & self.possible[seat]).len()).unwrap_or_default();
        (1.0 - self.share[seat]).powi(candidates)
    }

    /// Returns the probability that a seat plays a card that beats `best`.
    ///
    /// `led` is the suit of the first card in the trick.
    fn beats(&self, seat: Seat, led: Suit, best: Card) -> f32 {
        let above = CardSet::above(best, self.order());
        let by_following = if best.suit() == led { 1.0 - self.lacks(seat, above) } else { 0.0 };
        let by_trumping = match self.trump {
            Some(trump) if trump != led => {
                let trumps = CardSet::suit(trump);
                let enough = if best.suit() == trump { above } else { trumps };
                self.lacks(seat, CardSet::suit(led)) * (1.0 - self.lacks(seat, enough))
            }
            _ => 0.0,
        };
        by_following + by_trumping
    }

    /// Returns each seat's probability of winning the current trick if the robot plays `card`.
    pub(super) fn winners(&self, card: Card) -> BySeat<f32> {
        let mut trick = self.trick;
        if trick.is_full() {
            trick = Trick::new(self.me);
        }
        let to_come = 2 - trick.len();
        trick.push(card);
        let mut chances = BySeat::default();
        let (Some((holder, best)), Some((_, lead))) = (trick.best(self.trump), trick.plays().next()) else {
            return chances;
        };
        let beats = |seat| self.beats(seat, lead.suit(), best);
        let [next, last] = self.me.others();
        chances[holder] = 1.0;
        if to_come >= 1 {
            let by_next = beats(next);
            chances[holder] -= by_next;
            chances[next] += by_next;
        }
        if to_come == 2 {
            // The last player must also beat the second card, which is less likely.
            let by_last = beats(last);
            let (from_holder, from_next) = (chances[holder] * by_last, chances[next] * by_last / 2.0);
            chances[holder] -= from_holder;
            chances[next] -= from_next;
            chances[last] += from_holder + from_next;
        }
        chances
    }

    /// Returns the probability that the robot's side wins the current trick if the robot plays `card`.
    pub(super) fn side_wins(&self, card: Card) -> f32 {
        let declarers = self.winners(card)[self.declarer];
        if self.is_declarer() { declarers } else { 1.0 - declarers }
    }
}

#[allow(clippy::cast_precision_loss)] // at most 32 cards
fn ratio(part: u32, whole: u32) -> f32 {
    if whole == 0 { 0.0 } else { (part as f32 / whole as f32).min(1.0) }
}

/// Returns the cards that each seat cannot hold.
///
/// The cards are inferred from tricks in which the seat failed to follow suit, to play a trump, or to beat
/// the best card.
fn ruled_out(board: &Board, must_beat: bool) -> BySeat<CardSet> {
    let mut ruled_out: BySeat<CardSet> = BySeat::default();
    for trick in board.tricks.iter().map(|(trick, _)| trick).chain([&board.current]) {
        let mut partial = Trick::new(trick.leader());
        for (seat, card) in trick.plays() {
            ruled_out[seat] |= partial.ruled_out_by(card, board.trump, must_beat);
            partial.push(card);
        }
    }
    ruled_out
}
