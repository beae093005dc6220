//! Tests of cards and suits as application emoji.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Fault, Sandbox};
use serde_json::Value;
use ulti::discord::{CardPictures, Drawing};
use ulti::text::{Appearance, Symbol};
use ulti_rules::{Card, CardSet};

use crate::emoji_cards::Emojis;
use crate::harness::{Harness, TIMEOUT, play_to_first_lead, private_text, seat_three};

const EMOJIS: &str = "/applications/";
/// Number of emoji: three decks of 32 cards and four suits. Both languages share their pictures here.
const ALL: usize = 3 * 36;

/// A different minimal PNG for each card of each deck. `changed` replaces one of them.
struct FakeCardPictures {
    changed: bool,
}

impl CardPictures for FakeCardPictures {
    fn draw(&self, look: Appearance, of: Symbol) -> Option<Vec<u8>> {
        let changed = self.changed && of == Symbol::Card("H7".parse().unwrap());
        let picture = format!("{:?}{of:?}{changed}", look.faces);
        Some([b"\x89PNG\r\n\x1a\n".as_slice(), picture.as_bytes()].concat())
    }
}

fn drawing(changed: bool) -> Drawing {
    Drawing { cards: Arc::new(FakeCardPictures { changed }), ..Drawing::default() }
}

fn names(sandbox: &Sandbox) -> Vec<String> {
    sandbox.emojis().iter().map(|emoji| emoji["name"].as_str().unwrap().to_owned()).collect()
}

/// Returns the number of requests for emoji with this method.
fn requests(sandbox: &Sandbox, method: &str) -> usize {
    let of_emoji = |path: &str| path.starts_with("/applications/") && path.contains("/emojis");
    let traffic = sandbox.traffic();
    let asked = traffic.iter().filter(|exchange| {
        exchange.status.is_none()
            && exchange.method.as_deref() == Some(method)
            && exchange.path.as_deref().is_some_and(of_emoji)
    });
    asked.count()
}

async fn until_uploaded(harness: &Harness) {
    harness.sandbox.until(|sandbox| sandbox.emojis().len() >= ALL, TIMEOUT).await.unwrap();
}

/// Opens a hand and returns its buttons with an emoji and the labels of all its buttons.
async fn hand(harness: &Harness) -> (Vec<Value>, String) {
    let people = seat_three(harness).await;
    let declarer = play_to_first_lead(&people).await;
    let hand = declarer.command("hand", []).await.unwrap();
    private_text(&hand);
    let message = hand.message.unwrap();
    let json = message.json();
    let rows = json["components"].as_array().unwrap();
    let buttons = rows.iter().flat_map(|row| row["components"].as_array().unwrap());
    let drawn = buttons.filter(|button| button.get("emoji").is_some()).cloned().collect();
    (drawn, message.buttons().join(" "))
}

#[tokio::test(flavor = "multi_thread")]
async fn emoji_are_uploaded_on_first_start_only() {
    let mut harness = Harness::without_bot(drawing(false)).await;
    harness.start_bot().await;
    until_uploaded(&harness).await;
    let emoji = harness.sandbox.emojis();
    assert_eq!(emoji.len(), ALL);
    let url = format!("{}/emojis/{}.png", harness.sandbox.base_url(), emoji[0]["id"].as_str().unwrap());
    let picture = reqwest::get(url).await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    harness.stop_bot().await;
    let listed = requests(&harness.sandbox, "GET");
    harness.start_bot().await;
    harness.sandbox.until(|sandbox| requests(sandbox, "GET") > listed, TIMEOUT).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(requests(&harness.sandbox, "POST"), ALL);
    let (drawn, labels) = hand(&harness).await;
    assert_eq!(drawn.len(), 10, "unexpected number of card emoji: {labels}");
    let emojis = Emojis::from_traffic(&harness.sandbox.traffic());
    for button in &drawn {
        let id = button["custom_id"].as_str().unwrap();
        let card: Card = id.rsplit(':').next().unwrap().parse().unwrap();
        for told in ["name", "id"] {
            let shown = emojis.cards_in(button["emoji"][told].as_str().unwrap());
            assert_eq!(shown, CardSet::of(card), "{button}");
        }
    }
    assert!(!labels.contains('♥') && !labels.contains("<:"), "{labels}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_emoji_are_replaced_and_foreign_kept() {
    let mut harness = Harness::without_bot(drawing(false)).await;
    harness.sandbox.add_emojis(["party_parrot".to_owned()]);
    harness.start_bot().await;
    harness.sandbox.until(|sandbox| sandbox.emojis().len() == ALL + 1, TIMEOUT).await.unwrap();
    let before = names(&harness.sandbox);
    harness.stop_bot().await;
    harness.set_drawing(drawing(true));
    harness.start_bot().await;
    // The changed card exists in three decks.
    harness.sandbox.until(|sandbox| requests(sandbox, "DELETE") == 3, TIMEOUT).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let after = names(&harness.sandbox);
    assert_eq!(after.len(), ALL + 1);
    let gone: Vec<&String> = before.iter().filter(|name| !after.contains(name)).collect();
    assert_eq!(gone.len(), 3, "{gone:?}");
    assert!(gone.iter().all(|name| name.starts_with("hearts_")), "{gone:?}");
    assert!(after.contains(&"party_parrot".to_owned()));
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_emoji_list_leaves_text_signs() {
    for status in [403, 400] {
        let mut harness = Harness::without_bot(drawing(false)).await;
        harness.sandbox.fail_next(1, "GET", EMOJIS, Fault::Status(status));
        harness.start_bot().await;
        let (emoji, labels) = hand(&harness).await;
        assert!(emoji.is_empty(), "{emoji:?}");
        assert!(labels.contains('\u{a0}'), "{labels}");
        assert_eq!((requests(&harness.sandbox, "GET"), requests(&harness.sandbox, "POST")), (1, 0));
        harness.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_emoji_uploads_are_retried_once() {
    let mut harness = Harness::without_bot(drawing(false)).await;
    harness.sandbox.fail_next(1, "GET", EMOJIS, Fault::Status(500));
    harness.sandbox.fail_next(1, "POST", EMOJIS, Fault::TooManyRequests { retry_after: Some(0.1) });
    harness.start_bot().await;
    until_uploaded(&harness).await;
    assert_eq!(requests(&harness.sandbox, "POST"), ALL + 1);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_emoji_upload_is_continued() {
    let mut harness = Harness::without_bot(drawing(false)).await;
    harness.sandbox.fail_next(1000, "POST", EMOJIS, Fault::Delay(Duration::from_millis(20)));
    harness.start_bot().await;
    harness.sandbox.until(|sandbox| sandbox.emojis().len() >= 5, TIMEOUT).await.unwrap();
    harness.kill_bot();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let there = harness.sandbox.emojis().len();
    assert!((5..ALL).contains(&there), "{there}");
    harness.start_bot().await;
    until_uploaded(&harness).await;
    let mut all = names(&harness.sandbox);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), ALL);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn full_emoji_list_leaves_signs_and_foreign_emoji() {
    let mut harness = Harness::without_bot(drawing(false)).await;
    harness.sandbox.add_emojis((0..1990).map(|number| format!("somebodys_{number}")));
    harness.start_bot().await;
    harness.sandbox.until(|sandbox| sandbox.emojis().len() == 2000, TIMEOUT).await.unwrap();
    let (emoji, labels) = hand(&harness).await;
    assert!(emoji.is_empty(), "{labels}");
    let somebodys = |name: &&String| name.starts_with("somebodys_");
    assert_eq!(names(&harness.sandbox).iter().filter(somebodys).count(), 1990);
    harness.end_expecting("APPLICATION_EMOJI_LIMIT").await;
}
