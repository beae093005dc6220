//! Tests of the simulated rate limits with a plain HTTP client.

use std::collections::HashMap;
use std::time::Duration;

use discord_sandbox::{Options, RateLimitScope, RateLimited, RateLimits, Sandbox};
use serde_json::{Value, json};

use crate::small_bot::Bot;
use crate::{last_interaction, options, unanswered};

/// A response of the sandbox.
struct Answer {
    status: u16,
    headers: HashMap<String, String>,
    body: Value,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    fn seconds(&self, name: &str) -> f64 {
        self.header(name).parse().unwrap()
    }
}

async fn send(sandbox: &Sandbox, token: Option<&str>, (method, path): (&str, &str), body: &Value) -> Answer {
    let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
    let mut request = reqwest::Client::new().request(method, format!("{}/api/v10{path}", sandbox.base_url()));
    if let Some(token) = token {
        request = request.header("Authorization", format!("Bot {token}"));
    }
    let response = request.body(body.to_string()).send().await.unwrap();
    let headers = response.headers().iter();
    let headers =
        headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    Answer { status, headers, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) }
}

async fn limited_sandbox(rate_limits: RateLimits) -> Sandbox {
    let options = Options { rate_limits, ..options() };
    Sandbox::start(options).await.unwrap()
}

fn scopes(sandbox: &Sandbox) -> Vec<RateLimitScope> {
    sandbox.rate_limited().iter().map(|limited| limited.scope).collect()
}

/// Sends requests until the route's bucket is exhausted. Returns the response with status 429.
async fn exhaust(sandbox: &Sandbox, (method, path): (&str, &str), limit: usize, seconds: f64) -> Answer {
    let hello = json!({"content": "hello"});
    for used in 1..=limit {
        let answer = send(sandbox, Some("a"), (method, path), &hello).await;
        assert_ne!(answer.status, 429, "{method} {path}");
        assert_eq!(answer.header("x-ratelimit-limit"), limit.to_string(), "{method} {path}");
        assert_eq!(answer.header("x-ratelimit-remaining"), (limit - used).to_string(), "{method} {path}");
        assert!(answer.seconds("x-ratelimit-reset-after") <= seconds, "{method} {path}");
        assert!(answer.seconds("x-ratelimit-reset") > 1.7e9, "{method} {path}");
        assert_eq!(answer.header("x-ratelimit-scope"), "", "{method} {path}");
    }
    let answer = send(sandbox, Some("a"), (method, path), &hello).await;
    assert_eq!(answer.status, 429, "{method} {path}");
    assert_eq!((answer.header("x-ratelimit-remaining"), answer.header("x-ratelimit-scope")), ("0", "user"));
    assert_eq!(answer.body["global"], false);
    let (body, header) = (answer.body["retry_after"].as_f64().unwrap(), answer.seconds("retry-after"));
    assert!(body > 0.0 && body <= header && header <= seconds, "{method} {path}: {body} {header}");
    answer
}

#[tokio::test]
async fn buckets_limit_each_route_per_resource() {
    let cases = [
        ("POST", "/channels/{c}/messages", 5, 5.0),
        ("PATCH", "/channels/{c}/messages/1", 5, 5.0),
        ("DELETE", "/channels/{c}/messages/1", 5, 1.0),
        ("GET", "/channels/{c}/messages", 5, 5.0),
        ("POST", "/channels/{c}/typing", 5, 5.0),
        ("POST", "/channels/{c}/messages/bulk-delete", 1, 1.0),
        ("POST", "/webhooks/1/{t}", 5, 2.0),
        ("PATCH", "/webhooks/1/{t}/messages/@original", 5, 2.0),
        ("GET", "/users/@me", 50, 10.0),
    ];
    let sandbox = limited_sandbox(RateLimits { global: None, ..RateLimits::DISCORD }).await;
    let games = sandbox.channel("games").unwrap().to_string();
    let general = sandbox.channel("general").unwrap().to_string();
    let hello = json!({"content": "hello"});
    let mut rejected = Vec::new();
    for (method, route, limit, seconds) in cases {
        let path = |channel: &str, token: &str| route.replace("{c}", channel).replace("{t}", token);
        let (here, there) = (path(&games, "token"), path(&general, "other"));
        // Edits of old messages have a limit of their own.
        let fresh = |path: String| path.replace("messages/1", &format!("messages/{}", u64::MAX));
        let (here, there) = if method == "PATCH" { (fresh(here), fresh(there)) } else { (here, there) };
        let answer = exhaust(&sandbox, (method, &here), limit, seconds).await;
        rejected.push(format!("{method} {here}"));
        if here != there {
            let other = send(&sandbox, Some("a"), (method, &there), &hello).await;
            assert_ne!(other.status, 429, "another resource shares the limit of {method} {here}");
            assert_eq!(other.header("x-ratelimit-bucket"), answer.header("x-ratelimit-bucket"));
        }
        sandbox.advance(Duration::from_secs_f64(seconds));
        assert_ne!(send(&sandbox, Some("a"), (method, &here), &hello).await.status, 429, "{method} {here}");
    }
    let routes: Vec<String> = sandbox.rate_limited().into_iter().map(|limited| limited.route).collect();
    assert_eq!(routes, rejected);
}

#[tokio::test]
async fn global_limit_rejects_requests_of_all_routes() {
    assert_eq!(RateLimits::DISCORD.global, Some(50));
    let sandbox = limited_sandbox(RateLimits { global: Some(2), ..RateLimits::DISCORD }).await;
    for token in [Some("a"), Some("b"), None] {
        send(&sandbox, token, ("GET", "/gateway"), &Value::Null).await;
        send(&sandbox, token, ("GET", "/users/@me"), &Value::Null).await;
        let answer = send(&sandbox, token, ("GET", "/gateway"), &Value::Null).await;
        assert_eq!((answer.status, &answer.body["global"]), (429, &json!(true)), "{token:?}");
        let headers = ["x-ratelimit-global", "x-ratelimit-scope", "retry-after", "x-ratelimit-bucket"];
        assert_eq!(headers.map(|name| answer.header(name)), ["true", "global", "1", ""]);
        assert!(answer.body["retry_after"].as_f64().unwrap() <= 1.0);
    }
    assert_eq!(scopes(&sandbox), [RateLimitScope::Global; 3]);
    let first = RateLimited { scope: RateLimitScope::Global, route: "GET /gateway".into(), at: 0 };
    assert_eq!(sandbox.rate_limited()[0], first);
    sandbox.advance(Duration::from_secs(1));
    assert_eq!(send(&sandbox, Some("a"), ("GET", "/gateway"), &Value::Null).await.status, 200);
}

#[tokio::test]
async fn interaction_endpoints_count_towards_global_limit_only_if_configured() {
    for count_interactions in [false, true] {
        let limits = RateLimits { global: Some(1), count_interactions, ..RateLimits::DISCORD };
        let sandbox = limited_sandbox(limits).await;
        for path in ["/interactions/1/x/callback", "/webhooks/1/x"] {
            sandbox.advance(Duration::from_secs(1));
            send(&sandbox, Some("a"), ("GET", "/gateway"), &Value::Null).await;
            let answer = send(&sandbox, Some("a"), ("POST", path), &json!({"type": 5})).await;
            assert_eq!(answer.status, if count_interactions { 429 } else { 404 }, "{path}");
        }
        assert_eq!(sandbox.rate_limited().len(), if count_interactions { 2 } else { 0 });
    }
}

#[tokio::test]
async fn edits_of_old_messages_are_limited_further() {
    let sandbox = limited_sandbox(RateLimits::DISCORD).await;
    let messages = format!("/channels/{}/messages", sandbox.channel("games").unwrap());
    let hello = json!({"content": "hello"});
    let id = send(&sandbox, Some("a"), ("POST", &messages), &hello).await.body["id"].clone();
    let path = format!("{messages}/{}", id.as_str().unwrap());
    let edit = async || send(&sandbox, Some("a"), ("PATCH", &path), &hello).await;
    for _ in 0..4 {
        assert_eq!(edit().await.status, 200);
    }
    sandbox.advance(Duration::from_secs(3601));
    for _ in 0..3 {
        assert_eq!(edit().await.status, 200);
    }
    let answer = edit().await;
    assert_eq!((answer.status, &answer.body["code"]), (429, &json!(30046)));
    assert!(answer.body["retry_after"].as_f64().unwrap() > 10.0);
    assert_eq!(scopes(&sandbox), [RateLimitScope::OldMessages]);
    sandbox.advance(Duration::from_secs(20));
    assert_eq!(edit().await.status, 200);
}

#[tokio::test]
async fn follow_ups_are_limited_per_channel() {
    let sandbox = limited_sandbox(RateLimits::DISCORD).await;
    let _bot = Bot::start(&sandbox).await;
    let hello = json!({"content": "hello"});
    let mut statuses = Vec::new();
    for _ in 0..7 {
        let (asked, callback, webhook) = unanswered(&sandbox).await;
        let callback =
            send(&sandbox, Some("a"), ("POST", &callback), &json!({"type": 4, "data": hello})).await;
        assert_eq!((callback.status, callback.header("x-ratelimit-limit")), (204, ""));
        asked.await.unwrap().unwrap();
        for _ in 0..5 {
            statuses.push(send(&sandbox, Some("a"), ("POST", &webhook), &hello).await.status);
        }
    }
    assert_eq!(statuses, [[200; 30].as_slice(), &[429; 5]].concat());
    let (_, token) = last_interaction(&sandbox);
    let webhook = format!("/webhooks/{}/{token}", sandbox.bot());
    sandbox.advance(Duration::from_mins(1));
    assert_eq!(send(&sandbox, Some("a"), ("POST", &webhook), &hello).await.status, 200);
}

#[tokio::test]
async fn too_many_invalid_requests_block_all_requests() {
    let limits = RateLimits { invalid_requests: Some(3), ..RateLimits::DISCORD };
    let sandbox = limited_sandbox(limits).await;
    let get = async |token| send(&sandbox, token, ("GET", "/users/@me"), &Value::Null).await;
    for _ in 0..3 {
        assert_eq!(get(None).await.status, 401);
    }
    let answer = get(Some("a")).await;
    assert_eq!((answer.status, answer.body), (429, json!("error code: 1015")));
    assert!(answer.headers["retry-after"].parse::<u64>().unwrap() > 500);
    assert_eq!(scopes(&sandbox), [RateLimitScope::InvalidRequests]);
    sandbox.advance(Duration::from_mins(10));
    assert_eq!(get(Some("a")).await.status, 200);
}

#[tokio::test]
async fn no_limit_is_enforced_when_rate_limits_are_off() {
    let sandbox = limited_sandbox(RateLimits::OFF).await;
    for _ in 0..60 {
        let answer = send(&sandbox, Some("a"), ("GET", "/users/@me"), &Value::Null).await;
        assert_eq!((answer.status, answer.header("x-ratelimit-limit")), (200, "1000"));
    }
    assert_eq!(sandbox.rate_limited(), []);
}
