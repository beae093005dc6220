//! In which language the page and the server speak.

use serde_json::json;

use crate::browser::Browser;
use crate::page::Page;
use crate::program::Program;
use crate::{DESK, look_at};

async fn until_it_says(page: &Page, words: &str) {
    let says = "return document.querySelector('#bot').dataset.status === 'online'
        && document.querySelector('#you').textContent === arguments[0]";
    let _: bool = page.until(&format!("the page says {words:?}"), says, json!([words])).await;
}

#[tokio::test]
async fn what_was_chosen_here_is_chosen_still_after_a_restart_of_the_server() {
    let Some(browser) = Browser::find().await else { return };
    let program = Program::start_with(&["--port", "0"]).await;
    let page = Page::open(&browser, &program.address, DESK).await;
    until_it_says(&page, "Te vagy: Anna").await;
    page.press("#locale option[value='en-US']").await;
    until_it_says(&page, "You are: Anna").await;
    let port = program.stop().await;
    let program = Program::start_with(&["--port", &port]).await;
    until_it_says(&page, "You are: Anna").await;
    // The server has heard of it, too: its answers are in English.
    page.press("#welcome .shortcut").await;
    page.until_said("Your hand").await;
    page.press("#locale option[value='hu']").await;
    until_it_says(&page, "Te vagy: Anna").await;
    let port = program.stop().await;
    let _program = Program::start_with(&["--port", &port, "--language", "en"]).await;
    // What the server is asked to speak now is not what was changed then.
    until_it_says(&page, "You are: Anna").await;
    page.client.close().await.unwrap();
}

#[tokio::test]
async fn a_server_may_be_english_altogether() {
    let Some(browser) = Browser::find().await else { return };
    let program = Program::start_with(&["--port", "0", "--seed", "1", "--language", "en"]).await;
    look_at(&browser, &program.address, DESK, async |page| {
        page.press("#welcome .shortcut").await;
        page.until_said("Your hand").await;
        page.until_said("Deal 1 · Auction").await;
        let hungarian: bool =
            page.ask("return said(document.querySelector('#messages')).includes('osztás')", json!([])).await;
        assert!(!hungarian, "{}", page.everything().await);
    })
    .await;
}
