//! What a seat knows, written as JSON and read back.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};
use ulti::ai::{Level, Stop, robot};
use ulti::rules::{Action, Answer, Book, BySeat, Card, CardSet, Deal, Seat, Seen, Start, Step, View};

use crate::properties::fresh;
use crate::random::{Dice, Habit, play_out, start_dealt_by};

fn written(view: &View, steps: &[Step]) -> Option<String> {
    let seen = Seen::of(view, steps.iter().copied()).expect("rules with a preset")?;
    Some(seen.to_json().expect("JSON"))
}

fn read(text: &str) -> Result<View, String> {
    Seen::from_json(text).and_then(|seen| seen.view()).map_err(|error| error.to_string())
}

/// Every card that stands in a document, wherever.
fn cards_in(document: &Value) -> CardSet {
    match document {
        Value::String(text) => text.parse::<Card>().map_or(CardSet::EMPTY, CardSet::of),
        Value::Array(items) => items.iter().fold(CardSet::EMPTY, |all, item| all | cards_in(item)),
        Value::Object(fields) => fields.values().fold(CardSet::EMPTY, |all, item| all | cards_in(item)),
        _ => CardSet::EMPTY,
    }
}

/// What each seat has held, and what all have seen.
#[derive(Default)]
struct Known {
    held: BySeat<CardSet>,
    shown: CardSet,
}

impl Known {
    fn take_in(&mut self, deal: &Deal) {
        for seat in Seat::ALL {
            self.held[seat] |= deal.view(Some(seat)).own_hand();
        }
        let all = deal.view(None);
        let open = Seat::ALL.into_iter().filter_map(|seat| all.hands[seat].cards());
        self.shown |= open.fold(CardSet::EMPTY, |all, cards| all | cards);
        if let Some(board) = all.board() {
            let tricks = board.tricks.iter().map(|(trick, _)| trick).chain([&board.current]);
            self.shown |= tricks.fold(CardSet::EMPTY, |all, trick| all | trick.cards());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_seat_knows_comes_back_as_the_same_view_and_holds_no_hidden_card(seed: u64) {
        let (deal, habit, mut dice) = fresh(seed);
        let (mut steps, mut known) = (Vec::new(), Known::default());
        let over = play_out(deal, habit, &mut dice, |deal, by, action, _| {
            known.take_in(deal);
            for seat in Seat::ALL {
                let view = deal.view(Some(seat));
                let text = written(&view, &steps).expect("a deal that goes on");
                let seen = Seen::from_json(&text).expect("the format");
                let again =
                    seen.view_with(deal.book()).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(again, view, "{text}");
                let hidden = cards_in(&serde_json::from_str(&text).expect("JSON")) - known.held[seat] - known.shown;
                assert!(hidden.is_empty(), "seat {seat} is told {hidden} by {text}");
            }
            steps.push(Step { seat: by, action });
        });
        let first = Seen::of(&Deal::new(Arc::clone(over.book()), over.start().clone()).expect("a deal").view(Some(Seat::Zero)), []);
        let rules = first.expect("rules with a preset").expect("a deal that goes on").rules;
        prop_assert_eq!(&rules.rules().expect("rules"), over.book().rules());
        prop_assert_eq!(written(&over.view(Some(Seat::Zero)), &steps), None);
        prop_assert_eq!(written(&over.view(None), &steps), None);
    }
}

#[test]
fn answers_are_actions_without_their_seat() {
    let say = |action: Action| serde_json::to_string(&Answer(action)).unwrap();
    assert_eq!(say(Action::Play("LA".parse().unwrap())), r#"{"play":"LA"}"#);
    assert_eq!(say(Action::Trump(None)), r#"{"trump":"none"}"#);
    let bid = r#"{"bid":"hearts 40-100+ulti","discard":["A8","B9"]}"#;
    let Answer(action) = serde_json::from_str(bid).unwrap();
    assert_eq!(say(action), bid);
    let refused = serde_json::from_str::<Answer>(r#"{"seat":1,"pass":true}"#).unwrap_err().to_string();
    assert!(refused.starts_with("an answer names no seat"), "{refused}");
}

/// The moment at which the third card of the first trick is to be played, seen by that seat.
fn third_card() -> Value {
    let book = Arc::new(Book::preset("4m").unwrap());
    let mut dice = Dice(11);
    let start: Start = start_dealt_by(Seat::Two, &mut dice);
    let (mut steps, mut found) = (Vec::new(), None);
    let habit = Habit { kontra: 0, ..Habit::plain(&mut dice) };
    play_out(Deal::new(book, start).unwrap(), habit, &mut dice, |deal, seat, action, _| {
        let lying = deal.view(None).board().map_or(0, |board| board.current.len());
        if lying == 2 && found.is_none() {
            found = written(&deal.view(Some(seat)), &steps);
        }
        steps.push(Step { seat, action });
    });
    serde_json::from_str(&found.unwrap()).unwrap()
}

#[test]
fn what_nobody_can_know_is_refused_with_what_would_work() {
    let good = third_card();
    assert!(read(&good.to_string()).is_ok());
    let said = |change: &dyn Fn(&mut Value)| {
        let mut forged = good.clone();
        change(&mut forged);
        read(&forged.to_string()).unwrap_err()
    };
    let hand = |copy: &Value| copy["hand"].as_array().unwrap().clone();
    let last = good["actions"].as_array().unwrap().len() - 1;
    let seat = good["seat"].as_u64().unwrap();
    let bid = good["actions"]
        .as_array()
        .unwrap()
        .iter()
        .position(|one| one["bid"].is_string() && one["seat"] != seat);

    for (found, wanted) in [
        (said(&|copy| drop(copy.as_object_mut().unwrap().remove("hand"))), "missing field `hand`"),
        (said(&|copy| copy["format"] = json!("ulti-seat/2")), "this program reads ulti-seat/1"),
        (said(&|copy| copy["rules"] = json!("5m")), "did you mean '4m'"),
        (said(&|copy| copy["window"] = json!(-1)), "it holds 0 to"),
        (
            said(&|copy| copy["hand"] = hand(copy)[1..].into()),
            "is given 9 cards, and after these actions it holds 10",
        ),
        (said(&|copy| copy["hand"][0] = copy["actions"][last]["play"].clone()), "in two places at once"),
        (said(&|copy| copy["talon"] = json!(["A7", "A8"])), "talon"),
        (said(&|copy| copy["actions"][bid.unwrap()]["discard"] = json!(["A7", "A8"])), "which is hidden"),
        (said(&|copy| drop(copy["actions"].as_array_mut().unwrap().remove(0))), "action 1, "),
        (
            said(&|copy| drop(copy["actions"][last].as_object_mut().unwrap().remove("seat"))),
            "it names no seat",
        ),
        (said(&|copy| copy["open"] = json!([["A7"], null, null])), "in open"),
        (said(&|copy| copy["legal"] = json!({"pass": true})), "legal comes to {"),
        (said(&|copy| copy["legal"] = json!({"pas": true})), "unknown field `pas`"),
    ] {
        assert!(found.contains(wanted), "{found}\n  not {wanted}");
    }
}

#[test]
fn legal_may_be_left_out_and_its_order_does_not_matter() {
    let good = third_card();
    let (mut without, mut turned) = (good.clone(), good.clone());
    without.as_object_mut().unwrap().remove("legal");
    turned["legal"]["play"].as_array_mut().unwrap().reverse();
    let views: BTreeSet<String> = [good, without, turned]
        .iter()
        .map(|one| format!("{:?}", read(&one.to_string()).unwrap().legal))
        .collect();
    assert_eq!(views.len(), 1);
}

/// Changes one thing: an action, a card, a seat.
fn forge(document: &mut Value, dice: &mut Dice) {
    let card = |dice: &mut Dice| json!(dice.pick(&Card::deck().collect::<Vec<_>>()));
    let actions = document["actions"].as_array_mut().unwrap();
    match dice.below(7) {
        0 if !actions.is_empty() => drop(actions.remove(dice.below(actions.len()))),
        1 if !actions.is_empty() => {
            let (one, other) = (dice.below(actions.len()), dice.below(actions.len()));
            actions.swap(one, other);
        }
        2 if !actions.is_empty() => {
            let place = dice.below(actions.len());
            let step = actions[place].as_object_mut().unwrap();
            if step.contains_key("play") {
                step["play"] = card(dice);
            } else {
                step["seat"] = json!(dice.below(3));
            }
        }
        3 => document["seat"] = json!(dice.below(3)),
        4 => document["dealer"] = json!(dice.below(3)),
        5 => document["announced"] = json!([[], ["H"], ["A", "L"]]),
        _ => {
            let place = dice.below(10);
            if let Some(held) = document["hand"].get_mut(place) {
                *held = card(dice);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    /// Most are refused; whatever is not can be answered lawfully.
    #[test]
    fn forged_lines_are_refused_or_answered(seed: u64) {
        let (deal, habit, mut dice) = fresh(seed);
        let (mut steps, mut forger, book) = (Vec::new(), Dice(seed), Arc::clone(deal.book()));
        play_out(deal, habit, &mut dice, |deal, by, action, _| {
            let text = written(&deal.view(Some(by)), &steps).expect("a deal that goes on");
            let mut document: Value = serde_json::from_str(&text).expect("JSON");
            document.as_object_mut().expect("an object").remove("legal");
            forge(&mut document, &mut forger);
            let seen = Seen::from_json(&document.to_string()).expect("the format");
            if let Ok(view) = seen.view_with(&book) {
                let level = Level::AT_TABLES[(seed % 3) as usize];
                let answer = robot(level, seed).act(&view, &Stop::new());
                assert_eq!(answer.is_some(), view.turn() == view.seat, "{document}");
                if let Some(Action::Play(card)) = answer {
                    assert!(view.legal.cards.contains(card), "{document}");
                }
            }
            steps.push(Step { seat: by, action });
        });
    }
}
