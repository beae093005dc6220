//! Tests that validate the recorded traffic against Discord's API specification.
//!
//! They are skipped if the specification is not available.

use std::path::Path;
use std::time::Duration;

use discord_openapi::{Specification, errors};
use discord_sandbox::{Exchange, Fault, Options, Protocol, RateLimits, Sandbox, Sender};
use serde_json::{Value, json};

use crate::small_bot::Bot;
use crate::{TIMEOUT, game, options, request, sandbox, unanswered};

/// Schemas of gateway payloads: the event, the place of the value in the payload, and the schema's name.
const EVENTS: [(&str, &str, &str); 9] = [
    ("READY", "/d/user", "UserPIIResponse"),
    ("MESSAGE_CREATE", "/d", "MessageResponse"),
    ("MESSAGE_UPDATE", "/d", "MessageResponse"),
    ("INTERACTION_CREATE", "/d/message", "MessageResponse"),
    ("INTERACTION_CREATE", "/d/user", "UserResponse"),
    ("INTERACTION_CREATE", "/d/member/user", "UserResponse"),
    ("GUILD_CREATE", "/d/channels/0", "GuildChannelResponse"),
    ("GUILD_CREATE", "/d/roles/0", "GuildRoleResponse"),
    ("GUILD_CREATE", "/d/members/0", "GuildMemberResponse"),
];

fn specification() -> Option<Specification> {
    let near = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/discord/openapi.json");
    let path = std::env::var("DISCORD_OPENAPI").unwrap_or_else(|_| near.to_owned());
    let specification = Specification::read(Path::new(&path));
    if specification.is_none() {
        eprintln!("skipped: Discord's specification is not available at {path}");
    }
    specification
}

fn rest(sandbox: &Sandbox, from: Sender) -> Vec<Exchange> {
    let sent = |exchange: &Exchange| exchange.protocol == Protocol::Rest && exchange.from == from;
    sandbox.traffic().into_iter().filter(sent).collect()
}

fn invalid_requests(sandbox: &Sandbox, specification: &Specification) -> Vec<String> {
    let validate = |request: Exchange| {
        let (method, path) = (request.method.unwrap_or_default(), request.path.unwrap_or_default());
        specification.validate(&method, &path, &request.body)
    };
    rest(sandbox, Sender::Bot).into_iter().flat_map(validate).collect()
}

fn invalid_responses(sandbox: &Sandbox, specification: &Specification) -> Vec<String> {
    let validate = |response: Exchange| {
        let (method, path) = (response.method.unwrap_or_default(), response.path.unwrap_or_default());
        specification.validate_response(&method, &path, response.status.unwrap_or_default(), &response.body)
    };
    rest(sandbox, Sender::Discord).into_iter().flat_map(validate).collect()
}

fn invalid_events(sandbox: &Sandbox, specification: &Specification) -> Vec<String> {
    let mut invalid = Vec::new();
    for exchange in sandbox.traffic() {
        for (event, place, schema) in EVENTS.iter().filter(|(event, ..)| exchange.body["t"] == *event) {
            let Some(value) = exchange.body.pointer(place) else { continue };
            let mut value = value.clone();
            if let Some(fields) = value.as_object_mut().filter(|_| event.starts_with("MESSAGE_")) {
                fields.remove("guild_id");
            }
            let validator = specification.schema(schema).unwrap();
            invalid
                .extend(errors(&validator, &value).iter().map(|error| format!("{event} {place}: {error}")));
        }
    }
    invalid
}

#[tokio::test]
async fn bot_requests_conform_to_openapi_specification() {
    let Some(specification) = specification() else { return };
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let anna = sandbox.user("Anna");
    let message = game(&sandbox).await;
    anna.press(&message, "Join").await.unwrap();
    anna.autocomplete("play", "card", "").await.unwrap();
    anna.command("play", [("card", "h7".into())]).await.unwrap();
    anna.command("slow", []).await.unwrap();
    anna.wait_until(|seen| seen.len() == 6, TIMEOUT).await.unwrap();
    assert_eq!(invalid_requests(&sandbox, &specification), [""; 0]);
    assert_eq!(invalid_responses(&sandbox, &specification), [""; 0]);
    assert_eq!(invalid_events(&sandbox, &specification), [""; 0]);
    let messages = format!("/channels/{}/messages", message.channel());
    request(&sandbox, "POST", &messages, &json!({"content": 7})).await;
    request(&sandbox, "GET", "/nothing", &Value::Null).await;
    let violations = invalid_requests(&sandbox, &specification);
    assert_eq!(violations.len(), 2, "{violations:?}");
    assert!(violations[0].starts_with(&format!("POST {messages}: /content ")), "{violations:?}");
    assert_eq!(violations[1], "GET /nothing: no such route");
}

/// A message with all supported fields.
fn full_message() -> Value {
    let menu = json!({"type": 3, "custom_id": "m", "placeholder": "p", "options": [
        {"label": "a", "value": "1", "description": "d", "emoji": {"name": "🂡"}, "default": true},
    ]});
    json!({
        "content": "hello", "tts": false, "nonce": "7", "enforce_nonce": true,
        "embeds": [{"title": "t", "description": "d", "color": 255, "url": "https://example.com",
            "timestamp": "2024-01-01T12:00:00.000Z", "footer": {"text": "f"}, "author": {"name": "a"},
            "fields": [{"name": "n", "value": "v"}], "image": {"url": "https://example.com/a.png"}}],
        "components": [
            {"type": 1, "components": [
                {"type": 2, "style": 1, "label": "a", "custom_id": "a"},
                {"type": 2, "style": 5, "label": "b", "url": "https://example.com", "disabled": true},
            ]},
            {"type": 1, "components": [menu]},
            {"type": 1, "components": [{"type": 5, "custom_id": "u"}]},
        ],
    })
}

/// Commands with options of each type.
fn commands() -> Value {
    let option = |kind: u64, more: Value| {
        let mut option =
            json!({"type": kind, "name": format!("o{kind}"), "description": "d", "choices": null});
        more.as_object().unwrap().iter().for_each(|(key, value)| option[key] = value.clone());
        option
    };
    let options = json!([
        option(3, json!({"required": true, "min_length": null, "max_length": 5})),
        option(4, json!({"min_value": 1, "max_value": null, "autocomplete": true})),
        option(5, json!({})),
        option(6, json!({})),
        option(7, json!({"channel_types": [0]})),
        option(8, json!({})),
        option(9, json!({})),
        option(10, json!({})),
        option(11, json!({})),
    ]);
    let group = json!({"type": 2, "name": "g", "description": "d", "options": [
        {"type": 1, "name": "s", "description": "d", "options": options},
    ]});
    json!([
        {"name": "a", "description": "d", "options": options, "contexts": [0, 1], "integration_types": [0, 1]},
        {"name": "b", "description": "d", "options": [group], "default_member_permissions": "32"},
        {"name": "c", "type": 2, "description": "", "name_localizations": {"hu": "cé"}},
        {"name": "d", "type": 3, "nsfw": true},
    ])
}

async fn use_commands(sandbox: &Sandbox) {
    let application = format!("/applications/{}", sandbox.bot());
    let guild = format!("{application}/guilds/{}/commands", sandbox.guild());
    for commands_path in [format!("{application}/commands"), guild] {
        let (status, registered) = request(sandbox, "PUT", &commands_path, &commands()).await;
        assert_eq!(status, 200);
        let path = format!("{commands_path}/{}", registered[0]["id"].as_str().unwrap());
        request(sandbox, "GET", &commands_path, &Value::Null).await;
        request(sandbox, "POST", &commands_path, &json!({"name": "e", "description": "e"})).await;
        let edit = json!({"name": "e", "description": "edited"});
        assert_eq!(request(sandbox, "PATCH", &path, &edit).await.1["description"], "edited");
        request(sandbox, "GET", &path, &Value::Null).await;
        assert_eq!(request(sandbox, "DELETE", &path, &Value::Null).await.0, 204);
    }
}

async fn use_channels(sandbox: &Sandbox, channel: &str) {
    let id = sandbox.channel(channel).unwrap();
    let messages = format!("/channels/{id}/messages");
    request(sandbox, "GET", &format!("/channels/{id}"), &Value::Null).await;
    let (status, message) = request(sandbox, "POST", &messages, &full_message()).await;
    assert_eq!(status, 200, "{message}");
    let message = message["id"].as_str().unwrap();
    let reply = json!({"content": "reply", "message_reference": {"message_id": message}});
    request(sandbox, "POST", &messages, &reply).await;
    request(sandbox, "PATCH", &format!("{messages}/{message}"), &full_message()).await;
    request(sandbox, "GET", &format!("{messages}/{message}"), &Value::Null).await;
    request(sandbox, "GET", &messages, &Value::Null).await;
    request(sandbox, "POST", &format!("/channels/{id}/typing"), &Value::Null).await;
    request(sandbox, "DELETE", &format!("{messages}/{message}"), &Value::Null).await;
    request(sandbox, "DELETE", &format!("{messages}/{message}"), &Value::Null).await;
}

async fn use_interactions(sandbox: &Sandbox) {
    for deferred in [false, true] {
        let (asked, callback, webhook) = unanswered(sandbox).await;
        let callback = format!("{callback}?with_response=true");
        let answer = json!({"type": if deferred { 5 } else { 4 }, "data": {"content": "a", "flags": 64}});
        assert_eq!(request(sandbox, "POST", &callback, &answer).await.0, 200);
        request(sandbox, "POST", &callback, &answer).await;
        asked.await.unwrap().unwrap();
        let mut message = full_message();
        message.as_object_mut().unwrap().retain(|key, _| !key.ends_with("nonce"));
        let (_, follow_up) = request(sandbox, "POST", &format!("{webhook}?wait=true"), &message).await;
        let follow_up = format!("{webhook}/messages/{}", follow_up["id"].as_str().unwrap());
        request(sandbox, "PATCH", &follow_up, &json!({"content": "b"})).await;
        request(sandbox, "GET", &follow_up, &Value::Null).await;
        request(sandbox, "GET", &format!("{webhook}/messages/@original"), &Value::Null).await;
        request(sandbox, "DELETE", &follow_up, &Value::Null).await;
    }
}

async fn use_other_routes(sandbox: &Sandbox) {
    let guild = format!("/guilds/{}", sandbox.guild());
    let members = format!("{guild}/members/{}", sandbox.user("Anna").id());
    let emojis = format!("/applications/{}/emojis", sandbox.bot());
    let paths = [
        "/gateway",
        "/gateway/bot",
        "/users/@me",
        "/users/@me/guilds",
        "/applications/@me",
        "/oauth2/applications/@me",
        &guild,
        &format!("{guild}/roles"),
        &format!("{guild}/channels"),
        &members,
        &format!("/users/{}", sandbox.user("Anna").id()),
        &emojis,
    ];
    for path in paths {
        assert_eq!(request(sandbox, "GET", path, &Value::Null).await.0, 200, "{path}");
    }
    let picture = "data:image/png;base64,iVBORw0KGgo=";
    let (_, emoji) = request(sandbox, "POST", &emojis, &json!({"name": "h7", "image": picture})).await;
    let emoji = format!("{emojis}/{}", emoji["id"].as_str().unwrap());
    request(sandbox, "PATCH", &emoji, &json!({"name": "h8"})).await;
    request(sandbox, "GET", &emoji, &Value::Null).await;
    request(sandbox, "DELETE", &emoji, &Value::Null).await;
    let anna = json!({"recipient_id": sandbox.user("Anna").id()});
    assert_eq!(request(sandbox, "POST", "/users/@me/channels", &anna).await.0, 200);
}

#[tokio::test]
async fn sandbox_responses_conform_to_openapi_specification() {
    let Some(specification) = specification() else { return };
    let rate_limits = RateLimits { buckets: false, global: Some(1000), ..RateLimits::DISCORD };
    let sandbox = Sandbox::start(Options { rate_limits, ..options() }).await.unwrap();
    let _bot = Bot::start(&sandbox).await;
    assert!(sandbox.create_thread("thread", "games"));
    use_channels(&sandbox, "games").await;
    use_channels(&sandbox, "thread").await;
    use_interactions(&sandbox).await;
    use_other_routes(&sandbox).await;
    sandbox.fail_next(1, "GET", "/users", Fault::TooManyRequests { retry_after: Some(0.5) });
    request(&sandbox, "GET", "/users/@me", &Value::Null).await;
    request(&sandbox, "GET", "/channels/1", &Value::Null).await;
    use_commands(&sandbox).await;
    sandbox.advance(Duration::from_secs(3));
    assert_eq!(invalid_responses(&sandbox, &specification), [""; 0]);
    assert_eq!(invalid_events(&sandbox, &specification), [""; 0]);
}
