//! Tests of restarts, crashes and damaged journals.

use ulti_testkit::game::{bidder, make_weakest_bid, play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_reply, private_text, public, until_button};
use ulti_testkit::{TIMEOUT, TestBot, fold};

#[tokio::test(flavor = "multi_thread")]
async fn bot_updates_existing_messages_after_restart() {
    let mut bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let table = until_button(&users[0], "Lapjaim").await;
    bot.stop_bot().await;
    bot.start_bot().await;
    private_reply(&users[2], users[2].press(&table, "Lapjaim").await).await;
    play_to_first_lead(&users).await;
    bot.settle().await;
    assert_eq!(public(&users[0].messages()).len(), 2, "expected one lobby and one table message");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_game_table_message_is_reposted() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let table = until_button(&users[0], "Lapjaim").await;
    assert!(bot.sandbox.delete_message(table.id()));
    play_to_first_lead(&users).await;
    let again = until_button(&users[0], "Lapjaim").await;
    assert_ne!(again.id(), table.id());
    users[1].command("table", []).await.unwrap();
    let moved = |messages: &[discord_sandbox::Message]| {
        public(messages).last().is_some_and(|last| last.id() != again.id() && !last.buttons().is_empty())
    };
    users[0].wait_until(moved, ulti_testkit::TIMEOUT).await.unwrap();
    assert!(users[0].message(again.id()).is_none(), "old table message still exists");
    bot.end_expecting(&["Unknown Message"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_result_is_not_posted_again_after_restart() {
    let mut bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    private_text(&fold(declarer).await);
    until_button(&users[0], "Következő osztás").await;
    bot.stop_bot().await;
    bot.start_bot().await;
    bot.settle().await;
    assert_eq!(public(&users[0].messages()).len(), 3, "expected lobby, table and result");
    private_reply(&users[0], users[0].command("ulti start", []).await).await;
    until_button(&users[0], "Lapjaim").await;
    assert_eq!(public(&users[0].messages()).len(), 4);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_result_is_posted_once_despite_crash() {
    let mut bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    let messages = format!("/channels/{}/messages", users[0].channel());
    let hold = bot.sandbox.hold_responses("POST", &messages);
    private_text(&fold(declarer).await);
    tokio::time::timeout(TIMEOUT, hold.arrived(1)).await.unwrap();
    // Discord has posted the result, but the bot does not learn of it.
    until_button(&users[0], "Következő osztás").await;
    bot.kill_bot();
    hold.discard();
    bot.start_bot().await;
    bot.settle().await;
    assert_eq!(public(&users[0].messages()).len(), 3, "expected lobby, table and result");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_notifies_players_if_events_are_unreadable() {
    let mut bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = bidder(&users).await.clone();
    make_weakest_bid(&declarer).await;
    bot.stop_bot().await;
    bot.sql("UPDATE journal SET event = replace(event, '\"', '') WHERE seq = (SELECT MAX(seq) FROM journal)")
        .await;
    bot.start_bot().await;
    let told = |messages: &[discord_sandbox::Message]| {
        public(messages)
            .last()
            .is_some_and(|last| last.text().contains("megsérült, ezért azok nem számítanak"))
    };
    users[0].wait_until(told, TIMEOUT).await.unwrap();
    assert_eq!(bidder(&users).await.id(), declarer.id(), "bid was not undone");
    play_to_first_lead(&users).await;
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn user_can_open_new_game_table_if_old_one_cannot_be_loaded() {
    let mut bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    bot.stop_bot().await;
    bot.sql("DELETE FROM journal WHERE seq = 0").await;
    bot.start_bot().await;
    let text = private_text(&declarer.command("hand", []).await.unwrap());
    assert!(text.contains("/ulti new") || text.contains("/ulti új"), "{text}");
    let opened = users[0].command("ulti new", []).await.unwrap();
    let lobby = until_button(&users[0], "Beülök").await;
    assert!(lobby.text().contains("1. Anna"), "{}", opened.text());
    bot.end().await;
}
