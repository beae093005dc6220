//! Whether the database is still where it was opened.
//!
//! A file that is deleted, moved away or replaced while it is open takes writes as before, and nobody ever
//! finds them again. That is true of the write-ahead log beside it, too.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::StoreError;

/// The files that were opened, by their paths and by what they are to the system. Clones are the same.
#[derive(Debug, Clone)]
pub(super) struct Place(Arc<[(PathBuf, Identity)]>);

/// Device and inode; elsewhere than on Unix there is none, and a file can't be deleted while it is open.
type Identity = (u64, u64);

impl Place {
    /// The database as it is there now, open.
    pub(super) fn of(path: &Path) -> Self {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let known = |path: PathBuf| identity(&path).ok().flatten().map(|identity| (path, identity));
        Self([path.to_owned(), log.into()].into_iter().filter_map(known).collect())
    }

    /// Asked before something is written: a look at the folder, without the disk.
    pub(super) fn is_there(&self) -> Result<(), StoreError> {
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
