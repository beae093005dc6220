//! Tests of cards and suits as application emoji.

use std::time::Duration;

use discord_sandbox::{Fault, Sandbox};
use serde_json::Value;
use ulti::discord::Drawing;
use ulti::text::Symbol;
use ulti_rules::{Card, CardSet};
use ulti_testkit::game::{play_to_first_lead, seat_three};
use ulti_testkit::leaks::emoji::Emojis;
use ulti_testkit::messages::private_text;
use ulti_testkit::{FakeCards, TestBot};

const EMOJIS: &str = "/applications/";
/// Number of emoji.
const ALL: usize = FakeCards::COUNT;

/// Returns emoji. `changed` gives one card another picture.
fn drawing(changed: bool) -> Drawing {
    FakeCards::changed(changed.then(|| Symbol::Card("H7".parse().unwrap()))).drawing()
}

fn names(sandbox: &Sandbox) -> Vec<String> {
    sandbox.emojis().iter().map(|emoji| emoji["name"].as_str().unwrap().to_owned()).collect()
}

/// Returns the number of requests for emoji with this method.
fn requests(sandbox: &Sandbox, method: &str) -> usize {
    let of_emoji = |path: &str| path.starts_with("/applications/") && path.contains("/emojis");
    let traffic = sandbox.traffic();
    let asked = traffic.iter().filter(|exchange| {
        exchange.status.is_none()
            && exchange.method.as_deref() == Some(method)
            && exchange.path.as_deref().is_some_and(of_emoji)
    });
    asked.count()
}

async fn until_uploaded(bot: &TestBot) {
    bot.advance_until(|sandbox| sandbox.emojis().len() >= ALL).await;
}

/// Opens a hand and returns its buttons with an emoji and the labels of all its buttons.
async fn hand(bot: &TestBot) -> (Vec<Value>, String) {
    let users = seat_three(bot).await;
    let declarer = play_to_first_lead(&users).await;
    let hand = declarer.command("hand", []).await.unwrap();
    private_text(&hand);
    let message = hand.message.unwrap();
    let json = message.json();
    let rows = json["components"].as_array().unwrap();
    let buttons = rows.iter().flat_map(|row| row["components"].as_array().unwrap());
    let drawn = buttons.filter(|button| button.get("emoji").is_some()).cloned().collect();
    (drawn, message.buttons().join(" "))
}

#[tokio::test(flavor = "multi_thread")]
async fn emoji_are_uploaded_only_on_first_start() {
    let mut bot = TestBot::builder().drawing(drawing(false)).start().await;
    until_uploaded(&bot).await;
    let emoji = bot.sandbox.emojis();
    assert_eq!(emoji.len(), ALL);
    let url = format!("{}/emojis/{}.png", bot.sandbox.base_url(), emoji[0]["id"].as_str().unwrap());
    let picture = reqwest::get(url).await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    bot.stop_bot().await;
    let listed = requests(&bot.sandbox, "GET");
    bot.start_bot().await;
    bot.advance_until(|sandbox| requests(sandbox, "GET") > listed).await;
    bot.idle().await;
    assert_eq!(requests(&bot.sandbox, "POST"), ALL);
    let (drawn, labels) = hand(&bot).await;
    assert_eq!(drawn.len(), 10, "unexpected number of card emoji: {labels}");
    let emojis = Emojis::from_traffic(&bot.sandbox.traffic());
    for button in &drawn {
        let id = button["custom_id"].as_str().unwrap();
        let card: Card = id.rsplit(':').next().unwrap().parse().unwrap();
        for told in ["name", "id"] {
            let shown = emojis.cards_in(button["emoji"][told].as_str().unwrap());
            assert_eq!(shown, CardSet::of(card), "{button}");
        }
    }
    assert!(!labels.contains('♥') && !labels.contains("<:"), "{labels}");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_replaces_only_changed_emoji() {
    let mut bot = TestBot::builder().drawing(drawing(false)).without_bot().await;
    bot.sandbox.add_emojis(["party_parrot".to_owned()]);
    bot.start_bot().await;
    bot.advance_until(|sandbox| sandbox.emojis().len() == ALL + 1).await;
    let before = names(&bot.sandbox);
    bot.stop_bot().await;
    bot.set_drawing(drawing(true));
    bot.start_bot().await;
    // The changed card exists in three decks.
    bot.advance_until(|sandbox| requests(sandbox, "DELETE") == 3).await;
    bot.idle().await;
    let after = names(&bot.sandbox);
    assert_eq!(after.len(), ALL + 1);
    let gone: Vec<&String> = before.iter().filter(|name| !after.contains(name)).collect();
    assert_eq!(gone.len(), 3, "{gone:?}");
    assert!(gone.iter().all(|name| name.starts_with("hearts_")), "{gone:?}");
    assert!(after.contains(&"party_parrot".to_owned()));
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_replaces_emoji_if_emoji_list_cannot_be_fetched() {
    for status in [403, 400] {
        let mut bot = TestBot::builder().drawing(drawing(false)).without_bot().await;
        bot.sandbox.fail_next(1, "GET", EMOJIS, Fault::Status(status));
        bot.start_bot().await;
        let (emoji, labels) = hand(&bot).await;
        assert!(emoji.is_empty(), "{emoji:?}");
        assert!(labels.contains('\u{a0}'), "{labels}");
        assert_eq!((requests(&bot.sandbox, "GET"), requests(&bot.sandbox, "POST")), (1, 0));
        bot.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn emoji_upload_is_retried_once_after_failure() {
    let mut bot = TestBot::builder().drawing(drawing(false)).without_bot().await;
    bot.sandbox.fail_next(1, "GET", EMOJIS, Fault::Status(500));
    bot.sandbox.fail_next(1, "POST", EMOJIS, Fault::TooManyRequests { retry_after: Some(0.1) });
    bot.start_bot().await;
    until_uploaded(&bot).await;
    assert_eq!(requests(&bot.sandbox, "POST"), ALL + 1);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn emoji_upload_continues_after_restart() {
    let mut bot = TestBot::builder().drawing(drawing(false)).without_bot().await;
    bot.sandbox.fail_next(1000, "POST", EMOJIS, Fault::Delay(Duration::from_millis(20)));
    bot.start_bot().await;
    bot.advance_until(|sandbox| sandbox.emojis().len() >= 5).await;
    bot.kill_bot();
    let there = bot.sandbox.emojis().len();
    assert!((5..ALL).contains(&there), "{there}");
    bot.start_bot().await;
    until_uploaded(&bot).await;
    let mut all = names(&bot.sandbox);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), ALL);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_replaces_emoji_if_emoji_limit_is_reached() {
    let mut bot = TestBot::builder().drawing(drawing(false)).without_bot().await;
    bot.sandbox.add_emojis((0..1990).map(|number| format!("somebodys_{number}")));
    bot.start_bot().await;
    bot.advance_until(|sandbox| sandbox.emojis().len() == 2000).await;
    let (emoji, labels) = hand(&bot).await;
    assert!(emoji.is_empty(), "{labels}");
    let somebodys = |name: &&String| name.starts_with("somebodys_");
    assert_eq!(names(&bot.sandbox).iter().filter(somebodys).count(), 1990);
    bot.end_expecting(&["APPLICATION_EMOJI_LIMIT"]).await;
}
