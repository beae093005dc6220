//! The end of the write-ahead log, where something was being written when the process was killed or the
//! power went.
//!
//! `SQLite` takes the log up to its last whole transaction and says nothing of what follows; whoever runs
//! the bot should hear of it. The layout is that of <https://www.sqlite.org/fileformat2.html#walformat>.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use sqlx::SqlitePool;

use super::StoreError;

const HEADER: u64 = 32;
const FRAME_HEADER: u64 = 24;

/// How many bytes at the end of the log belong to no whole transaction. They were never acknowledged.
pub(super) async fn at_the_end(writer: &SqlitePool, path: &Path) -> Result<u64, StoreError> {
    // The second number is how many frames SQLite takes for whole.
    let (_, frames, _): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(writer).await?;
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let log = PathBuf::from(log);
    let torn = tokio::task::spawn_blocking(move || look(&log, u64::try_from(frames).unwrap_or(0))).await;
    // A log that can't be looked at is none to report on: SQLite has opened it.
    Ok(torn.ok().and_then(Result::ok).unwrap_or(0))
}

fn look(log: &Path, frames: u64) -> io::Result<u64> {
    let mut file = match File::open(log) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        opened => opened?,
    };
    let length = file.metadata()?.len();
    let mut header = [0; 32];
    if file.read_exact(&mut header).is_err() {
        return Ok(length);
    }
    let page = u64::from(u32::from_be_bytes([header[8], header[9], header[10], header[11]]));
    let whole = HEADER + frames * (FRAME_HEADER + page);
    let rest = length.saturating_sub(whole);
    let mut frame = [0; 24];
    file.seek(SeekFrom::Start(whole))?;
    if file.read_exact(&mut frame).is_err() {
        return Ok(rest);
    }
    // Frames of an earlier round of the log lie behind those of this one, and are told by their salt.
    Ok(if frame[8..16] == header[16..24] { rest } else { 0 })
}
