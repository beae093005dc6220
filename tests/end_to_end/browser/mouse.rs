//! Tests of a deal played with the mouse alone.

use std::time::Instant;

use serde_json::json;

use super::deal_checks::assert_whole_deal;
use super::hand::{ENGLISH, HUNGARIAN, Hand, Labels, Step};
use super::page::Page;
use super::scenes::ANNA_BEGINS;
use super::{DESKTOP, PHONE, POLL_INTERVAL, TIMEOUT, with_sandbox};

/// Lowest bid, which only the last trick decides.
const BID: &str = "parti";

/// Opens a menu and chooses one of its options.
pub(crate) async fn choose(page: &Page, message: &str, menu: &str, option: &str) {
    let script = "
        const rows = [...document.querySelectorAll('#menu [role=option]')];
        return rows.find((row) => row.querySelector('.option-title').textContent === arguments[0])?.id ?? null";
    page.press_in(message, menu).await;
    let what = format!("the menu offers {option:?}");
    let row: String = page.wait_until(&what, script, json!([option])).await;
    page.press(&format!("#{row}")).await;
}

/// Performs a step with the mouse and waits until the hand has changed.
pub(crate) async fn take(page: &Page, hand: &Hand, step: &Step, bid: &str) {
    match step {
        Step::Choose(menu) => choose(page, &hand.message, &menu.id, bid).await,
        step => page.press_in(&hand.message, &step.part().id).await,
    }
    let script = "
        const own = document.querySelector(`[data-message-id='${arguments[0]}']`);
        const parts = own ? [...own.querySelectorAll('[data-custom-id]:not(:disabled)')] : [];
        const failure = own?.querySelector('.failure')?.textContent;
        return failure ?? parts.map((part) => part.dataset.customId).join() !== arguments[1]";
    let free: Vec<&str> = hand.parts.iter().filter(|part| part.free).map(|part| part.id.as_str()).collect();
    let changed: serde_json::Value =
        page.wait_until(&format!("{step:?} is done"), script, json!([hand.message, free.join(",")])).await;
    assert_eq!(changed, true, "{step:?}");
}

/// Returns `true` if the result is posted with a button for the next deal.
async fn is_over(page: &Page, labels: &Labels) -> bool {
    let script = "return messages().some((each) => !each.dataset.ephemeral &&
        [...each.querySelectorAll('button:not(:disabled)')].some((button) => said(button).trim() === arguments[0]))";
    page.ask(script, json!([labels.next_deal])).await
}

/// Plays until the deal is over or `enough` returns `true`, and returns the steps taken.
pub(crate) async fn play_on(
    page: &Page,
    labels: &Labels,
    bid: &str,
    enough: impl Fn(&[Step]) -> bool,
) -> Vec<Step> {
    let mut steps = Vec::new();
    while !enough(&steps) {
        let Some((hand, step)) = next_step(page, labels).await else { break };
        take(page, &hand, &step, bid).await;
        steps.push(step);
    }
    steps
}

/// Waits for the player's next step, or returns `None` once the deal is over.
pub(crate) async fn next_step(page: &Page, labels: &Labels) -> Option<(Hand, Step)> {
    let begun = Instant::now();
    loop {
        let hand = Hand::of(page).await;
        if let Some(step) = hand.step(labels) {
            return Some((hand, step));
        }
        if is_over(page, labels).await {
            return None;
        }
        assert!(begun.elapsed() < TIMEOUT, "timed out waiting for a step: {hand:#?}");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Returns the emoji that the page shows as text, which a machine without an emoji font cannot display.
async fn emoji_shown_as_text(page: &Page) -> Vec<String> {
    let script = "
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = [];
        while (texts.nextNode()) if (!texts.currentNode.parentNode.closest('.unseen')) found.push(...(texts.currentNode.data.match(/\\p{Emoji_Presentation}|\\uFE0F/gu) ?? []));
        return found";
    page.ask(script, json!([])).await
}

async fn play_deal_by_mouse(size: (u32, u32)) {
    with_sandbox(ANNA_BEGINS, size, async |page| {
        let you: String = page.ask("return document.querySelector('#you').textContent", json!([])).await;
        assert_eq!(you, "Te vagy: Anna");
        let bot: String = page.ask("return document.querySelector('#bot').textContent", json!([])).await;
        assert_eq!(bot, "Ulti elérhető");
        let label: String =
            page.ask("return document.querySelector('#welcome .shortcut').textContent", json!([])).await;
        assert_eq!(label, "Játék két robot ellen");
        // The shortcuts are hidden while the channel has a table.
        page.press("#welcome .shortcut:nth-child(2)").await;
        page.until_text("Anna használta: /ulti új").await;
        let are_hidden = "return document.querySelector('#shortcuts').hidden";
        let _: bool = page.wait_until("the shortcuts are hidden", are_hidden, json!([])).await;
        page.keys("/ulti vége\n").await;
        page.press("#shortcuts .shortcut").await;
        let steps = play_on(page, &HUNGARIAN, BID, |_| false).await;
        let count = |wanted: fn(&Step) -> bool| steps.iter().filter(|step| wanted(step)).count();
        assert_eq!(count(|step| matches!(step, Step::Choose(_))), 1, "{steps:?}");
        assert_eq!(count(|step| matches!(step, Step::LayDown(_))), 2, "{steps:?}");
        assert_eq!(count(|step| matches!(step, Step::Confirm(_))), 1, "{steps:?}");
        assert_eq!(count(|step| matches!(step, Step::Trumps(_))), 1, "{steps:?}");
        assert_whole_deal(page, &steps).await;
        assert_eq!(emoji_shown_as_text(page).await, Vec::<String>::new());
        page.press_labelled(HUNGARIAN.next_deal).await;
        page.until_text("2. osztás").await;
    })
    .await;
}

#[tokio::test]
async fn deal_can_be_played_with_mouse() {
    play_deal_by_mouse(DESKTOP).await;
}

#[tokio::test]
async fn deal_can_be_played_with_mouse_in_small_window() {
    play_deal_by_mouse(PHONE).await;
}

/// Opens a channel by its position in the list, which is behind a button on a phone.
async fn channel(page: &Page, which: &str, size: (u32, u32)) {
    if size == PHONE {
        page.press("#open-side").await;
    }
    page.press(&format!("#channels li:{which}-child button")).await;
}

async fn switch_language(size: (u32, u32)) {
    with_sandbox(ANNA_BEGINS, size, async |page| {
        page.press("#locale option[value='en-US']").await;
        let label =
            "return document.querySelector('#welcome .shortcut').textContent === 'Play against two robots'";
        let _: bool = page.wait_until("the shortcut is in English", label, json!([])).await;
        channel(page, "last", size).await;
        let here = "return document.querySelector('#channel').textContent === '@Ulti'";
        let _: bool = page.wait_until("the bot's own channel is open", here, json!([])).await;
        channel(page, "first", size).await;
        page.press("#welcome .shortcut").await;
        let hand = Hand::of(page).await;
        assert!(hand.text.contains("Your hand"), "{}", hand.text);
        assert!(hand.step(&ENGLISH).is_some(), "{hand:?}");
    })
    .await;
}

#[tokio::test]
async fn switching_language_translates_page_buttons() {
    switch_language(DESKTOP).await;
}

#[tokio::test]
async fn user_can_switch_language_on_phone() {
    switch_language(PHONE).await;
}
