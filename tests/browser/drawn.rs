//! What the real program draws: faces on cards, and a picture of the table, the hand, the reckoning and
//! the leaderboard and a person's numbers, each with words for who does not see it.

use serde_json::json;

use crate::evening::{ANNA_BEGINS, evening};
use crate::page::Page;
use crate::{DESK, PHONE, play};

/// The words of a message's picture once it is there, drawn by the bot and not by the page.
async fn picture(page: &Page, what: &str, message: &str) -> String {
    let script = format!(
        "
        const image = ({message})?.querySelector('.picture img');
        image?.scrollIntoView({{ block: 'center' }});
        return image?.complete && image.naturalWidth >= 400 ? image.alt : null"
    );
    page.until(&format!("there is a picture of {what}"), &script, json!([])).await
}

fn says(alt: &str, words: &[&str]) {
    for word in words {
        assert!(alt.contains(word), "{word:?} is not in {alt:?}");
    }
}

/// Waits until each card of the hand has its face: `count` buttons with this in their custom id.
async fn faces(page: &Page, verb: &str, count: usize) {
    let script = "
        const own = messages().filter((each) => each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1);
        const cards = [...own.querySelectorAll('button[data-custom-id]')]
            .filter((card) => card.dataset.customId.includes(arguments[0]))
            .map((card) => card.querySelector('img.custom'));
        cards.find((face) => face)?.scrollIntoView({ block: 'center' });
        const drawn = cards.filter((face) => face?.complete && face.naturalWidth === 128 && face.alt.includes('_ulti'));
        return cards.length >= arguments[1] && drawn.length === cards.length";
    let _: bool = page.until(&format!("{count} cards have faces"), script, json!([verb, count])).await;
}

const OWN: &str =
    "messages().filter((each) => each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1)";
const PUBLIC: &str =
    "messages().filter((each) => !each.dataset.ephemeral && each.querySelector('[data-custom-id]')).at(-1)";
const REPLAY: &str = "messages().findLast((each) => said(each).includes('(4/'))";
const LEADERBOARD: &str =
    "messages().findLast((each) => each.querySelector('.command')?.textContent === '/leaderboard')";

const STATS: &str = "messages().findLast((each) => each.querySelector('.command')?.textContent === '/stats')";
/// A picture that takes too long is left out of an answer; when its step is asked for again it is at hand.
async fn asked_again(page: &Page) {
    for _ in 0..5 {
        let has = format!("return !!({REPLAY})?.querySelector('.picture img')");
        if page.ask::<bool>(&has, json!([])).await {
            return;
        }
        for (button, step) in [("◀ Back", "(3/"), ("On ▶", "(4/")] {
            page.press_labelled(button).await;
            page.until_said(step).await;
        }
    }
}

async fn look(page: &Page, scene: &'static str) {
    match scene {
        "trick" => {
            faces(page, ":play:", 2).await;
            let hand = picture(page, "the hand", OWN).await;
            says(&hand, &["Your turn! Your hand: ", "You can play: "]);
            let table = picture(page, "the table", PUBLIC).await;
            says(&table, &["Anna is next.", "Declarer: ", "Tricks: Anna "]);
        }
        "result" => {
            let result = picture(page, "the reckoning", PUBLIC).await;
            says(
                &result,
                &["The hands as they were dealt. Anna's cards: ", "in the talon at the end: ", "Standings: "],
            );
        }
        "replay" => {
            asked_again(page).await;
            let step = picture(page, "a step of the deal", REPLAY).await;
            says(&step, &["Trick 3", "Declarer: ", "Taken by ", "Anna's cards: "]);
        }
        "leaderboard" => {
            let chart = picture(page, "the leaderboard", LEADERBOARD).await;
            says(&chart, &["1. ", "Anna: "]);
        }
        "stats" => {
            let form = picture(page, "the form", STATS).await;
            says(&form, &["Anna · ", "Form: a single day, "]);
        }
        _ => {}
    }
}

async fn an_evening_is_drawn(size: (u32, u32)) {
    play(ANNA_BEGINS, size, async |page| evening(page, async |scene| look(page, scene).await).await).await;
}

#[tokio::test]
async fn cards_have_faces_and_every_scene_its_picture() {
    an_evening_is_drawn(DESK).await;
}

#[tokio::test]
async fn an_evening_is_drawn_on_a_telephone() {
    an_evening_is_drawn(PHONE).await;
}
