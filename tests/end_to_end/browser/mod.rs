//! Tests of `ulti playground` in Chromium, with mouse and keyboard over `WebDriver`.
//!
//! Tests are skipped if no browser is found; with `ULTI_REQUIRE_BROWSER=1` they fail instead. The same
//! applies to axe-core, which `.ci/run` installs. `ULTI_SCREENSHOTS=folder` writes the pictures of the
//! README to that folder.

mod accessibility;
mod any_bot;
mod bot_pictures;
mod context_menu;
mod deal_checks;
mod evening;
mod hand;
mod keyboard;
mod language;
mod mouse;
mod page;
mod phone_layout;
mod program;
mod scenes;
mod screenshots;
#[path = "../../../crates/discord-sandbox/tests/sandbox/small_bot.rs"]
#[allow(dead_code)] // only a part is used here
mod small_bot;
mod text_only;
mod typing;
mod webdriver;
mod windows;

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::time::Duration;

use futures::FutureExt;

use page::Page;
use program::Program;
use webdriver::Browser;

/// Time limit of every wait, including the start of chromedriver. It only ends tests that would wait forever:
/// a busy machine may take minutes to start a browser.
const TIMEOUT: Duration = Duration::from_mins(5);

/// Interval at which the page is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(40);

/// Delay before a new component is pressed. It is longer than `limits.double_click`.
const READING_DELAY: Duration = Duration::from_millis(400);

/// Width and height of a desktop window in CSS pixels.
const DESKTOP: (u32, u32) = (1200, 900);

/// Width and height of a phone screen in CSS pixels.
const PHONE: (u32, u32) = (390, 844);

/// Returns `true` if a missing browser or a missing axe-core is an error.
fn browser_required() -> bool {
    std::env::var("ULTI_REQUIRE_BROWSER").is_ok_and(|value| value == "1")
}

/// Starts a sandbox with this seed, opens its page and runs `scene`.
///
/// # Panics
///
/// Panics if there are errors on the page's console.
async fn with_sandbox(seed: u64, size: (u32, u32), scene: impl AsyncFnOnce(&Page)) {
    let Some(browser) = Browser::find().await else { return };
    let program = Program::start(seed).await;
    with_page(&browser, &program.address, size, scene).await;
}

/// Does the same as [`with_sandbox`], but waits first until cards are shown as emoji.
async fn with_emoji(seed: u64, size: (u32, u32), scene: impl AsyncFnOnce(&Page)) {
    let Some(browser) = Browser::find().await else { return };
    let program = Program::start(seed).await;
    program.until_emoji_uploaded().await;
    with_page(&browser, &program.address, size, scene).await;
}

/// Opens the page of a running sandbox and runs `scene`.
///
/// # Panics
///
/// Panics if there are errors on the page's console.
async fn with_page(browser: &Browser, address: &str, size: (u32, u32), scene: impl AsyncFnOnce(&Page)) {
    let page = Page::open(browser, address, size).await;
    let ended = AssertUnwindSafe(scene(&page)).catch_unwind().await;
    if ended.is_err() {
        eprintln!("page at the time of the failure:\n{}", page.text().await);
    }
    let errors = page.close().await;
    if let Err(panic) = ended {
        eprintln!("errors on the page's console: {errors:#?}");
        resume_unwind(panic);
    }
    assert_eq!(errors, Vec::<String>::new(), "errors on the page's console");
}
