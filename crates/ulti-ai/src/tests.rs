//! Robots in complete deals: actions are legal, deals end, and stronger robots win.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::{IteratorRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::test_deals;
use crate::*;
use ulti_rules::{Action, Book, BySeat, Card, CardSet, Deal, RuleSet, Seat, Start, Suit};

const MAX_ACTIONS: usize = 300;

fn start(number: u64, dealer: Seat) -> Start {
    Start { dealer, hands: test_deals::numbered(number, dealer), window: 0 }
}

/// Plays a deal to its end and calls `see` with every action. Returns the payments of the deal.
fn play(
    book: &Arc<Book>,
    start: Start,
    levels: [Level; 3],
    number: u64,
    mut see: impl FnMut(Seat, Action),
) -> BySeat<i32> {
    let mut deal = Deal::new(Arc::clone(book), start).unwrap();
    let mut robots = BySeat::from_fn(|seat| robot(levels[seat.index()], number * 3 + seat.index() as u64));
    for _ in 0..MAX_ACTIONS {
        let Some(seat) = deal.turn() else {
            return deal.settlement().unwrap().payments;
        };
        for other in seat.others() {
            assert_eq!(
                robots[other].act(&deal.view(Some(other)), &Cancellation::new()),
                None,
                "action of a seat that is not to move"
            );
        }
        let view = deal.view(Some(seat));
        let action = robots[seat].act(&view, &Cancellation::new()).expect("no action on the robot's turn");
        let events =
            deal.judge(seat, action).unwrap_or_else(|reason| panic!("illegal action {action:?}: {reason}"));
        for event in &events {
            deal.apply(event);
        }
        see(seat, action);
    }
    panic!("deal not over after {MAX_ACTIONS} actions: {number}");
}

fn four_m() -> Arc<Book> {
    Arc::new(Book::preset("4m").unwrap())
}

#[test]
fn robots_take_legal_actions_until_deal_ends() {
    let book = four_m();
    for number in 0..400 {
        let dealer = Seat::ALL[usize::try_from(number % 3).unwrap()];
        let levels = [0, 1, 2].map(|seat| Level::ALL[(number >> seat & 1) as usize]);
        play(&book, start(number, dealer), levels, number, |_, _| {});
    }
}

#[test]
fn search_based_robots_can_play_every_rule_preset() {
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
fn robots_never_concede() {
    let rules = RuleSet::preset("4m").unwrap().with_rule("concede", true.into()).unwrap();
    let book = Arc::new(Book::new(rules));
    let easy = (0..60).map(|number| (number, [Level::Easy; 3]));
    for (number, levels) in easy.chain([(60, [Level::Normal; 3]), (61, [Level::Strong; 3])]) {
        let mut cards = 0;
        play(&book, start(number, Seat::Two), levels, number, |_, action| match action {
            Action::Play(_) => cards += 1,
            Action::Fold => assert_eq!(cards, 0, "deal {number}"),
            _ => {}
        });
    }
}

#[test]
fn robot_chooses_legal_action_if_search_is_cancelled() {
    let deal = Deal::new(four_m(), start(3, Seat::Two)).unwrap();
    let stop = Cancellation::new();
    stop.stop();
    for level in Level::ALL {
        let action = robot(level, 1).act(&deal.view(Some(Seat::Zero)), &stop).expect("no action");
        deal.judge(Seat::Zero, action).expect("illegal action");
    }
}

/// If two deals look the same to a seat, a robot takes the same action in both, although the hidden cards
/// differ.
#[test]
fn robot_action_does_not_depend_on_hidden_cards() {
    let book = four_m();
    let mut compared = 0;
    for number in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let Some((deal, steps)) = deal_in_progress(&book, number) else { continue };
        let seat = deal.turn().unwrap();
        let view = deal.view(Some(seat));
        let Some(other) = (0..40).find_map(|_| with_other_hidden_cards(&book, &deal, seat, &steps, &mut rng))
        else {
            continue;
        };
        assert_ne!(other.start(), deal.start(), "hidden cards are equal");
        assert_eq!(other.view(Some(seat)), view, "views differ");
        for level in Level::ALL {
            let answer = |deal: &Deal| robot(level, number).act(&deal.view(Some(seat)), &Cancellation::new());
            assert_eq!(answer(&other), answer(&deal), "action changed: {level}, deal {number}");
        }
        compared += 1;
    }
    assert!(compared >= 20, "too few deals compared: {compared}");
}

/// Plays the first actions of a deal in which no player takes the talon (the two cards laid aside).
fn deal_in_progress(book: &Arc<Book>, number: u64) -> Option<(Deal, Vec<(Seat, Action)>)> {
    let mut deal = Deal::new(Arc::clone(book), start(number, Seat::Two)).unwrap();
    let mut robots = BySeat::from_fn(|seat| robot(Level::Easy, number * 3 + seat.index() as u64));
    let mut steps = Vec::new();
    for _ in 0..number % 30 {
        let seat = deal.turn()?;
        let view = deal.view(Some(seat));
        let action = match robots[seat].act(&view, &Cancellation::new())? {
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

/// Replays the actions of a deal with other hidden cards.
///
/// Returns `None` if the seat could tell the two deals apart, or if an action becomes illegal.
fn with_other_hidden_cards(
    book: &Arc<Book>,
    deal: &Deal,
    seat: Seat,
    steps: &[(Seat, Action)],
    rng: &mut ChaCha8Rng,
) -> Option<Deal> {
    let forehand = deal.start().dealer.next();
    let hands = redistributed(deal, seat, steps, rng);
    if hands == deal.start().hands {
        return None;
    }
    let start = Start { hands, ..deal.start().clone() };
    let mut other = Deal::new(Arc::clone(book), start).ok()?;
    for (player, action) in steps {
        let action = match action {
            Action::Bid { contract, .. } if *player != seat && *player == forehand => {
                let later = shown(deal, seat, steps, forehand);
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

/// Redistributes the cards that a seat has not seen, and returns the new hands.
///
/// A talon discarded by forehand stays with forehand.
fn redistributed(deal: &Deal, seat: Seat, steps: &[(Seat, Action)], rng: &mut ChaCha8Rng) -> BySeat<CardSet> {
    let mut hands = deal.start().hands;
    let kept = BySeat::from_fn(|whose| {
        if whose == seat { hands[whose] } else { shown(deal, seat, steps, whose) & hands[whose] }
    });
    let mut loose: Vec<Card> =
        Seat::ALL.iter().flat_map(|whose| (hands[*whose] - kept[*whose]).iter()).collect();
    loose.shuffle(rng);
    for whose in Seat::ALL {
        let missing = (hands[whose].len() - kept[whose].len()) as usize;
        hands[whose] = kept[whose] | loose.drain(..missing).collect::<CardSet>();
    }
    hands
}

/// Returns the cards of a player that a seat has seen: those played in `steps`, and an open hand.
fn shown(deal: &Deal, seat: Seat, steps: &[(Seat, Action)], whose: Seat) -> CardSet {
    let played = steps.iter().filter(|(player, _)| *player == whose);
    let cards = played.filter_map(|(_, action)| match action {
        Action::Play(card) => Some(*card),
        _ => None,
    });
    cards.collect::<CardSet>() | deal.view(Some(seat)).hands[whose].cards().unwrap_or_default()
}

#[test]
fn robots_with_same_seed_take_same_actions() {
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
fn random_robots_use_every_action_except_leaving() {
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

/// Each deal is played three times, with the easy robot once in every seat.
#[test]
fn easy_robot_beats_random_robots() {
    let book = four_m();
    let mut points = 0;
    for number in 0..150 {
        for seat in Seat::ALL {
            let mut levels = [Level::Random; 3];
            levels[seat.index()] = Level::Easy;
            points += play(&book, start(number, Seat::Two), levels, number, |_, _| {})[seat];
        }
    }
    assert!(points > 450 * 5, "too few points in 450 deals: {points}");
}

#[test]
fn easy_robot_does_not_discard_aces_or_tens() {
    let book = four_m();
    for number in 0..100 {
        play(&book, start(number, Seat::Two), [Level::Easy; 3], number, |_, action| {
            if let Action::Bid { contract, discard: Some(cards) } = action
                && contract.is_lone(ulti_rules::Game::Parti)
            {
                assert_eq!(cards.points(), 0, "points discarded in deal {number}: {contract}, {cards}");
            }
        });
    }
}

#[test]
fn robot_level_is_parsed_from_its_name() {
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    let slip = "string".parse::<Level>().unwrap_err();
    assert_eq!(
        slip.to_string(),
        "unknown robot level 'string': use one of random, easy, normal, blind, strong"
    );
}

#[test]
fn robot_does_nothing_without_a_hand() {
    let deal = Deal::new(four_m(), start(0, Seat::Two)).unwrap();
    assert_eq!(deal.view(None).own_hand(), CardSet::EMPTY);
    for level in Level::ALL {
        assert_eq!(robot(level, 1).act(&deal.view(None), &Cancellation::new()), None);
    }
}

/// A defender with weak cards doubles a 40-100 if the required marriage was not announced.
#[test]
fn defender_doubles_forty_hundred_without_announced_marriage() {
    let hand = |cards: &str| cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect::<CardSet>();
    let hands = BySeat([
        hand("LA LX LK LO AA AX HA HX BA BK BU B8"),
        hand("A7 A8 A9 L7 L8 L9 H7 H8 B7 B9"),
        hand("AU AO AK LU HU H9 HO HK BO BX"),
    ]);
    for (preset, trump, is_missing) in
        [("pagat", Suit::Bells, true), ("pagat", Suit::Leaves, false), ("4m", Suit::Bells, false)]
    {
        let book = Arc::new(Book::preset(preset).unwrap());
        let mut deal = Deal::new(book, Start { dealer: Seat::Two, hands, window: 0 }).unwrap();
        let bid = Action::Bid { contract: "40-100".parse().unwrap(), discard: Some(hand("BU B8")) };
        let [declarer, defender, other] = Seat::ALL;
        for (seat, action) in [
            (declarer, bid),
            (defender, Action::Pass),
            (other, Action::Pass),
            (declarer, Action::Pass),
            (declarer, Action::Trump(Some(trump))),
            (declarer, Action::Play("HA".parse().unwrap())),
        ] {
            (_, deal) = deal.after(seat, action).unwrap();
        }
        for level in [Level::Easy, Level::Normal, Level::Strong] {
            let action = robot(level, 1).act(&deal.view(Some(defender)), &Cancellation::new());
            let is_kontra = matches!(action, Some(Action::Kontra(_)));
            assert_eq!(is_kontra, is_missing, "{level:?}, {trump:?} in {preset}: {action:?}");
        }
    }
}
