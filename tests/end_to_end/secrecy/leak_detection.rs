//! Tests that the checks detect a hidden card in each kind of place.

use discord_sandbox::{Audience, Exchange, FileInfo, Sandbox};
use serde_json::{Value, json};
use ulti::table::TableEvent;
use ulti::text::{self, Appearance as Reader, DeckStyle, Lang};
use ulti_rules::{Card, Event};
use ulti_testkit::leaks::{self, Journal, emoji, secrets};

use super::attached_files;
use super::leak_check::early_disclosures;
use super::random_session::{MessageStyle, RandomSession};

/// Returns a card that nobody has laid down in the current deal. Returns `None` if a hand has been opened.
fn closed_card(journals: &[Journal]) -> Option<Card> {
    let mut closed: Vec<Card> = Vec::new();
    for (_, event) in journals.iter().flat_map(|journal| &journal.events) {
        match event {
            TableEvent::DealBegan { .. } => closed = Card::deck().collect(),
            TableEvent::InDeal { event: Event::Played { card, .. } } => closed.retain(|one| one != card),
            TableEvent::InDeal { event: Event::Opened { .. } | Event::Claimed { .. } } => closed.clear(),
            _ => {}
        }
    }
    closed.get(closed.len() / 2).copied()
}

/// Plays a random session, and returns its sandbox, its journals and a card that nobody has laid down.
async fn session_with_closed_card() -> (Sandbox, Vec<Journal>, Card) {
    for seed in 99..110 {
        let mut session = RandomSession::start(seed, MessageStyle::Words).await;
        session.play(1).await;
        let RandomSession { sandbox, mut bot, journal, .. } = session;
        journal.close().await;
        bot.stop().await;
        let journals = leaks::journals(&bot.database()).await;
        if let Some(card) = closed_card(&journals) {
            return (sandbox, journals, card);
        }
    }
    panic!("all sessions ended with an open hand");
}

/// Returns messages that reveal a card, each in another place.
fn carriers(card: Card) -> Vec<(&'static str, Value)> {
    let look = |lang, faces| Reader::new(lang, faces);
    let spoken = |look| json!({"content": format!("<:{}:1>", emoji::spoken_name(look, card))});
    vec![
        ("a name in Hungarian", json!({"content": text::card(look(Lang::Hu, DeckStyle::Hungarian), card)})),
        ("a name in English", json!({"content": text::card(look(Lang::En, DeckStyle::French), card)})),
        (
            "a sign",
            json!({"embeds": [{"description": text::card_short(look(Lang::Hu, DeckStyle::French), card)}]}),
        ),
        ("a name of an emoji", json!({"content": format!("<:{}:1>", emoji::name(card))})),
        ("an emoji in Hungarian", spoken(look(Lang::Hu, DeckStyle::Hungarian))),
        ("an emoji in English", spoken(look(Lang::En, DeckStyle::French))),
        (
            "an alt text",
            json!({"attachments": [{"id": 0, "description": text::card(look(Lang::Hu, DeckStyle::Hungarian), card)}]}),
        ),
        ("a list of cards of a suit", json!({"attachments": [{"id": 0, "description": listed_last(card)}]})),
        (
            "a custom id",
            json!({"components": [{"components": [{"type": 2, "custom_id": format!("u1:1:play:-:{card}")}]}]}),
        ),
        (
            "a menu's value",
            json!({"components": [{"components": [{"options": [{"value": card.to_string()}]}]}]}),
        ),
        ("a choice", json!({"type": 8, "data": {"choices": [{"name": "?", "value": card.to_string()}]}})),
        ("a title", json!({"embeds": [{"title": text::card(look(Lang::Hu, DeckStyle::Hungarian), card)}]})),
    ]
}

/// Returns a list of all cards of a suit that names the suit once and ends with the given card.
fn listed_last(card: Card) -> String {
    let others = Card::deck().filter(|other| other.suit() == card.suit() && *other != card);
    let cards: Vec<Card> = others.chain([card]).collect();
    text::cards_by_suit(Reader::new(Lang::En, DeckStyle::Hungarian), &cards)
}

#[tokio::test(flavor = "multi_thread")]
async fn leak_check_finds_hidden_card_anywhere_in_message() {
    let (sandbox, journals, card) = session_with_closed_card().await;
    let traffic = sandbox.traffic();
    let public = |one: &&Exchange| attached_files::is_visible(one) && one.audience == Audience::Everyone;
    let last = traffic.iter().rev().find(public).unwrap();
    let incoming = traffic.iter().filter(|one| !attached_files::is_visible(one)).cloned();
    let incoming: Vec<Exchange> = incoming.collect();
    let leak_count = |body: Value, files: Vec<FileInfo>| {
        let exchange = Exchange { at: traffic.last().unwrap().at + 3_000, body, files, ..last.clone() };
        leaks::leaks(&incoming.iter().cloned().chain([exchange]).collect::<Vec<_>>(), &journals).len()
    };
    for (place, body) in carriers(card) {
        assert_eq!(leak_count(body, Vec::new()), 1, "{place}");
    }
    let named = FileInfo { name: format!("hand-{card}.png"), size: 1 };
    assert_eq!(leak_count(json!({"content": ""}), vec![named]), 1, "file name");
    assert_eq!(leak_count(json!({"content": "…"}), Vec::new()), 0);
    let name = text::card(Reader::new(Lang::En, DeckStyle::Hungarian), card);
    let absent = format!("You do not hold the {name}, so the ulti cannot be won.");
    assert_eq!(leak_count(json!({"content": absent}), Vec::new()), 0);
    let present = format!("You do not hold everything, so you play the {name}.");
    assert_eq!(leak_count(json!({"content": present}), Vec::new()), 1);

    let events = || journals.iter().flat_map(|journal| &journal.events).map(|(_, event)| event);
    let seed = events().filter_map(|event| match event {
        TableEvent::DealBegan { seed, .. } => Some(seed.to_string()),
        _ => None,
    });
    let seed = seed.collect::<Vec<_>>().pop().unwrap();
    assert_eq!(leak_count(json!({"content": seed}), Vec::new()), 1, "seed");
    for line in [
        format!("TRACE ulti: {seed}"),
        format!("WARN ulti: play={card}"),
        "ulti_cards{card=\"H7\"} 1".to_owned(),
    ] {
        let seen = std::panic::catch_unwind(|| secrets::assert_no_secrets(&line, &sandbox, events()));
        assert!(seen.is_err(), "{line}");
    }
    let running = json!({"hands": [[card.to_string()]], "steps": []}).to_string();
    let seeds = [(seed.clone(), None)];
    assert_eq!(early_disclosures(&running, u64::MAX, &seeds).len(), 1);
    assert_eq!(early_disclosures(&json!({"note": seed}).to_string(), u64::MAX, &seeds).len(), 1);
}
