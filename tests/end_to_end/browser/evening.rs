//! An evening of three people in English, seen on their phones. `ULTI_SCREENSHOTS` saves its pictures for the
//! README.

use fantoccini::wd::WindowHandle;
use serde_json::{Value, json};

use super::hand::{ENGLISH, Step};
use super::mouse::take;
use super::page::Page;
use super::scenes::in_english;
use super::screenshots::save;
use super::windows::{next_player, sit_down, start};
use super::{PHONE, with_sandbox};

/// Seed of the evening.
const SEED: u64 = 17;
const PEOPLE: [&str; 3] = ["Anna", "Bea", "Csaba"];
const BID: &str = "parti";
/// Number of cards that are played before the screenshot of a hand: three tricks and the lead of the fourth.
const CARDS_BEFORE_PICTURE: usize = 10;

/// Seats the three people, opens their hands and returns their windows in order.
async fn seat_people(page: &Page) -> Vec<WindowHandle> {
    in_english(page).await;
    let english = async || page.press("#locale option[value='en-US']").await;
    let windows = sit_down(page, &PEOPLE, &ENGLISH, english).await;
    scroll_to(page, "Join").await;
    save(page, "evening-lobby.png").await;
    start(page, &windows, &ENGLISH).await;
    windows
}

/// Scrolls the newest message that contains the text to the end of the screen.
async fn scroll_to(page: &Page, words: &str) {
    let script = "
        const found = messages().findLast((each) => said(each).includes(arguments[0]));
        found?.scrollIntoView({ block: 'end' });
        return !!found";
    let _: bool = page.wait_until(&format!("{words:?} is visible"), script, json!([words])).await;
}

/// Plays the deal to its end.
async fn play(page: &Page, windows: &[WindowHandle]) {
    let mut cards = 0;
    while cards < 30 {
        let (_, hand, step) = next_player(page, windows, &ENGLISH).await;
        if cards == CARDS_BEFORE_PICTURE && matches!(step, Step::Play(_)) {
            scroll_to(page, "Your turn").await;
            save(page, "evening-hand.png").await;
        }
        cards += usize::from(matches!(step, Step::Play(_)));
        take(page, &hand, &step, BID).await;
    }
}

/// Opens the leaderboard until it has its chart. An answer omits a chart that takes too long to draw.
async fn until_leaderboard_has_chart(page: &Page) {
    let charts = "const shown = messages().filter((each) => each.dataset.ephemeral && said(each).includes('Leaderboard:'));
        return shown.length > arguments[0] && { shown: shown.length, drawn: !!shown.at(-1).querySelector('.picture img') }";
    let mut before = 0;
    for _ in 0..5 {
        page.press_labelled("Leaderboard").await;
        let seen: Value = page.wait_until("the leaderboard is shown", charts, json!([before])).await;
        if seen["drawn"] == true {
            return;
        }
        before = seen["shown"].as_u64().unwrap();
    }
    panic!("the leaderboard has no chart");
}

#[tokio::test]
async fn three_people_play_evening_on_phones_and_start_again() {
    with_sandbox(SEED, PHONE, async |page| {
        let windows = seat_people(page).await;
        play(page, &windows).await;
        page.until_text("Deal 1: result").await;
        scroll_to(page, "Next deal").await;
        save(page, "evening-result.png").await;
        for (votes, window) in windows.iter().enumerate() {
            page.client.switch_to_window(window.clone()).await.unwrap();
            page.press_labelled(&format!("End the evening ({votes} of 3)")).await;
        }
        page.until_text("Thank you for playing!").await;
        scroll_to(page, "Same again").await;
        save(page, "evening-end.png").await;
        until_leaderboard_has_chart(page).await;
        scroll_to(page, "Leaderboard:").await;
        save(page, "leaderboard.png").await;
        page.press_labelled("Same again").await;
        page.until_text("Invited to play again").await;
        for window in &windows[..2] {
            page.client.switch_to_window(window.clone()).await.unwrap();
            page.press_labelled("Join").await;
        }
        // Csaba invites, so Bea is the last to join and the one who starts.
        let windows = [windows[2].clone(), windows[0].clone(), windows[1].clone()];
        start(page, &windows, &ENGLISH).await;
        let (_, _, step) = next_player(page, &windows, &ENGLISH).await;
        assert!(matches!(step, Step::Choose(_)), "the second evening does not begin with a bid: {step:?}");
    })
    .await;
}
