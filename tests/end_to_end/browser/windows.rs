//! Tests with three users, each in a separate window.

use std::collections::BTreeSet;

use fantoccini::wd::WindowHandle;
use serde_json::json;

use super::hand::{HUNGARIAN, Hand, Labels, Step};
use super::mouse::choose;
use super::page::Page;
use super::{DESKTOP, POLL_INTERVAL, with_sandbox};

const PEOPLE: [&str; 3] = ["Anna", "Csaba", "Dóri"];

/// Seats three users, opens their hands and returns their windows in order.
async fn seat_three(page: &Page) -> Vec<WindowHandle> {
    let windows = sit_down(page, &PEOPLE, &HUNGARIAN, async || {}).await;
    start(page, &windows, &HUNGARIAN).await;
    windows
}

/// Opens a table and a window for each person, lets all of them sit down and returns the windows in order.
///
/// Calls `prepare` in each new window.
pub(crate) async fn sit_down(
    page: &Page,
    people: &[&str],
    labels: &Labels,
    prepare: impl AsyncFn(),
) -> Vec<WindowHandle> {
    let mut windows = vec![page.client.window().await.unwrap()];
    page.press("#welcome .shortcut:nth-child(2)").await;
    for name in &people[1..] {
        page.open_window(name).await;
        windows.push(page.client.window().await.unwrap());
        prepare().await;
        page.press_labelled(labels.join).await;
        page.until_text(name).await;
    }
    windows
}

/// Starts the first deal in the newest window and opens the hands of the other players. The hand of the
/// player who presses the button opens at once.
pub(crate) async fn start(page: &Page, windows: &[WindowHandle], labels: &Labels) {
    page.press_labelled(labels.start).await;
    for window in &windows[..windows.len() - 1] {
        page.client.switch_to_window(window.clone()).await.unwrap();
        page.press_labelled(labels.own_cards).await;
        Hand::of(page).await;
    }
}

/// Returns the id of the current user's hand message, the cards that its picture describes, and the HTML of
/// the page. Beside a picture, a player who waits in the auction has no buttons for cards.
async fn described_hand(page: &Page) -> (String, BTreeSet<String>, String) {
    let script = "
        const own = messages().filter((each) => each.dataset.ephemeral && each.querySelector('.picture img')).at(-1);
        const described = own?.querySelector('.picture img').alt;
        return own && [own.dataset.messageId, described, document.documentElement.outerHTML]";
    let (message, described, html): (String, String, String) =
        page.wait_until("the hand has its picture", script, json!([])).await;
    (message, described_cards(&described), html)
}

/// Returns the cards of a description such as "A lapjaid: makk ász, tízes; tök alsó.".
fn described_cards(text: &str) -> BTreeSet<String> {
    let (_, cards) = text.split_once("A lapjaid: ").unwrap_or_else(|| panic!("no cards in {text:?}"));
    let (cards, _) = cards.split_once('.').unwrap_or_else(|| panic!("no end of the cards in {text:?}"));
    let suits = cards.split("; ").map(|suit| suit.split_once(' ').expect("a suit and its ranks"));
    suits.flat_map(|(suit, ranks)| ranks.split(", ").map(move |rank| format!("{suit} {rank}"))).collect()
}

/// Finds the first window whose hand offers a step, and returns its index, the hand and the step.
pub(crate) async fn next_player(
    page: &Page,
    windows: &[WindowHandle],
    labels: &Labels,
) -> (usize, Hand, Step) {
    let begun = std::time::Instant::now();
    loop {
        for (index, window) in windows.iter().enumerate() {
            page.client.switch_to_window(window.clone()).await.unwrap();
            let hand = Hand::of(page).await;
            if let Some(step) = hand.step(labels) {
                return (index, hand, step);
            }
        }
        assert!(begun.elapsed() < super::TIMEOUT, "timed out waiting for a step");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

#[tokio::test]
async fn hand_is_visible_only_to_its_player() {
    with_sandbox(3, DESKTOP, async |page| {
        let windows = seat_three(page).await;
        let mut seen = Vec::new();
        for window in &windows {
            page.client.switch_to_window(window.clone()).await.unwrap();
            let (message, cards, html) = described_hand(page).await;
            assert!([10, 12].contains(&cards.len()), "{cards:?}");
            seen.push((message, cards, html));
        }
        let cards: BTreeSet<&String> = seen.iter().flat_map(|(_, cards, _)| cards).collect();
        assert_eq!(cards.len(), 32, "hands do not hold 32 different cards");
        for (at, (message, ..)) in seen.iter().enumerate() {
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
async fn older_hand_is_deleted_and_newer_one_uses_user_language() {
    with_sandbox(3, DESKTOP, async |page| {
        let windows = seat_three(page).await;
        let (_, old, step) = next_player(page, &windows, &HUNGARIAN).await;
        let Step::Choose(menu) = step else { panic!("{step:?}") };
        choose(page, &old.message, &menu.id, "parti").await;
        page.press_labelled("Lapjaim").await;
        let fresh = "return messages().filter((each) => each.dataset.ephemeral).at(-1).dataset.messageId !== arguments[0]";
        let _: bool = page.wait_until("there is a newer hand", fresh, json!([old.message])).await;
        let is_deleted = "return !document.querySelector(`[data-message-id='${arguments[0]}']`)";
        let _: bool = page.wait_until("the older hand is deleted", is_deleted, json!([old.message])).await;

        page.press("#locale option[value='en-US']").await;
        page.press_labelled("Lapjaim").await;
        page.until_text("Your hand").await;
    })
    .await;
}
