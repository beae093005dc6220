//! Tests of late interactions and expired interaction tokens.

use std::time::Duration;

use discord_sandbox::{RESPONSE_DEADLINE, Sandbox, TOKEN_LIFETIME};
use ulti_testkit::game::{play_on, play_to_first_lead, player_to_move, seat_three};
use ulti_testkit::messages::{
    assert_no_response, newest, private_text, until_button, until_changed, until_private,
};
use ulti_testkit::{TIMEOUT, TestBot};

const ONE_SECOND: Duration = Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread")]
async fn late_interaction_is_executed_only_once() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    bot.idle().await;
    for time in 0..5 {
        let before = newest(&users[0]);
        let (user, card) = player_to_move(&users).await;
        bot.sandbox.deliver_next_late(RESPONSE_DEADLINE + ONE_SECOND);
        let (asking, value) = (user.clone(), card.clone());
        let known = bot.sandbox.interaction_count();
        let asked = tokio::spawn(async move { asking.command("play", [("card", value)]).await });
        let wished = |sandbox: &Sandbox| sandbox.interaction_count() > known;
        bot.sandbox.wait_until(wished, TIMEOUT).await.unwrap();
        bot.sandbox.advance(RESPONSE_DEADLINE);
        assert_no_response(&asked.await.unwrap());
        bot.sandbox.advance(ONE_SECOND);
        until_changed(&users[0], &before).await;
        assert_eq!(bot.played().await, time + 1);
        bot.idle().await;
        // The user saw a failure, and plays the card again.
        private_text(&user.command("play", [("card", card)]).await.unwrap());
        assert_eq!(bot.played().await, time + 1, "card was not counted once");
    }
    let unknown =
        bot.response_statuses("POST", "/interactions/").iter().filter(|status| **status == 404).count();
    assert_eq!(unknown, 5, "expired interactions were retried");
    println!("interaction 4 s late (10062) | 5 times | 5 cards played, 5 refused answers, no retries");
    bot.end_expecting(&["not answered within 3 seconds", "10062"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_hand_message_is_no_longer_updated() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    bot.idle().await;
    // The bot measures the lifetime of tokens with tokio's clock, which does not move.
    bot.sandbox.advance(TOKEN_LIFETIME);
    for _ in 0..4 {
        let before = newest(&users[0]);
        play_on(&users).await;
        until_changed(&users[0], &before).await;
    }
    let expired =
        bot.response_statuses("PATCH", "/webhooks/").iter().filter(|status| **status == 401).count();
    // Each of the three hands fails at most once, and once more if its picture is sent after its text.
    assert!((1..=6).contains(&expired), "expired hands were retried: {expired}");
    let (next, _) = player_to_move(&users).await;
    private_text(&next.command("hand", []).await.unwrap());
    until_private(next, |own| own.enabled_buttons().len() > 1).await;
    println!("expired token (50027) | {expired} hands | tried once each, play went on");
    bot.end_expecting(&["Invalid Webhook Token"]).await;
}
