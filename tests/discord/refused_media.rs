//! Tests of refused or slow pictures and emoji: the text is sent all the same.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use discord_sandbox::{Fault, Message, SimulatedUser};
use serde_json::{Value, json};
use ulti::discord::{CardPictures, Drawing};
use ulti::render::{ChartRow, FormCurve, Picture, Pictures};
use ulti::table::{DealView, TableView};
use ulti::text::{Appearance, Symbol};
use ulti_rules::View;

use crate::harness::{
    Harness, TIMEOUT, bidder, make_weakest_bid, play_to_first_lead, private_text, public, seat_three,
    until_private,
};

/// Number of emoji: three decks of 32 cards and four suits.
const ALL: usize = 3 * 36;
const EMOJIS: &str = "/applications/";

/// Pictures that never change, except for a table's first version. Drawing a hand takes `hands_take`.
#[derive(Default)]
struct FakePictures {
    hands_take: Duration,
    first: OnceLock<u32>,
}

#[allow(clippy::unnecessary_wraps)] // required by the trait
fn picture(name: &str) -> Option<Picture> {
    let bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0".to_vec();
    Some(Picture { name: format!("{name}.png"), bytes, alt: name.to_owned() })
}

impl Pictures for FakePictures {
    fn table(&self, scene: &TableView, _: Appearance) -> Option<Picture> {
        let version = scene.deal.as_ref()?.view.version;
        picture(if *self.first.get_or_init(|| version) == version { "first" } else { "table" })
    }

    fn hand(&self, _: &View, _: Appearance) -> Option<Picture> {
        std::thread::sleep(self.hands_take);
        picture("hand")
    }

    fn result(&self, _: &DealView, _: Appearance) -> Option<Picture> {
        None
    }

    fn leaderboard(&self, _: &str, _: &[ChartRow], _: Appearance) -> Option<Picture> {
        None
    }

    fn form(&self, _: &FormCurve, _: Appearance) -> Option<Picture> {
        None
    }

    fn replay(&self, _: &ulti::render::ReplayStill, _: Appearance) -> Option<Picture> {
        None
    }

    fn standings(&self, _: &TableView, _: Appearance) -> Option<Picture> {
        None
    }
}

/// A different emoji for each card of each deck. `changed` replaces all of them.
struct FakeCardPictures {
    changed: bool,
}

impl CardPictures for FakeCardPictures {
    fn draw(&self, look: Appearance, of: Symbol) -> Option<Vec<u8>> {
        let picture = format!("{:?}{of:?}{}", look.faces, self.changed);
        Some([b"\x89PNG\r\n\x1a\n".as_slice(), picture.as_bytes()].concat())
    }
}

fn cards(changed: bool) -> Drawing {
    Drawing { cards: Arc::new(FakeCardPictures { changed }), ..Drawing::default() }
}

async fn with_pictures(pictures: FakePictures) -> Harness {
    let mut harness =
        Harness::without_bot(Drawing { pictures: Arc::new(pictures), ..Drawing::default() }).await;
    harness.start_bot().await;
    harness
}

fn has_file(message: &Message) -> bool {
    message.json()["attachments"].as_array().is_some_and(|files| !files.is_empty())
}

/// Returns the emoji on a message's buttons.
fn emoji(message: &Message) -> Vec<Value> {
    let rows = message.json()["components"].as_array().cloned().unwrap_or_default();
    let buttons = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    buttons.filter_map(|button| button.get("emoji").cloned()).collect()
}

async fn hand(person: &SimulatedUser) -> Message {
    person.command("hand", []).await.unwrap().message.unwrap()
}

async fn until_table(person: &SimulatedUser, wanted: impl Fn(&Message) -> bool) -> Message {
    let newest = |messages: &[Message]| public(messages).last().is_some_and(&wanted);
    public(&person.until(newest, TIMEOUT).await.unwrap()).pop().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_post_is_sent_without_picture() {
    for status in [403, 400] {
        let harness = with_pictures(FakePictures::default()).await;
        let people = seat_three(&harness).await;
        let messages = format!("/channels/{}/messages", people[0].channel());
        let before = until_table(&people[0], has_file).await;
        // The picture does not change, so that only a refusal can remove it.
        private_text(&people[0].command("table", []).await.unwrap());
        let table = until_table(&people[0], |table| table.id() != before.id() && has_file(table)).await;
        harness.sandbox.fail_next(1, "POST", &messages, Fault::Status(status));
        private_text(&people[0].command("table", []).await.unwrap());
        let words = until_table(&people[0], |words| words.id() != table.id()).await;
        assert!(!has_file(&words), "{status}");
        private_text(&make_weakest_bid(bidder(&people).await).await);
        until_table(&people[0], has_file).await;
        harness.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_edit_is_sent_without_picture() {
    for status in [403, 400] {
        let harness = with_pictures(FakePictures::default()).await;
        let people = seat_three(&harness).await;
        let before = until_table(&people[0], has_file).await;
        let channel = format!("/channels/{}", people[0].channel());
        harness.sandbox.fail_next(1, "PATCH", &channel, Fault::Status(status));
        private_text(&make_weakest_bid(bidder(&people).await).await);
        let words = until_table(&people[0], |table| table.text() != before.text()).await;
        assert_eq!((words.id(), has_file(&words)), (before.id(), false), "{status}");
        // The refused picture is also the right one for the next version.
        for person in &people {
            let _ = person.command("pass", [("rest", json!(true))]).await.unwrap();
        }
        until_table(&people[0], has_file).await;
        harness.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_reply_is_sent_without_picture() {
    for status in [403, 400] {
        let harness = with_pictures(FakePictures::default()).await;
        let people = seat_three(&harness).await;
        until_table(&people[0], has_file).await;
        harness.sandbox.fail_next(1, "POST", "/interactions", Fault::Status(status));
        let words = hand(&people[0]).await;
        assert!(!has_file(&words) && !words.buttons().is_empty(), "{status}");
        assert!(has_file(&hand(&people[0]).await), "picture is missing after a single refusal");
        harness.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reply_does_not_wait_for_slow_picture() {
    let harness =
        with_pictures(FakePictures { hands_take: Duration::from_secs(6), ..FakePictures::default() }).await;
    let people = seat_three(&harness).await;
    let words = hand(&people[0]).await;
    assert!(!words.is_loading() && !has_file(&words), "{words:?}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_emoji_are_replaced_by_signs_until_reuploaded() {
    let mut harness = Harness::without_bot(cards(false)).await;
    harness.start_bot().await;
    harness.sandbox.until(|sandbox| sandbox.emojis().len() == ALL, TIMEOUT).await.unwrap();
    let people = seat_three(&harness).await;
    let declarer = play_to_first_lead(&people).await;
    assert_eq!(emoji(&hand(declarer).await).len(), 10);
    let other = people.iter().find(|person| person.id() != declarer.id()).unwrap();
    hand(other).await;
    // Delay new uploads until the hands without emoji have been checked.
    let uploads = harness.sandbox.hold("POST", EMOJIS);
    harness.sandbox.delete_emojis(|_| true);
    let signs = hand(declarer).await;
    assert!(emoji(&signs).is_empty());
    assert!(signs.buttons().iter().filter(|label| label.contains('\u{a0}')).count() >= 10, "{signs:?}");
    let card = declarer.autocomplete("play", "card", "").await.unwrap().remove(0);
    private_text(&declarer.command("play", [("card", card.value)]).await.unwrap());
    // An open hand is updated without emoji.
    until_private(other, |own| emoji(own).is_empty() && own.buttons().len() > 5).await;
    uploads.release();
    harness.sandbox.until(|sandbox| sandbox.emojis().len() == ALL, TIMEOUT).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!emoji(&hand(other).await).is_empty());
    harness.end_expecting("Invalid emoji").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undeletable_old_emoji_do_not_affect_others() {
    let mut harness = Harness::without_bot(cards(false)).await;
    harness.start_bot().await;
    harness.sandbox.until(|sandbox| sandbox.emojis().len() == ALL, TIMEOUT).await.unwrap();
    harness.stop_bot().await;
    harness.set_drawing(cards(true));
    harness.sandbox.fail_next(1000, "DELETE", EMOJIS, Fault::Status(403));
    harness.start_bot().await;
    harness.sandbox.until(|sandbox| sandbox.emojis().len() == 2 * ALL, TIMEOUT).await.unwrap();
    let people = seat_three(&harness).await;
    let declarer = play_to_first_lead(&people).await;
    assert_eq!(emoji(&hand(declarer).await).len(), 10);
    harness.end().await;
}
