//! The place of a table goes away under it: a channel, a thread, a permission, the server.

use std::time::Duration;

use serde_json::json;
use ulti::playground::{Fault, Message, Person, permission};
use ulti::table::{ChannelId, Journal, TableEvent, WhyEnded};

use crate::evening::{
    Evening, PATIENCE, newest, play_on, public, three_sit_down, told, until_changed, until_public,
    until_the_lead,
};

/// A deal that is over, and a second one in which a card has been played.
async fn in_the_second_deal(evening: &Evening) -> [Person; 3] {
    let people = three_sit_down(evening).await;
    let declarer = until_the_lead(&people).await;
    told(&declarer.command("fold", []).await.unwrap());
    until_public(&people[0], "Következő osztás").await;
    told(&people[0].command("ulti start", []).await.unwrap());
    until_public(&people[0], "Lapjaim").await;
    until_the_lead(&people).await;
    play_on(&people).await;
    people
}

/// Waits until the evening is over, and sees that what was played stands.
async fn until_closed(evening: &Evening, channel: ChannelId) {
    for _ in 0..600 {
        if evening.store().open_table(channel).await.unwrap().is_none() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let events = evening.events().await;
    let last = events.last().unwrap();
    assert!(matches!(last, TableEvent::Ended { why: WhyEnded::NoChannel, .. }), "{last:?}");
}

/// One deal counts, the one that nobody could finish does not.
async fn one_deal_stands(evening: &Evening, people: &[Person; 3]) {
    let elsewhere = people[0].in_channel("general");
    let stats = told(&elsewhere.command("stats", []).await.unwrap());
    assert!(stats.contains("**1 osztás**"), "{stats}");
    told(&elsewhere.command("ulti new", []).await.unwrap());
    until_public(&elsewhere, "Beülök").await;
    assert!(evening.store().is_known(ulti::table::UserId(people[0].id().0)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_ends_its_evening_and_the_accounts_stand() {
    let evening = Evening::begin().await;
    let people = in_the_second_deal(&evening).await;
    let channel = people[0].channel();
    let requests = || evening.answers("*", &format!("/channels/{channel}")).len();
    evening.quiet().await;
    let before = requests();
    assert!(evening.playground.delete_channel("ulti"));
    until_closed(&evening, ChannelId(channel.0)).await;
    one_deal_stands(&evening, &people).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(requests(), before, "a channel that is known to be gone is asked nothing");
    println!("channel deleted in mid-deal | once | evening closed, 1 deal kept, 0 requests afterwards");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_thread_ends_its_evening() {
    let evening = Evening::begin().await;
    assert!(evening.playground.open_thread("evening", "ulti"));
    let people = ["Anna", "Bea", "Csaba"].map(|name| evening.person(name).in_channel("evening"));
    told(&people[0].command("ulti new", []).await.unwrap());
    until_public(&people[0], "Beülök").await;
    for person in &people[1..] {
        told(&person.command("ulti join", []).await.unwrap());
    }
    told(&people[0].command("ulti start", []).await.unwrap());
    until_public(&people[0], "Lapjaim").await;
    until_the_lead(&people).await;
    play_on(&people).await;
    evening.quiet().await;
    assert!(evening.playground.delete_channel("evening"));
    until_closed(&evening, ChannelId(people[0].channel().0)).await;
    evening.end().await;
}

/// Nobody has told the bot: it finds out by asking, and does not ask for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_channel_deleted_while_the_bot_is_away_ends_its_evening_too() {
    let mut evening = Evening::begin().await;
    let people = in_the_second_deal(&evening).await;
    let channel = people[0].channel();
    evening.stop_bot().await;
    assert!(evening.playground.delete_channel("ulti"));
    evening.start_bot().await;
    until_closed(&evening, ChannelId(channel.0)).await;
    one_deal_stands(&evening, &people).await;
    let unknown = evening.answers("*", &format!("/channels/{channel}"));
    let unknown = unknown.iter().filter(|status| **status == 404).count();
    assert_eq!(unknown, 4, "asked so often, ever more slowly");
    println!("channel deleted unseen (10003) | once | evening closed after {unknown} requests");
    evening.end_but_for("Unknown Channel").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_is_woken_by_the_tables_new_message() {
    let evening = Evening::begin().await;
    assert!(evening.playground.open_thread("evening", "ulti"));
    let people = ["Anna", "Bea", "Csaba"].map(|name| evening.person(name).in_channel("evening"));
    told(&people[0].command("ulti new", []).await.unwrap());
    until_public(&people[0], "Beülök").await;
    for person in &people[1..] {
        told(&person.command("ulti join", []).await.unwrap());
    }
    told(&people[0].command("ulti start", []).await.unwrap());
    let table = until_public(&people[0], "Lapjaim").await;
    until_the_lead(&people).await;
    evening.quiet().await;
    assert!(evening.playground.archive_thread("evening"));
    play_on(&people).await;
    let other = |messages: &[Message]| {
        public(messages).last().is_some_and(|last| last.id() != table.id() && !last.buttons().is_empty())
    };
    people[0].until(other, PATIENCE).await.unwrap();
    let before = newest(&people[0]);
    play_on(&people).await;
    let after = until_changed(&people[0], &before).await;
    assert_eq!(after.id(), before.id(), "it is awake: its message is edited again");
    evening.end_but_for("50083").await;
}

/// Plays in a channel that refuses everything, as fast as people can.
async fn play_refused(evening: &Evening, people: &[Person; 3], cards: usize) -> usize {
    let channel = format!("/channels/{}", people[0].channel());
    let refused = || evening.answers("*", &channel).iter().filter(|status| **status == 403).count();
    let before = refused();
    for _ in 0..cards {
        play_on(people).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    refused() - before
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_refuses_everything_is_asked_ever_more_slowly_and_play_goes_on() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    evening.quiet().await;
    let channel = format!("/channels/{}", people[0].channel());
    let refusal = Fault::Refused { status: 403, code: 50001 };
    evening.playground.fail_next(usize::MAX, "*", &channel, refusal);
    let begun = std::time::Instant::now();
    let refused = play_refused(&evening, &people, 24).await;
    // After 2, 4, 8 … seconds.
    let most = 2 + begun.elapsed().as_secs().max(1).ilog2() as usize;
    assert!((1..=most).contains(&refused), "{refused} in {:?}", begun.elapsed());
    assert_eq!(evening.played().await, 24);
    println!("channel answers 403 to all | 24 cards in {:?} | {refused} requests", begun.elapsed());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_taken_in_mid_deal_and_given_back() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    let before = until_public(&people[0], "Lapjaim").await;
    evening.quiet().await;
    evening.playground.revoke("ulti", permission::VIEW_CHANNEL);
    let hands = evening.answers("PATCH", "/webhooks/").len();
    let refused = play_refused(&evening, &people, 9).await;
    assert!(refused <= 4, "asked ever more slowly: {refused}");
    let known = newest(&people[0]).text();
    // Who has a hand open sees it go on all the while.
    assert!(evening.answers("PATCH", "/webhooks/").len() > hands);
    // By itself the bot would now wait for some sixteen seconds.
    let channel = format!("/channels/{}", people[0].channel());
    let refusals = || evening.answers("*", &channel).iter().filter(|status| **status == 403).count();
    evening.playground.until(|_| refusals() >= 4, 2 * PATIENCE).await.unwrap();
    evening.playground.grant("ulti", permission::VIEW_CHANNEL);
    let soon = Duration::from_secs(8);
    let after = people[0].until(|seen| public(seen).last().is_some_and(|now| now.text() != known), soon);
    let after = public(&after.await.unwrap()).pop().unwrap();
    assert_eq!(after.id(), before.id(), "brought up to date, and nobody had to do anything");
    println!("View Channel taken and given back | 9 cards | {refused} requests refused, then up to date");
    evening.end_but_for("50001").await;
}

/// Whoever's turn it is plays a card by buttons alone: of a bot that was removed, commands are gone.
async fn press_a_card(people: &[Person; 3], table: &Message) {
    for person in people {
        let hand = person.press_raw(table.id(), "u1:1:show:hand").await.unwrap().message.unwrap();
        let is_card = |part: &&serde_json::Value| {
            let id = part["custom_id"].as_str().unwrap_or_default();
            id.contains(":play:") && part["disabled"] != json!(true)
        };
        let card = hand.components().find(is_card).map(|part| part["custom_id"].clone());
        if let Some(card) = card {
            told(&person.press_raw(hand.id(), card.as_str().unwrap()).await.unwrap());
            return;
        }
    }
    panic!("nobody can play");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_bot_asks_nothing_and_goes_on_when_it_is_back() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    let before = until_public(&people[0], "Lapjaim").await;
    evening.quiet().await;
    let requests = || evening.answers("*", &format!("/channels/{}", people[0].channel())).len();
    for time in 0..2 {
        evening.quiet().await;
        let (asked, removed) = (requests(), time == 0);
        if removed {
            evening.playground.remove_bot();
        } else {
            evening.playground.begin_outage();
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        let known = newest(&people[0]).text();
        for _ in 0..3 {
            press_a_card(&people, &before).await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(requests(), asked, "nothing is sent to a server that is out of reach");
        if removed {
            evening.playground.add_bot();
        } else {
            evening.playground.end_outage();
        }
        let other = |seen: &[Message]| public(seen).last().is_some_and(|now| now.text() != known);
        let after = public(&people[0].until(other, PATIENCE).await.unwrap()).pop().unwrap();
        assert_eq!(after.id(), before.id(), "the same message goes on");
    }
    assert_eq!(evening.played().await, 6);
    println!("bot removed and added, server unavailable and back | 3 cards each | 0 requests meanwhile");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_deletes_the_channel_of_a_lobby_leaves_nothing_behind() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    told(&anna.command("ulti new", [("rules", json!("rablo"))]).await.unwrap());
    until_public(&anna, "Beülök").await;
    evening.quiet().await;
    assert!(evening.playground.delete_channel("ulti"));
    until_closed(&evening, ChannelId(anna.channel().0)).await;
    let sure = anna.in_channel("general").command("privacy delete", []).await.unwrap();
    let gone = anna.in_channel("general").press(&sure.message.unwrap(), "Töröld").await.unwrap();
    assert!(told(&gone).contains("Töröltelek"), "no evening holds them: {}", gone.text());
    evening.end().await;
}
