//! Comparison of the two searches in positions with many tricks left.

use super::*;
use crate::{Book, BySeat, Card, CardSet, Trump, TrumpRule};

/// A pseudo-random number generator (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % limit as u64).unwrap()
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Returns a random position with `tricks` finished tricks, in which the declarer holds strong cards.
fn position<'a>(book: &'a Book, dice: &mut Dice, tricks: usize) -> Option<(&'a BookEntry, Play)> {
    let entry = dice.pick(&book.entries().iter().collect::<Vec<_>>());
    let trump: Trump = match entry.trump {
        TrumpRule::Fixed(trump) => trump,
        rule @ TrumpRule::Named { .. } => dice.pick(&rule.choices()),
    };
    let mut deck: Vec<Card> = Card::deck().collect();
    for place in (1..32).rev() {
        deck.swap(place, dice.below(place + 1));
    }
    // Strong cards come first, more or less.
    let is_betli = entry.contract.has(Game::Betli);
    let order = crate::RankOrder::of(trump);
    deck.sort_by_cached_key(|card| {
        let strength =
            i32::from(order.strength(card.rank())) + if Some(card.suit()) == trump { 6 } else { 0 };
        (if is_betli { strength } else { -strength }) + i32::try_from(dice.below(8)).unwrap()
    });
    let hand = |range: std::ops::Range<usize>| deck[range].iter().copied().collect::<CardSet>();
    let mut rest: Vec<Card> = deck[10..].to_vec();
    for place in (1..rest.len()).rev() {
        rest.swap(place, dice.below(place + 1));
    }
    let others = |range: std::ops::Range<usize>| rest[range].iter().copied().collect::<CardSet>();
    let hands = BySeat([hand(0..10), others(0..10), others(10..20)]);
    let mut play = Play::new(Seat::Zero, entry, trump, hands, others(20..22), book.rules());
    while play.tricks_taken() < tricks && !play.is_over() {
        let cards: Vec<Card> = play.playable(book.rules()).0.iter().collect();
        play.advance(dice.pick(&cards));
    }
    (!play.is_over()).then_some((entry, play))
}

/// Counts the claims of 20 random positions with `tricks` finished tricks that each search proves.
fn proofs(preset: &str, tricks: usize) -> (u32, u32) {
    let book = Book::preset(preset).unwrap();
    let mut dice = Dice(tricks as u64);
    let (mut early, mut now) = (0, 0);
    for _ in 0..20 {
        let Some((entry, play)) = position(&book, &mut dice, tricks) else { continue };
        let claim = Claim { play: &play, entry, rules: book.rules(), window: 3 };
        let settlements = [claim.proven_early(), claim.proven()];
        let [before, after] = &settlements;
        if let Some(before) = before {
            let after = after.as_ref().unwrap_or_else(|| panic!("not proven: {} {play:?}", entry.contract));
            let declarers = |settlement: &Settlement| settlement.payments[play.declarer];
            assert_eq!(declarers(before), declarers(after), "{} {play:?}", entry.contract);
        }
        for settlement in settlements.iter().flatten() {
            assert_eq!(
                claim.check(settlement),
                ClaimCheck::Possible,
                "{} {settlement:?} {play:?}",
                entry.contract
            );
            let [one, other] = play.declarer.others();
            let mut wrong = settlement.clone();
            wrong.payments[one] += 1;
            wrong.payments[other] -= 1;
            assert_eq!(claim.check(&wrong), ClaimCheck::Wrong, "{} {wrong:?}", entry.contract);
        }
        early += u32::from(before.is_some());
        now += u32::from(after.is_some());
    }
    (early, now)
}

/// Every claim that version 0.1.0 proves is still proven, with the same result for the declarer.
#[test]
fn search_proves_all_claims_of_the_early_search_and_many_more() {
    for preset in ["4m", "rablo", "pagat", "basic"] {
        let counts: Vec<(u32, u32)> = (1..8).map(|tricks| proofs(preset, tricks)).collect();
        let (early, now) = counts.iter().fold((0, 0), |(early, now), more| (early + more.0, now + more.1));
        assert!(counts.iter().all(|(early, now)| early <= now), "{preset}: {counts:?}");
        assert!(now > early + 30, "{preset}: {counts:?}");
    }
}
