//! The gateway's WebSocket protocol: hello, identify or resume, heartbeats and events.
//!
//! See "Gateway" in Discord's documentation.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::Value;
use tokio::sync::mpsc;

use super::events;
use super::queries::{self, Answer};
use super::sessions::{Close, CommandSender, QueuedCommand, SocketCommand};
use super::transport::Transport;
use crate::clock::millis;
use crate::page::update::PageUpdate;
use crate::shared::Shared;

/// Maximum length of a client frame in bytes.
const MAX_FRAME_LENGTH: usize = 4096;
/// Maximum number of frames that a client may send per minute.
const MAX_FRAMES_PER_MINUTE: usize = 120;

/// The server side of a gateway connection.
pub(super) struct Socket {
    pub(super) shared: Arc<Shared>,
    pub(super) commands: CommandSender,
    /// Id of the session, or `None` before `IDENTIFY` or `RESUME`.
    pub(super) session: Option<String>,
    sent: VecDeque<Duration>,
}

/// Serves a gateway connection until it is closed.
pub(crate) async fn serve(shared: Arc<Shared>, mut socket: WebSocket, query: String) {
    let (commands, mut outgoing) = shared.sessions.command_queue();
    let mut state = Socket { shared: Arc::clone(&shared), commands, session: None, sent: VecDeque::new() };
    let mut transport = match Transport::parse(&query) {
        Ok(transport) => transport,
        Err(reason) => {
            reject(&shared, &mut socket, reason, &format!(" {query:?}")).await;
            return;
        }
    };
    state.send(events::hello(millis(shared.options.heartbeat)));
    loop {
        let stays_open = tokio::select! {
            () = shared.stop.cancelled() => {
                close(&mut socket, (1001, "The sandbox is shutting down.")).await;
                false
            }
            // The command counts as unsent until it has been executed.
            queued = outgoing.recv() => match &queued {
                Some((command, _)) => {
                    execute(&shared, &mut socket, &mut transport, &mut outgoing, command).await
                }
                None => false,
            },
            incoming = socket.recv() => match state.receive(incoming) {
                Ok(()) => true,
                Err(None) => false,
                Err(Some(reason)) => {
                    reject(&shared, &mut socket, reason, "").await;
                    false
                }
            },
        };
        if !stays_open {
            break;
        }
    }
    shared.sessions.sent_events().interrupted();
    drop(outgoing);
    shared.notify_pages(PageUpdate::World);
}

/// Executes a command from the connection's queue, `outgoing`. Returns `true` if the connection stays open.
async fn execute(
    shared: &Shared,
    socket: &mut WebSocket,
    transport: &mut Transport,
    outgoing: &mut mpsc::UnboundedReceiver<QueuedCommand>,
    command: &SocketCommand,
) -> bool {
    match command {
        SocketCommand::Frame(frame) => socket.send(transport.encode(frame)).await.is_ok(),
        SocketCommand::Event(event) => {
            shared.sessions.sent_events().sending();
            socket.send(transport.encode(&shared.faults.altered_event(event))).await.is_ok()
        }
        SocketCommand::CompressLongFrames => {
            transport.compress_long_frames();
            true
        }
        SocketCommand::Close(code, reason) => {
            close(socket, (*code, reason)).await;
            false
        }
        SocketCommand::Freeze => {
            shared.sessions.sent_events().interrupted();
            // The client must not notice anything until the sandbox stops.
            let discarded = async { while outgoing.recv().await.is_some() {} };
            shared.stop.run_until_cancelled(discarded).await;
            false
        }
        SocketCommand::Cut => false,
    }
}

/// Reports a violation by the client, with `detail` appended, and closes the connection.
async fn reject(shared: &Shared, socket: &mut WebSocket, reason: Close, detail: &str) {
    shared.report("gateway", None, format!("closed with {} {}{detail}", reason.0, reason.1));
    close(socket, reason).await;
}

async fn close(socket: &mut WebSocket, (code, reason): Close) {
    // The client may have disconnected already.
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    // Waits for the client's close frame, because serenity's shard runner reports an error without a proper
    // close.
    let answered = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = tokio::time::timeout(Duration::from_secs(1), answered).await;
}

impl Socket {
    pub(super) fn send(&self, frame: Value) {
        let command = SocketCommand::from(frame.clone());
        // Cannot fail: the receiver lives as long as the connection's task.
        self.shared.traffic.send_frame(frame, || self.commands.send(command));
    }

    /// Sends a command to the connection's own task.
    pub(super) fn command(&self, command: SocketCommand) {
        // Cannot fail: the receiver lives as long as the connection's task.
        self.commands.send(command);
    }

    /// Handles a message from the client.
    ///
    /// # Errors
    /// Returns the close code and reason if the server must close the connection, or `None` if the client has
    /// disconnected.
    fn receive(&mut self, incoming: Option<Result<Message, axum::Error>>) -> Result<(), Option<Close>> {
        let text = match incoming {
            Some(Ok(Message::Text(text))) => text.to_string(),
            Some(Ok(Message::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Close(frame))) => {
                self.client_closed(frame.map_or(1005, |frame| frame.code));
                return Err(None);
            }
            Some(Err(_)) | None => return Err(None),
        };
        self.frame(&text).map_err(Some)
    }

    /// Handles a close frame from the client.
    ///
    /// Close codes 1000 and 1001 end the session. After any other code, the bot can resume the session.
    fn client_closed(&mut self, code: u16) {
        if let Some(session) = self.session.take().filter(|_| matches!(code, 1000 | 1001)) {
            self.shared.sessions.forget(&session);
        }
    }

    fn frame(&mut self, text: &str) -> Result<(), Close> {
        let mut frame: Value =
            serde_json::from_str(text).map_err(|_| (4002, "Error while decoding payload."))?;
        self.check_rate(text.len())?;
        let token = frame.pointer_mut("/d/token").map(|token| std::mem::replace(token, Value::from("…")));
        self.shared.traffic.record_frame(frame.clone());
        let data = &frame["d"];
        match frame["op"].as_u64() {
            Some(1) => self.send(events::heartbeat_ack()),
            Some(2) => self.identify(data, token.as_ref())?,
            Some(6) => self.resume(data, token.as_ref())?,
            Some(3 | 4 | 8 | 31) if self.session.is_none() => return Err((4003, "Not authenticated.")),
            Some(op @ (4 | 8)) => self.query(op, data)?,
            // Presence updates and requests for soundboard sounds change nothing that the bot can see.
            Some(3 | 31) if data.is_object() => {}
            Some(3 | 31) => return Err((4002, "Error while decoding payload.")),
            _ => return Err((4001, "Unknown opcode.")),
        }
        Ok(())
    }

    /// Answers an update of the voice state (opcode 4) or a request for guild members (opcode 8).
    fn query(&self, op: u64, data: &Value) -> Result<(), Close> {
        let Some(session) = self.session.as_deref() else { return Ok(()) };
        let Some(identify) = self.shared.sessions.identify_of(session) else { return Ok(()) };
        let answer = {
            let world = self.shared.world();
            match op {
                4 => queries::voice_state(&world, data, (session, identify.shard)),
                _ => queries::members(&world, data, identify),
            }
        };
        match answer? {
            Answer::Event(event, data) => self.shared.sessions.send_event(session, event, &data),
            Answer::Ignored(reason) => self.shared.report(format!("gateway opcode {op}"), None, reason),
        }
        Ok(())
    }

    fn check_rate(&mut self, length: usize) -> Result<(), Close> {
        if length > MAX_FRAME_LENGTH {
            return Err((4002, "Error while decoding payload."));
        }
        let now = self.shared.clock.elapsed();
        self.sent.push_back(now);
        while self.sent.front().is_some_and(|at| now.saturating_sub(*at) > Duration::from_mins(1)) {
            self.sent.pop_front();
        }
        if self.sent.len() > MAX_FRAMES_PER_MINUTE { Err((4008, "Rate limited.")) } else { Ok(()) }
    }

    /// Returns the token of a frame.
    ///
    /// # Errors
    /// Returns close code 4004 if the token is invalid.
    pub(super) fn authenticate(&self, token: Option<&Value>) -> Result<String, Close> {
        let token = token.and_then(Value::as_str).map(|token| token.trim_start_matches("Bot "));
        let valid = token.filter(|token| self.shared.accepts_token(Some(token)));
        valid.map(str::to_owned).ok_or((4004, "Authentication failed."))
    }

    fn resume(&mut self, data: &Value, token: Option<&Value>) -> Result<(), Close> {
        if self.session.is_some() {
            return Err((4005, "Already authenticated."));
        }
        self.authenticate(token)?;
        let (id, seen) = (data["session_id"].as_str().unwrap_or_default(), data["seq"].as_u64().unwrap_or(0));
        let shard = self.shared.sessions.identify_of(id).map(|identify| identify.shard.0);
        if shard.is_some_and(|shard| self.shared.faults.refuses_shard(shard)) {
            self.command(SocketCommand::Cut);
            return Ok(());
        }
        if self.shared.faults.take_resume_refusal() {
            self.shared.sessions.forget(id);
        }
        if self.shared.sessions.resume(id, seen, self.commands.clone()) {
            self.session = Some(id.to_owned());
            self.cut_if_refused(shard.unwrap_or_default());
            self.shared.notify_pages(PageUpdate::World);
        } else {
            self.send(events::invalid_session(false));
        }
        Ok(())
    }

    /// Closes the connection if the shard has been refused while its session was started or resumed.
    pub(super) fn cut_if_refused(&self, shard: u64) {
        if self.shared.faults.refuses_shard(shard) {
            self.command(SocketCommand::Cut);
        }
    }
}
