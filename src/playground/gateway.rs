//! The gateway's websocket: hello, identify or resume, heartbeats, events (Discord's page "Gateway").

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::Value;
use tokio::sync::mpsc;

use super::events;
use super::hub::{Hub, News};
use super::sessions::{Out, PRIVILEGED, Wants};
use super::traffic::Sender;

/// A client's frame may be this long.
const LONGEST_FRAME: usize = 4096;
/// A client may send so many frames a minute.
const FRAMES_A_MINUTE: usize = 120;

/// Why a socket is closed from this side: Discord's close code and its words.
type Close = (u16, &'static str);

/// What to do after a frame.
enum Next {
    GoOn,
    /// The other side has gone.
    Gone,
    Close(Close),
}

struct Socket {
    hub: Arc<Hub>,
    line: mpsc::UnboundedSender<Out>,
    session: Option<String>,
    sent: VecDeque<Duration>,
}

/// Serves one connection until it ends.
pub(super) async fn serve(hub: Arc<Hub>, mut socket: WebSocket, query: String) {
    let (line, mut outgoing) = mpsc::unbounded_channel();
    let mut state = Socket { hub: Arc::clone(&hub), line, session: None, sent: VecDeque::new() };
    if !query.split('&').any(|pair| pair == "v=10") {
        hub.complain("gateway", None, format!("API version 10 expected in {query:?}"));
        close(&mut socket, (4012, "Invalid API version.")).await;
        return;
    }
    state.say(events::hello(hub.heartbeat));
    loop {
        tokio::select! {
            () = hub.stop.cancelled() => {
                close(&mut socket, (1001, "The stand-in stops.")).await;
                break;
            }
            out = outgoing.recv() => match out {
                Some(Out::Frame(frame)) => {
                    if socket.send(Message::Text(frame.to_string().into())).await.is_err() {
                        break;
                    }
                }
                Some(Out::Close(code, reason)) => {
                    close(&mut socket, (code, reason)).await;
                    break;
                }
                Some(Out::Freeze) => {
                    // Nothing is read or answered any more, and nobody is told.
                    hub.stop.cancelled().await;
                    break;
                }
                Some(Out::Cut) | None => break,
            },
            incoming = socket.recv() => match state.receive(incoming) {
                Next::GoOn => {}
                Next::Gone => break,
                Next::Close(reason) => {
                    hub.complain("gateway", None, format!("closed with {} {}", reason.0, reason.1));
                    close(&mut socket, reason).await;
                    break;
                }
            },
        }
    }
    drop(outgoing);
    hub.tell(News::World);
}

async fn close(socket: &mut WebSocket, (code, reason): Close) {
    // The other side may be gone already.
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    // Its answer ends the connection properly; serenity's shard runner minds if it does not.
    let answered = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = tokio::time::timeout(Duration::from_secs(1), answered).await;
}

impl Socket {
    fn say(&self, frame: Value) {
        self.hub.record_frame(Sender::Discord, frame.clone());
        // The receiver is ours and open while this runs.
        let _ = self.line.send(Out::Frame(frame));
    }

    fn receive(&mut self, incoming: Option<Result<Message, axum::Error>>) -> Next {
        let text = match incoming {
            Some(Ok(Message::Text(text))) => text.to_string(),
            Some(Ok(Message::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Next::GoOn,
            Some(Ok(Message::Close(frame))) => {
                self.goodbye(frame.map_or(1005, |frame| frame.code));
                return Next::Gone;
            }
            Some(Err(_)) | None => return Next::Gone,
        };
        self.frame(&text).map_or_else(Next::Close, |()| Next::GoOn)
    }

    /// Only 1000 and 1001 end the session; after anything else it can be resumed.
    fn goodbye(&mut self, code: u16) {
        if let Some(session) = self.session.take().filter(|_| matches!(code, 1000 | 1001)) {
            self.hub.sessions.forget(&session);
        }
    }

    fn frame(&mut self, text: &str) -> Result<(), Close> {
        let mut frame: Value =
            serde_json::from_str(text).map_err(|_| (4002, "Error while decoding payload."))?;
        self.meter(text.len())?;
        let token = frame.pointer_mut("/d/token").map(|token| std::mem::replace(token, Value::from("…")));
        self.hub.record_frame(Sender::Bot, frame.clone());
        let data = &frame["d"];
        match frame["op"].as_u64() {
            Some(1) => self.say(events::heartbeat_ack()),
            Some(2) => self.identify(data, token.as_ref())?,
            Some(3) if self.session.is_some() => {}
            Some(6) => self.resume(data, token.as_ref())?,
            Some(3 | 4 | 8 | 31) if self.session.is_none() => return Err((4003, "Not authenticated.")),
            _ => return Err((4001, "Unknown opcode.")),
        }
        Ok(())
    }

    fn meter(&mut self, length: usize) -> Result<(), Close> {
        if length > LONGEST_FRAME {
            return Err((4002, "Error while decoding payload."));
        }
        let now = self.hub.clock.now();
        self.sent.push_back(now);
        while self.sent.front().is_some_and(|at| now.saturating_sub(*at) > Duration::from_mins(1)) {
            self.sent.pop_front();
        }
        if self.sent.len() > FRAMES_A_MINUTE { Err((4008, "Rate limited.")) } else { Ok(()) }
    }

    fn authenticate(&self, token: Option<&Value>) -> Result<(), Close> {
        let token = token.and_then(Value::as_str).map(|token| token.trim_start_matches("Bot "));
        let known = match (&self.hub.token, token) {
            (Some(expected), Some(token)) => expected == token,
            (None, Some(token)) => !token.is_empty(),
            (_, None) => false,
        };
        if known { Ok(()) } else { Err((4004, "Authentication failed.")) }
    }

    fn identify(&mut self, data: &Value, token: Option<&Value>) -> Result<(), Close> {
        if self.session.is_some() {
            return Err((4005, "Already authenticated."));
        }
        self.authenticate(token)?;
        let intents = data["intents"].as_u64().ok_or((4013, "Invalid intent(s)."))?;
        if intents & PRIVILEGED & !self.hub.privileged != 0 {
            return Err((4014, "Disallowed intent(s)."));
        }
        let shard = match &data["shard"] {
            Value::Null => (0, 1),
            pair => (pair[0].as_u64().unwrap_or(1), pair[1].as_u64().unwrap_or(0)),
        };
        if shard.0 >= shard.1 {
            return Err((4010, "Invalid shard."));
        }
        let wants = Wants { shard, intents };
        self.session = Some(self.hub.sessions.identify(&self.hub, wants, self.line.clone()));
        Ok(())
    }

    fn resume(&mut self, data: &Value, token: Option<&Value>) -> Result<(), Close> {
        if self.session.is_some() {
            return Err((4005, "Already authenticated."));
        }
        self.authenticate(token)?;
        let (id, seen) = (data["session_id"].as_str().unwrap_or_default(), data["seq"].as_u64().unwrap_or(0));
        if self.hub.sessions.resume(&self.hub, id, seen, self.line.clone()) {
            self.session = Some(id.to_owned());
        } else {
            self.say(events::invalid_session(false));
        }
        Ok(())
    }
}
