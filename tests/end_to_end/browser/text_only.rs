//! Tests of text-only mode.

use serde_json::json;

use super::hand::Hand;
use super::page::Page;
use super::scenes::ANNA_BEGINS;
use super::{DESKTOP, PHONE, with_sandbox};

const SUITS_IN_WORDS: [&str; 4] = ["acorns", "leaves", "hearts", "bells"];

/// Turns on text-only mode with `/settings`.
async fn switch_on(page: &Page) {
    page.keys("/settings text-only:True\n").await;
}

async fn check_text_only_hand(size: (u32, u32)) {
    with_sandbox(ANNA_BEGINS, size, async |page| {
        page.press("#locale option[value='en-US']").await;
        switch_on(page).await;
        // Dismiss the settings, whose buttons would otherwise be taken for the hand.
        page.press(".dismiss").await;
        let _: bool = page.wait_until("the log is empty", "return messages().length === 0", json!([])).await;
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
async fn text_only_mode_shows_hand_without_pictures() {
    check_text_only_hand(DESKTOP).await;
}

#[tokio::test]
async fn phone_shows_no_pictures_in_text_only_mode() {
    check_text_only_hand(PHONE).await;
}
