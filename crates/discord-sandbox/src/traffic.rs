//! Traffic between the bot and the sandbox, recorded for tests and optionally written to a file.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::{Value, json};

use crate::changes::Changes;
use crate::clock::{Clock, millis};
use crate::state::snowflake::Snowflake;

/// The protocol of a recorded [`Exchange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// A REST request or response.
    Rest,
    /// A gateway WebSocket frame.
    Gateway,
}

/// The sender of a recorded [`Exchange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sender {
    /// The bot under test.
    Bot,
    /// The sandbox, acting as Discord.
    Discord,
}

/// The users who can see the content of a recorded [`Exchange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All users who can see the channel.
    Everyone,
    /// Only the user with this id can see the content.
    ///
    /// This applies to ephemeral messages, direct messages, autocomplete choices and modals.
    Only(Snowflake),
    /// Not shown to any user, because only programs process the content.
    Nobody,
}

impl Audience {
    /// Returns `true` if the audience includes the user.
    pub(crate) fn includes(self, user: Snowflake) -> bool {
        self == Self::Everyone || self == Self::Only(user)
    }
}

/// Name and size of an uploaded file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileInfo {
    /// File name as sent in the request.
    pub name: String,
    /// File size in bytes.
    pub size: usize,
}

/// A recorded REST request, REST response or gateway frame.
#[derive(Clone, Debug, Serialize)]
pub struct Exchange {
    /// Milliseconds since the sandbox started, measured by the sandbox's clock.
    pub at: u64,
    /// Protocol over which the request, response or frame was sent.
    #[serde(rename = "way")]
    pub protocol: Protocol,
    /// Sender of the request, response or frame.
    pub from: Sender,
    /// HTTP method of the request, or `None` for a gateway frame.
    pub method: Option<String>,
    /// Request path without the `/api/v10` prefix but with the query string. `None` for a gateway frame.
    pub path: Option<String>,
    /// HTTP status of the response. `None` for requests and gateway frames.
    pub status: Option<u16>,
    /// JSON body of the request, response or frame, or `Null` if there is none.
    ///
    /// For a multipart request, this is the `payload_json` part.
    pub body: Value,
    /// Files uploaded in a multipart request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileInfo>,
    /// Users who can see the content of [`body`](Self::body).
    #[serde(skip)]
    pub audience: Audience,
}

/// Id of a recorded [`Exchange`].
///
/// Used to set the [`Audience`] of a request after the request has been handled. The audience is not known
/// earlier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordId(u64);

#[derive(Debug, Default)]
struct Log {
    first_id: u64,
    exchanges: VecDeque<Exchange>,
    /// Maximum number of exchanges kept in memory. When this number is exceeded, the oldest are dropped.
    capacity: usize,
    file: Option<File>,
}

impl Log {
    fn append(&mut self, exchange: Exchange) -> RecordId {
        if let Some(file) = &mut self.file {
            // Ignored, because a full disk must not disturb the bot under test.
            let _ = writeln!(file, "{}", json!(exchange));
        }
        self.exchanges.push_back(exchange);
        if self.exchanges.len() > self.capacity {
            self.exchanges.pop_front();
            self.first_id += 1;
        }
        RecordId(self.first_id + self.exchanges.len() as u64 - 1)
    }
}

/// A log of all requests, responses and frames exchanged between the bot and the sandbox.
#[derive(Debug)]
pub(crate) struct Traffic {
    log: Mutex<Log>,
    clock: Arc<Clock>,
    changes: Changes,
}

impl Traffic {
    pub(crate) fn new(
        path: Option<&Path>,
        capacity: usize,
        clock: &Arc<Clock>,
        changes: &Changes,
    ) -> std::io::Result<Self> {
        let file = path.map(|path| File::options().create(true).append(true).open(path)).transpose()?;
        let log = Mutex::new(Log { capacity, file, ..Log::default() });
        Ok(Self { log, clock: Arc::clone(clock), changes: changes.clone() })
    }

    /// Records a gateway frame from the bot.
    pub(crate) fn record_frame(&self, body: Value) {
        self.record(self.frame(Sender::Bot, body));
    }

    /// Sends a gateway frame to the bot with `send`, and records it if `send` returns `true`.
    ///
    /// The log is locked meanwhile, so the frame is recorded before anything that the bot sends in response.
    pub(crate) fn send_frame(&self, body: Value, send: impl FnOnce() -> bool) {
        let exchange = self.frame(Sender::Discord, body);
        {
            let mut log = self.log();
            if !send() {
                return;
            }
            log.append(exchange);
        }
        self.changes.notify();
    }

    fn frame(&self, from: Sender, body: Value) -> Exchange {
        Exchange {
            at: millis(self.clock.stamp()),
            protocol: Protocol::Gateway,
            from,
            method: None,
            path: None,
            status: None,
            body,
            files: Vec::new(),
            audience: Audience::Nobody,
        }
    }

    pub(crate) fn record(&self, exchange: Exchange) -> RecordId {
        let record = self.log().append(exchange);
        self.changes.notify();
        record
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_audience(&self, record: RecordId, audience: Audience) {
        let mut log = self.log();
        let place = record.0.checked_sub(log.first_id).and_then(|place| usize::try_from(place).ok());
        if let Some(exchange) = place.and_then(|place| log.exchanges.get_mut(place)) {
            exchange.audience = audience;
        }
    }

    pub(crate) fn all(&self) -> Vec<Exchange> {
        self.log().exchanges.iter().cloned().collect()
    }

    /// Returns the number of exchanges that were ever recorded. Those no longer in memory are included.
    pub(crate) fn recorded(&self) -> u64 {
        let log = self.log();
        log.first_id + log.exchanges.len() as u64
    }

    /// Returns the recorded traffic as text, one JSON object per line.
    pub(crate) fn to_text(&self) -> String {
        self.all().iter().fold(String::new(), |mut text, exchange| {
            let _ = writeln!(text, "{}", json!(exchange));
            text
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ClockMode;

    #[test]
    fn sent_frame_is_recorded_before_reaction_to_it() {
        let clock = Arc::new(Clock::new(ClockMode::Stopped));
        let traffic = Traffic::new(None, 10, &clock, &Changes::default()).unwrap();
        std::thread::scope(|scope| {
            traffic.send_frame(json!("event"), || {
                // Checked before the reaction, which locks the log as well.
                assert!(traffic.log.try_lock().is_err(), "log is not locked while a frame is sent");
                scope.spawn(|| traffic.record_frame(json!("reaction")));
                true
            });
        });
        let order: Vec<Value> = traffic.all().into_iter().map(|exchange| exchange.body).collect();
        assert_eq!(order, ["event", "reaction"]);
    }

    #[test]
    fn unsent_frame_is_not_recorded() {
        let clock = Arc::new(Clock::new(ClockMode::Stopped));
        let traffic = Traffic::new(None, 10, &clock, &Changes::default()).unwrap();
        traffic.send_frame(json!("event"), || false);
        assert_eq!(traffic.recorded(), 0);
    }
}
