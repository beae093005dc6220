//! Pictures under the table's message and under a hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Mutex;
use ulti::discord::Drawing;
use ulti::playground::{Answer, Fault, Message, Person, permission};
use ulti::render::{ChartRow, Form, Picture, Pictures, Still};
use ulti::rules::View;
use ulti::table::{DealScene, Scene};
use ulti::text::Look;

use crate::evening::{
    Evening, PATIENCE, play_on, public, three_sit_down, told, until_message, until_public, until_the_lead,
};

/// A picture of a pixel's fame: a PNG by its head, named by what it would show.
struct Drawn {
    drawn: Arc<AtomicUsize>,
    /// Whoever holds it keeps hands from being drawn.
    hands: Arc<Mutex<()>>,
}

impl Drawn {
    #[allow(clippy::unnecessary_wraps)] // as the trait wants it
    fn picture(&self, shows: &str) -> Option<Picture> {
        self.drawn.fetch_add(1, Ordering::SeqCst);
        let head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0".as_slice();
        let name: String = shows.chars().filter(char::is_ascii_alphanumeric).collect();
        Some(Picture { name: format!("{name}.png"), bytes: head.to_vec(), alt: format!("alt {shows}") })
    }
}

impl Pictures for Drawn {
    fn table(&self, scene: &Scene, _: Look) -> Option<Picture> {
        let deal = scene.deal.as_ref()?;
        self.picture(&format!("table {} {}", deal.number, deal.view.version))
    }

    fn hand(&self, view: &View, _: Look) -> Option<Picture> {
        let _drawing = self.hands.blocking_lock();
        let hand = view.own_hand().iter().map(|card| card.to_string()).collect::<String>();
        self.picture(&format!("hand {hand}"))
    }

    fn result(&self, _: &DealScene, _: Look) -> Option<Picture> {
        panic!("drawing goes wrong")
    }

    fn replay(&self, still: &Still, _: Look) -> Option<Picture> {
        self.picture(&still.title)
    }

    fn leaderboard(&self, title: &str, _: &[ChartRow], _: Look) -> Option<Picture> {
        self.picture(title)
    }

    fn form(&self, form: &Form, _: Look) -> Option<Picture> {
        self.picture(&format!("form {} {}", form.name, form.days.len()))
    }

    fn standings(&self, _: &Scene, _: Look) -> Option<Picture> {
        panic!("drawing goes wrong")
    }
}

async fn evening() -> (Evening, Arc<AtomicUsize>) {
    let (evening, drawn, _) = evening_with_hands_held().await;
    (evening, drawn)
}

async fn evening_with_hands_held() -> (Evening, Arc<AtomicUsize>, Arc<Mutex<()>>) {
    let drawn = Arc::new(AtomicUsize::new(0));
    let hands = Arc::new(Mutex::new(()));
    let pictures = Arc::new(Drawn { drawn: Arc::clone(&drawn), hands: Arc::clone(&hands) });
    let mut evening = Evening::before(Drawing { pictures, ..Drawing::default() }).await;
    evening.start_bot().await;
    (evening, drawn, hands)
}

/// A hand with its picture, which follows its words.
async fn pictured(person: &Person, hand: &Message) -> Message {
    until_message(person, hand.id(), |hand| name(hand).starts_with("hand")).await
}

/// Until nothing more is drawn.
async fn until_at_rest(drawn: &AtomicUsize) {
    let mut before = None;
    while before != Some(drawn.load(Ordering::SeqCst)) {
        before = Some(drawn.load(Ordering::SeqCst));
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

/// The declarer's hand with its picture, before the first card is led.
async fn hand_of_the_declarer(people: &[Person; 3]) -> (&Person, Message) {
    let declarer = until_the_lead(people).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let hand = pictured(declarer, &hand).await;
    (declarer, hand)
}

/// A card of an open hand that may be played, by the label of its button.
fn playable(hand: &Message) -> String {
    hand.buttons().into_iter().find(|label| label.contains('\u{a0}')).unwrap().to_owned()
}

fn files(message: &Message) -> Vec<Value> {
    message.json()["attachments"].as_array().cloned().unwrap_or_default()
}

fn name(message: &Message) -> String {
    files(message).first().and_then(|file| file["filename"].as_str()).unwrap_or_default().to_owned()
}

async fn until_table(person: &Person, wanted: impl Fn(&Message) -> bool) -> Message {
    let newest = |messages: &[Message]| public(messages).last().is_some_and(&wanted);
    public(&person.until(newest, PATIENCE).await.unwrap()).pop().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_has_one_picture_which_follows_the_deal() {
    let (evening, _) = evening().await;
    let people = three_sit_down(&evening).await;
    let first = until_table(&people[0], |table| name(table).starts_with("table1")).await;
    let file = &files(&first)[0];
    assert!(file["description"].as_str().unwrap().starts_with("alt table 1"), "{file}");
    assert_eq!(file["width"], 800);
    until_the_lead(&people).await;
    let later = until_table(&people[0], |table| name(table) != name(&first)).await;
    assert_eq!(files(&later).len(), 1, "the old one is gone");
    told(&people[0].command("table", []).await.unwrap());
    until_table(&people[0], |table| table.id() != later.id() && files(table).len() == 1).await;
    evening.end_but_for("Unknown Message").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_is_there_is_not_sent_again() {
    let (evening, drawn) = evening().await;
    let people = three_sit_down(&evening).await;
    let table = until_public(&people[0], "Lapjaim").await;
    let declarer = crate::evening::bidder(&people).await;
    let hand = declarer.press(&table, "Lapjaim").await.unwrap().message.unwrap();
    let hand = pictured(declarer, &hand).await;
    let uploads = || {
        let traffic = evening.playground.traffic();
        let hands = |exchange: &&ulti::playground::Exchange| {
            exchange.files.iter().any(|file| file.name.starts_with("hand"))
        };
        traffic.iter().filter(hands).count()
    };
    until_table(&people[0], |table| name(table).starts_with("table1")).await;
    until_at_rest(&drawn).await;
    let (before, id) = ((uploads(), drawn.load(Ordering::SeqCst)), files(&hand)[0]["id"].clone());
    // A card laid aside: the hand is the same, and so is its picture.
    let card = hand.buttons().into_iter().find(|label| label.contains('\u{a0}')).unwrap().to_owned();
    for chosen in [true, false] {
        let now = declarer.message(hand.id()).unwrap();
        let label = now.buttons().into_iter().find(|label| label.contains(&card)).unwrap().to_owned();
        let drafted = declarer.press(&now, &label).await.unwrap().message.unwrap();
        assert_eq!(drafted.buttons().iter().any(|label| label.contains('✓')), chosen, "{drafted:?}");
        assert_eq!(files(&drafted)[0]["id"], id);
    }
    until_at_rest(&drawn).await;
    assert_eq!((uploads(), drawn.load(Ordering::SeqCst)), before, "the hand is the same");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_a_card_knows_before_the_hand_is_drawn_and_the_newest_picture_stays() {
    let (evening, _, hands) = evening_with_hands_held().await;
    let people = three_sit_down(&evening).await;
    let (declarer, hand) = hand_of_the_declarer(&people).await;
    let held = hands.lock().await;
    let answer = declarer.press(&hand, &playable(&hand)).await.unwrap().message.unwrap();
    assert_eq!(name(&answer), name(&hand), "the old picture stays until there is a new one");
    // The table moves on while the hand is being drawn.
    play_on(&people).await;
    play_on(&people).await;
    drop(held);
    let after = until_message(declarer, hand.id(), |now| name(now) != name(&hand)).await;
    assert_eq!(name(&hand).len() - name(&after).len(), 2, "a card less: {} {}", name(&hand), name(&after));
    assert_eq!(files(&after).len(), 1);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_next_picture_is_refused_the_old_one_does_not_stay() {
    let (evening, _, hands) = evening_with_hands_held().await;
    let people = three_sit_down(&evening).await;
    let (declarer, hand) = hand_of_the_declarer(&people).await;
    let held = hands.lock().await;
    let answer = declarer.press(&hand, &playable(&hand)).await.unwrap();
    let said = answer.message.clone().unwrap();
    assert_eq!(name(&said), name(&hand));
    let edits = edits_of(&evening, &answer);
    evening.playground.fail_next(1, "PATCH", &edits, Fault::Status(403));
    drop(held);
    let words = until_message(declarer, hand.id(), |now| files(now).is_empty()).await;
    assert_eq!(words.text(), said.text());
    play_on(&people).await;
    pictured(declarer, &hand).await; // one refusal without a reason is no rule
    evening.end().await;
}

/// Where the answer to an interaction is edited.
fn edits_of(evening: &Evening, answer: &Answer) -> String {
    let traffic = evening.playground.traffic();
    let told = traffic.iter().map(|one| &one.body["d"]);
    let asked = told.into_iter().find(|told| told["id"] == answer.interaction.to_string()).unwrap();
    let part = |field: &str| asked[field].as_str().unwrap().to_owned();
    format!("/webhooks/{}/{}", part("application_id"), part("token"))
}

#[tokio::test(flavor = "multi_thread")]
async fn without_leave_to_attach_files_everything_goes_on_in_words() {
    let (evening, _) = evening().await;
    let people = three_sit_down(&evening).await;
    until_table(&people[0], |table| name(table).starts_with("table1")).await;
    evening.playground.revoke("ulti", permission::ATTACH_FILES);
    let declarer = until_the_lead(&people).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    assert!(files(&hand).is_empty());
    until_table(&people[0], |table| files(table).is_empty() && table.text().contains("1. ütés")).await;
    evening.end_but_for("50013").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_goes_wrong_leaves_the_words() {
    let (evening, _) = evening().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    told(&declarer.command("fold", []).await.unwrap());
    let result = until_public(&people[0], "Következő osztás").await;
    assert!(files(&result).is_empty());
    let over: Vec<Message> = public(&people[0].messages());
    assert!(over.iter().all(|message| files(message).is_empty()), "what is over has no picture of the table");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_words_alone_gets_no_picture() {
    let (evening, drawn) = evening().await;
    let people = three_sit_down(&evening).await;
    told(&people[0].command("settings server-text", [("on", json!(true))]).await.unwrap());
    until_the_lead(&people).await;
    for person in &people {
        told(&person.command("settings text", [("on", json!(true))]).await.unwrap());
    }
    until_table(&people[0], |table| files(table).is_empty() && table.text().contains("1. ütés")).await;
    let before = drawn.load(Ordering::SeqCst);
    for person in &people {
        let hand = person.command("hand", []).await.unwrap().message.unwrap();
        assert!(files(&hand).is_empty());
    }
    assert_eq!(drawn.load(Ordering::SeqCst), before, "nothing is drawn for nobody");
    evening.end().await;
}
