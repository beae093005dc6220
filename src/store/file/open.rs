//! Opening a database: creating the file, configuring connections and running migrations.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection, SqlitePool};

use super::database_file::{BUSY_TIMEOUT, DatabaseFile};
use super::identity::OpenedFiles;
use super::log_path::log_of;
use super::private_file::create_private;
use super::temporary_copy::TemporaryCopy;
use super::wal_tail::{self, WalTail};
use crate::store::sql::bulk;
use crate::store::{Result, StoreError};

/// The migrations of SQLite files.
pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!();

/// Maximum number of prepared statements cached by the write connection.
///
/// This is enough for all statements of 20 bulk queries and for 100 other queries.
const STATEMENT_CACHE: usize = 20 * bulk::TEXTS + 100;

/// Number of read-only connections.
const READERS: u32 = 4;

impl DatabaseFile {
    /// Opens the database at `path` and applies pending migrations.
    ///
    /// Creates the file and its folder if they do not exist.
    pub(in crate::store) async fn open(path: &Path) -> Result<Self> {
        let path = prepare(path).await?;
        let at_open = |error: sqlx::Error| StoreError::from(error).at_open(path.clone());
        let writer = pool(1, writing(&path)).await.map_err(at_open)?;
        let torn = wal_tail::inspect(&writer, &path).await.unwrap_or_default();
        torn.log();
        if let Err(error) = migrate(&writer, &path).await {
            writer.close().await;
            return Err(error);
        }
        let readers = pool(READERS, reading(&path)).await.map_err(at_open)?;
        let files = OpenedFiles::of(&path);
        Ok(Self { writer, readers, path, files, torn, _copy: None })
    }

    /// Opens an existing database in read-only mode, without applying migrations.
    ///
    /// This is possible while the bot is using the database, and if the file is on a read-only mount. SQLite
    /// needs an index of the write-ahead log, and cannot create it there. If the log is empty, the file is
    /// opened as immutable. Otherwise, a temporary copy of the file and its log is opened.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is damaged, or belongs to another program.
    pub(in crate::store) async fn look(path: &Path) -> Result<Self> {
        let path = std::path::absolute(path)
            .map_err(|error| StoreError::CantOpen { path: path.to_owned(), reason: error.to_string() })?;
        match look(&path, reading(&path), None).await {
            // The file could not be opened, although it can be read.
            Err(error @ StoreError::CantOpen { .. }) if std::fs::File::open(&path).is_ok() => {
                let has_log = std::fs::metadata(log_of(&path)).is_ok_and(|log| log.len() > 0);
                if !has_log {
                    return look(&path, reading(&path).immutable(true), None).await;
                }
                let Ok(copy) = TemporaryCopy::of(&path).await else { return Err(error) };
                look(&copy.path(), reading(&copy.path()), Some(copy)).await
            }
            opened => opened,
        }
    }
}

/// Opens a database in read-only mode. `copy` is kept as long as the store.
async fn look(
    path: &Path,
    options: SqliteConnectOptions,
    copy: Option<TemporaryCopy>,
) -> Result<DatabaseFile> {
    let at_open = |error: sqlx::Error| StoreError::from(error).at_open(path.to_owned());
    let (writer, readers) = (pool(1, options.clone()).await, pool(READERS, options).await);
    let (writer, readers) = (writer.map_err(at_open)?, readers.map_err(at_open)?);
    match is_of_another_program(&readers).await {
        Ok(false) => {}
        Ok(true) => return Err(StoreError::OtherProgram(path.display().to_string())),
        Err(error) => {
            // The connections hold the file open until the pools are closed.
            readers.close().await;
            writer.close().await;
            return Err(at_open(error));
        }
    }
    let (path, files) = (path.to_owned(), OpenedFiles::of(path));
    Ok(DatabaseFile { writer, readers, path, files, torn: WalTail::default(), _copy: copy.map(Arc::new) })
}

/// Creates the database file and its folder if they do not exist. Returns the absolute path of the file.
async fn prepare(path: &Path) -> Result<PathBuf> {
    // SQLite gives names such as `:memory:` a special meaning, but never absolute paths.
    let path = std::path::absolute(path)
        .map_err(|error| StoreError::CantOpen { path: path.to_owned(), reason: error.to_string() })?;
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder)
            .await
            .map_err(|source| StoreError::Folder { folder: folder.to_owned(), source })?;
    }
    if path.is_dir() {
        return Err(StoreError::IsFolder(path));
    }
    // SQLite uses the mode of the file for the write-ahead log and the shared-memory file. An existing file
    // is fine, and opening the database reports any other error.
    let _ = create_private(&path);
    Ok(path)
}

/// Returns the connection options for the read-write connection.
fn writing(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .statement_cache_capacity(STATEMENT_CACHE)
        .journal_mode(SqliteJournalMode::Wal)
        // In pages, about 16 MiB. Pages changed by every group are checkpointed less often this way.
        .pragma("wal_autocheckpoint", "4000")
        // With NORMAL, WAL mode may lose the last commits in a power failure.
        .synchronous(SqliteSynchronous::Full)
        // Overwrites deleted content with zeros instead of only marking it as free.
        .pragma("secure_delete", "ON")
}

/// Returns the connection options for the read-only connections.
fn reading(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(BUSY_TIMEOUT)
}

async fn pool(size: u32, options: SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    SqlitePoolOptions::new()
        .max_connections(size)
        .acquire_timeout(2 * BUSY_TIMEOUT)
        // Connections to a local file do not go stale, so they are never replaced.
        .idle_timeout(None)
        .max_lifetime(None)
        .after_release(|connection, _| Box::pin(is_clean(connection)))
        .connect_with(options)
        .await
}

/// Returns `true` if a connection has no open transaction. If the result is `false`, the pool closes the
/// connection.
///
/// When the disk is full, SQLite may roll back a transaction by itself. The rollback issued by sqlx then
/// fails, and sqlx treats the connection as being in a transaction forever.
async fn is_clean(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // sqlx has only queued the rollback at this point; the ping waits until it has run.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// Applies all pending migrations to the database.
async fn migrate(writer: &SqlitePool, path: &Path) -> Result<()> {
    let at_open = |error: sqlx::Error| StoreError::from(error).at_open(path.to_owned());
    if is_of_another_program(writer).await.map_err(at_open)? {
        return Err(StoreError::OtherProgram(path.display().to_string()));
    }
    MIGRATIONS.run(writer).await.map_err(|error| {
        let at_open = |error: StoreError| error.at_open(path.to_owned());
        StoreError::at_migration(error, path.display().to_string(), at_open)
    })?;
    // A write that changes nothing. SQLite opens read-only files and begins write transactions on them
    // without an error, and it never notices when such a file becomes writable. Without this check, the
    // error would only appear during the first deal.
    sqlx::query("DELETE FROM meta WHERE name IS NULL").execute(writer).await.map_err(at_open)?;
    Ok(())
}

/// Returns `true` if the database contains tables but was not created by this program.
async fn is_of_another_program(writer: &SqlitePool) -> Result<bool, sqlx::Error> {
    // _sqlx_migrations is the first table created by this program.
    let (tables, ours): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(*), COUNT(CASE WHEN name = '_sqlx_migrations' THEN 1 END)
         FROM sqlite_master WHERE type = 'table'",
    )
    .fetch_one(writer)
    .await?;
    Ok(tables > 0 && ours == 0)
}
