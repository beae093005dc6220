//! Tests of the language of the page and of the server.

use serde_json::json;

use super::page::Page;
use super::program::Program;
use super::webdriver::Browser;
use super::{DESKTOP, with_page};

async fn until_user_line(page: &Page, words: &str) {
    let says = "return document.querySelector('#bot').dataset.status === 'online'
        && document.querySelector('#you').textContent === arguments[0]";
    let _: bool = page.wait_until(&format!("the page says {words:?}"), says, json!([words])).await;
}

#[tokio::test]
async fn chosen_language_is_kept_after_server_restart() {
    let Some(browser) = Browser::find().await else { return };
    let program = Program::start_with(&["--port", "0"]).await;
    let page = Page::open(&browser, &program.address, DESKTOP).await;
    until_user_line(&page, "Te vagy: Anna").await;
    page.press("#locale option[value='en-US']").await;
    until_user_line(&page, "You are: Anna").await;
    let port = program.stop().await;
    let program = Program::start_with(&["--port", &port]).await;
    until_user_line(&page, "You are: Anna").await;
    // The language also applies to the bot's answers.
    page.press("#welcome .shortcut").await;
    page.until_text("Your hand").await;
    page.press("#locale option[value='hu']").await;
    until_user_line(&page, "Te vagy: Anna").await;
    let port = program.stop().await;
    let _program = Program::start_with(&["--port", &port, "--language", "en"]).await;
    // A server started with another language overrides the saved language.
    until_user_line(&page, "You are: Anna").await;
    page.client.close().await.unwrap();
}

#[tokio::test]
async fn english_page_contains_no_hungarian_text() {
    let Some(browser) = Browser::find().await else { return };
    let program = Program::start_with(&["--port", "0", "--seed", "1", "--language", "en"]).await;
    with_page(&browser, &program.address, DESKTOP, async |page| {
        page.press("#welcome .shortcut").await;
        page.until_text("Your hand").await;
        page.until_text("Deal 1. Auction").await; // the description of the picture
        let hungarian: bool =
            page.ask("return said(document.querySelector('#messages')).includes('osztás')", json!([])).await;
        assert!(!hungarian, "{}", page.text().await);
    })
    .await;
}
