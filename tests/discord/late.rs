//! Interactions that come late, and tokens whose time is up.

use std::time::Duration;

use ulti::playground::Playground;

use crate::evening::{
    Evening, PATIENCE, newest, play_on, three_sit_down, to_play, told, until_changed, until_own,
    until_public, until_the_lead,
};

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_that_comes_after_its_time_counts_once_and_is_seen_by_all() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    evening.quiet().await;
    for time in 0..5 {
        let before = newest(&people[0]);
        let (person, card) = to_play(&people).await;
        evening.playground.deliver_next_late(Duration::from_secs(4));
        let (asking, value) = (person.clone(), card.clone());
        let known = evening.playground.interactions();
        let asked = tokio::spawn(async move { asking.command("play", [("card", value)]).await });
        let wished = |playground: &Playground| playground.interactions() > known;
        evening.playground.until(wished, PATIENCE).await.unwrap();
        evening.playground.advance(Duration::from_secs(3));
        asked.await.unwrap().unwrap_err();
        evening.playground.advance(Duration::from_secs(1));
        until_changed(&people[0], &before).await;
        assert_eq!(evening.played().await, time + 1);
        evening.quiet().await;
        // They were told that nothing came of it, and do it again.
        told(&person.command("play", [("card", card)]).await.unwrap());
        assert_eq!(evening.played().await, time + 1, "it counts once");
    }
    let unknown = evening.answers("POST", "/interactions/").iter().filter(|status| **status == 404).count();
    assert_eq!(unknown, 5, "asked once each: nothing more can come of it");
    println!("interaction 4 s late (10062) | 5 times | 5 cards played, 5 refused answers, no other try");
    evening.end_but_for_any(&["not answered within 3 seconds", "10062"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_whose_token_has_expired_is_left_alone_and_a_new_one_goes_on() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    evening.quiet().await;
    // The bot's own clock stays behind: it believes that the tokens are good.
    evening.playground.advance(Duration::from_mins(15));
    for _ in 0..4 {
        let before = newest(&people[0]);
        play_on(&people).await;
        until_changed(&people[0], &before).await;
    }
    let expired = evening.answers("PATCH", "/webhooks/").iter().filter(|status| **status == 401).count();
    assert!((1..=3).contains(&expired), "each hand once: {expired}");
    let (next, _) = to_play(&people).await;
    told(&next.command("hand", []).await.unwrap());
    until_own(next, |own| own.enabled().len() > 1).await;
    println!("expired token (50027) | {expired} hands | asked once each, play went on");
    evening.end_but_for("Invalid Webhook Token").await;
}
