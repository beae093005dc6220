//! Tests of `/rules`: pages, sharing, search in both languages, house rules and the score calculator.

use discord_sandbox::Message;
use serde_json::json;
use ulti_testkit::messages::{private_reply, private_text, public};
use ulti_testkit::{TIMEOUT, TestBot};

#[tokio::test(flavor = "multi_thread")]
async fn user_can_browse_and_share_rules_pages() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.set_locale("hu");
    let first = anna.command("rules page", []).await.unwrap();
    assert!(private_text(&first).contains("Az ulti egy oldalon"), "{}", first.text());
    let page = first.message.clone().unwrap();
    assert!(!page.enabled_buttons().contains(&"◀ Előző oldal"), "first page has an enabled back button");
    let second = anna.press(&page, "Következő oldal ▶").await.unwrap();
    assert!(second.updated && private_text(&second).contains("## A lapok"), "{}", second.text());
    let page = anna.message(page.id()).unwrap();
    let back = anna.press(&page, "◀ Előző oldal").await.unwrap();
    assert!(private_text(&back).contains("Az ulti egy oldalon"));

    let page = anna.message(page.id()).unwrap();
    let shared = anna.press(&page, "Megmutatom mindenkinek").await.unwrap();
    assert!(!shared.is_ephemeral() && !shared.updated, "{shared:?}");
    assert!(shared.text().contains("Anna") && shared.text().contains("Az ulti egy oldalon"));
    assert!(anna.message(page.id()).is_some(), "private page was deleted");

    let everybody = bot.user("Bea");
    everybody.set_locale("hu");
    let posted =
        public(&everybody.wait_until(|seen| !public(seen).is_empty(), TIMEOUT).await.unwrap()).remove(0);
    let own = everybody.press(&posted, posted.buttons()[0]).await.unwrap();
    assert!(private_text(&own).contains("Az ulti egy oldalon"), "next page is not private");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn user_can_open_next_rules_page_after_bot_restart() {
    let mut bot = TestBot::start().await;
    let anna = bot.user("Anna");
    let page = anna.command("rules bids", []).await.unwrap().message.unwrap();
    bot.stop_bot().await;
    bot.start_bot().await;
    let next = anna.press(&page, page.enabled_buttons()[1]).await.unwrap();
    assert!(private_text(&next).contains("## "), "{}", next.text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_topic_is_found_by_hungarian_or_english_name() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.set_locale("en-US");
    for typed in ["Csendes játékok", "csendes jatekok", "silent", "Silent games"] {
        let page = anna.command("rules page", [("topic", json!(typed))]).await.unwrap();
        assert!(private_text(&page).contains("## Silent games"), "{typed}: {}", page.text());
        let offered = anna.autocomplete("rules page", "topic", typed).await.unwrap();
        assert_eq!(offered.len(), 1, "{typed}: {offered:?}");
    }
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_commands_show_rules_of_current_game_table() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.set_locale("en-US");
    anna.command("ulti new", [("rules", json!("rablo"))]).await.unwrap();
    let page = anna.command("rules page", [("topic", json!("kontra"))]).await.unwrap();
    assert!(private_text(&page).contains("kerekes bicikli"), "{}", page.text());
    let bids = anna.command("rules bids", []).await.unwrap();
    assert!(private_text(&bids).contains("four aces"), "{}", bids.text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn house_rules_appear_on_rules_pages() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.set_locale("en-US");
    let house = "rablo four_tens=true must_beat=false durchmars=7";
    private_reply(&anna, anna.command("ulti new", [("rules", json!(house))]).await).await;
    let page = anna.command("rules page", [("topic", json!("Házi szabályok"))]).await.unwrap();
    for line in ["- Four tens can be bid", "- You don't have to beat the trick", "- Durchmars is worth 7"] {
        assert!(private_text(&page).contains(line), "{line}: {}", page.text());
    }
    let play = anna.command("rules page", [("topic", json!("play"))]).await.unwrap();
    assert!(private_text(&play).contains("You **don't have to beat** the best card"), "{}", play.text());
    let price = anna.command("rules score", [("contract", json!("durchmars"))]).await.unwrap();
    assert!(private_text(&price).contains("declarer: **+14**"), "{}", price.text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn score_calculator_can_be_operated_with_buttons() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.set_locale("en-US");
    let offered = anna.autocomplete("rules score", "contract", "piros ulti").await.unwrap();
    assert!(offered.iter().any(|choice| choice.value == json!("hearts ulti")), "{offered:?}");
    let asked = anna.command("rules score", [("contract", json!("ulti"))]).await.unwrap();
    assert!(private_text(&asked).contains("declarer: **+10**"), "{}", asked.text());
    let sheet = asked.message.clone().unwrap();
    let now = || -> Message { anna.message(sheet.id()).unwrap() };
    for (press, says) in [
        ("ulti: no kontra", "declarer: **+18**"),
        ("ulti: won", "declarer: **−22**"),
        ("parti: won", "declarer: **−26**"),
    ] {
        let pressed = anna.press(&now(), press).await.unwrap();
        assert!(pressed.updated && private_text(&pressed).contains(says), "{press}: {}", pressed.text());
    }
    let message = now();
    let menu = message.component("What else happened?").unwrap();
    let mut options = menu["options"].as_array().unwrap().iter();
    let option = options.find(|option| option["label"] == "silent hundred: defenders").unwrap();
    let value = option["value"].as_str().unwrap();
    let silent = anna.select(&message, "What else happened?", &[value]).await.unwrap();
    assert!(private_text(&silent).contains("declarer: **−30**"), "{}", silent.text());
    let shared = anna.press(&now(), "Share").await.unwrap();
    assert!(!shared.is_ephemeral() && shared.text().contains("−30"), "{}", shared.text());
    let unknown = anna.command("rules score", [("contract", json!("four-aces"))]).await.unwrap();
    assert!(private_text(&unknown).contains("/rules bids"), "{}", unknown.text());
    bot.end().await;
}
