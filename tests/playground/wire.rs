//! What goes over the wire, read by serenity's own types and by Discord's specification.

use serde_json::{Value, json};
use ulti::playground::{Options, Playground, Sender, Way, permission};

use crate::small_bot::Bot;
use crate::{PATIENCE, game, openapi, playground, request};

#[tokio::test]
async fn the_traffic_is_written_line_by_line() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let traffic = Some(file.path().to_owned());
    let playground = Playground::start(Options { traffic, ..Default::default() }).await.unwrap();
    let _bot = Bot::start(&playground).await;
    game(&playground).await;
    let text = std::fs::read_to_string(file.path()).unwrap();
    assert!(!text.contains("secret"), "a token is never written down");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let put = lines.iter().find(|line| line["method"] == "PUT" && line["from"] == "bot").unwrap();
    assert_eq!(put["way"], "rest");
    assert_eq!(put["body"][0]["name"], "game");
    assert!(lines.iter().any(|line| line["way"] == "gateway" && line["body"]["t"] == "READY"));
    assert!(lines.iter().any(|line| line["status"] == 204 && line["from"] == "discord"));
}

/// Every frame and answer of a busy session, read by serenity's own types.
#[tokio::test]
async fn serenity_reads_every_payload() {
    let playground = playground().await;
    let _bot = Bot::start(&playground).await;
    let anna = playground.person("Anna");
    let message = game(&playground).await;
    anna.press(&message, "Join").await.unwrap();
    anna.select(&message, "Speed", &["slow"]).await.unwrap();
    anna.autocomplete("play", "card", "").await.unwrap();
    anna.command("ask", []).await.unwrap();
    anna.submit("who", &[("name", "a")]).await.unwrap();
    anna.in_dm().command("hand", []).await.unwrap();
    anna.say("hello").unwrap();
    playground.revoke("ulti", permission::EMBED_LINKS);
    let path = format!("/channels/{}/messages/{}", message.channel(), message.id());
    assert_eq!(request(&playground, "PATCH", &path, &json!({"content": "b"})).await.0, 200);
    playground.delete_message(message.id());
    playground.delete_channel("general");
    playground.drop_gateway();
    let resumed = |p: &Playground| p.traffic().iter().any(|e| e.body["t"] == "RESUMED");
    playground.until(resumed, PATIENCE).await.unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    for frame in playground.traffic().iter().filter(|e| e.way == Way::Gateway && e.from == Sender::Discord) {
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
async fn serenity_reads_what_it_asks_for() {
    let playground = playground().await;
    let http = serenity::http::HttpBuilder::new("secret")
        .proxy(playground.base_url())
        .ratelimiter_disabled(true)
        .application_id(playground.bot().0.into())
        .build();
    let (guild, ulti) = (playground.guild().0.into(), playground.channel("ulti").unwrap().0.into());
    assert_eq!(http.get_current_user().await.unwrap().name, "Bot");
    assert_eq!(http.get_current_application_info().await.unwrap().name, "Bot");
    assert_eq!(http.get_bot_gateway().await.unwrap().shards, 1);
    assert_eq!(http.get_guild(guild).await.unwrap().preferred_locale, "hu");
    assert_eq!(http.get_guild_roles(guild).await.unwrap().len(), 2);
    assert_eq!(http.get_channels(guild).await.unwrap().len(), 3);
    let anna = playground.person("Anna").id().0.into();
    assert_eq!(http.get_member(guild, anna).await.unwrap().display_name(), "Anna");
    assert_eq!(http.get_channel(ulti).await.unwrap().guild().unwrap().name, "ulti");
    let direct = http.create_private_channel(&json!({"recipient_id": anna})).await.unwrap();
    assert_eq!(direct.recipient.id, anna);
    let picture = "data:image/png;base64,iVBORw0KGgo=";
    let made = http.create_application_emoji(&json!({"name": "h7", "image": picture})).await.unwrap();
    assert_eq!(http.get_application_emojis().await.unwrap()[0].id, made.id);
    http.delete_application_emoji(made.id).await.unwrap();
    assert_eq!(http.get_application_emojis().await.unwrap().len(), 0);
    let error = http.create_application_emoji(&json!({"name": "h 7", "image": picture})).await.unwrap_err();
    assert!(error.to_string().contains("did not match validation regex"), "{error}");
    let sent = ulti_say(&http, ulti, "hello").await;
    assert_eq!(http.get_messages(ulti, None, Some(5)).await.unwrap()[0].id, sent.id);
    http.delete_message(ulti, sent.id, None).await.unwrap();
    assert_eq!(playground.person("Anna").messages(), []);
}

async fn ulti_say(
    http: &serenity::http::Http,
    channel: serenity::model::id::ChannelId,
    text: &str,
) -> serenity::model::channel::Message {
    let sent = channel.say(http, text).await.unwrap();
    let edit = serenity::builder::EditMessage::new().content(format!("{text}!"));
    channel.edit_message(http, sent.id, edit).await.unwrap()
}

#[tokio::test]
async fn the_bot_follows_the_specification() {
    let near = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/discord/openapi.json");
    let path = std::env::var("DISCORD_OPENAPI").unwrap_or_else(|_| near.to_owned());
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("Discord's specification is not at hand at {path}");
        return;
    };
    let spec: Value = serde_json::from_str(&text).unwrap();
    let playground = playground().await;
    let _bot = Bot::start(&playground).await;
    let anna = playground.person("Anna");
    let message = game(&playground).await;
    anna.press(&message, "Join").await.unwrap();
    anna.autocomplete("play", "card", "").await.unwrap();
    anna.command("play", [("card", "h7".into())]).await.unwrap();
    anna.command("slow", []).await.unwrap();
    anna.until(|seen| seen.len() == 6, PATIENCE).await.unwrap();
    assert_eq!(openapi::violations(&spec, &playground.traffic()), [""; 0]);
    let messages = format!("/channels/{}/messages", message.channel());
    request(&playground, "POST", &messages, &json!({"content": 7})).await;
    request(&playground, "GET", "/nothing", &Value::Null).await;
    let violations = openapi::violations(&spec, &playground.traffic());
    assert_eq!(violations.len(), 2, "{violations:?}");
    assert!(violations[0].starts_with(&format!("POST {messages}: /content ")), "{violations:?}");
    assert_eq!(violations[1], "GET /nothing: no such route");
}
