//! Somebody who keeps their hands on the keyboard.

use fantoccini::key::Key;
use serde_json::json;

use crate::evening::{ANNA_BEGINS, in_english};
use crate::hand::{ENGLISH, SUITS, Step};
use crate::mouse::next_step;
use crate::page::Page;
use crate::reckoning::is_a_whole_deal;
use crate::{DESK, PHONE, play};

/// Sends the line and waits until the box is empty.
pub(crate) async fn send(page: &Page) {
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
    page.key_at("Commands", Key::Enter).await;
    page.key_at("Choices", Key::Enter).await;
}

/// Types the beginning of a choice and takes the bot's first one when it begins so.
async fn type_choice(page: &Page, beginning: &str) {
    page.keys(beginning).await;
    let script = "return document.querySelector('#palette [data-option]')?.textContent.startsWith(arguments[0]) ?? false";
    let _: bool = page.until(&format!("the palette offers {beginning:?}"), script, json!([beginning])).await;
    page.key_at("Choices", Key::Tab).await;
}

async fn type_bid(page: &Page) {
    page.keys("/bid").await;
    page.key_at("Commands", Key::Enter).await;
    type_choice(page, "parti").await;
    for _ in 0..2 {
        page.key_at("Options", Key::Tab).await;
        page.key_at("Choices", Key::Enter).await;
    }
    let line: String = page.ask("return document.querySelector('#input').value", json!([])).await;
    assert!(line.contains("first:") && line.contains("second:"), "{line}");
    let chips = "return [...document.querySelectorAll('.chip.filled')].map((chip) => chip.dataset.chip)";
    let chips: Vec<String> = page.ask(chips, json!([])).await;
    assert_eq!(chips, ["contract", "first", "second"], "{line}");
}

async fn type_step(page: &Page, step: &Step) {
    match step {
        Step::Choose(_) | Step::LayDown(_) | Step::Confirm(_) => type_bid(page).await,
        Step::Trumps(_) => with_first_choice(page, "/trump").await,
        Step::Play(_) => {
            with_first_choice(page, "/play").await;
            let line: String = page.ask("return document.querySelector('#input').value", json!([])).await;
            assert!(!line.contains(SUITS), "a box to type in draws no emoji: {line}");
        }
        Step::Pass(_) => page.keys("/pass").await,
        Step::NoKontra(_) => {
            page.keys("/kontra").await;
            page.key_at("Commands", Key::Tab).await;
            page.key_at("Options", Key::Tab).await;
            type_choice(page, "No").await;
        }
    }
    send(page).await;
}

/// Waits until what was done can't be done again in the newest hand.
async fn until_done(page: &Page, step: &Step) {
    let script = "
        const own = messages().filter((each) => each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1);
        return ![...own.querySelectorAll('[data-custom-id]:not(:disabled)')].some((part) => part.dataset.customId === arguments[0])";
    let _: bool = page.until(&format!("{step:?} is done"), script, json!([step.part().id])).await;
}

/// From an empty channel to the leaderboard; once the language is chosen, nothing is pressed but keys.
async fn a_whole_deal(size: (u32, u32)) {
    play(ANNA_BEGINS, size, async |page| {
        in_english(page).await;
        page.keys("/ulti new").await;
        let sure = "return document.querySelector('#palette [data-option]')?.dataset.option === 'ulti new'";
        let _: bool = page.until("the palette knows /ulti new", sure, json!([])).await;
        page.keys(" robots:2").await;
        send(page).await;
        let mut steps = Vec::new();
        while let Some((_, step)) = next_step(page, &ENGLISH).await {
            type_step(page, &step).await;
            until_done(page, &step).await;
            steps.push(step);
        }
        assert!(matches!(steps.first(), Some(Step::Choose(_))), "{steps:?}");
        is_a_whole_deal(page, &steps).await;
        page.keys("/leaderboard").await;
        page.key_at("Commands", Key::Enter).await;
        page.until_said("used /leaderboard").await;
    })
    .await;
}

#[tokio::test]
async fn a_deal_is_played_by_typing() {
    a_whole_deal(DESK).await;
}

#[tokio::test]
async fn a_deal_is_played_by_typing_on_a_telephone() {
    a_whole_deal(PHONE).await;
}

#[tokio::test]
async fn a_wrong_option_is_named_before_it_is_sent() {
    play(ANNA_BEGINS, DESK, async |page| {
        page.press("#locale option[value='en-US']").await;
        page.keys("/ulti new deals:abc ").await;
        let named = "
            const chip = document.querySelector('.chip.wrong');
            return chip && [chip.dataset.chip, document.querySelector('#palette-hint').textContent]";
        let (chip, hint): (String, String) = page.until("the option is marked", named, json!([])).await;
        assert_eq!((chip.as_str(), hint.as_str()), ("deals", "deals must be a number"));
        page.keys(&char::from(Key::Enter).to_string()).await;
        let caret = "return !document.querySelector('#refusal').hidden && document.querySelector('#input').selectionStart";
        let caret: usize = page.until("it is refused", caret, json!([])).await;
        assert_eq!(caret, "/ulti new deals:abc".len(), "the caret is where the fault is");
    })
    .await;
}
