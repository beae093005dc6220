//! Tests of pictures attached to table messages and hands.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use discord_sandbox::permission;
use discord_sandbox::{Fault, Message, Response, SimulatedUser};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use ulti::discord::Drawing;
use ulti::render::{ChartRow, FormCurve, Picture, Pictures, ReplayStill};
use ulti::table::{DealView, TableView};
use ulti::text::Appearance;
use ulti_rules::View;

use crate::harness::{
    Harness, TIMEOUT, play_on, play_to_first_lead, private_text, public, seat_three, until_message,
    until_public,
};

/// A minimal PNG for everything, named after its content.
struct FakePictures {
    drawn: Arc<AtomicUsize>,
    /// Lock that prevents hands from being drawn.
    hands: Arc<Mutex<()>>,
}

impl FakePictures {
    #[allow(clippy::unnecessary_wraps)] // required by the trait
    fn picture(&self, shows: &str) -> Option<Picture> {
        self.drawn.fetch_add(1, Ordering::SeqCst);
        let head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0".as_slice();
        let name: String = shows.chars().filter(char::is_ascii_alphanumeric).collect();
        Some(Picture { name: format!("{name}.png"), bytes: head.to_vec(), alt: format!("alt {shows}") })
    }
}

impl Pictures for FakePictures {
    fn table(&self, scene: &TableView, _: Appearance) -> Option<Picture> {
        let deal = scene.deal.as_ref()?;
        self.picture(&format!("table {} {}", deal.number, deal.view.version))
    }

    fn hand(&self, view: &View, _: Appearance) -> Option<Picture> {
        let _drawing = self.hands.blocking_lock();
        let hand = view.own_hand().iter().map(|card| card.to_string()).collect::<String>();
        self.picture(&format!("hand {hand}"))
    }

    fn result(&self, _: &DealView, _: Appearance) -> Option<Picture> {
        panic!("simulated drawing failure")
    }

    fn replay(&self, still: &ReplayStill, _: Appearance) -> Option<Picture> {
        self.picture(&still.title)
    }

    fn leaderboard(&self, title: &str, _: &[ChartRow], _: Appearance) -> Option<Picture> {
        self.picture(title)
    }

    fn form(&self, form: &FormCurve, _: Appearance) -> Option<Picture> {
        self.picture(&format!("form {} {}", form.name, form.days.len()))
    }

    fn standings(&self, _: &TableView, _: Appearance) -> Option<Picture> {
        panic!("simulated drawing failure")
    }
}

async fn start_with_pictures() -> (Harness, Arc<AtomicUsize>) {
    let (harness, drawn, _) = start_with_hand_lock().await;
    (harness, drawn)
}

async fn start_with_hand_lock() -> (Harness, Arc<AtomicUsize>, Arc<Mutex<()>>) {
    let drawn = Arc::new(AtomicUsize::new(0));
    let hands = Arc::new(Mutex::new(()));
    let pictures = Arc::new(FakePictures { drawn: Arc::clone(&drawn), hands: Arc::clone(&hands) });
    let mut harness = Harness::without_bot(Drawing { pictures, ..Drawing::default() }).await;
    harness.start_bot().await;
    (harness, drawn, hands)
}

/// Waits until a hand has its picture, which is attached after the text.
async fn until_pictured(person: &SimulatedUser, hand: &Message) -> Message {
    until_message(person, hand.id(), |hand| name(hand).starts_with("hand")).await
}

/// Waits until no more pictures are drawn.
async fn until_at_rest(drawn: &AtomicUsize) {
    let mut before = None;
    while before != Some(drawn.load(Ordering::SeqCst)) {
        before = Some(drawn.load(Ordering::SeqCst));
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

/// Plays to the first lead, and returns the declarer and the declarer's hand with its picture.
async fn hand_of_the_declarer(people: &[SimulatedUser; 3]) -> (&SimulatedUser, Message) {
    let declarer = play_to_first_lead(people).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let hand = until_pictured(declarer, &hand).await;
    (declarer, hand)
}

/// Returns the label of the first card button of a hand.
fn playable(hand: &Message) -> String {
    hand.buttons().into_iter().find(|label| label.contains('\u{a0}')).unwrap().to_owned()
}

fn files(message: &Message) -> Vec<Value> {
    message.json()["attachments"].as_array().cloned().unwrap_or_default()
}

fn name(message: &Message) -> String {
    files(message).first().and_then(|file| file["filename"].as_str()).unwrap_or_default().to_owned()
}

async fn until_table(person: &SimulatedUser, wanted: impl Fn(&Message) -> bool) -> Message {
    let newest = |messages: &[Message]| public(messages).last().is_some_and(&wanted);
    public(&person.until(newest, TIMEOUT).await.unwrap()).pop().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn table_picture_follows_deal() {
    let (harness, _) = start_with_pictures().await;
    let people = seat_three(&harness).await;
    let first = until_table(&people[0], |table| name(table).starts_with("table1")).await;
    let file = &files(&first)[0];
    assert!(file["description"].as_str().unwrap().starts_with("alt table 1"), "{file}");
    assert_eq!(file["width"], 800);
    play_to_first_lead(&people).await;
    let later = until_table(&people[0], |table| name(table) != name(&first)).await;
    assert_eq!(files(&later).len(), 1, "old picture is still attached");
    private_text(&people[0].command("table", []).await.unwrap());
    until_table(&people[0], |table| table.id() != later.id() && files(table).len() == 1).await;
    harness.end_expecting("Unknown Message").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unchanged_hand_picture_is_not_resent() {
    let (harness, drawn) = start_with_pictures().await;
    let people = seat_three(&harness).await;
    let table = until_public(&people[0], "Lapjaim").await;
    let declarer = crate::harness::bidder(&people).await;
    let hand = declarer.press(&table, "Lapjaim").await.unwrap().message.unwrap();
    let hand = until_pictured(declarer, &hand).await;
    let uploads = || {
        let traffic = harness.sandbox.traffic();
        let hands = |exchange: &&discord_sandbox::Exchange| {
            exchange.files.iter().any(|file| file.name.starts_with("hand"))
        };
        traffic.iter().filter(hands).count()
    };
    until_table(&people[0], |table| name(table).starts_with("table1")).await;
    until_at_rest(&drawn).await;
    let (before, id) = ((uploads(), drawn.load(Ordering::SeqCst)), files(&hand)[0]["id"].clone());
    // Selecting a card to discard changes neither the hand nor its picture.
    let card = hand.buttons().into_iter().find(|label| label.contains('\u{a0}')).unwrap().to_owned();
    for chosen in [true, false] {
        let now = declarer.message(hand.id()).unwrap();
        let label = now.buttons().into_iter().find(|label| label.contains(&card)).unwrap().to_owned();
        let drafted = declarer.press(&now, &label).await.unwrap().message.unwrap();
        assert_eq!(drafted.buttons().iter().any(|label| label.contains('✓')), chosen, "{drafted:?}");
        assert_eq!(files(&drafted)[0]["id"], id);
    }
    until_at_rest(&drawn).await;
    assert_eq!(
        (uploads(), drawn.load(Ordering::SeqCst)),
        before,
        "unchanged hand was drawn or uploaded again"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_reply_does_not_wait_for_hand_picture() {
    let (harness, _, hands) = start_with_hand_lock().await;
    let people = seat_three(&harness).await;
    let (declarer, hand) = hand_of_the_declarer(&people).await;
    let held = hands.lock().await;
    let answer = declarer.press(&hand, &playable(&hand)).await.unwrap().message.unwrap();
    assert_eq!(name(&answer), name(&hand), "old picture was removed early");
    // The deal goes on while the hand is being drawn.
    play_on(&people).await;
    play_on(&people).await;
    drop(held);
    let after = until_message(declarer, hand.id(), |now| name(now) != name(&hand)).await;
    assert_eq!(
        name(&hand).len() - name(&after).len(),
        2,
        "unexpected pictures before and after: {} {}",
        name(&hand),
        name(&after)
    );
    assert_eq!(files(&after).len(), 1);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_hand_picture_removes_old_one() {
    let (harness, _, hands) = start_with_hand_lock().await;
    let people = seat_three(&harness).await;
    let (declarer, hand) = hand_of_the_declarer(&people).await;
    let held = hands.lock().await;
    let answer = declarer.press(&hand, &playable(&hand)).await.unwrap();
    let said = answer.message.clone().unwrap();
    assert_eq!(name(&said), name(&hand));
    let edits = webhook_path(&harness, &answer);
    harness.sandbox.fail_next(1, "PATCH", &edits, Fault::Status(403));
    drop(held);
    let words = until_message(declarer, hand.id(), |now| files(now).is_empty()).await;
    assert_eq!(words.text(), said.text());
    play_on(&people).await;
    until_pictured(declarer, &hand).await; // a single refusal without a reason has no lasting effect
    harness.end().await;
}

/// Returns the webhook path under which the answer to an interaction is edited.
fn webhook_path(harness: &Harness, answer: &Response) -> String {
    let traffic = harness.sandbox.traffic();
    let told = traffic.iter().map(|one| &one.body["d"]);
    let asked = told.into_iter().find(|told| told["id"] == answer.interaction.to_string()).unwrap();
    let part = |field: &str| asked[field].as_str().unwrap().to_owned();
    format!("/webhooks/{}/{}", part("application_id"), part("token"))
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_attach_permission_leaves_text() {
    let (harness, _) = start_with_pictures().await;
    let people = seat_three(&harness).await;
    until_table(&people[0], |table| name(table).starts_with("table1")).await;
    harness.sandbox.revoke("ulti", permission::ATTACH_FILES);
    let declarer = play_to_first_lead(&people).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    assert!(files(&hand).is_empty());
    until_table(&people[0], |table| files(table).is_empty() && table.text().contains("1. ütés")).await;
    harness.end_expecting("50013").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_drawing_leaves_text() {
    let (harness, _) = start_with_pictures().await;
    let people = seat_three(&harness).await;
    let declarer = play_to_first_lead(&people).await;
    private_text(&declarer.command("fold", []).await.unwrap());
    let result = until_public(&people[0], "Következő osztás").await;
    assert!(files(&result).is_empty());
    let over: Vec<Message> = public(&people[0].messages());
    assert!(over.iter().all(|message| files(message).is_empty()), "finished deal has a picture");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_only_mode_draws_no_pictures() {
    let (harness, drawn) = start_with_pictures().await;
    let people = seat_three(&harness).await;
    private_text(&people[0].command("settings server-text", [("on", json!(true))]).await.unwrap());
    play_to_first_lead(&people).await;
    for person in &people {
        private_text(&person.command("settings text", [("on", json!(true))]).await.unwrap());
    }
    until_table(&people[0], |table| files(table).is_empty() && table.text().contains("1. ütés")).await;
    let before = drawn.load(Ordering::SeqCst);
    for person in &people {
        let hand = person.command("hand", []).await.unwrap().message.unwrap();
        assert!(files(&hand).is_empty());
    }
    assert_eq!(drawn.load(Ordering::SeqCst), before, "pictures were drawn in text-only mode");
    harness.end().await;
}
