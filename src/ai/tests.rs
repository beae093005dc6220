//! Robots at whole deals: lawful, ending, and the better one winning.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::rules::{Book, BySeat, CardSet, Deal, Seat, Start};
use crate::table::shuffle::{self, Seed};

const MOST_ACTIONS: usize = 300;

fn start(number: u64, dealer: Seat) -> Start {
    let seed = Seed::from_bytes(ChaCha8Rng::seed_from_u64(number).random());
    Start { dealer, hands: shuffle::deal(&seed, dealer), window: 0 }
}

/// Plays a deal to its end; what `see` is shown is every action.
fn play(
    book: &Arc<Book>,
    start: Start,
    levels: [Level; 3],
    number: u64,
    mut see: impl FnMut(Seat, Action),
) -> BySeat<i32> {
    let mut deal = Deal::new(Arc::clone(book), start).unwrap();
    let mut robots = BySeat::from_fn(|seat| robot(levels[seat.index()], number * 3 + seat.index() as u64));
    for _ in 0..MOST_ACTIONS {
        let Some(seat) = deal.turn() else {
            return deal.settlement().unwrap().payments;
        };
        for other in seat.others() {
            assert_eq!(robots[other].act(&deal.view(Some(other)), &Stop::new()), None, "not its turn");
        }
        let view = deal.view(Some(seat));
        let action = robots[seat].act(&view, &Stop::new()).expect("an answer at its turn");
        let events = deal.judge(seat, action).unwrap_or_else(|reason| panic!("{action:?}: {reason}"));
        for event in &events {
            deal.apply(event);
        }
        see(seat, action);
    }
    panic!("deal {number} does not end");
}

fn four_m() -> Arc<Book> {
    Arc::new(Book::preset("4m").unwrap())
}

#[test]
fn every_answer_is_lawful_and_every_deal_ends() {
    let book = four_m();
    for number in 0..400 {
        let dealer = Seat::ALL[usize::try_from(number % 3).unwrap()];
        let levels = [0, 1, 2].map(|seat| Level::ALL[(number >> seat & 1) as usize]);
        play(&book, start(number, dealer), levels, number, |_, _| {});
    }
}

#[test]
fn the_same_seed_plays_the_same_deal() {
    let book = four_m();
    let actions = || {
        let mut actions = Vec::new();
        let levels = [Level::Easy, Level::Random, Level::Easy];
        play(&book, start(5, Seat::Zero), levels, 5, |seat, action| actions.push((seat, action)));
        actions
    };
    assert_eq!(actions(), actions());
}

#[test]
fn random_comes_to_every_kind_of_action_but_leaving() {
    let book = four_m();
    let mut kinds = BTreeSet::new();
    for number in 0..400 {
        play(&book, start(number, Seat::Two), [Level::Random; 3], number, |_, action| {
            kinds.insert(kind(action));
        });
    }
    let all = ["bid", "claim", "fold", "kontra", "no-kontra", "open", "pass", "play", "take", "trump"];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), all);
}

const fn kind(action: Action) -> &'static str {
    match action {
        Action::Take => "take",
        Action::Bid { .. } => "bid",
        Action::Pass => "pass",
        Action::Trump(_) => "trump",
        Action::Kontra(_) => "kontra",
        Action::NoKontra => "no-kontra",
        Action::Play(_) => "play",
        Action::Fold => "fold",
        Action::Open => "open",
        Action::Claim => "claim",
        Action::Leave => "leave",
    }
}

/// Each deal is played three times, the easy robot at each seat once, so that the cards favour nobody.
#[test]
fn easy_beats_two_random_on_the_same_cards() {
    let book = four_m();
    let mut points = 0;
    for number in 0..150 {
        for seat in Seat::ALL {
            let mut levels = [Level::Random; 3];
            levels[seat.index()] = Level::Easy;
            points += play(&book, start(number, Seat::Two), levels, number, |_, _| {})[seat];
        }
    }
    assert!(points > 450 * 5, "{points} points in 450 deals");
}

#[test]
fn easy_lays_no_ace_or_ten_down_for_a_parti() {
    let book = four_m();
    for number in 0..100 {
        play(&book, start(number, Seat::Two), [Level::Easy; 3], number, |_, action| {
            if let Action::Bid { contract, discard: Some(cards) } = action
                && contract.is_lone(crate::rules::Game::Parti)
            {
                assert_eq!(cards.points(), 0, "deal {number}: {contract} with {cards} laid down");
            }
        });
    }
}

#[test]
fn levels_read_back_and_a_slip_is_answered_with_the_nearest() {
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    let slip = "string".parse::<Level>().unwrap_err();
    assert_eq!(slip.to_string(), "no robot is called 'string': did you mean 'strong'?");
}

#[test]
fn the_public_gets_no_answer() {
    let deal = Deal::new(four_m(), start(0, Seat::Two)).unwrap();
    assert_eq!(deal.view(None).own_hand(), CardSet::EMPTY);
    for level in Level::ALL {
        assert_eq!(robot(level, 1).act(&deal.view(None), &Stop::new()), None);
    }
}
