//! Tests of a connection on which requests with files fail, for example because of a proxy, and others
//! succeed.

use std::time::{Duration, Instant};

use discord_sandbox::{Fault, Message, SimulatedUser};
use serde_json::json;
use ulti_testkit::game::{make_weakest_bid, name_trumps};
use ulti_testkit::messages::{private_reply, private_text, until_custom_id};
use ulti_testkit::{TIMEOUT, TestBot, enabled, has_picture};

/// Returns the hand of the player whose turn it is, and the button of the first playable card. Returns `None`
/// if the result of the deal is shown.
async fn next_card(users: &[SimulatedUser; 3], deal: u32) -> Option<(&SimulatedUser, Message, String)> {
    let result = format!("{deal}. osztás: eredmény");
    let begun = Instant::now();
    while begun.elapsed() < TIMEOUT {
        for user in users {
            let messages = user.messages();
            let hand =
                messages.iter().rev().find(|message| message.is_ephemeral() && !message.buttons().is_empty());
            let card = hand.and_then(|hand| Some((hand, enabled(hand, "play").next()?)));
            if let Some((hand, id)) = card {
                return Some((user, hand.clone(), id));
            }
            if messages.iter().any(|message| message.text().contains(&result)) {
                return None;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no player has an enabled card");
}

/// Plays a deal by buttons. Each press has to be answered.
async fn play_deal(bot: &TestBot, users: &[SimulatedUser; 3], deal: u32) {
    let declarer = bot.current_deal().await.turn(users).clone();
    private_text(&make_weakest_bid(&declarer).await);
    for user in users.iter().filter(|user| user.id() != declarer.id()) {
        private_text(&user.command("pass", [("rest", json!(true))]).await.unwrap());
    }
    private_text(&declarer.command("pass", []).await.unwrap());
    name_trumps(&declarer).await;
    let mut played = 0;
    while let Some((user, hand, id)) = next_card(users, deal).await {
        let reply = user.press(&hand, &id).await.unwrap_or_else(|error| panic!("{error:?}"));
        assert!(!private_text(&reply).is_empty());
        played += 1;
    }
    assert!(played > 0);
}

/// Plays an evening of the given number of deals. Returns its last message.
async fn play_evening(bot: &TestBot, deals: u32) -> Message {
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    private_reply(&users[0], users[0].command("ulti new", [("deals", json!(deals))]).await).await;
    for user in &users[1..] {
        private_text(&user.command("ulti join", []).await.unwrap());
    }
    private_reply(&users[0], users[0].command("ulti start", []).await).await;
    for deal in 1..=deals {
        play_deal(bot, &users, deal).await;
        if deal < deals {
            let result = until_custom_id(&users[0], ":next").await;
            assert!(!has_picture(&result), "{}", result.text());
            private_reply(&users[1], users[1].press(&result, "Következő osztás").await).await;
        }
    }
    until_custom_id(&users[0], ":again").await
}

#[tokio::test(flavor = "multi_thread")]
async fn evening_is_played_in_text_while_uploads_fail() {
    for (fault, deals) in [(Fault::Status(500), 2), (Fault::Status(413), 1), (Fault::NoResponse, 1)] {
        let bot = TestBot::builder().start_with_pictures().await;
        bot.sandbox.fail_uploads(Some(fault));
        let last = bot.advance_while(play_evening(&bot, deals)).await;
        assert!(!has_picture(&last) && !last.text().is_empty(), "{}", last.text());
        bot.sandbox.fail_uploads(None);
        // With `Fault::NoResponse`, Discord accepts an upload as the response to an interaction, but the HTTP
        // response is lost. The second attempt without files is then rejected.
        bot.end_without_leaks_expecting(&["40060"]).await;
    }
}
