//! The gateway by hand: what a well-behaved client never shows.

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;
use ulti::playground::Playground;

use crate::{PATIENCE, playground};

/// A shard of a bot.
struct Shard(tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>);

impl Shard {
    async fn connect(playground: &Playground, query: &str) -> Self {
        let url = format!("ws://127.0.0.1:{}/gateway/{query}", playground.port());
        Self(tokio_tungstenite::connect_async(url).await.unwrap().0)
    }

    async fn identified(playground: &Playground, shard: [u64; 2], intents: u64) -> Self {
        let mut socket = Self::connect(playground, "?v=10").await;
        assert_eq!(socket.next().await["op"], 10);
        socket.send(json!({"op": 2, "d": {"token": "secret", "intents": intents, "shard": shard}})).await;
        socket
    }

    async fn send(&mut self, frame: Value) {
        self.0.send(Frame::text(frame.to_string())).await.unwrap();
    }

    /// The next frame; a close frame as `{"closed": code}`.
    async fn next(&mut self) -> Value {
        let frame = tokio::time::timeout(PATIENCE, self.0.next()).await.unwrap().unwrap().unwrap();
        match frame {
            Frame::Text(text) => serde_json::from_str(&text).unwrap(),
            Frame::Close(Some(close)) => json!({"closed": u16::from(close.code)}),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_wrong_frame_closes_with_its_code() {
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
        let playground = playground().await;
        let mut shard = Shard::connect(&playground, "?v=10").await;
        assert_eq!(shard.next().await["op"], 10);
        shard.send(frame.clone()).await;
        assert_eq!(shard.next().await, json!({"closed": code}), "{frame}");
        playground.until(|p| p.complaints().len() == 1, PATIENCE).await.unwrap();
    }
    let playground = playground().await;
    assert_eq!(Shard::connect(&playground, "?v=9").await.next().await, json!({"closed": 4012}));
}

#[tokio::test]
async fn identifying_twice_or_talking_too_much_is_refused() {
    let playground = playground().await;
    let mut shard = Shard::identified(&playground, [0, 1], 0).await;
    assert_eq!(shard.next().await["t"], "READY");
    shard.send(json!({"op": 2, "d": {"token": "secret", "intents": 0}})).await;
    assert_eq!(shard.next().await, json!({"closed": 4005}));

    let mut shard = Shard::connect(&playground, "?v=10").await;
    assert_eq!(shard.next().await["op"], 10);
    for _ in 0..120 {
        shard.send(json!({"op": 1, "d": null})).await;
        assert_eq!(shard.next().await["op"], 11);
    }
    shard.send(json!({"op": 1, "d": null})).await;
    assert_eq!(shard.next().await, json!({"closed": 4008}));
}

#[tokio::test]
async fn a_shard_gets_what_is_its_own_and_what_it_asked_for() {
    let playground = playground().await;
    let mut without = Shard::identified(&playground, [0, 1], 0).await;
    assert_eq!(without.next().await["t"], "READY");
    let guilds_shard = (playground.guild().0 >> 22) % 2;
    let mut its = Shard::identified(&playground, [guilds_shard, 2], 1 | 1 << 9).await;
    let mut other = Shard::identified(&playground, [1 - guilds_shard, 2], 1 | 1 << 9).await;
    assert_eq!(its.next().await["t"], "READY");
    assert_eq!(other.next().await["t"], "READY");
    assert_eq!(its.next().await["t"], "GUILD_CREATE");
    playground.person("Anna").say("hello").unwrap();
    let told = its.next().await;
    assert_eq!(
        (&told["t"], &told["d"]["content"]),
        (&json!("MESSAGE_CREATE"), &json!("")),
        "content is a privilege"
    );
    playground.until(|p| p.shards().len() == 3, PATIENCE).await.unwrap();
    playground.ask_reconnect();
    assert_eq!(without.next().await["op"], 7, "no guild and no message without their intents");
    assert_eq!(other.next().await["op"], 7, "no guild and no message of another shard");
}

#[tokio::test]
async fn a_session_is_resumed_from_where_it_broke_or_not_at_all() {
    let playground = playground().await;
    let mut shard = Shard::identified(&playground, [0, 1], 1 << 9).await;
    let session = shard.next().await["d"]["session_id"].clone();
    playground.until(Playground::online, PATIENCE).await.unwrap();
    drop(shard);
    playground.until(|p| !p.online(), PATIENCE).await.unwrap();
    playground.person("Anna").say("hello").unwrap();
    let resume = |session: &Value, seq: u64| json!({"op": 6, "d": {"token": "secret", "session_id": session, "seq": seq}});
    let invalid = json!({"op": 9, "t": null, "s": null, "d": false});
    let mut shard = Shard::connect(&playground, "?v=10").await;
    assert_eq!(shard.next().await["op"], 10);
    shard.send(resume(&json!("made up"), 1)).await;
    assert_eq!(shard.next().await, invalid);
    shard.send(resume(&session, 99)).await;
    assert_eq!(shard.next().await, invalid);
    shard.send(resume(&session, 1)).await;
    assert_eq!(shard.next().await["t"], "MESSAGE_CREATE");
    assert_eq!(shard.next().await["t"], "RESUMED");
    // Goodbye: the session is over for good.
    let goodbye =
        tokio_tungstenite::tungstenite::protocol::CloseFrame { code: 1000.into(), reason: "".into() };
    shard.0.close(Some(goodbye)).await.unwrap();
    playground.until(|p| !p.online(), PATIENCE).await.unwrap();
    let mut shard = Shard::connect(&playground, "?v=10").await;
    assert_eq!(shard.next().await["op"], 10);
    shard.send(resume(&session, 3)).await;
    assert_eq!(shard.next().await, invalid);
}

#[tokio::test]
async fn a_bot_hears_that_it_is_removed_and_added_and_of_outages() {
    let playground = playground().await;
    let guild = json!(playground.guild());
    let mut shard = Shard::identified(&playground, [0, 1], 1).await;
    let ready = shard.next().await;
    assert_eq!(ready["d"]["guilds"], json!([{"id": guild, "unavailable": true}]));
    assert_eq!(shard.next().await["t"], "GUILD_CREATE");
    playground.begin_outage();
    playground.end_outage();
    let out = shard.next().await;
    assert_eq!((&out["t"], &out["d"]), (&json!("GUILD_DELETE"), &json!({"id": guild, "unavailable": true})));
    assert_eq!(shard.next().await["t"], "GUILD_CREATE");
    playground.remove_bot();
    let gone = shard.next().await;
    assert_eq!((&gone["t"], &gone["d"]), (&json!("GUILD_DELETE"), &json!({"id": guild})));
    let mut other = Shard::identified(&playground, [0, 1], 1).await;
    let ready = other.next().await;
    assert_eq!((&ready["t"], &ready["d"]["guilds"]), (&json!("READY"), &json!([])));
    playground.add_bot();
    assert_eq!(other.next().await["t"], "GUILD_CREATE");
}
