//! Tests of the pictures that the bot draws: card faces, table, hand, result, replay, leaderboard and
//! statistics, each with alternative text.

use serde_json::json;

use super::page::Page;
use super::scenes::{ANNA_BEGINS, play_scenes};
use super::{DESKTOP, PHONE, with_emoji};

/// Waits until a message has a picture from the bot, and returns the picture's alternative text.
async fn picture(page: &Page, what: &str, message: &str) -> String {
    picture_with(page, what, message, "").await
}

/// Waits until a message has a picture from the bot whose alternative text contains `words`, and returns that
/// text.
async fn picture_with(page: &Page, what: &str, message: &str, words: &str) -> String {
    let script = format!(
        "
        const image = ({message})?.querySelector('.picture img');
        image?.scrollIntoView({{ block: 'center' }});
        const is_shown = image?.complete && image.naturalWidth >= 400 && image.alt.includes(arguments[0]);
        return is_shown ? image.alt : null"
    );
    page.wait_until(&format!("there is a picture of {what}"), &script, json!([words])).await
}

fn assert_contains(alt: &str, words: &[&str]) {
    for word in words {
        assert!(alt.contains(word), "missing {word:?} in {alt:?}");
    }
}

/// Waits until `count` card buttons with this verb in their custom id show a card face.
async fn until_card_faces(page: &Page, verb: &str, count: usize) {
    let script = "
        const own = messages().filter((each) => each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1);
        const cards = [...own.querySelectorAll('button[data-custom-id]')]
            .filter((card) => card.dataset.customId.includes(arguments[0]))
            .map((card) => card.querySelector('img.custom'));
        cards.find((face) => face)?.scrollIntoView({ block: 'center' });
        const drawn = cards.filter((face) => face?.complete && face.naturalWidth === 128 && face.alt.includes('_ulti'));
        return cards.length >= arguments[1] && drawn.length === cards.length";
    let _: bool = page.wait_until(&format!("{count} cards have faces"), script, json!([verb, count])).await;
}

const OWN: &str =
    "messages().filter((each) => each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1)";
const PUBLIC: &str =
    "messages().filter((each) => !each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1)";
const REPLAY: &str = "messages().findLast((each) => said(each).includes('(4/'))";
const LEADERBOARD: &str =
    "messages().findLast((each) => each.querySelector('.command')?.textContent === '/leaderboard')";
const STATS: &str = "messages().findLast((each) => each.querySelector('.command')?.textContent === '/stats')";

/// Steps through the replay until the step has its picture.
///
/// An answer omits a picture that takes too long to draw. It is cached by the next request.
async fn until_step_has_picture(page: &Page) {
    for _ in 0..5 {
        let has = format!("return !!({REPLAY})?.querySelector('.picture img')");
        if page.ask::<bool>(&has, json!([])).await {
            return;
        }
        for (button, step) in [("◀ Back", "(3/"), ("Next ▶", "(4/")] {
            page.press_labelled(button).await;
            page.until_text(step).await;
        }
    }
}

async fn check_scene(page: &Page, scene: &'static str) {
    match scene {
        "trick" => {
            until_card_faces(page, ":play:", 2).await;
            let hand = picture(page, "the hand", OWN).await;
            assert_contains(&hand, &["Your turn! Your hand: ", "You can play: "]);
            // The hand may be updated before the table.
            let table = picture_with(page, "the table", PUBLIC, "Anna is next.").await;
            assert_contains(&table, &["Declarer: ", "Tricks: Anna "]);
        }
        "result" => {
            let result = picture(page, "the result", PUBLIC).await;
            assert_contains(
                &result,
                &["The hands as they were dealt. Anna's cards: ", "In the talon at the end: ", "Standings: "],
            );
        }
        "replay" => {
            until_step_has_picture(page).await;
            let step = picture(page, "a step of the deal", REPLAY).await;
            assert_contains(&step, &["Trick 3", "Declarer: ", "Taken by ", "Anna's cards: "]);
        }
        "leaderboard" => {
            // One player alone has no chart. The test with three people sees one.
            let board: String = page.ask(&format!("return said({LEADERBOARD})"), json!([])).await;
            assert_contains(&board, &["Anna", "one deal"]);
        }
        "stats" => {
            // The results of a single day have no chart.
            let stats: String = page.ask(&format!("return said({STATS})"), json!([])).await;
            assert_contains(&stats, &["Points over time: one day, "]);
        }
        _ => {}
    }
}

async fn check_pictures(size: (u32, u32)) {
    with_emoji(ANNA_BEGINS, size, async |page| {
        play_scenes(page, async |scene| check_scene(page, scene).await).await;
    })
    .await;
}

#[tokio::test]
async fn desktop_browser_displays_pictures_posted_by_bot() {
    check_pictures(DESKTOP).await;
}

#[tokio::test]
async fn phone_browser_displays_pictures_posted_by_bot() {
    check_pictures(PHONE).await;
}

/// The page draws emoji itself, because the machine may have no emoji font.
#[test]
fn web_page_has_image_for_every_emoji_used_by_bot() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let drawings = std::fs::read_to_string(root.join("crates/discord-sandbox/src/page/emoji.js")).unwrap();
    let mut seen = 0;
    for lang in ["hu", "en"] {
        for file in std::fs::read_dir(root.join("locales").join(lang)).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            for sign in text.chars().filter(|sign| ('\u{1f000}'..'\u{1fb00}').contains(sign)) {
                seen += 1;
                assert!(
                    drawings.contains(&format!("\"{sign}")),
                    "{sign} of {} has no drawing",
                    path.display()
                );
            }
        }
    }
    assert!(seen > 20, "{seen}");
}
