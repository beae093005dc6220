//! Tests of a deal played by typing commands.

use fantoccini::key::Key;
use serde_json::json;

use super::deal_checks::assert_whole_deal;
use super::hand::{ENGLISH, SUITS, Step};
use super::mouse::next_step;
use super::page::Page;
use super::scenes::{ANNA_BEGINS, in_english};
use super::{DESKTOP, PHONE, with_sandbox};

/// Sends the command and waits until the input box is empty.
pub(crate) async fn send(page: &Page) {
    page.keys(&char::from(Key::Enter).to_string()).await;
    let script = "
        const refused = document.querySelector('#refusal');
        if (!refused.hidden) return refused.textContent;
        return document.querySelector('#input').value === '' && !document.querySelector('#composer[aria-busy]')";
    let sent: serde_json::Value = page.wait_until("the command is sent", script, json!([])).await;
    assert_eq!(sent, true, "the command was refused");
}

/// Types a command and takes the first choice for its only required option.
async fn with_first_choice(page: &Page, command: &str) {
    page.keys(command).await;
    page.key_at("Commands", Key::Enter).await;
    page.key_at("Choices", Key::Enter).await;
}

/// Types the beginning of a choice and takes the first choice that matches.
async fn type_choice(page: &Page, beginning: &str) {
    page.keys(beginning).await;
    let script = "return document.querySelector('#palette [data-option]')?.textContent.startsWith(arguments[0]) ?? false";
    let _: bool =
        page.wait_until(&format!("the palette offers {beginning:?}"), script, json!([beginning])).await;
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
            assert!(!line.contains(SUITS), "input box contains emoji: {line}");
        }
        Step::Pass(_) => page.keys("/pass").await,
        Step::NoKontra(_) => {
            page.keys("/kontra").await;
            page.key_at("Commands", Key::Tab).await;
            page.key_at("Options", Key::Tab).await;
            type_choice(page, "No more doubling").await;
        }
    }
    send(page).await;
}

/// Waits until the newest hand no longer offers this step.
async fn until_done(page: &Page, step: &Step) {
    let script = "
        const own = messages().filter((each) => each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1);
        return ![...own.querySelectorAll('[data-custom-id]:not(:disabled)')].some((part) => part.dataset.customId === arguments[0])";
    let _: bool = page.wait_until(&format!("{step:?} is done"), script, json!([step.part().id])).await;
}

/// Plays a deal and opens the leaderboard with the keyboard alone, once the language is chosen.
async fn play_deal_by_typing(size: (u32, u32)) {
    with_sandbox(ANNA_BEGINS, size, async |page| {
        in_english(page).await;
        page.keys("/ulti new").await;
        let suggested =
            "return document.querySelector('#palette [data-option]')?.dataset.option === 'ulti new'";
        let _: bool = page.wait_until("the palette knows /ulti new", suggested, json!([])).await;
        page.keys(" robots:2").await;
        send(page).await;
        let mut steps = Vec::new();
        while let Some((_, step)) = next_step(page, &ENGLISH).await {
            type_step(page, &step).await;
            until_done(page, &step).await;
            steps.push(step);
        }
        assert!(matches!(steps.first(), Some(Step::Choose(_))), "{steps:?}");
        assert_whole_deal(page, &steps).await;
        page.keys("/leaderboard").await;
        page.key_at("Commands", Key::Enter).await;
        page.until_text("used /leaderboard").await;
    })
    .await;
}

#[tokio::test]
async fn deal_can_be_played_with_typed_commands() {
    play_deal_by_typing(DESKTOP).await;
}

#[tokio::test]
async fn phone_user_can_play_deal_by_typing_commands() {
    play_deal_by_typing(PHONE).await;
}

#[tokio::test]
async fn invalid_option_is_marked_before_command_is_sent() {
    with_sandbox(ANNA_BEGINS, DESKTOP, async |page| {
        page.press("#locale option[value='en-US']").await;
        page.keys("/ulti new deals:abc ").await;
        let named = "
            const chip = document.querySelector('.chip.wrong');
            return chip && [chip.dataset.chip, document.querySelector('#palette-hint').textContent]";
        let (chip, hint): (String, String) = page.wait_until("the option is marked", named, json!([])).await;
        assert_eq!((chip.as_str(), hint.as_str()), ("deals", "deals must be a number"));
        page.keys(&char::from(Key::Enter).to_string()).await;
        let caret = "return !document.querySelector('#refusal').hidden && document.querySelector('#input').selectionStart";
        let caret: usize = page.wait_until("it is refused", caret, json!([])).await;
        assert_eq!(caret, "/ulti new deals:abc".len(), "caret is not at the wrong option");
    })
    .await;
}

#[tokio::test]
async fn beginning_of_option_name_offers_option() {
    with_sandbox(ANNA_BEGINS, DESKTOP, async |page| {
        in_english(page).await;
        // The name of the only option may be omitted, so that this could also be its value.
        page.keys("/rules page topi").await;
        let offered = "return document.querySelector('#palette [data-option=topic]') !== null";
        let _: bool = page.wait_until("the option is offered", offered, json!([])).await;
        page.press("#palette [data-option=topic]").await;
        let line = "return document.querySelector('#input').value";
        assert_eq!(page.ask::<String>(line, json!([])).await, "/rules page topic:");
        page.key_at("Choices", Key::Enter).await;
        send(page).await;
        page.until_text("used /rules page").await;
    })
    .await;
}

#[tokio::test]
async fn each_user_has_own_draft() {
    with_sandbox(ANNA_BEGINS, DESKTOP, async |page| {
        let draft_of = async |name: &str| -> String {
            page.go(name).await;
            page.ask("return document.querySelector('#input').value", json!([])).await
        };
        page.keys("/ulti new deals:3").await;
        assert_eq!(draft_of("Csaba").await, "");
        page.keys("hello").await;
        assert_eq!(draft_of("Anna").await, "/ulti new deals:3");
        assert_eq!(draft_of("Csaba").await, "hello");
    })
    .await;
}
