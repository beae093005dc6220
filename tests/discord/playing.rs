//! Playing, by commands and by buttons.

use std::time::Duration;

use serde_json::json;
use ulti::discord::Drawing;
use ulti::playground::{Message, Person};
use ulti::table::Options;

use crate::evening::{
    Evening, PATIENCE, bid_something, bidder, public, three_sit_down, told, until_own, until_public,
    until_the_lead,
};

#[tokio::test(flavor = "multi_thread")]
async fn two_robots_sit_down_and_a_card_is_played_by_command() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    let opened = anna.command("ulti new", [("robots", json!(2))]).await.unwrap();
    told(&opened);
    for _ in 0..40 {
        if let Some(card) = anna.autocomplete("play", "card", "").await.unwrap().first() {
            told(&anna.command("play", [("card", card.value.clone())]).await.unwrap());
            return evening.end().await;
        }
        act_somehow(&anna).await;
    }
    panic!("no card could be played in forty steps");
}

/// Does what is to be done before a card can be played.
async fn act_somehow(anna: &Person) {
    let bids = anna.autocomplete("bid", "contract", "").await.unwrap();
    let trumps = anna.autocomplete("trump", "suit", "").await.unwrap();
    if let Some(trump) = trumps.first() {
        told(&anna.command("trump", [("suit", trump.value.clone())]).await.unwrap());
    } else if bids.is_empty() || anna.autocomplete("bid", "first", "").await.unwrap().is_empty() {
        told(&anna.command("pass", [("rest", json!(true))]).await.unwrap());
    } else {
        told(&crate::evening::bid_something(anna).await);
    }
    tokio::time::sleep(Duration::from_millis(150)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_sit_down_by_buttons() {
    let evening = Evening::begin().await;
    let people = ["Anna", "Bea", "Csaba"].map(|name| evening.person(name));
    people[0].command("ulti new", []).await.unwrap();
    let lobby = until_public(&people[1], "Beülök").await;
    for person in &people[1..] {
        let joined = person.press(&lobby, "Beülök").await.unwrap();
        assert!(joined.updated, "the lobby itself says who sits there");
    }
    let complete = |messages: &[Message]| public(messages)[0].text().contains("Csaba");
    people[0].until(complete, PATIENCE).await.unwrap();
    let started = people[1].press(&lobby, "Kezdjük").await.unwrap();
    assert!(told(&started).contains("Your hand"), "{}", started.text());
    let table = until_public(&people[2], "Lapjaim").await;
    assert_ne!(table.id(), lobby.id(), "a fresh message each deal");
    let hand = people[2].press(&table, "Lapjaim").await.unwrap();
    assert!(told(&hand).contains("A lapjaid"));
    let lobby = people[0].message(lobby.id()).unwrap();
    assert!(lobby.enabled().is_empty(), "the lobby is history: {:?}", lobby.enabled());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hand_of_who_sat_down_by_command_appears_by_itself_and_stays_fresh() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    for person in &people {
        until_own(person, |own| own.text().contains("lapjaid") || own.text().contains("Your hand")).await;
    }
    let declarer = until_the_lead(&people).await;
    let led = declarer.autocomplete("play", "card", "").await.unwrap().remove(0);
    declarer.command("play", [("card", led.value.clone())]).await.unwrap();
    let next = people.iter().position(|person| person.id() == declarer.id()).map(|at| (at + 1) % 3).unwrap();
    // The seats need not be those of the list: whoever is next can play, and their hand says so.
    for person in [&people[next], &people[(next + 1) % 3]] {
        if let Some(card) = person.autocomplete("play", "card", "").await.unwrap().first() {
            let sign = card.name.split(" (").next().unwrap().to_owned();
            let hand = until_own(person, |own| own.enabled().iter().any(|one| **one == sign)).await;
            let played = person.press(&hand, &sign).await.unwrap();
            assert!(played.updated, "the hand changes in place");
            return evening.end().await;
        }
    }
    panic!("nobody could follow");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bid_is_put_together_by_buttons() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let bidder = bidder(&people).await;
    let hand = bidder.command("hand", []).await.unwrap().message.unwrap();
    let menu = hand.components().find(|part| part["type"] == json!(3)).cloned().unwrap();
    let value = menu["options"][0]["value"].as_str().unwrap().to_owned();
    let menu = menu["custom_id"].as_str().unwrap().to_owned();
    let mut hand = bidder.select(&hand, &menu, &[&value]).await.unwrap().message.unwrap();
    for _ in 0..2 {
        let cards: Vec<String> = hand
            .components()
            .filter(|part| {
                part["style"] == json!(2)
                    && part["custom_id"].as_str().is_some_and(|id| id.contains(":draft:"))
            })
            .filter_map(|part| part["label"].as_str().map(str::to_owned))
            .filter(|label| label.chars().count() <= 8)
            .collect();
        let pressed = bidder.press(&hand, &cards[0]).await.unwrap();
        assert!(pressed.updated);
        hand = pressed.message.unwrap();
    }
    let confirm = hand
        .enabled()
        .into_iter()
        .map(str::to_owned)
        .find(|label| label.starts_with("Rendben") || label.starts_with("Confirm"));
    let confirm = confirm.unwrap_or_else(|| panic!("{:?}", hand.enabled()));
    bidder.press(&hand, &confirm).await.unwrap();
    assert!(bidder.autocomplete("bid", "first", "").await.unwrap().is_empty(), "the bid is made");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_awaited_is_pinged_alone_and_the_ping_goes_when_they_act() {
    let soft_limit = Duration::from_secs(2);
    let clock = Options { soft_limit, ..Options::default() };
    let evening = Evening::begin_with(Duration::from_secs(2), clock).await;
    let people = three_sit_down(&evening).await;
    let bidder = bidder(&people).await;
    let pinged = |messages: &[Message]| public(messages).last().is_some_and(|last| !last.pings().is_empty());
    let seen = bidder.until(pinged, PATIENCE).await.unwrap();
    let ping = public(&seen).pop().unwrap();
    assert_eq!(ping.pings(), [bidder.id()]);
    bidder.command("settings pings", [("on", json!(false))]).await.unwrap();
    crate::evening::bid_something(bidder).await;
    let gone = |messages: &[Message]| messages.iter().all(|message| message.id() != ping.id());
    bidder.until(gone, PATIENCE).await.unwrap();
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_half_of_a_double_click_names_no_trumps() {
    let within = |options: &mut ulti::discord::Options| options.double_click = Duration::from_secs(3);
    let evening = Evening::begin_but(Drawing::default(), within).await;
    let people = three_sit_down(&evening).await;
    let declarer = bidder(&people).await;
    bid_something(declarer).await;
    for person in people.iter().filter(|person| person.id() != declarer.id()) {
        told(&person.command("pass", [("rest", json!(true))]).await.unwrap());
    }
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let naming = declarer.press(&hand, "Passz (mehet)").await.unwrap().message.unwrap();
    let trump = naming.enabled().into_iter().find(|label| label.starts_with("Adu")).unwrap().to_owned();
    let is_open = async || !declarer.autocomplete("trump", "suit", "").await.unwrap().is_empty();
    let hasty = declarer.press(&naming, &trump).await.unwrap();
    assert!(hasty.updated && told(&hasty).contains("túl gyorsan"), "{}", hasty.text());
    assert!(is_open().await, "nothing is named yet");
    tokio::time::sleep(Duration::from_secs(3)).await;
    let meant = declarer.press(&hasty.message.unwrap(), &trump).await.unwrap();
    assert!(!meant.text().contains("túl gyorsan") && !is_open().await, "{}", meant.text());
    evening.end().await;
}
