//! Where Discord refuses too much, the bot says less, and answers all the same.

use std::sync::Arc;
use std::time::Duration;

use ulti::discord::{Caution, Drawing, Options};
use ulti::playground::{Fault, Message, Person};
use ulti::render::{ChartRow, Form, Picture, Pictures};
use ulti::rules::View;
use ulti::table::{DealScene, Scene};
use ulti::text::Look;

use crate::evening::{
    Evening, PATIENCE, newest, play_on, public, three_sit_down, told, until_changed, until_public,
    until_the_lead,
};

/// Draws a picture of a table, another one for each of its states, and nothing else.
struct Tables;

impl Pictures for Tables {
    fn table(&self, scene: &Scene, _: Look) -> Option<Picture> {
        let bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0".to_vec();
        Some(Picture { name: format!("table{}.png", scene.version), bytes, alt: "table".to_owned() })
    }

    fn hand(&self, _: &View, _: Look) -> Option<Picture> {
        None
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

/// So much is left of what Discord bears that a test can use it up.
fn cautious(options: &mut Options) {
    options.caution = Caution {
        thrifty: 6,
        sparing: 12,
        silent: 18,
        pace: Duration::from_secs(2),
        window: Duration::from_secs(40),
    };
}

/// Six refusals, two for each of three questions that are answered at the third try.
async fn six_refusals(evening: &Evening, people: &[Person; 3], fault: &Fault) {
    for person in people {
        evening.playground.fail_next(2, "POST", "/interactions/", fault.clone());
        told(&person.command("hand", []).await.unwrap());
    }
}

fn has_picture(message: &Message) -> bool {
    message.json()["attachments"].as_array().is_some_and(|files| !files.is_empty())
}

#[tokio::test(flavor = "multi_thread")]
async fn with_every_refusal_less_is_said_and_everyone_is_answered() {
    let evening =
        Evening::begin_but(Drawing { pictures: Arc::new(Tables), ..Drawing::default() }, cautious).await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let requests = |method: &str, prefix: &str| evening.answers(method, prefix).len();
    assert!(has_picture(&newest(&people[0])), "there is a picture as long as all is well");

    // No word for how long: what serenity itself does not wait out.
    let limited = Fault::TooManyRequests { retry_after: None };
    six_refusals(&evening, &people, &limited).await;
    let before = newest(&people[0]);
    play_on(&people).await;
    let after = until_changed(&people[0], &before).await;
    assert!(!has_picture(&after), "the pictures go first");
    told(&people[0].command("table", []).await.unwrap());
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(requests("DELETE", "/channels/"), 0, "nor is a message taken down to be posted again");

    six_refusals(&evening, &people, &limited).await;
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let (edits, hands) = (requests("PATCH", "/channels/"), requests("PATCH", "/webhooks/"));
    let begun = std::time::Instant::now();
    for _ in 0..9 {
        play_on(&people).await;
    }
    let most = usize::try_from(begun.elapsed().as_secs() / 2).unwrap() + 2;
    let edits = requests("PATCH", "/channels/") - edits;
    assert!(edits <= most, "{edits} edits for nine cards in {:?}", begun.elapsed());
    assert_eq!(requests("PATCH", "/webhooks/"), hands, "no hand is refreshed that nobody asked for");

    six_refusals(&evening, &people, &limited).await;
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let (known, silent) = (newest(&people[0]), requests("*", "/channels/"));
    for _ in 0..6 {
        play_on(&people).await;
    }
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert_eq!(requests("*", "/channels/"), silent, "nothing but answers");
    assert_eq!(evening.played().await, 16, "and play goes on");

    let up_to_date = |seen: &[Message]| public(seen).last().is_some_and(|now| now.text() != known.text());
    people[0].until(up_to_date, 3 * PATIENCE).await.unwrap();
    let with_picture = |seen: &[Message]| public(seen).last().is_some_and(has_picture);
    while !with_picture(&people[0].messages()) && evening.played().await < 29 {
        tokio::time::sleep(Duration::from_secs(5)).await;
        play_on(&people).await;
    }
    people[0].until(with_picture, PATIENCE).await.expect("once it is forgotten, all is as it was");
    println!("18 invalid requests of 18 | 16 cards | all answered; pictures, hands, edits left out in turn");
    evening.end().await;
}

/// An upload is not heard where other answers are.
#[tokio::test(flavor = "multi_thread")]
async fn refused_pictures_count_as_well() {
    let evening =
        Evening::begin_but(Drawing { pictures: Arc::new(Tables), ..Drawing::default() }, cautious).await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    for card in 0..6 {
        let before = newest(&people[0]);
        assert!(has_picture(&before), "after {card} refusals");
        // With its picture the edit is refused, in words it goes, and with the next one all is well.
        evening.playground.fail_next(1, "PATCH", "/channels/", Fault::Status(403));
        play_on(&people).await;
        let words = until_changed(&people[0], &before).await;
        assert!(!has_picture(&words));
        play_on(&people).await;
        until_changed(&people[0], &words).await;
        if card < 5 {
            let seen = |seen: &[Message]| public(seen).last().is_some_and(has_picture);
            people[0].until(seen, PATIENCE).await.unwrap();
        }
    }
    assert!(!has_picture(&newest(&people[0])), "six refusals are enough");
    evening.end().await;
}
