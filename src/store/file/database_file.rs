//! A handle to an open database file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::SqlitePool;

use super::identity::OpenedFiles;
use super::log_path::log_of;
use super::temporary_copy::TemporaryCopy;
use super::wal_tail::WalTail;
use crate::store::Result;

/// Maximum time to wait for a database lock held by another process, such as a backup tool.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// An open database file.
#[derive(Debug, Clone)]
pub(crate) struct DatabaseFile {
    /// Pool with a single connection, which is used for all writes to the database.
    pub(in crate::store) writer: SqlitePool,
    /// Pool of read-only connections.
    pub(in crate::store) readers: SqlitePool,
    pub(super) path: PathBuf,
    pub(super) files: OpenedFiles,
    pub(super) torn: WalTail,
    /// Temporary copy of the database, if a file on a read-only mount is read.
    pub(super) _copy: Option<Arc<TemporaryCopy>>,
}

impl DatabaseFile {
    pub(in crate::store) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns how much data was discarded from the end of the write-ahead log when the file was opened.
    pub(in crate::store) const fn torn(&self) -> WalTail {
        self.torn
    }

    /// Returns the combined size of the file and its write-ahead log, in bytes.
    pub(in crate::store) async fn size(&self) -> u64 {
        let mut bytes = 0;
        for file in [&self.path, &log_of(&self.path)] {
            bytes += tokio::fs::metadata(file).await.map_or(0, |file| file.len());
        }
        bytes
    }

    /// Checks that the file has not been moved, deleted or replaced.
    pub(in crate::store) fn is_there(&self) -> Result<()> {
        self.files.is_there()
    }
}
