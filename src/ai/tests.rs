//! Robots at whole deals: lawful, ending, and the better one winning.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::seq::{IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::rules::{Book, BySeat, Card, CardSet, Deal, RuleSet, Seat, Start};
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
fn robots_that_look_ahead_play_by_every_preset() {
    for (number, preset) in (0..).zip(RuleSet::preset_names()) {
        let book = Arc::new(Book::preset(preset).unwrap());
        for (more, levels) in
            [[Level::Strong, Level::Normal, Level::Random], [Level::Random, Level::Strong, Level::Easy]]
                .into_iter()
                .enumerate()
        {
            play(&book, start(900 + number, Seat::ALL[more]), levels, number, |_, _| {});
        }
    }
}

#[test]
fn a_robot_told_to_stop_still_answers() {
    let deal = Deal::new(four_m(), start(3, Seat::Two)).unwrap();
    let stop = Stop::new();
    stop.stop();
    for level in Level::ALL {
        let action = robot(level, 1).act(&deal.view(Some(Seat::Zero)), &stop).expect("an answer");
        deal.judge(Seat::Zero, action).expect("a lawful one");
    }
}

/// Whatever a seat does not see may be otherwise: the same view of another deal gets the same answer.
#[test]
fn reshuffled_unseen_cards_change_no_answer() {
    let book = four_m();
    let mut compared = 0;
    for number in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let Some((deal, steps)) = somewhere(&book, number) else { continue };
        let seat = deal.turn().unwrap();
        let view = deal.view(Some(seat));
        let Some(other) = (0..40).find_map(|_| otherwise(&book, &deal, seat, &steps, &mut rng)) else {
            continue;
        };
        assert_ne!(other.start(), deal.start(), "other cards");
        assert_eq!(other.view(Some(seat)), view, "and the same to this seat");
        for level in Level::ALL {
            let answer = |deal: &Deal| robot(level, number).act(&deal.view(Some(seat)), &Stop::new());
            assert_eq!(answer(&other), answer(&deal), "{level} in deal {number}");
        }
        compared += 1;
    }
    assert!(compared >= 20, "only {compared} deals could be dealt otherwise");
}

/// A deal in which forehand bids and nobody takes, some way on.
fn somewhere(book: &Arc<Book>, number: u64) -> Option<(Deal, Vec<(Seat, Action)>)> {
    let mut deal = Deal::new(Arc::clone(book), start(number, Seat::Two)).unwrap();
    let mut robots = BySeat::from_fn(|seat| robot(Level::Easy, number * 3 + seat.index() as u64));
    let mut steps = Vec::new();
    for _ in 0..number % 30 {
        let seat = deal.turn()?;
        let view = deal.view(Some(seat));
        let action = match robots[seat].act(&view, &Stop::new())? {
            Action::Take => Action::Pass,
            action => action,
        };
        for event in deal.judge(seat, action).ok()? {
            deal.apply(&event);
        }
        steps.push((seat, action));
    }
    deal.turn().map(|_| (deal, steps))
}

/// The same actions from other hands, as the seat may imagine them.
fn otherwise(
    book: &Arc<Book>,
    deal: &Deal,
    seat: Seat,
    steps: &[(Seat, Action)],
    rng: &mut ChaCha8Rng,
) -> Option<Deal> {
    let forehand = deal.start().dealer.next();
    let mut hands = deal.start().hands;
    let shown = |whose: Seat| {
        let played = steps.iter().filter(|(player, _)| *player == whose);
        let cards = played.filter_map(|(_, action)| match action {
            Action::Play(card) => Some(*card),
            _ => None,
        });
        cards.collect::<CardSet>() | deal.view(Some(seat)).hands[whose].cards().unwrap_or_default()
    };
    // What nobody has shown to this seat is dealt anew; a talon that forehand laid stays forehand's.
    let kept =
        BySeat::from_fn(|whose| if whose == seat { hands[whose] } else { shown(whose) & hands[whose] });
    let mut loose: Vec<Card> =
        Seat::ALL.iter().flat_map(|whose| (hands[*whose] - kept[*whose]).iter()).collect();
    loose.shuffle(rng);
    for whose in Seat::ALL {
        let missing = (hands[whose].len() - kept[whose].len()) as usize;
        hands[whose] = kept[whose] | loose.drain(..missing).collect::<CardSet>();
    }
    if hands == deal.start().hands {
        return None;
    }
    let start = Start { hands, ..deal.start().clone() };
    let mut other = Deal::new(Arc::clone(book), start).ok()?;
    for (player, action) in steps {
        let action = match action {
            Action::Bid { contract, .. } if *player != seat && *player == forehand => {
                let later: CardSet = shown(forehand);
                let laid = (hands[forehand] - later).iter().sample(rng, 2).into_iter().collect();
                Action::Bid { contract: *contract, discard: Some(laid) }
            }
            action => *action,
        };
        for event in other.judge(*player, action).ok()? {
            other.apply(&event);
        }
    }
    (other.view(Some(seat)) == deal.view(Some(seat))).then_some(other)
}

#[test]
fn the_same_seed_plays_the_same_deal() {
    let book = four_m();
    let actions = || {
        let mut actions = Vec::new();
        let levels = [Level::Easy, Level::Strong, Level::Normal];
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
    assert_eq!(
        slip.to_string(),
        "no robot is called 'string': there are random, easy, normal, blind, strong"
    );
}

#[test]
fn the_public_gets_no_answer() {
    let deal = Deal::new(four_m(), start(0, Seat::Two)).unwrap();
    assert_eq!(deal.view(None).own_hand(), CardSet::EMPTY);
    for level in Level::ALL {
        assert_eq!(robot(level, 1).act(&deal.view(None), &Stop::new()), None);
    }
}
