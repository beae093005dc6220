//! What bad input gets: a sentence to the one who did it, and nothing else.

use serde_json::json;
use ulti::playground::permission;

use crate::evening::{Evening, public, three_sit_down, told, until_public, until_the_lead};

#[tokio::test(flavor = "multi_thread")]
async fn without_a_table_every_command_says_how_to_get_one() {
    let evening = Evening::begin().await;
    let ed = evening.person("Ed");
    for command in
        ["hand", "take", "pass", "fold", "claim", "kontra", "table", "ulti join", "ulti end", "ulti leave"]
    {
        let refused = ed.command(command, []).await.unwrap();
        assert!(told(&refused).contains("/ulti new"), "{command}: {}", refused.text());
    }
    assert!(public(&ed.messages()).is_empty());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn made_up_and_stray_buttons_change_nothing() {
    let evening = Evening::begin().await;
    let (anna, ed) = (evening.person("Anna"), evening.person("Ed"));
    anna.command("ulti new", []).await.unwrap();
    let lobby = until_public(&anna, "Beülök").await;
    let elsewhere = anna.in_channel("general");
    elsewhere.command("ulti new", []).await.unwrap();
    let other = until_public(&elsewhere, "Beülök").await;
    let before = ed.message(lobby.id()).unwrap().text();
    for made_up in
        ["x", "u1:999:join", "u1:1:play:1.1:H7", "u2:1:join", "u1:1:robot:nobody", "u1:2:join", "u1:-9:start"]
    {
        told(&ed.press_raw(lobby.id(), made_up).await.unwrap());
    }
    told(&ed.in_channel("general").press_raw(other.id(), "u1:1:start").await.unwrap());
    assert_eq!(ed.message(lobby.id()).unwrap().text(), before);
    assert_eq!(public(&ed.messages()).len(), 1);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn out_of_turn_not_held_not_legal() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    let other = people.iter().find(|person| person.id() != declarer.id()).unwrap();
    let early = other.command("play", [("card", json!("h7"))]).await.unwrap();
    assert!(!told(&early).is_empty());
    let mine: Vec<_> = declarer.autocomplete("play", "card", "").await.unwrap();
    let not_mine = ["H7", "A7", "L7", "B7", "HA", "AA"]
        .into_iter()
        .find(|card| mine.iter().all(|held| held.value != json!(card)))
        .unwrap();
    assert!(!told(&declarer.command("play", [("card", json!(not_mine))]).await.unwrap()).is_empty());
    let nonsense = declarer.command("play", [("card", json!("`@everyone`"))]).await.unwrap();
    assert!(told(&nonsense).contains(&mine[0].name), "it says what would work: {}", nonsense.text());
    assert_eq!(declarer.autocomplete("play", "card", "").await.unwrap(), mine);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_button_gets_a_polite_sentence_and_the_hand_as_it_is() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let card =
        hand.components().find(|part| part["custom_id"].as_str().is_some_and(|id| id.contains(":play:")));
    let card = card.unwrap()["custom_id"].as_str().unwrap().to_owned();
    let (first, second) =
        tokio::join!(declarer.press_raw(hand.id(), &card), declarer.press_raw(hand.id(), &card));
    let texts = [told(&first.unwrap()), told(&second.unwrap())];
    let late = texts.iter().filter(|text| {
        text.contains("Itt tart most") || text.contains("moved on") || text.contains("közben")
    });
    assert!(late.count() <= 1, "{texts:?}");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_is_named_to_the_caller_alone() {
    let evening = Evening::begin().await;
    let ed = evening.person("Ed");
    let refused = ed.in_channel("no-entry").command("ulti new", []).await.unwrap();
    assert!(told(&refused).contains("Send Messages"));
    evening.playground.revoke("ulti", permission::EMBED_LINKS);
    let refused = ed.command("ulti new", []).await.unwrap();
    assert!(told(&refused).contains("Embed Links") && !refused.text().contains("Send Messages"));
    assert!(told(&ed.command("hand", []).await.unwrap()).contains("/ulti new"), "no table was opened");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_in_the_middle_of_a_deal_is_asked_back() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    let asked = people[1].command("ulti leave", []).await.unwrap();
    told(&asked);
    let question = asked.message.unwrap();
    let buttons = question.enabled();
    assert_eq!(buttons.len(), 2, "{buttons:?}");
    let back = people[1].press(&question, buttons[1]).await.unwrap();
    assert!(told(&back).contains("Your hand"), "{}", back.text());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_kept_and_the_servers_are_for_its_managers() {
    let evening = Evening::begin().await;
    let ed = evening.person("Ed");
    let hungarian = ed.command("settings language", [("language", json!("hu"))]).await.unwrap();
    assert!(told(&hungarian).contains("magyar"), "{}", hungarian.text());
    told(&ed.command("settings pings", [("on", json!(false))]).await.unwrap());
    let refused = ed.command("settings server-language", [("language", json!("en"))]).await.unwrap();
    assert!(!told(&refused).is_empty());
    told(
        &evening
            .person("Anna")
            .command("settings server-language", [("language", json!("en"))])
            .await
            .unwrap(),
    );
    evening.person("Anna").command("ulti new", []).await.unwrap();
    until_public(&ed, "Join").await;
    for topic in [None, Some("book"), Some("kontra"), Some("nothing such")] {
        let topic = topic.map(|topic| ("topic", json!(topic)));
        told(&ed.command("rules page", topic).await.unwrap());
    }
    told(&ed.command("leaderboard", []).await.unwrap());
    evening.end().await;
}
