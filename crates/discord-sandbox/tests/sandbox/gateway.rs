//! The gateway protocol, tested without a client library for cases that a well-behaved client never causes.

use discord_sandbox::Sandbox;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::{TIMEOUT, sandbox};

/// A gateway connection of a bot.
struct Shard(tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>);

impl Shard {
    async fn connect(sandbox: &Sandbox, query: &str) -> Self {
        let url = format!("ws://127.0.0.1:{}/gateway/{query}", sandbox.port());
        Self(tokio_tungstenite::connect_async(url).await.unwrap().0)
    }

    async fn identified(sandbox: &Sandbox, shard: [u64; 2], intents: u64) -> Self {
        let mut socket = Self::connect(sandbox, "?v=10").await;
        assert_eq!(socket.next().await["op"], 10);
        socket.send(json!({"op": 2, "d": {"token": "secret", "intents": intents, "shard": shard}})).await;
        socket
    }

    async fn send(&mut self, frame: Value) {
        self.0.send(Frame::text(frame.to_string())).await.unwrap();
    }

    /// Returns the next frame that the gateway sent. A close frame is returned as `{"closed": code}`.
    async fn next(&mut self) -> Value {
        let frame = tokio::time::timeout(TIMEOUT, self.0.next()).await.unwrap().unwrap().unwrap();
        match frame {
            Frame::Text(text) => serde_json::from_str(&text).unwrap(),
            Frame::Close(Some(close)) => json!({"closed": u16::from(close.code)}),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn invalid_gateway_frame_closes_connection_with_error_code() {
    let cases = [
        (json!({"op": 99, "d": null}), 4001),
        (json!({"op": 3, "d": {}}), 4003),
        (json!({"op": 2, "d": {"intents": 1}}), 4004),
        (json!({"op": 2, "d": {"token": "secret", "intents": 1, "shard": [2, 2]}}), 4010),
        (json!({"op": 2, "d": {"token": "secret", "intents": "all"}}), 4013),
        (json!({"op": 2, "d": {"token": "secret", "intents": 1 << 15}}), 4014),
        (json!({"op": 1, "d": "x".repeat(5000)}), 4002),
    ];
    for (frame, code) in cases {
        let sandbox = sandbox().await;
        let mut shard = Shard::connect(&sandbox, "?v=10").await;
        assert_eq!(shard.next().await["op"], 10);
        shard.send(frame.clone()).await;
        assert_eq!(shard.next().await, json!({"closed": code}), "{frame}");
        sandbox.wait_until(|p| p.violations().len() == 1, TIMEOUT).await.unwrap();
    }
    let sandbox = sandbox().await;
    assert_eq!(Shard::connect(&sandbox, "?v=9").await.next().await, json!({"closed": 4012}));
}

#[tokio::test]
async fn gateway_rejects_repeated_identify_and_too_many_messages() {
    let sandbox = sandbox().await;
    let mut shard = Shard::identified(&sandbox, [0, 1], 0).await;
    assert_eq!(shard.next().await["t"], "READY");
    shard.send(json!({"op": 2, "d": {"token": "secret", "intents": 0}})).await;
    assert_eq!(shard.next().await, json!({"closed": 4005}));

    let mut shard = Shard::connect(&sandbox, "?v=10").await;
    assert_eq!(shard.next().await["op"], 10);
    for _ in 0..120 {
        shard.send(json!({"op": 1, "d": null})).await;
        assert_eq!(shard.next().await["op"], 11);
    }
    shard.send(json!({"op": 1, "d": null})).await;
    assert_eq!(shard.next().await, json!({"closed": 4008}));
}

#[tokio::test]
async fn shard_receives_only_events_of_its_guilds_and_intents() {
    let sandbox = sandbox().await;
    let mut without = Shard::identified(&sandbox, [0, 1], 0).await;
    assert_eq!(without.next().await["t"], "READY");
    let guilds_shard = (sandbox.guild().0 >> 22) % 2;
    let mut its = Shard::identified(&sandbox, [guilds_shard, 2], 1 | 1 << 9).await;
    let mut other = Shard::identified(&sandbox, [1 - guilds_shard, 2], 1 | 1 << 9).await;
    assert_eq!(its.next().await["t"], "READY");
    assert_eq!(other.next().await["t"], "READY");
    assert_eq!(its.next().await["t"], "GUILD_CREATE");
    sandbox.user("Anna").post("hello").unwrap();
    let told = its.next().await;
    assert_eq!(
        (&told["t"], &told["d"]["content"]),
        (&json!("MESSAGE_CREATE"), &json!("")),
        "message content was sent without its intent"
    );
    sandbox.wait_until(|p| p.shards().len() == 3, TIMEOUT).await.unwrap();
    sandbox.request_reconnect();
    assert_eq!(without.next().await["op"], 7, "event was sent without its intent");
    assert_eq!(other.next().await["op"], 7, "event was sent to the wrong shard");
}

#[tokio::test]
async fn gateway_session_is_resumed_only_with_valid_sequence_number() {
    let sandbox = sandbox().await;
    let mut shard = Shard::identified(&sandbox, [0, 1], 1 << 9).await;
    let session = shard.next().await["d"]["session_id"].clone();
    sandbox.wait_until(Sandbox::is_online, TIMEOUT).await.unwrap();
    drop(shard);
    sandbox.wait_until(|p| !p.is_online(), TIMEOUT).await.unwrap();
    sandbox.user("Anna").post("hello").unwrap();
    let resume = |session: &Value, seq: u64| json!({"op": 6, "d": {"token": "secret", "session_id": session, "seq": seq}});
    let invalid = json!({"op": 9, "t": null, "s": null, "d": false});
    let mut shard = Shard::connect(&sandbox, "?v=10").await;
    assert_eq!(shard.next().await["op"], 10);
    shard.send(resume(&json!("made up"), 1)).await;
    assert_eq!(shard.next().await, invalid);
    shard.send(resume(&session, 99)).await;
    assert_eq!(shard.next().await, invalid);
    shard.send(resume(&session, 1)).await;
    assert_eq!(shard.next().await["t"], "MESSAGE_CREATE");
    assert_eq!(shard.next().await["t"], "RESUMED");
    // A normal close ends the session.
    let goodbye =
        tokio_tungstenite::tungstenite::protocol::CloseFrame { code: 1000.into(), reason: "".into() };
    shard.0.close(Some(goodbye)).await.unwrap();
    sandbox.wait_until(|p| !p.is_online(), TIMEOUT).await.unwrap();
    let mut shard = Shard::connect(&sandbox, "?v=10").await;
    assert_eq!(shard.next().await["op"], 10);
    shard.send(resume(&session, 3)).await;
    assert_eq!(shard.next().await, invalid);
}

#[tokio::test]
async fn sandbox_sends_guild_delete_event_when_bot_loses_server() {
    let sandbox = sandbox().await;
    let guild = json!(sandbox.guild());
    let mut shard = Shard::identified(&sandbox, [0, 1], 1).await;
    let ready = shard.next().await;
    assert_eq!(ready["d"]["guilds"], json!([{"id": guild, "unavailable": true}]));
    assert_eq!(shard.next().await["t"], "GUILD_CREATE");
    sandbox.start_outage();
    sandbox.end_outage();
    let out = shard.next().await;
    assert_eq!((&out["t"], &out["d"]), (&json!("GUILD_DELETE"), &json!({"id": guild, "unavailable": true})));
    assert_eq!(shard.next().await["t"], "GUILD_CREATE");
    sandbox.remove_bot();
    let gone = shard.next().await;
    assert_eq!((&gone["t"], &gone["d"]), (&json!("GUILD_DELETE"), &json!({"id": guild})));
    let mut other = Shard::identified(&sandbox, [0, 1], 1).await;
    let ready = other.next().await;
    assert_eq!((&ready["t"], &ready["d"]["guilds"]), (&json!("READY"), &json!([])));
    sandbox.add_bot();
    assert_eq!(other.next().await["t"], "GUILD_CREATE");
}
