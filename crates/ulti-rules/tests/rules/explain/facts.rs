//! Facts about a finished deal, recomputed from its tricks with nothing but the cards (`RULES §6`).

use crate::reference::cards::{PlainCard, RANKS, SUITS, best_place};
use crate::reference::deal::{Deal, Taken};

/// A finished deal. If play ended early, the remaining cards form further tricks without a winner.
pub(super) struct Facts<'a> {
    deal: &'a Deal,
    tricks: Vec<Taken>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(deal: &'a Deal) -> Self {
        let mut tricks = deal.tricks.clone();
        let gone = |card: &PlainCard| {
            let played = deal.tricks.iter().flat_map(|trick| &trick.cards).any(|(_, other)| other == card);
            played || deal.talon.contains(card)
        };
        let deck = SUITS.chars().flat_map(|suit| RANKS.chars().map(move |rank| PlainCard { suit, rank }));
        let rest: Vec<PlainCard> = deck.filter(|card| !gone(card)).collect();
        for cards in rest.chunks(3) {
            tricks.push(Taken { winner: 0, cards: cards.iter().map(|card| (3, *card)).collect() });
        }
        Self { deal, tricks }
    }

    pub(super) fn declarer(&self) -> usize {
        self.deal.declarer().expect("bid was made")
    }

    /// Returns the number of tricks that were played.
    pub(super) fn played(&self) -> usize {
        self.deal.tricks.len()
    }

    pub(super) fn played_tricks(&self) -> &[Taken] {
        &self.deal.tricks
    }

    pub(super) fn tricks(&self) -> &[Taken] {
        &self.tricks
    }

    /// Returns all continuations in which one seat wins the next trick and one seat wins all later tricks.
    /// They include the best and the worst for each side.
    fn continuations(&self, number: usize) -> impl Iterator<Item = Vec<Taken>> {
        (0..9).map(move |seats| {
            let mut tricks = self.tricks.clone();
            tricks[number..].iter_mut().for_each(|trick| trick.winner = seats / 3);
            if let Some(next) = tricks.get_mut(number) {
                next.winner = seats % 3;
            }
            tricks
        })
    }

    /// Returns the actual result of `made`, and the number of tricks after which no later trick changes it.
    pub(super) fn decided(&self, made: impl Fn(&[Taken]) -> bool) -> (bool, usize) {
        let fixed = |number: usize| {
            let results: Vec<bool> = self.continuations(number).map(|tricks| made(&tricks)).collect();
            results.iter().all(|other| *other == results[0]).then_some(results[0])
        };
        let found = (0..=10).find_map(|number| Some((fixed(number)?, number)));
        found.expect("nothing changes after ten tricks")
    }

    fn own(&self, winner: usize, defends: bool) -> bool {
        (winner != self.declarer()) == defends
    }

    /// Returns the number of tricks that a side has won.
    pub(super) fn count(&self, tricks: &[Taken], defends: bool) -> usize {
        tricks.iter().filter(|trick| self.own(trick.winner, defends)).count()
    }

    pub(super) fn tricks_of(&self, defends: bool) -> usize {
        self.count(self.played_tricks(), defends)
    }

    /// Returns the points of a side for aces, tens and the last trick.
    pub(super) fn in_tricks(&self, defends: bool, tricks: &[Taken]) -> i64 {
        let points = |(place, trick): (usize, &Taken)| {
            let high = trick.cards.iter().filter(|(_, card)| "AX".contains(card.rank)).count();
            10 * number(high + usize::from(place == 9))
        };
        tricks.iter().enumerate().filter(|(_, trick)| self.own(trick.winner, defends)).map(points).sum()
    }

    /// Returns the points of a side's marriages that count after these tricks.
    pub(super) fn marriages(&self, defends: bool, tricks: &[Taken]) -> i64 {
        let without_trick = |seat: usize| tricks.iter().all(|trick| trick.winner != seat);
        let counts = |seat: &usize| !self.deal.rules.yes("marriage_needs_trick") || !without_trick(*seat);
        let seats = (0..3).filter(|seat| self.own(*seat, defends)).filter(counts);
        let suits = seats.flat_map(|seat| self.deal.married(seat));
        let worth = |suit| if Some(suit) == self.deal.trump { 40 } else { 20 };
        let sum = if self.deal.counts_marriages() { suits.map(worth).sum() } else { 0 };
        i64::min(sum, self.deal.rules.number("marriages_at_most").into())
    }

    /// Returns the most points that a side's marriages can count if play ended early.
    pub(super) fn most_marriages(&self, defends: bool) -> i64 {
        let all = self.continuations(self.played()).map(|tricks| self.marriages(defends, &tricks));
        all.max().unwrap_or_default()
    }

    pub(super) fn is_empty(&self, defends: bool, tricks: &[Taken]) -> bool {
        let without_points =
            self.deal.rules.yes("parti_needs_points") && self.in_tricks(defends, tricks) == 0;
        self.count(tricks, defends) == 0 || without_points
    }

    /// Returns the card points of the declarer and of the defenders.
    pub(super) fn points(&self, tricks: &[Taken]) -> [i64; 2] {
        let laid_down = number(self.deal.talon.iter().filter(|card| "AX".contains(card.rank)).count());
        [false, true].map(|defends| {
            let talon = if defends { 10 * laid_down } else { 0 };
            let sum = self.in_tricks(defends, tricks) + talon + self.marriages(defends, tricks);
            if self.is_empty(defends, tricks) { 0 } else { sum }
        })
    }

    pub(super) fn holds_marriage(&self, of_trumps: bool) -> bool {
        self.deal
            .married(self.declarer())
            .into_iter()
            .any(|suit| (Some(suit) == self.deal.trump) == of_trumps)
    }

    /// Returns `true` if a seat won all four cards of a rank.
    pub(super) fn has_all(tricks: &[Taken], seat: usize, rank: char) -> bool {
        let own = tricks.iter().filter(|trick| trick.winner == seat).flat_map(|trick| &trick.cards);
        own.filter(|(_, card)| card.rank == rank).count() == 4
    }

    /// Returns the winner of a trick, counted from 1, and the card that won it.
    pub(super) fn trick(&self, number: usize) -> (usize, PlainCard) {
        let cards = &self.deal.tricks[number - 1].cards;
        let plain: Vec<PlainCard> = cards.iter().map(|(_, card)| *card).collect();
        cards[best_place(&plain, self.deal.trump)]
    }

    pub(super) fn trick_has(&self, number: usize, card: PlainCard) -> bool {
        self.deal.tricks[number - 1].cards.iter().any(|(_, other)| *other == card)
    }

    /// Returns the number of the trick to which a card was played, and the seat that played it.
    pub(super) fn played_in(&self, card: PlainCard) -> Option<(usize, usize)> {
        (1..).zip(&self.deal.tricks).find_map(|(number, trick)| {
            trick.cards.iter().find(|(_, other)| *other == card).map(|(seat, _)| (number, *seat))
        })
    }

    pub(super) fn laid_down(&self, card: PlainCard) -> bool {
        self.deal.talon.contains(&card)
    }

    pub(super) fn declarer_held(&self, card: PlainCard) -> bool {
        self.deal.held[self.declarer()].contains(&card)
    }

    pub(super) fn seven(&self) -> Option<PlainCard> {
        Some(PlainCard { suit: self.deal.trump?, rank: '7' })
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).expect("small number")
}
