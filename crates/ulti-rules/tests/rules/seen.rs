//! Tests of the JSON document that contains what a seat knows about a deal.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};
use ulti_ai::{Cancellation, Level, robot};
use ulti_rules::{
    Action, AnswerLine, Book, BySeat, Card, CardSet, Deal, Seat, SeatAction, SeatDocument, Start, Suit, View,
};

use crate::properties::fresh;
use crate::random::{Dice, PlayStyle, play_out, start_dealt_by};

fn written(view: &View, steps: &[SeatAction]) -> Option<String> {
    let seen = SeatDocument::of(view, steps.iter().copied()).expect("rules with preset")?;
    Some(seen.to_json().expect("valid JSON"))
}

fn read(text: &str) -> Result<View, String> {
    SeatDocument::from_json(text).and_then(|seen| seen.view()).map_err(|error| error.to_string())
}

/// Returns every card in a JSON document.
fn cards_in(document: &Value) -> CardSet {
    match document {
        Value::String(text) => text.parse::<Card>().map_or(CardSet::EMPTY, CardSet::of),
        Value::Array(items) => items.iter().fold(CardSet::EMPTY, |all, item| all | cards_in(item)),
        Value::Object(fields) => fields.values().fold(CardSet::EMPTY, |all, item| all | cards_in(item)),
        _ => CardSet::EMPTY,
    }
}

/// Cards that the players may know: those that each seat has held, and those that were shown to everyone.
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
    fn robot_input_contains_no_hidden_cards(seed: u64) {
        let (deal, style, mut dice) = fresh(seed);
        let (mut steps, mut known) = (Vec::new(), Known::default());
        let over = play_out(deal, style, &mut dice, |deal, by, action, _| {
            known.take_in(deal);
            for seat in Seat::ALL {
                let view = deal.view(Some(seat));
                let text = written(&view, &steps).expect("deal is not over");
                let seen = SeatDocument::from_json(&text).expect("valid format");
                let again =
                    seen.view_with(deal.book()).unwrap_or_else(|error| panic!("{error}\n{text}"));
                // The document does not say which cards of the hand come from the talon.
                assert_eq!(again, View { from_talon: CardSet::EMPTY, ..view }, "{text}");
                let hidden = cards_in(&serde_json::from_str(&text).expect("valid JSON")) - known.held[seat] - known.shown;
                assert!(hidden.is_empty(), "hidden cards {hidden} in the document of seat {seat}: {text}");
            }
            steps.push(SeatAction { seat: by, action });
        });
        let first = SeatDocument::of(&Deal::new(Arc::clone(over.book()), over.start().clone()).expect("valid deal").view(Some(Seat::Zero)), []);
        let rules = first.expect("rules with preset").expect("deal is not over").rules;
        prop_assert_eq!(&rules.rules().expect("valid rules"), over.book().rules());
        prop_assert_eq!(written(&over.view(Some(Seat::Zero)), &steps), None);
        prop_assert_eq!(written(&over.view(None), &steps), None);
    }
}

#[test]
fn robot_answer_with_unexpected_field_is_rejected() {
    let say = |action: Action| serde_json::to_string(&AnswerLine(action)).unwrap();
    assert_eq!(say(Action::Play("LA".parse().unwrap())), r#"{"play":"LA"}"#);
    assert_eq!(say(Action::Trump(None)), r#"{"trump":"none"}"#);
    let bid = r#"{"bid":"hearts 40-100+ulti","discard":["A8","B9"]}"#;
    let AnswerLine(action) = serde_json::from_str(bid).unwrap();
    assert_eq!(say(action), bid);
    let refused = serde_json::from_str::<AnswerLine>(r#"{"seat":1,"pass":true}"#).unwrap_err().to_string();
    assert!(refused.starts_with("unexpected seat in an answer"), "{refused}");
}

/// Returns a JSON document with everything that a seat knows before it plays the third card of the first
/// trick.
fn third_card() -> Value {
    let book = Arc::new(Book::preset("4m").unwrap());
    let mut dice = Dice(11);
    let start: Start = start_dealt_by(Seat::Two, &mut dice);
    let (mut steps, mut found) = (Vec::new(), None);
    let style = PlayStyle { kontra: 0, ..PlayStyle::plain(&mut dice) };
    play_out(Deal::new(book, start).unwrap(), style, &mut dice, |deal, seat, action, _| {
        let lying = deal.view(None).board().map_or(0, |board| board.current.len());
        if lying == 2 && found.is_none() {
            found = written(&deal.view(Some(seat)), &steps);
        }
        steps.push(SeatAction { seat, action });
    });
    serde_json::from_str(&found.unwrap()).unwrap()
}

#[test]
fn invalid_robot_input_is_rejected() {
    let good = third_card();
    assert!(read(&good.to_string()).is_ok());
    let error_after = |change: &dyn Fn(&mut Value)| {
        let mut forged = good.clone();
        change(&mut forged);
        read(&forged.to_string()).unwrap_err()
    };
    let hand = |copy: &Value| copy["hand"].as_array().unwrap().clone();
    let actions = good["actions"].as_array().unwrap();
    let last = actions.len() - 1;
    let bid = actions.iter().position(|one| one["bid"].is_string() && one["seat"] != good["seat"]);

    for (found, wanted) in [
        (error_after(&|copy| drop(copy.as_object_mut().unwrap().remove("hand"))), "'hand' is missing"),
        (error_after(&|copy| copy["format"] = json!("ulti-seat/2")), "this program reads ulti-seat/1"),
        (error_after(&|copy| copy["rules"] = json!("5m")), "did you mean '4m'"),
        (error_after(&|copy| copy["window"] = json!(-1)), "must be 0 to"),
        (
            error_after(&|copy| copy["hand"] = hand(copy)[1..].into()),
            "has 9 cards, expected 10 after these actions",
        ),
        (error_after(&|copy| copy["hand"][0] = copy["actions"][last]["play"].clone()), "cards in two places"),
        (error_after(&|copy| copy["talon"] = json!(["A7", "A8"])), "talon"),
        (
            error_after(&|copy| copy["actions"][bid.unwrap()]["discard"] = json!(["A7", "A8"])),
            "reveals the hidden discard",
        ),
        (error_after(&|copy| drop(copy["actions"].as_array_mut().unwrap().remove(0))), "action 1, "),
        (
            error_after(&|copy| drop(copy["actions"][last].as_object_mut().unwrap().remove("seat"))),
            "missing seat",
        ),
        (error_after(&|copy| copy["open"] = json!([["A7"], null, null])), "in open"),
        (error_after(&|copy| copy["legal"] = json!({"pass": true})), "legal must be {"),
        (error_after(&|copy| copy["legal"] = json!({"pas": true})), "unknown key 'pas'"),
    ] {
        assert!(found.contains(wanted), "found {found}\n  expected {wanted}");
    }
}

/// Returns what seat 1 knows before the third trick of a 40-100 with leaves as trumps, in which seat 0 has
/// played the king and the over of leaves.
fn forty_hundred(preset: &str) -> Value {
    let hand = |cards: &str| cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect();
    let hands = [
        "L7 LA LX LK LO AA A7 HA H9 B8 B9 BK",
        "L8 L9 AX AK AU H7 HX HO BA BX",
        "LU A8 A9 AO HK HU H8 B7 BU BO",
    ];
    let start = Start { dealer: Seat::Two, hands: BySeat(hands).map(hand), window: 0 };
    let mut deal = Deal::new(Arc::new(Book::preset(preset).unwrap()), start).unwrap();
    let mut steps = Vec::new();
    let mut leads = ["LA", "LK", "LO", "AA"].into_iter().map(|card| Action::Play(card.parse().unwrap()));
    while deal.view(None).board().is_none_or(|board| board.tricks.len() < 3) {
        let seat = deal.turn().unwrap();
        let legal = deal.view(Some(seat)).legal;
        let bid = || legal.bids.iter().find(|bid| bid.to_string() == "40-100").copied();
        let action = if let Some(contract) = bid() {
            Action::Bid {
                contract,
                discard: Some(["B8", "B9"].map(|card| card.parse::<Card>().unwrap()).into_iter().collect()),
            }
        } else if legal.pass {
            Action::Pass
        } else if seat == Seat::Zero && !legal.cards.is_empty() {
            leads.next().unwrap()
        } else if let Some(card) = legal.cards.iter().next() {
            Action::Play(card)
        } else {
            Action::Trump(Some(Suit::Leaves))
        };
        for event in deal.judge(seat, action).unwrap() {
            deal.apply(&event);
        }
        steps.push(SeatAction { seat, action });
    }
    serde_json::from_str(&written(&deal.view(Some(Seat::One)), &steps).unwrap()).unwrap()
}

#[test]
fn robot_input_with_wrong_announcements_is_rejected() {
    let with = |preset: &str, announced: Value| {
        let mut document = forty_hundred(preset);
        document["announced"] = announced;
        read(&document.to_string()).map(|_| ())
    };
    let nothing = || json!([[], [], []]);
    assert_eq!(forty_hundred("pagat")["announced"], json!([["L"], [], []]));
    assert_eq!(with("pagat", json!([["L"], [], []])), Ok(()));
    assert_eq!(with("4m", nothing()), Ok(()));
    for (found, wanted) in [
        (with("pagat", nothing()), "seat 0 must have announced leaves: it held both king and over"),
        (with("pagat", json!([["A"], [], []])), "announced marriages of seat 0 don't match the rules"),
        (with("pagat", json!([["L"], [], ["B"]])), "announced marriages of seat 2 don't match the rules"),
        (with("4m", json!([["L"], [], []])), "announced marriages of seat 0 don't match the rules"),
    ] {
        let found = found.unwrap_err();
        assert!(found.starts_with(wanted), "found {found}\n  expected {wanted}");
    }
}

#[test]
fn robot_input_may_omit_legal_actions() {
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

/// Changes one action, card or seat in the document at random.
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

    /// Most altered documents are rejected. For all others, a robot must be able to choose a legal action.
    #[test]
    fn corrupted_input_never_makes_robot_play_illegal_card(seed: u64) {
        let (deal, style, mut dice) = fresh(seed);
        let (mut steps, mut forger, book) = (Vec::new(), Dice(seed), Arc::clone(deal.book()));
        play_out(deal, style, &mut dice, |deal, by, action, _| {
            let text = written(&deal.view(Some(by)), &steps).expect("deal is not over");
            let mut document: Value = serde_json::from_str(&text).expect("valid JSON");
            document.as_object_mut().expect("JSON object").remove("legal");
            forge(&mut document, &mut forger);
            let view = match SeatDocument::from_json(&document.to_string()) {
                Ok(seen) => seen.view_with(&book).ok(),
                Err(error) => {
                    assert!(error.to_string().contains("appears twice"), "{error}");
                    None
                }
            };
            if let Some(view) = view {
                let level = Level::AT_TABLES[(seed % 3) as usize];
                let answer = robot(level, seed).act(&view, &Cancellation::new());
                assert_eq!(answer.is_some(), view.turn() == view.seat, "{document}");
                if let Some(Action::Play(card)) = answer {
                    assert!(view.legal.cards.contains(card), "{document}");
                }
            }
            steps.push(SeatAction { seat: by, action });
        });
    }
}
