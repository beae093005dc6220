//! The real program in a real browser: `ulti playground` and Chromium, with mouse and keyboard over `WebDriver`.
//!
//! Where no browser is found the tests say so and pass; with `ULTI_REQUIRE_BROWSER=1` they fail instead.
//! `ULTI_SCREENSHOTS=folder` also takes the pictures of the README.
#![allow(clippy::unwrap_used, clippy::expect_used)] // functions of tests are tests too

mod browser;
mod hand;
mod mouse;
mod narrow;
mod page;
mod pictures;
mod program;
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

/// Width and height of a window on a desk.
const DESK: (u32, u32) = (1200, 900);

/// Width and height of a telephone.
const PHONE: (u32, u32) = (390, 844);

/// Opens the page of a fresh playground and lets `scene` happen there. Nothing may go wrong on the page's console.
async fn play(seed: u64, size: (u32, u32), scene: impl AsyncFnOnce(&Page)) {
    let Some(browser) = Browser::find().await else { return };
    let program = Program::start(seed).await;
    let page = Page::open(&browser, &program.address, size).await;
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
