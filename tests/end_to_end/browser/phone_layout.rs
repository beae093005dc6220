//! Tests of the page's layout on a phone.

use serde_json::json;

use super::hand::{HUNGARIAN, Hand, Step};
use super::mouse::play_on;
use super::page::Page;
use super::scenes::ANNA_BEGINS;
use super::{PHONE, with_sandbox};

/// Asserts that nothing is wider than the window and that the hand's buttons are visible and large enough.
async fn assert_fits_screen(page: &Page) {
    let script = "
        const wide = [document.documentElement, document.body, document.querySelector('#log')].filter((each) => each.scrollWidth > each.clientWidth);
        const own = messages().filter((each) => each.dataset.ephemeral).at(-1);
        const outside = [...own.querySelectorAll('[data-custom-id]')].filter((button) => {
            const { left, right, height } = button.getBoundingClientRect();
            return left < 0 || right > innerWidth || height < 36;
        });
        return [innerWidth, wide.map((each) => each.nodeName), outside.map(said)]";
    let (width, wide, outside): (u32, Vec<String>, Vec<String>) = page.ask(script, json!([])).await;
    assert_eq!(width, PHONE.0);
    assert_eq!((wide, outside), (Vec::new(), Vec::new()));
}

#[tokio::test]
async fn hand_message_fits_phone_screen() {
    with_sandbox(ANNA_BEGINS, PHONE, async |page| {
        page.press("#welcome .shortcut").await;
        assert_eq!(Hand::of(page).await.cards().len(), 12);
        assert_fits_screen(page).await;
        let bid = "terített durchmars"; // the longest name among the bids that can be won
        play_on(page, &HUNGARIAN, bid, |steps| matches!(steps.last(), Some(Step::LayDown(_)))).await;
        assert_fits_screen(page).await;
        play_on(page, &HUNGARIAN, bid, |steps| matches!(steps.last(), Some(Step::Play(_)))).await;
        assert_fits_screen(page).await;
    })
    .await;
}

#[tokio::test]
async fn new_message_notice_does_not_cover_messages_on_phone() {
    with_sandbox(ANNA_BEGINS, PHONE, async |page| {
        page.press("#welcome .shortcut").await;
        Hand::drawn(page).await;
        let up = "document.querySelector('#log').scrollTop = 0; return true";
        let _: bool = page.ask(up, json!([])).await;
        let before = page.open_window("Bea").await;
        page.keys("Sziasztok!\n").await;
        page.until_text("Sziasztok!").await;
        page.client.switch_to_window(before).await.unwrap();
        let apart = "
            const bar = document.querySelector('#newer');
            if (bar.hidden) return null;
            return [bar.getBoundingClientRect().top, document.querySelector('#log').getBoundingClientRect().bottom]";
        let (bar, log): (f64, f64) = page.wait_until("the bar is there", apart, json!([])).await;
        assert!(bar >= log, "bar at {bar} covers the log, which ends at {log}");
        page.press("#newer").await;
        let down = "
            const log = document.querySelector('#log');
            return document.querySelector('#newer').hidden && log.scrollHeight - log.scrollTop - log.clientHeight < 2";
        let _: bool = page.wait_until("the log is scrolled to its end", down, json!([])).await;
    })
    .await;
}
