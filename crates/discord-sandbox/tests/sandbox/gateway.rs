//! The gateway protocol, tested without a client library for cases that a well-behaved client never causes.

use discord_sandbox::{Options, Sandbox};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::{TIMEOUT, options, sandbox};

/// A gateway connection of a bot.
pub(crate) struct Shard(
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
);

impl Shard {
    pub(crate) async fn connect(sandbox: &Sandbox, query: &str) -> Self {
        let url = format!("ws://127.0.0.1:{}/gateway/{query}", sandbox.port());
        Self(tokio_tungstenite::connect_async(url).await.unwrap().0)
    }

    pub(crate) async fn identified(sandbox: &Sandbox, shard: [u64; 2], intents: u64) -> Self {
        let mut socket = Self::connect(sandbox, "?v=10").await;
        assert_eq!(socket.next().await["op"], 10);
        socket.send(json!({"op": 2, "d": {"token": "secret", "intents": intents, "shard": shard}})).await;
        socket
    }

    pub(crate) async fn send(&mut self, frame: Value) {
        self.0.send(Frame::text(frame.to_string())).await.unwrap();
    }

    /// Returns the next frame that the gateway sent. A close frame is returned as `{"closed": code}`.
    pub(crate) async fn next(&mut self) -> Value {
        let frame = tokio::time::timeout(TIMEOUT, self.0.next()).await.unwrap().unwrap().unwrap();
        match frame {
            Frame::Text(text) => serde_json::from_str(&text).unwrap(),
            Frame::Close(Some(close)) => json!({"closed": u16::from(close.code)}),
            other => panic!("{other:?}"),
        }
    }

    /// Waits for the end of the connection. Returns `true` if it ended without a close frame.
    pub(crate) async fn ended(&mut self) -> bool {
        let frame = tokio::time::timeout(TIMEOUT, self.0.next()).await.unwrap();
        !matches!(frame, Some(Ok(_)))
    }
}

#[tokio::test]
async fn invalid_gateway_frame_closes_connection_with_error_code() {
    let cases = [
        (json!({"op": 99, "d": null}), 4001),
        (json!({"op": 3, "d": {}}), 4003),
        (json!({"op": 4, "d": {}}), 4003),
        (json!({"op": 8, "d": {}}), 4003),
        (json!({"op": 2, "d": null}), 4002),
        (json!({"op": 2, "d": {"intents": 1}}), 4004),
        (json!({"op": 2, "d": {"token": "secret", "intents": 1_u64 << 40}}), 4013),
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
    for query in ["?v=9", "?v=10&encoding=etf", "?v=10&compress=zstd-stream"] {
        assert_eq!(Shard::connect(&sandbox, query).await.next().await, json!({"closed": 4012}), "{query}");
    }
    let mut shard = Shard::connect(&sandbox, "?v=10&encoding=json").await;
    shard.next().await;
    shard.0.send(Frame::text("{")).await.unwrap();
    assert_eq!(shard.next().await, json!({"closed": 4002}));
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
async fn malformed_request_after_identify_closes_connection() {
    let sandbox = sandbox().await;
    let guild = json!(sandbox.guild());
    for frame in [
        json!({"op": 3, "d": null}),
        json!({"op": 4, "d": {}}),
        json!({"op": 8, "d": {"query": "", "limit": 0}}),
        json!({"op": 8, "d": {"guild_id": guild, "query": "a"}}),
        json!({"op": 8, "d": {"guild_id": guild, "user_ids": ["me"]}}),
    ] {
        let mut shard = Shard::identified(&sandbox, [0, 1], 0).await;
        assert_eq!(shard.next().await["t"], "READY");
        shard.send(frame.clone()).await;
        assert_eq!(shard.next().await, json!({"closed": 4002}), "{frame}");
    }
}

#[tokio::test]
async fn gateway_answers_requests_for_members() {
    let options = Options { privileged_intents: 1 << 1, ..options() };
    let sandbox = Sandbox::start(options).await.unwrap();
    let guild = json!(sandbox.guild());
    let (anna, bot) = (json!(sandbox.user("Anna").id()), json!(sandbox.bot()));
    let mut shard = Shard::identified(&sandbox, [0, 1], 1 << 1).await;
    assert_eq!(shard.next().await["t"], "READY");
    let cases = [
        (json!({"query": "AN", "limit": 0}), json!([])),
        (json!({"query": "AN", "limit": 5, "nonce": "7"}), json!([anna])),
        (json!({"user_ids": anna}), json!([anna])),
        (json!({"user_ids": [bot, "1", anna]}), json!([bot, anna])),
    ];
    for (mut data, expected) in cases {
        data["guild_id"] = guild.clone();
        shard.send(json!({"op": 8, "d": data})).await;
        let chunk = shard.next().await;
        assert_eq!((&chunk["t"], &chunk["d"]["chunk_count"]), (&json!("GUILD_MEMBERS_CHUNK"), &json!(1)));
        assert_eq!((&chunk["d"]["guild_id"], &chunk["d"]["nonce"]), (&guild, &data["nonce"]));
        let members = chunk["d"]["members"].as_array().unwrap();
        let ids: Vec<&Value> = members.iter().map(|member| &member["user"]["id"]).collect();
        assert_eq!(json!(ids), expected, "{data}");
        let missing = if data["user_ids"].is_array() { json!(["1"]) } else { Value::Null };
        assert_eq!(chunk["d"]["not_found"], missing);
    }
    shard.send(json!({"op": 8, "d": {"guild_id": guild, "query": "", "limit": 0}})).await;
    assert_eq!(shard.next().await["d"]["members"].as_array().unwrap().len(), 6);
    assert_eq!(sandbox.violations(), []);
}

#[tokio::test]
async fn gateway_ignores_requests_without_required_intent() {
    let sandbox = sandbox().await;
    let guild = json!(sandbox.guild());
    let mut shard = Shard::identified(&sandbox, [0, 1], 0).await;
    assert_eq!(shard.next().await["t"], "READY");
    for data in [
        json!({"guild_id": guild, "query": "", "limit": 0}),
        json!({"guild_id": guild, "query": "a", "limit": 1, "presences": true}),
        json!({"guild_id": "1", "query": "a", "limit": 1}),
    ] {
        shard.send(json!({"op": 8, "d": data})).await;
    }
    shard.send(json!({"op": 1, "d": null})).await;
    assert_eq!(shard.next().await["op"], 11);
    assert_eq!(sandbox.violations().len(), 3);
}

#[tokio::test]
async fn gateway_accepts_presence_and_voice_state_updates() {
    let sandbox = sandbox().await;
    let mut shard = Shard::identified(&sandbox, [0, 1], 0).await;
    assert_eq!(shard.next().await["t"], "READY");
    let presence = json!({"since": null, "activities": [], "status": "online", "afk": false});
    shard.send(json!({"op": 3, "d": presence})).await;
    let voice =
        json!({"guild_id": sandbox.guild(), "channel_id": null, "self_mute": true, "self_deaf": false});
    shard.send(json!({"op": 4, "d": voice})).await;
    let state = shard.next().await;
    assert_eq!((&state["t"], &state["d"]["channel_id"]), (&json!("VOICE_STATE_UPDATE"), &Value::Null));
    assert_eq!(state["d"]["self_mute"], true);
    assert_eq!(sandbox.violations(), []);
}

#[tokio::test]
async fn compressed_gateway_connection_uses_one_zlib_stream() {
    let sandbox = sandbox().await;
    let mut shard = Shard::connect(&sandbox, "?v=10&encoding=json&compress=zlib-stream").await;
    let mut stream = flate2::Decompress::new(true);
    let mut next = async |shard: &mut Shard| {
        let frame = tokio::time::timeout(TIMEOUT, shard.0.next()).await.unwrap().unwrap().unwrap();
        let mut text = Vec::with_capacity(100_000);
        stream.decompress_vec(&frame.into_data(), &mut text, flate2::FlushDecompress::Sync).unwrap();
        serde_json::from_slice::<Value>(&text).unwrap()
    };
    assert_eq!(next(&mut shard).await["op"], 10);
    shard.send(json!({"op": 2, "d": {"token": "secret", "intents": 1}})).await;
    assert_eq!(next(&mut shard).await["t"], "READY");
    assert_eq!(next(&mut shard).await["t"], "GUILD_CREATE");
    shard.send(json!({"op": 1, "d": 2})).await;
    assert_eq!(next(&mut shard).await["op"], 11);
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
async fn events_sent_to_bot_are_counted() {
    let sandbox = sandbox().await;
    let counts = || (sandbox.sent_events().count, sandbox.sent_events().interruptions);
    let mut shard = Shard::identified(&sandbox, [0, 1], 1 << 9).await;
    assert_eq!(shard.next().await["t"], "READY");
    assert_eq!(counts(), (1, 0), "frames that are not events were counted");
    sandbox.wait_until(Sandbox::is_online, TIMEOUT).await.unwrap();
    sandbox.user("Anna").post("hello").unwrap();
    assert_eq!(shard.next().await["t"], "MESSAGE_CREATE");
    assert_eq!(counts(), (2, 0));
    sandbox.dispatch("UNKNOWN_EVENT", &json!({}));
    assert_eq!(shard.next().await["t"], "UNKNOWN_EVENT");
    assert_eq!(counts(), (3, 1));
    sandbox.drop_gateway();
    sandbox.wait_until(|sandbox| !sandbox.is_online(), TIMEOUT).await.unwrap();
    sandbox.user("Anna").post("nobody receives this").unwrap();
    assert_eq!((counts(), sandbox.pending_work()), ((3, 2), 0));
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
