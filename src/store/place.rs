//! Whether the database is still where it was opened.
//!
//! A file that is deleted, moved away or replaced while it is open takes writes as before, and nobody ever
//! finds them again.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::StoreError;

/// The file that was opened, by its path and by what it is to the system. Clones are the same.
#[derive(Debug, Clone)]
pub(super) struct Place(Arc<Known>);

#[derive(Debug)]
struct Known {
    path: PathBuf,
    file: Option<Identity>,
}

/// Device and inode; elsewhere than on Unix there is none, and a file can't be deleted while it is open.
type Identity = (u64, u64);

impl Place {
    /// The file as it is there now.
    pub(super) fn of(path: PathBuf) -> Self {
        let file = identity(&path).ok().flatten();
        Self(Arc::new(Known { path, file }))
    }

    /// Asked before something is written: one look at the folder, without the disk.
    pub(super) fn is_there(&self) -> Result<(), StoreError> {
        let Known { path, file } = &*self.0;
        if file.is_none() || identity(path).is_ok_and(|now| now == *file) {
            return Ok(());
        }
        Err(StoreError::Elsewhere(path.clone()))
    }
}

#[cfg(unix)]
fn identity(path: &std::path::Path) -> io::Result<Option<Identity>> {
    use std::os::unix::fs::MetadataExt as _;
    let found = std::fs::metadata(path)?;
    Ok(Some((found.dev(), found.ino())))
}

#[cfg(not(unix))]
fn identity(_: &std::path::Path) -> io::Result<Option<Identity>> {
    Ok(None)
}
