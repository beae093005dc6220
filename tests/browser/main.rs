//! The real program in a real browser: `ulti playground` and Chromium, with mouse and keyboard over `WebDriver`.
//!
//! Where no browser is found the tests say so and pass; with `ULTI_REQUIRE_BROWSER=1` they fail instead.
//! The same holds for axe-core, which `.ci/run` fetches. `ULTI_SCREENSHOTS=folder` also takes the pictures of the README.
#![allow(clippy::unwrap_used, clippy::expect_used)] // functions of tests are tests too

mod any_bot;
mod axe;
mod browser;
mod drawn;
mod evening;
mod hand;
mod keyboard;
mod language;
mod mouse;
mod narrow;
mod page;
mod pictures;
mod program;
mod reckoning;
#[path = "../playground/small_bot.rs"]
#[allow(dead_code)] // not all of it is needed here
mod small_bot;
mod text_only;
mod typing;
mod windows;

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::time::Duration;

use futures::FutureExt;

use browser::Browser;
use page::Page;
use program::Program;

/// Longer than anything here takes, on the slowest machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// How often the page is looked at while something is waited for.
const GLANCE: Duration = Duration::from_millis(40);

/// How long somebody looks at what is new before they press anything there: longer than `limits.double_click`.
const TO_READ: Duration = Duration::from_millis(400);

/// Width and height of a window on a desk.
const DESK: (u32, u32) = (1200, 900);

/// Width and height of a telephone.
const PHONE: (u32, u32) = (390, 844);

/// Whether a missing browser, or what else these tests need, is an error.
fn demanded() -> bool {
    std::env::var("ULTI_REQUIRE_BROWSER").is_ok_and(|value| value == "1")
}

/// Opens the page of a fresh playground and lets `scene` happen there. Nothing may go wrong on the page's console.
async fn play(seed: u64, size: (u32, u32), scene: impl AsyncFnOnce(&Page)) {
    let Some(browser) = Browser::find().await else { return };
    let program = Program::start(seed).await;
    look_at(&browser, &program.address, size, scene).await;
}

/// The same with a playground that runs already.
async fn look_at(browser: &Browser, address: &str, size: (u32, u32), scene: impl AsyncFnOnce(&Page)) {
    let page = Page::open(browser, address, size).await;
    let ended = AssertUnwindSafe(scene(&page)).catch_unwind().await;
    if ended.is_err() {
        eprintln!("The page, when it went wrong:\n{}", page.everything().await);
    }
    let errors = page.close().await;
    if let Err(panic) = ended {
        eprintln!("The page's console: {errors:#?}");
        resume_unwind(panic);
    }
    assert_eq!(errors, Vec::<String>::new(), "errors on the page's console");
}
