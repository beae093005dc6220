//! The end of the write-ahead log, where something was being written when the process was killed or the
//! power went; or damage before its end, which takes with it what was on the disk.
//!
//! `SQLite` takes the log up to its last whole transaction and says nothing of what follows; whoever runs
//! the bot should hear of it. The layout is that of <https://www.sqlite.org/fileformat2.html#walformat>.
//! A log that is empty or gone tells nothing of what was in it.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use sqlx::SqlitePool;

use super::StoreError;

const HEADER: u64 = 32;
const FRAME_HEADER: u64 = 24;
/// What a log begins with, but for its last bit.
const MAGIC: u32 = 0x377f_0682;

/// What of the log is in no transaction that could be taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Torn {
    /// How long it is.
    pub bytes: u64,
    /// How many ends of transactions are in it. None: that is what a process was writing when it was killed, and
    /// was never acknowledged. Some: what was acknowledged may be among it, and the disk has lost it; or the
    /// power went while the disk wrote the end before the beginning.
    pub commits: u64,
    /// The log does not begin as one does, so that none of it could be taken.
    pub headless: bool,
}

impl Torn {
    /// Whether there is nothing to say.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Says it to whoever runs the bot.
    pub(super) fn say(&self) {
        let Self { bytes, commits, headless } = *self;
        if headless {
            tracing::error!(
                bytes,
                "the log of the database is damaged where it begins; all that was in it is lost"
            );
        } else if commits > 0 {
            tracing::error!(
                bytes,
                commits,
                "the log of the database is damaged and cut off there; what was acknowledged may be lost with it"
            );
        } else if bytes > 0 {
            tracing::warn!(
                bytes,
                "the log of the database ends in the middle of a write, which was never acknowledged and is cut off"
            );
        }
    }
}

/// What of the log belongs to no whole transaction.
pub(super) async fn at_the_end(writer: &SqlitePool, path: &Path) -> Result<Torn, StoreError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let log = PathBuf::from(log);
    let (busy, frames, _): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(writer).await?;
    // How many frames SQLite takes for whole; it does not say while another process looks after the log.
    let Ok(frames) = u64::try_from(frames) else { return Ok(Torn::default()) };
    if busy != 0 {
        return Ok(Torn::default());
    }
    let torn = tokio::task::spawn_blocking(move || look(&log, frames)).await;
    // A log that can't be looked at is none to report on: SQLite has opened it.
    Ok(torn.ok().and_then(Result::ok).unwrap_or_default())
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Whether a log can begin so: by its first number and its own checksum.
fn is_head(header: &[u8; 32]) -> bool {
    let magic = number(header, 0);
    let (mut one, mut two) = (0_u32, 0_u32);
    for pair in header[..24].chunks_exact(8) {
        // The last bit of the first number says in which order the bytes are summed up.
        let order = |number: u32| if magic & 1 == 1 { number } else { number.swap_bytes() };
        one = one.wrapping_add(order(number(pair, 0))).wrapping_add(two);
        two = two.wrapping_add(order(number(pair, 4))).wrapping_add(one);
    }
    magic & !1 == MAGIC && (one, two) == (number(header, 24), number(header, 28))
}

fn look(log: &Path, frames: u64) -> io::Result<Torn> {
    let mut file = match File::open(log) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Torn::default()),
        opened => BufReader::new(opened?),
    };
    let length = file.get_ref().metadata()?.len();
    let mut header = [0; 32];
    if file.read_exact(&mut header).is_err() {
        return Ok(Torn { bytes: length, ..Torn::default() });
    }
    if !is_head(&header) {
        return Ok(Torn { bytes: length, headless: true, ..Torn::default() });
    }
    let frame_length = FRAME_HEADER + u64::from(number(&header, 8));
    let mut torn = Torn::default();
    let whole = HEADER + frames * frame_length;
    let mut at = whole;
    while at < length {
        file.seek(SeekFrom::Start(at))?;
        let mut frame = [0; 24];
        if file.read_exact(&mut frame).is_err() {
            torn.bytes = length - whole; // not even its header is whole
            break;
        }
        let end = at + frame_length;
        // Frames of an earlier round of the log lie behind those of this one, and are told by their salt.
        if frame[8..16] == header[16..24] {
            torn.bytes = end.min(length) - whole;
            // The last frame of a transaction says how large the database is after it.
            torn.commits += u64::from(frame[4..8] != [0; 4] && end <= length);
        }
        at = end;
    }
    Ok(torn)
}
