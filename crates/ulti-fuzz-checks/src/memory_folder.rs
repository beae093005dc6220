//! A place for temporary files that are written often.

use std::path::PathBuf;

/// Returns a folder in memory if the system has one, otherwise the folder for temporary files.
pub(crate) fn memory_folder() -> PathBuf {
    let shared = PathBuf::from("/dev/shm");
    if shared.is_dir() { shared } else { std::env::temp_dir() }
}
