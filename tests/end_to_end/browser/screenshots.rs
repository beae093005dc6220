//! Screenshots for the README.

use std::path::PathBuf;

use serde_json::json;

use super::page::Page;
use super::scenes::{ANNA_BEGINS, play_scenes};
use super::{DESKTOP, with_emoji};

/// Returns the folder for screenshots, or `None` if none are requested.
fn folder() -> Option<PathBuf> {
    std::env::var_os("ULTI_SCREENSHOTS").map(PathBuf::from)
}

/// Waits until all visible pictures have loaded and saves a screenshot, if screenshots are requested.
pub(crate) async fn save(page: &Page, name: &str) {
    let Some(folder) = folder() else { return };
    let drawn = "
        const inSight = ({ top, bottom }) => bottom > 0 && top < innerHeight;
        const late = [...document.images].filter((image) => !image.complete && inSight(image.getBoundingClientRect()));
        return late.length === 0 && !document.querySelector('[aria-busy]')";
    let _: bool = page.wait_until("everything has loaded", drawn, json!([])).await;
    std::fs::write(folder.join(name), page.screenshot().await).unwrap();
}

#[tokio::test]
async fn browser_takes_desktop_screenshots() {
    let Some(_) = folder() else { return };
    with_emoji(ANNA_BEGINS, DESKTOP, async |page| {
        play_scenes(page, async |scene| match scene {
            "trick" => save(page, "playground.png").await,
            "leaderboard" => {} // one player has no chart
            scene => save(page, &format!("{scene}.png")).await,
        })
        .await;
    })
    .await;
}
