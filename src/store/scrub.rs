//! That what was deleted is gone from the bytes of the file, not only from its tables.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use memchr::memmem;

use super::{Store, StoreError};
use crate::table::UserId;

/// How often, and how long apart, the log is tried while somebody reads from it.
const TRIES: u32 = 50;
const BETWEEN: Duration = Duration::from_millis(100);

/// How much of the file is looked at in one go.
const CHUNK: usize = 1 << 20;

/// Shorter numbers turn up in any file by chance; people's at Discord are longer.
const TELLING: u64 = 1 << 40;

impl Store {
    /// Sees to it that a person's number stands nowhere in the bytes of the database and its log.
    ///
    /// What is deleted is overwritten where it was, and the log is emptied; the file is then read once
    /// to be sure. `SQLite` may leave copies of cells behind on pages that it has rearranged: where one
    /// is found, the file is written anew, during which nothing else is written.
    pub(super) async fn scrub(&self, user: UserId) -> Result<(), StoreError> {
        self.empty_log().await?;
        if self.holds(user).await? {
            tracing::info!("a deleted number is left on rearranged pages: the database is written anew");
            // SQLite's own words, for its own file.
            sqlx::query("VACUUM").execute(&self.writer).await?;
            self.empty_log().await?;
            if self.holds(user).await? {
                return Err(StoreError::StillThere);
            }
        }
        Ok(())
    }

    /// Brings everything from the log into the file and empties it.
    pub(super) async fn empty_log(&self) -> Result<(), StoreError> {
        for _ in 0..TRIES {
            let (busy, ..): (i64, i64, i64) =
                sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&self.writer).await?;
            if busy == 0 {
                return Ok(());
            }
            tokio::time::sleep(BETWEEN).await;
        }
        Err(StoreError::NotCleanYet)
    }

    /// Whether the person's number stands in the file or its log: as 64 bits or in digits.
    async fn holds(&self, user: UserId) -> Result<bool, StoreError> {
        if user.0 < TELLING {
            return Ok(false);
        }
        let mut log = self.path.clone().into_os_string();
        log.push("-wal");
        let files = [self.path.clone(), PathBuf::from(log)];
        let search = move || files.iter().try_fold(false, |found, file| Ok(found || file_holds(file, user)?));
        let failed = |reason: String| StoreError::Damaged(format!("it can't be looked through: {reason}"));
        tokio::task::spawn_blocking(search)
            .await
            .map_err(|error| failed(error.to_string()))?
            .map_err(|error: io::Error| failed(error.to_string()))
    }
}

fn file_holds(path: &Path, user: UserId) -> io::Result<bool> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        file => file?,
    };
    let needles = [user.0.to_be_bytes().to_vec(), user.0.to_string().into_bytes()];
    let longest = needles.iter().map(Vec::len).max().unwrap_or_default();
    let (mut bytes, mut kept) = (vec![0; CHUNK + longest], 0);
    loop {
        let read = file.read(&mut bytes[kept..])?;
        if read == 0 {
            return Ok(false);
        }
        let seen = &bytes[..kept + read];
        if needles.iter().any(|needle| memmem::find(seen, needle).is_some()) {
            return Ok(true);
        }
        // One may lie across two chunks.
        let from = seen.len().saturating_sub(longest);
        kept = seen.len() - from;
        bytes.copy_within(from..from + kept, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_wherever_it_lies() {
        let folder = tempfile::tempdir().unwrap();
        let user = UserId(0x1234_5678_9abc_def0);
        let path = folder.path().join("file");
        for place in [0, 5, CHUNK - 3, CHUNK, CHUNK + 17, 2 * CHUNK - 1] {
            for needle in [user.0.to_be_bytes().to_vec(), user.0.to_string().into_bytes()] {
                let mut bytes = vec![0; 2 * CHUNK + 100];
                std::fs::write(&path, &bytes).unwrap();
                assert!(!file_holds(&path, user).unwrap());
                bytes[place..place + needle.len()].copy_from_slice(&needle);
                std::fs::write(&path, &bytes).unwrap();
                assert!(file_holds(&path, user).unwrap(), "{place}");
            }
        }
        assert!(!file_holds(&folder.path().join("missing"), user).unwrap());
    }
}
