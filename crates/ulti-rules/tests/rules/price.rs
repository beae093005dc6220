//! Compares the payments computed for hypothetical deals with those of played deals.

use std::sync::Arc;

use proptest::prelude::*;
use ulti_rules::{
    Book, Deal, DealEnd, Game, Games, Item, Outcome, PriceQuery, ScoredGame, Seat, Side, SilentHundredSide,
    Stage, Start, Suit,
};

use crate::properties::{any_book, played};
use crate::random::Dice;

/// Converts a finished deal to a query that computes its payments.
///
/// Returns `None` if the deal was not played to the end, or if the kontra (doubling) differs between the
/// defenders.
fn question(over: &Deal, one_twenty: bool) -> Option<PriceQuery> {
    let Stage::Over { board: Some(board), settlement, end, .. } = over.view(None).stage else { return None };
    if !matches!(end, DealEnd::Played | DealEnd::Claimed | DealEnd::Conceded) {
        return None;
    }
    let (declarer, contract) = over.contract()?;
    let [one, other] = declarer.others();
    let mut levels = Vec::new();
    for game in contract.games() {
        let level = board.kontra.level(game, one);
        if level != board.kontra.level(game, other) {
            return None;
        }
        levels.push((game, level));
    }
    let mut outcome = Outcome::default();
    for Item { game, side, seat, made, .. } in settlement.items {
        let who = if side == Side::Declarer { declarer } else { seat.unwrap_or(one) };
        match game {
            ScoredGame::Game(game) if made => outcome.made |= game,
            ScoredGame::Game(_) => {}
            ScoredGame::SilentHundred => outcome.hundred = Some(SilentHundredSide { side, one_twenty }),
            ScoredGame::SilentUlti => outcome.seven = Some((who, made)),
            ScoredGame::SilentDurchmars => outcome.tricks = Some((side, made)),
            ScoredGame::SilentFourAces => outcome.four_aces = Some(who),
            ScoredGame::Renonsz | ScoredGame::RenonszSupplement => return None,
        }
    }
    let window = over.start().window;
    Some(PriceQuery { declarer, contract, trump: board.trump, levels, outcome, window })
}

fn any_question(book: &Book, dice: &mut Dice) -> PriceQuery {
    let contract = dice.pick(book.entries()).contract;
    let games: Games = Game::ALL.into_iter().filter(|_| dice.percent(60)).collect();
    let made = if dice.percent(90) { games & contract.games() } else { games };
    let doubled = if dice.percent(90) { contract.games() } else { games };
    let most = if dice.percent(80) { 3 } else { 256 };
    let level = u8::try_from(dice.below(most)).expect("number fits");
    let levels = doubled.iter().map(|game| (game, level)).collect();
    let side = |dice: &mut Dice| if dice.percent(50) { Side::Declarer } else { Side::Defence };
    let mut outcome = Outcome { made, ..Outcome::default() };
    if dice.percent(30) {
        outcome.hundred = Some(SilentHundredSide { side: side(dice), one_twenty: dice.percent(50) });
    }
    if dice.percent(30) {
        outcome.seven = Some((dice.pick(&Seat::ALL), dice.percent(50)));
    }
    if dice.percent(30) {
        outcome.tricks = Some((side(dice), dice.percent(50)));
    }
    if dice.percent(30) {
        outcome.four_aces = Some(dice.pick(&Seat::ALL));
    }
    let trump = dice.pick(&[None, Some(Suit::Acorns), Some(Suit::Leaves), Some(Suit::Hearts)]);
    let window = dice.pick(&[0, 12, Start::MOST_IN_WINDOW, i32::MAX, i32::MIN]);
    PriceQuery { declarer: dice.pick(&Seat::ALL), contract, trump, levels, outcome, window }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn score_calculator_gives_same_payments_as_played_deal(seed: u64) {
        let (over, _) = played(seed);
        let paid = over.settlement().expect("deal is over");
        // The settlement does not tell if the only marriage is worth 20 points.
        let asked: Vec<PriceQuery> = [false, true].into_iter().filter_map(|one| question(&over, one)).collect();
        let priced: Vec<_> = asked.iter().map(|asked| over.book().price(asked)).collect();
        let is_so = priced.is_empty() || priced.iter().any(|priced| priced.as_ref() == Ok(paid));
        prop_assert!(is_so, "{:?}\n{:?}\n{:?}", paid, asked, priced);
    }

    #[test]
    fn payments_from_score_calculator_sum_to_zero(seed: u64) {
        let mut dice = Dice(seed);
        let book = any_book(&mut dice);
        for _ in 0..40 {
            let asked = any_question(&book, &mut dice);
            if let Ok(priced) = book.price(&asked) {
                prop_assert_eq!(priced.payments.values().sum::<i32>() + priced.window, 0, "{:?}", asked);
            }
        }
    }
}

#[test]
fn deal_with_out_of_range_pot_is_rejected() {
    let book = Arc::new(Book::preset("4m").expect("known preset"));
    let start = crate::random::start(&mut Dice(1));
    for (window, is_one) in
        [(0, true), (Start::MOST_IN_WINDOW, true), (-1, false), (i32::MAX, false), (i32::MIN, false)]
    {
        let dealt = Deal::new(Arc::clone(&book), Start { window, ..start.clone() });
        assert_eq!(dealt.is_ok(), is_one, "{window}");
    }
}

#[test]
fn many_random_deals_can_be_entered_in_score_calculator() {
    let asked = (0..60).filter(|seed| question(&played(*seed).0, false).is_some()).count();
    assert!(asked > 20, "{asked}");
}
