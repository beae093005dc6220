//! Tests of replays, which show a finished deal step by step.

use std::sync::Arc;

use ulti_rules::{Action, Book, CardSet, Deal, Event, Record, ReplayFrame, RuleSet, Seat};

use crate::random::{Dice, PlayStyle, play_out, start};

fn names() -> [String; 3] {
    ["a", "b", "c"].map(str::to_owned)
}

/// Plays random deals with every preset.
///
/// Calls `look` with the finished deal and the frames of its review.
fn each(mut look: impl FnMut(&Deal, &[ReplayFrame])) {
    for preset in RuleSet::preset_names() {
        let book = Arc::new(Book::preset(preset).unwrap());
        for seed in 0..40 {
            let mut dice = Dice(6_000_000 + seed);
            let begin = start(&mut dice);
            let deal = Deal::new(Arc::clone(&book), begin.clone()).unwrap();
            let (style, mut all) = (PlayStyle::any(&mut dice), Vec::<Event>::new());
            let over = play_out(deal, style, &mut dice, |_, _, _, events| all.extend_from_slice(events));
            let record = Record::of(&book, &begin, &all, names()).unwrap();
            look(&over, &record.frames().unwrap());
        }
    }
}

#[test]
fn replay_has_one_frame_for_each_trick() {
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
        let events: usize = frames.iter().map(|frame| frame.events.len()).sum();
        assert_eq!(events, over.version() as usize, "each event is in one frame");
    });
}

#[test]
fn replay_frame_contains_every_card_once() {
    each(|_, frames| {
        assert_eq!(frames.last().unwrap().hands, frames[0].hands);
        for frame in &frames[1..frames.len() - 1] {
            let mut cards: Vec<CardSet> = frame.hands.values().copied().collect();
            cards.extend(frame.view.talon);
            if let Some(board) = frame.view.board() {
                cards.extend(board.tricks.iter().map(|(trick, _)| trick.cards()));
                // The tenth trick remains the current trick after it is finished.
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
fn points_in_tricks_and_discards_sum_to_90() {
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
fn replay_of_deal_without_tricks_shows_only_start_and_end() {
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
fn deal_record_preserves_unknown_fields() {
    let book = Arc::new(Book::preset("4m").unwrap());
    let mut dice = Dice(7_000_000);
    let begin = start(&mut dice);
    let deal = Deal::new(Arc::clone(&book), begin.clone()).unwrap();
    let (style, mut all) = (PlayStyle::any(&mut dice), Vec::<Event>::new());
    play_out(deal, style, &mut dice, |_, _, _, events| all.extend_from_slice(events));
    let json = Record::of(&book, &begin, &all, names()).unwrap().to_json().unwrap();
    // Numbers with more digits than 64 bits can hold, in an unknown field.
    for digits in 17..120 {
        let number = format!("2{}", "5".repeat(digits));
        let longer = json.replacen('{', &format!("{{\"else\":{{\"number\":{number}}},"), 1);
        let record = Record::from_json(&longer).unwrap();
        assert_eq!(Record::from_json(&record.to_json().unwrap()).unwrap(), record, "{number}");
    }
}
