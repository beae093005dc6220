//! Somebody who wants no pictures.

use fantoccini::key::Key;
use serde_json::json;

use crate::evening::ANNA_BEGINS;
use crate::hand::Hand;
use crate::page::Page;
use crate::typing::send;
use crate::{DESK, PHONE, play};

const SUITS_IN_WORDS: [&str; 4] = ["acorns", "leaves", "hearts", "bells"];

/// Switches it on: the first choice of its one option is yes.
async fn switch_on(page: &Page) {
    page.keys("/settings text").await;
    page.key_at("Commands", Key::Enter).await;
    page.key_at("Choices", Key::Tab).await;
    send(page).await;
}

async fn without_pictures(size: (u32, u32)) {
    play(ANNA_BEGINS, size, async |page| {
        page.press("#locale option[value='en-US']").await;
        switch_on(page).await;
        // The settings have something to press, too, and must not be taken for the hand.
        page.press(".dismiss").await;
        let _: bool = page.until("the log is empty", "return messages().length === 0", json!([])).await;
        page.press("#welcome .shortcut").await;
        let hand = Hand::of(page).await;
        let pictures = "
            const own = document.querySelector(`[data-message-id='${arguments[0]}']`);
            return [...own.querySelectorAll('.body img')].map((image) => image.alt)";
        let left: Vec<String> = page.ask(pictures, json!([hand.message])).await;
        assert_eq!(left, Vec::<String>::new(), "pictures and emoji in {}", hand.text);
        let labels: Vec<&str> = hand.parts.iter().map(|part| part.label.as_str()).collect();
        let cards = labels.iter().filter(|label| SUITS_IN_WORDS.iter().any(|suit| label.contains(suit)));
        assert_eq!(cards.count(), 12, "{labels:?}");
    })
    .await;
}

#[tokio::test]
async fn text_only_leaves_no_picture_in_the_hand() {
    without_pictures(DESK).await;
}

#[tokio::test]
async fn text_only_on_a_telephone() {
    without_pictures(PHONE).await;
}
