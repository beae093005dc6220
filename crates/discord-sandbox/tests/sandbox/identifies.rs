//! The parameters and limits of `IDENTIFY` frames.

use std::time::Duration;

use discord_sandbox::{Identified, Options, RateLimitScope, Sandbox};
use serde_json::{Value, json};

use crate::gateway::Shard;
use crate::shards::{guilds, paced, shard_of, started};
use crate::{options, request};

/// Minimum time between two `IDENTIFY` frames of a bucket.
const PACE: Duration = Duration::from_secs(5);

#[tokio::test]
async fn session_with_too_many_guilds_is_closed() {
    let sandbox = Sandbox::start(Options { max_guilds_per_shard: 2, ..guilds(4) }).await.unwrap();
    let fits = 1 - shard_of(sandbox.guild(), 2);
    assert_eq!(Shard::identified(&sandbox, [1 - fits, 2], 0).await.next().await, json!({"closed": 4011}));
    assert_eq!(Shard::identified(&sandbox, [fits, 2], 0).await.next().await["t"], "READY");
    let accepted: Vec<bool> = sandbox.identifies().iter().map(|one| one.accepted).collect();
    assert_eq!(accepted, [false, true]);
    assert!(sandbox.violations()[0].reason.contains("4011"));
}

#[tokio::test]
async fn malformed_shard_closes_connection() {
    let sandbox = Sandbox::start(options()).await.unwrap();
    for shard in [json!([0]), json!([0, 1, 2]), json!(["0", "1"]), json!(7), json!([0, 0]), json!([3, 3])] {
        let mut socket = Shard::connect(&sandbox, "?v=10").await;
        assert_eq!(socket.next().await["op"], 10);
        socket.send(json!({"op": 2, "d": {"token": "secret", "intents": 0, "shard": shard}})).await;
        assert_eq!(socket.next().await, json!({"closed": 4010}), "{shard}");
    }
}

#[tokio::test]
async fn gateway_recommends_a_shard_per_thousand_guilds() {
    for (options, shards) in [
        (guilds(0), 1),
        (guilds(999), 1),
        (guilds(1_000), 2),
        (Options { shards: Some(12), ..guilds(0) }, 12),
    ] {
        let max_concurrency = 16;
        let sandbox = Sandbox::start(Options { max_concurrency, ..options }).await.unwrap();
        let (_, body) = request(&sandbox, "GET", "/gateway/bot", &Value::Null).await;
        assert_eq!(body["shards"], shards);
        let limit = json!({"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16});
        assert_eq!(body["session_start_limit"], limit);
    }
}

#[tokio::test]
async fn identify_within_five_seconds_gets_invalid_session() {
    let sandbox = Sandbox::start(paced(1)).await.unwrap();
    let invalid = json!({"op": 9, "t": null, "s": null, "d": false});
    started(&sandbox, [0, 2]).await;
    let mut early = Shard::identified(&sandbox, [1, 2], 0).await;
    assert_eq!(early.next().await, invalid);
    sandbox.advance(PACE);
    // The connection stays open, and the bot can send IDENTIFY again.
    early.send(json!({"op": 2, "d": {"token": "secret", "intents": 0, "shard": [1, 2]}})).await;
    assert_eq!(early.next().await["t"], "READY");

    let seen: Vec<_> = sandbox.identifies().iter().map(|one| (one.shard, one.accepted)).collect();
    assert_eq!(seen, [(0, true), (1, false), (1, true)]);
    let [first, _, last]: [Identified; 3] = sandbox.identifies().try_into().unwrap();
    assert!(last.at >= first.at + PACE);
    let limited = sandbox.rate_limited();
    assert_eq!((limited.len(), limited[0].scope), (1, RateLimitScope::Identify));
    assert_eq!(limited[0].route, "IDENTIFY 1/2");
    assert_eq!(sandbox.violations(), []);
}

#[tokio::test]
async fn buckets_of_identify_are_independent() {
    let sandbox = Sandbox::start(paced(2)).await.unwrap();
    let accepted = async |id: u64| {
        let first = Shard::identified(&sandbox, [id, 4], 0).await.next().await;
        first["t"] == "READY"
    };
    assert!(accepted(0).await && accepted(1).await);
    assert!(!accepted(2).await && !accepted(3).await);
    sandbox.advance(PACE);
    assert!(accepted(3).await && accepted(2).await);
    assert_eq!(sandbox.rate_limited().len(), 2);
}

#[tokio::test]
async fn exhausted_session_budget_resets_the_token() {
    let sandbox = Sandbox::start(Options { session_starts: 2, ..options() }).await.unwrap();
    let (mut first, ..) = started(&sandbox, [0, 2]).await;
    let limit = async |token: &str| {
        let url = format!("{}/api/v10/gateway/bot", sandbox.base_url());
        let request = reqwest::Client::new().get(url).header("Authorization", format!("Bot {token}"));
        let body: Value = serde_json::from_str(&request.send().await.unwrap().text().await.unwrap()).unwrap();
        body["session_start_limit"].clone()
    };
    let before = limit("secret").await;
    assert_eq!((&before["total"], &before["remaining"]), (&json!(2), &json!(1)));
    let reset = before["reset_after"].as_u64().unwrap();
    assert!((86_000_000..=86_400_000).contains(&reset), "{reset}");
    let (mut second, ..) = started(&sandbox, [1, 2]).await;
    let closed = json!({"closed": 4004});
    assert_eq!(Shard::identified(&sandbox, [0, 2], 0).await.next().await, closed);
    loop {
        let next = first.next().await;
        if next == closed {
            break;
        }
    }
    assert_eq!(second.next().await, closed);
    assert_eq!(Shard::identified(&sandbox, [0, 2], 0).await.next().await, closed);
    assert_eq!(limit("secret").await, Value::Null);
    assert_eq!(limit("new").await["remaining"], 0);
    assert!(sandbox.violations().iter().any(|one| one.reason.contains("session start limit")));
    sandbox.advance(Duration::from_hours(24));
    assert_eq!(limit("new").await["remaining"], 2);
}
