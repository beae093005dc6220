//! What is refused: by Discord to the bot, by the client to a person.

use std::time::Duration;

use serde_json::{Value, json};
use ulti::playground::{Options, Playground, permission};

use crate::small_bot::Bot;
use crate::{PATIENCE, game, last_interaction, playground, refused, request, unanswered};

#[tokio::test]
async fn the_client_refuses_what_the_bot_must_not_get() {
    let playground = playground().await;
    let _bot = Bot::start(&playground).await;
    let message = game(&playground).await;
    let anna = playground.person("Anna");
    assert_eq!(refused(anna.command("nothing", []).await), "There is no command /nothing here.");
    assert_eq!(refused(anna.command("game", []).await), "/game needs a subcommand.");
    assert_eq!(refused(anna.command("game new", []).await), "The option robots is required.");
    let new = |name, value: Value| anna.command("game new", [("robots", json!(1)), (name, value)]);
    assert_eq!(refused(new("robot", json!(1)).await), "There is no option robot here.");
    assert_eq!(refused(new("robots", json!("1")).await), "\"1\" is not a valid value of the option robots.");
    assert_eq!(refused(new("robots", json!(3)).await), "3 is not a valid value of the option robots.");
    assert_eq!(refused(new("with", json!("17")).await), "\"17\" is not a valid value of the option with.");
    assert_eq!(refused(anna.press(&message, "Start").await), "Start is disabled.");
    assert_eq!(refused(anna.press(&message, "Leave").await), "There is no Leave on this message.");
    assert_eq!(refused(anna.select(&message, "Speed", &["faster"]).await), "faster is not offered.");
    assert_eq!(refused(anna.select(&message, "Speed", &[]).await), "Choose 1 to 1, not 0.");
    assert_eq!(
        refused(anna.in_channel("nowhere").command("hand", []).await),
        "There is no channel #nowhere."
    );
    assert_eq!(refused(playground.person("Zoli").command("hand", []).await), "Nobody here is called Zoli.");
    let told = playground.traffic().into_iter().filter(|e| e.body["t"] == "INTERACTION_CREATE").count();
    assert_eq!(told, 1, "only the game itself reached the bot");
}

#[tokio::test]
async fn silence_is_noticed_after_three_seconds() {
    let playground = playground().await;
    let _bot = Bot::start(&playground).await;
    let anna = playground.person("Anna");
    let asked = tokio::spawn(async move { anna.command("silent", []).await });
    let told = |p: &Playground| p.traffic().iter().any(|e| e.body["t"] == "INTERACTION_CREATE");
    playground.until(told, PATIENCE).await.unwrap();
    playground.advance(Duration::from_secs(3));
    let failure = asked.await.unwrap().unwrap_err();
    assert_eq!(failure.to_string(), "The application did not respond");
    let complaints = playground.complaints();
    assert_eq!(complaints.len(), 1);
    assert_eq!(complaints[0].reason, "not answered within 3 seconds");
}

#[tokio::test]
async fn answers_out_of_time_and_out_of_turn_are_refused() {
    let playground = playground().await;
    let _bot = Bot::start(&playground).await;
    let bot = playground.bot();
    let answer = json!({"type": 4, "data": {"content": "hello"}});
    game(&playground).await;
    let (id, token) = last_interaction(&playground);
    let callback = format!("/interactions/{id}/{token}/callback");
    let (status, body) = request(&playground, "POST", &callback, &answer).await;
    assert_eq!((status, &body["code"]), (400, &json!(40060)));
    let follow_up = format!("/webhooks/{bot}/{token}");
    let (status, _) = request(&playground, "POST", &follow_up, &json!({"content": "and"})).await;
    assert_eq!(status, 200);
    playground.advance(Duration::from_mins(15));
    let (status, body) = request(&playground, "POST", &follow_up, &json!({"content": "and"})).await;
    assert_eq!((status, &body["code"]), (401, &json!(50027)));

    let anna = playground.person("Anna");
    let asked = tokio::spawn(async move { anna.command("silent", []).await });
    let told =
        |p: &Playground| p.traffic().iter().filter(|e| e.body["t"] == "INTERACTION_CREATE").count() == 2;
    playground.until(told, PATIENCE).await.unwrap();
    let (id, token) = last_interaction(&playground);
    let callback = format!("/interactions/{id}/{token}/callback");
    let (status, body) = request(&playground, "POST", &callback, &json!({"type": 7})).await;
    assert_eq!((status, &body["code"]), (400, &json!(50035)));
    let (status, body) =
        request(&playground, "POST", &format!("/webhooks/{bot}/{token}"), &json!({"content": "a"})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10015)), "no webhook before the first answer");
    playground.advance(Duration::from_secs(4));
    asked.await.unwrap().unwrap_err();
    let (status, body) = request(&playground, "POST", &callback, &answer).await;
    assert_eq!((status, &body["code"]), (404, &json!(10062)));
}

#[tokio::test]
async fn the_limits_hold_at_every_door() {
    let playground = playground().await;
    let _bot = Bot::start(&playground).await;
    let message = game(&playground).await;
    let (asked, callback, webhook) = unanswered(&playground).await;
    let long = json!({"content": "x".repeat(2001)});
    let (status, body) = request(&playground, "POST", &callback, &json!({"type": 4, "data": long})).await;
    assert_eq!((status, &body["code"]), (400, &json!(50035)));
    assert!(body["errors"]["data"]["content"]["_errors"].is_array(), "{body}");
    assert_eq!(request(&playground, "POST", &callback, &json!({"type": 5})).await.0, 204);
    asked.await.unwrap().unwrap();
    let commands = format!("/applications/{}/commands", playground.bot());
    let guilds = commands.replace("/commands", &format!("/guilds/{}/commands", playground.guild()));
    let messages = format!("/channels/{}/messages", message.channel());
    let big = json!({"name": "Big", "description": "d"});
    let doors = [
        ("POST", webhook.clone(), long.clone(), "content"),
        ("PATCH", format!("{webhook}/messages/@original"), long.clone(), "content"),
        ("POST", messages.clone(), long.clone(), "content"),
        ("PATCH", format!("{messages}/{}", message.id()), long, "content"),
        ("POST", commands, big.clone(), "name"),
        ("PUT", guilds, json!([big]), "0"),
    ];
    for (method, path, body, field) in doors {
        let (status, answer) = request(&playground, method, &path, &body).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50035)), "{method} {path}");
        assert!(answer["errors"][field].is_object(), "{method} {path}: {answer}");
    }
    assert_eq!(playground.complaints().len(), 7);
}

#[tokio::test]
async fn a_message_of_someone_else_is_not_the_bots_to_edit() {
    let playground = playground().await;
    let said = playground.person("Anna").say("hello").unwrap();
    let path = format!("/channels/{}/messages/{}", said.channel(), said.id());
    let (status, body) = request(&playground, "PATCH", &path, &json!({"content": "bye"})).await;
    assert_eq!((status, &body["code"]), (403, &json!(50005)));
    assert_eq!(request(&playground, "DELETE", &path, &Value::Null).await.1["code"], 50013);
    playground.grant("ulti", permission::MANAGE_MESSAGES);
    assert_eq!(request(&playground, "DELETE", &path, &Value::Null).await.0, 204);
}

#[tokio::test]
async fn what_discord_refuses_is_refused_in_its_words() {
    let playground = playground().await;
    let ulti = playground.channel("ulti").unwrap();
    let messages = format!("/channels/{ulti}/messages");
    let long = json!({"embeds": [{"title": "t".repeat(257)}]});
    let (status, body) = request(&playground, "POST", &messages, &long).await;
    assert_eq!((status, &body["code"], &body["message"]), (400, &json!(50035), &json!("Invalid Form Body")));
    assert_eq!(body["errors"]["embeds"]["0"]["title"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    let complaint = playground.complaints().pop().unwrap();
    assert_eq!((complaint.about, complaint.code), (format!("POST {messages}"), Some(50035)));

    let no_entry = playground.channel("no-entry").unwrap();
    let hello = json!({"content": "hello"});
    let cases = [
        ("POST", messages.clone(), json!({"content": ""}), 400, 50006),
        ("POST", messages.clone(), json!({"contents": "a"}), 400, 50035),
        ("POST", "/channels/1/messages".into(), hello.clone(), 404, 10003),
        ("POST", format!("/channels/{no_entry}/messages"), hello.clone(), 403, 50001),
        ("PATCH", format!("{messages}/1"), hello.clone(), 404, 10008),
        ("GET", "/nothing".into(), Value::Null, 404, 0),
        ("GET", format!("{messages}?limits=3"), Value::Null, 400, 50035),
        ("POST", "/interactions/1/x/callback".into(), json!({"type": 1}), 404, 10062),
        ("POST", format!("/webhooks/{}/x", playground.bot()), hello.clone(), 404, 10015),
    ];
    for (method, path, body, status, code) in cases {
        let (got, answer) = request(&playground, method, &path, &body).await;
        assert_eq!((got, &answer["code"]), (status, &json!(code)), "{method} {path} {body}");
    }
    assert_eq!(playground.complaints().len(), 10);
}

#[tokio::test]
async fn another_token_is_refused() {
    let options = Options { token: Some("right".into()), ..Default::default() };
    let playground = Playground::start(options).await.unwrap();
    let (status, _) = request(&playground, "GET", "/users/@me", &Value::Null).await;
    assert_eq!(status, 401);
    let told = format!("{:?}", playground.traffic());
    assert!(!told.contains("secret"), "a token is never written down");
}

#[tokio::test]
async fn permissions_can_be_taken_and_given() {
    let playground = playground().await;
    let ulti = playground.channel("ulti").unwrap();
    let messages = format!("/channels/{ulti}/messages");
    let embed = json!({"embeds": [{"title": "t"}]});
    assert!(playground.revoke("ulti", permission::EMBED_LINKS));
    let (status, body) = request(&playground, "POST", &messages, &embed).await;
    assert_eq!((status, &body["code"]), (403, &json!(50013)));
    assert!(playground.grant("ulti", permission::EMBED_LINKS));
    assert_eq!(request(&playground, "POST", &messages, &embed).await.0, 200);
    assert!(!playground.grant("nowhere", permission::EMBED_LINKS));
}
