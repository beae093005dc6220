//! Tests with three users, each in a separate window.

use std::collections::BTreeSet;

use fantoccini::wd::WindowHandle;
use serde_json::json;

use super::hand::{HUNGARIAN, Hand, Step};
use super::mouse::{choose, take};
use super::page::Page;
use super::{DESKTOP, POLL_INTERVAL, with_sandbox};

const PEOPLE: [&str; 3] = ["Anna", "Csaba", "Dóri"];

/// Seats three users, opens their hands and returns their windows in order.
async fn seat_three(page: &Page) -> Vec<WindowHandle> {
    let mut windows = vec![page.client.window().await.unwrap()];
    page.press("#welcome .shortcut:nth-child(2)").await;
    for name in &PEOPLE[1..] {
        page.open_window(name).await;
        windows.push(page.client.window().await.unwrap());
        page.press_labelled("Beülök").await;
        page.until_text(name).await;
    }
    page.press_labelled("Kezdjük").await;
    for window in &windows {
        page.client.switch_to_window(window.clone()).await.unwrap();
        page.press_labelled("Lapjaim").await;
        Hand::of(page).await;
    }
    windows
}

/// Finds the first window whose hand offers a step, and returns its index, the hand and the step.
async fn next_player(page: &Page, windows: &[WindowHandle]) -> (usize, Hand, Step) {
    let begun = std::time::Instant::now();
    loop {
        for (index, window) in windows.iter().enumerate() {
            page.client.switch_to_window(window.clone()).await.unwrap();
            let hand = Hand::of(page).await;
            if let Some(step) = hand.step(&HUNGARIAN) {
                return (index, hand, step);
            }
        }
        assert!(begun.elapsed() < super::TIMEOUT, "timed out waiting for a step");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Plays the shortest possible deal: a parti is bid, passed and folded.
async fn play_shortest_deal(page: &Page, windows: &[WindowHandle]) {
    loop {
        let (_, hand, step) = next_player(page, windows).await;
        let bedobom = hand.parts.iter().find(|part| part.free && part.label == "Bedobom");
        if let Some(fold) = bedobom {
            page.press_in(&hand.message, &fold.id).await;
            page.press_labelled("Igen, bedobom").await;
            page.until_text("Következő osztás").await;
            return;
        }
        take(page, &hand, &step, "parti").await;
    }
}

#[tokio::test]
async fn hand_is_visible_only_to_its_player() {
    with_sandbox(3, DESKTOP, async |page| {
        let windows = seat_three(page).await;
        let mut seen: Vec<(BTreeSet<String>, String, String)> = Vec::new();
        for window in &windows {
            page.client.switch_to_window(window.clone()).await.unwrap();
            let hand = Hand::of(page).await;
            let html: String = page.ask("return document.documentElement.outerHTML", json!([])).await;
            assert!([10, 12].contains(&hand.cards().len()), "{hand:?}");
            seen.push((hand.cards().into_iter().collect(), hand.message, html));
        }
        let cards: BTreeSet<&String> = seen.iter().flat_map(|(cards, ..)| cards).collect();
        assert_eq!(cards.len(), 32, "hands do not hold 32 different cards");
        for (at, (_, message, _)) in seen.iter().enumerate() {
            for (other, (_, _, html)) in seen.iter().enumerate() {
                assert_eq!(
                    html.contains(message.as_str()),
                    at == other,
                    "{} in {}",
                    PEOPLE[at],
                    PEOPLE[other]
                );
            }
        }
    })
    .await;
}

#[tokio::test]
async fn reply_to_outdated_button_uses_user_language() {
    with_sandbox(3, DESKTOP, async |page| {
        let windows = seat_three(page).await;
        let (beginner, old, step) = next_player(page, &windows).await;
        let Step::Choose(menu) = step else { panic!("{step:?}") };
        choose(page, &old.message, &menu.id, "parti").await;
        // Open a newer hand. The older one is no longer updated.
        page.press_labelled("Lapjaim").await;
        let fresh = "return messages().filter((each) => each.dataset.ephemeral).at(-1).dataset.messageId !== arguments[0]";
        let _: bool = page.wait_until("there is a newer hand", fresh, json!([old.message])).await;
        play_shortest_deal(page, &windows).await;
        page.press_labelled(HUNGARIAN.next_deal).await;
        page.until_text("2. osztás").await;

        page.client.switch_to_window(windows[beginner].clone()).await.unwrap();
        let left = "
            const old = document.querySelector(`[data-message-id='${arguments[0]}']`);
            const cards = [...old.querySelectorAll('.press:not(:disabled)')].filter((button) => button.querySelector('.emoji'));
            return cards[0]?.dataset.customId ?? null";
        let button: String = page.wait_until("the old hand still has a card to press", left, json!([old.message])).await;
        page.press_in(&old.message, &button).await;
        page.until_text("Közben történt valami az asztalon.").await;

        page.press("#locale option[value='en-US']").await;
        page.press_labelled("Lapjaim").await;
        page.until_text("Your hand").await;
    })
    .await;
}
