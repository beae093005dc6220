//! Waiting for messages and replies.

use std::time::Duration;

use discord_sandbox::{ActionError, Message, Response, SimulatedUser, Snowflake};

use crate::TIMEOUT;

/// Returns the text of a private reply.
///
/// # Panics
///
/// Panics if the reply is public or contains an unresolved placeholder.
pub fn private_text(answer: &Response) -> String {
    assert!(answer.is_ephemeral(), "reply is public: {answer:?}");
    let text = answer.text();
    assert!(!text.contains('⟨'), "unresolved placeholder: {text}");
    text
}

/// Waits until a private reply has loaded and returns its message.
///
/// If the response is the public message of a table, returns the follow-up below it.
///
/// # Panics
///
/// Panics if the reply is public.
pub async fn private_reply(user: &SimulatedUser, answer: Result<Response, ActionError>) -> Message {
    let answer = answer.unwrap();
    if let Some(table) = answer.message.as_ref().filter(|message| is_table(message)) {
        return until_private(user, |message| message.id() > table.id()).await;
    }
    assert!(answer.is_ephemeral(), "reply is public: {answer:?}");
    any_reply(user, Ok(answer)).await
}

/// Returns `true` if a message is the public message of a table.
fn is_table(message: &Message) -> bool {
    let has = |ending: &str| {
        message.components().any(|part| part["custom_id"].as_str().is_some_and(|id| id.ends_with(ending)))
    };
    !message.is_ephemeral() && (has(":show:hand") || has(":join"))
}

/// Returns the custom id of the button with the given label.
///
/// Two presses at the same time should use [`SimulatedUser::press_raw`], because the reply to the first one
/// may remove the button.
///
/// # Panics
///
/// Panics if there is no such button.
pub fn custom_id(message: &Message, label: &str) -> String {
    let button = message.components().find(|part| part["label"] == label).unwrap();
    button["custom_id"].as_str().unwrap().to_owned()
}

/// Asserts that the bot did not respond to an interaction before Discord's deadline.
pub fn assert_no_response(answer: &Result<Response, ActionError>) {
    assert!(matches!(answer, Err(ActionError::NoResponse)), "expected no response: {answer:?}");
}

/// Waits until a private or public reply has loaded and returns its message.
pub async fn any_reply(user: &SimulatedUser, answer: Result<Response, ActionError>) -> Message {
    let id = answer.unwrap().message.unwrap().id();
    let message = until_message(user, id, |message| !message.is_loading()).await;
    let text = message.text();
    assert!(!text.is_empty() && !text.contains('⟨'), "empty text or unresolved placeholder: {text:?}");
    message
}

/// Returns the public messages among `messages`, oldest first.
pub fn public(messages: &[Message]) -> Vec<Message> {
    messages.iter().filter(|message| !message.is_ephemeral()).cloned().collect()
}

/// Returns the newest public message.
pub fn newest(user: &SimulatedUser) -> Message {
    public(&user.messages()).pop().unwrap()
}

/// Waits until the newest public message satisfies `wanted`. Returns the message.
pub async fn until_newest(user: &SimulatedUser, wanted: impl Fn(&Message) -> bool) -> Message {
    until_newest_within(user, TIMEOUT, wanted).await
}

/// Waits until the newest public message satisfies `wanted`. Returns the message.
///
/// # Panics
///
/// Panics if the wait takes longer than `limit`.
pub async fn until_newest_within(
    user: &SimulatedUser,
    limit: Duration,
    wanted: impl Fn(&Message) -> bool,
) -> Message {
    let is_newest = |messages: &[Message]| public(messages).last().is_some_and(&wanted);
    public(&user.wait_until(is_newest, limit).await.unwrap()).pop().unwrap()
}

/// Waits until the newest public message has a button with the given label. Returns the message.
pub async fn until_button(user: &SimulatedUser, label: &str) -> Message {
    until_newest(user, |message| message.buttons().contains(&label)).await
}

/// Waits until the newest public message has a component whose custom id ends with `ending`. Returns the
/// message.
pub async fn until_custom_id(user: &SimulatedUser, ending: &str) -> Message {
    let has = |part: &serde_json::Value| part["custom_id"].as_str().is_some_and(|id| id.ends_with(ending));
    until_newest(user, |message| message.components().any(has)).await
}

/// Waits until the newest public message contains the text `said`. Returns the message.
pub async fn until_text(user: &SimulatedUser, said: &str) -> Message {
    until_newest(user, |message| message.text().contains(said)).await
}

/// Waits until the text of `before` changes or a newer public message appears. Returns the newest public
/// message.
pub async fn until_changed(user: &SimulatedUser, before: &Message) -> Message {
    // While a message is reposted, an older one is the newest for a moment.
    until_newest(user, |now| {
        now.id() > before.id() || (now.id() == before.id() && now.text() != before.text())
    })
    .await
}

/// Waits until the newest private message satisfies `wanted`. Returns the message.
pub async fn until_private(user: &SimulatedUser, wanted: impl Fn(&Message) -> bool) -> Message {
    let own = |message: &&Message| message.is_ephemeral();
    let newest = |messages: &[Message]| messages.iter().rev().find(own).is_some_and(&wanted);
    let seen = user.wait_until(newest, TIMEOUT).await.unwrap();
    seen.into_iter().rev().find(Message::is_ephemeral).unwrap()
}

/// Waits until the message with the given id satisfies `wanted`. Returns the message.
pub async fn until_message(
    user: &SimulatedUser,
    id: Snowflake,
    wanted: impl Fn(&Message) -> bool,
) -> Message {
    let seen = |messages: &[Message]| messages.iter().any(|one| one.id() == id && wanted(one));
    let messages = user.wait_until(seen, TIMEOUT).await.unwrap();
    messages.into_iter().find(|one| one.id() == id).unwrap()
}
