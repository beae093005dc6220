//! A short evening in English, played scene by scene.

use serde_json::json;

use super::hand::{ENGLISH, Hand, Step};
use super::mouse::{next_step, play_on, take};
use super::page::Page;

/// Seed of an evening in which Anna is forehand and gets twelve cards.
pub(crate) const ANNA_BEGINS: u64 = 7;

/// Lowest bid, with which the whole deal is played.
const BID: &str = "parti";

/// Plays one deal and calls `look` at each scene.
///
/// The scenes are `lobby`, `auction` (with its menu open), `discard`, `trick`, `result`, `replay`,
/// `leaderboard`, `stats` and `palette`.
pub(crate) async fn play_scenes(page: &Page, look: impl AsyncFn(&'static str)) {
    in_english(page).await;
    sit_down(page, &look).await;
    let laid = bid(page, &look).await;
    take(page, &laid.0, &laid.1, BID).await;
    let third = |steps: &[Step]| steps.iter().filter(|step| matches!(step, Step::Play(_))).count() == 3;
    play_on(page, &ENGLISH, BID, third).await;
    mid_trick(page).await;
    look("trick").await;
    play_on(page, &ENGLISH, BID, |_| false).await;
    look("result").await;
    replay(page).await;
    look("replay").await;
    for (typed, command) in [("leaderboard", "leaderboard"), ("stats ", "stats")] {
        page.keys(&format!("/{typed}\n")).await;
        let shown = "return messages().some((each) => each.querySelector('.command')?.textContent === `/${arguments[0]}` && !each.querySelector('.thinking'))";
        let _: bool = page.wait_until(&format!("/{command} is answered"), shown, json!([command])).await;
        look(command).await;
    }
    page.keys("/ulti").await;
    let open = "return document.querySelectorAll('#palette [role=option]').length > 1";
    let _: bool = page.wait_until("the palette is open", open, json!([])).await;
    look("palette").await;
}

/// Steps through the replay of the last deal to its third trick.
async fn replay(page: &Page) {
    page.press_labelled("Replay").await;
    for step in 1..=4 {
        let there = "
            const step = messages().findLast((each) => said(each).includes(arguments[0]) && !each.querySelector('[aria-busy]'));
            step?.scrollIntoView({ block: 'end' });
            return !!step";
        let _: bool =
            page.wait_until(&format!("step {step} is there"), there, json!([format!("({step}/")])).await;
        if step < 4 {
            page.press_labelled("Next ▶").await;
        }
    }
}

/// Sets the language of Anna's client and of the server to English.
pub(crate) async fn in_english(page: &Page) {
    page.press("#locale option[value='en-US']").await;
    page.keys("/ulti-admin settings language:en\n").await;
    page.press(".dismiss").await;
    let _: bool = page.wait_until("the log is empty", "return messages().length === 0", json!([])).await;
}

/// Opens a table, adds two robots and starts the deal, which opens the hand.
async fn sit_down(page: &Page, look: &impl AsyncFn(&'static str)) {
    page.press("#welcome .shortcut:nth-child(2)").await;
    for robots in 1..=2 {
        page.press_labelled("🤖 Easy robot").await;
        let seated = "return messages().some((each) => !each.querySelector('[aria-busy]') &&
            [...each.querySelectorAll('ol li')].filter((seat) => said(seat).includes('🤖')).length === arguments[0])";
        let _: bool = page.wait_until(&format!("{robots} robots sit there"), seated, json!([robots])).await;
        if robots == 1 {
            look("lobby").await;
        }
    }
    page.press_labelled("Start").await;
    // The message that the reply to `/ulti new` has shown is deleted once the hand is below the table.
    let is_alone = "
        const own = messages().filter((each) => each.dataset.ephemeral);
        return own.length === 1 && own[0] === messages().at(-1)";
    let _: bool = page.wait_until("the hand is below the table", is_alone, json!([])).await;
    Hand::of(page).await;
}

/// Chooses a contract and two cards to discard, and returns the step that confirms the bid.
async fn bid(page: &Page, look: &impl AsyncFn(&'static str)) -> (Hand, Step) {
    let (hand, step) = next_step(page, &ENGLISH).await.expect("deal ended early");
    let Step::Choose(menu) = &step else { panic!("unexpected first step: {step:?}") };
    page.press_in(&hand.message, &menu.id).await;
    let open = "return document.querySelectorAll('#menu [role=option]').length > 1";
    let _: bool = page.wait_until("the menu is open", open, json!([])).await;
    look("auction").await;
    page.press_in(&hand.message, &menu.id).await;
    take(page, &hand, &step, BID).await;
    loop {
        let (hand, step) = next_step(page, &ENGLISH).await.expect("deal ended early");
        if matches!(step, Step::Confirm(_)) {
            look("discard").await;
            return (hand, step);
        }
        take(page, &hand, &step, BID).await;
    }
}

/// Plays until the others have led and it is Anna's turn, and scrolls to her hand.
async fn mid_trick(page: &Page) {
    for _ in 0..10 {
        let (hand, step) = next_step(page, &ENGLISH).await.expect("deal ended early");
        let mut cards = hand.parts.iter().filter(|part| part.is_card());
        if matches!(step, Step::Play(_)) && cards.any(|card| !card.free) {
            break;
        }
        take(page, &hand, &step, BID).await;
    }
    let script = "messages().filter((each) => each.dataset.ephemeral).at(-1).scrollIntoView({ block: 'end' }); return true";
    let _: bool = page.ask(script, json!([])).await;
}
