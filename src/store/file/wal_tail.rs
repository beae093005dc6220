//! Inspection of the end of the write-ahead log when a database is opened.
//!
//! The end of the log is incomplete if the process was killed or the power failed during a write. Damage
//! before the end of the log also destroys committed transactions. SQLite applies the log up to the last
//! complete transaction and ignores the rest without an error. This module reports the ignored part to the
//! operator. If the log is empty or missing, no loss can be detected.
//!
//! The layout of the log is described at <https://www.sqlite.org/fileformat2.html#walformat>.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use sqlx::SqlitePool;

use super::log_path::log_of;
use crate::store::Result;

/// Length of the header of the write-ahead log, in bytes.
const HEADER: u64 = 32;
/// Length of a frame header in the write-ahead log, in bytes.
const FRAME_HEADER: u64 = 24;
/// Magic number at the start of a write-ahead log, with the last bit cleared.
const MAGIC: u32 = 0x377f_0682;

/// The part at the end of a write-ahead log that SQLite discarded because it was incomplete or damaged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WalTail {
    /// Length of the discarded part of the write-ahead log, in bytes.
    pub bytes: u64,
    /// Number of commit frames in the discarded part. A commit frame is the last frame of a transaction.
    ///
    /// If the number is greater than 0, committed transactions may be lost. If it is 0 and the header is
    /// valid, only an unfinished transaction was discarded.
    ///
    /// After a power failure, the number may include an unfinished transaction. The disk may have written the
    /// commit frame of that transaction before its other frames.
    pub commits: u64,
    /// `true` if the log's header is invalid, which causes SQLite to ignore the whole log.
    pub headless: bool,
}

impl WalTail {
    /// Returns `true` if nothing was discarded from the write-ahead log.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Logs a warning or an error if part of the write-ahead log was discarded.
    pub(crate) fn log(&self) {
        let Self { bytes, commits, headless } = *self;
        if headless {
            tracing::error!(bytes, "write-ahead log header is damaged; log contents are lost");
        } else if commits > 0 {
            tracing::error!(bytes, commits, "write-ahead log is damaged; committed transactions may be lost");
        } else if bytes > 0 {
            tracing::warn!(bytes, "discarding incomplete write at end of write-ahead log");
        }
    }
}

/// Finds out how many bytes SQLite discarded from the end of the write-ahead log, and how many commits they
/// contained.
pub(crate) async fn inspect(writer: &SqlitePool, path: &Path) -> Result<WalTail> {
    let log = log_of(path);
    let (busy, frames, _): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(writer).await?;
    // Number of frames that SQLite accepts, or -1 while another process is recovering the log.
    let Ok(frames) = u64::try_from(frames) else { return Ok(WalTail::default()) };
    if busy != 0 {
        return Ok(WalTail::default());
    }
    let torn = tokio::task::spawn_blocking(move || read_tail(&log, frames)).await;
    // A log that can't be read is not reported, because SQLite has opened it without an error.
    Ok(torn.ok().and_then(Result::ok).unwrap_or_default())
}

/// Reads a big-endian 32-bit integer at byte offset `at`.
fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Returns `true` if the header's magic number and checksum are valid.
fn is_head(header: &[u8; 32]) -> bool {
    let magic = number(header, 0);
    let (mut one, mut two) = (0_u32, 0_u32);
    for pair in header[..24].chunks_exact(8) {
        // The last bit of the magic number selects the byte order of the checksum.
        let order = |number: u32| if magic & 1 == 1 { number } else { number.swap_bytes() };
        one = one.wrapping_add(order(number(pair, 0))).wrapping_add(two);
        two = two.wrapping_add(order(number(pair, 4))).wrapping_add(one);
    }
    magic & !1 == MAGIC && (one, two) == (number(header, 24), number(header, 28))
}

/// Counts the bytes and commits that follow the first `frames` frames of a write-ahead log. Frames left over
/// from before the last checkpoint are not counted.
fn read_tail(log: &Path, frames: u64) -> io::Result<WalTail> {
    let mut file = match File::open(log) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(WalTail::default()),
        opened => BufReader::new(opened?),
    };
    let length = file.get_ref().metadata()?.len();
    let mut header = [0; 32];
    if file.read_exact(&mut header).is_err() {
        return Ok(WalTail { bytes: length, ..WalTail::default() });
    }
    if !is_head(&header) {
        return Ok(WalTail { bytes: length, headless: true, ..WalTail::default() });
    }
    let frame_length = FRAME_HEADER + u64::from(number(&header, 8));
    let mut torn = WalTail::default();
    let whole = HEADER + frames * frame_length;
    let mut at = whole;
    while at < length {
        file.seek(SeekFrom::Start(at))?;
        let mut frame = [0; 24];
        if file.read_exact(&mut frame).is_err() {
            torn.bytes = length - whole; // incomplete frame header
            break;
        }
        let end = at + frame_length;
        // Frames left over from before the last checkpoint follow those of this one and have another salt.
        if frame[8..16] == header[16..24] {
            torn.bytes = end.min(length) - whole;
            // In a commit frame, this field is the size of the database in pages. In other frames it is 0.
            torn.commits += u64::from(frame[4..8] != [0; 4] && end <= length);
        }
        at = end;
    }
    Ok(torn)
}
