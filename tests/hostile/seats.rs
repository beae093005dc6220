//! Sitting down, and pressing what is there for others.

use serde_json::json;
use ulti::playground::Person;

use crate::evening::{Evening, LEAST, lobby, play, told, until_public, until_said};

#[tokio::test(flavor = "multi_thread")]
async fn joining_twice() {
    let evening = Evening::begin().await;
    let [anna, bea, _] = lobby(&evening).await;
    let posted = until_public(&anna, ":join").await;
    for (person, says) in [(&anna, "Már ülsz ennél az asztalnál"), (&bea, "already have a seat")] {
        evening.in_vain(person, person.command("ulti join", []), &[says]).await;
        evening.in_vain(person, person.press_raw(posted.id(), "u1:1:join"), &[says]).await;
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_table_in_the_channel() {
    let evening = Evening::begin().await;
    let [anna, bea, _] = lobby(&evening).await;
    evening.in_vain(&anna, anna.command("ulti new", []), &["már van asztal"]).await;
    let robots = [("robots", json!(3))];
    evening
        .in_vain(&bea, bea.command("ulti new", robots), &["There is a table in this channel already"])
        .await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fifth_joiner() {
    let evening = Evening::begin().await;
    let [anna, ..] = four(&evening).await;
    let ed = evening.person("Ed");
    let posted = until_said(&anna, "Dóri").await;
    for says in ["The table is full: four sit here", "Az asztal tele van: négyen ülnek"] {
        evening.in_vain(&ed, ed.command("ulti join", []), &[says]).await;
        evening.in_vain(&ed, ed.press_raw(posted.id(), "u1:1:join"), &[says]).await;
        ed.speak("hu");
    }
    evening.in_vain(&anna, anna.command("ulti robot", []), &["Az asztal tele van"]).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_few_to_start() {
    let evening = Evening::begin().await;
    let (anna, bea) = (evening.person("Anna"), evening.person("Bea"));
    told(&anna, anna.command("ulti new", []).await).await;
    let posted = until_public(&anna, ":join").await;
    evening.in_vain(&anna, anna.command("ulti start", []), &["Hárman kelletek", "robot"]).await;
    evening.in_vain(&bea, bea.command("ulti start", []), &["You have no seat"]).await;
    told(&bea, bea.command("ulti join", []).await).await;
    until_said(&bea, "Bea").await;
    evening.in_vain(&bea, bea.press_raw(posted.id(), "u1:1:start"), &["It takes three", "2 seats"]).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_presses_every_public_button() {
    let evening = Evening::begin().await;
    let people = four(&evening).await;
    let ed = evening.person("Ed");
    let posted = until_said(&people[0], "Dóri").await;
    press_everything(&evening, &ed, &["robot:easy", "robot", "start", "leave", "leave:12", "end", "next"])
        .await;
    told(&people[0], people[0].command("ulti start", []).await).await;
    until_public(&ed, ":show:hand").await;
    press_everything(&evening, &ed, &["start", "leave", "leave:12", "end", "next", "back", "join"]).await;
    let shown =
        evening.in_vain(&ed, ed.press_raw(posted.id(), "u1:1:show:hand"), &["You have no seat"]).await;
    assert!(shown.components().all(|part| !part["custom_id"].as_str().unwrap().contains(":play:")));
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_presses_every_button_between_deals() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dori = evening.person("Dóri");
    told(&dori, dori.command("ulti join", []).await).await;
    let dealt = evening.dealt().await;
    let declarer = dealt.turn(&people);
    told(declarer, declarer.command("fold", []).await).await;
    let ed = evening.person("Ed");
    until_public(&ed, ":next").await;
    press_everything(&evening, &ed, &["start", "leave", "end", "next", "back", "join"]).await;
    evening.end().await;
}

/// Anna, Bea, Csaba and Dóri in the lobby.
async fn four(evening: &Evening) -> [Person; 4] {
    let [anna, bea, csaba] = lobby(evening).await;
    let dori = evening.person("Dóri");
    told(&dori, dori.command("ulti join", []).await).await;
    until_said(&dori, "Dóri").await;
    [anna, bea, csaba, dori]
}

/// Every button that there is on public messages, pressable or not, and these of the table's.
async fn press_everything(evening: &Evening, person: &Person, also: &[&str]) {
    let seen = crate::evening::public(&person.messages());
    let newest = seen.last().unwrap().id();
    let also = also.iter().map(|what| (newest, format!("u1:1:{what}")));
    let there = seen.iter().flat_map(|message| {
        let ids = message.components().filter_map(|part| part["custom_id"].as_str());
        ids.map(|id| (message.id(), id.to_owned()))
    });
    for (message, id) in there.chain(also).collect::<Vec<_>>() {
        evening.in_vain(person, person.press_raw(message, &id), &[]).await;
    }
}
