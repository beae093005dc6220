//! That what was deleted is gone from the bytes of the file, not only from its tables.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use memchr::memmem;
use sqlx::{AssertSqlSafe, SqlitePool};

use super::{PATIENCE, Store, StoreError};
use crate::table::UserId;

/// How often, and how long apart, the log is tried while somebody reads from it.
const TRIES: u32 = 50;
const BETWEEN: Duration = Duration::from_millis(100);

/// How much of the file is looked at in one go.
const CHUNK: usize = 1 << 20;

/// Shorter numbers turn up in any file by chance; people's at Discord are longer.
const TELLING: u64 = 1 << 40;

/// How often $1 stands in what people have written themselves: those words are theirs, also where
/// somebody else's number is in them. A season's name stands in an index, too. It reads through
/// everything, as the look at the file does that leads to it.
const IN_WORDS: &str = "SELECT
    (SELECT COALESCE(SUM(2 * (LENGTH(name) - LENGTH(REPLACE(name, $1, '')))), 0) FROM seasons)
  + (SELECT COALESCE(SUM(LENGTH(void_reason) - LENGTH(REPLACE(void_reason, $1, ''))), 0) FROM deals)
  + (SELECT COALESCE(SUM(LENGTH(record) - LENGTH(REPLACE(record, $1, ''))), 0) FROM deals)
  + (SELECT COALESCE(SUM(LENGTH(name) - LENGTH(REPLACE(name, $1, ''))), 0) FROM people)
  + (SELECT COALESCE(SUM(LENGTH(name) - LENGTH(REPLACE(name, $1, ''))), 0) FROM results)
  + (SELECT COALESCE(SUM(LENGTH(name) - LENGTH(REPLACE(name, $1, ''))), 0)
     FROM (SELECT CASE WHEN json_valid(event) THEN event ->> '$.player.name' END AS name FROM journal))";

/// How often a person's number stands in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Found {
    /// As 64 bits.
    bits: usize,
    digits: usize,
}

impl Store {
    /// Sees to it that a person's number stands nowhere in the bytes of the database and its log, but
    /// for what others have written in their own words.
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
            // A task of its own: whoever asked may stop waiting, the connection must not stay impatient.
            let tried = tokio::spawn(try_to_empty_log(self.writer.clone())).await;
            if tried.map_err(|error| StoreError::Damaged(error.to_string()))?? {
                return Ok(());
            }
            tokio::time::sleep(BETWEEN).await;
        }
        Err(StoreError::NotCleanYet)
    }

    /// Whether the person's number stands in the file or its log, as 64 bits or in digits, more often
    /// than in anybody's words.
    async fn holds(&self, user: UserId) -> Result<bool, StoreError> {
        if user.0 < TELLING {
            return Ok(false);
        }
        let mut log = self.path.clone().into_os_string();
        log.push("-wal");
        let files = [self.path.clone(), PathBuf::from(log)];
        let search = move || {
            files.iter().try_fold(Found::default(), |sum, file| {
                let found = found_in(file, user)?;
                Ok(Found { bits: sum.bits + found.bits, digits: sum.digits + found.digits })
            })
        };
        let failed = |reason: String| StoreError::Damaged(format!("it can't be looked through: {reason}"));
        let found = tokio::task::spawn_blocking(search)
            .await
            .map_err(|error| failed(error.to_string()))?
            .map_err(|error: io::Error| failed(error.to_string()))?;
        Ok(found.bits > 0 || found.digits > 0 && found.digits > self.in_words(user).await?)
    }

    async fn in_words(&self, user: UserId) -> Result<usize, StoreError> {
        let number = user.to_string();
        let letters: i64 = sqlx::query_scalar(IN_WORDS).bind(&number).fetch_one(&self.readers).await?;
        Ok(usize::try_from(letters).unwrap_or_default() / number.len())
    }
}

/// Whether the log is empty now: not where somebody reads from it. Nobody is waited for, since the
/// only connection that writes would be waiting.
async fn try_to_empty_log(writer: SqlitePool) -> Result<bool, StoreError> {
    let mut connection = writer.acquire().await?;
    sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *connection).await?;
    let tried: Result<(i64, i64, i64), sqlx::Error> =
        sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await;
    let patience = format!("PRAGMA busy_timeout = {}", PATIENCE.as_millis());
    if sqlx::query(AssertSqlSafe(patience)).execute(&mut *connection).await.is_err() {
        connection.close_on_drop();
    }
    match tried.map_err(StoreError::from) {
        Ok((busy, ..)) => Ok(busy == 0),
        Err(StoreError::Busy) => Ok(false),
        Err(error) => Err(error),
    }
}

fn found_in(path: &Path, user: UserId) -> io::Result<Found> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::default()),
        file => file?,
    };
    let needles = [user.0.to_be_bytes().to_vec(), user.0.to_string().into_bytes()];
    let longest = needles.iter().map(Vec::len).max().unwrap_or_default();
    let (mut bytes, mut kept) = (vec![0; CHUNK + longest], 0);
    let mut found = Found::default();
    loop {
        let read = file.read(&mut bytes[kept..])?;
        let seen = &bytes[..kept + read];
        // What begins in the last bytes may go on in the next chunk, and is counted there.
        let whole = if read == 0 { seen.len() } else { (seen.len() + 1).saturating_sub(longest) };
        let [bits, digits] = needles
            .each_ref()
            .map(|needle| memmem::find_iter(seen, needle).filter(|place| *place < whole).count());
        found = Found { bits: found.bits + bits, digits: found.digits + digits };
        if read == 0 {
            return Ok(found);
        }
        kept = seen.len() - whole;
        bytes.copy_within(whole..whole + kept, 0);
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
                assert_eq!(found_in(&path, user).unwrap(), Found::default());
                bytes[place..place + needle.len()].copy_from_slice(&needle);
                std::fs::write(&path, &bytes).unwrap();
                let found = found_in(&path, user).unwrap();
                assert_eq!(found.bits + found.digits, 1, "{place}");
            }
        }
        assert_eq!(found_in(&folder.path().join("missing"), user).unwrap(), Found::default());
    }
}
