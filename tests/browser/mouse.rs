//! A newcomer, with nothing but the mouse.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::evening::ANNA_BEGINS;
use crate::hand::{ENGLISH, HUNGARIAN, Hand, Labels, Step};
use crate::page::Page;
use crate::reckoning::is_a_whole_deal;
use crate::{DESK, GLANCE, PATIENCE, PHONE, play};

/// The smallest bid, which only the last trick decides.
const BID: &str = "parti";

/// How long somebody waits for a menu to open before they press it once more: a browser that is held up may still
/// move it between the aim and the press.
const TO_OPEN: Duration = Duration::from_secs(2);

/// Takes an option of a menu.
pub(crate) async fn choose(page: &Page, message: &str, menu: &str, option: &str) {
    let script = "
        const rows = [...document.querySelectorAll('#menu [role=option]')];
        return rows.find((row) => row.querySelector('.option-title').textContent === arguments[0])?.id ?? null";
    let row = async || page.until(&format!("the menu offers {option:?}"), script, json!([option])).await;
    page.press_in(message, menu).await;
    let row: String = if let Ok(row) = tokio::time::timeout(TO_OPEN, row()).await {
        row
    } else {
        page.press_in(message, menu).await;
        row().await
    };
    page.press(&format!("#{row}")).await;
}

/// Takes a step with the mouse and waits until the hand shows it.
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
        page.until(&format!("{step:?} is done"), script, json!([hand.message, free.join(",")])).await;
    assert_eq!(changed, true, "{step:?}");
}

/// Whether the reckoning is there, with the way on.
async fn is_over(page: &Page, labels: &Labels) -> bool {
    let script = "return messages().some((each) => !each.dataset.ephemeral &&
        [...each.querySelectorAll('button:not(:disabled)')].some((button) => said(button).trim() === arguments[0]))";
    page.ask(script, json!([labels.next_deal])).await
}

/// Plays until the deal is over or `enough` of what was done; gives the steps.
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

/// Waits until there is something to do, or the deal is over.
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
        assert!(begun.elapsed() < PATIENCE, "the others do nothing; the hand: {hand:#?}");
        tokio::time::sleep(GLANCE).await;
    }
}

/// Emoji that are seen as text, where a machine without their font shows an empty box.
async fn undrawn(page: &Page) -> Vec<String> {
    let script = "
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = [];
        while (texts.nextNode()) if (!texts.currentNode.parentNode.closest('.unseen')) found.push(...(texts.currentNode.data.match(/\\p{Emoji_Presentation}|\\uFE0F/gu) ?? []));
        return found";
    page.ask(script, json!([])).await
}

async fn a_newcomer_plays(size: (u32, u32)) {
    play(ANNA_BEGINS, size, async |page| {
        let you: String = page.ask("return document.querySelector('#you').textContent", json!([])).await;
        assert_eq!(you, "Te vagy: Anna");
        let bot: String = page.ask("return document.querySelector('#bot').textContent", json!([])).await;
        assert_eq!(bot, "Ulti elérhető");
        let label: String =
            page.ask("return document.querySelector('#welcome .shortcut').textContent", json!([])).await;
        assert_eq!(label, "Játék két robot ellen");
        page.press("#welcome .shortcut").await;
        let steps = play_on(page, &HUNGARIAN, BID, |_| false).await;
        let count = |wanted: fn(&Step) -> bool| steps.iter().filter(|step| wanted(step)).count();
        assert_eq!(count(|step| matches!(step, Step::Choose(_))), 1, "{steps:?}");
        assert_eq!(count(|step| matches!(step, Step::LayDown(_))), 2, "{steps:?}");
        assert_eq!(count(|step| matches!(step, Step::Confirm(_))), 1, "{steps:?}");
        assert_eq!(count(|step| matches!(step, Step::Trumps(_))), 1, "{steps:?}");
        is_a_whole_deal(page, &steps).await;
        assert_eq!(undrawn(page).await, Vec::<String>::new());
        page.press_labelled(HUNGARIAN.next_deal).await;
        page.until_said("2. osztás").await;
    })
    .await;
}

#[tokio::test]
async fn a_newcomer_plays_a_whole_deal_with_the_mouse() {
    a_newcomer_plays(DESK).await;
}

#[tokio::test]
async fn a_newcomer_plays_a_whole_deal_on_a_telephone() {
    a_newcomer_plays(PHONE).await;
}

/// Goes to a channel by its place in the list, which a telephone keeps behind a button.
async fn channel(page: &Page, which: &str, size: (u32, u32)) {
    if size == PHONE {
        page.press("#open-side").await;
    }
    page.press(&format!("#channels li:{which}-child button")).await;
}

async fn a_switch_of_language(size: (u32, u32)) {
    play(ANNA_BEGINS, size, async |page| {
        page.press("#locale option[value='en-US']").await;
        let label =
            "return document.querySelector('#welcome .shortcut').textContent === 'Play against two robots'";
        let _: bool = page.until("the shortcut is in English", label, json!([])).await;
        channel(page, "last", size).await;
        let here = "return document.querySelector('#channel').textContent === '@Ulti'";
        let _: bool = page.until("the bot's own channel is open", here, json!([])).await;
        channel(page, "first", size).await;
        page.press("#welcome .shortcut").await;
        let hand = Hand::of(page).await;
        assert!(hand.text.contains("Your hand"), "{}", hand.text);
        assert!(hand.step(&ENGLISH).is_some() || hand.cards().len() == 10, "{hand:?}");
    })
    .await;
}

#[tokio::test]
async fn a_switch_of_language_switches_the_buttons_too() {
    a_switch_of_language(DESK).await;
}

#[tokio::test]
async fn a_switch_of_language_on_a_telephone() {
    a_switch_of_language(PHONE).await;
}
