//! Tests of rejected input: requests that Discord's API rejects, and user input that Discord's client
//! rejects.

use std::time::Duration;

use discord_sandbox::permission;
use discord_sandbox::{Options, Sandbox};
use serde_json::{Value, json};

use crate::small_bot::Bot;
use crate::{TIMEOUT, game, last_interaction, options, refused, request, sandbox, unanswered};

#[tokio::test]
async fn sandbox_does_not_forward_invalid_input_to_bot() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let message = game(&sandbox).await;
    let anna = sandbox.user("Anna");
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
    assert_eq!(refused(sandbox.user("Zoli").command("hand", []).await), "Nobody here is called Zoli.");
    let told = sandbox.traffic().into_iter().filter(|e| e.body["t"] == "INTERACTION_CREATE").count();
    assert_eq!(told, 1, "refused input reached the bot");
}

#[tokio::test]
async fn unanswered_interaction_times_out_after_three_seconds() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let anna = sandbox.user("Anna");
    let asked = tokio::spawn(async move { anna.command("silent", []).await });
    let told = |p: &Sandbox| p.traffic().iter().any(|e| e.body["t"] == "INTERACTION_CREATE");
    sandbox.wait_until(told, TIMEOUT).await.unwrap();
    sandbox.advance(Duration::from_secs(3));
    let failure = asked.await.unwrap().unwrap_err();
    assert_eq!(failure.to_string(), "The application did not respond");
    let violations = sandbox.violations();
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].reason, "not answered within 3 seconds");
}

#[tokio::test(flavor = "multi_thread")]
async fn violation_is_visible_as_soon_as_interaction_times_out() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let anna = sandbox.user("Anna");
    // Repeated, because a violation that becomes visible later than the outcome is not noticed every time.
    for sent in 1..=1000 {
        let expire = async { sandbox.advance(Duration::from_secs(3)) };
        let (failure, ()) = tokio::join!(anna.command("silent", []), expire);
        assert_eq!(failure.unwrap_err().to_string(), "The application did not respond");
        assert_eq!(sandbox.violations().len(), sent);
    }
}

#[tokio::test]
async fn sandbox_rejects_late_or_repeated_interaction_response() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let bot = sandbox.bot();
    let answer = json!({"type": 4, "data": {"content": "hello"}});
    game(&sandbox).await;
    let (id, token) = last_interaction(&sandbox);
    let callback = format!("/interactions/{id}/{token}/callback");
    let (status, body) = request(&sandbox, "POST", &callback, &answer).await;
    assert_eq!((status, &body["code"]), (400, &json!(40060)));
    let follow_up = format!("/webhooks/{bot}/{token}");
    let (status, _) = request(&sandbox, "POST", &follow_up, &json!({"content": "and"})).await;
    assert_eq!(status, 200);
    sandbox.advance(Duration::from_mins(15));
    let (status, body) = request(&sandbox, "POST", &follow_up, &json!({"content": "and"})).await;
    assert_eq!((status, &body["code"]), (401, &json!(50027)));

    let anna = sandbox.user("Anna");
    let asked = tokio::spawn(async move { anna.command("silent", []).await });
    let told = |p: &Sandbox| p.traffic().iter().filter(|e| e.body["t"] == "INTERACTION_CREATE").count() == 2;
    sandbox.wait_until(told, TIMEOUT).await.unwrap();
    let (id, token) = last_interaction(&sandbox);
    let callback = format!("/interactions/{id}/{token}/callback");
    let (status, body) = request(&sandbox, "POST", &callback, &json!({"type": 7})).await;
    assert_eq!((status, &body["code"]), (400, &json!(50035)));
    let (status, body) =
        request(&sandbox, "POST", &format!("/webhooks/{bot}/{token}"), &json!({"content": "a"})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10015)), "webhook exists before the first response");
    sandbox.advance(Duration::from_secs(4));
    asked.await.unwrap().unwrap_err();
    let (status, body) = request(&sandbox, "POST", &callback, &answer).await;
    assert_eq!((status, &body["code"]), (404, &json!(10062)));
}

#[tokio::test]
async fn message_size_is_limited_on_every_api_route() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let message = game(&sandbox).await;
    let (asked, callback, webhook) = unanswered(&sandbox).await;
    let long = json!({"content": "x".repeat(2001)});
    let (status, body) = request(&sandbox, "POST", &callback, &json!({"type": 4, "data": long})).await;
    assert_eq!((status, &body["code"]), (400, &json!(50035)));
    assert!(body["errors"]["data"]["content"]["_errors"].is_array(), "{body}");
    assert_eq!(request(&sandbox, "POST", &callback, &json!({"type": 5})).await.0, 204);
    asked.await.unwrap().unwrap();
    let commands = format!("/applications/{}/commands", sandbox.bot());
    let guilds = commands.replace("/commands", &format!("/guilds/{}/commands", sandbox.guild()));
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
        let (status, answer) = request(&sandbox, method, &path, &body).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50035)), "{method} {path}");
        assert!(answer["errors"][field].is_object(), "{method} {path}: {answer}");
    }
    assert_eq!(sandbox.violations().len(), 7);
}

#[tokio::test]
async fn message_of_another_user_cannot_be_edited() {
    let sandbox = sandbox().await;
    let said = sandbox.user("Anna").post("hello").unwrap();
    let path = format!("/channels/{}/messages/{}", said.channel(), said.id());
    let (status, body) = request(&sandbox, "PATCH", &path, &json!({"content": "bye"})).await;
    assert_eq!((status, &body["code"]), (403, &json!(50005)));
    assert_eq!(request(&sandbox, "DELETE", &path, &Value::Null).await.1["code"], 50013);
    sandbox.grant("games", permission::MANAGE_MESSAGES);
    assert_eq!(request(&sandbox, "DELETE", &path, &Value::Null).await.0, 204);
}

#[tokio::test]
async fn sandbox_returns_discord_error_code_for_invalid_request() {
    let sandbox = sandbox().await;
    let games = sandbox.channel("games").unwrap();
    let messages = format!("/channels/{games}/messages");
    let long = json!({"embeds": [{"title": "t".repeat(257)}]});
    let (status, body) = request(&sandbox, "POST", &messages, &long).await;
    assert_eq!((status, &body["code"], &body["message"]), (400, &json!(50035), &json!("Invalid Form Body")));
    assert_eq!(body["errors"]["embeds"]["0"]["title"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    let violation = sandbox.violations().pop().unwrap();
    assert_eq!((violation.about, violation.code), (format!("POST {messages}"), Some(50035)));

    let no_entry = sandbox.channel("no-entry").unwrap();
    let hello = json!({"content": "hello"});
    let cases = [
        ("POST", messages.clone(), json!({"content": ""}), 400, 50006),
        ("POST", messages.clone(), json!({"tts": 1, "contents": "a"}), 400, 50035),
        ("POST", "/channels/1/messages".into(), hello.clone(), 404, 10003),
        ("POST", format!("/channels/{no_entry}/messages"), hello.clone(), 403, 50001),
        ("PATCH", format!("{messages}/1"), hello.clone(), 404, 10008),
        ("PATCH", format!("{messages}/latest"), hello.clone(), 400, 50035),
        ("POST", format!("{messages}/1"), hello.clone(), 404, 0),
        ("GET", "/nothing".into(), Value::Null, 404, 0),
        ("GET", "/api/v5/users/@me".into(), Value::Null, 400, 50041),
        ("GET", format!("{messages}?limit=0"), Value::Null, 400, 50035),
        ("POST", "/interactions/1/x/callback".into(), json!({"type": 1}), 404, 10062),
        ("POST", format!("/webhooks/{}/x", sandbox.bot()), hello.clone(), 404, 10015),
    ];
    for (method, path, body, status, code) in cases {
        let (got, answer) = request(&sandbox, method, &path, &body).await;
        assert_eq!((got, &answer["code"]), (status, &json!(code)), "{method} {path} {body}");
    }
    // One more for the unknown field `contents`.
    assert_eq!(sandbox.violations().len(), 14);
}

#[tokio::test]
async fn unknown_fields_are_ignored_and_reported() {
    for report_unknown_fields in [true, false] {
        let sandbox = Sandbox::start(Options { report_unknown_fields, ..options() }).await.unwrap();
        let messages = format!("/channels/{}/messages", sandbox.channel("games").unwrap());
        let fields = json!({"content": "hello", "mood": "good", "embeds": [{"title": "t", "size": 1}]});
        let (status, message) = request(&sandbox, "POST", &format!("{messages}?fast=1"), &fields).await;
        assert_eq!((status, &message["content"], &message["mood"]), (200, &json!("hello"), &Value::Null));
        let path = format!("{messages}/{}", message["id"].as_str().unwrap());
        let edit = json!({"content": "bye", "tts": false, "enforce_nonce": true});
        assert_eq!(request(&sandbox, "PATCH", &path, &edit).await.0, 200);
        let commands = format!("/applications/{}/commands", sandbox.bot());
        let command = json!({"name": "a", "description": "d", "color": 1});
        assert_eq!(request(&sandbox, "POST", &commands, &command).await.1.get("color"), None);
        let reasons: Vec<_> = sandbox.violations().into_iter().map(|one| (one.code, one.reason)).collect();
        let expected = ["fast", "mood", "embeds.0.size", "tts", "enforce_nonce", "color"];
        let expected = expected.map(|field| (None, format!("unknown field is ignored: {field}")));
        assert_eq!(reasons, if report_unknown_fields { expected.to_vec() } else { Vec::new() });
    }
}

#[tokio::test]
async fn several_messages_can_be_deleted_at_once() {
    let sandbox = sandbox().await;
    let messages = format!("/channels/{}/messages", sandbox.channel("games").unwrap());
    let mut ids = Vec::new();
    for _ in 0..3 {
        let (_, message) = request(&sandbox, "POST", &messages, &json!({"content": "hello"})).await;
        ids.push(message["id"].clone());
    }
    let delete = async |ids: Value| {
        let (status, body) =
            request(&sandbox, "POST", &format!("{messages}/bulk-delete"), &json!({"messages": ids})).await;
        (status, body["code"].as_u64().unwrap_or_default())
    };
    assert_eq!(delete(json!(ids[..2])).await, (403, 50013));
    sandbox.grant("games", permission::MANAGE_MESSAGES);
    assert_eq!(delete(json!(ids[..1])).await, (400, 50016));
    assert_eq!(delete(json!([ids[0], ids[0]])).await, (400, 50035));
    assert_eq!(delete(json!([ids[0], "first"])).await, (400, 50035));
    assert_eq!(delete(json!([ids[0], "1"])).await, (400, 50034));
    assert_eq!(delete(json!([ids[0], ids[1], u64::MAX.to_string()])).await, (204, 0));
    assert_eq!(sandbox.user("Anna").messages().len(), 1);
    sandbox.advance(Duration::from_hours(14 * 24 + 1));
    assert_eq!(delete(json!([ids[2], u64::MAX.to_string()])).await, (400, 50034));
}

#[tokio::test]
async fn registered_command_can_be_edited() {
    let sandbox = sandbox().await;
    let commands = format!("/applications/{}/commands", sandbox.bot());
    let sent =
        json!({"name": "a", "description": "d", "options": [{"type": 5, "name": "o", "description": "d"}]});
    let (_, command) = request(&sandbox, "POST", &commands, &sent).await;
    let path = format!("{commands}/{}", command["id"].as_str().unwrap());
    let (status, edited) = request(&sandbox, "PATCH", &path, &json!({"name": "b"})).await;
    assert_eq!((status, &edited["name"], &edited["id"]), (200, &json!("b"), &command["id"]));
    assert_eq!(edited["options"], command["options"]);
    assert_eq!(request(&sandbox, "PATCH", &path, &json!({"name": "B"})).await.1["code"], 50035);
    assert_eq!(sandbox.commands(), [edited]);
    assert_eq!(request(&sandbox, "PATCH", &format!("{commands}/1"), &json!({})).await.1["code"], 10063);
}

#[tokio::test]
async fn oversized_file_is_rejected() {
    let sandbox = sandbox().await;
    let messages = format!("/channels/{}/messages", sandbox.channel("games").unwrap());
    for (size, status) in [(10 << 20, 200), ((10 << 20) + 1, 413)] {
        let file = "x".repeat(size);
        let body = format!(
            "--b\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{{\"content\": \"a\"}}\r\n\
             --b\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.txt\"\r\n\r\n{file}\r\n--b--\r\n"
        );
        let request = reqwest::Client::new()
            .post(format!("{}/api/v10{messages}", sandbox.base_url()))
            .header("Authorization", "Bot secret")
            .header("Content-Type", "multipart/form-data; boundary=b")
            .body(body);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), status, "{size} bytes");
        if status == 413 {
            let body: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
            assert_eq!(body, json!({"message": "Request entity too large", "code": 40005}));
        }
    }
}

#[tokio::test]
async fn wrong_bot_token_is_rejected() {
    let options = Options { token: Some("right".into()), ..Default::default() };
    let sandbox = Sandbox::start(options).await.unwrap();
    let (status, _) = request(&sandbox, "GET", "/users/@me", &Value::Null).await;
    assert_eq!(status, 401);
    let told = format!("{:?}", sandbox.traffic());
    assert!(!told.contains("secret"), "token was recorded");
}

#[tokio::test]
async fn sandbox_can_revoke_and_grant_bot_permissions() {
    let sandbox = sandbox().await;
    let games = sandbox.channel("games").unwrap();
    let messages = format!("/channels/{games}/messages");
    let embed = json!({"embeds": [{"title": "t"}]});
    assert!(sandbox.revoke("games", permission::EMBED_LINKS));
    let (status, body) = request(&sandbox, "POST", &messages, &embed).await;
    assert_eq!((status, &body["code"]), (403, &json!(50013)));
    assert!(sandbox.grant("games", permission::EMBED_LINKS));
    assert_eq!(request(&sandbox, "POST", &messages, &embed).await.0, 200);
    assert!(!sandbox.grant("nowhere", permission::EMBED_LINKS));
}
