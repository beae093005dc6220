//! Discord refuses an ornament, or it takes too long: the words arrive all the same.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};
use ulti::discord::{CardPictures, Drawing};
use ulti::playground::{Fault, Message, Person};
use ulti::render::{ChartRow, Form, Picture, Pictures};
use ulti::rules::View;
use ulti::table::{DealScene, Scene};
use ulti::text::{EmblemOf, Look};

use crate::evening::{
    Evening, PATIENCE, bid_something, bidder, public, three_sit_down, told, until_own, until_the_lead,
};

/// So many emoji there are: three decks of 32 cards and four suits.
const ALL: usize = 3 * 36;
const EMOJIS: &str = "/applications/";

/// Draws the same picture for everything of a kind, hands after a while; of a table first another one.
#[derive(Default)]
struct Same {
    hands_take: Duration,
    first: OnceLock<u32>,
}

#[allow(clippy::unnecessary_wraps)] // as the trait wants it
fn picture(name: &str) -> Option<Picture> {
    let bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0".to_vec();
    Some(Picture { name: format!("{name}.png"), bytes, alt: name.to_owned() })
}

impl Pictures for Same {
    fn table(&self, scene: &Scene, _: Look) -> Option<Picture> {
        let version = scene.deal.as_ref()?.view.version;
        picture(if *self.first.get_or_init(|| version) == version { "first" } else { "table" })
    }

    fn hand(&self, _: &View, _: Look) -> Option<Picture> {
        std::thread::sleep(self.hands_take);
        picture("hand")
    }

    fn result(&self, _: &DealScene, _: Look) -> Option<Picture> {
        None
    }

    fn leaderboard(&self, _: &str, _: &[ChartRow], _: Look) -> Option<Picture> {
        None
    }

    fn form(&self, _: &Form, _: Look) -> Option<Picture> {
        None
    }

    fn replay(&self, _: &ulti::render::Still, _: Look) -> Option<Picture> {
        None
    }

    fn standings(&self, _: &Scene, _: Look) -> Option<Picture> {
        None
    }
}

/// An emoji for each card of each deck, another one where it is `changed`.
struct Cards {
    changed: bool,
}

impl CardPictures for Cards {
    fn draw(&self, look: Look, of: EmblemOf) -> Option<Vec<u8>> {
        let picture = format!("{:?}{of:?}{}", look.faces, self.changed);
        Some([b"\x89PNG\r\n\x1a\n".as_slice(), picture.as_bytes()].concat())
    }
}

fn cards(changed: bool) -> Drawing {
    Drawing { cards: Arc::new(Cards { changed }), ..Drawing::default() }
}

async fn with_pictures(pictures: Same) -> Evening {
    let mut evening = Evening::before(Drawing { pictures: Arc::new(pictures), ..Drawing::default() }).await;
    evening.start_bot().await;
    evening
}

fn has_file(message: &Message) -> bool {
    message.json()["attachments"].as_array().is_some_and(|files| !files.is_empty())
}

/// The emoji on a message's buttons.
fn emoji(message: &Message) -> Vec<Value> {
    let rows = message.json()["components"].as_array().cloned().unwrap_or_default();
    let buttons = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    buttons.filter_map(|button| button.get("emoji").cloned()).collect()
}

async fn hand(person: &Person) -> Message {
    person.command("hand", []).await.unwrap().message.unwrap()
}

async fn until_table(person: &Person, wanted: impl Fn(&Message) -> bool) -> Message {
    let newest = |messages: &[Message]| public(messages).last().is_some_and(&wanted);
    public(&person.until(newest, PATIENCE).await.unwrap()).pop().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_picture_leaves_the_words_and_the_next_edit_brings_it_back() {
    for status in [403, 400] {
        let evening = with_pictures(Same::default()).await;
        let people = three_sit_down(&evening).await;
        let messages = format!("/channels/{}/messages", people[0].channel());
        let before = until_table(&people[0], has_file).await;
        // The picture stays as it is, so nothing but its refusal can make it go.
        told(&people[0].command("table", []).await.unwrap());
        let table = until_table(&people[0], |table| table.id() != before.id() && has_file(table)).await;
        evening.playground.fail_next(1, "POST", &messages, Fault::Status(status));
        told(&people[0].command("table", []).await.unwrap());
        let words = until_table(&people[0], |words| words.id() != table.id()).await;
        assert!(!has_file(&words), "{status}");
        told(&bid_something(bidder(&people).await).await);
        until_table(&people[0], has_file).await;
        evening.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_edit_leaves_the_words_and_the_next_one_brings_the_picture_back() {
    for status in [403, 400] {
        let evening = with_pictures(Same::default()).await;
        let people = three_sit_down(&evening).await;
        let before = until_table(&people[0], has_file).await;
        let channel = format!("/channels/{}", people[0].channel());
        evening.playground.fail_next(1, "PATCH", &channel, Fault::Status(status));
        told(&bid_something(bidder(&people).await).await);
        let words = until_table(&people[0], |table| table.text() != before.text()).await;
        assert_eq!((words.id(), has_file(&words)), (before.id(), false), "{status}");
        // The picture that is not there is the one that belongs there after the next step too.
        for person in &people {
            let _ = person.command("pass", [("rest", json!(true))]).await.unwrap();
        }
        until_table(&people[0], has_file).await;
        evening.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_whose_picture_is_refused_comes_in_words() {
    for status in [403, 400] {
        let evening = with_pictures(Same::default()).await;
        let people = three_sit_down(&evening).await;
        until_table(&people[0], has_file).await;
        evening.playground.fail_next(1, "POST", "/interactions", Fault::Status(status));
        let words = hand(&people[0]).await;
        assert!(!has_file(&words) && !words.buttons().is_empty(), "{status}");
        assert!(has_file(&hand(&people[0]).await), "one refusal without a reason is no rule");
        evening.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_does_not_wait_for_a_slow_picture() {
    let evening = with_pictures(Same { hands_take: Duration::from_secs(6), ..Same::default() }).await;
    let people = three_sit_down(&evening).await;
    let words = hand(&people[0]).await;
    assert!(!words.is_loading() && !has_file(&words), "{words:?}");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn emoji_that_are_deleted_become_signs_until_they_are_there_again() {
    let mut evening = Evening::before(cards(false)).await;
    evening.start_bot().await;
    evening.playground.until(|playground| playground.emojis().len() == ALL, PATIENCE).await.unwrap();
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    assert_eq!(emoji(&hand(declarer).await).len(), 10);
    let other = people.iter().find(|person| person.id() != declarer.id()).unwrap();
    hand(other).await;
    // Nothing is uploaded anew before everyone has seen what there is without.
    let uploads = evening.playground.hold("POST", EMOJIS);
    evening.playground.delete_emojis(|_| true);
    let signs = hand(declarer).await;
    assert!(emoji(&signs).is_empty());
    assert!(signs.buttons().iter().filter(|label| label.contains('\u{a0}')).count() >= 10, "{signs:?}");
    let card = declarer.autocomplete("play", "card", "").await.unwrap().remove(0);
    told(&declarer.command("play", [("card", card.value)]).await.unwrap());
    // Whose hand was open has it refreshed, and plays from it.
    until_own(other, |own| emoji(own).is_empty() && own.buttons().len() > 5).await;
    uploads.release();
    evening.playground.until(|playground| playground.emojis().len() == ALL, PATIENCE).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!emoji(&hand(other).await).is_empty());
    evening.end_but_for("Invalid emoji").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outdated_emoji_that_stays_does_not_cost_the_others() {
    let mut evening = Evening::before(cards(false)).await;
    evening.start_bot().await;
    evening.playground.until(|playground| playground.emojis().len() == ALL, PATIENCE).await.unwrap();
    evening.stop_bot().await;
    evening.draw_by(cards(true));
    evening.playground.fail_next(1000, "DELETE", EMOJIS, Fault::Status(403));
    evening.start_bot().await;
    evening.playground.until(|playground| playground.emojis().len() == 2 * ALL, PATIENCE).await.unwrap();
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    assert_eq!(emoji(&hand(declarer).await).len(), 10);
    evening.end().await;
}
