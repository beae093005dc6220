//! Tests that the leak scan detects leaks in changed traffic.
#![allow(clippy::unwrap_used)] // tests may panic

use discord_sandbox::{Audience, Exchange, Protocol, Sandbox, Sender};
use serde_json::{Value, json};
use ulti::table::TableEvent;
use ulti_rules::Action;
use ulti_testkit::game::{WEAKEST_BID, to_first_lead};
use ulti_testkit::leaks;
use ulti_testkit::messages::private_reply;
use ulti_testkit::{TIMEOUT, TestBot, perform};

/// Returns a copy of the traffic with one exchange changed.
fn with(traffic: &[Exchange], place: usize, change: impl Fn(&mut Exchange)) -> Vec<Exchange> {
    let mut traffic = traffic.to_vec();
    change(&mut traffic[place]);
    traffic
}

#[tokio::test(flavor = "multi_thread")]
async fn leak_scan_detects_cards_sent_to_wrong_user() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let (turn, other) = (dealt.turn(&users), dealt.not_turn(&users));
    private_reply(turn, turn.command("hand", []).await).await;
    let offered = turn.autocomplete("play", "card", "").await.unwrap();
    assert_eq!(offered.len(), 10);
    let card = dealt.view(turn).legal.cards.iter().next().unwrap();
    private_reply(turn, perform(turn, Action::Play(card)).await).await;
    let sign = ulti::text::card_short(ulti::text::Lang::Hu.into(), card);
    let is_trick =
        |one: &Exchange| one.audience == Audience::Everyone && one.body.to_string().contains(&sign);
    // The audience of a message are recorded shortly after it appears.
    let noted = |sandbox: &Sandbox| sandbox.traffic().iter().any(is_trick);
    bot.sandbox.wait_until(noted, TIMEOUT).await.unwrap();
    let (traffic, journals) = (bot.sandbox.traffic(), bot.journals().await);
    assert!(leaks::leaks_within(&traffic, &journals, leaks::IN_FLIGHT_TICKS).is_empty());

    let last = |wanted: &dyn Fn(&Exchange) -> bool| traffic.iter().rposition(wanted).unwrap();
    let his = Audience::Only(turn.id());
    let is_choices = |one: &Exchange| {
        one.audience == his && one.body["type"] == 8 && one.body["data"].to_string().len() > 50
    };
    let is_hand = |one: &Exchange| one.audience == his && one.body.to_string().contains(":play:");
    for place in [last(&is_choices), last(&is_hand)] {
        for audience in [Audience::Only(other.id()), Audience::Everyone] {
            let changed = with(&traffic, place, |one| one.audience = audience);
            assert_eq!(leaks::leaks_within(&changed, &journals, leaks::IN_FLIGHT_TICKS).len(), 1);
        }
    }
    let place = last(&is_trick);
    let early = with(&traffic, place, |one| one.at = 0);
    assert_eq!(leaks::leaks_within(&early, &journals, leaks::IN_FLIGHT_TICKS).len(), 1);
    let seed = journals[0].events.iter().find_map(|(_, event)| match event {
        TableEvent::DealBegan { seed, .. } => Some(seed.to_string()),
        _ => None,
    });
    let seed = seed.unwrap();
    let told_early = with(&traffic, place, |one| one.body["content"] = seed.clone().into());
    assert_eq!(leaks::leaks_within(&told_early, &journals, leaks::IN_FLIGHT_TICKS).len(), 1);
    bot.end_without_leaks().await;
}

/// Returns the traffic with a single message of the bot: a copy of `answer` with the given audience and body.
fn answered(traffic: &[Exchange], answer: &Exchange, audience: Audience, body: Value) -> Vec<Exchange> {
    let heard = traffic.iter().filter(|one| one.audience == Audience::Nobody || one.from == Sender::Discord);
    heard.cloned().chain([Exchange { audience, body, ..answer.clone() }]).collect()
}

/// Returns message bodies that show a card's emoji or a picture of cards, each with the name of the part that
/// shows it.
fn carriers(emoji: &Value, alt: &str) -> [(&'static str, Value); 6] {
    let name = emoji["name"].as_str().unwrap();
    let id = emoji["id"].as_str().unwrap();
    [
        ("a line", json!({"content": format!("Anna: <:{name}:{id}>")})),
        ("an embed", json!({"embeds": [{"fields": [{"name": "Anna", "value": format!("<:{name}:{id}>")}]}]})),
        ("a button", json!({"components": [{"components": [{"type": 2, "emoji": emoji}]}]})),
        ("a number alone", json!({"components": [{"components": [{"type": 2, "emoji": {"id": id}}]}]})),
        ("a reaction", json!({"content": format!("https://cdn.discordapp.com/emojis/{id}.png")})),
        ("a picture", json!({"attachments": [{"id": 0, "description": alt}]})),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn leak_scan_checks_emoji_and_alt_text() {
    let bot = TestBot::builder().start_with_pictures().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let turn = dealt.turn(&users);
    private_reply(turn, turn.command("hand", []).await).await;
    let to_him = |one: &Exchange| {
        one.protocol == Protocol::Rest && one.from == Sender::Bot && one.audience == Audience::Only(turn.id())
    };
    let of_his = |one: &Exchange| to_him(one) && one.body.to_string().contains(":play:");
    // The picture is sent with the hand or, if drawing is slow, after it.
    let alt_of = |one: &Exchange| {
        let message = one.body.get("data").unwrap_or(&one.body);
        message["attachments"][0]["description"].as_str().filter(|_| to_him(one)).map(str::to_owned)
    };
    let noted = |sandbox: &Sandbox| {
        let traffic = sandbox.traffic();
        traffic.iter().any(of_his) && traffic.iter().any(|one| alt_of(one).is_some())
    };
    bot.sandbox.wait_until(noted, TIMEOUT).await.unwrap();
    let (traffic, journals) = (bot.sandbox.traffic(), bot.journals().await);
    assert_eq!(leaks::leaks_within(&traffic, &journals, leaks::IN_FLIGHT_TICKS), [""; 0]);
    let answer = traffic.iter().rfind(|one| of_his(one)).unwrap();

    let hand = &answer.body;
    let message = hand.get("data").unwrap_or(hand);
    let emoji: Vec<&Value> = parts(message).filter_map(|part| part.get("emoji")).collect();
    let alt = traffic.iter().rev().find_map(alt_of).unwrap();
    assert_eq!(emoji.len(), 10, "unexpected number of card emoji: {hand}");
    for (carrier, body) in carriers(emoji[0], &alt) {
        let own = answered(&traffic, answer, Audience::Only(turn.id()), body.clone());
        assert_eq!(leaks::leaks_within(&own, &journals, leaks::IN_FLIGHT_TICKS), [""; 0], "{carrier}");
        let to_all = answered(&traffic, answer, Audience::Everyone, body);
        assert_eq!(leaks::leaks_within(&to_all, &journals, leaks::IN_FLIGHT_TICKS).len(), 1, "{carrier}");
    }
    bot.end_without_leaks().await;
}

/// Returns the buttons and menus of a message.
fn parts(message: &Value) -> impl Iterator<Item = &Value> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
}
