//! Tests of the web page's files and WebSocket.

use discord_sandbox::{Options, Sandbox, Shortcut};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::small_bot::Bot;
use crate::{TIMEOUT, options, request, sandbox};

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// A page in a simulated user's browser.
struct Page {
    socket: Socket,
    /// Frames of other types that were received while waiting for a frame of a specific type.
    ///
    /// They are kept because a response and its message can arrive in either order.
    early: Vec<Value>,
}

impl Page {
    async fn open(sandbox: &Sandbox, who: &str) -> Self {
        let url = format!("ws://127.0.0.1:{}/playground/socket", sandbox.port());
        let socket = tokio_tungstenite::connect_async(url).await.unwrap().0;
        let mut page = Self { socket, early: Vec::new() };
        page.send(json!({"do": "hello", "user": sandbox.user(who).id()})).await;
        page
    }

    async fn send(&mut self, frame: Value) {
        self.socket.send(Frame::text(frame.to_string())).await.unwrap();
    }

    /// Returns the next frame with the given type.
    async fn next(&mut self, kind: &str) -> Value {
        if let Some(place) = self.early.iter().position(|frame| frame["type"] == kind) {
            return self.early.remove(place);
        }
        let found = async {
            loop {
                let Frame::Text(text) = self.socket.next().await.unwrap().unwrap() else { continue };
                let frame: Value = serde_json::from_str(&text).unwrap();
                if frame["type"] == kind {
                    return frame;
                }
                self.early.push(frame);
            }
        };
        tokio::time::timeout(TIMEOUT, found).await.unwrap_or_else(|_| panic!("no frame of type {kind}"))
    }
}

#[tokio::test]
async fn web_page_receives_full_state_on_connect() {
    let shortcut = Shortcut {
        label: "Play".into(),
        label_localizations: [("hu".into(), "Játék".into())].into(),
        path: vec!["game".into(), "new".into()],
        options: vec![json!({"name": "robots", "type": 4, "value": 2})],
        hidden_by: Some(":stop".into()),
    };
    let options = Options { shortcuts: vec![shortcut], ..options() };
    let sandbox = Sandbox::start(options).await.unwrap();
    let mut page = Page::open(&sandbox, "Bea").await;
    let world = page.next("world").await;
    assert_eq!(world["you"], json!(sandbox.user("Bea").id()));
    assert_eq!(world["bot"]["online"], false);
    assert_eq!(world["users"][0]["name"], "Anna");
    assert_eq!(world["shortcuts"][0]["path"], json!(["game", "new"]));
    assert_eq!(world["shortcuts"][0]["hidden_by"], ":stop");
    assert_eq!(world["shortcuts"][0]["label_localizations"], json!({"hu": "Játék"}));
    let names: Vec<_> = world["channels"].as_array().unwrap().iter().map(|c| c["name"].clone()).collect();
    assert_eq!(names, ["games", "general", "no-entry", "@Bot"]);
    let kinds: Vec<_> = world["channels"].as_array().unwrap().iter().map(|c| c["type"].clone()).collect();
    assert_eq!(kinds, [0, 0, 0, 1], "wrong channel types");
    assert_eq!(page.next("messages").await["messages"], json!([]));
    let _bot = Bot::start(&sandbox).await;
    loop {
        let world = page.next("world").await;
        if world["bot"]["online"] == true && world["commands"][0]["name"] == "game" {
            break;
        }
    }
}

#[tokio::test]
async fn web_page_can_send_every_type_of_interaction() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let mut page = Page::open(&sandbox, "Anna").await;
    let options = json!([{"name": "robots", "type": 4, "value": 2}]);
    page.send(json!({"do": "command", "nonce": "n1", "path": ["game", "new"], "options": options})).await;
    let message = page.next("message").await["message"].clone();
    assert_eq!(message["content"], "2 robots");
    assert_eq!(page.next("response").await, json!({"type": "response", "nonce": "n1", "ok": true}));
    let options = json!([{"name": "card", "type": 3, "value": "l", "focused": true}]);
    page.send(json!({"do": "autocomplete", "nonce": "n2", "path": ["play"], "options": options})).await;
    let choices = json!([{"name": "L7", "value": "l7"}]);
    assert_eq!(page.next("choices").await, json!({"type": "choices", "nonce": "n2", "choices": choices}));
    page.send(json!({"do": "press", "nonce": "n3", "message": message["id"], "custom_id": "join"})).await;
    assert_eq!(page.next("message").await["message"]["content"], "join by anna in hu");
    assert_eq!(page.next("response").await["nonce"], "n3");
    let menu = json!({"do": "select", "nonce": "n4", "message": message["id"], "custom_id": "speed", "values": ["slow"]});
    page.send(menu).await;
    assert_eq!(page.next("response").await["ok"], true);
    page.send(json!({"do": "press", "nonce": "n5", "message": message["id"], "custom_id": "start"})).await;
    let refused = json!({"type": "response", "nonce": "n5", "ok": false, "error": "Start is disabled."});
    assert_eq!(page.next("response").await, refused);
    page.send(json!({"do": "command", "nonce": "n6", "path": ["ask"], "options": []})).await;
    let modal = page.next("modal").await;
    assert_eq!((&modal["nonce"], &modal["modal"]["custom_id"]), (&json!("n6"), &json!("who")));
    let fields = json!([{"custom_id": "name", "value": "x"}]);
    page.send(json!({"do": "modal", "nonce": "n7", "custom_id": "who", "fields": fields})).await;
    while page.next("message").await["message"]["content"] != "anna answered" {}
}

#[tokio::test]
async fn web_page_shows_only_messages_visible_to_user() {
    let sandbox = sandbox().await;
    let _bot = Bot::start(&sandbox).await;
    let mut anna = Page::open(&sandbox, "Anna").await;
    let mut bea = Page::open(&sandbox, "Bea").await;
    bea.next("messages").await;
    anna.send(json!({"do": "command", "nonce": "n1", "path": ["hand"], "options": []})).await;
    let hand = anna.next("message").await["message"].clone();
    assert_eq!(hand["flags"], 64);
    anna.send(json!({"do": "post", "text": "hello"})).await;
    // The next message for Bea is the public one, so the ephemeral hand was not sent.
    assert_eq!(bea.next("message").await["message"]["content"], "hello");
    anna.send(json!({"do": "dismiss", "message": hand["id"]})).await;
    assert_eq!(anna.next("deleted").await["id"], hand["id"]);
    anna.early.clear();
    anna.send(json!({"do": "hello", "user": sandbox.user("Bea").id()})).await;
    assert_eq!(anna.next("messages").await["messages"].as_array().unwrap().len(), 1);
    anna.send(json!({"do": "channel", "id": sandbox.channel("general")})).await;
    assert_eq!(anna.next("messages").await["messages"], json!([]));
    anna.early.clear();
    anna.send(json!({"do": "locale", "locale": "hu"})).await;
    assert_eq!(anna.next("world").await["users"][1]["locale"], "hu");
}

#[tokio::test]
async fn requests_from_other_websites_are_rejected() {
    let sandbox = sandbox().await;
    for path in ["/", "/style.css", "/app.js"] {
        let answer = reqwest::get(format!("{}{path}", sandbox.base_url())).await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    }
    let answer = reqwest::get(format!("{}/nothing", sandbox.base_url())).await.unwrap();
    assert_eq!(answer.status(), 404);
    let asked = async |path: &str, headers: &[(&str, &[u8])]| {
        let mut asked = reqwest::Client::new()
            .get(format!("{}{path}", sandbox.base_url()))
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        for (name, value) in headers {
            asked = asked.header(*name, *value);
        }
        asked.send().await.unwrap().status().as_u16()
    };
    let own = sandbox.base_url().as_bytes();
    for path in ["/", "/playground/socket", "/gateway/?v=10", "/api/v10/gateway"] {
        let elsewhere: [&[(&str, &[u8])]; 4] = [
            &[("Origin", b"http://elsewhere.example")],
            // A foreign host name that resolves to this machine.
            &[("Host", b"elsewhere.example:80")],
            &[("Host", b"elsewhere.example:80"), ("Origin", b"http://elsewhere.example:80")],
            &[("Origin", b"http://\xff")],
        ];
        for headers in elsewhere {
            assert_eq!(asked(path, headers).await, 403, "{path} {headers:?}");
        }
        for headers in [&[][..], &[("Origin", own)]] {
            assert!(matches!(asked(path, headers).await, 101 | 200), "{path} {headers:?}");
        }
    }
    assert_eq!(request(&sandbox, "GET", "/gateway", &Value::Null).await.0, 200);
}
