//! A copy of the database while it is in use, and whether it is whole.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::{Store, StoreError};

impl Store {
    /// Writes a copy of the database, as of one moment, to a file that does not exist yet. The file
    /// appears when it is whole and on the disk; until then there is one with `.part` at its end.
    pub async fn backup(&self, target: &Path) -> Result<(), StoreError> {
        let failed = |reason: String| StoreError::Target { target: target.to_owned(), reason };
        if tokio::fs::try_exists(target).await.map_err(|error| failed(error.to_string()))? {
            return Err(StoreError::TargetExists(target.to_owned()));
        }
        let part = part_of(target).map_err(|error| failed(error.to_string()))?;
        let copied = self.copy_to(&part, target).await;
        if copied.is_err() {
            // Half a copy helps nobody; where it can't be removed, the next backup tries again.
            let _ = tokio::fs::remove_file(&part).await;
        }
        copied
    }

    async fn copy_to(&self, part: &Path, target: &Path) -> Result<(), StoreError> {
        let failed = |reason: String| StoreError::Target { target: target.to_owned(), reason };
        remove_old(part).await.map_err(|error| failed(error.to_string()))?;
        let name = part.to_str().ok_or_else(|| failed("its name is not UTF-8".to_owned()))?;
        // SQLite's own way to copy a database under load. It takes the path as an expression.
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

    /// Looks through the whole database for damage; quick, but it reads everything.
    pub async fn check(&self) -> Result<(), StoreError> {
        // SQLite's own check.
        let found: Vec<String> = sqlx::query_scalar("PRAGMA quick_check").fetch_all(&self.readers).await?;
        if found == ["ok"] { Ok(()) } else { Err(StoreError::Damaged(found.join("; "))) }
    }
}

/// The whole path of the file that a copy grows in.
fn part_of(target: &Path) -> io::Result<PathBuf> {
    let mut name = OsString::from(std::path::absolute(target)?);
    name.push(".part");
    Ok(name.into())
}

/// Removes what a backup left behind that was killed.
async fn remove_old(part: &Path) -> io::Result<()> {
    match tokio::fs::remove_file(part).await {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Brings a finished copy to the disk and gives it its name.
async fn publish(part: &Path, target: &Path) -> io::Result<()> {
    tokio::fs::File::open(part).await?.sync_all().await?;
    tokio::fs::rename(part, target).await
}
