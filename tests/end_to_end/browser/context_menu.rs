//! Tests of the context menus of users and messages, and of the commands in direct messages.

use serde_json::json;

use super::page::Page;
use super::scenes::ANNA_BEGINS;
use super::{DESKTOP, PHONE, with_sandbox};

/// Opens a context menu with a right click or a long press, and chooses its first entry.
async fn choose_first(page: &Page, css: &str, entry: &str) {
    let open = "
        const target = document.querySelector(arguments[0]);
        target?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
        const row = document.querySelector('#menu [role=option]');
        const isOffered = row?.querySelector('.option-title').textContent.includes(arguments[1]) ?? false;
        if (isOffered) row.click();
        return isOffered";
    let _: bool = page.wait_until(&format!("{entry} is offered"), open, json!([css, entry])).await;
}

async fn check_context_menus(size: (u32, u32)) {
    with_sandbox(ANNA_BEGINS, size, async |page| {
        page.press("#locale option[value='en-US']").await;
        choose_first(page, "[data-person='Bea']", "Bea: Ulti stats").await;
        page.until_text("has not finished a deal").await;
        page.press(".dismiss").await;
        page.press("#welcome .shortcut").await;
        // The public message of the table offers its entries; the deal is not over yet.
        choose_first(page, "[data-message-id]:has([data-apps])", "Replay").await;
        page.until_text("shows no finished deal").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn context_menus_can_be_used_with_mouse() {
    check_context_menus(DESKTOP).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn context_menus_can_be_used_on_phone() {
    check_context_menus(PHONE).await;
}
