//! Detection of a database file that was deleted, moved or replaced while open.
//!
//! Writes to such a file or its write-ahead log still succeed, but the data is not written to the file at the
//! configured path.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::log_path::log_of;
use crate::store::{Result, StoreError};

/// Paths of the database file and its write-ahead log, each with the device and inode number that the file
/// had when the database was opened.
///
/// Clones share the same list.
#[derive(Debug, Clone)]
pub(crate) struct OpenedFiles(Arc<[(PathBuf, Identity)]>);

/// Device number and inode number of a file. Together, they identify the file on Unix.
///
/// Not needed on other systems, because an open file cannot be deleted there.
type Identity = (u64, u64);

impl OpenedFiles {
    /// Records the device and inode numbers of the database file at `path` and of its write-ahead log.
    /// [`is_there`](Self::is_there) uses them to detect a replaced file.
    pub(crate) fn of(path: &Path) -> Self {
        let known = |path: PathBuf| identity(&path).ok().flatten().map(|identity| (path, identity));
        Self([path.to_owned(), log_of(path)].into_iter().filter_map(known).collect())
    }

    /// Checks that the database files have not been moved, deleted or replaced.
    ///
    /// This check runs before each write and reads only file metadata.
    ///
    /// # Errors
    /// Returns [`StoreError::Elsewhere`] if a file is missing or has been replaced.
    pub(crate) fn is_there(&self) -> Result<()> {
        let is_elsewhere =
            |(path, known): &&(PathBuf, Identity)| !identity(path).is_ok_and(|now| now == Some(*known));
        match self.0.iter().find(is_elsewhere) {
            Some((path, _)) => Err(StoreError::Elsewhere(path.clone())),
            None => Ok(()),
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Option<Identity>> {
    use std::os::unix::fs::MetadataExt as _;
    let found = std::fs::metadata(path)?;
    Ok(Some((found.dev(), found.ino())))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> io::Result<Option<Identity>> {
    Ok(None)
}
