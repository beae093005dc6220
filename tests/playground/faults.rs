//! Misbehaviour on demand.

use std::time::Duration;

use serde_json::{Value, json};
use ulti::playground::{Fault, Playground};

use crate::small_bot::Bot;
use crate::{PATIENCE, game, playground, refused, request};

#[tokio::test]
async fn a_deleted_message_is_unknown() {
    let playground = playground().await;
    let _bot = Bot::start(&playground).await;
    let message = game(&playground).await;
    assert!(playground.delete_message(message.id()));
    assert!(!playground.delete_message(message.id()));
    assert_eq!(playground.person("Anna").messages(), []);
    let path = format!("/channels/{}/messages/{}", message.channel(), message.id());
    let (status, body) = request(&playground, "PATCH", &path, &json!({"content": "a"})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10008)));
    assert!(playground.delete_channel("general"));
    let general = playground.person("Anna").in_channel("general");
    assert_eq!(refused(general.command("hand", []).await), "There is no channel #general.");
}

#[tokio::test]
async fn a_dropped_connection_is_resumed_and_misses_nothing() {
    let playground = playground().await;
    let bot = Bot::start(&playground).await;
    playground.drop_gateway();
    // The bot is away or back by now: either way it gets this.
    game(&playground).await;
    let resumed = |p: &Playground| p.traffic().iter().any(|e| e.body["t"] == "RESUMED");
    playground.until(resumed, PATIENCE).await.unwrap();
    playground.ask_reconnect();
    let twice = |p: &Playground| p.traffic().iter().filter(|e| e.body["t"] == "RESUMED").count() == 2;
    playground.until(twice, PATIENCE).await.unwrap();
    game(&playground).await;
    bot.stop().await;
    playground.until(|p| !p.online(), PATIENCE).await.unwrap();
}

#[tokio::test]
async fn a_refused_resume_ends_in_a_new_session() {
    let playground = playground().await;
    let _bot = Bot::start(&playground).await;
    playground.refuse_resume(1);
    playground.close_gateway(4000);
    let again =
        |p: &Playground| p.online() && p.traffic().iter().filter(|e| e.body["t"] == "READY").count() == 2;
    playground.until(again, PATIENCE).await.unwrap();
    game(&playground).await;
}

#[tokio::test]
async fn a_held_request_is_neither_done_nor_answered() {
    let playground = playground().await;
    let bot = Bot::start(&playground).await;
    let ulti = playground.channel("ulti").unwrap();
    let hold = playground.hold("POST", &format!("/channels/{ulti}/messages"));
    let anna = playground.person("Anna");
    let answer = anna.command("play", [("card", "h7".into())]).await.unwrap();
    assert_eq!(answer.text(), "plays h7");
    tokio::time::timeout(PATIENCE, hold.arrived(1)).await.unwrap();
    assert_eq!(anna.messages().len(), 1);
    hold.release();
    anna.until(|seen| seen.len() == 2, PATIENCE).await.unwrap();

    let hold = playground.hold("*", "/channels/");
    anna.command("play", [("card", "h8".into())]).await.unwrap();
    tokio::time::timeout(PATIENCE, hold.arrived(1)).await.unwrap();
    drop(bot);
    playground.until(|p| !p.online(), PATIENCE).await.unwrap();
    hold.discard();
    assert_eq!(anna.messages().len(), 3, "the answer came, the message after it never");
}

#[tokio::test]
async fn requests_fail_when_told() {
    let playground = playground().await;
    let path = "/users/@me";
    playground.fail_next(1, "GET", "/users", Fault::TooManyRequests { retry_after: Some(1.5) });
    playground.fail_next(1, "GET", "/users", Fault::TooManyRequests { retry_after: None });
    playground.fail_next(2, "*", "/users", Fault::Status(502));
    let (status, body) = request(&playground, "GET", path, &Value::Null).await;
    assert_eq!((status, &body["retry_after"]), (429, &json!(1.5)));
    let (status, body) = request(&playground, "GET", path, &Value::Null).await;
    assert_eq!((status, body.get("retry_after")), (429, None));
    assert_eq!(request(&playground, "GET", path, &Value::Null).await.0, 502);
    assert_eq!(request(&playground, "GET", "/gateway", &Value::Null).await.0, 200);
    assert_eq!(request(&playground, "GET", path, &Value::Null).await.0, 502);
    assert_eq!(request(&playground, "GET", path, &Value::Null).await.0, 200);
    playground.fail_next(1, "GET", "/users", Fault::Delay(Duration::from_mins(1)));
    let (answer, ()) = tokio::join!(request(&playground, "GET", path, &Value::Null), async {
        playground.until(|p| p.traffic().len() == 13, PATIENCE).await.unwrap();
        playground.advance(Duration::from_mins(1));
    });
    assert_eq!(answer.0, 200);
}

#[tokio::test]
async fn an_interaction_comes_twice_or_late() {
    let playground = playground().await;
    let _bot = Bot::start(&playground).await;
    playground.deliver_next_twice();
    game(&playground).await;
    let refused = |p: &Playground| p.complaints().iter().any(|complaint| complaint.code == Some(40060));
    playground.until(refused, PATIENCE).await.unwrap();
    assert_eq!(playground.person("Anna").messages().len(), 1);

    playground.deliver_next_late(Duration::from_secs(2));
    let anna = playground.person("Anna");
    let asked = tokio::spawn(async move { anna.command("hand", []).await });
    let wished = |p: &Playground| p.interactions() == 2;
    playground.until(wished, PATIENCE).await.unwrap();
    playground.advance(Duration::from_secs(2));
    assert_eq!(asked.await.unwrap().unwrap().text(), "h7 h8");
}

#[tokio::test]
async fn unseen_things_fail_with_the_whole_traffic() {
    let playground = playground().await;
    let anna = playground.person("Anna");
    anna.say("hello").unwrap();
    request(&playground, "GET", "/users/@me", &Value::Null).await;
    let failure = anna.until(|seen| seen.len() == 2, Duration::from_millis(1)).await.unwrap_err().to_string();
    assert!(failure.contains("\"content\":\"hello\"") && failure.contains("/users/@me"), "{failure}");
}

#[tokio::test]
async fn an_answer_breaks_off_after_the_request_was_carried_out() {
    let playground = playground().await;
    let ulti = playground.channel("ulti").unwrap();
    let messages = format!("/channels/{ulti}/messages");
    for (fault, comes) in [(Fault::Cut, false), (Fault::CutShort, true)] {
        let before = playground.person("Anna").messages().len();
        playground.fail_next(1, "POST", &messages, fault);
        let post = reqwest::Client::new()
            .post(format!("{}/api/v10{messages}", playground.base_url()))
            .header("Authorization", "Bot secret")
            .header("Content-Type", "application/json")
            .body(json!({"content": "hello"}).to_string());
        match post.send().await {
            Ok(answer) => assert!(comes && answer.bytes().await.is_err(), "the rest does not come"),
            Err(_) => assert!(!comes),
        }
        assert_eq!(playground.person("Anna").messages().len(), before + 1, "it was posted all the same");
    }
    let (status, body) = request(&playground, "GET", "/users/@me", &Value::Null).await;
    assert_eq!(status, 200, "{body}");
    playground.fail_next(1, "GET", "/users", Fault::GlobalLimit { retry_after: 2.0 });
    let (status, body) = request(&playground, "GET", "/users/@me", &Value::Null).await;
    assert_eq!((status, &body["global"], &body["retry_after"]), (429, &json!(true), &json!(2.0)));
    playground.fail_next(1, "GET", "/users", Fault::Refused { status: 403, code: 50001 });
    let (status, body) = request(&playground, "GET", "/users/@me", &Value::Null).await;
    assert_eq!((status, &body["code"]), (403, &json!(50001)));
}

#[tokio::test]
async fn a_thread_is_archived_woken_and_deleted() {
    let playground = playground().await;
    assert!(playground.open_thread("evening", "ulti") && !playground.open_thread("evening", "nowhere"));
    let anna = playground.person("Anna").in_channel("evening");
    let messages = format!("/channels/{}/messages", anna.channel());
    let hello = json!({"content": "hello"});
    let (_, posted) = request(&playground, "POST", &messages, &hello).await;
    let message = format!("{messages}/{}", posted["id"].as_str().unwrap());
    assert!(playground.archive_thread("evening") && !playground.archive_thread("ulti"));
    let (status, body) = request(&playground, "PATCH", &message, &hello).await;
    assert_eq!((status, &body["code"]), (400, &json!(50083)));
    assert_eq!(request(&playground, "POST", &messages, &hello).await.0, 200);
    assert_eq!(request(&playground, "PATCH", &message, &hello).await.0, 200, "it is awake again");
    assert!(playground.delete_channel("ulti"), "and its threads with it");
    assert_eq!(request(&playground, "POST", &messages, &hello).await.1["code"], json!(10003));
}
