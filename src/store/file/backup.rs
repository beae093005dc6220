//! Online backup and integrity check.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::database_file::DatabaseFile;
use super::private_file::create_private;
use crate::store::{Result, StoreError};

impl DatabaseFile {
    /// Writes a consistent copy of the database to the file `target`, which must not exist yet.
    ///
    /// The copy is first written to a file with the suffix `.part`, then synced to disk and renamed. An
    /// interrupted backup therefore never leaves an incomplete `target`.
    pub(in crate::store) async fn backup(&self, target: &Path) -> Result<()> {
        let failed = |reason: String| StoreError::Target { target: target.to_owned(), reason };
        if tokio::fs::try_exists(target).await.map_err(|error| failed(error.to_string()))? {
            return Err(StoreError::TargetExists(target.to_owned()));
        }
        let part = part_of(target).map_err(|error| failed(error.to_string()))?;
        let copied = self.copy_to(&part, target).await;
        if copied.is_err() {
            // An incomplete copy is useless. If it can't be removed now, the next backup removes it.
            let _ = tokio::fs::remove_file(&part).await;
        }
        copied
    }

    async fn copy_to(&self, part: &Path, target: &Path) -> Result<()> {
        let failed = |reason: String| StoreError::Target { target: target.to_owned(), reason };
        remove_old(part).await.map_err(|error| failed(error.to_string()))?;
        let name = part.to_str().ok_or_else(|| failed("its name is not UTF-8".to_owned()))?;
        create_private(part).map_err(|error| failed(error.to_string()))?;
        // VACUUM INTO copies a database that is in use into an empty file. It accepts a bound parameter as
        // its path.
        sqlx::query("VACUUM INTO $1").bind(name).execute(&self.readers).await.map_err(|error| {
            match StoreError::from(error) {
                StoreError::Full => failed("its disk is full".to_owned()),
                StoreError::ReadOnly => failed("its disk is read-only".to_owned()),
                StoreError::Sql(error) => failed(error.to_string()),
                other => other,
            }
        })?;
        publish(part, target).await.map_err(|error| failed(error.to_string()))
    }

    /// Checks the whole database for damage with `PRAGMA quick_check`.
    ///
    /// This reads the entire file.
    pub(in crate::store) async fn check(&self) -> Result<()> {
        let found: Vec<String> = sqlx::query_scalar("PRAGMA quick_check").fetch_all(&self.readers).await?;
        if found == ["ok"] { Ok(()) } else { Err(StoreError::Damaged(found.join("; "))) }
    }
}

/// Returns the absolute path of the temporary file used to write a backup.
fn part_of(target: &Path) -> io::Result<PathBuf> {
    let mut name = OsString::from(std::path::absolute(target)?);
    name.push(".part");
    Ok(name.into())
}

/// Removes the temporary file left behind by an interrupted backup.
async fn remove_old(part: &Path) -> io::Result<()> {
    match tokio::fs::remove_file(part).await {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Syncs a completed backup to disk and renames it to `target`.
async fn publish(part: &Path, target: &Path) -> io::Result<()> {
    tokio::fs::File::open(part).await?.sync_all().await?;
    tokio::fs::rename(part, target).await
}
