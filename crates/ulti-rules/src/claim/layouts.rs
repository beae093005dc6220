//! The layouts of the hidden cards that are possible from the view of one player.

use std::ops::ControlFlow;

use enumset::EnumSet;

use super::hidden::{excluded, played_by};
use crate::auction::Discard;
use crate::{BySeat, Card, CardSet, Play, RuleSet, Seat, Suit};

/// The player from whose view the layouts are determined.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Viewer<'a> {
    pub(crate) seat: Seat,
    /// The cards that were laid down for each bid, in order. The player knows their own.
    pub(crate) discards: &'a [Discard],
}

impl Viewer<'_> {
    /// Returns the cards that a seat cannot hold, because the player laid them down and the seat has not
    /// taken the talon since.
    fn kept_from(self, seat: Seat) -> CardSet {
        self.discards.iter().fold(CardSet::EMPTY, |kept, discard| match discard {
            Discard { seat, cards } if *seat == self.seat => kept | *cards,
            discard if discard.seat == seat => CardSet::EMPTY,
            _ => kept,
        })
    }
}

/// The layouts of the hands, and of the talon, that are consistent with everything that one player has seen.
///
/// The player has seen their own cards, those that they laid down, the hands that lie open, all played cards
/// and all announced marriages. The declarer also knows the talon. Every card that another player has played
/// was legal in each of the layouts.
pub(super) struct Layouts {
    /// The play as the player sees it.
    seen: Play,
    /// The seats whose hands the player does not see.
    hidden: Vec<Seat>,
    /// Cards that are in the hidden hands or in the talon.
    unseen: CardSet,
    /// Cards that each of the hidden seats may hold.
    possible: BySeat<CardSet>,
    /// Number of cards in each hand.
    sizes: BySeat<u32>,
    /// Number of hidden cards in the talon.
    in_talon: u32,
    /// Marriages (kings and overs) that a seat did not announce and therefore did not have.
    unannounced: Vec<(Seat, CardSet)>,
}

impl Layouts {
    /// Determines the layouts. The first trick must be complete, because marriages are announced in it.
    pub(super) fn of(play: &Play, viewer: Viewer, rules: &RuleSet) -> Self {
        let mut seen = *play;
        let hidden: Vec<Seat> = viewer.seat.others().into_iter().filter(|seat| !play.open[*seat]).collect();
        for seat in &hidden {
            seen.hands[*seat] = CardSet::EMPTY;
        }
        let is_talon_known = viewer.seat == play.declarer;
        if !is_talon_known {
            seen.talon = CardSet::EMPTY;
        }
        let played = play.tricks.iter().fold(CardSet::EMPTY, |all, trick| all | trick.cards());
        let known = seen.hands.values().fold(played | seen.talon, |all, hand| all | *hand);
        let mut layouts = Self {
            seen,
            unseen: CardSet::DECK - known,
            possible: BySeat::default(),
            sizes: play.hands.map(CardSet::len),
            in_talon: if is_talon_known { 0 } else { play.talon.len() },
            unannounced: Vec::new(),
            hidden,
        };
        for seat in layouts.hidden.clone() {
            layouts.possible[seat] = layouts.unseen - excluded(play, seat, rules) - viewer.kept_from(seat);
        }
        for seat in layouts.hidden.clone() {
            layouts.restrict_marriages(play, seat);
        }
        layouts
    }

    /// Excludes the layouts in which the seat would have announced other marriages.
    fn restrict_marriages(&mut self, play: &Play, seat: Seat) {
        for pair in play.ruled_out_marriages(seat).iter().map(CardSet::marriage) {
            self.unannounced.push((seat, pair));
            if !(pair & played_by(play, seat)).is_empty() {
                self.possible[seat] -= pair;
            }
        }
        for pair in play.announced[seat].iter().map(CardSet::marriage) {
            for other in self.hidden.iter().filter(|other| **other != seat) {
                self.possible[*other] -= pair;
            }
        }
    }

    /// Returns all talons that are possible. If the player knows the talon, this is the only one.
    pub(super) fn talons(&self) -> Vec<CardSet> {
        let cards: Vec<Card> = (self.unseen - self.announced_cards()).iter().collect();
        let mut talons = Vec::new();
        choose(&cards, self.in_talon, self.seen.talon, &mut talons);
        talons
    }

    /// Returns the unseen cards of announced marriages. They cannot be in the talon.
    fn announced_cards(&self) -> CardSet {
        let seen = &self.seen;
        let of = |seat: &Seat| {
            let pairs = seen.announced[*seat].iter().map(CardSet::marriage);
            pairs.fold(CardSet::EMPTY, |all, pair| all | pair)
        };
        self.hidden.iter().fold(CardSet::EMPTY, |all, seat| all | of(seat)) & self.unseen
    }

    /// Calls `visit` with each layout with the given talon, which must be one of [`Layouts::talons`].
    ///
    /// Stops as soon as `visit` returns [`ControlFlow::Break`].
    pub(super) fn each<B>(
        &self,
        talon: CardSet,
        visit: &mut impl FnMut(&Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut play = self.seen;
        play.talon = talon;
        let cards: Vec<Card> = (self.unseen - talon).iter().collect();
        self.deal(&cards, play, visit)
    }

    /// Returns the first layout with the given talon, or `None` if there is none.
    pub(super) fn first(&self, talon: CardSet) -> Option<Play> {
        self.each(talon, &mut |play| ControlFlow::Break(*play)).break_value()
    }

    /// Returns the cards that each seat may hold with the given talon.
    pub(super) fn possible(&self, talon: CardSet) -> BySeat<CardSet> {
        BySeat::from_fn(|seat| {
            if self.hidden.contains(&seat) { self.possible[seat] - talon } else { self.seen.hands[seat] }
        })
    }

    /// Returns the fewest and the most marriages that a seat has in any layout with the given talon. The
    /// layouts need not exist.
    pub(super) fn marriages(&self, seat: Seat, talon: CardSet) -> [EnumSet<Suit>; 2] {
        if !self.hidden.contains(&seat) {
            return [self.seen.marriages[seat]; 2];
        }
        let (announced, ruled_out) = (self.seen.announced[seat], self.seen.ruled_out_marriages(seat));
        let played = played_by(&self.seen, seat);
        let possible = (played | (self.possible[seat] - talon)).marriages() - ruled_out;
        [played.marriages(), possible].map(|marriages| marriages | announced)
    }

    /// Gives each of `cards` to one of the hidden hands, and calls `visit` with each consistent layout.
    fn deal<B>(
        &self,
        cards: &[Card],
        play: Play,
        visit: &mut impl FnMut(&Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let [card, rest @ ..] = cards else {
            if !self.is_consistent(&play) {
                return ControlFlow::Continue(());
            }
            let mut layout = play;
            for seat in &self.hidden {
                layout.marriages[*seat] = (played_by(&play, *seat) | play.hands[*seat]).marriages();
            }
            return visit(&layout);
        };
        for seat in &self.hidden {
            if self.possible[*seat].contains(*card) && play.hands[*seat].len() < self.sizes[*seat] {
                let mut next = play;
                next.hands[*seat] |= (*card).into();
                self.deal(rest, next, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_consistent(&self, play: &Play) -> bool {
        let holds = |(seat, pair): &(Seat, CardSet)| play.hands[*seat].is_superset(*pair);
        let has_sizes = self.hidden.iter().all(|seat| play.hands[*seat].len() == self.sizes[*seat]);
        has_sizes && !self.unannounced.iter().any(holds)
    }
}

/// Adds each set of `count` of the cards, united with `chosen`, to `sets`.
fn choose(cards: &[Card], count: u32, chosen: CardSet, sets: &mut Vec<CardSet>) {
    if count == 0 {
        sets.push(chosen);
        return;
    }
    for (place, card) in cards.iter().enumerate() {
        choose(&cards[place + 1..], count - 1, chosen | (*card).into(), sets);
    }
}
