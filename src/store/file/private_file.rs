//! Creation of files that only the user of the process may read.

use std::io;
use std::path::Path;

/// Creates an empty file with mode 0600.
///
/// Other users of the system must not be able to read a database or its backup, because it contains the cards
/// of deals in progress.
///
/// # Errors
/// Returns an error if the file exists or cannot be created.
pub(crate) fn create_private(path: &Path) -> io::Result<()> {
    let mut file = std::fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    file.write(true).create_new(true).open(path).map(drop)
}
