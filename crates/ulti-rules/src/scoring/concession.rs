//! The payments of a deal that the declarer concedes (`RULES §5`).

use crate::scoring::outcome::Outcome;
use crate::{BookEntry, Card, CardSet, Game, Play, Rank, RuleSet, Seat, Settlement, Suit};

/// The silent games that a defender has as good as won when the declarer concedes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SilentGames {
    /// The seat that wins all four aces.
    four_aces: Option<Seat>,
    /// The defender who makes a silent ulti with the last trump.
    ulti: Option<Seat>,
}

impl Play {
    /// Computes the payments if the declarer concedes: the defenders win all remaining tricks together, and a
    /// betli is lost.
    ///
    /// A concession must not avoid the payment for a silent game that is as good as decided (`RULES §5`). A
    /// defender therefore wins four aces with the aces in their own hand, and a silent ulti with the VII if
    /// it is the last trump.
    pub(crate) fn settle_conceded(&self, entry: &BookEntry, rules: &RuleSet, window: i32) -> Settlement {
        let four_aces = Seat::ALL.into_iter().find(|seat| self.keeps_all_aces(*seat));
        let silent = SilentGames { four_aces, ulti: self.holder_of_last_trump() };
        self.settle_conceded_with(silent, entry, rules, window)
    }

    /// Returns all payments of a concession that are possible as far as the declarer knows.
    ///
    /// There is more than one only if a defender may have won all four aces, or may hold the last trump, and
    /// the declarer cannot see which cards each of the defenders holds.
    pub(crate) fn possible_concessions(
        &self,
        entry: &BookEntry,
        rules: &RuleSet,
        window: i32,
    ) -> Vec<Settlement> {
        let defenders = self.declarer.others();
        let is_hidden = |seat: &Seat| !self.open[*seat] && !self.hands[*seat].is_empty();
        if !defenders.iter().all(is_hidden) {
            return vec![self.settle_conceded(entry, rules, window)];
        }
        let either = || defenders.into_iter().map(Some);
        let ulti: Vec<Option<Seat>> =
            if self.holder_of_last_trump().is_some() { either().collect() } else { vec![None] };
        let mut possible: Vec<Settlement> = Vec::new();
        for four_aces in self.possible_four_aces() {
            for ulti in ulti.iter().copied() {
                let silent = SilentGames { four_aces, ulti };
                let settlement = self.settle_conceded_with(silent, entry, rules, window);
                if !possible.contains(&settlement) {
                    possible.push(settlement);
                }
            }
        }
        possible
    }

    fn settle_conceded_with(
        &self,
        silent: SilentGames,
        entry: &BookEntry,
        rules: &RuleSet,
        window: i32,
    ) -> Settlement {
        let [one, other] = self.declarer.others();
        let mut finished = self.finished_by(one);
        // Conceded tricks belong to both defenders, so the marriages of both count.
        let partners = finished.marriages[other];
        finished.marriages[one] |= partners;
        let mut outcome = Outcome { seven: None, four_aces: silent.four_aces, ..finished.outcome(rules) };
        outcome.made -= Game::Betli | Game::Ulti;
        let open = self.settle_outcome(outcome, entry, rules, window);
        let Some(seat) = silent.ulti else { return open };
        outcome.seven = Some((seat, true));
        let counted = self.settle_outcome(outcome, entry, rules, window);
        let paid = |settlement: &Settlement| settlement.payments[self.declarer];
        // A silent ulti can spare the declarer the parti.
        if paid(&open) < paid(&counted) { open } else { counted }
    }

    /// Returns the seats that may have won all four aces as far as the declarer knows, and `None` if possibly
    /// nobody has. Both defenders must hold cards that the declarer does not see.
    fn possible_four_aces(&self) -> Vec<Option<Seat>> {
        let defenders = self.declarer.others();
        let unseen = defenders.into_iter().fold(CardSet::EMPTY, |all, seat| all | self.hands[seat]);
        let owns = |seat: &Seat| has_all_aces(self.won_or_winning(*seat) | unseen);
        let owners: Vec<Option<Seat>> = defenders.into_iter().filter(owns).map(Some).collect();
        if (unseen & aces()).is_empty() || owners.is_empty() {
            return vec![Seat::ALL.into_iter().find(|seat| self.keeps_all_aces(*seat))];
        }
        owners.into_iter().chain([None]).collect()
    }

    /// Returns `true` if the seat has won all four aces, or if a defender holds all that the seat has not
    /// won.
    ///
    /// The current trick counts for the defender whose card is the best in it.
    fn keeps_all_aces(&self, seat: Seat) -> bool {
        if seat == self.declarer {
            return has_all_aces(self.cards_won(|winner| winner == seat));
        }
        has_all_aces(self.won_or_winning(seat) | self.hands[seat])
    }

    /// Returns the cards that a defender has won, with the current trick if the defender's card is the best
    /// in it.
    fn won_or_winning(&self, defender: Seat) -> CardSet {
        let won = self.cards_won(|winner| winner == defender);
        let is_best = self.current().best(self.trump).is_some_and(|(best, _)| best == defender);
        if is_best { won | self.current().cards() } else { won }
    }

    /// Returns the defender who holds the VII of trumps, if nobody holds another trump.
    fn holder_of_last_trump(&self) -> Option<Seat> {
        let trump = self.trump?;
        let held = self.hands.values().fold(CardSet::EMPTY, |all, hand| all | *hand);
        let seven = Card::new(trump, Rank::Seven);
        let holder = self.declarer.others().into_iter().find(|seat| self.hands[*seat].contains(seven));
        holder.filter(|_| held.of_suit(trump) == CardSet::of(seven))
    }
}

fn aces() -> CardSet {
    Suit::ALL.into_iter().map(|suit| Card::new(suit, Rank::Ace)).collect()
}

fn has_all_aces(cards: CardSet) -> bool {
    cards.is_superset(aces())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::deal::{Deal, Phase};
    use crate::{Action, Book, BySeat, Start};

    /// Returns a pseudo-random number below `end` and advances `state`.
    fn below(state: &mut u64, end: usize) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((*state >> 33) % end as u64).unwrap()
    }

    fn shuffle(state: &mut u64, cards: CardSet) -> Vec<Card> {
        let mut cards: Vec<Card> = cards.iter().collect();
        for last in (1..cards.len()).rev() {
            cards.swap(last, below(state, last + 1));
        }
        cards
    }

    fn random_deal(state: &mut u64) -> Deal {
        let rules = RuleSet { concede: true, silent_four_aces: true, ..RuleSet::preset("rablo").unwrap() };
        let deck = shuffle(state, CardSet::DECK);
        let hand = |range: std::ops::Range<usize>| deck[range].iter().copied().collect();
        let hands = BySeat([hand(0..10), hand(10..22), hand(22..32)]);
        Deal::new(Arc::new(Book::new(rules)), Start { dealer: Seat::Zero, hands, window: 0 }).unwrap()
    }

    /// Takes a random action. Returns `false` if the deal is over.
    fn step(deal: &mut Deal, state: &mut u64) -> bool {
        let Some(seat) = deal.turn() else { return false };
        let legal = deal.legal(seat);
        let action = if !legal.cards.is_empty() {
            Action::Play(shuffle(state, legal.cards)[0])
        } else if legal.no_kontra {
            Action::NoKontra
        } else if legal.pass {
            Action::Pass
        } else if legal.trumps.is_empty() {
            let discard = shuffle(state, deal.view(Some(seat)).own_hand()).into_iter().take(2).collect();
            Action::Bid { contract: legal.bids[below(state, 6)], discard: Some(discard) }
        } else {
            Action::Trump(legal.trumps[below(state, legal.trumps.len())])
        };
        *deal = deal.after(seat, action).unwrap().1;
        true
    }

    /// Deals the cards that the declarer does not see anew, and returns the deal.
    fn with_other_hidden_cards(deal: &Deal, state: &mut u64) -> Deal {
        let mut other = deal.clone();
        if let Phase::Play(play) = &mut other.phase {
            let [one, two] = play.declarer.others();
            let hidden = shuffle(state, play.hands[one] | play.hands[two]);
            let (first, second) = hidden.split_at(usize::try_from(play.hands[one].len()).unwrap());
            play.hands[one] = first.iter().copied().collect();
            play.hands[two] = second.iter().copied().collect();
        }
        other
    }

    /// The payments that are possible as far as the declarer knows do not depend on hidden cards, and include
    /// the payments with every layout of these cards.
    #[test]
    fn possible_concessions_do_not_depend_on_hidden_cards() {
        let (mut state, mut exact, mut ranges) = (1, 0, 0);
        for _ in 0..300 {
            let mut deal = random_deal(&mut state);
            while step(&mut deal, &mut state) {
                let Some((declarer, _)) = deal.contract() else { continue };
                let has_trick = matches!(&deal.phase, Phase::Play(play) if play.tricks_taken() > 0);
                if !has_trick || !deal.legal(declarer).fold {
                    continue;
                }
                let possible = deal.possible_folds(declarer).unwrap();
                let points: BTreeSet<i32> = possible.iter().map(|one| one.payments[declarer]).collect();
                *(if points.len() == 1 { &mut exact } else { &mut ranges }) += 1;
                for _ in 0..4 {
                    let other = with_other_hidden_cards(&deal, &mut state);
                    assert_eq!(other.possible_folds(declarer).unwrap(), possible);
                    let (_, conceded) = other.after(declarer, Action::Fold).unwrap();
                    assert!(possible.contains(conceded.settlement().unwrap()));
                }
            }
        }
        assert!(exact > 100 && ranges > 20, "{exact} exact, {ranges} ranges");
    }
}
