//! Tests of injected faults, such as failed requests, interrupted connections and repeated interactions.

use std::time::Duration;

use discord_sandbox::{Fault, Sandbox};
use serde_json::{Value, json};

use crate::small_bot::Bot;
use crate::{TIMEOUT, game, refused, request, sandbox};

#[tokio::test]
async fn editing_deleted_message_fails() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let message = game(&sandbox).await;
    assert!(sandbox.delete_message(message.id()));
    assert!(!sandbox.delete_message(message.id()));
    assert_eq!(sandbox.user("Anna").messages(), []);
    let path = format!("/channels/{}/messages/{}", message.channel(), message.id());
    let (status, body) = request(&sandbox, "PATCH", &path, &json!({"content": "a"})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10008)));
    assert!(sandbox.delete_channel("general"));
    let general = sandbox.user("Anna").in_channel("general");
    assert_eq!(refused(general.command("hand", []).await), "There is no channel #general.");
}

#[tokio::test]
async fn resumed_connection_receives_missed_events() {
    let sandbox = sandbox().await;
    let bot = Bot::start(&sandbox).await;
    sandbox.drop_gateway();
    // The command arrives whether the bot has already reconnected or not.
    game(&sandbox).await;
    let resumed = |p: &Sandbox| p.traffic().iter().any(|e| e.body["t"] == "RESUMED");
    sandbox.wait_until(resumed, TIMEOUT).await.unwrap();
    sandbox.request_reconnect();
    let twice = |p: &Sandbox| p.traffic().iter().filter(|e| e.body["t"] == "RESUMED").count() == 2;
    sandbox.wait_until(twice, TIMEOUT).await.unwrap();
    game(&sandbox).await;
    bot.stop().await;
    sandbox.wait_until(|p| !p.is_online(), TIMEOUT).await.unwrap();
}

#[tokio::test]
async fn bot_starts_new_gateway_session_if_resume_is_rejected() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    sandbox.refuse_resume(1);
    sandbox.close_gateway(4000);
    let again =
        |p: &Sandbox| p.is_online() && p.traffic().iter().filter(|e| e.body["t"] == "READY").count() == 2;
    sandbox.wait_until(again, TIMEOUT).await.unwrap();
    game(&sandbox).await;
}

#[tokio::test]
async fn sandbox_executes_held_request_only_after_release() {
    let sandbox = sandbox().await;
    let bot = Bot::start(&sandbox).await;
    let games = sandbox.channel("games").unwrap();
    let hold = sandbox.hold("POST", &format!("/channels/{games}/messages"));
    let anna = sandbox.user("Anna");
    let answer = anna.command("play", [("card", "h7".into())]).await.unwrap();
    assert_eq!(answer.text(), "plays h7");
    tokio::time::timeout(TIMEOUT, hold.arrived(1)).await.unwrap();
    assert_eq!(anna.messages().len(), 1);
    hold.release();
    anna.wait_until(|seen| seen.len() == 2, TIMEOUT).await.unwrap();

    let hold = sandbox.hold("*", "/channels/");
    anna.command("play", [("card", "h8".into())]).await.unwrap();
    tokio::time::timeout(TIMEOUT, hold.arrived(1)).await.unwrap();
    drop(bot);
    sandbox.wait_until(|p| !p.is_online(), TIMEOUT).await.unwrap();
    hold.discard();
    assert_eq!(anna.messages().len(), 3, "held message was posted");
}

#[tokio::test]
async fn request_with_held_response_is_executed() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let games = sandbox.channel("games").unwrap();
    let hold = sandbox.hold_responses("POST", &format!("/channels/{games}/messages"));
    let anna = sandbox.user("Anna");
    anna.command("play", [("card", "h7".into())]).await.unwrap();
    tokio::time::timeout(TIMEOUT, hold.arrived(1)).await.unwrap();
    assert_eq!((anna.messages().len(), sandbox.waiting_requests()), (2, 1));
    hold.release();
    assert_eq!(sandbox.waiting_requests(), 0);
}

/// A bot that waits for a delayed request has something to do as soon as the delay is over.
#[tokio::test]
async fn delayed_request_waits_until_clock_is_advanced() {
    let sandbox = sandbox().await;
    sandbox.fail_next(1, "GET", "/users", Fault::Delay(Duration::from_secs(2)));
    let sent = request(&sandbox, "GET", "/users/@me", &Value::Null);
    let check = async {
        sandbox.wait_until(|sandbox| sandbox.waiting_requests() == 1, TIMEOUT).await.unwrap();
        sandbox.advance(Duration::from_millis(1_999));
        assert_eq!((sandbox.waiting_requests(), sandbox.pending_work()), (1, 0));
        sandbox.advance(Duration::from_millis(1));
        assert_eq!((sandbox.waiting_requests(), sandbox.pending_work()), (0, 1));
    };
    let (response, ()) = tokio::join!(sent, check);
    assert_eq!(response.0, 200);
    assert_eq!(sandbox.pending_work(), 0);
}

#[tokio::test]
async fn simulated_fault_affects_only_matching_requests() {
    let sandbox = sandbox().await;
    let path = "/users/@me";
    sandbox.fail_next(1, "GET", "/users", Fault::TooManyRequests { retry_after: Some(1.5) });
    sandbox.fail_next(1, "GET", "/users", Fault::TooManyRequests { retry_after: None });
    sandbox.fail_next(2, "*", "/users", Fault::Status(502));
    let (status, body) = request(&sandbox, "GET", path, &Value::Null).await;
    assert_eq!((status, &body["retry_after"]), (429, &json!(1.5)));
    let (status, body) = request(&sandbox, "GET", path, &Value::Null).await;
    assert_eq!((status, body.get("retry_after")), (429, None));
    assert_eq!(request(&sandbox, "GET", path, &Value::Null).await.0, 502);
    assert_eq!(request(&sandbox, "GET", "/gateway", &Value::Null).await.0, 200);
    assert_eq!(request(&sandbox, "GET", path, &Value::Null).await.0, 502);
    assert_eq!(request(&sandbox, "GET", path, &Value::Null).await.0, 200);
    sandbox.fail_next(1, "GET", "/users", Fault::Delay(Duration::from_mins(1)));
    let (answer, ()) = tokio::join!(request(&sandbox, "GET", path, &Value::Null), async {
        sandbox.wait_until(|p| p.traffic().len() == 13, TIMEOUT).await.unwrap();
        sandbox.advance(Duration::from_mins(1));
    });
    assert_eq!(answer.0, 200);
}

#[tokio::test]
async fn sandbox_can_deliver_interaction_twice_or_late() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    sandbox.deliver_next_twice();
    game(&sandbox).await;
    let refused = |p: &Sandbox| p.violations().iter().any(|violation| violation.code == Some(40060));
    sandbox.wait_until(refused, TIMEOUT).await.unwrap();
    assert_eq!(sandbox.user("Anna").messages().len(), 1);

    sandbox.deliver_next_late(Duration::from_secs(2));
    let anna = sandbox.user("Anna");
    let asked = tokio::spawn(async move { anna.command("hand", []).await });
    let wished = |p: &Sandbox| p.interaction_count() == 2;
    sandbox.wait_until(wished, TIMEOUT).await.unwrap();
    sandbox.advance(Duration::from_secs(2));
    assert_eq!(asked.await.unwrap().unwrap().text(), "h7 h8");
}

#[tokio::test]
async fn timeout_error_includes_recorded_traffic() {
    let sandbox = sandbox().await;
    let anna = sandbox.user("Anna");
    anna.post("hello").unwrap();
    request(&sandbox, "GET", "/users/@me", &Value::Null).await;
    let failure =
        anna.wait_until(|seen| seen.len() == 2, Duration::from_millis(1)).await.unwrap_err().to_string();
    assert!(failure.contains("\"content\":\"hello\"") && failure.contains("/users/@me"), "{failure}");
}

#[tokio::test]
async fn sandbox_executes_request_even_if_response_is_lost() {
    let sandbox = sandbox().await;
    let games = sandbox.channel("games").unwrap();
    let messages = format!("/channels/{games}/messages");
    for (fault, comes) in [(Fault::NoResponse, false), (Fault::TruncatedResponse, true)] {
        let before = sandbox.user("Anna").messages().len();
        sandbox.fail_next(1, "POST", &messages, fault);
        let post = reqwest::Client::new()
            .post(format!("{}/api/v10{messages}", sandbox.base_url()))
            .header("Authorization", "Bot secret")
            .header("Content-Type", "application/json")
            .body(json!({"content": "hello"}).to_string());
        match post.send().await {
            Ok(answer) => assert!(comes && answer.bytes().await.is_err(), "response is complete"),
            Err(_) => assert!(!comes),
        }
        assert_eq!(sandbox.user("Anna").messages().len(), before + 1, "message was not posted");
    }
    let (status, body) = request(&sandbox, "GET", "/users/@me", &Value::Null).await;
    assert_eq!(status, 200, "{body}");
    sandbox.fail_next(1, "GET", "/users", Fault::GlobalRateLimit { retry_after: 2.0 });
    let (status, body) = request(&sandbox, "GET", "/users/@me", &Value::Null).await;
    assert_eq!((status, &body["global"], &body["retry_after"]), (429, &json!(true), &json!(2.0)));
    sandbox.fail_next(1, "GET", "/users", Fault::Rejected { status: 403, code: 50001 });
    let (status, body) = request(&sandbox, "GET", "/users/@me", &Value::Null).await;
    assert_eq!((status, &body["code"]), (403, &json!(50001)));
}

#[tokio::test]
async fn thread_can_be_archived_unarchived_and_deleted() {
    let sandbox = sandbox().await;
    assert!(sandbox.create_thread("evening", "games") && !sandbox.create_thread("evening", "nowhere"));
    let anna = sandbox.user("Anna").in_channel("evening");
    let messages = format!("/channels/{}/messages", anna.channel());
    let hello = json!({"content": "hello"});
    let (_, posted) = request(&sandbox, "POST", &messages, &hello).await;
    let message = format!("{messages}/{}", posted["id"].as_str().unwrap());
    assert!(sandbox.archive_thread("evening") && !sandbox.archive_thread("games"));
    let (status, body) = request(&sandbox, "PATCH", &message, &hello).await;
    assert_eq!((status, &body["code"]), (400, &json!(50083)));
    assert_eq!(request(&sandbox, "POST", &messages, &hello).await.0, 200);
    assert_eq!(request(&sandbox, "PATCH", &message, &hello).await.0, 200, "thread is still archived");
    assert!(sandbox.delete_channel("games"), "channel was not deleted");
    assert_eq!(request(&sandbox, "POST", &messages, &hello).await.1["code"], json!(10003));
}
