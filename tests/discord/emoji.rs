//! Cards and suits as emoji of the application.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use ulti::discord::{CardPictures, Drawing};
use ulti::playground::{Fault, Playground};
use ulti::rules::{Card, CardSet};
use ulti::text::{EmblemOf, Look};

use crate::emoji_told::Emojis;
use crate::evening::{Evening, PATIENCE, three_sit_down, told, until_the_lead};

const EMOJIS: &str = "/applications/";
/// Three decks, each of 32 cards and four suits; both languages have the same pictures here.
const ALL: usize = 3 * 36;

/// A picture that is a PNG by its first bytes, and another one for each card of each deck; `changed`
/// draws one of them anew.
struct Drawn {
    changed: bool,
}

impl CardPictures for Drawn {
    fn draw(&self, look: Look, of: EmblemOf) -> Option<Vec<u8>> {
        let changed = self.changed && of == EmblemOf::Card("H7".parse().unwrap());
        let picture = format!("{:?}{of:?}{changed}", look.faces);
        Some([b"\x89PNG\r\n\x1a\n".as_slice(), picture.as_bytes()].concat())
    }
}

fn drawing(changed: bool) -> Drawing {
    Drawing { cards: Arc::new(Drawn { changed }), ..Drawing::default() }
}

fn names(playground: &Playground) -> Vec<String> {
    playground.emojis().iter().map(|emoji| emoji["name"].as_str().unwrap().to_owned()).collect()
}

/// How many requests of this kind about emoji there have been.
fn requests(playground: &Playground, method: &str) -> usize {
    let of_emoji = |path: &str| path.starts_with("/applications/") && path.contains("/emojis");
    let traffic = playground.traffic();
    let asked = traffic.iter().filter(|exchange| {
        exchange.status.is_none()
            && exchange.method.as_deref() == Some(method)
            && exchange.path.as_deref().is_some_and(of_emoji)
    });
    asked.count()
}

async fn until_uploaded(evening: &Evening) {
    evening.playground.until(|playground| playground.emojis().len() >= ALL, PATIENCE).await.unwrap();
}

/// The buttons of a hand that have an emoji, and the hand's labels.
async fn hand(evening: &Evening) -> (Vec<Value>, String) {
    let people = three_sit_down(evening).await;
    let declarer = until_the_lead(&people).await;
    let hand = declarer.command("hand", []).await.unwrap();
    told(&hand);
    let message = hand.message.unwrap();
    let json = message.json();
    let rows = json["components"].as_array().unwrap();
    let buttons = rows.iter().flat_map(|row| row["components"].as_array().unwrap());
    let drawn = buttons.filter(|button| button.get("emoji").is_some()).cloned().collect();
    (drawn, message.buttons().join(" "))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_start_uploads_all_and_the_second_none() {
    let mut evening = Evening::before(drawing(false)).await;
    evening.start_bot().await;
    until_uploaded(&evening).await;
    let emoji = evening.playground.emojis();
    assert_eq!(emoji.len(), ALL);
    let url = format!("{}/emojis/{}.png", evening.playground.base_url(), emoji[0]["id"].as_str().unwrap());
    let picture = reqwest::get(url).await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    evening.stop_bot().await;
    let listed = requests(&evening.playground, "GET");
    evening.start_bot().await;
    evening.playground.until(|playground| requests(playground, "GET") > listed, PATIENCE).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(requests(&evening.playground, "POST"), ALL);
    let (drawn, labels) = hand(&evening).await;
    assert_eq!(drawn.len(), 10, "a card each: {labels}");
    let emojis = Emojis::told_in(&evening.playground.traffic());
    for button in &drawn {
        let id = button["custom_id"].as_str().unwrap();
        let card: Card = id.rsplit(':').next().unwrap().parse().unwrap();
        for told in ["name", "id"] {
            let shown = emojis.cards_in(button["emoji"][told].as_str().unwrap());
            assert_eq!(shown, CardSet::of(card), "{button}");
        }
    }
    assert!(!labels.contains('♥') && !labels.contains("<:"), "{labels}");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_picture_takes_the_old_ones_place_and_a_strangers_stays() {
    let mut evening = Evening::before(drawing(false)).await;
    evening.playground.add_emojis(["party_parrot".to_owned()]);
    evening.start_bot().await;
    evening.playground.until(|playground| playground.emojis().len() == ALL + 1, PATIENCE).await.unwrap();
    let before = names(&evening.playground);
    evening.stop_bot().await;
    evening.draw_by(drawing(true));
    evening.start_bot().await;
    // One in each deck.
    evening.playground.until(|playground| requests(playground, "DELETE") == 3, PATIENCE).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let after = names(&evening.playground);
    assert_eq!(after.len(), ALL + 1);
    let gone: Vec<&String> = before.iter().filter(|name| !after.contains(name)).collect();
    assert_eq!(gone.len(), 3, "{gone:?}");
    assert!(gone.iter().all(|name| name.starts_with("hearts_")), "{gone:?}");
    assert!(after.contains(&"party_parrot".to_owned()));
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_leave_to_upload_the_cards_stay_signs() {
    for status in [403, 400] {
        let mut evening = Evening::before(drawing(false)).await;
        evening.playground.fail_next(1, "GET", EMOJIS, Fault::Status(status));
        evening.start_bot().await;
        let (emoji, labels) = hand(&evening).await;
        assert!(emoji.is_empty(), "{emoji:?}");
        assert!(labels.contains('\u{a0}'), "{labels}");
        assert_eq!((requests(&evening.playground, "GET"), requests(&evening.playground, "POST")), (1, 0));
        evening.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ailing_discord_is_asked_again_and_nothing_is_uploaded_twice() {
    let mut evening = Evening::before(drawing(false)).await;
    evening.playground.fail_next(1, "GET", EMOJIS, Fault::Status(500));
    evening.playground.fail_next(1, "POST", EMOJIS, Fault::TooManyRequests { retry_after: Some(0.1) });
    evening.start_bot().await;
    until_uploaded(&evening).await;
    assert_eq!(requests(&evening.playground, "POST"), ALL + 1);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_was_cut_off_goes_on_where_it_was() {
    let mut evening = Evening::before(drawing(false)).await;
    evening.playground.fail_next(1000, "POST", EMOJIS, Fault::Delay(Duration::from_millis(20)));
    evening.start_bot().await;
    evening.playground.until(|playground| playground.emojis().len() >= 5, PATIENCE).await.unwrap();
    evening.kill_bot();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let there = evening.playground.emojis().len();
    assert!((5..ALL).contains(&there), "{there}");
    evening.start_bot().await;
    until_uploaded(&evening).await;
    let mut all = names(&evening.playground);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), ALL);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_room_the_cards_stay_signs_and_nobodys_emoji_are_touched() {
    let mut evening = Evening::before(drawing(false)).await;
    evening.playground.add_emojis((0..1990).map(|number| format!("somebodys_{number}")));
    evening.start_bot().await;
    evening.playground.until(|playground| playground.emojis().len() == 2000, PATIENCE).await.unwrap();
    let (emoji, labels) = hand(&evening).await;
    assert!(emoji.is_empty(), "{labels}");
    let somebodys = |name: &&String| name.starts_with("somebodys_");
    assert_eq!(names(&evening.playground).iter().filter(somebodys).count(), 1990);
    evening.end_but_for("APPLICATION_EMOJI_LIMIT").await;
}
