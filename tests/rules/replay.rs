//! Finished deals looked back at, step by step.

use std::sync::Arc;

use ulti::rules::{Action, Book, CardSet, Deal, Event, Frame, Record, RuleSet, Seat};

use crate::random::{Dice, Habit, play_out, start};

fn names() -> [String; 3] {
    ["a", "b", "c"].map(str::to_owned)
}

/// Random deals by every preset: how each ended, and its steps.
fn each(mut look: impl FnMut(&Deal, &[Frame])) {
    for preset in RuleSet::preset_names() {
        let book = Arc::new(Book::preset(preset).unwrap());
        for seed in 0..40 {
            let mut dice = Dice(6_000_000 + seed);
            let begin = start(&mut dice);
            let deal = Deal::new(Arc::clone(&book), begin.clone()).unwrap();
            let (habit, mut all) = (Habit::any(&mut dice), Vec::<Event>::new());
            let over = play_out(deal, habit, &mut dice, |_, _, _, events| all.extend_from_slice(events));
            let record = Record::of(&book, &begin, &all, names()).unwrap();
            look(&over, &record.frames().unwrap());
        }
    }
}

#[test]
fn a_deal_is_its_auction_its_tricks_and_the_reckoning() {
    each(|over, frames| {
        let board = over.view(None).board().cloned();
        let tricks = board.as_ref().map_or(0, |board| board.tricks.len());
        assert_eq!(frames.len(), tricks + 2);
        for (place, frame) in frames.iter().enumerate() {
            let trick = frame.trick().map(|(number, ..)| number);
            assert_eq!(trick, (1..=tricks).contains(&place).then_some(place));
            assert_eq!(frame.settlement().is_some(), place == tricks + 1);
        }
        assert_eq!(frames[tricks + 1].settlement(), over.settlement());
        assert_eq!(frames[0].hands, over.start().hands);
        let told: usize = frames.iter().map(|frame| frame.events.len()).sum();
        assert_eq!(told, over.version() as usize, "everything that happened is told once");
    });
}

#[test]
fn every_card_is_in_one_place_in_every_step() {
    each(|_, frames| {
        assert_eq!(frames.last().unwrap().hands, frames[0].hands);
        for frame in &frames[1..frames.len() - 1] {
            let mut cards: Vec<CardSet> = frame.hands.values().copied().collect();
            cards.extend(frame.view.talon);
            if let Some(board) = frame.view.board() {
                cards.extend(board.tricks.iter().map(|(trick, _)| trick.cards()));
                // The tenth stays on the table until it is reckoned.
                if board.tricks.len() < 10 {
                    cards.push(board.current.cards());
                }
            }
            let all = cards.iter().fold(CardSet::EMPTY, |all, some| all | *some);
            assert_eq!((all.len(), cards.iter().map(|some| some.len()).sum::<u32>()), (32, 32));
        }
    });
}

#[test]
fn the_points_of_all_tricks_and_the_talon_are_ninety() {
    let mut counted = 0;
    each(|_, frames| {
        let last = frames.last().unwrap();
        let whole = last.view.board().is_some_and(|board| board.tricks.len() == 10);
        if let Some(taken) = last.points().filter(|_| whole) {
            counted += 1;
            assert_eq!(taken.declarer + taken.defence + last.view.talon.unwrap().points(), 90);
        }
    });
    assert!(counted > 20, "{counted}");
}

#[test]
fn a_deal_that_ends_before_the_first_card_has_two_steps() {
    let book = Arc::new(Book::preset("4m").unwrap());
    let begin = start(&mut Dice(1));
    let mut deal = Deal::new(Arc::clone(&book), begin.clone()).unwrap();
    let events = deal.judge(Seat::One, Action::Leave).unwrap();
    for event in &events {
        deal.apply(event);
    }
    let frames = Record::of(&book, &begin, &events, names()).unwrap().frames().unwrap();
    assert_eq!(frames.len(), 2);
    assert_eq!(frames[0].hands, begin.hands);
    assert!(frames[0].events.is_empty() && frames[0].settlement().is_none());
    assert!(frames[1].settlement().is_some() && frames[1].plays().is_empty());
}

#[test]
fn whatever_else_stands_in_a_record_is_written_back_as_it_was() {
    let book = Arc::new(Book::preset("4m").unwrap());
    let mut dice = Dice(7_000_000);
    let begin = start(&mut dice);
    let deal = Deal::new(Arc::clone(&book), begin.clone()).unwrap();
    let (habit, mut all) = (Habit::any(&mut dice), Vec::<Event>::new());
    play_out(deal, habit, &mut dice, |_, _, _, events| all.extend_from_slice(events));
    let json = Record::of(&book, &begin, &all, names()).unwrap().to_json().unwrap();
    // More digits than a number of 64 bits holds, in nothing that this program knows.
    for digits in 17..120 {
        let number = format!("2{}", "5".repeat(digits));
        let longer = json.replacen('{', &format!("{{\"else\":{{\"number\":{number}}},"), 1);
        let record = Record::from_json(&longer).unwrap();
        assert_eq!(Record::from_json(&record.to_json().unwrap()).unwrap(), record, "{number}");
    }
}
