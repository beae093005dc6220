//! Tests of bad input, which gets a private reply and has no other effect.

use discord_sandbox::permission;
use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::game::{play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_text, public, until_button};

#[tokio::test(flavor = "multi_thread")]
async fn command_suggests_opening_a_game_table_if_there_is_none() {
    let bot = TestBot::start().await;
    let ed = bot.user("Ed");
    for command in
        ["hand", "take", "pass", "fold", "claim", "kontra", "table", "ulti join", "ulti end", "ulti leave"]
    {
        let refused = ed.command(command, []).await.unwrap();
        assert!(private_text(&refused).contains("/ulti new"), "{command}: {}", refused.text());
    }
    assert!(public(&ed.messages()).is_empty());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pressing_button_with_forged_id_has_no_effect() {
    let bot = TestBot::start().await;
    let (anna, ed) = (bot.user("Anna"), bot.user("Ed"));
    anna.command("ulti new", []).await.unwrap();
    let lobby = until_button(&anna, "Beülök").await;
    let elsewhere = anna.in_channel("general");
    elsewhere.command("ulti new", []).await.unwrap();
    let other = until_button(&elsewhere, "Beülök").await;
    let before = ed.message(lobby.id()).unwrap().text();
    for made_up in
        ["x", "u1:999:join", "u1:1:play:1.1:H7", "u2:1:join", "u1:1:robot:nobody", "u1:2:join", "u1:-9:start"]
    {
        private_text(&ed.press_raw(lobby.id(), made_up).await.unwrap());
    }
    private_text(&ed.in_channel("general").press_raw(other.id(), "u1:1:start").await.unwrap());
    assert_eq!(ed.message(lobby.id()).unwrap().text(), before);
    assert_eq!(public(&ed.messages()).len(), 1);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playing_illegal_card_is_rejected() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    let other = users.iter().find(|user| user.id() != declarer.id()).unwrap();
    let early = other.command("play", [("card", json!("h7"))]).await.unwrap();
    assert!(!private_text(&early).is_empty());
    let mine: Vec<_> = declarer.autocomplete("play", "card", "").await.unwrap();
    let not_mine = ["H7", "A7", "L7", "B7", "HA", "AA"]
        .into_iter()
        .find(|card| mine.iter().all(|held| held.value != json!(card)))
        .unwrap();
    assert!(!private_text(&declarer.command("play", [("card", json!(not_mine))]).await.unwrap()).is_empty());
    let nonsense = declarer.command("play", [("card", json!("`@everyone`"))]).await.unwrap();
    assert!(
        private_text(&nonsense).contains(&mine[0].name),
        "reply does not list valid cards: {}",
        nonsense.text()
    );
    assert_eq!(declarer.autocomplete("play", "card", "").await.unwrap(), mine);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_replies_to_both_simultaneous_button_presses() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let card =
        hand.components().find(|part| part["custom_id"].as_str().is_some_and(|id| id.contains(":play:")));
    let card = card.unwrap()["custom_id"].as_str().unwrap().to_owned();
    let (first, second) =
        tokio::join!(declarer.press_raw(hand.id(), &card), declarer.press_raw(hand.id(), &card));
    let texts = [private_text(&first.unwrap()), private_text(&second.unwrap())];
    let late = texts.iter().filter(|text| {
        text.contains("Itt tart most") || text.contains("moved on") || text.contains("közben")
    });
    assert!(late.count() <= 1, "{texts:?}");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_reply_names_missing_bot_permission() {
    let bot = TestBot::start().await;
    let ed = bot.user("Ed");
    let refused = ed.in_channel("no-entry").command("ulti new", []).await.unwrap();
    assert!(private_text(&refused).contains("Send Messages"));
    bot.sandbox.revoke("ulti", permission::EMBED_LINKS);
    let refused = ed.command("ulti new", []).await.unwrap();
    assert!(private_text(&refused).contains("Embed Links") && !refused.text().contains("Send Messages"));
    assert!(private_text(&ed.command("hand", []).await.unwrap()).contains("/ulti new"), "table was opened");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_during_deal_requires_confirmation() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    let asked = users[1].command("ulti leave", []).await.unwrap();
    private_text(&asked);
    let question = asked.message.unwrap();
    let buttons = question.enabled_buttons();
    assert_eq!(buttons.len(), 2, "{buttons:?}");
    let back = users[1].press(&question, buttons[1]).await.unwrap();
    assert!(private_text(&back).contains("Your hand"), "{}", back.text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_server_settings_requires_manage_server_permission() {
    let bot = TestBot::start().await;
    let ed = bot.user("Ed");
    let hungarian = ed.command("settings", [("language", json!("hu"))]).await.unwrap();
    assert!(private_text(&hungarian).contains("magyar"), "{}", hungarian.text());
    private_text(&ed.command("settings", [("pings", json!(false))]).await.unwrap());
    bot.sandbox.open_commands_to_all();
    let refused = ed.command("ulti-admin settings", [("language", json!("en"))]).await.unwrap();
    assert!(!private_text(&refused).is_empty());
    private_text(
        &bot.user("Anna").command("ulti-admin settings", [("language", json!("en"))]).await.unwrap(),
    );
    bot.user("Anna").command("ulti new", []).await.unwrap();
    until_button(&ed, "Join").await;
    for topic in [None, Some("book"), Some("kontra"), Some("nothing such")] {
        let topic = topic.map(|topic| ("topic", json!(topic)));
        private_text(&ed.command("rules page", topic).await.unwrap());
    }
    private_text(&ed.command("leaderboard", []).await.unwrap());
    bot.end().await;
}
