//! Erases deleted user ids from the bytes of the database file and its write-ahead log.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use memchr::memmem;
use sqlx::{AssertSqlSafe, SqlitePool};

use super::database_file::{BUSY_TIMEOUT, DatabaseFile};
use super::log_path::log_of;
use crate::store::{Result, StoreError};
use crate::table::UserId;

/// Maximum number of attempts to truncate the write-ahead log while other connections are reading.
const ATTEMPTS: u32 = 50;
/// Delay between attempts to truncate the write-ahead log.
const PAUSE: Duration = Duration::from_millis(100);

/// Number of bytes read at a time when searching a file.
const CHUNK: usize = 1 << 20;

/// Smallest user id to search for in the database files. All Discord ids are larger.
///
/// Smaller ids are not searched for, because the same bytes could occur in a file by chance.
const SMALLEST_ID: u64 = 1 << 40;

/// Query for the total number of characters in all occurrences of user id $1 in stored texts.
///
/// The id is searched as a decimal number in names, deal records and the reasons for voiding deals. To get
/// the number of occurrences, divide the result by the number of digits of the id.
///
/// Occurrences in season names count twice, because an index contains a copy of each season name.
const IN_WORDS: &str = "SELECT
    (SELECT COALESCE(SUM(2 * (LENGTH(name) - LENGTH(REPLACE(name, $1, '')))), 0) FROM seasons)
  + (SELECT COALESCE(SUM(LENGTH(void_reason) - LENGTH(REPLACE(void_reason, $1, ''))), 0) FROM deals)
  + (SELECT COALESCE(SUM(LENGTH(record) - LENGTH(REPLACE(record, $1, ''))), 0) FROM deals)
  + (SELECT COALESCE(SUM(LENGTH(name) - LENGTH(REPLACE(name, $1, ''))), 0) FROM people)
  + (SELECT COALESCE(SUM(LENGTH(name) - LENGTH(REPLACE(name, $1, ''))), 0) FROM results)
  + (SELECT COALESCE(SUM(LENGTH(name) - LENGTH(REPLACE(name, $1, ''))), 0)
     FROM (SELECT CASE WHEN json_valid(event) THEN event ->> '$.player.name' END AS name FROM journal))";

/// Number of occurrences of a user id in the searched files, separately for its binary and decimal forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Matches {
    /// Number of times the id occurs as a 64-bit big-endian integer.
    bits: usize,
    /// Number of times the id occurs as a decimal number.
    digits: usize,
}

impl DatabaseFile {
    /// Erases a deleted user's id from the database file and its write-ahead log.
    ///
    /// SQLite overwrites deleted rows, but may leave copies on pages that it has rearranged. This method
    /// truncates the log and searches the file for the id. If the id is still there, it runs `VACUUM`, which
    /// rewrites the file and blocks other writes. Text written by other users is not changed.
    ///
    /// # Errors
    /// Returns [`StoreError::NotCleanYet`] if other connections keep reading from the log.
    pub(in crate::store) async fn sweep(&self, user: UserId) -> Result<()> {
        self.empty_log().await?;
        if self.holds(user).await? {
            tracing::info!("deleted user id still found in database file; rewriting file");
            sqlx::query("VACUUM").execute(&self.writer).await?;
            self.empty_log().await?;
            if self.holds(user).await? {
                return Err(StoreError::StillThere);
            }
        }
        Ok(())
    }

    /// Writes the contents of the write-ahead log back to the database file and truncates the log.
    pub(in crate::store) async fn empty_log(&self) -> Result<()> {
        for _ in 0..ATTEMPTS {
            // Runs in a separate task, because the caller may be cancelled while the connection's timeout is
            // set to 0.
            let tried = tokio::spawn(try_to_empty_log(self.writer.clone())).await;
            if tried.map_err(|error| StoreError::Damaged(error.to_string()))?? {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(StoreError::NotCleanYet)
    }

    /// Returns `true` if the database file or its write-ahead log still contains the user id.
    ///
    /// Ignores occurrences in text written by users, such as display names.
    async fn holds(&self, user: UserId) -> Result<bool> {
        if user.0 < SMALLEST_ID {
            return Ok(false);
        }
        let files = [self.path.clone(), log_of(&self.path)];
        let search = move || {
            files.iter().try_fold(Matches::default(), |sum, file| {
                let found = found_in(file, user)?;
                Ok(Matches { bits: sum.bits + found.bits, digits: sum.digits + found.digits })
            })
        };
        let failed =
            |reason: String| StoreError::Damaged(format!("failed to search database file: {reason}"));
        let found = tokio::task::spawn_blocking(search)
            .await
            .map_err(|error| failed(error.to_string()))?
            .map_err(|error: io::Error| failed(error.to_string()))?;
        Ok(found.bits > 0 || found.digits > 0 && found.digits > self.in_words(user).await?)
    }

    /// Returns the number of occurrences of a user id in text written by users, such as display names.
    async fn in_words(&self, user: UserId) -> Result<usize> {
        let number = user.to_string();
        let letters: i64 = sqlx::query_scalar(IN_WORDS).bind(&number).fetch_one(&self.readers).await?;
        Ok(usize::try_from(letters).unwrap_or_default() / number.len())
    }
}

/// Tries to truncate the write-ahead log. Returns `true` on success.
///
/// Returns `false` immediately if another connection is reading from the log. Waiting would block the only
/// write connection.
async fn try_to_empty_log(writer: SqlitePool) -> Result<bool> {
    let mut connection = writer.acquire().await?;
    sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *connection).await?;
    let tried: Result<(i64, i64, i64), sqlx::Error> =
        sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await;
    let restore = format!("PRAGMA busy_timeout = {}", BUSY_TIMEOUT.as_millis());
    if sqlx::query(AssertSqlSafe(restore)).execute(&mut *connection).await.is_err() {
        connection.close_on_drop();
    }
    match tried.map_err(StoreError::from) {
        Ok((busy, ..)) => Ok(busy == 0),
        Err(StoreError::Busy) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Counts how often a user id occurs in a file.
fn found_in(path: &Path, user: UserId) -> io::Result<Matches> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Matches::default()),
        file => file?,
    };
    let needles = [user.0.to_be_bytes().to_vec(), user.0.to_string().into_bytes()];
    let longest = needles.iter().map(Vec::len).max().unwrap_or_default();
    let (mut bytes, mut kept) = (vec![0; CHUNK + longest], 0);
    let mut found = Matches::default();
    loop {
        let read = file.read(&mut bytes[kept..])?;
        let seen = &bytes[..kept + read];
        // A match that starts in the last bytes may continue in the next chunk, and is counted there.
        let whole = if read == 0 { seen.len() } else { (seen.len() + 1).saturating_sub(longest) };
        let [bits, digits] = needles
            .each_ref()
            .map(|needle| memmem::find_iter(seen, needle).filter(|place| *place < whole).count());
        found = Matches { bits: found.bits + bits, digits: found.digits + digits };
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
    fn user_id_is_found_across_chunk_boundary() {
        let folder = tempfile::tempdir().unwrap();
        let user = UserId(0x1234_5678_9abc_def0);
        let path = folder.path().join("file");
        for place in [0, 5, CHUNK - 3, CHUNK, CHUNK + 17, 2 * CHUNK - 1] {
            for needle in [user.0.to_be_bytes().to_vec(), user.0.to_string().into_bytes()] {
                let mut bytes = vec![0; 2 * CHUNK + 100];
                std::fs::write(&path, &bytes).unwrap();
                assert_eq!(found_in(&path, user).unwrap(), Matches::default());
                bytes[place..place + needle.len()].copy_from_slice(&needle);
                std::fs::write(&path, &bytes).unwrap();
                let found = found_in(&path, user).unwrap();
                assert_eq!(found.bits + found.digits, 1, "{place}");
            }
        }
        assert_eq!(found_in(&folder.path().join("missing"), user).unwrap(), Matches::default());
    }
}
