//! Tests of edit coalescing: frequent changes result in few edits, the last of which shows the newest
//! state.

use discord_sandbox::Fault;
use ulti_testkit::game::{play_on, play_to_first_lead, seat_three};
use ulti_testkit::messages::{newest, private_text, until_button, until_changed};
use ulti_testkit::{TIMEOUT, TestBot};

#[tokio::test(flavor = "multi_thread")]
async fn cards_played_during_message_edit_appear_in_next_edit() {
    let bot = TestBot::builder().on_channel_routes().start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    bot.idle().await;
    for round in 0..3 {
        let before = newest(&users[0]);
        let sent = bot.response_statuses("PATCH", "/channels/").len();
        let hold = bot.sandbox.hold("PATCH", "/channels/");
        play_on(&users).await;
        tokio::time::timeout(TIMEOUT, hold.arrived(1)).await.unwrap();
        for _ in 0..8 {
            play_on(&users).await;
        }
        assert_eq!(hold.count(), 1, "more than one edit in flight");
        hold.release();
        bot.settle().await;
        let edits = bot.response_statuses("PATCH", "/channels/").len() - sent;
        assert_eq!(edits, 2, "round {round}: nine cards were not coalesced into two edits");
        // A new post shows the same state as the edited message.
        let shown = newest(&users[0]);
        assert_ne!(shown.text(), before.text());
        private_text(&users[0].command("table", []).await.unwrap());
        let again = until_changed(&users[0], &shown).await;
        assert_eq!(again.text(), shown.text());
        println!("9 cards while an edit is in flight | round {round} | {edits} edits");
    }
    assert_eq!(bot.played().await, 27);
    bot.end().await;
}

/// A lost response to a post is retried with the same nonce, which returns the existing message with an
/// outdated state.
#[tokio::test(flavor = "multi_thread")]
async fn table_message_is_updated_even_if_discord_response_is_lost() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    for _ in 0..3 {
        bot.idle().await;
        let before = newest(&users[0]);
        bot.sandbox.fail_next(1, "POST", "/channels/", Fault::NoResponse);
        private_text(&users[0].command("table", []).await.unwrap());
        let posted = bot.advance_while(until_changed(&users[0], &before)).await;
        play_on(&users).await;
        let after = bot.advance_while(until_changed(&users[0], &posted)).await;
        assert_eq!(after.id(), posted.id(), "message was posted twice");
        // A new post shows the same state as the edited message.
        private_text(&users[0].command("table", []).await.unwrap());
        let again = until_changed(&users[0], &after).await;
        assert_eq!(again.text(), after.text());
    }
    println!("new message, connection cut, the table moves on | 3 times | 1 message, up to date");
    bot.end().await;
}
