//! A temporary copy of a database whose write-ahead log cannot be read in place.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::log_path::log_of;

/// A copy of a database file and its write-ahead log in a private folder. The folder is deleted on drop.
#[derive(Debug)]
pub(crate) struct TemporaryCopy(PathBuf);

impl TemporaryCopy {
    /// Copies the database file at `path` and its write-ahead log to a new temporary folder.
    ///
    /// The files must not be in use, because a copy of changing files may be inconsistent.
    pub(crate) async fn of(path: &Path) -> io::Result<Self> {
        let path = path.to_owned();
        tokio::task::spawn_blocking(move || Self::create(&path)).await?
    }

    fn create(path: &Path) -> io::Result<Self> {
        let copy = Self::in_new_folder()?;
        fs::copy(path, copy.path())?;
        fs::copy(log_of(path), log_of(&copy.path()))?;
        Ok(copy)
    }

    /// Creates a folder that only this user can read. The files contain the cards of deals in progress.
    fn in_new_folder() -> io::Result<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let folder = std::env::temp_dir().join(format!("ulti-copy-{}-{now}", std::process::id()));
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder)?; // fails if the folder exists
        Ok(Self(folder))
    }

    /// Returns the path of the copied database file.
    pub(crate) fn path(&self) -> PathBuf {
        self.0.join("copy.db")
    }
}

impl Drop for TemporaryCopy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0); // on failure, the system deletes it eventually
    }
}
