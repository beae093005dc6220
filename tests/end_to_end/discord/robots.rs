//! Tests of robot levels, hints and analyses.

use discord_sandbox::{Message, SimulatedUser};
use serde_json::json;
use ulti_testkit::messages::{private_text, public, until_button};
use ulti_testkit::{Player, Strategy, TIMEOUT, TestBot};

/// Opens a lobby and seats an easy and a strong robot by buttons.
async fn with_robots(bot: &TestBot) -> (SimulatedUser, Message) {
    let anna = bot.user("Anna");
    anna.set_locale("en-US");
    anna.command("ulti new", []).await.unwrap();
    let lobby = until_button(&anna, "🤖 Erős robot").await;
    for (button, level) in [("🤖 Könnyű robot", "(könnyű)"), ("🤖 Erős robot", "(erős)")] {
        let pressed = anna.press(&lobby, button).await.unwrap();
        assert!(pressed.updated, "lobby was not updated in place");
        let sits = |messages: &[Message]| public(messages)[0].text().contains(level);
        anna.wait_until(sits, TIMEOUT).await.unwrap();
    }
    (anna, lobby)
}

#[tokio::test(flavor = "multi_thread")]
async fn robot_button_from_older_bot_version_still_adds_robot() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.command("ulti new", []).await.unwrap();
    let lobby = until_button(&anna, "Beülök").await;
    for (id, level) in [("u1:1:robot:plain", "(könnyű)"), ("u1:1:robot:normal", "(közepes)")] {
        anna.press_raw(lobby.id(), id).await.unwrap();
        let sits = |messages: &[Message]| public(messages)[0].text().contains(level);
        anna.wait_until(sits, TIMEOUT).await.unwrap();
    }
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hint_button_appears_only_if_hints_are_enabled() {
    let bot = TestBot::start().await;
    let (anna, lobby) = with_robots(&bot).await;
    let early = private_text(&anna.command("hint", []).await.unwrap());
    assert!(early.contains("not begun"), "{early}");
    anna.press(&lobby, "Kezdjük").await.unwrap();
    let ed = bot.user("Ed");
    ed.set_locale("en-US");
    let stranger = private_text(&ed.command("hint", []).await.unwrap());
    assert!(!stranger.contains("💡") && stranger.contains("no seat"), "{stranger}");
    let table = until_button(&anna, "Lapjaim").await;
    let forged = private_text(&ed.press_raw(table.id(), "u1:1:show:hint").await.unwrap());
    assert!(forged.contains("no seat"), "{forged}");

    for _ in 0..100 {
        let hand = anna.command("hand", []).await.unwrap().message.unwrap();
        if hand.buttons().contains(&"Hint") {
            let hint = anna.press(&hand, "Hint").await.unwrap();
            assert!(private_text(&hint).contains("💡 The strong robot"), "{}", hint.text());
            anna.command("settings", [("hints", json!(false))]).await.unwrap();
            let hand = anna.command("hand", []).await.unwrap().message.unwrap();
            assert!(!hand.buttons().contains(&"Hint"), "{:?}", hand.buttons());
            return bot.end().await;
        }
        bot.idle().await;
    }
    panic!("no hint was offered in 100 attempts");
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_analysis_is_available_after_restart() {
    let mut bot = TestBot::start().await;
    let (anna, lobby) = with_robots(&bot).await;
    anna.press(&lobby, "Kezdjük").await.unwrap();
    let table = until_button(&anna, "Lapjaim").await;
    let early = private_text(&anna.press_raw(table.id(), "u1:1:analyse:1").await.unwrap());
    assert!(early.contains("still being played"), "{early}");
    let never = private_text(&anna.press_raw(table.id(), "u1:1:analyse:7").await.unwrap());
    assert!(never.contains("no longer available"), "{never}");

    let result = Player::new(anna.clone(), Strategy::Commands).play_until_button("Elemzés").await;
    let ed = bot.user("Ed");
    let analysed = ed.press(&result, "Elemzés").await.unwrap();
    let first = analysis(&bot, &anna).await.unwrap_or_else(|| analysed.text());
    // The analysis is the same after the evening and a restart.
    anna.command("ulti end", []).await.unwrap();
    let only_that = |messages: &[Message]| {
        messages
            .iter()
            .any(|one| one.id() == result.id() && !one.enabled_buttons().contains(&"Következő osztás"))
    };
    anna.wait_until(only_that, TIMEOUT).await.unwrap();
    bot.stop_bot().await;
    bot.start_bot().await;
    let again = ed.press(&anna.message(result.id()).unwrap(), "Elemzés").await.unwrap();
    assert_eq!(analysis(&bot, &anna).await.unwrap_or_else(|| again.text()), first);
    bot.end().await;
}

/// Returns the newest public analysis. Returns `None` if there is none, as for a folded deal.
async fn analysis(bot: &TestBot, anna: &SimulatedUser) -> Option<String> {
    bot.idle().await;
    let analysed = |message: &&Message| message.text().contains(": elemzés");
    public(&anna.messages()).iter().rev().find(analysed).map(Message::text)
}
