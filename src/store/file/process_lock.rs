//! Prevents two processes of the bot from using the same database file.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::store::{Result, StoreError};

/// A lock on a database file. Dropping it, or the end of the process, releases it.
///
/// SQLite would let both processes write, and the journal would reject conflicting batches. Commands of the
/// command line do not take the lock, because they work on the database of a running bot.
#[derive(Debug)]
pub struct ProcessLock {
    /// The open file `<database>.lock`. It is empty and stays in the folder.
    _file: File,
}

impl ProcessLock {
    /// Locks a database file, which need not exist yet.
    ///
    /// Returns `None` if the file system does not support locks, or if the folder is not writable.
    ///
    /// # Errors
    /// Returns [`StoreError::InUse`] if another process holds the lock.
    pub fn acquire(database: &Path) -> Result<Option<Self>> {
        // A symbolic link and its target are the same database.
        let database = std::fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
        if let Some(folder) = database.parent() {
            let _ = std::fs::create_dir_all(folder); // opening the database reports the error
        }
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        let locked = OpenOptions::new().create(true).append(true).open(path).map_err(TryLockError::Error);
        match locked.and_then(|file| file.try_lock().map(|()| file)) {
            Ok(file) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(database.display().to_string())),
            Err(TryLockError::Error(error)) => {
                let path = database.display();
                tracing::warn!(%path, %error, "failed to lock database; a second process is not detected");
                Ok(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_is_locked_once() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("new/ulti.db");
        let lock = ProcessLock::acquire(&database).unwrap();
        assert!(lock.is_some());
        let refused = ProcessLock::acquire(&database).unwrap_err();
        assert!(refused.to_string().contains("ulti.db is in use by another process"), "{refused}");
        drop(lock);
        assert!(ProcessLock::acquire(&database).unwrap().is_some());
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_link_to_locked_database_is_locked() {
        let folder = tempfile::tempdir().unwrap();
        let [database, link] = ["ulti.db", "link.db"].map(|name| folder.path().join(name));
        std::fs::write(&database, "").unwrap();
        std::os::unix::fs::symlink(&database, &link).unwrap();
        let _lock = ProcessLock::acquire(&database).unwrap();
        assert!(ProcessLock::acquire(&link).is_err());
    }
}
