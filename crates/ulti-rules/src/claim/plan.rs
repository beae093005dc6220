//! The search that decides a claim by what the declarer knows (`RULES §5`).
//!
//! It looks for a *plan*: a way to play that depends only on cards which the declarer sees. After each card
//! of a defender, only the layouts remain in which that card was legal. The defenders may play every card
//! that is legal in a remaining layout, so the plan works in all of them.

use std::collections::HashMap;
use std::rc::Rc;

use super::bounds::{Bounds, BySuit, Payments, Remaining, Taken, payments};
use super::hidden::Hidden;
use super::{Claim, moves};
use crate::{BySeat, Card, CardSet, Game, Play, Rank, RankOrder, Seat, Settlement, Suit};

/// Maximum number of positions to search for a claim.
///
/// If the search reaches the limit, the claim counts as unproven and play continues with the declarer's hand
/// face up. The limit counts positions rather than time, so the result is the same on every machine.
const BUDGET: u32 = 2_000_000;

/// The search has reached its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LimitReached;

/// Returns the payments of the best result that one plan reaches in every layout and against every defence,
/// or `None` if there is no such result.
///
/// # Errors
/// Returns [`LimitReached`] if the search limit is reached.
pub(super) fn settlement(claim: &Claim) -> Result<Option<Settlement>, LimitReached> {
    let play = claim.play.seen_by_declarer();
    let Some(hidden) = Hidden::of(&play, claim.rules) else { return Ok(None) };
    let root = Position { play, hidden };
    Search::new(claim).best(&root)
}

/// Returns `true` if the search within its limit finds the payments of `result`.
pub(super) fn proves(claim: &Claim, result: &Settlement) -> bool {
    settlement(claim).is_ok_and(|found| found.is_some_and(|found| payments(&found) == payments(result)))
}

/// A position of the play as the declarer sees it.
#[derive(Clone, Copy)]
struct Position {
    /// The play without the cards that the declarer does not see.
    play: Play,
    hidden: Hidden,
}

impl Position {
    /// Returns the position after the seat to act has played `card`, or `None` if that is illegal in every
    /// layout.
    fn after(&self, card: Card, claim: &Claim) -> Option<Self> {
        let mut next = *self;
        let (trick, trump) = (*self.play.current(), self.play.trump);
        next.hidden = self.hidden.after(self.play.turn(), card, trick, trump, claim.rules)?;
        next.play.advance(card);
        Some(next)
    }

    fn is_declarers_turn(&self) -> bool {
        self.play.turn() == self.play.declarer
    }

    /// Returns the play with the hands of one of the layouts.
    fn layout(&self) -> Play {
        let mut play = self.play;
        play.hands = self.hidden.layout();
        play
    }
}

/// A position between two tricks. Equal keys have the same continuations and the same payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    hidden: Hidden,
    leader: Seat,
    taken: Taken,
}

struct Search<'a> {
    claim: &'a Claim<'a>,
    ranks_pay: bool,
    budget: u32,
    /// Payments that the declarer can reach against one particular defence.
    reachable: HashMap<Key, Rc<[Payments]>>,
    /// Positions in which it is known if a plan leads to the wanted payments.
    forced: HashMap<Key, bool>,
    bounds: HashMap<(Taken, Remaining), Bounds>,
}

impl<'a> Search<'a> {
    fn new(claim: &'a Claim<'a>) -> Self {
        Self {
            claim,
            ranks_pay: claim.pays_for_ranks(),
            budget: BUDGET,
            reachable: HashMap::new(),
            forced: HashMap::new(),
            bounds: HashMap::new(),
        }
    }

    fn count_position(&mut self) -> Result<(), LimitReached> {
        self.budget = self.budget.checked_sub(1).ok_or(LimitReached)?;
        Ok(())
    }

    fn settle(&self, play: &Play) -> Settlement {
        play.settle(self.claim.entry, self.claim.rules, self.claim.window)
    }

    fn key(&self, at: &Position) -> Key {
        Key { hidden: at.hidden, leader: at.play.turn(), taken: self.claim.taken(&at.play) }
    }

    /// Returns limits that hold in the position whatever is played. The result is cached.
    fn bounds(&mut self, at: &Position, key: &Key) -> Bounds {
        let possible = BySeat::from_fn(|seat| at.hidden.possible(seat));
        let remaining = self.claim.remaining(&at.play, possible);
        let claim = self.claim;
        let compute = || claim.bounds(&at.layout(), key.taken, remaining);
        *self.bounds.entry((key.taken, remaining)).or_insert_with(compute)
    }

    /// Returns the best settlement that one plan reaches, or `None` if there is none.
    fn best(&mut self, root: &Position) -> Result<Option<Settlement>, LimitReached> {
        let [one, other] = root.play.declarer.others();
        let mut candidates: Vec<Payments> = self.reachable(root)?.to_vec();
        // The payments of the defenders can differ although the declarer's are equal, after an individual
        // kontra.
        candidates.sort_by_key(|(paid, window)| {
            std::cmp::Reverse((paid[root.play.declarer], *window, paid[one], paid[other]))
        });
        for wanted in candidates {
            self.forced.clear();
            if self.forces(root, &wanted)? {
                return self.line(root, &wanted);
            }
        }
        Ok(None)
    }

    /// Returns all payments that the declarer can reach against one particular defence, which always plays
    /// the first card of [`Search::next`].
    ///
    /// A plan works against every defence, so it can only lead to one of these payments.
    fn reachable(&mut self, at: &Position) -> Result<Rc<[Payments]>, LimitReached> {
        self.count_position()?;
        if at.play.is_over() {
            return Ok(Rc::from([payments(&self.settle(&at.play))]));
        }
        if !at.play.current().is_empty() {
            return self.reachable_by_a_card(at);
        }
        let key = self.key(at);
        if let Some(known) = self.reachable.get(&key) {
            return Ok(Rc::clone(known));
        }
        let found = match self.bounds(at, &key).constant {
            Some(certain) => Rc::from([certain]),
            None => self.reachable_by_a_card(at)?,
        };
        self.reachable.insert(key, Rc::clone(&found));
        Ok(found)
    }

    fn reachable_by_a_card(&mut self, at: &Position) -> Result<Rc<[Payments]>, LimitReached> {
        let mut all: Vec<Payments> = Vec::new();
        for next in self.next(at) {
            let reached = self.reachable(&next)?;
            if !at.is_declarers_turn() {
                return Ok(reached);
            }
            let more: Vec<Payments> = reached.iter().copied().filter(|paid| !all.contains(paid)).collect();
            all.extend(more);
        }
        Ok(all.into())
    }

    /// Returns `true` if one plan leads to the wanted payments in every layout and against every defence.
    fn forces(&mut self, at: &Position, wanted: &Payments) -> Result<bool, LimitReached> {
        self.count_position()?;
        if at.play.is_over() {
            return Ok(payments(&self.settle(&at.play)) == *wanted);
        }
        if !at.play.current().is_empty() {
            return self.forces_by_a_card(at, wanted);
        }
        let key = self.key(at);
        if let Some(known) = self.forced.get(&key) {
            return Ok(*known);
        }
        let bounds = self.bounds(at, &key);
        let declarer = at.play.declarer;
        let paid = wanted.0[declarer];
        let known = match bounds.constant {
            Some(certain) => Some(certain == *wanted),
            None if paid < bounds.low[declarer] || paid > bounds.high[declarer] => Some(false),
            None => self.end_without_search(at).filter(|end| payments(end) == *wanted).map(|_| true),
        };
        let can = match known {
            Some(can) => can,
            None => self.forces_by_a_card(at, wanted)?,
        };
        self.forced.insert(key, can);
        Ok(can)
    }

    fn forces_by_a_card(&mut self, at: &Position, wanted: &Payments) -> Result<bool, LimitReached> {
        let declarers = at.is_declarers_turn();
        for next in self.next(at) {
            if self.forces(&next, wanted)? == declarers {
                return Ok(declarers);
            }
        }
        Ok(!declarers)
    }

    /// Returns a result that the declarer can force, if there is one that is found without a search. The
    /// position must be between two tricks.
    fn end_without_search(&self, at: &Position) -> Option<Settlement> {
        let theirs = at.hidden.theirs();
        if at.is_declarers_turn() {
            let longest = BySuit::from_fn(|suit| at.hidden.longest(suit));
            return self.claim.sweep(&at.layout(), theirs, longest);
        }
        let is_safe = self.claim.avoids_every_trick(&at.play, theirs);
        is_safe.then(|| self.settle(&at.layout().finished_by(at.play.turn())))
    }

    /// Returns the settlement at the end of one line of play that leads to the wanted payments, which the
    /// declarer can force.
    fn line(&mut self, root: &Position, wanted: &Payments) -> Result<Option<Settlement>, LimitReached> {
        let mut at = *root;
        while !at.play.is_over() {
            if at.play.current().is_empty()
                && let Some(end) = self.end_without_search(&at).filter(|end| payments(end) == *wanted)
            {
                return Ok(Some(end));
            }
            let mut chosen = None;
            for next in self.next(&at) {
                if !at.is_declarers_turn() || self.forces(&next, wanted)? {
                    chosen = Some(next);
                    break;
                }
            }
            let Some(chosen) = chosen else { return Ok(None) };
            at = chosen;
        }
        Ok(Some(self.settle(&at.play)).filter(|settlement| payments(settlement) == *wanted))
    }

    /// Returns the positions after each card that the seat to act may play, most promising first. Of several
    /// cards that are interchangeable in play, only one is included.
    fn next(&self, at: &Position) -> impl Iterator<Item = Position> + use<'a> {
        let (at, claim) = (*at, self.claim);
        self.cards(&at).into_iter().filter_map(move |card| at.after(card, claim))
    }

    fn cards(&self, at: &Position) -> Vec<Card> {
        let (play, hidden) = (&at.play, &at.hidden);
        let turn = play.turn();
        if turn == play.declarer {
            let (playable, _) = play.playable(self.claim.rules);
            return moves::distinct(play, playable, hidden.theirs(), self.ranks_pay);
        }
        let known = hidden.known(turn);
        let others = (hidden.theirs() | hidden.own()) - known;
        let mut cards = moves::distinct(play, known, others, self.ranks_pay);
        cards.extend(self.distinct_unknown(at));
        moves::sort(play, &mut cards);
        cards
    }

    /// Returns those unknown cards of the defender to act that differ in play.
    ///
    /// Exchanging two adjacent unknown cards of equal worth turns each layout into another possible one. The
    /// result is the same, unless the other defender still plays to this trick and one of the cards could
    /// beat the other.
    fn distinct_unknown(&self, at: &Position) -> CardSet {
        let (play, hidden) = (&at.play, &at.hidden);
        let (trick, turn) = (play.current(), play.turn());
        let unknown = hidden.possible(turn) - hidden.known(turn);
        let has_played = |seat: Seat| trick.card_of(seat).is_some();
        let other_plays_later =
            play.declarer.others().into_iter().any(|seat| seat != turn && !has_played(seat));
        let competes = |card: Card| {
            other_plays_later && trick.best(play.trump).is_none_or(|(_, best)| card.beats(best, play.trump))
        };
        let live = hidden.theirs() | hidden.own() | trick.cards();
        let single = unknown - hidden.split();
        let mut distinct = unknown - single;
        let order = RankOrder::of(play.trump);
        for suit in Suit::ALL {
            let mut cards: Vec<Card> = live.of_suit(suit).iter().collect();
            cards.sort_by_key(|card| std::cmp::Reverse(order.strength(card.rank())));
            let mut above = None;
            for card in cards {
                let is_like_above = above.is_some_and(|high| {
                    single.contains(high)
                        && !competes(high)
                        && moves::have_equal_worth(play, high, card, self.ranks_pay)
                });
                if single.contains(card) && !is_like_above {
                    distinct |= card.into();
                }
                above = Some(card);
            }
        }
        distinct
    }
}

impl Claim<'_> {
    /// Returns `true` if the contract is a betli and the declarer can avoid every remaining trick. A defender
    /// must be about to lead. `theirs` contains the cards of the defenders.
    fn avoids_every_trick(&self, play: &Play, theirs: CardSet) -> bool {
        let mine = play.hands[play.declarer];
        play.contract.has(Game::Betli)
            && play.trump.is_none()
            && Suit::ALL.into_iter().all(|suit| {
                let (mine, theirs) = (mine.of_suit(suit), theirs.of_suit(suit));
                if self.rules.must_beat { is_below(mine, theirs) } else { stays_below(mine, theirs) }
            })
    }
}

/// Returns `true` if every card in `mine` is weaker than every card in `theirs`, both of one suit.
fn is_below(mine: CardSet, theirs: CardSet) -> bool {
    theirs.iter().all(|card| (CardSet::above(card, RankOrder::WithoutTrumps) & mine).is_empty())
}

/// Returns `true` if a player with the cards `mine` can play a weaker card whenever a card in `theirs` is
/// led.
///
/// For each number n, at least n cards must be weaker than the n-th weakest card that can be led. The player
/// then plays the strongest card that is weaker than the one led.
fn stays_below(mine: CardSet, theirs: CardSet) -> bool {
    let mut led: Vec<Rank> = theirs.iter().map(Card::rank).collect();
    led.sort();
    let weaker = |than: Rank| mine.iter().filter(|card| card.rank() < than).count();
    let most = usize::try_from(mine.len()).unwrap_or(0);
    (1..=most).zip(led).all(|(number, rank)| weaker(rank) >= number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(letters: &str) -> CardSet {
        letters.chars().filter_map(Rank::from_letter).map(|rank| Card::new(Suit::Bells, rank)).collect()
    }

    #[test]
    fn weak_cards_of_suit_avoid_every_trick() {
        for (mine, theirs, must_beat, free) in [
            ("78", "9X", true, true),
            // The VIII is led, and the IX has to beat it.
            ("79", "8X", false, true),
            ("7U", "8X", false, false),
            // The second lead of the suit is the IX.
            ("7X", "89", false, false),
            ("8", "7", false, false),
            ("7XA", "8", false, true),
            ("", "78", true, true),
            ("A", "", true, true),
        ] {
            let (mine, theirs) = (ranks(mine), ranks(theirs));
            assert_eq!(is_below(mine, theirs), must_beat, "{mine} against {theirs}");
            assert_eq!(stays_below(mine, theirs), free, "{mine} against {theirs}");
        }
    }
}
