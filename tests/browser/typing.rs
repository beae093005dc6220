//! Somebody who keeps their hands on the keyboard.

use fantoccini::key::Key;
use serde_json::json;

use crate::hand::{ENGLISH, SUITS, Step};
use crate::mouse::{ANNA_BEGINS, next_step};
use crate::page::Page;
use crate::{DESK, play};

/// Presses a key as soon as the palette shows this list.
async fn key_at(page: &Page, list: &str, key: Key) {
    let script = "
        const palette = document.querySelector('#palette');
        const shown = !palette.closest('[hidden]') && palette.getAttribute('aria-label') === arguments[0];
        return shown && (palette.children.length > 0)";
    let _: bool = page.until(&format!("the palette shows {list}"), script, json!([list])).await;
    page.keys(&char::from(key).to_string()).await;
}

/// Sends the line and waits until the box is empty.
async fn send(page: &Page) {
    page.keys(&char::from(Key::Enter).to_string()).await;
    let script = "
        const refused = document.querySelector('#refusal');
        if (!refused.hidden) return refused.textContent;
        return document.querySelector('#input').value === '' && !document.querySelector('#composer[aria-busy]')";
    let sent: serde_json::Value = page.until("the command is sent", script, json!([])).await;
    assert_eq!(sent, true, "the command was refused");
}

/// A command whose one required option is taken from the bot's choices.
async fn with_first_choice(page: &Page, command: &str) {
    page.keys(command).await;
    key_at(page, "Commands", Key::Enter).await;
    key_at(page, "Choices", Key::Enter).await;
}

/// Types the beginning of a choice and takes the bot's first one when it begins so.
async fn type_choice(page: &Page, beginning: &str) {
    page.keys(beginning).await;
    let script = "return document.querySelector('#palette [data-option]')?.textContent.startsWith(arguments[0]) ?? false";
    let _: bool = page.until(&format!("the palette offers {beginning:?}"), script, json!([beginning])).await;
    key_at(page, "Choices", Key::Tab).await;
}

async fn type_step(page: &Page, step: &Step) {
    match step {
        Step::Choose(_) | Step::LayDown(_) | Step::Confirm(_) => {
            page.keys("/bid").await;
            key_at(page, "Commands", Key::Enter).await;
            type_choice(page, "ulti").await;
            for _ in 0..2 {
                key_at(page, "Options", Key::Tab).await;
                key_at(page, "Choices", Key::Enter).await;
            }
            let line: String = page.ask("return document.querySelector('#input').value", json!([])).await;
            assert!(line.contains("first:") && line.contains("second:"), "{line}");
        }
        Step::Trumps(_) => with_first_choice(page, "/trump").await,
        Step::Play(_) => {
            with_first_choice(page, "/play").await;
            let line: String = page.ask("return document.querySelector('#input').value", json!([])).await;
            assert!(!line.contains(SUITS), "a box to type in draws no emoji: {line}");
        }
        Step::Pass(_) => page.keys("/pass").await,
        Step::NoKontra(_) => {
            page.keys("/kontra").await;
            key_at(page, "Commands", Key::Tab).await;
            key_at(page, "Options", Key::Tab).await;
            type_choice(page, "No").await;
        }
    }
    send(page).await;
}

#[tokio::test]
async fn a_deal_is_played_by_typing() {
    play(ANNA_BEGINS, DESK, async |page| {
        page.press("#locale option[value='en-US']").await;
        page.keys("/ulti new").await;
        let sure = "return document.querySelector('#palette [data-option]')?.dataset.option === 'ulti new'";
        let _: bool = page.until("the palette knows /ulti new", sure, json!([])).await;
        page.keys(" robots:2").await;
        send(page).await;
        let mut played = 0;
        while played < 3 {
            let (_, step) = next_step(page, &ENGLISH).await.expect("the deal is over too early");
            type_step(page, &step).await;
            played += usize::from(matches!(step, Step::Play(_)));
            let _: bool = page
                .until(
                    &format!("{step:?} is done"),
                    "const own = messages().filter((each) => each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1);
                    return ![...own.querySelectorAll('[data-custom-id]:not(:disabled)')].some((part) => part.dataset.customId === arguments[0])",
                    json!([step.part().id]),
                )
                .await;
        }
    })
    .await;
}
