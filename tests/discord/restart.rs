//! The bot goes and comes back, and so do its messages.

use std::time::Duration;

use ulti::playground::Fault;

use crate::evening::{
    Evening, PATIENCE, bid_something, bidder, public, three_sit_down, told, until_public, until_the_lead,
};

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_the_same_messages_go_on_and_old_buttons_work() {
    let mut evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let table = until_public(&people[0], "Lapjaim").await;
    evening.stop_bot().await;
    evening.start_bot().await;
    told(&people[2].press(&table, "Lapjaim").await.unwrap());
    until_the_lead(&people).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(public(&people[0].messages()).len(), 2, "the lobby and the table, once each");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_table_message_comes_back() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let table = until_public(&people[0], "Lapjaim").await;
    assert!(evening.playground.delete_message(table.id()));
    until_the_lead(&people).await;
    let again = until_public(&people[0], "Lapjaim").await;
    assert_ne!(again.id(), table.id());
    people[1].command("table", []).await.unwrap();
    let moved = |messages: &[ulti::playground::Message]| {
        public(messages).last().is_some_and(|last| last.id() != again.id() && !last.buttons().is_empty())
    };
    people[0].until(moved, crate::evening::PATIENCE).await.unwrap();
    assert!(people[0].message(again.id()).is_none(), "the old one is taken down");
    evening.end_but_for("Unknown Message").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_posted_once_also_when_the_next_deal_follows_at_once() {
    let mut evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    told(&declarer.command("fold", []).await.unwrap());
    until_public(&people[0], "Következő osztás").await;
    evening.stop_bot().await;
    evening.start_bot().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(public(&people[0].messages()).len(), 3, "lobby, table, result");
    told(&people[0].command("ulti start", []).await.unwrap());
    until_public(&people[0], "Lapjaim").await;
    assert_eq!(public(&people[0].messages()).len(), 4);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_posted_once_also_when_the_bot_is_killed_between_posting_and_noting_it() {
    let mut evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    let messages = format!("/channels/{}/messages", people[0].channel());
    let slow = Fault::Delay(Duration::from_millis(300));
    evening.playground.fail_next(1, "POST", &messages, slow);
    told(&declarer.command("fold", []).await.unwrap());
    tokio::time::sleep(Duration::from_millis(150)).await;
    evening.kill_bot();
    evening.start_bot().await;
    until_public(&people[0], "Következő osztás").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(public(&people[0].messages()).len(), 3, "lobby, table, result");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_that_can_not_be_read_are_taken_back_and_everybody_is_told() {
    let mut evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = bidder(&people).await.clone();
    bid_something(&declarer).await;
    evening.stop_bot().await;
    evening
        .sql("UPDATE journal SET event = replace(event, '\"', '') WHERE seq = (SELECT MAX(seq) FROM journal)")
        .await;
    evening.start_bot().await;
    let told = |messages: &[ulti::playground::Message]| {
        public(messages).last().is_some_and(|last| last.text().contains("megsérültek"))
    };
    people[0].until(told, PATIENCE).await.unwrap();
    assert_eq!(bidder(&people).await.id(), declarer.id(), "the bid is taken back");
    until_the_lead(&people).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_can_not_be_read_at_all_is_closed_and_another_one_opens() {
    let mut evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    evening.stop_bot().await;
    evening.sql("DELETE FROM journal WHERE seq = 0").await;
    evening.start_bot().await;
    let text = told(&declarer.command("hand", []).await.unwrap());
    assert!(text.contains("/ulti new"), "{text}");
    let opened = people[0].command("ulti new", []).await.unwrap();
    let lobby = until_public(&people[0], "Beülök").await;
    assert!(lobby.text().contains("1. Anna"), "{}", opened.text());
    evening.end().await;
}
