//! The database: the journal of the tables, finished deals and what was won in them, seasons,
//! settings, and where the bot's messages are (`DESIGN §7`).
//!
//! One `SQLite` file in WAL mode. All writing goes through one connection, so writers wait for each
//! other in the program and not in the file; reading has connections of its own and waits for
//! nobody. When a writing method returns, what it was given is on the disk.

mod backup;
mod calendar;
mod commit;
mod damage;
mod deals;
mod departed;
mod endings;
mod entry;
mod error;
mod evenings;
mod export;
mod forget;
mod history;
mod ids;
mod import;
mod journal;
mod leaderboard;
mod messages;
mod people;
mod place;
#[cfg(test)]
mod plans;
mod ranking;
mod ratings;
mod review;
mod rows;
mod scrub;
mod seasons;
mod settings;
mod stats;
mod summary;
mod tables;
mod tallies;
#[cfg(test)]
mod tests;
mod torn;
mod totals;
mod voids;
mod words;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Sqlite, SqliteConnection, SqlitePool, Transaction};

use crate::table::Most;

pub use deals::{DealRow, SeatRow, Void};
pub use departed::KEPT_AFTER_LEAVING;
pub use error::StoreError;
pub use evenings::{Evening, Share};
pub use export::FORMAT as EXPORT_FORMAT;
pub use forget::ANONYMOUS;
pub use history::{Filter, LONGEST_PAGE as LONGEST_HISTORY_PAGE};
pub use ids::{DealId, SeasonId};
pub use import::{Import, Imported, LONGEST_PLAYER, NoImport};
pub use leaderboard::{
    Board, Group, LONGEST_PAGE as LONGEST_BOARD_PAGE, LeaderboardRow, Metric, Standing, Tally,
};
pub use messages::MessageKind;
pub use ranking::{DAILY_RANKED, Ranking};
pub use review::{Account, Oddity, Sign};
pub use seasons::{LONGEST_NAME as LONGEST_SEASON_NAME, Season};
pub use settings::{ServerSettings, UserSettings};
pub use stats::{Count, Day, LONGEST_FORM, Stats};
pub use summary::{Best, Ended, Podium, Summary};
pub use tables::TableRow;
pub use tallies::Counted;
pub use torn::Torn;
pub use totals::ESTABLISHED;
pub use voids::LONGEST_REASON;

use place::Place;

static MIGRATIONS: Migrator = sqlx::migrate!();

/// How long to wait for someone else who holds the file, such as a backup tool.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many queries stay prepared for writing: some twenty of many rows, and the others.
const QUERIES: usize = 20 * rows::TEXTS + 100;

/// How many can read at once.
const READERS: u32 = 4;

/// The open database. Clones are the same database.
#[derive(Debug, Clone)]
pub struct Store {
    writer: SqlitePool,
    readers: SqlitePool,
    commits: commit::Queue,
    path: PathBuf,
    place: Place,
    torn: Torn,
    /// How many tables may be open.
    most: Most,
}

impl Store {
    /// Opens the database in this file and brings it up to date; makes the file and its folder where
    /// they are missing.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let path = prepare(path).await?;
        let writer =
            pool(1, writing(&path)).await.map_err(|error| StoreError::from(error).at_open(path.clone()))?;
        let torn = torn::at_the_end(&writer, &path).await.unwrap_or_default();
        torn.say();
        if let Err(error) = bring_up_to_date(&writer, &path).await {
            writer.close().await;
            return Err(error);
        }
        let readers = pool(READERS, reading(&path))
            .await
            .map_err(|error| StoreError::from(error).at_open(path.clone()))?;
        let place = Place::of(&path);
        let commits = commit::Queue::start(writer.clone(), place.clone());
        Ok(Self { writer, readers, commits, path, place, torn, most: Most::ANY })
    }

    /// Opens a database that is there, to look at it while a bot runs: whatever program wrote it, nothing in
    /// it is changed.
    pub async fn open_to_look(path: &Path) -> Result<Self, StoreError> {
        let at_open = |error: sqlx::Error| StoreError::from(error).at_open(path.to_owned());
        let (writer, readers) = (pool(1, reading(path)).await, pool(READERS, reading(path)).await);
        let (writer, readers) = (writer.map_err(at_open)?, readers.map_err(at_open)?);
        if is_of_another_program(&readers).await.map_err(at_open)? {
            return Err(StoreError::OtherProgram(path.to_owned()));
        }
        let (path, place) = (path.to_owned(), Place::of(path));
        let commits = commit::Queue::start(writer.clone(), place.clone());
        Ok(Self { writer, readers, commits, path, place, torn: Torn::default(), most: Most::ANY })
    }

    /// The same, where no more tables may be open than this; without it, any number.
    #[must_use]
    pub const fn with_most(mut self, most: Most) -> Self {
        self.most = most;
        self
    }

    /// What of the log could not be taken when it was opened, and was cut off.
    pub const fn torn(&self) -> Torn {
        self.torn
    }

    /// How often the disk has been waited for on behalf of tables: as many actions as came meanwhile go
    /// there together.
    pub fn commits(&self) -> u64 {
        self.commits.groups()
    }

    /// Waits for what is being done and closes the file; what is in the write-ahead log goes into it.
    pub async fn close(&self) {
        // The writer last: whoever closes last empties the log, and readers may not.
        self.readers.close().await;
        self.writer.close().await;
    }

    /// A transaction that writes, or nothing is written.
    async fn write(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        self.place.is_there()?;
        // IMMEDIATE (SQLite's own word) takes the lock at once, where waiting for it is possible; a
        // transaction that reads first and writes later would be refused instead.
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// A transaction that reads everything as of one moment.
    async fn read(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        Ok(self.readers.begin().await?)
    }
}

/// The whole path of the file, with its folder made.
async fn prepare(path: &Path) -> Result<PathBuf, StoreError> {
    // An absolute path can't be mistaken for one of SQLite's special names, such as `:memory:`.
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
    make_private(&path);
    Ok(path)
}

/// Makes the file where it is missing, for nobody else to read: the cards of deals that are being played are
/// in it. The files beside it get the same rights.
fn make_private(path: &Path) {
    let mut file = std::fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    // It may be there; and whatever else may be wrong is said when it is opened.
    let _ = file.write(true).create_new(true).open(path);
}

fn writing(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        // All that is written over and over stays prepared: queries of many rows have several texts.
        .statement_cache_capacity(QUERIES)
        .journal_mode(SqliteJournalMode::Wal)
        // Pages, 16 MiB: a page that every group changes goes from the log into the file more seldom.
        .pragma("wal_autocheckpoint", "4000")
        // In WAL mode the default may lose the last commits with the power; this does not.
        .synchronous(SqliteSynchronous::Full)
        // What is deleted is overwritten, not only marked as free.
        .pragma("secure_delete", "ON")
}

fn reading(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(PATIENCE)
}

async fn pool(size: u32, options: SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    SqlitePoolOptions::new()
        .max_connections(size)
        .acquire_timeout(2 * PATIENCE)
        // A file doesn't go away as a server does: no reason to connect anew.
        .idle_timeout(None)
        .max_lifetime(None)
        .after_release(|connection, _| Box::pin(is_clean(connection)))
        .connect_with(options)
        .await
}

/// Whether a connection can be used again. When the disk is full `SQLite` ends a transaction by
/// itself; sqlx's own rollback then fails, and it would count the transaction as open for ever.
async fn is_clean(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // The rollback has only been asked for so far; the answer to a ping comes after it.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

async fn bring_up_to_date(writer: &SqlitePool, path: &Path) -> Result<(), StoreError> {
    let at_open = |error: sqlx::Error| StoreError::from(error).at_open(path.to_owned());
    if is_of_another_program(writer).await.map_err(at_open)? {
        return Err(StoreError::OtherProgram(path.to_owned()));
    }
    MIGRATIONS.run(writer).await.map_err(|error| StoreError::at_migration(error, path.to_owned()))?;
    // A read-only file opens without complaint, and so does a transaction that is to write: better to hear of
    // it now than in the first deal. SQLite never finds out that such a file can be written again.
    sqlx::query("DELETE FROM meta WHERE name IS NULL").execute(writer).await.map_err(at_open)?;
    Ok(())
}

/// Whether there are tables in it, and not ours.
async fn is_of_another_program(writer: &SqlitePool) -> Result<bool, sqlx::Error> {
    // SQLite's own list of tables; _sqlx_migrations is the first that is made of ours.
    let (tables, ours): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(*), COUNT(CASE WHEN name = '_sqlx_migrations' THEN 1 END)
         FROM sqlite_master WHERE type = 'table'",
    )
    .fetch_one(writer)
    .await?;
    Ok(tables > 0 && ours == 0)
}
