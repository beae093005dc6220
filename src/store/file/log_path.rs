//! The path of the write-ahead log.

use std::path::{Path, PathBuf};

/// Returns the path of the write-ahead log that belongs to a database file.
pub(super) fn log_of(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}
