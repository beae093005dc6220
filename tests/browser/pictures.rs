//! The pictures of the README, taken from the real thing.

use std::path::PathBuf;

use serde_json::json;

use crate::evening::{ANNA_BEGINS, evening};
use crate::page::Page;
use crate::{DESK, PHONE, play};

/// Where to; without it no pictures are wanted.
fn folder() -> Option<PathBuf> {
    std::env::var_os("ULTI_SCREENSHOTS").map(PathBuf::from)
}

/// Takes a picture once nothing is waited for and every picture in sight is there.
async fn save(page: &Page, name: &str) {
    let path = folder().unwrap().join(name);
    let drawn = "
        const inSight = ({ top, bottom }) => bottom > 0 && top < innerHeight;
        const late = [...document.images].filter((image) => !image.complete && inSight(image.getBoundingClientRect()));
        return late.length === 0 && !document.querySelector('[aria-busy]')";
    let _: bool = page.until("everything is drawn", drawn, json!([])).await;
    std::fs::write(path, page.screenshot().await).unwrap();
}

#[tokio::test]
async fn pictures_at_a_desk() {
    let Some(_) = folder() else { return };
    play(ANNA_BEGINS, DESK, async |page| {
        evening(page, async |scene| match scene {
            "trick" => save(page, "playground.png").await,
            scene => save(page, &format!("{scene}.png")).await,
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn pictures_on_a_telephone() {
    let Some(_) = folder() else { return };
    play(ANNA_BEGINS, PHONE, async |page| {
        evening(page, async |scene| {
            if scene == "trick" {
                save(page, "phone.png").await;
            }
        })
        .await;
    })
    .await;
}
