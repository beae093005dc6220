//! Tests that parse the recorded traffic with serenity's types.

use discord_sandbox::permission;
use discord_sandbox::{Options, Protocol, Sandbox, Sender};
use serde_json::{Value, json};

use crate::small_bot::Bot;
use crate::{TIMEOUT, game, request, sandbox};

#[tokio::test]
async fn sandbox_records_traffic_as_json_lines() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let traffic = Some(file.path().to_owned());
    let sandbox = Sandbox::start(Options { traffic, ..Default::default() }).await.unwrap();
    let _bot = Bot::start(&sandbox).await;
    game(&sandbox).await;
    let text = std::fs::read_to_string(file.path()).unwrap();
    assert!(!text.contains("secret"), "token was recorded");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let put = lines.iter().find(|line| line["method"] == "PUT" && line["from"] == "bot").unwrap();
    assert_eq!(put["way"], "rest");
    assert_eq!(put["body"][0]["name"], "game");
    assert!(lines.iter().any(|line| line["way"] == "gateway" && line["body"]["t"] == "READY"));
    assert!(lines.iter().any(|line| line["status"] == 204 && line["from"] == "discord"));
}

/// Causes gateway frames of many kinds: interactions, changes of messages and channels, a resumed session.
async fn use_gateway(sandbox: &Sandbox) {
    let anna = sandbox.user("Anna");
    let message = game(sandbox).await;
    anna.press(&message, "Join").await.unwrap();
    anna.select(&message, "Speed", &["slow"]).await.unwrap();
    anna.autocomplete("play", "card", "").await.unwrap();
    anna.command("ask", []).await.unwrap();
    anna.submit("who", &[("name", "a")]).await.unwrap();
    anna.in_dm().command("hand", []).await.unwrap();
    anna.post("hello").unwrap();
    sandbox.revoke("games", permission::EMBED_LINKS);
    let path = format!("/channels/{}/messages/{}", message.channel(), message.id());
    assert_eq!(request(sandbox, "PATCH", &path, &json!({"content": "b"})).await.0, 200);
    sandbox.delete_message(message.id());
    sandbox.delete_channel("general");
    sandbox.drop_gateway();
    let resumed = |p: &Sandbox| p.traffic().iter().any(|e| e.body["t"] == "RESUMED");
    sandbox.wait_until(resumed, TIMEOUT).await.unwrap();
}

/// Parses every frame of a busy session with serenity's types.
#[tokio::test]
async fn serenity_parses_all_gateway_payloads() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    use_gateway(&sandbox).await;
    let mut kinds = std::collections::BTreeSet::new();
    for frame in
        sandbox.traffic().iter().filter(|e| e.protocol == Protocol::Gateway && e.from == Sender::Discord)
    {
        let read = serde_json::from_value::<serenity::model::event::GatewayEvent>(frame.body.clone());
        let read = read.unwrap_or_else(|error| panic!("{error}: {}", frame.body));
        if let serenity::model::event::GatewayEvent::Dispatch(_, event) = read {
            assert!(!matches!(event, serenity::model::event::Event::Unknown(_)), "{}", frame.body);
        }
        kinds.insert(frame.body["t"].as_str().unwrap_or("control").to_owned());
    }
    let kinds: Vec<_> = kinds.iter().map(String::as_str).collect();
    let expected = [
        "CHANNEL_DELETE",
        "CHANNEL_UPDATE",
        "GUILD_CREATE",
        "INTERACTION_CREATE",
        "MESSAGE_CREATE",
        "MESSAGE_DELETE",
        "MESSAGE_UPDATE",
        "READY",
        "RESUMED",
        "control",
    ];
    assert_eq!(kinds, expected);
}

#[tokio::test]
async fn serenity_parses_http_responses_from_sandbox() {
    let sandbox = sandbox().await;
    let http = serenity::http::HttpBuilder::new("secret")
        .proxy(sandbox.base_url())
        .ratelimiter_disabled(true)
        .application_id(sandbox.bot().0.into())
        .build();
    let (guild, games) = (sandbox.guild().0.into(), sandbox.channel("games").unwrap().0.into());
    assert_eq!(http.get_current_user().await.unwrap().name, "Bot");
    assert_eq!(http.get_current_application_info().await.unwrap().name, "Bot");
    assert_eq!(http.get_bot_gateway().await.unwrap().shards, 1);
    assert_eq!(http.get_guild(guild).await.unwrap().preferred_locale, "hu");
    assert_eq!(http.get_guild_roles(guild).await.unwrap().len(), 2);
    assert_eq!(http.get_channels(guild).await.unwrap().len(), 3);
    let anna = sandbox.user("Anna").id().0.into();
    assert_eq!(http.get_member(guild, anna).await.unwrap().display_name(), "Anna");
    assert_eq!(http.get_channel(games).await.unwrap().guild().unwrap().name, "games");
    let direct = http.create_private_channel(&json!({"recipient_id": anna})).await.unwrap();
    assert_eq!(direct.recipient.id, anna);
    let picture = "data:image/png;base64,iVBORw0KGgo=";
    let made = http.create_application_emoji(&json!({"name": "h7", "image": picture})).await.unwrap();
    assert_eq!(http.get_application_emojis().await.unwrap()[0].id, made.id);
    http.delete_application_emoji(made.id).await.unwrap();
    assert_eq!(http.get_application_emojis().await.unwrap().len(), 0);
    let error = http.create_application_emoji(&json!({"name": "h 7", "image": picture})).await.unwrap_err();
    assert!(error.to_string().contains("did not match validation regex"), "{error}");
    let sent = post_and_edit(&http, games, "hello").await;
    assert_eq!(http.get_messages(games, None, Some(5)).await.unwrap()[0].id, sent.id);
    http.delete_message(games, sent.id, None).await.unwrap();
    assert_eq!(sandbox.user("Anna").messages(), []);
}

async fn post_and_edit(
    http: &serenity::http::Http,
    channel: serenity::model::id::ChannelId,
    text: &str,
) -> serenity::model::channel::Message {
    let sent = channel.say(http, text).await.unwrap();
    let edit = serenity::builder::EditMessage::new().content(format!("{text}!"));
    channel.edit_message(http, sent.id, edit).await.unwrap()
}
