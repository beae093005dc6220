//! That whoever looks through an evening has eyes: one closed card in each kind of place is found.

use serde_json::{Value, json};
use ulti::playground::{Exchange, FileNote, Readers};
use ulti::rules::{Card, Event};
use ulti::table::TableEvent;
use ulti::text::{self, Faces, Lang, Look as Reader};

use crate::eyes::told_early;
use crate::party::{Look, Party};
use crate::secrecy::{self, Journal};
use crate::{emoji, paper, secrets};

/// A card that nobody has played so far in the deal that is being played.
fn closed(journals: &[Journal]) -> Card {
    let mut closed: Vec<Card> = Vec::new();
    for (_, event) in journals.iter().flat_map(|journal| &journal.events) {
        match event {
            TableEvent::DealBegan { .. } => closed = Card::deck().collect(),
            TableEvent::InDeal { event: Event::Played { card, .. } } => closed.retain(|one| one != card),
            TableEvent::InDeal { event: Event::Opened { .. } | Event::Claimed { .. } } => closed.clear(),
            _ => {}
        }
    }
    closed[closed.len() / 2]
}

/// What public messages could carry it in.
fn places(card: Card) -> Vec<(&'static str, Value)> {
    let look = |lang, faces| Reader::new(lang, faces);
    vec![
        ("a name in Hungarian", json!({"content": text::card(look(Lang::Hu, Faces::Hungarian), card)})),
        ("a name in English", json!({"content": text::card(look(Lang::En, Faces::French), card)})),
        (
            "a sign",
            json!({"embeds": [{"description": text::card_short(look(Lang::Hu, Faces::French), card)}]}),
        ),
        ("an emoji", json!({"content": emoji::in_text(card)})),
        (
            "an alt text",
            json!({"attachments": [{"id": 0, "description": text::card(look(Lang::Hu, Faces::Hungarian), card)}]}),
        ),
        (
            "a custom id",
            json!({"components": [{"components": [{"type": 2, "custom_id": format!("u1:1:play:-:{card}")}]}]}),
        ),
        (
            "a menu's value",
            json!({"components": [{"components": [{"options": [{"value": card.to_string()}]}]}]}),
        ),
        ("a choice", json!({"type": 8, "data": {"choices": [{"name": "?", "value": card.to_string()}]}})),
        ("a title", json!({"embeds": [{"title": text::card(look(Lang::Hu, Faces::Hungarian), card)}]})),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_card_is_seen_wherever_it_is() {
    let mut party = Party::begin(99, Look::Words).await;
    party.play(1).await;
    let Party { playground, mut bot, truth, .. } = party;
    truth.close().await;
    bot.stop().await;
    let (journals, traffic) = (secrecy::journals(&bot.database()).await, playground.traffic());
    let card = closed(&journals);
    let public = |one: &&Exchange| paper::is_read(one) && one.readers == Readers::Everyone;
    let last = traffic.iter().rev().find(public).unwrap();
    let heard = traffic.iter().filter(|one| !paper::is_read(one)).cloned();
    let heard: Vec<Exchange> = heard.collect();
    let told = |body: Value, files: Vec<FileNote>| {
        let exchange = Exchange { at: traffic.last().unwrap().at + 3_000, body, files, ..last.clone() };
        secrecy::leaks(&heard.iter().cloned().chain([exchange]).collect::<Vec<_>>(), &journals).len()
    };
    for (place, body) in places(card) {
        assert_eq!(told(body, Vec::new()), 1, "{place}");
    }
    let named = FileNote { name: format!("hand-{card}.png"), size: 1 };
    assert_eq!(told(json!({"content": ""}), vec![named]), 1, "a file's name");
    assert_eq!(told(json!({"content": "…"}), Vec::new()), 0);

    let events = || journals.iter().flat_map(|journal| &journal.events).map(|(_, event)| event);
    let seed = events().filter_map(|event| match event {
        TableEvent::DealBegan { seed, .. } => Some(seed.to_string()),
        _ => None,
    });
    let seed = seed.collect::<Vec<_>>().pop().unwrap();
    assert_eq!(told(json!({"content": seed}), Vec::new()), 1, "a seed");
    for line in [
        format!("TRACE ulti: {seed}"),
        format!("WARN ulti: play={card}"),
        "ulti_cards{card=\"H7\"} 1".to_owned(),
    ] {
        let seen = std::panic::catch_unwind(|| secrets::none_in(&line, &playground, events()));
        assert!(seen.is_err(), "{line}");
    }
    let running = json!({"hands": [[card.to_string()]], "steps": []}).to_string();
    let seeds = [(seed.clone(), None)];
    assert_eq!(told_early(&running, u64::MAX, &seeds).len(), 1);
    assert_eq!(told_early(&json!({"note": seed}).to_string(), u64::MAX, &seeds).len(), 1);
}
