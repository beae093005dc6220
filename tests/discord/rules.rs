//! `/rules`: turning pages, sharing them, asking in Hungarian, house rules, and what a deal would pay.

use serde_json::json;
use ulti::playground::Message;

use crate::evening::{Evening, PATIENCE, public, told};

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_turned_and_shared() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    anna.speak("hu");
    let first = anna.command("rules page", []).await.unwrap();
    assert!(told(&first).contains("Az ulti egy oldalon"), "{}", first.text());
    let page = first.message.clone().unwrap();
    assert!(!page.enabled().contains(&"◀ Előző oldal"), "there is nothing before the first page");
    let second = anna.press(&page, "Következő oldal ▶").await.unwrap();
    assert!(second.updated && told(&second).contains("## Házi szabályok"), "{}", second.text());
    let page = anna.message(page.id()).unwrap();
    let back = anna.press(&page, "◀ Előző oldal").await.unwrap();
    assert!(told(&back).contains("Az ulti egy oldalon"));

    let page = anna.message(page.id()).unwrap();
    let shared = anna.press(&page, "Megmutatom mindenkinek").await.unwrap();
    assert!(!shared.is_ephemeral() && !shared.updated, "{shared:?}");
    assert!(shared.text().contains("Anna") && shared.text().contains("Az ulti egy oldalon"));
    assert!(anna.message(page.id()).is_some(), "the own page stays");

    let everybody = evening.person("Bea");
    everybody.speak("hu");
    let posted = public(&everybody.until(|seen| !public(seen).is_empty(), PATIENCE).await.unwrap()).remove(0);
    let own = everybody.press(&posted, posted.buttons()[0]).await.unwrap();
    assert!(told(&own).contains("Az ulti egy oldalon"), "who reads on does so alone");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_works_after_a_restart() {
    let mut evening = Evening::begin().await;
    let anna = evening.person("Anna");
    let page = anna.command("rules bids", []).await.unwrap().message.unwrap();
    evening.stop_bot().await;
    evening.start_bot().await;
    let next = anna.press(&page, page.enabled()[1]).await.unwrap();
    assert!(told(&next).contains("## "), "{}", next.text());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_topic_is_found_in_either_language() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    anna.speak("en-US");
    for typed in ["Csendes játékok", "csendes jatekok", "silent", "Silent games"] {
        let page = anna.command("rules page", [("topic", json!(typed))]).await.unwrap();
        assert!(told(&page).contains("## Silent games"), "{typed}: {}", page.text());
        let offered = anna.autocomplete("rules page", "topic", typed).await.unwrap();
        assert_eq!(offered.len(), 1, "{typed}: {offered:?}");
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_are_those_of_the_table() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    anna.speak("en-US");
    anna.command("ulti new", [("rules", json!("rablo"))]).await.unwrap();
    let page = anna.command("rules page", [("topic", json!("kontra"))]).await.unwrap();
    assert!(told(&page).contains("kerekes bicikli"), "{}", page.text());
    let bids = anna.command("rules bids", []).await.unwrap();
    assert!(told(&bids).contains("four aces"), "{}", bids.text());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn house_rules_are_listed_and_told() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    anna.speak("en-US");
    let house = "rablo four_tens=true must_beat=false durchmars=7";
    told(&anna.command("ulti new", [("rules", json!(house))]).await.unwrap());
    let page = anna.command("rules page", [("topic", json!("Házi szabályok"))]).await.unwrap();
    for line in ["- Four tens can be bid", "- Nobody has to beat the trick", "- Durchmars is worth 7"] {
        assert!(told(&page).contains(line), "{line}: {}", page.text());
    }
    let play = anna.command("rules page", [("topic", json!("play"))]).await.unwrap();
    assert!(told(&play).contains("You don't have to beat the trick"), "{}", play.text());
    let price = anna.command("rules score", [("contract", json!("durchmars"))]).await.unwrap();
    assert!(told(&price).contains("declarer: **+14**"), "{}", price.text());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_priced_by_buttons_alone() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    anna.speak("en-US");
    let offered = anna.autocomplete("rules score", "contract", "piros ulti").await.unwrap();
    assert!(offered.iter().any(|choice| choice.value == json!("hearts ulti")), "{offered:?}");
    let asked = anna.command("rules score", [("contract", json!("ulti"))]).await.unwrap();
    assert!(told(&asked).contains("declarer: **+10**"), "{}", asked.text());
    let sheet = asked.message.clone().unwrap();
    let now = || -> Message { anna.message(sheet.id()).unwrap() };
    for (press, says) in [
        ("ulti: no kontra", "declarer: **+18**"),
        ("ulti: made", "declarer: **−22**"),
        ("parti: made", "declarer: **−26**"),
    ] {
        let pressed = anna.press(&now(), press).await.unwrap();
        assert!(pressed.updated && told(&pressed).contains(says), "{press}: {}", pressed.text());
    }
    let message = now();
    let menu = message.component("What else happened?").unwrap();
    let mut options = menu["options"].as_array().unwrap().iter();
    let option = options.find(|option| option["label"] == "silent hundred: defenders").unwrap();
    let value = option["value"].as_str().unwrap();
    let silent = anna.select(&message, "What else happened?", &[value]).await.unwrap();
    assert!(told(&silent).contains("declarer: **−30**"), "{}", silent.text());
    let shared = anna.press(&now(), "Share").await.unwrap();
    assert!(!shared.is_ephemeral() && shared.text().contains("−30"), "{}", shared.text());
    let unknown = anna.command("rules score", [("contract", json!("four-aces"))]).await.unwrap();
    assert!(told(&unknown).contains("/rules bids"), "{}", unknown.text());
    evening.end().await;
}
