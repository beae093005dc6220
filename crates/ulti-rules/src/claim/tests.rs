//! Tests of the searches in positions with many tricks left.

use super::hidden::Hidden;
use super::*;
use crate::{Book, BySeat, Card, CardSet, Suit, Trump, TrumpRule};

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

/// Returns a random position with `tricks` finished tricks and up to two cards of the current trick, in which
/// all seats have announced their marriages.
fn position_in_trick<'a>(book: &'a Book, dice: &mut Dice, tricks: usize) -> Option<(&'a BookEntry, Play)> {
    let (entry, mut play) = position(book, dice, tricks)?;
    for _ in 0..dice.below(3) {
        let cards: Vec<Card> = play.playable(book.rules()).0.iter().collect();
        play.advance(dice.pick(&cards));
    }
    if play.is_over() {
        return None;
    }
    play.announced = BySeat::from_fn(|seat| play.announcement_by(seat));
    Some((entry, play))
}

/// Counts the claims of 20 random positions with `tricks` finished tricks that each search proves.
fn proofs(preset: &str, tricks: usize) -> (u32, u32) {
    let book = Book::preset(preset).unwrap();
    let mut dice = Dice(tricks as u64);
    let (mut early, mut now) = (0, 0);
    for _ in 0..20 {
        let Some((entry, play)) = position(&book, &mut dice, tricks) else { continue };
        let claim = Claim { play: &play, entry, rules: book.rules(), window: 3 };
        let settlements = [claim.proven_early(), search::proven(&claim, SearchVersion::AllCardsKnown)];
        let [before, after] = &settlements;
        if let Some(before) = before {
            let after = after.as_ref().unwrap_or_else(|| panic!("not proven: {} {play:?}", entry.contract));
            let declarers = |settlement: &Settlement| settlement.payments[play.declarer];
            assert_eq!(declarers(before), declarers(after), "{} {play:?}", entry.contract);
        }
        for settlement in settlements.iter().flatten() {
            let what = || format!("{} {settlement:?} {play:?}", entry.contract);
            assert_ne!(claim.check(settlement), ClaimCheck::Wrong, "{}", what());
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

/// The search with all cards known proves every claim that version 0.1.0 proves, with the same result for the
/// declarer.
#[test]
fn search_with_all_cards_known_proves_all_claims_of_the_early_search() {
    for preset in ["4m", "rablo", "pagat", "basic"] {
        let counts: Vec<(u32, u32)> = (1..8).map(|tricks| proofs(preset, tricks)).collect();
        let (early, now) = counts.iter().fold((0, 0), |(early, now), more| (early + more.0, now + more.1));
        assert!(counts.iter().all(|(early, now)| early <= now), "{preset}: {counts:?}");
        assert!(now > early + 30, "{preset}: {counts:?}");
    }
}

/// Deals the cards that the player at `viewer` does not see anew, in agreement with everything that the
/// player has seen.
///
/// Returns `None` if no such deal is found after some tries.
fn dealt_anew(play: &Play, viewer: Seat, book: &Book, dice: &mut Dice) -> Option<Play> {
    let [one, other] = viewer.others();
    let sees_talon = viewer == play.declarer;
    let unseen = play.hands[one] | play.hands[other];
    let mut cards: Vec<Card> = if sees_talon { unseen } else { unseen | play.talon }.iter().collect();
    let [first, second] = [one, other].map(|seat| usize::try_from(play.hands[seat].len()).unwrap());
    (0..200).find_map(|_| {
        for place in (1..cards.len()).rev() {
            cards.swap(place, dice.below(place + 1));
        }
        let mut anew = *play;
        anew.hands[one] = cards[..first].iter().copied().collect();
        anew.hands[other] = cards[first..first + second].iter().copied().collect();
        if !sees_talon {
            anew.talon = cards[first + second..].iter().copied().collect();
        }
        [one, other].into_iter().all(|seat| could_hold(&mut anew, seat, book)).then_some(anew)
    })
}

/// Returns `true` if the seat's cards agree with the cards that it has played and the marriages it has
/// announced. Sets the seat's marriages to those of its cards.
fn could_hold(play: &mut Play, seat: Seat, book: &Book) -> bool {
    let of_seat = |trick: &crate::Trick| trick.card_of(seat);
    let mut hand =
        play.tricks.iter().filter_map(of_seat).fold(play.hands[seat], |all, card| all | card.into());
    let announced = play.announcement_by(seat);
    play.marriages[seat] = hand.marriages();
    play.announcement_by(seat) == announced
        && play.tricks.iter().all(|trick| {
            let Some(played) = trick.card_of(seat) else { return true };
            let mut before = crate::Trick::new(trick.leader());
            for (_, card) in trick.plays().take_while(|(player, _)| *player != seat) {
                before.push(card);
            }
            let (mut legal, _) = before.playable(hand, play.trump, book.rules().must_beat);
            let seven = play.trump.map(|trump| CardSet::of(Card::new(trump, crate::Rank::Seven)));
            if let Some(seven) = seven.filter(|_| seat == play.declarer && play.locks_seven(book.rules())) {
                legal = (legal - seven).or_else(legal);
            }
            hand -= played.into();
            legal.contains(played)
        })
}

/// Returns every way to split the cards among the two defenders that `agrees` with a condition, as the first
/// defender's hand.
fn splits(cards: CardSet, agrees: impl Fn(CardSet) -> bool) -> Vec<CardSet> {
    let cards: Vec<Card> = cards.iter().collect();
    let subset = |chosen: u32| -> CardSet {
        let places = cards.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
        places.map(|(_, card)| *card).collect()
    };
    (0..1 << cards.len()).map(subset).filter(|hand| agrees(*hand)).collect()
}

/// Plays random cards to the end of the deal. After each card, the layouts are the same as those of the new
/// position.
fn follow(play: &Play, mut hidden: Hidden, book: &Book, dice: &mut Dice) {
    let mut play = *play;
    loop {
        let cards: Vec<Card> = play.playable(book.rules()).0.iter().collect();
        let card = dice.pick(&cards);
        let (seat, trick) = (play.turn(), *play.current());
        play.advance(card);
        if play.is_over() {
            return;
        }
        hidden = hidden.after(seat, card, trick, play.trump, book.rules()).unwrap();
        assert_eq!(Some(hidden), Hidden::of(&play.seen_by_declarer(), book.rules()), "{card} {play:?}");
    }
}

/// The layouts are exactly those in which every earlier card was legal and every marriage was announced.
#[test]
fn layouts_agree_with_earlier_cards_and_marriages() {
    let (mut compared, mut with_pairs, mut restricted) = (0, 0, 0);
    for (preset, tricks) in ["4m", "rablo", "pagat", "basic"].into_iter().zip([4, 5, 4, 5]).cycle().take(8) {
        let book = Book::preset(preset).unwrap();
        let mut dice = Dice(300 + compared);
        for _ in 0..100 {
            let Some((entry, play)) = position_in_trick(&book, &mut dice, tricks) else { continue };
            let [one, other] = play.declarer.others();
            let hidden = Hidden::of(&play.seen_by_declarer(), book.rules()).unwrap();
            let unseen = play.hands[one] | play.hands[other];
            let expected = splits(unseen, |hand| {
                let mut anew = play;
                (anew.hands[one], anew.hands[other]) = (hand, unseen - hand);
                hand.len() == play.hands[one].len()
                    && [one, other].into_iter().all(|seat| could_hold(&mut anew, seat, &book))
            });
            let found = splits(unseen, |hand| {
                let pairs = hidden.split();
                hand.len() == play.hands[one].len()
                    && hand.is_superset(hidden.known(one))
                    && (hand & hidden.known(other)).is_empty()
                    && Suit::ALL
                        .into_iter()
                        .all(|suit| pairs.of_suit(suit).is_empty() || (hand & pairs).of_suit(suit).len() == 1)
            });
            assert_eq!(found, expected, "{} {play:?}", entry.contract);
            assert!(found.contains(&(hidden.layout()[one])), "{} {play:?}", entry.contract);
            let hands = || found.iter().flat_map(|hand| [*hand, unseen - *hand]);
            let longest = |suit| hands().map(|hand| hand.of_suit(suit).len()).max().unwrap();
            assert!(Suit::ALL.into_iter().all(|suit| hidden.longest(suit) == longest(suit)), "{play:?}");
            follow(&play, hidden, &book, &mut dice);
            compared += 1;
            with_pairs += u32::from(!hidden.split().is_empty());
            restricted += u32::from(!hidden.known(one).is_empty());
        }
    }
    assert!(compared >= 500 && with_pairs >= 15 && restricted >= 80, "{compared} {with_pairs} {restricted}");
}

/// With five to nine tricks left, an accepted claim can be forced in every sampled layout, and a claim is
/// decided alike in all of them.
#[test]
fn decision_does_not_depend_on_hidden_cards() {
    let (mut accepted, mut refused, mut layouts, mut forced) = (0, 0, 0, 0);
    for (preset, tricks) in ["4m", "rablo", "pagat", "basic"].into_iter().zip([4, 5, 2, 3]) {
        let book = Book::preset(preset).unwrap();
        let mut dice = Dice(900 + tricks as u64);
        for _ in 0..20 {
            let Some((entry, mut play)) = position(&book, &mut dice, tricks) else { continue };
            play.announced = BySeat::from_fn(|seat| play.announcement_by(seat));
            let claim_in = |play: &Play| Claim { play, entry, rules: book.rules(), window: 3 }.proven();
            let decided = claim_in(&play);
            *(if decided.is_some() { &mut accepted } else { &mut refused }) += 1;
            for _ in 0..4 {
                let Some(anew) = dealt_anew(&play, play.declarer, &book, &mut dice) else { continue };
                layouts += u32::from(anew.hands != play.hands);
                assert_eq!(claim_in(&anew), decided, "{} {play:?} {anew:?}", entry.contract);
                let Some(decided) = &decided else { continue };
                let claim = Claim { play: &anew, entry, rules: book.rules(), window: 3 };
                let can_force = search::can_force(&claim, decided);
                assert_ne!(can_force, Some(false), "{} {decided:?} {anew:?}", entry.contract);
                forced += u32::from(can_force == Some(true));
            }
        }
    }
    assert!(accepted >= 40 && refused >= 5, "{accepted} {refused}");
    assert!(layouts >= 200 && forced >= 100, "{layouts} {forced}");
}

/// With eight and nine tricks left, the search limit is large enough for nearly all claims that can be forced
/// with all cards known.
#[test]
fn limit_is_reached_rarely() {
    let (mut decided, mut limited) = (0, 0);
    for (preset, tricks) in ["4m", "rablo", "pagat", "basic"].into_iter().zip([1, 1, 2, 2]) {
        let book = Book::preset(preset).unwrap();
        let mut dice = Dice(500 + tricks as u64);
        for _ in 0..16 {
            let Some((entry, play)) = position(&book, &mut dice, tricks) else { continue };
            let claim = Claim { play: &play, entry, rules: book.rules(), window: 3 };
            if search::proven(&claim, SearchVersion::AllCardsKnown).is_some() {
                *(if plan::settlement(&claim).is_ok() { &mut decided } else { &mut limited }) += 1;
            }
        }
    }
    assert!(limited * 20 <= decided && decided >= 40, "{limited} of {}", decided + limited);
}

/// The amount that is certain when a player leaves is the same in all layouts, and it is reached in each of
/// them.
#[test]
fn certain_amount_does_not_depend_on_hidden_cards() {
    let (mut found, mut layouts, mut compared) = (0, 0, 0);
    for (preset, tricks) in
        ["4m", "rablo", "pagat", "basic"].into_iter().cycle().zip([5, 6, 7, 8, 9, 5, 7, 8, 3, 4, 2])
    {
        let book = Book::preset(preset).unwrap();
        let mut dice = Dice(1300 + tricks as u64);
        for _ in 0..25 {
            let Some((entry, play)) = position_in_trick(&book, &mut dice, tricks) else { continue };
            let viewer = dice.pick(&Seat::ALL);
            let seat = dice.pick(&Seat::ALL);
            let view = Viewer { seat: viewer, discards: &[] };
            let goal = if seat == viewer { Goal::PaidBy(seat) } else { Goal::ReceivedBy(seat) };
            let certain_in = |play: &Play| {
                Claim { play, entry, rules: book.rules(), window: 3 }.certain(view, goal, -1000)
            };
            let certain = certain_in(&play);
            found += u32::from(certain.is_some());
            for _ in 0..4 {
                let Some(anew) = dealt_anew(&play, viewer, &book, &mut dice) else { continue };
                layouts += u32::from(anew.hands != play.hands);
                assert_eq!(certain_in(&anew), certain, "{} {play:?}", entry.contract);
                let claim = Claim { play: &anew, entry, rules: book.rules(), window: 3 };
                let mut search = search::Search::new(&claim, SearchVersion::AllCardsKnown, goal, 1_000_000);
                let Some(reached) = search.value(&anew, i32::MIN, i32::MAX) else { continue };
                assert!(Some(reached) >= certain, "{reached} {certain:?} {} {anew:?}", entry.contract);
                compared += 1;
            }
        }
    }
    assert!(found >= 100 && layouts >= 200 && compared >= 400, "{found} {layouts} {compared}");
}
