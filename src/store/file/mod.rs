//! The database file: identity, backup, write-ahead log and secure deletion.

pub(crate) mod backup;
pub(crate) mod identity;
pub(crate) mod secure_erase;
pub(crate) mod temporary_copy;
pub(crate) mod wal_tail;

use std::path::{Path, PathBuf};

/// Returns the path of the write-ahead log that belongs to a database file.
pub(super) fn log_of(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}
