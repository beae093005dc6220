//! Tests of commands, components, modals and messages.

use std::time::Duration;

use discord_sandbox::{Audience, Message, Sandbox};
use serde_json::{Value, json};

use crate::small_bot::Bot;
use crate::{TIMEOUT, game, last_interaction, refused, request, sandbox, unanswered};

#[tokio::test]
async fn command_response_is_visible_to_all_users() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let message = game(&sandbox).await;
    assert_eq!(message.text(), "2 robots");
    assert_eq!(message.buttons(), ["Join", "Start"]);
    assert_eq!(message.json()["interaction"]["name"], "game new");
    assert_eq!(message.json()["interaction_metadata"]["user"]["global_name"], "Anna");
    let seen = sandbox.user("Bea").messages();
    assert_eq!(seen, [message]);
    assert_eq!(sandbox.user("Bea").in_channel("general").messages(), []);
    assert_eq!(sandbox.violations(), []);
}

#[tokio::test]
async fn autocomplete_choices_are_sent_only_to_requesting_user() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let anna = sandbox.user("Anna");
    let choices = anna.autocomplete("play", "card", "h").await.unwrap();
    let read: Vec<_> = choices.iter().map(|choice| (choice.name.as_str(), &choice.value)).collect();
    assert_eq!(read, [("H7", &json!("h7")), ("H8", &json!("h8"))]);
    let told = sandbox.traffic().into_iter().find(|e| e.body["type"] == 8).unwrap();
    assert_eq!(told.audience, Audience::Only(anna.id()));
}

#[tokio::test]
async fn ephemeral_message_is_visible_to_one_user() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let (anna, bea) = (sandbox.user("Anna"), sandbox.user("Bea"));
    let hand = anna.command("hand", []).await.unwrap();
    assert!(hand.is_ephemeral());
    let hand = hand.message.unwrap();
    assert_eq!(anna.messages(), std::slice::from_ref(&hand));
    assert_eq!(bea.messages(), []);
    assert_eq!(refused(bea.press(&hand, "Turn over").await), "You can't see this message.");
    assert_eq!(refused(bea.press_raw(hand.id(), "turn").await), "You can't see this message.");
    let told = sandbox.traffic().into_iter().find(|e| e.body["data"]["content"] == "h7 h8").unwrap();
    assert_eq!(told.audience, Audience::Only(anna.id()));
    let path = format!("/channels/{}/messages/{}", hand.channel(), hand.id());
    let (status, body) = request(&sandbox, "GET", &path, &Value::Null).await;
    assert_eq!((status, &body["code"]), (404, &json!(10008)));
    anna.dismiss(hand.id()).unwrap();
    assert_eq!(anna.messages(), []);
}

#[tokio::test]
async fn button_press_edits_ephemeral_message() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let anna = sandbox.user("Anna");
    let hand = anna.command("hand", []).await.unwrap().message.unwrap();
    let turned = anna.press(&hand, "Turn over").await.unwrap();
    assert!(turned.updated);
    assert_eq!(turned.message.unwrap().id(), hand.id());
    let edited = |seen: &[Message]| seen.len() == 1 && seen[0].content() == "h8 h7";
    let seen = anna.wait_until(edited, TIMEOUT).await.unwrap();
    assert!(seen[0].is_ephemeral() && seen[0].is_edited());
}

#[tokio::test]
async fn bot_can_edit_deferred_response_and_send_followup() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let anna = sandbox.user("Anna");
    let answer = anna.command("slow", []).await.unwrap();
    let thinking = answer.message.unwrap();
    assert!(answer.flags & 64 != 0);
    let done = |seen: &[Message]| seen.len() == 2 && !seen[0].is_loading();
    let seen = anna.wait_until(done, TIMEOUT).await.unwrap();
    assert_eq!((seen[0].id(), seen[0].content()), (thinking.id(), "thought"));
    let file = &seen[1].attachments()[0];
    assert_eq!((&file["filename"], &file["description"]), (&json!("deal.txt"), &json!("The deal")));
    let bytes = reqwest::get(file["url"].as_str().unwrap()).await.unwrap().text().await.unwrap();
    assert_eq!(bytes, "h7 h8 l7");
    assert_eq!(sandbox.file(file["url"].as_str().unwrap()).unwrap(), b"h7 h8 l7");
    let sent = sandbox.traffic().into_iter().find(|e| !e.files.is_empty()).unwrap();
    assert_eq!((sent.files[0].name.as_str(), sent.files[0].size), ("deal.txt", 8));
    assert_eq!(sent.body["content"], "and this");
    assert_eq!(sandbox.violations(), []);
}

#[tokio::test]
async fn button_press_sends_user_and_locale_to_bot() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let message = game(&sandbox).await;
    let bea = sandbox.user("Bea");
    assert_eq!(bea.press(&message, "Join").await.unwrap().text(), "join by bea in en-US");
    bea.set_locale("hu");
    assert_eq!(bea.press(&message, "join").await.unwrap().text(), "join by bea in hu");
    assert_eq!(bea.select(&message, "Speed", &["fast"]).await.unwrap().text(), "speed [\"fast\"]");
    let forged = bea.press_raw(message.id(), "made-up").await.unwrap();
    assert_eq!(forged.text(), "made-up by bea in hu");
}

#[tokio::test]
async fn modal_dialog_can_be_opened_and_submitted() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let anna = sandbox.user("Anna");
    let asked = anna.command("ask", []).await.unwrap();
    assert_eq!(asked.modal.unwrap()["title"], "Who?");
    assert_eq!(
        refused(anna.submit("who", &[("name", "far too long a name")]).await),
        "name takes 1 to 10 characters."
    );
    assert_eq!(refused(anna.submit("what", &[]).await), "No modal what is open.");
    assert_eq!(anna.submit("who", &[("name", "Anna")]).await.unwrap().text(), "anna answered");
}

#[tokio::test]
async fn sandbox_supports_commands_in_direct_messages() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let anna = sandbox.user("Anna").in_dm();
    let answer = anna.command("game new", [("robots", 1.into())]).await.unwrap();
    assert_eq!(answer.text(), "1 robots");
    assert_eq!(sandbox.user("Bea").in_dm().messages(), []);
    let told = sandbox.traffic().into_iter().find(|e| e.body["t"] == "INTERACTION_CREATE").unwrap();
    assert_eq!((told.body["d"].get("guild_id"), &told.body["d"]["context"]), (None, &json!(1)));
    assert_eq!(told.body["d"]["user"]["id"], json!(anna.id()));
    let posted = sandbox.traffic().into_iter().find(|e| e.body["type"] == 4).unwrap();
    assert_eq!(posted.audience, Audience::Only(anna.id()));
}

#[tokio::test]
async fn bot_receives_user_selected_in_command_option() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let bea = sandbox.user("Bea").id();
    let options = [("robots", json!(1)), ("with", json!(bea))];
    let answer = sandbox.user("Anna").command("game new", options).await.unwrap();
    assert_eq!(answer.text(), format!("1 robots with <@{bea}>"));
    assert_eq!(answer.message.unwrap().pinged_users(), [bea]);
}

#[tokio::test]
async fn interaction_token_cannot_edit_another_interactions_message() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let (asked, callback, webhook) = unanswered(&sandbox).await;
    let original = format!("{webhook}/messages/@original");
    let hidden = json!({"type": 5, "data": {"flags": 64}});
    assert_eq!(request(&sandbox, "POST", &callback, &hidden).await.0, 204);
    let answer = asked.await.unwrap().unwrap();
    assert_eq!(answer.flags, 64 | 128);
    // The first follow-up replaces "thinking…" and stays ephemeral, whatever its flags are.
    let (_, first) = request(&sandbox, "POST", &webhook, &json!({"content": "a", "flags": 0})).await;
    assert_eq!((&first["id"], &first["flags"]), (&json!(answer.message.unwrap().id()), &json!(64)));
    let (_, second) = request(&sandbox, "POST", &webhook, &json!({"content": "b"})).await;
    assert_eq!(second["flags"], 0);
    let path = format!("{webhook}/messages/{}", second["id"].as_str().unwrap());
    let (status, edited) = request(&sandbox, "PATCH", &path, &json!({"content": "c"})).await;
    assert_eq!((status, &edited["content"], edited["edited_timestamp"].is_null()), (200, &json!("c"), false));
    assert_eq!(request(&sandbox, "GET", &original, &Value::Null).await.1["content"], "a");
    assert_eq!(request(&sandbox, "DELETE", &original, &Value::Null).await.0, 204);
    let (status, body) = request(&sandbox, "GET", &original, &Value::Null).await;
    assert_eq!((status, &body["code"]), (404, &json!(10008)));
    let texts = |name: &str| sandbox.user(name).messages().iter().map(Message::text).collect::<Vec<_>>();
    assert_eq!((texts("Anna"), texts("Bea")), (vec!["c".to_owned()], vec!["c".to_owned()]));
    let (_, callback, other) = unanswered(&sandbox).await;
    let path = path.replace(&webhook, &other);
    let (status, body) = request(&sandbox, "PATCH", &path, &json!({"content": "d"})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10015)), "webhook exists before the first response");
    request(&sandbox, "POST", &callback, &json!({"type": 5})).await;
    let (status, body) = request(&sandbox, "PATCH", &path, &json!({"content": "d"})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10008)), "message of another interaction is reachable");
}

#[tokio::test]
async fn guild_commands_can_be_registered_and_deleted() {
    let sandbox = sandbox().await;
    let path = format!("/applications/{}/guilds/{}/commands", sandbox.bot(), sandbox.guild());
    let first = request(&sandbox, "PUT", &path, &json!([{"name": "a", "description": "d"}])).await.1;
    let again = request(&sandbox, "PUT", &path, &json!([{"name": "a", "description": "e"}])).await.1;
    assert_eq!(first[0]["id"], again[0]["id"], "command id changed");
    assert_ne!(first[0]["version"], again[0]["version"]);
    assert_eq!(request(&sandbox, "GET", &path, &Value::Null).await.1, again);
    let anna = sandbox.user("Anna");
    assert_eq!(refused(anna.in_dm().command("a", []).await), "There is no command /a here.");
    let one = format!("{path}/{}", first[0]["id"].as_str().unwrap());
    assert_eq!(request(&sandbox, "DELETE", &one, &Value::Null).await.0, 204);
    assert_eq!(refused(anna.command("a", []).await), "There is no command /a here.");
}

#[tokio::test]
async fn interaction_callback_returns_created_message_if_requested() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let anna = sandbox.user("Anna");
    let asked = tokio::spawn(async move { anna.command("silent", []).await });
    let told = |p: &Sandbox| p.traffic().iter().any(|e| e.body["t"] == "INTERACTION_CREATE");
    sandbox.wait_until(told, TIMEOUT).await.unwrap();
    let (id, token) = last_interaction(&sandbox);
    let path = format!("/interactions/{id}/{token}/callback?with_response=true");
    let (status, body) =
        request(&sandbox, "POST", &path, &json!({"type": 4, "data": {"content": "a"}})).await;
    assert_eq!((status, &body["resource"]["message"]["content"]), (200, &json!("a")));
    assert_eq!(asked.await.unwrap().unwrap().text(), "a");
}

#[tokio::test]
async fn two_posts_with_same_nonce_create_one_message() {
    let sandbox = sandbox().await;
    let games = sandbox.channel("games").unwrap();
    let messages = format!("/channels/{games}/messages");
    let send = async |nonce: &str, enforce: bool| {
        let body = json!({"content": "a", "nonce": nonce, "enforce_nonce": enforce});
        request(&sandbox, "POST", &messages, &body).await.1["id"].clone()
    };
    let first = send("one", true).await;
    assert_eq!(send("one", true).await, first);
    assert_ne!(send("two", true).await, first);
    assert_ne!(send("one", false).await, first);
    assert_eq!(sandbox.user("Anna").messages().len(), 3);
    sandbox.advance(Duration::from_mins(6));
    assert_ne!(send("two", true).await, first);
    assert_eq!(sandbox.user("Anna").messages().len(), 4);
}
