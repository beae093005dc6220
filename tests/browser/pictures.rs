//! The pictures of the README, taken from the real thing.

use std::path::PathBuf;

use serde_json::json;

use crate::hand::{ENGLISH, Hand, Step};
use crate::mouse::{ANNA_BEGINS, next_step, play_on, take};
use crate::page::Page;
use crate::{DESK, PHONE, play};

/// Where to; without it no pictures are wanted.
fn folder() -> Option<PathBuf> {
    std::env::var_os("ULTI_SCREENSHOTS").map(PathBuf::from)
}

/// Everything in English, for the server as for Anna.
async fn in_english(page: &Page) {
    page.press("#locale option[value='en-US']").await;
    page.keys("/settings server-language language:en\n").await;
    page.press(".dismiss").await;
    let _: bool = page.until("the log is empty", "return messages().length === 0", json!([])).await;
}

/// Goes on to where others have played and it is Anna's turn, her hand before her.
async fn mid_trick(page: &Page) {
    for _ in 0..10 {
        let (hand, step) = next_step(page, &ENGLISH).await.expect("the deal is over too early");
        let cards = hand.parts.iter().filter(|part| part.is_card());
        if matches!(step, Step::Play(_)) && cards.clone().any(|card| !card.free) {
            break;
        }
        take(page, &hand, &step, "parti").await;
    }
    let script = "messages().filter((each) => each.dataset.ephemeral).at(-1).scrollIntoView({ block: 'end' }); return true";
    let _: bool = page.ask(script, json!([])).await;
}

async fn save(page: &Page, name: &str) {
    let path = folder().unwrap().join(name);
    let drawn = "return [...document.images].every((image) => image.complete) && !document.querySelector('[aria-busy]')";
    let _: bool = page.until("everything is drawn", drawn, json!([])).await;
    std::fs::write(path, page.screenshot().await).unwrap();
}

#[tokio::test]
async fn pictures_at_a_desk() {
    let Some(_) = folder() else { return };
    play(ANNA_BEGINS, DESK, async |page| {
        in_english(page).await;
        page.press("#welcome .shortcut").await;
        Hand::of(page).await;
        let bid = "parti";
        play_on(page, &ENGLISH, bid, |steps| matches!(steps.last(), Some(Step::LayDown(_)))).await;
        save(page, "auction.png").await;
        let third = |steps: &[Step]| steps.iter().filter(|step| matches!(step, Step::Play(_))).count() == 3;
        play_on(page, &ENGLISH, bid, third).await;
        mid_trick(page).await;
        save(page, "playground.png").await;
        play_on(page, &ENGLISH, bid, |_| false).await;
        save(page, "result.png").await;
    })
    .await;
}

#[tokio::test]
async fn pictures_on_a_telephone() {
    let Some(_) = folder() else { return };
    play(ANNA_BEGINS, PHONE, async |page| {
        in_english(page).await;
        page.press("#welcome .shortcut").await;
        let played = |steps: &[Step]| steps.iter().filter(|step| matches!(step, Step::Play(_))).count() == 2;
        play_on(page, &ENGLISH, "parti", played).await;
        mid_trick(page).await;
        save(page, "phone.png").await;
    })
    .await;
}
