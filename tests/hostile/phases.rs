//! Every command where its time has not come, or is over.

use serde_json::json;
use ulti::playground::Person;

use crate::evening::{Evening, LEAST, auction, between, lobby, naming, play, play_on, until_said};

/// Commands with the options that they need.
const ALL: [(&str, &[(&str, &str)]); 14] = [
    ("take", &[]),
    ("bid", &[("contract", "ulti")]),
    ("pass", &[]),
    ("trump", &[("suit", "hearts")]),
    ("kontra", &[]),
    ("play", &[("card", "H7")]),
    ("fold", &[]),
    ("claim", &[]),
    ("ulti new", &[]),
    ("ulti join", &[]),
    ("ulti leave", &[]),
    ("ulti start", &[]),
    ("ulti robot", &[]),
    ("ulti end", &[]),
];

/// All commands but these come to nothing for this person, each with one of the sentences.
async fn all_but(evening: &Evening, person: &Person, but: &[&str], sentences: [&[&str]; 2]) {
    for (locale, says) in ["hu", "en-US"].into_iter().zip(sentences) {
        person.speak(locale);
        for (command, options) in ALL.into_iter().filter(|(command, _)| !but.contains(command)) {
            let options = options.iter().map(|(name, value)| (*name, json!(value)));
            let told = evening.in_vain(person, person.command(command, options), &[]).await;
            let text = told.text();
            assert!(says.iter().any(|says| text.contains(says)), "/{command}: {text}");
        }
        let told =
            evening.in_vain(person, person.command("ulti robot", [("remove", json!(true))]), &[]).await;
        assert!(!told.text().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_table() {
    let evening = Evening::begin().await;
    let ed = evening.person("Ed");
    let says: [&[&str]; 2] = [
        &["nincs asztal. Nyiss egyet: `/ulti new`"],
        &["There is no table in this channel. Open one: `/ulti new`"],
    ];
    all_but(&evening, &ed, &["ulti new"], says).await;
    for command in ["hand", "table"] {
        evening.in_vain(&ed, ed.command(command, []), &["/ulti new"]).await;
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_lobby() {
    let evening = Evening::begin().await;
    let [_, bea, _] = lobby(&evening).await;
    let but = ["ulti leave", "ulti start", "ulti robot", "ulti end"];
    let hu = ["Még nem kezdődött el a játék", "Már ülsz", "már van asztal", "Nincs robot"];
    let en = ["Play has not begun yet", "already have a seat", "a table in this channel already", "no robot"];
    all_but(&evening, &bea, &but, [&hu, &en]).await;
    stranger(&evening).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_auction() {
    let evening = Evening::begin().await;
    let people = auction(&evening).await;
    let dealt = evening.dealt().await;
    let but = ["bid", "ulti robot", "ulti end"];
    let hu = [
        "A talon már nálad van",
        "nem passzolhatsz",
        "a licitnek kell lezárulnia",
        "Már ülsz",
        "már van asztal",
        "Biztos?",
        "már folyik a játék",
        "Előbb a felvevő",
        "Ezt most nem",
    ];
    let en = [
        "You have the talon already",
        "can't pass now",
        "the auction has to close first",
        "already have a seat",
        "a table in this channel already",
        "Are you sure?",
        "already begun",
        "names the trumps first",
        "can't double",
    ];
    all_but(&evening, dealt.turn(&people), &but, [&hu, &en]).await;
    stranger(&evening).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_trumps_are_named() {
    let evening = Evening::begin().await;
    let people = naming(&evening, "ulti").await;
    let dealt = evening.dealt().await;
    let but = ["trump", "fold", "ulti robot", "ulti end"];
    let hu = [
        "a licit már lezárult",
        "Előbb a felvevő bemondja az adut",
        "Már ülsz",
        "már van asztal",
        "Biztos?",
        "már folyik a játék",
    ];
    let en = [
        "the auction is closed",
        "names the trumps first",
        "already have a seat",
        "a table in this channel already",
        "Are you sure?",
        "already begun",
    ];
    all_but(&evening, dealt.turn(&people), &but, [&hu, &en]).await;
    stranger(&evening).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_play() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    for _ in 0..3 {
        play_on(&evening, &people).await;
    }
    let dealt = evening.dealt().await;
    let but = ["play", "claim", "ulti robot", "ulti end"];
    let hu = [
        "a licit már lezárult",
        "Az adu már eldőlt",
        "most nem kontrázhatod",
        "Ezt csak a felvevő",
        "csak az első hívás előtt",
        "Már ülsz",
        "már van asztal",
        "Biztos?",
        "már folyik a játék",
    ];
    let en = [
        "the auction is closed",
        "The trumps are settled",
        "can't double",
        "Only the declarer",
        "before the first lead",
        "already have a seat",
        "a table in this channel already",
        "Are you sure?",
        "already begun",
    ];
    all_but(&evening, dealt.turn(&people), &but, [&hu, &en]).await;
    stranger(&evening).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn between_deals() {
    let evening = Evening::begin().await;
    let people = between(&evening).await;
    let but = ["ulti leave", "ulti start", "ulti robot", "ulti end"];
    let hu = ["Most nincs folyamatban osztás", "Már ülsz", "már van asztal"];
    let en = ["There is no deal going on", "already have a seat", "a table in this channel already"];
    all_but(&evening, &people[2], &but, [&hu, &en]).await;
    stranger(&evening).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_evening() {
    let evening = Evening::begin().await;
    let people = between(&evening).await;
    for person in &people {
        person.command("ulti end", []).await.unwrap();
    }
    until_said(&people[0], "Megegyeztetek").await;
    let says: [&[&str]; 2] = [&["/ulti new"], &["/ulti new"]];
    all_but(&evening, &people[1], &["ulti new"], says).await;
    evening.end().await;
}

/// Who does not sit there hears so whatever they try.
async fn stranger(evening: &Evening) {
    let ed = evening.person("Ed");
    let but = ["ulti join", "ulti new"];
    let hu = ["Nem ülsz ennél az asztalnál"];
    let en = ["You have no seat at this table"];
    all_but(evening, &ed, &but, [&hu, &en]).await;
}
