//! Tests of late interactions and expired interaction tokens.

use std::time::Duration;

use discord_sandbox::Sandbox;

use crate::harness::{
    Harness, TIMEOUT, newest, play_on, play_to_first_lead, player_to_move, private_text, seat_three,
    until_changed, until_private, until_public,
};

#[tokio::test(flavor = "multi_thread")]
async fn late_interaction_counts_once() {
    let harness = Harness::start().await;
    let people = seat_three(&harness).await;
    play_to_first_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    harness.until_idle().await;
    for time in 0..5 {
        let before = newest(&people[0]);
        let (person, card) = player_to_move(&people).await;
        harness.sandbox.deliver_next_late(Duration::from_secs(4));
        let (asking, value) = (person.clone(), card.clone());
        let known = harness.sandbox.interactions();
        let asked = tokio::spawn(async move { asking.command("play", [("card", value)]).await });
        let wished = |sandbox: &Sandbox| sandbox.interactions() > known;
        harness.sandbox.until(wished, TIMEOUT).await.unwrap();
        harness.sandbox.advance(Duration::from_secs(3));
        asked.await.unwrap().unwrap_err();
        harness.sandbox.advance(Duration::from_secs(1));
        until_changed(&people[0], &before).await;
        assert_eq!(harness.played().await, time + 1);
        harness.until_idle().await;
        // The user saw a failure, and plays the card again.
        private_text(&person.command("play", [("card", card)]).await.unwrap());
        assert_eq!(harness.played().await, time + 1, "card was not counted once");
    }
    let unknown =
        harness.response_statuses("POST", "/interactions/").iter().filter(|status| **status == 404).count();
    assert_eq!(unknown, 5, "expired interactions were retried");
    println!("interaction 4 s late (10062) | 5 times | 5 cards played, 5 refused answers, no retries");
    harness.end_expecting_any(&["not answered within 3 seconds", "10062"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_hand_is_dropped_and_new_one_updated() {
    let harness = Harness::start().await;
    let people = seat_three(&harness).await;
    play_to_first_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    harness.until_idle().await;
    // The bot's own clock is not advanced, so the bot takes the tokens for valid.
    harness.sandbox.advance(Duration::from_mins(15));
    for _ in 0..4 {
        let before = newest(&people[0]);
        play_on(&people).await;
        until_changed(&people[0], &before).await;
    }
    let expired =
        harness.response_statuses("PATCH", "/webhooks/").iter().filter(|status| **status == 401).count();
    assert!((1..=3).contains(&expired), "expired hands were retried: {expired}");
    let (next, _) = player_to_move(&people).await;
    private_text(&next.command("hand", []).await.unwrap());
    until_private(next, |own| own.enabled().len() > 1).await;
    println!("expired token (50027) | {expired} hands | tried once each, play went on");
    harness.end_expecting("Invalid Webhook Token").await;
}
