//! What went over the wire, kept for tests and, if asked, written to a file.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use super::snowflake::Id;

/// Which of Discord's two doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A request or its answer.
    Rest,
    /// A frame of the gateway's websocket.
    Gateway,
}

/// Who sent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// The program under test.
    Bot,
    /// The stand-in.
    Discord,
}

/// Which people get to see what an exchange says. What only programs read has no readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// All who can see the channel.
    Everyone,
    /// One person: an ephemeral message, a direct message, a list of choices, a modal.
    Only(Id),
    /// No person.
    Nobody,
}

/// A file that came with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileNote {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: usize,
}

/// A request, an answer or a frame.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Milliseconds since the stand-in's start, by its own clock.
    pub at: u64,
    /// REST or gateway.
    pub way: Way,
    /// Who sent it.
    pub from: Sender,
    /// `GET`, `POST`, …; none on the gateway.
    pub method: Option<String>,
    /// The path after `/api/v10`, with its query; none on the gateway.
    pub path: Option<String>,
    /// The status of an answer; none otherwise.
    pub status: Option<u16>,
    /// The JSON that was sent (of a multipart request its `payload_json`); `Null` if none.
    pub body: Value,
    /// The files of a multipart request.
    pub files: Vec<FileNote>,
    /// Who gets to see it.
    pub readers: Readers,
}

impl Exchange {
    fn line(&self) -> Value {
        let mut line = json!({
            "at": self.at,
            "way": if self.way == Way::Rest { "rest" } else { "gateway" },
            "from": if self.from == Sender::Bot { "bot" } else { "discord" },
            "method": self.method,
            "path": self.path,
            "status": self.status,
            "body": self.body,
        });
        if !self.files.is_empty() {
            let files = self.files.iter().map(|f| json!({"name": f.name, "size": f.size}));
            line["files"] = files.collect();
        }
        line
    }
}

/// Names one recorded exchange, so that its readers can be told once they are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record(u64);

#[derive(Debug, Default)]
struct Log {
    first: u64,
    kept: VecDeque<Exchange>,
    /// So many are kept; older ones are forgotten.
    most: usize,
    file: Option<File>,
}

#[derive(Debug, Default)]
pub(super) struct Traffic(Mutex<Log>);

impl Traffic {
    pub(super) fn new(path: Option<&Path>, most: usize) -> std::io::Result<Self> {
        let file = path.map(|path| File::options().create(true).append(true).open(path)).transpose()?;
        Ok(Self(Mutex::new(Log { most, file, ..Log::default() })))
    }

    pub(super) fn record(&self, exchange: Exchange) -> Record {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &mut log.file {
            // A full disk must not stop the bot under test; the test that reads the file will notice.
            let _ = writeln!(file, "{}", exchange.line());
        }
        log.kept.push_back(exchange);
        if log.kept.len() > log.most {
            log.kept.pop_front();
            log.first += 1;
        }
        Record(log.first + log.kept.len() as u64 - 1)
    }

    pub(super) fn read_by(&self, record: Record, readers: Readers) {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = record.0.checked_sub(log.first).and_then(|place| usize::try_from(place).ok());
        if let Some(exchange) = place.and_then(|place| log.kept.get_mut(place)) {
            exchange.readers = readers;
        }
    }

    pub(super) fn all(&self) -> Vec<Exchange> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).kept.iter().cloned().collect()
    }

    /// The whole traffic, a line each, for a failing test to print.
    pub(super) fn print(&self) -> String {
        self.all().iter().fold(String::new(), |mut text, exchange| {
            let _ = writeln!(text, "{}", exchange.line());
            text
        })
    }
}
