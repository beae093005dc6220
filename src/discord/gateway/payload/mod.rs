//! Rewrites the frames of Discord's gateway so that serenity can read them.
//!
//! serenity ignores an event if a single value in it has an unexpected form, even a value that the bot does
//! not use. A flag above the 31st bit of a user, or an image hash of a new kind, would then keep the bot from
//! connecting or leave an interaction unanswered. [`FrameRewriter`] therefore forwards only what the bot
//! reads, as described by [`shape`], and constants for everything else that serenity requires:
//!
//! - [`events`] lists the events that the bot handles. All others are emptied;
//! - [`objects`] and [`interactions`] describe the parts that the bot reads;
//! - [`report`] logs events that serenity would have ignored.

mod events;
mod interactions;
mod objects;
mod report;
mod shape;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use events::EventKind;
use report::{Defect, Report};

/// Opcode of an event.
const DISPATCH: u64 = 0;
/// Opcode of an invalidated session.
const INVALID_SESSION: u64 = 9;
/// Opcode of the first frame of a connection.
const HELLO: u64 = 10;
/// Interval of heartbeats in milliseconds if Discord sends none that can be read.
const HEARTBEAT_INTERVAL: u64 = 41_250;
/// Limits of that interval, between which the bot neither floods Discord nor loses the connection unnoticed.
const HEARTBEAT_LIMITS: (f64, f64) = (1_000.0, 3_600_000.0);
/// Name of an event that the bot does not handle. serenity ignores the event, but records its sequence
/// number, which it needs to resume the session.
const IGNORED_EVENT: &str = "IGNORED";

/// Rewrites the frames of all gateway connections of a process, and logs unusual ones once.
#[derive(Debug, Default)]
pub(super) struct FrameRewriter {
    report: Report,
}

/// A frame to be forwarded to serenity.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rewritten {
    /// The frame as JSON.
    pub(super) text: String,
    /// `true` if the frame is an event that serenity ignores.
    pub(super) is_ignored: bool,
    /// The session event that the frame contains.
    pub(super) session: Option<SessionEvent>,
}

/// The beginning or the resumption of a session.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SessionEvent {
    /// A session has begun (`READY`).
    Begun {
        /// URL at which the session can be resumed, if Discord has sent one.
        resume_url: Option<String>,
    },
    /// The session is resumed (`RESUMED`).
    Resumed,
}

/// The parts of a frame that all opcodes share. The data is parsed only if it is needed.
#[derive(Deserialize)]
struct Header {
    op: u64,
    s: Option<u64>,
    t: Option<String>,
}

/// An event, as serenity receives it.
#[derive(Serialize)]
struct Event<'a> {
    op: u64,
    s: u64,
    t: &'a str,
    d: &'a Option<Value>,
}

#[derive(Deserialize)]
struct Data {
    d: Value,
}

impl FrameRewriter {
    /// Returns the frame that serenity receives instead of `frame`, which is JSON text. Returns `None` if the
    /// frame cannot be read or has an unknown opcode.
    pub(super) fn rewrite(&self, frame: &str) -> Option<Rewritten> {
        let Ok(header) = serde_json::from_str::<Header>(frame) else {
            self.report.add("frame", Defect::Unreadable, "not a frame of the gateway");
            return None;
        };
        let control = |data: Value| {
            let text = json!({"op": header.op, "s": null, "t": null, "d": data}).to_string();
            Some(Rewritten { text, is_ignored: false, session: None })
        };
        let data = || serde_json::from_str::<Data>(frame).map(|frame| frame.d).unwrap_or_default();
        match header.op {
            DISPATCH => self.event(header, frame),
            HELLO => control(json!({ "heartbeat_interval": heartbeat_interval(&data()) })),
            INVALID_SESSION => control(json!(data() == true)),
            // A request for a heartbeat, a request to reconnect, and the acknowledgement of a heartbeat.
            1 | 7 | 11 => control(Value::Null),
            unknown => {
                self.report.add("frame", Defect::Unreadable, &format!("unknown opcode {unknown}"));
                None
            }
        }
    }

    fn event(&self, header: Header, frame: &str) -> Option<Rewritten> {
        let (Some(sequence), Some(name)) = (header.s, header.t) else {
            self.report.add("event", Defect::Unreadable, "no name or sequence number");
            return None;
        };
        let data = EventKind::named(&name).and_then(|kind| self.data(&name, &kind, frame));
        let is_ignored = data.is_none();
        let session = data.as_ref().and_then(|data| session_event(&name, data));
        let name = if is_ignored { IGNORED_EVENT } else { name.as_str() };
        let text = serde_json::to_string(&Event { op: DISPATCH, s: sequence, t: name, d: &data }).ok()?;
        Some(Rewritten { text, is_ignored, session })
    }

    /// Returns the data that serenity receives instead of the data of an event. Returns `None` if the event
    /// cannot be handled.
    fn data(&self, name: &str, kind: &EventKind, frame: &str) -> Option<Value> {
        let original = match serde_json::from_str::<Data>(frame) {
            Ok(frame) => frame.d,
            Err(error) => {
                self.report.add(name, Defect::Unreadable, &error.to_string());
                return None;
            }
        };
        let problem = (kind.check)(&original).err();
        let is_readable = |data: &Value| (kind.check)(data).is_ok();
        let read = (kind.read)(&original).filter(is_readable);
        match (&read, problem) {
            (Some(_), None) => {}
            (Some(_), Some(reason)) => self.report.add(name, Defect::Harmless, &reason),
            (None, Some(reason)) => self.report.add(name, Defect::Unreadable, &reason),
            (None, None) => {
                self.report.add(name, Defect::Unreadable, "a value that the bot needs has a new form");
            }
        }
        let nameless = || interactions::nameless(&original).filter(is_readable);
        read.or_else(|| if name == "INTERACTION_CREATE" { nameless() } else { None })
    }
}

/// Returns the session event with the given name and data.
fn session_event(name: &str, data: &Value) -> Option<SessionEvent> {
    match name {
        "READY" => Some(SessionEvent::Begun { resume_url: resume_url(data) }),
        "RESUMED" => Some(SessionEvent::Resumed),
        _ => None,
    }
}

/// Returns the URL in the data of a `READY` event, or `None` if it is not the URL of a WebSocket server.
fn resume_url(ready: &Value) -> Option<String> {
    let url = ready["resume_gateway_url"].as_str()?;
    (url.starts_with("wss://") || url.starts_with("ws://")).then(|| url.to_owned())
}

fn heartbeat_interval(data: &Value) -> u64 {
    let Some(interval) = data["heartbeat_interval"].as_f64().filter(|interval| *interval > 0.0) else {
        return HEARTBEAT_INTERVAL;
    };
    let (shortest, longest) = HEARTBEAT_LIMITS;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // within the limits
    let interval = interval.clamp(shortest, longest) as u64;
    interval
}
