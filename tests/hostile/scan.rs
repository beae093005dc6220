//! That the scan for cards in wrong hands has eyes.

use serde_json::{Value, json};
use ulti::playground::{Exchange, Playground, Readers, Sender, Way};

use crate::evening::{Evening, LEAST, PATIENCE, play, play_on, told};
use crate::secrecy;

/// The traffic with one exchange changed.
fn with(traffic: &[Exchange], place: usize, change: impl Fn(&mut Exchange)) -> Vec<Exchange> {
    let mut traffic = traffic.to_vec();
    change(&mut traffic[place]);
    traffic
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_shown_to_another_a_card_too_early_and_a_seed_are_seen() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let (turn, other) = (dealt.turn(&people), dealt.not_turn(&people));
    told(turn, turn.command("hand", []).await).await;
    let offered = turn.autocomplete("play", "card", "").await.unwrap();
    assert_eq!(offered.len(), 10);
    let card = dealt.view(turn).legal.cards.iter().next().unwrap();
    play_on(&evening, &people).await;
    let sign = ulti::text::card_short(ulti::text::Lang::Hu.into(), card);
    let is_trick = |one: &Exchange| one.readers == Readers::Everyone && one.body.to_string().contains(&sign);
    // Who reads a message is noted a moment after it can be seen.
    let noted = |playground: &Playground| playground.traffic().iter().any(is_trick);
    evening.playground.until(noted, PATIENCE).await.unwrap();
    let (traffic, journals) = (evening.playground.traffic(), evening.journals().await);
    assert!(secrecy::leaks(&traffic, &journals).is_empty());

    let last = |wanted: &dyn Fn(&Exchange) -> bool| traffic.iter().rposition(wanted).unwrap();
    let his = Readers::Only(turn.id());
    let is_choices = |one: &Exchange| {
        one.readers == his && one.body["type"] == 8 && one.body["data"].to_string().len() > 50
    };
    let is_hand = |one: &Exchange| one.readers == his && one.body.to_string().contains(":play:");
    for place in [last(&is_choices), last(&is_hand)] {
        for readers in [Readers::Only(other.id()), Readers::Everyone] {
            let changed = with(&traffic, place, |one| one.readers = readers);
            assert_eq!(secrecy::leaks(&changed, &journals).len(), 1);
        }
    }
    let place = last(&is_trick);
    let early = with(&traffic, place, |one| one.at = 0);
    assert_eq!(secrecy::leaks(&early, &journals).len(), 1);
    let seed = evening.seed().await;
    let told_early = with(&traffic, place, |one| one.body["content"] = seed.clone().into());
    assert_eq!(secrecy::leaks(&told_early, &journals).len(), 1);
    evening.end().await;
}

/// What was sent to the bot, and this one answer of it.
fn answered(traffic: &[Exchange], answer: &Exchange, readers: Readers, body: Value) -> Vec<Exchange> {
    let heard = traffic.iter().filter(|one| one.readers == Readers::Nobody || one.from == Sender::Discord);
    heard.cloned().chain([Exchange { readers, body, ..answer.clone() }]).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_card_is_seen_in_an_emoji_and_in_what_a_picture_says() {
    let evening = Evening::begin_drawn().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let turn = dealt.turn(&people);
    told(turn, turn.command("hand", []).await).await;
    let to_him = |one: &Exchange| {
        one.way == Way::Rest && one.from == Sender::Bot && one.readers == Readers::Only(turn.id())
    };
    let of_his = |one: &Exchange| to_him(one) && one.body.to_string().contains(":play:");
    // The picture comes with the hand or, where drawing takes a while, after it.
    let alt_of = |one: &Exchange| {
        let message = one.body.get("data").unwrap_or(&one.body);
        message["attachments"][0]["description"].as_str().filter(|_| to_him(one)).map(str::to_owned)
    };
    let noted = |playground: &Playground| {
        let traffic = playground.traffic();
        traffic.iter().any(of_his) && traffic.iter().any(|one| alt_of(one).is_some())
    };
    evening.playground.until(noted, PATIENCE).await.unwrap();
    let (traffic, journals) = (evening.playground.traffic(), evening.journals().await);
    assert_eq!(secrecy::leaks(&traffic, &journals), [""; 0]);
    let answer = traffic.iter().rfind(|one| of_his(one)).unwrap();

    let hand = &answer.body;
    let message = hand.get("data").unwrap_or(hand);
    let emoji: Vec<&Value> = parts(message).filter_map(|part| part.get("emoji")).collect();
    let alt = traffic.iter().rev().find_map(alt_of).unwrap();
    assert_eq!(emoji.len(), 10, "a card each: {hand}");
    let name = emoji[0]["name"].as_str().unwrap();
    let id = emoji[0]["id"].as_str().unwrap();
    for (carrier, body) in [
        ("a line", json!({"content": format!("Anna: <:{name}:{id}>")})),
        ("an embed", json!({"embeds": [{"fields": [{"name": "Anna", "value": format!("<:{name}:{id}>")}]}]})),
        ("a button", json!({"components": [{"components": [{"type": 2, "emoji": emoji[0]}]}]})),
        ("a number alone", json!({"components": [{"components": [{"type": 2, "emoji": {"id": id}}]}]})),
        ("a reaction", json!({"content": format!("https://cdn.discordapp.com/emojis/{id}.png")})),
        ("a picture", json!({"attachments": [{"id": 0, "description": alt}]})),
    ] {
        let own = answered(&traffic, answer, Readers::Only(turn.id()), body.clone());
        assert_eq!(secrecy::leaks(&own, &journals), [""; 0], "{carrier}");
        let to_all = answered(&traffic, answer, Readers::Everyone, body);
        assert_eq!(secrecy::leaks(&to_all, &journals).len(), 1, "{carrier}");
    }
    evening.end().await;
}

/// The buttons and menus of a message.
fn parts(message: &Value) -> impl Iterator<Item = &Value> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
}
