//! Positions whose payments are known, or limited, without a search.

use enumset::EnumSet;

use super::Claim;
use crate::rule_set::SilentDurchmars;
use crate::{BySeat, Card, CardSet, Game, Play, Rank, RankOrder, Seat, Settlement, Suit};

/// The payments of a settlement: those of the seats, and the change of the window (the table's pot).
pub(super) type Payments = (BySeat<i32>, i32);

/// Returns the payments of a settlement without its items.
pub(super) const fn payments(settlement: &Settlement) -> Payments {
    (settlement.payments, settlement.window)
}

/// Limits of the points that each seat can still receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: BySeat<i32>,
    pub(super) high: BySeat<i32>,
    /// The payments, if every line of play leads to the same ones.
    pub(super) constant: Option<Payments>,
}

impl Bounds {
    const UNKNOWN: Self = Self { low: BySeat([i32::MIN; 3]), high: BySeat([i32::MAX; 3]), constant: None };
}

/// The part of a position that decides which payments are still possible, apart from the cards in the hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Taken {
    /// Points of the aces and tens in the declarer's tricks. Zero if the contract does not depend on points.
    points: u32,
    /// The side that has won every trick so far.
    tricks: AllSoFar,
    /// The seat that has won all aces and all tens won so far, if collecting them is paid.
    owners: [Owner; 2],
    /// The declarer's marriages, if the contract needs one. Some contracts do not announce marriages, so
    /// layouts can differ in them.
    marriages: EnumSet<Suit>,
    /// `true` for each defender whose marriages count only after that defender's first trick.
    marriages_pending: BySeat<bool>,
}

/// The part of the cards in the hands that limits the payments between two tricks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Remaining {
    /// Points of the aces and tens.
    points: u32,
    /// Number of aces. Zero if collecting aces or tens is not paid.
    aces: usize,
    /// The seats that may hold the seven of trumps.
    seven: BySeat<bool>,
    tricks_taken: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum AllSoFar {
    Declarer,
    Defence,
    Neither,
}

/// The winners of the cards of one rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Owner {
    Nobody,
    One(Seat),
    Several,
}

impl Remaining {
    /// Returns a copy that does not distinguish aces from tens, as in earlier versions.
    pub(super) const fn without_aces(self) -> Self {
        Self { aces: 0, ..self }
    }
}

impl Claim<'_> {
    /// Returns `true` if the contract or the rules pay for collecting all aces or all tens.
    pub(super) fn pays_for_ranks(&self) -> bool {
        let contract = self.entry.contract;
        self.rules.silent_four_aces || contract.has(Game::FourAces) || contract.has(Game::FourTens)
    }

    /// Summarises the finished tricks of a position.
    pub(super) fn taken(&self, play: &Play) -> Taken {
        let is_betli = play.contract.has(Game::Betli);
        let (tricks, declarers) = (play.tricks_taken(), play.tricks_by(play.declarer));
        let mut won = BySeat([CardSet::EMPTY; 3]);
        for (trick, winner) in play.finished_tricks() {
            won[winner] |= trick.cards();
        }
        let owner = |rank| {
            let has = |seat: &Seat| won[*seat].iter().any(|card| card.rank() == rank);
            let mut owners = Seat::ALL.into_iter().filter(has);
            match (owners.next(), owners.next()) {
                (None, _) => Owner::Nobody,
                (Some(seat), None) => Owner::One(seat),
                _ => Owner::Several,
            }
        };
        let pays = self.pays_for_ranks();
        let needs_marriage = play.contract.has(Game::FortyHundred) || play.contract.has(Game::TwentyHundred);
        Taken {
            points: if is_betli { 0 } else { won[play.declarer].points() },
            tricks: match declarers {
                _ if declarers == tricks => AllSoFar::Declarer,
                0 => AllSoFar::Defence,
                _ => AllSoFar::Neither,
            },
            owners: [Rank::Ace, Rank::Ten].map(|rank| if pays { owner(rank) } else { Owner::Nobody }),
            marriages: if needs_marriage { play.marriages[play.declarer] } else { EnumSet::empty() },
            marriages_pending: BySeat::from_fn(|seat| self.has_pending_marriages(play, seat)),
        }
    }

    /// Summarises the cards in the hands. `possible` contains the cards that each seat may hold.
    pub(super) fn remaining(&self, play: &Play, possible: BySeat<CardSet>) -> Remaining {
        let left = possible.values().fold(CardSet::EMPTY, |all, hand| all | *hand);
        let aces = left.iter().filter(|card| card.rank() == Rank::Ace).count();
        let seven = play.trump.map(|trump| Card::new(trump, Rank::Seven));
        Remaining {
            points: left.points(),
            aces: if self.pays_for_ranks() { aces } else { 0 },
            seven: possible.map(|hand| seven.is_some_and(|seven| hand.contains(seven))),
            tricks_taken: play.tricks_taken(),
        }
    }

    /// Computes limits of the payments in a position between two tricks. The hands in `play` are those of any
    /// layout of the cards that `remaining` describes.
    ///
    /// Except for the seven of trumps, more tricks never pay a side less. The limits are therefore the
    /// payments if one seat wins everything that remains, with every result that the seven can have.
    pub(super) fn bounds(&self, play: &Play, taken: Taken, remaining: Remaining) -> Bounds {
        let is_pending = taken.marriages_pending.values().any(|pending| *pending);
        if play.contract.has(Game::Betli) || self.may_lose_silent_durchmars(taken) || is_pending {
            return Bounds::UNKNOWN;
        }
        let sevens = self.sevens(play, remaining);
        let ends = Seat::ALL.map(|taker| play.finished_by(taker));
        let all = ends.iter().flat_map(|end| {
            sevens.iter().map(|seven| end.settle_with_seven(*seven, self.entry, self.rules, self.window))
        });
        let (low, high) = (BySeat([i32::MAX; 3]), BySeat([i32::MIN; 3]));
        let mut bounds = Bounds { low, high, constant: None };
        let (mut least, mut most, mut constant, mut first) = (i32::MAX, i32::MIN, true, None);
        for settlement in all {
            for (seat, paid) in settlement.payments.iter() {
                let takes = if seat == play.declarer { settlement.window.min(0).abs() } else { 0 };
                // Before the payments to and from the window.
                let before = paid + settlement.window.max(0) / 3 - takes;
                if seat == play.declarer {
                    (least, most) = (least.min(before), most.max(before));
                }
                bounds.low[seat] = bounds.low[seat].min(before + takes);
                bounds.high[seat] = bounds.high[seat].max(before + takes);
            }
            constant &= *first.get_or_insert(payments(&settlement)) == payments(&settlement);
        }
        if self.rules.window && least <= 0 && most >= 0 {
            // The three players may end at zero and pay into the window.
            bounds.low = BySeat([i32::MIN; 3]);
            constant &= least == most;
        }
        bounds.constant = first.filter(|_| constant);
        bounds
    }

    /// Returns `true` if the seat is a defender with marriages that count only after the seat's first trick.
    fn has_pending_marriages(&self, play: &Play, seat: Seat) -> bool {
        seat != play.declarer
            && self.entry.counts_marriages()
            && !play.marriages[seat].is_empty()
            && !play.counts_marriages_of(seat, self.rules)
    }

    /// Returns `true` if a side can still win the first nine tricks and lose the tenth, and the rules make it
    /// pay for that.
    fn may_lose_silent_durchmars(&self, taken: Taken) -> bool {
        self.rules.silent_durchmars_lost
            && self.entry.silent_durchmars != SilentDurchmars::None
            && taken.tricks != AllSoFar::Neither
    }

    /// Returns all results that the seven of trumps can still have (see [`crate::Outcome::seven`]).
    fn sevens(&self, play: &Play, remaining: Remaining) -> Vec<Option<(Seat, bool)>> {
        let matters = self.entry.silent_ulti || play.contract.has(Game::Ulti);
        let holders = Seat::ALL.into_iter().filter(|seat| matters && remaining.seven[*seat]);
        std::iter::once(None)
            .chain(holders.flat_map(|seat| [Some((seat, true)), Some((seat, false))]))
            .collect()
    }

    /// Returns the payments if the declarer can win every remaining trick with the cards in hand, however the
    /// defenders play. Returns `None` if that is not certain, if the declarer does not lead, or in a betli.
    ///
    /// `theirs` contains the cards of the defenders, and `longest` the largest number of cards of each suit
    /// that one defender may hold. The hands in `play` are those of any layout of these cards.
    ///
    /// The declarer leads the highest trumps until the defenders have none, then the highest cards of the
    /// other suits, then the remaining trumps, and the seven of trumps last.
    pub(super) fn sweep(&self, play: &Play, theirs: CardSet, longest: BySuit) -> Option<Settlement> {
        let declarer = play.declarer;
        if play.contract.has(Game::Betli) || !play.current().is_empty() || play.turn() != declarer {
            return None;
        }
        let mine = play.hands[declarer];
        let drawn = play.trump.map_or(0, |trump| longest.of(trump));
        // A defender's seven of trumps must be drawn before the last trick.
        if drawn >= mine.len() || play.trump.is_some_and(|trump| mine.of_suit(trump).len() < drawn) {
            return None;
        }
        let order = RankOrder::of(play.trump);
        if !Suit::ALL.into_iter().all(|suit| wins(mine, theirs, suit, longest.of(suit), order)) {
            return None;
        }
        let seven = play.trump.map(|trump| Card::new(trump, Rank::Seven));
        let seven = seven.filter(|seven| mine.contains(*seven)).map(|_| (declarer, true));
        let end = play.finished_by(declarer);
        Some(end.settle_with_seven(seven, self.entry, self.rules, self.window))
    }
}

/// A number of cards for each suit.
#[derive(Debug, Clone, Copy)]
pub(super) struct BySuit([u32; 4]);

impl BySuit {
    pub(super) fn from_fn(count: impl FnMut(Suit) -> u32) -> Self {
        Self(Suit::ALL.map(count))
    }

    fn of(self, suit: Suit) -> u32 {
        Suit::ALL.into_iter().zip(self.0).find(|(other, _)| *other == suit).map_or(0, |(_, count)| count)
    }
}

/// Returns `true` if the highest cards of a suit in `mine`, `leads` of them, beat every card of the suit in
/// `theirs`.
fn wins(mine: CardSet, theirs: CardSet, suit: Suit, leads: u32, order: RankOrder) -> bool {
    let (mine, theirs) = (mine.of_suit(suit), theirs.of_suit(suit));
    let is_top = |card: &Card| (CardSet::above(*card, order) & mine).len() < leads;
    mine.iter().filter(is_top).all(|card| (CardSet::above(card, order) & theirs).is_empty())
}
